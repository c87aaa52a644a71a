package schemacheck

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// document is a schema in which references are looked up.
type document struct {
	root  *detect.Node
	names map[*detect.Node]map[string]*detect.Node // names find the members of objects.
}

// lacks reports whether a reference is a path through the schema itself that surely leads nowhere.
func (d *document) lacks(ref string) bool {
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return false
	}
	for n := d.root; n != nil; {
		token, rest, more := strings.Cut(path, "/")
		token = detect.PointerName(token)
		if n.Kind != detect.NodeObject && n.Kind != detect.NodeArray {
			// A mark for what was too deep may stand there.
			return false
		}
		next := d.child(n, token)
		if next == nil && n.Kind == detect.NodeObject && strings.Contains(token, "%") {
			if plain, err := url.PathUnescape(token); err == nil {
				next = d.child(n, detect.PointerName(plain))
			}
		}
		if n = next; n == nil {
			return true
		}
		if !more {
			return false
		}
		path = rest
	}
	return false
}

// child returns the value of a member or item.
func (d *document) child(n *detect.Node, token string) *detect.Node {
	if n.Kind == detect.NodeArray {
		if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(n.Items) {
			return n.Items[i]
		}
		return nil
	}
	if d.names[n] == nil {
		if d.names == nil {
			d.names = map[*detect.Node]map[string]*detect.Node{}
		}
		d.names[n] = make(map[string]*detect.Node, len(n.Members))
		for name, value := range membersOf(n) {
			d.names[n][name] = value
		}
	}
	return d.names[n][token]
}
