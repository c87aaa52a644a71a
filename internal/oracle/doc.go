// Package oracle compares the lexers of discover/code/lex with tree-sitter, which is too slow, too fragile on hostile bytes
// and too hard to build to be in the product. It has only tests, and is a module of its own so that the product does
// not depend on cgo.
package oracle
