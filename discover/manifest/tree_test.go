package manifest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// file makes a source file for a test.
func file(name, data string) *source.File { return source.NewFile(name, name, []byte(data)) }

// find returns the node at a path of names and indexes ("tools.0.description"); a leading number picks the document.
func find(t *testing.T, docs []*source.Node, path string) *source.Node {
	t.Helper()
	parts := strings.Split(path, ".")
	n := docs[len(parts[0])-1] // "#" is the first document, "##" the second
	for _, p := range parts[1:] {
		if i := strings.IndexByte("0123456789", p[0]); i >= 0 && len(p) == 1 && n.Kind == source.Array {
			require.Less(t, i, len(n.Items), path)
			n = n.Items[i]
			continue
		}
		n = n.Get(p)
		require.NotNil(t, n, "%s at %s", path, p)
	}
	return n
}

// where returns the line, the column in a unit, and the raw bytes of the first place of phrase in the node's text.
func where(t *testing.T, n *source.Node, phrase string, unit source.Unit) (pos source.Position, raw string, loc source.Location) {
	t.Helper()
	i := strings.Index(n.Text.Value, phrase)
	require.GreaterOrEqual(t, i, 0, "%q in %q", phrase, n.Text.Value)
	locs := n.Text.Locate(i, i+len(phrase))
	require.Len(t, locs, 1)
	loc = locs[0]
	return loc.File.Position(loc.Span.Start, unit), string(loc.File.Data[loc.Span.Start:loc.Span.End]), loc
}

// checkTree fails when a span leaves the file or its parent, when neighbours overlap, or when a Text is mapped outside of its
// value. shared tells that values may stand elsewhere (aliases), scattered that tables may (TOML).
func checkTree(t *testing.T, f *source.File, docs []*source.Node, shared, scattered bool) {
	t.Helper()
	var walk func(n *source.Node, depth int)
	inside := func(n *source.Node, outer source.Span) {
		if !shared && (n.Span.Start < outer.Start || n.Span.End > outer.End) {
			t.Fatalf("span %v of %q leaves %v in %q", n.Span, n.Text.Value, outer, f.Data)
		}
	}
	walk = func(n *source.Node, depth int) {
		if depth > maxDepth+2 {
			t.Fatalf("depth %d", depth)
		}
		if n.Span.Start < 0 || n.Span.End < n.Span.Start || n.Span.End > len(f.Data) {
			t.Fatalf("span %v of %d bytes", n.Span, len(f.Data))
		}
		checkText(t, f, n)
		last := n.Span.Start
		order := func(c *source.Node) {
			inside(c, n.Span)
			if !shared && !scattered && c.Span.Start < last {
				t.Fatalf("span %v of %q begins before %d in %q", c.Span, c.Text.Value, last, f.Data)
			}
			last = c.Span.End
			walk(c, depth+1)
		}
		for _, m := range n.Members {
			order(m.Name)
			order(m.Value)
		}
		for _, c := range n.Items {
			order(c)
		}
	}
	for _, d := range docs {
		walk(d, 0)
	}
}

// checkText fails when a part of a node's text is mapped outside of the node.
func checkText(t *testing.T, f *source.File, n *source.Node) {
	t.Helper()
	v := n.Text.Value
	step := max(len(v)/50, 1)
	for i := 0; i <= len(v); i += step {
		for _, l := range n.Text.Locate(i, min(i+step, len(v))) {
			if l.Span.Start < n.Span.Start || l.Span.End > n.Span.End || l.Span.End < l.Span.Start {
				t.Fatalf("bytes %d of %q are located at %v outside of %v in %q", i, v, l.Span, n.Span, f.Data)
			}
		}
	}
}
