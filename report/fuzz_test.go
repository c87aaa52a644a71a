package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// located is a finding whose signals stand in these places, as package lint makes one.
func located(f detect.Finding, places ...lint.Located) lint.Finding {
	return lint.NewQuoter(0).Finding(f, places)
}

// placed is a location as package lint makes it a place.
func placed(l source.Location) lint.Place { return lint.NewQuoter(0).Place(l) }

// runnerMark is what the runner of GitHub takes for a command wherever it stands in a line.
const runnerMark = "##["

// addHostile gives a fuzz target the words that try to leave whatever they are quoted in.
func addHostile(f *testing.F) {
	f.Helper()
	for _, list := range [][]string{hostileWords, htmlWords} {
		for _, words := range list {
			f.Add(words)
		}
	}
}

// FuzzTextIsDefused: whatever a file says, what is printed holds nothing that nobody sees, and no line that a runner obeys.
func FuzzTextIsDefused(f *testing.F) {
	addHostile(f)
	f.Fuzz(func(t *testing.T, words string) {
		got := render(t, hostileIn(lint.NewQuoter(20+len(words)%90), words, detect.SeverityLow), TextOptions{Verbose: true}) +
			render(t, remarked(words), TextOptions{Verbose: true}) + listed(t, listing(words))
		require.True(t, utf8.ValidString(got))
		require.NotContains(t, got, runnerMark)
		for line := range strings.Lines(got) {
			require.True(t, strings.HasSuffix(line, "\n"))
			line = strings.TrimSuffix(line, "\n")
			require.False(t, strings.HasPrefix(strings.TrimLeft(line, " "), "::"), "%q", line)
			for _, r := range line {
				require.False(t, text.Invisible(r), "%U in %q", r, line)
			}
		}
	})
}

// FuzzJSONIsASCII: what is written is JSON that holds the words, and no byte that a terminal or a runner obeys.
func FuzzJSONIsASCII(f *testing.F) {
	addHostile(f)
	f.Fuzz(func(t *testing.T, words string) {
		var b bytes.Buffer
		require.NoError(t, JSON(&b, hostileReport(words, detect.SeverityHigh)))
		for i, c := range b.Bytes() {
			require.True(t, c == '\n' || c >= 0x20 && c < 0x7F, "byte %#x at %d", c, i)
		}
		require.NotContains(t, b.String(), runnerMark)
		var d Document
		require.NoError(t, json.Unmarshal(b.Bytes(), &d))
		require.Len(t, d.Findings, 1)
		require.Len(t, d.Suppressed, 2)
		// Bytes that are not UTF-8 cannot be written in JSON.
		raw, err := json.Marshal(words)
		require.NoError(t, err)
		var want string
		require.NoError(t, json.Unmarshal(raw, &want))
		require.Equal(t, want, d.Findings[0].Tool)
	})
}

// FuzzHTMLIsInert: no word becomes an element, an attribute or an address, and none is there that nobody sees.
func FuzzHTMLIsInert(f *testing.F) {
	addHostile(f)
	f.Fuzz(func(t *testing.T, words string) {
		assertOwnElements(t, page(t, hostilePage([]string{words})))
	})
}

// FuzzHTMLWords: words are shown in their printable form, whole or cut, and what nobody sees is named.
func FuzzHTMLWords(f *testing.F) {
	addHostile(f)
	f.Fuzz(func(t *testing.T, s string) {
		for _, limit := range []int{0, 1, 7, 80} {
			var b strings.Builder
			for _, w := range words(s, limit) {
				require.NotEmpty(t, w.Text)
				for _, r := range w.Text {
					require.True(t, utf8.ValidRune(r) && !text.Invisible(r), "%q", w.Text)
				}
				b.WriteString(w.Text)
			}
			if limit == 0 {
				require.Equal(t, text.Safe(s, 0), b.String())
				continue
			}
			require.LessOrEqual(t, utf8.RuneCountInString(b.String()), limit+1)
		}
	})
}
