package text

import "strings"

// longestQuote bounds a quotation, in bytes. What people quote in tool text is shorter, and a mark that is not closed by
// then is no quotation.
const longestQuote = 400

// scanQuotes finds quotations. An apostrophe inside a word opens and closes nothing, a quotation never crosses a blank
// line, and a mark without its partner is ignored.
func (d *Doc) scanQuotes() {
	s := d.Folded
	for i := 0; i < len(s); i++ {
		c := s[i]
		if byteClasses[c]&classQuote == 0 {
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
