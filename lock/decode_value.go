package lock

import (
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// fromCanonical returns the value that has a canonical form, given as it was parsed; it takes the nodes of that for its own. It
// reports false for what is no canonical form and for what cannot be read back. Nesting is bounded by detect.ParseDepth.
func fromCanonical(n *detect.Node) (*detect.Node, bool) {
	switch n.Kind {
	case detect.NodeArray:
		for i := range n.Items {
			item, ok := fromCanonical(n.Items[i])
			if !ok {
				return nil, false
			}
			n.Items[i] = item
		}
	case detect.NodeObject:
		if name, value, marked := markOf(n); marked {
			return fromMark(name, value)
		}
		return fromObject(n)
	}
	return n, true
}

// markOf returns the name and value of an object that stands for something else, see Canonical.
func markOf(n *detect.Node) (name string, value *detect.Node, marked bool) {
	if n.Kind != detect.NodeObject || len(n.Members) != 1 {
		return "", nil, false
	}
	m := n.Members[0]
	switch m.Name.Text {
	case markRepeated, markNumber, markScalar, markBytes, markMissing, markUnknown, markBeyond:
		return m.Name.Text, m.Value, true
	}
	return "", nil, false
}

func fromObject(n *detect.Node) (*detect.Node, bool) {
	members := make([]detect.Member, 0, len(n.Members))
	for _, m := range n.Members {
		name, ok := nameNode(m.Name.Text)
		if !ok {
			return nil, false
		}
		values := []*detect.Node{m.Value}
		if mark, list, marked := markOf(m.Value); marked && mark == markRepeated {
			if list.Kind != detect.NodeArray {
				return nil, false
			}
			values = list.Items
		}
		for _, v := range values {
			value, ok := fromCanonical(v)
			if !ok {
				return nil, false
			}
			members = append(members, detect.Member{Name: name, Value: value})
		}
	}
	n.Members = members
	return n, true
}

// fromMark returns what an object with that one member stands for.
func fromMark(name string, value *detect.Node) (*detect.Node, bool) {
	switch name {
	case markNumber:
		return &detect.Node{Text: value.Text}, value.Kind == detect.NodeString && isNumber(value.Text)
	case markScalar:
		s, ok := textOf(value)
		return &detect.Node{Text: s}, ok
	case markBytes:
		s, ok := bytesOf(value)
		return &detect.Node{Kind: detect.NodeString, Text: s}, ok
	case markMissing:
		return nil, value.Kind == detect.NodeScalar && value.Text == "true"
	case markUnknown:
		if value.Kind != detect.NodeArray || len(value.Items) != 2 {
			return nil, false
		}
		kind, err := strconv.ParseUint(value.Items[0].Text, 10, 8)
		s, ok := textOf(value.Items[1])
		return &detect.Node{Kind: detect.NodeKind(kind), Text: s}, ok && err == nil
	}
	return nil, false
}

// textOf returns a string as appendText writes it.
func textOf(n *detect.Node) (string, bool) {
	if n.Kind == detect.NodeString {
		return n.Text, true
	}
	if name, value, marked := markOf(n); marked && name == markBytes {
		return bytesOf(value)
	}
	return "", false
}

func bytesOf(n *detect.Node) (string, bool) {
	raw, err := hex.DecodeString(strings.ToLower(n.Text))
	return string(raw), err == nil && n.Kind == detect.NodeString
}
