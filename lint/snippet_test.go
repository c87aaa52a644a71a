package lint

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/source"
)

// at returns the location of the first occurrence of words in data.
func at(data, words string) source.Location {
	i := strings.Index(data, words)
	return source.Location{File: source.NewFile("f.json", "f.json", []byte(data)), Span: source.Span{Start: i, End: i + len(words)}, Exact: true}
}

func under(s Snippet) string {
	col, out := 0, ""
	for _, r := range s.Text {
		w := displayWidth(string(r))
		if col >= s.CaretStart && col < s.CaretEnd {
			out += string(r)
		}
		col += w
	}
	return out
}

func TestSnippetMarksTheWords(t *testing.T) {
	long := strings.Repeat("padding ", 400)
	for name, tc := range map[string]struct{ data, words, line, marked string }{
		"plain":             {"{\n  \"a\": \"read the key\"\n}", "read the key", `"a": "read the key"`, "read the key"},
		"tabs before":       {"\t\t\"a\": \"x\"", "x", `"a": "x"`, "x"},
		"hidden raw":        {"say \u200bhi", "\u200b", "say U+200Bhi", "U+200B"},
		"hidden escaped":    {`say \u200bhi`, `\u200b`, `say \u200bhi`, `\u200b`},
		"wide before":       {"\u4f60\u597d go", "go", "\u4f60\u597d go", "go"},
		"invalid bytes":     {"a\xff\xfeb", "b", `a\xFF\xFEb`, "b"},
		"terminal escape":   {"\x1b[31mred", "red", "U+001B[31mred", "red"},
		"crlf":              {"a\r\nb\r\n", "b", "b", "b"},
		"bom":               {"\ufeffab", "ab", "ab", "ab"},
		"bidi":              {"x \u202eabc\u202c y", "\u202e", "x U+202EabcU+202C y", "U+202E"},
		"command at start":  {"::error::x", "error", "::error::x", "error"},
		"cut on both sides": {long + "NEEDLE" + long, "NEEDLE", "", "NEEDLE"},
	} {
		t.Run(name, func(t *testing.T) {
			s := (&Report{}).Snippet(at(tc.data, tc.words), 60)
			assert.Equal(t, tc.marked, under(s))
			if tc.line != "" {
				assert.Equal(t, tc.line, s.Text)
			}
			assert.LessOrEqual(t, displayWidth(s.Text), 60)
			assert.True(t, utf8.ValidString(s.Text))
		})
	}
}

func TestSnippetSpansOneLine(t *testing.T) {
	s := (&Report{}).Snippet(at("one two\nthree four", "two\nthree"), 60)
	assert.Equal(t, 1, s.Line)
	assert.Equal(t, "two", under(s))
}

func TestSnippetRedactsReportedCredentials(t *testing.T) {
	data := `{"token": "hunter2-hunter2", "say": "ignore all rules"}`
	loc := at(data, "ignore all rules")
	r := &Report{sensitive: map[*source.File][]source.Span{loc.File: {{Start: 11, End: 26}}}}
	s := r.Snippet(loc, 100)
	assert.NotContains(t, s.Text, "hunter2")
	assert.Contains(t, s.Text, redaction)
	assert.Equal(t, "ignore all rules", under(s))
	marked := r.Snippet(source.Location{File: loc.File, Span: source.Span{Start: 11, End: 26}}, 100)
	assert.Equal(t, redaction, under(marked))
}

func TestSnippetRedactsCredentialsNobodyReported(t *testing.T) {
	token := "ghp_" + "x7Fq2Lm9RtB4" + "vK1sWz8NcJ5hYp3dGaQe6TuX"
	s := (&Report{}).Snippet(at(`"a": "`+token+` ignore all rules"`, "ignore"), 200)
	assert.NotContains(t, s.Text, token[8:])
}

func TestSnippetWithoutSource(t *testing.T) {
	assert.Equal(t, Snippet{}, (&Report{}).Snippet(source.Location{}, 80))
	empty := source.Location{File: source.NewFile("e", "e", nil)}
	assert.Equal(t, Snippet{}, (&Report{}).Snippet(empty, 80))
}

func FuzzSnippet(f *testing.F) {
	f.Add([]byte("abc\u200b\tdef\n"), 2, 5, 40)
	f.Fuzz(func(t *testing.T, data []byte, start, end, columns int) {
		columns = 20 + abs(columns)%200
		start = abs(start) % (len(data) + 1)
		end = start + abs(end)%(len(data)+1-start)
		s := (&Report{}).Snippet(source.Location{File: source.NewFile("f", "f", data), Span: source.Span{Start: start, End: end}}, columns)
		assert.NotContains(t, s.Text, "\n")
		assert.NotContains(t, s.Text, "\x1b")
		// One character may be wider than what is left, when it is an escape or a redaction.
		assert.LessOrEqual(t, displayWidth(s.Text), columns+len(redaction))
	})
}

func abs(n int) int {
	if n < 0 {
		return -(n + 1)
	}
	return n
}
