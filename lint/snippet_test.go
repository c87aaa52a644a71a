package lint

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/measure"
)

// at returns the location of the first occurrence of words in data.
func at(data, words string) source.Location {
	i := strings.Index(data, words)
	return source.Location{
		File: source.NewFile("f.json", "f.json", []byte(data)), Span: source.Span{Start: i, End: i + len(words)},
		Exact: true,
	}
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
		"two lines":         {"one two\nthree four", "two\nthree", "one two", "two"},
		"cut on both sides": {long + "NEEDLE" + long, "NEEDLE", "", "NEEDLE"},
	} {
		t.Run(name, func(t *testing.T) {
			s := NewQuoter(0).snippet(at(tc.data, tc.words), 60)
			assert.Equal(t, tc.marked, s.Marked())
			before, _, _ := strings.Cut(tc.data, tc.words)
			assert.Equal(t, 1+strings.Count(before, "\n"), s.Line)
			if tc.line != "" {
				assert.Equal(t, tc.line, s.Text)
			}
			assert.LessOrEqual(t, measure.Width(s.Text), 60)
			assert.True(t, utf8.ValidString(s.Text))
		})
	}
}

func TestSnippetRedactsReportedCredentials(t *testing.T) {
	data := `{"token": "hunter2-hunter2", "say": "ignore all rules"}`
	loc := at(data, "ignore all rules")
	q := NewQuoter(0)
	q.Hide(source.Location{File: loc.File, Span: source.Span{Start: 11, End: 26}})
	s := q.snippet(loc, 100)
	assert.NotContains(t, s.Text, "hunter2")
	assert.Contains(t, s.Text, secret.Stub)
	assert.Equal(t, "ignore all rules", s.Marked())
	marked := q.snippet(source.Location{File: loc.File, Span: source.Span{Start: 11, End: 26}}, 100)
	assert.Equal(t, secret.Stub, marked.Marked())
}

func TestSnippetRedactsCredentialsNobodyReported(t *testing.T) {
	s := NewQuoter(0).snippet(at(`"a": "`+token+` ignore all rules"`, "ignore"), 200)
	assert.NotContains(t, s.Text, token[8:])
}

func TestSnippetWithoutSource(t *testing.T) {
	assert.Equal(t, Snippet{}, NewQuoter(0).snippet(source.Location{}, 80))
	empty := source.Location{File: source.NewFile("e", "e", nil)}
	assert.Equal(t, Snippet{}, NewQuoter(0).snippet(empty, 80))
}

func FuzzSnippet(f *testing.F) {
	f.Add([]byte("abc\u200b\tdef\n"), 2, 5, 40)
	f.Fuzz(func(t *testing.T, data []byte, start, end, columns int) {
		columns = 20 + abs(columns)%200
		start = abs(start) % (len(data) + 1)
		end = start + abs(end)%(len(data)+1-start)
		s := NewQuoter(0).snippet(source.Location{File: source.NewFile("f", "f", data), Span: source.Span{Start: start, End: end}}, columns)
		assert.NotContains(t, s.Text, "\n")
		assert.NotContains(t, s.Text, "\x1b")
		// One character may be wider than what is left, when it is an escape or a secret.Stub.
		assert.LessOrEqual(t, measure.Width(s.Text), columns+len(secret.Stub))
	})
}

// excerptOf shows spans, each of which is a signal of its own.
func excerptOf(f *source.File, spans []source.Span) Excerpt {
	owners := make([]int, len(spans))
	for i := range owners {
		owners[i] = i
	}
	return NewQuoter(0).excerpt(f, spans, owners)
}

// written is what the source writes where a signal begins, as far as the snippet shows it.
func (s *Signal) written() string {
	return regexp.MustCompile(`U\+[0-9A-F]{4,6}`).ReplaceAllStringFunc(s.Snippet.Marked(), func(name string) string {
		r, _ := strconv.ParseUint(name[2:], 16, 32)
		return string(rune(r))
	})
}

func abs(n int) int {
	if n < 0 {
		return -(n + 1)
	}
	return n
}

