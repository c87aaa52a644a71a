package manifest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// TestLonePairs reads pairs that are items of a list in flow style, which have no brackets of their own to end at.
func TestLonePairs(t *testing.T) {
	for doc, want := range map[string][]string{
		"[a: b, {c: d}]":             {"a: b", "{c: d}"},
		"[0: ,{}]":                   {"0", "{}"},
		"[{a: b}: c, {d: e}]":        {"{a: b}: c", "{d: e}"},
		"[{a: {b: c}}, {}]":          {"{a: {b: c}}", "{}"},
		"[\n a: [b, c], \"x y\": z]": {"a: [b, c]", "\"x y\": z"},
		"[&n {a: b}, *n : c]":        {"&n {a: b}", "*n : c"},
		"[!!map {a: b}, {c: d}]":     {"!!map {a: b}", "{c: d}"},
	} {
		f := file("x.yaml", doc)
		docs, problems := ParseAs(f, YAML)
		require.Empty(t, problems, doc)
		require.Len(t, docs, 1, doc)
		checkTree(t, f, docs, true, false)
		var got []string
		for _, item := range docs[0].Items {
			require.Equal(t, source.Object, item.Kind)
			got = append(got, doc[item.Span.Start:item.Span.End])
		}
		assert.Equal(t, want, got)
	}
}
