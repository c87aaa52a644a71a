package lock

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

const (
	twoSets = `{"name":"a","inputSchema":{"type":["string","null"],"required":["b","a"],"dependentRequired":{"a":["y","x"]},` +
		`"properties":{"required":{"anyOf":[{"required":["q","p"]}]}}}}`
	twoSetsAgain = `{"name":"a","inputSchema":{"type":["null","string"],"required":["a","b"],"dependentRequired":{"a":["x","y"]},` +
		`"properties":{"required":{"anyOf":[{"required":["p","q"]}]}}}}`
)

// TestSets compares what SDKs write in another order at each start, and what only looks like it.
func TestSets(t *testing.T) {
	assert.Equal(t, toolDigest(t, twoSets), toolDigest(t, twoSetsAgain))
	assert.Empty(t, Fields(parse(t, twoSets), parse(t, twoSetsAgain)))
	for name, pair := range map[string][2]string{
		"another word":   {`{"inputSchema":{"required":["a","b"]}}`, `{"inputSchema":{"required":["a","c"]}}`},
		"once more":      {`{"inputSchema":{"required":["a","b"]}}`, `{"inputSchema":{"required":["a","b","b"]}}`},
		"data":           {`{"inputSchema":{"default":{"required":["a","b"]}}}`, `{"inputSchema":{"default":{"required":["b","a"]}}}`},
		"a made up word": {`{"inputSchema":{"x-note":{"required":["a","b"]}}}`, `{"inputSchema":{"x-note":{"required":["b","a"]}}}`},
		"meta":           {`{"_meta":{"required":["a","b"]}}`, `{"_meta":{"required":["b","a"]}}`},
		"arguments":      {`{"args":["a","b"]}`, `{"args":["b","a"]}`},
		"under a name twice": {
			`{"inputSchema":{"required":["a","b"],"required":["c"]}}`, `{"inputSchema":{"required":["b","a"],"required":["c"]}}`,
		},
	} {
		assert.NotEqual(t, toolDigest(t, pair[0]), toolDigest(t, pair[1]), name)
		assert.NotEmpty(t, Fields(parse(t, pair[0]), parse(t, pair[1])), name)
	}
}

// TestSetsOfAnOlderFile reads entries of mcp-lint 1.0, whose digests count every order, with the definition and without it.
func TestSetsOfAnOlderFile(t *testing.T) {
	def := func(json string) Definition {
		return Definition{View: detect.NewView(detect.KindTool, "s", parse(t, json)), File: "f"}
	}
	old := Entry{Key: KeyOf(def(twoSets).View), State: Approved, Digest: digestIn(def(twoSets).View, asWritten), File: "f", Seen: "2026-01-01"}
	w := newWriter()
	w.order = asWritten
	w.value(parse(t, twoSets))
	require.Contains(t, string(w.out), `["b","a"]`)
	file := strings.Join([]string{header, string(old.line(w.out)), trailer, ""}, "\n")
	f, err := Parse([]byte(file))
	require.NoError(t, err)
	for _, now := range []string{twoSets, twoSetsAgain} {
		c := Compare(f, []Definition{def(now)}, nil)
		assert.Equal(t, Approved, c.Verdicts[0].State)
		out, _ := c.Refreshed(Stamp{})
		again, err := Parse(out.Bytes())
		require.NoError(t, err)
		assert.Equal(t, DigestOf(def(twoSets).View), again.Entries[0].Digest)
		assert.Equal(t, Approved, Compare(again, []Definition{def(twoSets)}, nil).Verdicts[0].State)
	}
	bare, err := Parse([]byte(strings.Join([]string{header, string(old.line(nil)), trailer, ""}, "\n")))
	require.NoError(t, err)
	assert.Equal(t, Approved, Compare(bare, []Definition{def(twoSets)}, nil).Verdicts[0].State)
	assert.Equal(t, Changed, Compare(bare, []Definition{def(twoSetsAgain)}, nil).Verdicts[0].State, "nobody knows what was approved")

	_, err = Parse([]byte(strings.Replace(file, `["b","a"]`, `["b","c"]`, 1)))
	assert.ErrorContains(t, err, "was edited")
}
