package lint

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

func TestSpotsOf(t *testing.T) {
	for data, want := range map[string][]spot{
		"// M\nx":                       {{1, 2}},
		"\xEF\xBB\xBF// M\nx":           {{1, 2}},
		"  { // M\r\nx":                 {{1, 2}},
		"}, // M\rx":                    {{1, 0}},
		"); // M\nx":                    {{1, 0}},
		"/* M */":                       {{1, 2}},
		"/* M */ {[(\nx":                {{1, 2}},
		"/* M */ x()\ny":                {{1, 0}},
		"/* M */ \"x\"\ny":              {{1, 0}},
		"x() // M\ny":                   {{1, 0}},
		"0 /* M */\ny":                  {{1, 0}},
		"/* M\n more */\nx":             {{1, 3}},
		"/* M\n more */ x\ny":           {{1, 0}},
		"/*\n * M\n * M\n */\nx":        {{2, 5}, {3, 5}},
		"/*\n * M\n * M\n */ x\ny":      {{2, 0}, {3, 0}},
		"// M\n// M\n// M\nx":           {{1, 4}, {2, 4}, {3, 4}},
		"// M\n\n// M\nx":               {{1, 2}, {3, 4}},
		"/* M */ /* M */\nx":            {{1, 2}, {1, 2}},
		"/* M */ /* M */ x\ny":          {{1, 0}, {1, 0}},
		"x /* M */ /* M */\ny":          {{1, 0}, {1, 0}},
		"/* M */ x /* M */\ny":          {{1, 0}, {1, 0}},
		"/* M */ // other words\ny":     {{1, 0}},
		"// before the marker: M\ny":    {{1, 0}},
		"/* M */\n/* M */ x()\n/* M */": {{1, 2}, {2, 0}, {3, 4}},
	} {
		file := source.NewFile("a.ts", "a.ts", []byte(strings.ReplaceAll(data, "M", commentMarker)))
		found := discover.Comments(file, commentMarker)
		require.Len(t, found, len(want), "%q", data)
		assert.Equal(t, want, spotsOf(file, found), "%q", data)
	}
}

func TestJoinedSpansAreRead(t *testing.T) {
	l := fileLayout{texts: joined([]source.Span{{Start: 20, End: 30}, {Start: 4, End: 6}, {Start: 6, End: 8}, {Start: 5, End: 7}, {Start: 25, End: 26}})}
	assert.Equal(t, []source.Span{{Start: 4, End: 8}, {Start: 20, End: 30}}, l.texts)
	for at := range 40 {
		assert.Equal(t, at >= 4 && at < 8 || at >= 20 && at < 30, l.read(source.Span{Start: at, End: at + 1}), at)
	}
	assert.True(t, l.read(source.Span{Start: 0, End: 40}))
	assert.False(t, l.read(source.Span{Start: 8, End: 20}))
	assert.False(t, (&fileLayout{}).read(source.Span{Start: 0, End: 9}))
}

func TestReachOfCommentsOnALineOfDefinitions(t *testing.T) {
	const good = "/* mcp-lint:ignore unicode.hidden -- r */"
	tool := func(name string) string { return `{"name":"` + name + `","description":"a` + "\u200b" + ` b"}` }
	for name, tc := range map[string]struct{ data, told string }{
		"behind the last":      {tool("a") + "," + tool("b") + good, "a"},
		"behind the first":     {tool("a") + good + "," + tool("b"), "b"},
		"before both":          {good + tool("a") + "," + tool("b"), "b"},
		"each its own":         {tool("a") + good + "," + tool("b") + good, ""},
		"twice for one":        {tool("a") + good + good + "," + tool("b"), "b"},
		"before a line":        {"\n" + good + "\n" + tool("a") + "," + tool("b") + "\n", ""},
		"the end of one":       {`{"name":"a",` + "\n" + `"description":"a` + "\u200b" + ` b"},` + tool("b") + good, "a"},
		"the end of one alone": {`{"name":"a",` + "\n" + `"description":"a` + "\u200b" + ` b"}` + good + "," + "\n" + tool("b"), "b"},
	} {
		t.Run(name, func(t *testing.T) {
			r := lintTree(t, map[string]string{"a.jsonc": `{"tools":[` + tc.data + `]}`})
			var told []string
			for _, f := range r.Findings {
				told = append(told, f.Tool)
			}
			assert.Equal(t, tc.told, strings.Join(told, " "))
			assert.Len(t, r.Suppressed, 2-len(told))
		})
	}
}

// TestManyCommentsOnALongLine takes no time when each byte is looked at once or so, and minutes when each comment looks at all of them.
func TestManyCommentsOnALongLine(t *testing.T) {
	var b strings.Builder
	for range maxComments {
		b.WriteString("/* " + commentMarker + " unicode.hidden -- r */" + strings.Repeat(" ", 4<<10))
	}
	file := source.NewFile("a.ts", "a.ts", []byte(b.String()+"\nx"))
	spots := spotsOf(file, discover.Comments(file, commentMarker))
	require.Len(t, spots, maxComments)
	for _, s := range spots {
		assert.Equal(t, spot{1, 2}, s)
	}
}
