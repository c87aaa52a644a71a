package discover

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// at returns the bytes of the file where a piece of a field's text stands.
func at(t *testing.T, tool Tool, pointer, piece string) (string, source.Position) {
	t.Helper()
	i := tool.View.FieldAt(pointer)
	require.GreaterOrEqual(t, i, 0, "%s in %v", pointer, tool.View.Fields)
	from := strings.Index(tool.View.Fields[i].Text, piece)
	require.GreaterOrEqual(t, from, 0)
	locs := tool.Texts[i].Locate(from, from+len(piece))
	require.Len(t, locs, 1)
	span := locs[0].Span
	return string(locs[0].File.Data[span.Start:span.End]), locs[0].File.Position(span.Start, source.UTF16)
}

func TestFieldsKeepTheirPlaces(t *testing.T) {
	dir := t.TempDir()
	data := "\uFEFF{\r\n\t\"tools\": [{\"name\": \"get\",\r\n\t\t\"description\": \"\U0001F600 a\\u200bb end\",\r\n" +
		"\t\t\"inputSchema\": {\"type\": \"object\", \"properties\": {\"ci\u200bty\": {\"type\": \"string\", \"enum\": [\"x\"]}}}}]}\r\n"
	write(t, dir, "weather.json", data)
	inv := walk(t, Options{Cwd: dir})
	require.Len(t, inv.Tools, 1)
	tool := inv.Tools[0]
	require.Len(t, tool.Texts, len(tool.View.Fields))
	for i, f := range tool.View.Fields {
		assert.Equal(t, f.Text, tool.Texts[i].Value, f.Pointer)
	}
	raw, pos := at(t, tool, "/description", "\u200b")
	assert.Equal(t, `\u200b`, raw)
	assert.Equal(t, source.Position{Line: 3, Column: 23}, pos)
	raw, pos = at(t, tool, "/inputSchema/properties/ci\u200bty#", "\u200b")
	assert.Equal(t, "\u200b", raw, "a parameter's name is a field with a place of its own")
	assert.Equal(t, 4, pos.Line)
	assert.Equal(t, data[tool.Span.Start:tool.Span.Start+8], `{"name":`)
}

func TestBrokenManifestIsSearchedRaw(t *testing.T) {
	dir := t.TempDir()
	cut := strings.Replace(list("get", "Weather."), "Weather.", "We\u200bather.", 1)
	write(t, dir, "tools.json", "{\n"+cut[1:len(cut)-3])
	write(t, dir, "chart/values.yaml", "a: {{ .Values.b }\n  - c: [")
	inv := walk(t, Options{Cwd: dir})
	require.Equal(t, 1, inv.Skipped[SkipBroken]+inv.Skipped[SkipPartial], "%v", inv.Skips)
	assert.Equal(t, "tools.json", inv.Skips[0].Path)
	assert.NotZero(t, inv.Skips[0].Line)
	assert.NotEmpty(t, inv.Skips[0].Detail)
	seen := 0
	for _, tool := range inv.Tools {
		for i, f := range tool.View.Fields {
			if k := strings.Index(f.Text, "\u200b"); k >= 0 {
				seen++
				loc := tool.Texts[i].Locate(k, k+3)[0]
				assert.Equal(t, "\u200b", string(loc.File.Data[loc.Span.Start:loc.Span.End]))
				assert.Equal(t, 2, loc.File.Position(loc.Span.Start, source.Bytes).Line)
			}
		}
	}
	assert.Equal(t, 1, seen, "once, either in the part that could be read or in the rest")
}

func TestRawTextLeavesOutWhatWasRead(t *testing.T) {
	f := source.NewFile("a", "a", []byte("\xEF\xBB\xBFab\"cd\"ef\xFFgh"))
	text := rawText(f, []source.Span{{Start: 5, End: 9}, {Start: 6, End: 8}})
	assert.Equal(t, "abef\uFFFDgh", text.Value)
	assert.Equal(t, source.Span{Start: 9, End: 10}, text.Locate(2, 3)[0].Span)
	assert.Equal(t, "ab\"cd\"ef\uFFFDgh", rawText(f, nil).Value)
	raw := rawTool(f, text)
	require.Len(t, raw, 1)
	assert.Equal(t, detect.KindFile, raw[0].View.Kind)
	assert.Equal(t, detect.ScopeRaw, raw[0].View.Scope)
	assert.Empty(t, rawTool(f, source.Text{Value: " \n"}))
}

