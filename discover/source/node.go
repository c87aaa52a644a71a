package source

import (
	"iter"
	"strings"
)

// Kind is one of the four kinds of value in a document.
type Kind uint8

// The kinds of Node.
const (
	// Scalar is a number, boolean, null or date; Text holds it as written.
	Scalar Kind = iota
	// String is a string; Text holds it decoded.
	String
	// Array has Items.
	Array
	// Object has Members.
	Object
)

// Node is one value of a document in any format, or one that was put together from pieces of source code.
type Node struct {
	Kind    Kind
	Text    Text
	Members []Member
	Items   []*Node
	// File and Span are the place of the whole value, quotes and brackets included.
	File *File
	Span Span
}

// CutMark begins the text of a scalar in place of what a bound cut off; a digest of that follows. No text of a document can
// be taken for one, for none that is a scalar holds a NUL byte.
const CutMark = "\x00cut:"

// IsCut reports whether n is only a mark of what was not read.
func (n *Node) IsCut() bool { return n.Kind == Scalar && strings.HasPrefix(n.Text.Value, CutMark) }

// Member is one name and value of an object, in document order. Names may repeat.
type Member struct {
	// Name is a String node.
	Name  *Node
	Value *Node
}

// Children yields the items of an array after nil, and the values of an object after their names. It may be called on nil.
func (n *Node) Children() iter.Seq2[*Node, *Node] {
	return func(yield func(name, value *Node) bool) {
		for i := 0; n != nil && i < len(n.Items); i++ {
			if !yield(nil, n.Items[i]) {
				return
			}
		}
		for i := 0; n != nil && i < len(n.Members); i++ {
			if !yield(n.Members[i].Name, n.Members[i].Value) {
				return
			}
		}
	}
}

// Get returns the value of the first member with that name, or nil. It may be called on nil.
func (n *Node) Get(name string) *Node {
	for i := 0; n != nil && i < len(n.Members); i++ {
		if n.Members[i].Name.Text.Value == name {
			return n.Members[i].Value
		}
	}
	return nil
}

// StringAt returns the value of the first member with that name when it is a string, else "".
func (n *Node) StringAt(name string) string {
	if v := n.Get(name); v != nil && v.Kind == String {
		return v.Text.Value
	}
	return ""
}
