package detect

// NodeKind is the kind of a value in a definition.
type NodeKind uint8

// The kinds of Node.
const (
	// NodeScalar is a number, true, false or null; Text holds it as written.
	NodeScalar NodeKind = iota
	// NodeString is a string; Text holds it decoded.
	NodeString
	// NodeArray has Items.
	NodeArray
	// NodeObject has Members.
	NodeObject
)

// Node is one value of a parsed definition. The order of members and duplicate names are kept, since a second "description" that only
// some clients read is a place to hide text.
type Node struct {
	Kind    NodeKind
	Text    string
	Members []Member
	Items   []*Node
	// Ref is the caller's own handle for this value. It is copied to Field.Ref; detect does not read it.
	Ref int
}

// Member is one name and value of an object.
type Member struct {
	// Name is a NodeString, since names reach the model too.
	Name  *Node
	Value *Node
}

// incomplete reports whether a member built by hand lacks its name or value.
func (m Member) incomplete() bool { return m.Name == nil || m.Value == nil }

// Get returns the value of the last member with that name, or nil. JSON parsers keep the last of duplicate names (RFC 8259, section 4),
// so this is what most clients see. Members without a name or value are skipped.
func (n *Node) Get(name string) *Node { return n.last(name, func(*Node) bool { return true }) }

// StringAt returns the text of the last string member with that name, or "".
func (n *Node) StringAt(name string) string {
	if v := n.last(name, func(v *Node) bool { return v.Kind == NodeString }); v != nil {
		return v.Text
	}
	return ""
}

// objectAt returns the last object member with that name, or nil.
func (n *Node) objectAt(name string) *Node {
	return n.last(name, func(v *Node) bool { return v.Kind == NodeObject })
}

// last returns the value of the last usable member with that name, or nil.
func (n *Node) last(name string, usable func(*Node) bool) *Node {
	if n == nil {
		return nil
	}
	for i := len(n.Members) - 1; i >= 0; i-- {
		if m := n.Members[i]; !m.incomplete() && m.Name.Text == name && usable(m.Value) {
			return m.Value
		}
	}
	return nil
}
