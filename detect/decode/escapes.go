package decode

import (
	"html"
	"strings"
	"unicode/utf8"
)

const (
	// minConcealed is the fewest letters and digits that must have been written as escapes: "sh" alone is no command.
	// Escaped punctuation, as in &lt;div&gt; or a query string, is what escapes are for.
	minConcealed = 3
	// minPercent is the fewest percent escapes of a run.
	minPercent = 3
	// maxEscapeGap is how many readable bytes may stand between two escapes of one run: a few readable words.
	maxEscapeGap = 48
	// maxMargin bounds the readable text before and after the escapes that is decoded with them, so that a command of
	// which only some letters are escaped is read whole.
	maxMargin = 200
	// maxEntity bounds the length of one HTML entity.
	maxEntity = 32
)

// escape is one escaped character: the bytes it spans and what it stands for.
type escape struct {
	start, end int
	text       string
}

// scanEscapes finds runs of percent-encoding, HTML entities and backslash escapes.
func scanEscapes(s string) []run {
	var runs []run
	for _, k := range []struct {
		mark     byte
		encoding Encoding
		read     func(string, int) (escape, bool)
	}{{'%', Percent, readPercent}, {'&', HTML, readEntity}, {'\\', Escapes, readBackslash}} {
		if strings.IndexByte(s, k.mark) < 0 {
			continue
		}
		var group []escape
		flush := func() {
			if r, ok := joinEscapes(s, k.encoding, group); ok {
				runs = append(runs, r)
			}
			group = group[:0]
		}
		for i := 0; i < len(s); {
			n := strings.IndexByte(s[i:], k.mark)
			if n < 0 {
				break
			}
			e, ok := k.read(s, i+n)
			if !ok {
				i += n + 1
				continue
			}
			if len(group) > 0 && e.start-group[len(group)-1].end > maxEscapeGap {
				flush()
			}
			group = append(group, e)
			i = e.end
		}
		flush()
	}
	return runs
}

// joinEscapes decodes a stretch of escapes with the readable text around it.
func joinEscapes(s string, enc Encoding, group []escape) (run, bool) {
	concealed := 0
	for _, e := range group {
		concealed += alphanumerics(e.text)
	}
	if enc == Percent && len(group) < minPercent || enc != Percent && concealed < minConcealed {
		return run{}, false
	}
	r := run{encoding: enc}
	r.start = marginStart(s, group[0].start, enc == Percent)
	r.end = marginEnd(s, group[len(group)-1].end, enc == Percent)
	r.coreStart = group[0].start - r.start
	at := r.start
	for _, e := range group {
		r.data = append(append(r.data, s[at:e.start]...), e.text...)
		at = e.end
	}
	r.coreEnd = len(r.data)
	r.data = append(r.data, s[at:r.end]...)
	return r, promising(r.data)
}

// marginStart goes back to the start of the line, or, within, of the word.
func marginStart(s string, i int, word bool) int {
	from := i
	for i > 0 && from-i < maxMargin && !stops(s[i-1], word) {
		i--
	}
	for i < from && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}

func marginEnd(s string, i int, word bool) int {
	from := i
	for i < len(s) && i-from < maxMargin && !stops(s[i], word) {
		i++
	}
	for i > from && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

func stops(c byte, word bool) bool {
	return c == '\n' || word && (classes[c]&(space|quote) != 0 || strings.IndexByte("<>=&?", c) >= 0)
}

// readPercent reads %XX, and the runs of them that make one character of UTF-8.
func readPercent(s string, i int) (escape, bool) {
	if i+3 > len(s) || !allHex(s[i+1:i+3]) {
		return escape{}, false
	}
	return escape{i, i + 3, string([]byte{hexValue(s[i+1])<<4 | hexValue(s[i+2])})}, true
}

// readEntity reads a named or numeric character reference with its semicolon.
func readEntity(s string, i int) (escape, bool) {
	n := strings.IndexByte(s[i:min(len(s), i+maxEntity)], ';')
	if n < 0 {
		return escape{}, false
	}
	entity := s[i : i+n+1]
	text := html.UnescapeString(entity)
	if text == entity || strings.ContainsRune(text, ';') && len(text) > 1 {
		return escape{}, false
	}
	return escape{i, i + n + 1, text}, true
}

// readBackslash reads the escapes of the common languages: \xHH, \uHHHH, \u{H...}, \UHHHHHHHH and octal \OOO.
func readBackslash(s string, i int) (escape, bool) {
	rest := s[i+1:]
	if rest == "" {
		return escape{}, false
	}
	hex := func(skip, n int) (escape, bool) {
		if len(rest) < skip+n || !allHex(rest[skip:skip+n]) {
			return escape{}, false
		}
		return escape{i, i + 1 + skip + n, codePoint(rest[skip:skip+n], 16)}, true
	}
	switch c := rest[0]; {
	case c == 'x':
		return hex(1, 2)
	case c == 'u' && strings.HasPrefix(rest, "u{"):
		n := strings.IndexByte(rest[:min(len(rest), 10)], '}')
		if n < 3 || !allHex(rest[2:n]) {
			return escape{}, false
		}
		return escape{i, i + 2 + n, codePoint(rest[2:n], 16)}, true
	case c == 'u':
		return hex(1, 4)
	case c == 'U':
		return hex(1, 8)
	case c >= '0' && c <= '3' && len(rest) >= 3 && strings.Trim(rest[1:3], "01234567") == "":
		return escape{i, i + 4, codePoint(rest[:3], 8)}, true
	}
	return escape{}, false
}

func allHex(s string) bool {
	for i := 0; i < len(s); i++ {
		if classes[s[i]]&hexDigit == 0 {
			return false
		}
	}
	return len(s) > 0
}

func codePoint(digits string, base rune) string {
	var r rune
	for i := 0; i < len(digits); i++ {
		if r = r*base + rune(hexValue(digits[i])); r > utf8.MaxRune {
			return string(utf8.RuneError)
		}
	}
	return string(r)
}
