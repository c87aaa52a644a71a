package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/discover/marked"
	"github.com/org/mcp-lint/discover/source"
)

func TestParseComment(t *testing.T) {
	for text, want := range map[string]struct {
		checks  string
		reason  string
		problem string
	}{
		"mcp-lint:ignore unicode.hidden -- a joiner":                   {"unicode.hidden", "a joiner", ""},
		"mcp-lint:ignore a.b,c.d , e.f\t--\tthree -- of them ":         {"a.b|c.d|e.f", "three -- of them", ""},
		"mcp-lint:ignore a.b -- r */":                                  {"a.b", "r", ""},
		"mcp-lint:ignore a.b -- r -->":                                 {"a.b", "r", ""},
		"mcp-lint:ignore a b -- r":                                     {"a b", "r", ""},
		"mcp-lint:ignore":                                              {"", "", "has no reason"},
		"mcp-lint:ignore a.b":                                          {"", "", "has no reason"},
		"mcp-lint:ignore a.b --":                                       {"", "", "has no reason"},
		"mcp-lint:ignore a.b --r":                                      {"", "", "has no reason"},
		"mcp-lint:ignore a.b -- \u200b.":                               {"", "", "has no reason"},
		"mcp-lint:ignore a.b -- */":                                    {"", "", "has no reason"},
		"mcp-lint:ignore -- why":                                       {"", "", "names no check"},
		"mcp-lint:ignore a.b,,c.d -- why":                              {"", "", "names no check"},
		"mcp-lint:ignored a.b -- why":                                  {"", "", "suppresses nothing"},
		"mcp-lint:ignore-next-line a.b -- why":                         {"", "", "suppresses nothing"},
		"mcp-lint:ignore\u00a0a.b -- why":                              {"", "", "suppresses nothing"},
		"mcp-lint:ignore " + strings.Repeat("a,", 60) + "a -- why":     {"", "", "too many"},
		"mcp-lint:ignore a -- " + strings.Repeat("x", maxCommentBytes): {"", "", "too long"},
	} {
		checks, reason, problem := parseComment(text)
		assert.Equal(t, want.checks, strings.Join(checks, "|"), text)
		if want.problem == "" {
			assert.Empty(t, problem, text)
			assert.Equal(t, want.reason, reason, text)
		} else {
			assert.Contains(t, problem, want.problem, text)
		}
	}
}

func FuzzParseComment(f *testing.F) {
	f.Add("mcp-lint:ignore a.b, c.d -- why")
	f.Add("mcp-lint:ignore -- -- --")
	f.Fuzz(func(t *testing.T, text string) {
		checks, reason, problem := parseComment(text)
		if problem != "" {
			assert.Empty(t, checks)
			return
		}
		assert.NotEmpty(t, checks)
		assert.NotEmpty(t, reason)
		assert.True(t, strings.HasPrefix(text, commentMarker))
	})
}

// hiddenIn is a program with a tool whose description holds a hidden character; the lines are put before and behind the description.
func hiddenIn(before, behind string) string {
	return "from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP(\"shop\")\n\n\n@mcp.tool(\n" + before +
		"    description=\"Lists\u200b the goods.\"," + behind + "\n)\ndef goods() -> str:\n    return db.goods()\n"
}

func TestCommentsAreBounded(t *testing.T) {
	r := lintTree(t, map[string]string{"a.py": strings.Repeat("# mcp-lint:ignore unicode.hidden -- x\n", maxComments) +
		hiddenIn("", "  # mcp-lint:ignore unicode.hidden -- too late")})
	assert.Len(t, r.Findings, 1)
	assert.Contains(t, strings.Join(noteTexts(r), "\n"), "too many such comments")
	assert.LessOrEqual(t, len(r.Notes), KeptRemarks)
}

