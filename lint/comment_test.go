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

	"github.com/org/mcp-lint/internal/golden"
)

func TestParseComment(t *testing.T) {
	golden.Lines(t, "testdata/suppressions.txt", func(line string) []string {
		text, _ := golden.Snippet(line)
		checks, reason, problem := parseComment(text)
		if problem != "" {
			return []string{"wrong: " + problem}
		}
		return []string{strings.Join(checks, " | ") + ": " + reason}
	})
	for text, want := range map[string]string{
		"mcp-lint:ignore " + strings.Repeat("a,", 60) + "a -- why": "too many", "mcp-lint:ignore a -- " + strings.Repeat("x", maxCommentBytes): "too long",
	} {
		_, _, problem := parseComment(text)
		assert.Contains(t, problem, want)
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
	golden.Lines(t, "testdata/comments.txt", func(line string) (spots []string) {
		data, _ := golden.Snippet(line)
		file := source.NewFile("a.ts", "a.ts", []byte(strings.ReplaceAll(data, "M", commentMarker)))
		found := marked.Comments(file, commentMarker)
		for _, at := range commentLinesOf(file, found) {
			spots = append(spots, fmt.Sprintf("line %d, below %d", at.line, at.below))
		}
		require.Len(t, found, len(spots))
		return spots
	})
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
