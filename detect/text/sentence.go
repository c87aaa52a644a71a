package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/internal/wordset"
)

// longestSentence bounds a sentence, in words; longer ones are split. Real sentences are much shorter.
const longestSentence = 150

// scanSentences splits the words into sentences at full stops, blank lines, list items, headings and markup, and not at the line breaks
// of wrapped text.
func (d *Doc) scanSentences() {
	if len(d.Words) == 0 {
		return
	}
	first, tag, lineStart, before := 0, 0, 0, d.Words[0].End()
	for i := 1; i < len(d.Words); i++ {
		w := &d.Words[i]
		ends := i-first >= longestSentence
		for ; tag < len(d.Tags) && d.Tags[tag].Start < w.Start(); tag++ {
			t := &d.Tags[tag]
			ends = ends || t.End > before && t.Open != '[' || t.Start >= before
		}
		if gap := d.gap(i); gap != " " {
			if strings.Contains(gap, "\n") {
				ends = ends || lineEnds(gap, before-lineStart, d.Raw[w.Start():])
				lineStart = w.Start()
			}
			ends = ends || d.stops(i, gap)
		}
		before = w.End()
		if ends {
			d.Sentences = append(d.Sentences, Range{first, i})
			first = i
		}
	}
	d.Sentences = append(d.Sentences, Range{first, len(d.Words)})
}

// lineEnds reports whether a gap with a line break ends a sentence. width is the length of the line before it, in bytes.
func lineEnds(gap string, width int, next string) bool {
	// wrapped is the shortest line that an editor would have wrapped.
	const wrapped = 50
	rest := strings.TrimLeft(gap[strings.IndexByte(gap, '\n')+1:], " \t\r")
	if strings.Contains(rest, "\n") || rest != "" && strings.IndexByte("-*#+>=|", rest[0]) >= 0 || strings.HasPrefix(rest, "\u2022") || strings.HasPrefix(rest, "\u2014") {
		return true
	}
	r, _ := utf8.DecodeRuneInString(next)
	return unicode.IsDigit(r) || unicode.IsUpper(r) && width < wrapped
}

// stops reports whether the punctuation between word i-1 and word i ends a sentence. The full stops and question marks of other scripts need no
// space after them.
func (d *Doc) stops(i int, gap string) bool {
	for k, r := range gap {
		switch r {
		case '.', '!', '?':
			if k+1 < len(gap) && (r != '.' || !d.abbreviated(i-1)) {
				return true
			}
		case '\u0589', '\u061F', '\u06D4', '\u0964', '\u0965', '\u104B', '\u1362', '\u1367', '\u17D4', '\u3002', '\uFF01', '\uFF1F', '\uFF0E', '\u2022', '\u2192', '\u2713', '\u2717', '\u00D7':
			return true
		}
	}
	return false
}

var abbreviations = wordset.Of(`etc vs eg ie cf approx incl dr mr fig`)

// abbreviated reports whether the full stop after word i belongs to it: e.g., i.e., etc.
func (d *Doc) abbreviated(i int) bool {
	w := d.Words[i].Fold
	return abbreviations[w] || i > 0 && (w == "g" && d.Words[i-1].Fold == "e" || w == "e" && d.Words[i-1].Fold == "i")
}

// longestQuote bounds a quotation, in bytes. A mark without its partner by then is ignored.
const longestQuote = 400

// scanQuotes finds quotations. Apostrophes inside words do not count, and no quotation crosses a blank line.
func (d *Doc) scanQuotes() {
	s := d.Folded
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '"' && c != '\'' && c != '`' {
			continue
		}
		if c == '`' && strings.HasPrefix(s[i:], "```") {
			i += 2
			continue
		}
		if c == '\'' && (i > 0 && alnum(s, i-1) || i+1 >= len(s) || s[i+1] <= ' ') {
			continue
		}
		end := closing(s, i, c)
		if end < 0 {
			continue
		}
		start, stop := d.RawSpan(i, end+1)
		d.Quotes = append(d.Quotes, Range{start, stop})
		i = end
	}
}

func closing(s string, open int, mark byte) int {
	limit := min(len(s), open+longestQuote)
	for j := open + 1; j < limit; j++ {
		switch {
		case s[j] == '\n' && j+1 < limit && s[j+1] == '\n':
			return -1
		case s[j] == '\n' && mark == '`':
			return -1
		case s[j] != mark:
		case mark == '\'' && (j+1 < len(s) && alnum(s, j+1) || s[j-1] <= ' '):
		case j == open+1:
			return -1
		default:
			return j
		}
	}
	return -1
}
