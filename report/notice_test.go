package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

var cautions = []Caution{
	{File: "ci/.mcp-lint.yaml", Text: "the change edits the settings"},
	{File: "mcp-lint.lock", Line: 3, Text: "it approves 2 definitions itself", Items: []string{"notes/read_note", "a|b/`run` <script>\u202e\n::error::x"}},
	{Text: "what the change touches is not known"},
}

func TestCautions(t *testing.T) {
	var md, log, gh bytes.Buffer
	require.NoError(t, MarkdownCautions(&md, cautions, 10_000))
	assert.Equal(t, "## mcp-lint: the change decides about itself\n\nWhat stands here has a say in what is reported below, and comes with the very change. Look at it first.\n\n"+
		"- <code>ci/<wbr>.mcp-lint.yaml</code>: the change edits the settings.\n"+
		"- <code>mcp-lint.lock&#58;3</code>: it approves 2 definitions itself: <code>notes/<wbr>read&#95;note</code>; "+
		"<code>a&#124;b/<wbr>&#96;run&#96; &#60;script&#62;U+202E&#92;n&#58;&#58;error&#58;&#58;x</code>.\n"+
		"- what the change touches is not known.\n\n", md.String())
	require.NoError(t, TextCautions(&log, cautions))
	assert.Equal(t, "\nmcp-lint: the change decides about itself:\n  ci/.mcp-lint.yaml: the change edits the settings.\n"+
		"  mcp-lint.lock:3: it approves 2 definitions itself: notes/read_note; a|b/`run` <script>U+202E\\n::error::x.\n  what the change touches is not known.\n", log.String())
	require.NoError(t, GitHubWith(&gh, &lint.Report{}, GitHubOptions{Cautions: cautions}))
	assert.Equal(t, "::warning file=ci/.mcp-lint.yaml,line=1,title=mcp-lint%3A the change decides about itself::ci/.mcp-lint.yaml: the change edits the settings. "+
		"mcp-lint.lock:3: it approves 2 definitions itself: notes/read_note; a|b/`run` <script>U+202E\\n: :error: :x. what the change touches is not known.\n", gh.String())

	for _, write := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return MarkdownCautions(b, nil, 10_000) },
		func(b *bytes.Buffer) error { return MarkdownCautions(b, cautions, 20) },
		func(b *bytes.Buffer) error { return TextCautions(b, nil) },
	} {
		var b bytes.Buffer
		require.NoError(t, write(&b))
		assert.Empty(t, b.String())
	}
}

// TestCautionsAreBounded has more to say than anybody reads, in words that are as long as they may be.
func TestCautionsAreBounded(t *testing.T) {
	long := strings.Repeat("\u202e<b>##[error]", 5000)
	many := Caution{File: long, Line: 7, Text: "it approves many"}
	for i := range 5000 {
		many.Items = append(many.Items, fmt.Sprint(i, long))
	}
	list := []Caution{many, many, many}
	for _, limit := range []int{0, 500, 10_000, 200_000} {
		var b bytes.Buffer
		require.NoError(t, MarkdownCautions(&b, list, limit))
		assert.LessOrEqual(t, b.Len(), limit)
		assert.NotContains(t, b.String(), "<b>")
	}
	var log, gh bytes.Buffer
	require.NoError(t, TextCautions(&log, list))
	assert.Less(t, log.Len(), 100_000)
	assert.Equal(t, 3, strings.Count(log.String(), " and more.\n"))
	require.NoError(t, GitHubWith(&gh, &lint.Report{}, GitHubOptions{Cautions: list}))
	assert.Equal(t, 1, strings.Count(gh.String(), "\n"))
	assert.NotContains(t, gh.String(), "##[")
	for _, r := range log.String() + gh.String() {
		assert.True(t, r == '\n' || !text.Invisible(r))
	}
}

// TestCautionsTakeRoom leaves out a warning for them, and counts it.
func TestCautionsTakeRoom(t *testing.T) {
	r := &lint.Report{}
	for i := range 10 {
		r.Findings = append(r.Findings, lint.Finding{
			Finding: detect.Finding{Tool: fmt.Sprint(i), Severity: detect.SeverityMedium, Signals: []detect.Signal{{CheckID: "a.b"}}}, Places: []lint.Place{{}},
		})
	}
	count := func(o GitHubOptions) (warnings, left int) {
		var b bytes.Buffer
		require.NoError(t, GitHubWith(&b, r, o))
		return strings.Count(b.String(), "::warning "), strings.Count(b.String(), "1 of 10 findings have no annotation")
	}
	warnings, left := count(GitHubOptions{})
	assert.Equal(t, "10 0", fmt.Sprint(warnings, left))
	warnings, left = count(GitHubOptions{Cautions: cautions})
	assert.Equal(t, "10 1", fmt.Sprint(warnings, left))
}

func TestSuppressedByChange(t *testing.T) {
	file := source.NewFile("x/s.py", "s.py", []byte("one\ntwo\nthree\nfour\n"))
	at := func(start, end int) source.Location {
		return source.Location{File: file, Span: source.Span{Start: start, End: end}, Exact: true}
	}
	suppressed := func(where source.Location, by int) lint.Suppressed {
		return lint.Suppressed{By: by, Finding: lint.Finding{
			Finding: detect.Finding{Tool: "t", Signals: []detect.Signal{{CheckID: "a.b", Evidence: "words"}}}, File: file, Places: []lint.Place{{Where: where}},
		}}
	}
	r := &lint.Report{
		Suppressions: []lint.Suppression{
			{Kind: lint.SuppressedByComment, Where: at(0, 3), Count: 1, Reason: "fine"},
			{Kind: lint.SuppressedByConfig, Where: at(0, 3), Count: 1, Reason: "fine"},
		},
		Suppressed: []lint.Suppressed{suppressed(at(8, 13), 0), suppressed(at(14, 18), 1), suppressed(at(4, 7), -1)},
	}
	for line, want := range map[int]string{
		1: "s.py:1 1 finding is suppressed", 2: "s.py:2 1 finding is suppressed", 3: "s.py:3 1 finding is suppressed", 4: "s.py:4 1 finding is suppressed", 5: "",
	} {
		c, ok := SuppressedByChange(r, func(name string, first, last int) bool { return name == "s.py" && first <= line && line <= last })
		assert.Equal(t, want != "", ok, line)
		if ok {
			assert.Contains(t, c.place()+" "+c.Text, want, "of the entry in the settings the caution is another one")
		}
	}
	c, ok := SuppressedByChange(r, func(string, int, int) bool { return true })
	require.True(t, ok)
	assert.Equal(t, "3 findings are suppressed in what the change writes, or by a comment that it writes", c.Text)
	assert.Len(t, c.Items, 3)
}
