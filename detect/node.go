package detect

// NodeKind is one of the four kinds of value a definition is made of.
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

// Node is one value of a tool definition as a parser read it: the order of members and repeated names are kept, since
// a second "description" that only some clients read is a place to hide.
type Node struct {
	Kind    NodeKind
	Text    string
	Members []Member
	Items   []*Node
	// Ref is the caller's own handle for this value. It comes back in Field.Ref; detect never reads it.
	Ref int
}

// Member is one name and value of an object.
type Member struct {
	// Name is a NodeString: the name reaches the model too.
	Name  *Node
	Value *Node
}

// missing reports whether a member made by hand lacks its name or value.
func (m Member) missing() bool { return m.Name == nil || m.Value == nil }

// Get returns the value of the last member with that name, or nil: of repeated names, parsers of JSON keep the last value
// (RFC 8259, section 4), so this is what most clients see. Members without a name or value are passed over.
func (n *Node) Get(name string) *Node { return n.last(name, func(*Node) bool { return true }) }

// StringAt returns the text of the last member with that name whose value is a string, or "".
func (n *Node) StringAt(name string) string {
	if v := n.last(name, func(v *Node) bool { return v.Kind == NodeString }); v != nil {
		return v.Text
	}
	return ""
}

// objectAt returns the last member with that name whose value is an object, or nil.
func (n *Node) objectAt(name string) *Node {
	return n.last(name, func(v *Node) bool { return v.Kind == NodeObject })
}

// last returns the value of the last member with that name that is usable, or nil.
func (n *Node) last(name string, usable func(*Node) bool) *Node {
	if n == nil {
		return nil
	}
	for i := len(n.Members) - 1; i >= 0; i-- {
		if m := n.Members[i]; !m.missing() && m.Name.Text == name && usable(m.Value) {
			return m.Value
		}
	}
	return nil
}
