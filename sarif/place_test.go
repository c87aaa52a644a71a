package sarif

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// TestSnippets: a viewer shows the text of a snippet as it is, so only what can be shown as it is becomes one.
func TestSnippets(t *testing.T) {
	token := "glpat-" + "Zr7xQw2LmK9tVbN4cYpD"
	long := strings.Repeat("word ", 100)
	for name, tc := range map[string]struct{ data, words, text, rendered, line string }{
		"plain":                {"  say the key here\n", "the key", "the key", "", "say the key here"},
		"the whole line":       {"\tthe key\r\n", "the key", "the key", "", ""},
		"hidden in the words":  {"say the\u200bkey here", "the\u200bkey", "", "theU+200Bkey", ""},
		"hidden in the line":   {"say\u202e the key here", "the key", "the key", "", ""},
		"credential":           {"key " + token + " here", token, "", "[redacted]", ""},
		"credential beside it": {"the key " + token, "the key", "the key", "", ""},
		"long line":            {long + "the key " + long, "the key", "the key", "", ""},
		"wide":                 {"\uFEFF\u4f60\u597d the key", "the key", "the key", "", "\u4f60\u597d the key"},
		"no-break space":       {"\u00A0say the key", "the key", "the key", "", ""},
		"two lines":            {"say the\n  key here", "the\n  key", "the\n  key", "", ""},
		"blank line between":   {"say the\r\n\r\nkey here", "the\r\n\r\nkey", "the\r\n\r\nkey", "", ""},
		"hidden on the second": {"say the\nk\u200bey here", "the\nk\u200bey", "", "the", ""},
		"credential on it":     {"say the\nkey " + token + " here", "the\nkey " + token, "", "the", ""},
		"page break between":   {"say the\n\fkey here", "the\n\fkey", "", "the", ""},
		"many lines":           {strings.Repeat("say\n", 400), strings.Repeat("say\n", 399), "", "say", ""},
	} {
		f := source.NewFile("a.json", "a.json", []byte(tc.data))
		p := newPlace(at(t, f, tc.words), &lint.Report{})
		data, err := json.Marshal(buildPlace(p))
		require.NoError(t, err, name)
		type content struct {
			Text     string
			Rendered struct{ Text string }
		}
		var got struct {
			Region        struct{ Snippet content }
			ContextRegion struct {
				StartLine, StartColumn, EndColumn, ByteOffset, ByteLength int
				Snippet                                                   content
			}
		}
		require.NoError(t, json.Unmarshal(data, &got), name)
		assert.Equal(t, [3]string{tc.text, tc.rendered, tc.line},
			[3]string{got.Region.Snippet.Text, got.Region.Snippet.Rendered.Text, got.ContextRegion.Snippet.Text}, name)
		if c := got.ContextRegion; tc.line != "" {
			assert.Equal(t, tc.line, tc.data[c.ByteOffset:c.ByteOffset+c.ByteLength], name)
			assert.Equal(t, utf8.RuneCountInString(tc.line), c.EndColumn-c.StartColumn, name)
			assert.Equal(t, 1, c.StartLine, name)
		}
		assert.NotContains(t, string(data), token, name)
	}
}

// TestLinksOfCarelessViewers: what reads "[words](target)" as a link and knows nothing of backslashes finds our own links
// only.
func TestLinksOfCarelessViewers(t *testing.T) {
	careless := regexp.MustCompile(`\[[^\]]*\]\(([^)]+)\)`)
	_, l := render(t, hostileReport(t), Options{})
	seen := 0
	for _, res := range l.Runs[0].Results {
		for _, m := range careless.FindAllStringSubmatch(res.Message.Text, -1) {
			assert.Regexp(t, `^\d+$`, m[1], res.Message.Text)
			seen++
		}
	}
	assert.Positive(t, seen)
	for in, want := range map[string]string{
		"[a](javascript:x)": `\[a\] (javascript:x)`, "](1)": `\] (1)`, "a(b)": "a(b)", "] (": `\] (`, `\](`: `\\\] (`,
	} {
		assert.Equal(t, want, escapeMessage(in))
	}
}

// FuzzPlaces: what is given as text is the region to the byte and can be shown anywhere.
func FuzzPlaces(f *testing.F) {
	for _, data := range []string{mail, "say the\n  key here", "\xEF\xBB\xBF\xE2\x82 \r\r\n\u200B", "a\r\n\r\nb\fc\u2028d", "  x \t", "\xF0\x9F\x98\x80\u00A0"} {
		f.Add([]byte(data), 0, len(data))
		f.Add([]byte(data), 2, 3)
	}
	f.Fuzz(func(t *testing.T, data []byte, start, end int) {
		for _, at := range []int{start, end} {
			if at < 0 || at > len(data) || at < len(data) && !utf8.RuneStart(data[at]) {
				t.Skip("words begin and end with a character")
			}
		}
		file := source.NewFile("a", "a", data)
		p := newPlace(source.Location{File: file, Span: source.Span{Start: start, End: end}}, &lint.Report{})
		whole := func(g region, words string) {
			require.Equal(t, string(data[g.byteOffset:g.byteOffset+g.byteLength]), words)
			for _, r := range words {
				require.True(t, r == '\n' || r == '\r' || !text.Invisible(r), "%U", r)
			}
			require.LessOrEqual(t, len(words), utf8.UTFMax*snippetColumns)
		}
		if p.verbatim {
			whole(p.region, p.rendered)
		}
		if p.line != nil {
			whole(*p.line, p.lineText)
			require.LessOrEqual(t, p.line.byteOffset, p.region.byteOffset)
			require.GreaterOrEqual(t, p.line.byteOffset+p.line.byteLength, p.region.byteOffset+p.region.byteLength)
			require.Greater(t, p.line.byteLength, p.region.byteLength)
			require.LessOrEqual(t, p.line.startColumn, p.region.startColumn)
			require.GreaterOrEqual(t, p.line.endColumn, p.region.endColumn)
			require.NotContains(t, p.lineText, "\n")
		}
	})
}
