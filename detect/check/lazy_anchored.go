package check

import (
	"io"
	"unicode/utf8"
)

const (
	// readAhead is how many characters may be read of a text in trying one place of it after the other, at least, and readTwice how many
	// times its length. What would read more is matched in one pass.
	readAhead, readTwice = 4096, 2
	// behindBytes is what the reader gives out before the place that is tried: the byte that stands there, as one character.
	behindBytes = 1
)

// findAll is FindAllStringIndex of one of lineExpressions: only the places where a match may begin are tried, so that a long text with
// one such place costs little more than one without.
func (l *lazyRegexp) findAll(s string, n int) [][]int {
	left := readAhead + readTwice*len(s)
	if left < 0 {
		return l.get().FindAllStringIndex(s, n)
	}
	var found [][]int
	table, t, r := lineTable(), l.starts(), placeReader{text: s}
	for i := table.next(s, 0); i < len(s) && len(found) < n; i = table.next(s, i) {
		if !t.mayBegin(s, i) {
			i++
			continue
		}
		r.begin(i, left)
		m := l.anchored().FindReaderIndex(&r)
		if left = r.left; left <= 0 {
			return l.get().FindAllStringIndex(s, n)
		}
		if m == nil {
			i++
			continue
		}
		end := i + m[1] - behindBytes
		found = append(found, []int{i, end})
		i = end
	}
	return found
}

// placeReader reads a text from the byte before a place on, which edges of words depend on: beyond ASCII they tell no characters apart.
type placeReader struct {
	text     string
	at, left int
	behind   bool
}

func (r *placeReader) begin(at, left int) { r.at, r.left, r.behind = at, left, true }

// ReadRune implements io.RuneReader. It ends when nothing is left to be read.
func (r *placeReader) ReadRune() (c rune, size int, err error) {
	if r.behind {
		r.behind = false
		switch {
		case r.at == 0:
			return '\n', behindBytes, nil
		case r.text[r.at-1] < utf8.RuneSelf:
			return rune(r.text[r.at-1]), behindBytes, nil
		}
		return utf8.RuneError, behindBytes, nil
	}
	if r.left--; r.left <= 0 || r.at >= len(r.text) {
		return 0, 0, io.EOF
	}
	if c := r.text[r.at]; c < utf8.RuneSelf {
		r.at++
		return rune(c), 1, nil
	}
	c, size = utf8.DecodeRuneInString(r.text[r.at:])
	r.at += size
	return c, size, nil
}