func TestEncodings(t *testing.T) {
	dir := t.TempDir()
	hidden := strings.Replace(list("get", "We ather."), "We ", "\n\nWe\u200b\U0001F600", 1)
	write(t, dir, "le.json", wide(hidden, "\xFF\xFE", false))
	write(t, dir, "be.json", wide(hidden, "\xFE\xFF", true))
	write(t, dir, "other.json", wide(`{"a": 1}`, "\xFE\xFF", true))
	write(t, dir, "nul.json", strings.Replace(hidden, "We", "We\x00", 1))
	write(t, dir, "image.json", "\x89PNG\x00\x01\x02")
	write(t, dir, "mcp.json", "\x00\x01")
	inv := walk(t, Options{Cwd: dir})
	assert.Equal(t, map[Reason]int{SkipBroken: 4, SkipBinary: 2}, inv.Skipped, "%v", inv.Skips)
	assert.Equal(t, []string{"/be.json@be.json", "/le.json@le.json", "/mcp.json@mcp.json", "/nul.json@nul.json"}, where(inv))
	for _, i := range []int{0, 1, 3} {
		f := inv.Tools[i].View.Fields[0]
		k := strings.Index(f.Text, "\u200b")
		require.GreaterOrEqual(t, k, 0)
		loc := inv.Tools[i].Texts[0].Locate(k, k+3)[0]
		assert.Equal(t, 3, loc.File.Position(loc.Span.Start, source.Bytes).Line, inv.Tools[i].File.Path)
	}
}

func TestServerNames(t *testing.T) {
	name := func(rels ...string) (names []string) {
		var all []derived
		for _, r := range rels {
			r, whole := strings.CutPrefix(r, "one:")
			o := originOf(r, whole)
			o.key = "/machine/folder/" + o.key
			all = append(all, derived{origin: o})
		}
		nameServers(all)
		for _, d := range all {
			names = append(names, d.View.Server)
		}
		return names
	}
	assert.Equal(t, []string{"alpha", "beta"}, name("servers/alpha.json", "servers/beta.json"))
	assert.Equal(t, []string{"weather", "weather"}, name("servers/weather/tools.json", "servers/weather.json"))
	assert.Equal(t, []string{"a/weather", "b/weather", "a/weather"}, name("a/weather/tools.json", "b/weather/mcp.json", "a/weather.yaml"))
	assert.Equal(t, []string{"github", "github"}, name("one:pkg/github/__toolsnaps__/x.snap", "one:pkg/github/__toolsnaps__/y.snap"))
	assert.Equal(t, []string{"main", "main"}, name("tools.json", "one:get.snap"))
	assert.Equal(t, []string{"fixtures"}, name("test/fixtures/tools.json"))
	assert.Equal(t, []string{"claude_desktop_config"}, name(".x/claude_desktop_config.json.example"))
	assert.Equal(t, []string{"a", "b"}, shortest([]string{"/x/a", "/x/b"}))
	assert.Equal(t, []string{"a/x", "b/a/x"}, shortest([]string{"/a/x", "/b/a/x"}))
}

func TestHostileDefinitions(t *testing.T) {
	if testing.Short() {
		t.Skip("too slow under the race detector")
	}
	f := source.NewFile("a", "a", nil)
	leaf := &source.Node{Kind: source.String, Text: source.Text{Value: "x"}, File: f}
	n := leaf
	for range 60 {
		n = &source.Node{Kind: source.Array, Items: []*source.Node{n, n}, File: f}
	}
	c := converter{file: f, left: 10_000}
	def := &source.Node{Kind: source.Object, File: f, Members: []source.Member{{Name: leaf, Value: n}}}
	c.tool(manifest.Entry{Kind: "tool", Def: def}, nil)
	assert.Negative(t, c.left, "aliases of aliases are cut")

	n = leaf
	for range 100_000 {
		n = &source.Node{Kind: source.Array, Items: []*source.Node{n}, File: f}
	}
	def.Members[0].Value = n
	c = converter{file: f, left: maxNodes}
	tool := c.tool(manifest.Entry{Kind: "tool", Def: def}, nil)
	res := detect.NewEngine(nil).Scan([]detect.ToolView{tool.View})
	require.Len(t, res.Coverage.Caps, 1)
	assert.Equal(t, detect.CapDepth, res.Coverage.Caps[0].Cap)
}

func TestDefectCostsOneFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.json", list("a", "x"))
	w := newWalker(Options{Cwd: dir})
	defer w.close()
	w.opts.document = func(*source.File, bool) found { panic(fmt.Errorf("a defect")) }
	require.NoError(t, w.collect())
	_, err := w.inventory()
	require.NoError(t, err)
	inv := w.inv
	require.Len(t, inv.Skips, 1)
	assert.Equal(t, SkipUnreadable, inv.Skips[0].Reason)
	assert.Contains(t, inv.Skips[0].Detail, "please report")
}

func TestWalkContext(t *testing.T) {
	dir := t.TempDir()
	for i := range 600 {
		write(t, dir, fmt.Sprintf("d%d/tools.json", i), list("get", "a"))
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	inv, err := WalkContext(ended, Options{Cwd: dir})
	require.ErrorIs(t, err, context.Canceled)
	require.Nil(t, inv)

	t.Run("while files are read", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		calls := 0
		_, err := WalkContext(ctx, Options{Cwd: dir, Progress: func(int) {
			if calls++; calls == 2 {
				cancel()
			}
		}})
		require.ErrorIs(t, err, context.Canceled)
		require.Positive(t, calls)
	})
}
