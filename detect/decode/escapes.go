package decode

import (
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// minHidden is the minimum of escaped letters and digits: "sh" alone is not a command, and punctuation is often escaped, as in
	// &lt;div&gt;.
	minHidden = 3
	// minPercent is the minimum of percent escapes in a run.
	minPercent = 3
	// maxEscapeGap is how many readable bytes may be between two escapes of a run.
	maxEscapeGap = 48
	// maxExtension bounds the readable text around the escapes that is decoded with them, so that a partly escaped command is read whole.
	maxExtension = 200
	maxEntity    = 32
)

// escape is one escaped character: its span and its text.
type escape struct {
	start, end int
	text       string
}

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

// joinEscapes decodes escapes with the readable text around them.
func joinEscapes(s string, enc Encoding, group []escape) (run, bool) {
	hidden := 0
	for _, e := range group {
		for _, c := range []byte(e.text) {
			if classes[c]&(letter|digit) != 0 {
				hidden++
			}
		}
	}
	if enc == Percent && len(group) < minPercent || enc != Percent && hidden < minHidden {
		return run{}, false
	}
	r := run{encoding: enc, signs: hidden == 0}
	r.start = extend(s, group[0].start, -1, enc == Percent)
	r.end = extend(s, group[len(group)-1].end, 1, enc == Percent)
	r.coreStart = group[0].start - r.start
	at := r.start
	for _, e := range group {
		r.data = append(append(r.data, s[at:e.start]...), e.text...)
		at = e.end
	}
	r.coreEnd = len(r.data)
	r.data = append(r.data, s[at:r.end]...)
	return r, worthDecoding(r.data)
}

// extend moves from byte i in direction step (-1 or 1) to the end of the line or, if word is set, of the word.
func extend(s string, i, step int, word bool) int {
	at := i
	for n := 0; n < maxExtension; n++ {
		next := at + min(step, 0)
		if next < 0 || next >= len(s) || endsExtension(s[next], word) {
			break
		}
		at += step
	}
	for at != i && at < len(s) && !utf8.RuneStart(s[at]) {
		at -= step
	}
	return at
}

func endsExtension(c byte, word bool) bool {
	return c == '\n' || word && (classes[c]&(space|quote) != 0 || strings.IndexByte("<>=&?", c) >= 0)
}

// readPercent reads %XX.
func readPercent(s string, i int) (escape, bool) {
	if i+3 > len(s) || !allHex(s[i+1:i+3]) {
		return escape{}, false
	}
	b, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
	return escape{i, i + 3, string([]byte{byte(b)})}, err == nil
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

// readBackslash reads the escapes of common languages: \xHH, \uHHHH, \u{H...}, \UHHHHHHHH and octal \OOO.
func readBackslash(s string, i int) (escape, bool) {
	rest := s[i+1:]
	skip, n, base := 1, 0, 16
	switch {
	case rest == "":
		return escape{}, false
	case rest[0] == 'x':
		n = 2
	case strings.HasPrefix(rest, "u{"):
		skip, n = 2, strings.IndexByte(rest[:min(len(rest), 10)], '}')-2
	case rest[0] == 'u':
		n = 4
	case rest[0] == 'U':
		n = 8
	case rest[0] >= '0' && rest[0] <= '3' && len(rest) >= 3 && strings.Trim(rest[1:3], "01234567") == "":
		skip, n, base = 0, 3, 8
	}
	if n < 1 || len(rest) < skip+n || !allHex(rest[skip:skip+n]) {
		return escape{}, false
	}
	r, err := strconv.ParseUint(rest[skip:skip+n], base, 32)
	if err != nil || r > utf8.MaxRune {
		r = utf8.RuneError
	}
	end := i + 1 + skip + n
	if skip == 2 {
		end++
	}
	return escape{i, end, string(rune(r))}, true
}

func allHex(s string) bool {
	return s != "" && !slices.ContainsFunc([]byte(s), func(c byte) bool { return classes[c]&hexDigit == 0 })
}