// drawn writes an excerpt with its spans in brackets, hidden characters in angles and what is cut as "…".
func drawn(e Excerpt) string {
	var lines []string
	for _, l := range e.Lines {
		s := fmt.Sprintf("%d ", l.Number)
		for _, p := range l.Pieces {
			words := p.Text
			if p.Kind == PieceHidden {
				words = "<" + words + ">"
			}
			if len(p.Signals) > 0 {
				words = fmt.Sprintf("%v[%s]", p.Signals, words)
			}
			s += words
		}
		lines = append(lines, s)
	}
	return strings.Join(lines, "\n")
}

func spansOf(data string, words ...string) []source.Span {
	var out []source.Span
	for _, w := range words {
		i := strings.Index(data, w)
		out = append(out, source.Span{Start: i, End: i + len(w)})
	}
	return out
}

func TestExcerptMarksEverySpan(t *testing.T) {
	for name, tc := range map[string]struct {
		data  string
		words []string
		want  string
	}{
		"one":             {"a\nb word c\nd", []string{"word"}, "2 b [0][word] c"},
		"overlapping":     {"one two three four", []string{"two three", "three four"}, "1 one [0][two ][0 1][three][1][ four]"},
		"within":          {"one two three", []string{"one two three", "two"}, "1 [0][one ][0 1][two][0][ three]"},
		"lines":           {"x\none\ntwo\ny\nfour", []string{"one\ntwo", "four"}, "2 [0][one]\n3 [0][two]\n5 [1][four]"},
		"hidden":          {"say \u200bhi\xff", []string{"\u200bhi\xff"}, `1 say [0][<U+200B>][0][hi][0][<\xFF>]`},
		"hidden outside":  {"a\u202eb word", []string{"word"}, "1 a<U+202E>b [0][word]"},
		"tabs":            {"\tone\ttwo", []string{"one\t"}, `1  [0][one][0][<\t>]two`},
		"windows endings": {"a\r\nb\r\n", []string{"b"}, "2 [0][b]"},
		"empty span":      {"ab", []string{""}, "1 [0][a]b"},
		"nothing":         {"", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := source.NewFile("f", "f", []byte(tc.data))
			e := excerptOf(f, spansOf(tc.data, tc.words...))
			assert.Equal(t, tc.want, drawn(e))
			assert.False(t, e.Cut)
		})
	}
	outside := excerptOf(source.NewFile("f", "f", []byte("ab")), []source.Span{{Start: -5, End: 99}, {Start: 50, End: 40}})
	assert.Equal(t, "1 [0][ab]", drawn(outside))
}

func TestExcerptSaysWhereSpansBegin(t *testing.T) {
	data := "one two\nthree"
	e := excerptOf(source.NewFile("f", "f", []byte(data)), spansOf(data, "two\nthree", "three"))
	var begins [][]int
	for _, l := range e.Lines {
		for _, p := range l.Pieces {
			begins = append(begins, p.Begins)
		}
	}
	assert.Equal(t, [][]int{nil, {0}, {1}}, begins)
}

func TestExcerptShowsWhatIsNearInLongLines(t *testing.T) {
	gap := strings.Repeat("\u00e9", 5000)
	data := gap + "FIRST" + gap + "SECOND" + gap
	e := excerptOf(source.NewFile("f", "f", []byte(data)), spansOf(data, "FIRST", "SECOND"))
	got := drawn(e)
	assert.Len(t, e.Lines, 1)
	assert.Regexp(t, `^1 …\x{e9}{40}\[0\]\[FIRST\]\x{e9}{60}…\x{e9}{40}\[1\]\[SECOND\]\x{e9}{60}…$`, got)
	assert.True(t, utf8.ValidString(got))
	assert.NotContains(t, got, "<")
	assert.False(t, e.Cut)
}

