package detect

// NodeKind tells the four kinds of value a definition is made of.
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

// Get returns the value of the first member with that name, or nil.
func (n *Node) Get(name string) *Node {
	if n == nil {
		return nil
	}
	for _, m := range n.Members {
		if m.Name != nil && m.Name.Text == name {
			return m.Value
		}
	}
	return nil
}

// StringAt returns the text of the first member with that name when it is a string, else "".
func (n *Node) StringAt(name string) string {
	if v := n.Get(name); v != nil && v.Kind == NodeString {
		return v.Text
	}
	return ""
}