// TestEveryKindIsAskedInOrder has several that suppress the same: the first one is said to, and none of the others is called useless.
func TestEveryKindIsAskedInOrder(t *testing.T) {
	data := map[string]string{"a.py": hiddenIn("", "  # mcp-lint:ignore unicode.hidden -- here")}
	b := parsedBaseline(t, Options{Cwd: tree(t, data), NoIgnores: true})
	c := &config.Config{Ignore: []config.Ignore{{Tool: "goods", Reason: "first", Line: 1}, {Server: "shop", Reason: "second", Line: 2}}}
	r := mustRun(t, Options{Cwd: tree(t, data), Config: c, Baseline: b})
	assert.Empty(t, r.Findings)
	require.Len(t, r.Suppressed, 1)
	var got []string
	for _, s := range r.Suppressions {
		got = append(got, fmt.Sprintf("%s %s %d", s.Kind, s.Reason, s.Count))
	}
	assert.Equal(t, []string{"config first 0", "config second 0", "comment here 1", "baseline found before 0"}, got)
	assert.Empty(t, r.Notes, "each of them fits: %v", noteTexts(r))
}

func TestSpotsOf(t *testing.T) {
	for data, want := range map[string][]commentLine{
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
		found := marked.Comments(file, commentMarker)
		require.Len(t, found, len(want), "%q", data)
		assert.Equal(t, want, commentLinesOf(file, found), "%q", data)
	}
}

func TestJoinedSpansAreRead(t *testing.T) {
	l := fileLayout{texts: mergeSpans([]source.Span{
		{Start: 20, End: 30},
		{Start: 4, End: 6},
		{Start: 6, End: 8},
		{Start: 5, End: 7},
		{Start: 25, End: 26},
	})}
	assert.Equal(t, []source.Span{{Start: 4, End: 8}, {Start: 20, End: 30}}, l.texts)
	for at := range 40 {
		assert.Equal(t, at >= 4 && at < 8 || at >= 20 && at < 30, l.read(source.Span{Start: at, End: at + 1}), at)
	}
	assert.True(t, l.read(source.Span{Start: 0, End: 40}))
	assert.False(t, l.read(source.Span{Start: 8, End: 20}))
	assert.False(t, (&fileLayout{}).read(source.Span{Start: 0, End: 9}))
}

// TestManyCommentsOnALongLine takes no time when each byte is looked at once or so, and minutes when each comment looks at all of them.
func TestManyCommentsOnALongLine(t *testing.T) {
	var b strings.Builder
	for range maxComments {
		b.WriteString("/* " + commentMarker + " unicode.hidden -- r */" + strings.Repeat(" ", 4<<10))
	}
	file := source.NewFile("a.ts", "a.ts", []byte(b.String()+"\nx"))
	commentLines := commentLinesOf(file, marked.Comments(file, commentMarker))
	require.Len(t, commentLines, maxComments)
	for _, s := range commentLines {
		assert.Equal(t, commentLine{1, 2}, s)
	}
}

func TestNotesOfCommentsCrowdNothingOut(t *testing.T) {
	bad := strings.Repeat("# mcp-lint:ignore nothing\n# mcp-lint:ignore secret.embedded -- r\n\n", 300)
	files := map[string]string{"A.py": bad + hiddenIn("", ""), "B.py": bad + hiddenIn("", "")}
	c := &config.Config{Ignore: []config.Ignore{{Tool: "gone", Reason: "r", Line: 1}}}
	conf := source.NewFile("z.yaml", "z.yaml", []byte("ignore: []\n"))
	r := mustRun(t, Options{Cwd: tree(t, files), Config: c, ConfigFile: conf})
	require.Len(t, r.Notes, 1+2*(keptCommentNotes+1))
	assert.Equal(t, "z.yaml", r.Notes[0].Where.Path)
	assert.Equal(t, len(r.Notes), r.Summary.Notes)
	for i, file := range []string{"A.py", "B.py"} {
		last := r.Notes[(i+1)*(keptCommentNotes+1)]
		assert.Equal(t, file, last.Where.Path)
		assert.Equal(t, "the file has 580 more problems with comments", last.Text)
	}
}