func TestExcerptIsBounded(t *testing.T) {
	f := source.NewFile("f", "f", []byte(strings.Repeat("words of a line\n", 1000)))
	e := excerptOf(f, []source.Span{{Start: 0, End: len(f.Data)}})
	assert.Len(t, e.Lines, excerptSpanLines)
	assert.True(t, e.Cut)
	var spans []source.Span
	for i := range 100 {
		spans = append(spans, source.Span{Start: 16 * i, End: 16*i + 5})
	}
	e = excerptOf(f, spans)
	assert.Len(t, e.Lines, excerptLines)
	assert.True(t, e.Cut)
	long := source.NewFile("f", "f", []byte(strings.Repeat("x", 1<<20)))
	e = excerptOf(long, []source.Span{{Start: 0, End: 1 << 20}})
	assert.True(t, e.Cut)
	assert.Less(t, len(drawn(e)), 2*excerptReach)
	spans = nil
	for i := range 100 {
		spans = append(spans, source.Span{Start: 10_000 * i, End: 10_000*i + 1000})
	}
	assert.Less(t, len(drawn(excerptOf(long, spans))), 2*excerptBytes)
}

func TestExcerptGivesRoomInTheOrderOfTheSpans(t *testing.T) {
	f := source.NewFile("f", "f", []byte(strings.Repeat("words of a line\n", 50)+strings.Repeat("x", 8000)+"\nlast"))
	numbers := func(e Excerpt) (out []int) {
		for _, l := range e.Lines {
			out = append(out, l.Number)
		}
		return out
	}
	at := func(line int) source.Span { return source.Span{Start: 16 * (line - 1), End: 16*line - 1} }
	spans := []source.Span{at(50), at(48)}
	want := []int{}
	for i := 1; i <= 40; i++ {
		spans = append(spans, at(i))
		if i <= excerptLines-2 {
			want = append(want, i)
		}
	}
	e := excerptOf(f, spans)
	assert.Equal(t, append(want, 48, 50), numbers(e))
	assert.True(t, e.Cut)
	assert.Equal(t, []int{0}, e.Lines[excerptLines-1].Pieces[0].Begins, "spans keep their index")
	// The same holds for bytes: what is left out does not take the room of what is small enough.
	spans = []source.Span{{Start: len(f.Data) - 4, End: len(f.Data)}}
	for i := range 20 {
		spans = append(spans, source.Span{Start: 800 + 390*i, End: 800 + 390*i + 250})
	}
	e = excerptOf(f, append(spans, at(1)))
	assert.Equal(t, []int{1, 51, 52}, numbers(e))
	assert.True(t, e.Cut)
}

func TestExcerptShowsNoCredential(t *testing.T) {
	data := "use " + token + " now"
	f := source.NewFile("f", "f", []byte(data))
	// A span that cuts through it shows none of it either.
	for _, spans := range [][]source.Span{
		spansOf(data, token), spansOf(data, token[10:]+" now"), spansOf(data, "use "+token[:6], token[20:]),
		spansOf(data, "now"),
	} {
		got := drawn(excerptOf(f, spans))
		assert.Contains(t, got, "[REDACTED]")
		for i := 0; i+6 < len(token); i += 6 {
			assert.NotContains(t, got, token[i:i+6])
		}
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add([]byte("a\nb \u200bword\t\xff"), 2, 9, 0, 3)
	f.Add([]byte(strings.Repeat("\u00e9", 500)), 401, 402, 3, 700)
	f.Fuzz(func(t *testing.T, data []byte, a, b, c, d int) {
		e := excerptOf(source.NewFile("f", "f", data), []source.Span{{Start: a, End: b}, {Start: c, End: d}})
		size, last := 0, 0
		for _, l := range e.Lines {
			if l.Number <= last {
				t.Fatalf("line %d after %d", l.Number, last)
			}
			last = l.Number
			for _, p := range l.Pieces {
				size += len(p.Text)
				for _, r := range p.Text {
					if !utf8.ValidRune(r) || text.Invisible(r) || p.Text == "" {
						t.Fatalf("%q is not fit to be shown", p.Text)
					}
				}
			}
		}
		if size > 12*excerptBytes {
			t.Fatalf("%d bytes", size)
		}
	})
}
