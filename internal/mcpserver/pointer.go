package mcpserver

import (
	"strconv"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// pointers returns the JSON pointers of the values that begin at some bytes of data, in the value that was given. A value in a member that
// is written twice has none when the later one hides it: the pointer would lead to that.
func (d *document) pointers(starts map[int]bool) map[int]string {
	found := map[int]string{}
	if !d.value || len(starts) == 0 {
		return found
	}
	var walk func(n *source.Node, pointer string, given bool)
	walk = func(n *source.Node, pointer string, given bool) {
		if !given && n.Span.Start == d.prefix {
			pointer, given = "", true
		}
		if given && starts[n.Span.Start] {
			found[n.Span.Start] = pointer
		}
		for i, item := range n.Items {
			walk(item, pointer+"/"+strconv.Itoa(i), given)
		}
		last := map[string]*source.Node{}
		for _, m := range n.Members {
			last[m.Name.Text.Value] = m.Value
		}
		for name, value := range last {
			walk(value, pointer+"/"+detect.PointerToken(name), given)
		}
	}
	docs, _ := manifest.ParseAs(source.NewFile("", "", d.data), manifest.JSON)
	for _, root := range docs {
		walk(root, "", false)
	}
	return found
}
