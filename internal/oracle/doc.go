// Package oracle compares the lexers of discover/code/lex with tree-sitter, which is too slow, too fragile on hostile bytes
// and too hard to build to be in the product. It has only tests, and is a module of its own so that the product does
// not depend on cgo. The package registry in it holds schemacheck to the official schemas of server.json.
package oracle
