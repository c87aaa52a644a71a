package conform

import (
	"net/url"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// document is a schema in which references are looked up.
type document struct {
	root *detect.Node
	// names find the members of large objects.
	names map[*detect.Node]map[string]*detect.Node
}

// manyMembers is how many members are looked through each time anew.
const manyMembers = 16

// lacks reports whether a reference is a path through the schema itself that surely leads nowhere.
func (d *document) lacks(ref string) bool {
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return false
	}
	for n := d.root; n != nil; {
		token, rest, more := strings.Cut(path, "/")
		token = detect.PointerName(token)
		switch n.Kind {
		case detect.NodeObject:
			next := d.member(n, token)
			if next == nil && strings.Contains(token, "%") {
				if plain, err := url.PathUnescape(token); err == nil {
					next = d.member(n, detect.PointerName(plain))
				}
			}
			if next == nil {
				return true
			}
			n = next
		case detect.NodeArray:
			if n = child(n, token); n == nil {
				return true
			}
		default:
			// A mark for what was too deep may stand there.
			return false
		}
		if !more {
			return false
		}
		path = rest
	}
	return false
}

func (d *document) member(n *detect.Node, name string) *detect.Node {
	if len(n.Members) <= manyMembers {
		return n.Get(name)
	}
	index, ok := d.names[n]
	if !ok {
		if d.names == nil {
			d.names = map[*detect.Node]map[string]*detect.Node{}
		}
		index = make(map[string]*detect.Node, len(n.Members))
		for _, m := range n.Members {
			if m.Name != nil && m.Value != nil {
				index[m.Name.Text] = m.Value
			}
		}
		d.names[n] = index
	}
	return index[name]
}
