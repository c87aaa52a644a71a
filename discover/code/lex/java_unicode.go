package lex

import (
	"bytes"
	"fmt"
)

// PlainJava returns source code of Java with those escapes \uXXXX replaced that change how it reads. Java decodes them before anything
// else, so that they may end a comment or stand for a quote. The copy has the length of data, and every character that counts stands
// within the bytes of its escape, with blanks around it; names that hold an escape are moved together. Escapes in literals and comments that
// change nothing stay. When there is nothing to replace, data itself is returned.
func PlainJava(data []byte) []byte {
	if !bytes.Contains(data, []byte(`\u`)) {
		return data
	}
	j := javaPlain{src: data}
	for j.i < len(data) {
		j.step()
	}
	if j.out == nil {
		return data
	}
	return j.out
}

// javaPlain goes through a file once.
type javaPlain struct {
	src, out []byte
	i        int
}

// unit returns the character at i as Java sees it, and the end of its bytes. Outside of ASCII, it is one byte or 0x80.
func (j *javaPlain) unit(i int) (c byte, end int) {
	if i >= len(j.src) {
		return 0, len(j.src)
	}
	if j.src[i] != '\\' || i+1 >= len(j.src) || j.src[i+1] != 'u' {
		return j.src[i], i + 1
	}
	e := escapes{u: true, uu: true}
	v, n := e.unit(j.src[i:])
	switch {
	case n == 0:
		return '\\', i + 1
	case v >= 0x80:
		return 0x80, i + n
	}
	return byte(v), i + n
}

// put writes s at offset at, and blanks over the rest of [start, end).
func (j *javaPlain) put(start, end, at int, s string) {
	if j.out == nil {
		j.out = bytes.Clone(j.src)
	}
	for i := start; i < end; i++ {
		if !isBreak(j.out[i]) {
			j.out[i] = ' '
		}
	}
	copy(j.out[at:end], s)
}

// is reports whether the units from i are s, where they end, and whether one of them is an escape.
func (j *javaPlain) is(i int, s string) (end int, escape, ok bool) {
	end = i
	for k := range len(s) {
		c, next := j.unit(end)
		if next == end || c != s[k] {
			return 0, false, false
		}
		escape = escape || next > end+1
		end = next
	}
	return end, escape, true
}

// step reads one comment, literal or other run of characters. A comment that an escape begins or ends is blanked.
func (j *javaPlain) step() {
	start := j.i
	for _, mark := range [][2]string{{"//", "\n"}, {"/*", "*/"}, {`"""`, `"""`}, {`"`, `"`}, {"'", "'"}} {
		end, escape, ok := j.is(start, mark[0])
		if !ok {
			continue
		}
		j.i = end
		switch comment := mark[0][0] == '/'; {
		case comment:
			if ends := j.until(mark[1], true); escape || ends {
				j.put(start, j.i, start, "")
			}
			return
		case escape:
			j.put(start, end, end-len(mark[0]), mark[0])
		}
		j.until(mark[1], false)
		return
	}
	// A run of letters, or of one mark.
	var run []byte
	escape := false
	for j.i < len(j.src) {
		c, end := j.unit(j.i)
		letter := isWordByte(c, true)
		if len(run) > 0 && !letter {
			break
		}
		if c == 0x80 && end > j.i+1 {
			run = append(run, j.src[j.i:end]...)
		} else {
			if end > j.i+1 && isBreak(c) {
				c = ' ' // lines are counted as an editor shows them
			}
			escape = escape || end > j.i+1
			run = append(run, c)
		}
		j.i = end
		if !letter {
			break
		}
	}
	if escape {
		j.put(start, j.i, start, string(run))
	}
}

// until reads on to a mark that ends a comment or literal, and reports whether an escape is in it. Backslashes escape in literals; those
// of one line end with it.
func (j *javaPlain) until(mark string, comment bool) bool {
	for j.i < len(j.src) {
		c, next := j.unit(j.i)
		end, escape, ok := j.is(j.i, mark)
		switch {
		case ok:
			if escape && !comment {
				j.put(j.i, end, j.i, mark)
			}
			j.i = end
			return escape
		case isBreak(c) && mark == "\n":
			j.i = next
			return c == '\r' && j.src[next-1] != '\r'
		case comment:
			j.i = next
		case c == '\\':
			j.backslash(next)
		case isBreak(c) && len(mark) == 1 && next == j.i+1:
			return false
		default:
			j.i = next
		}
	}
	return false
}

// backslash reads an escape of a literal whose backslash ends before next. When that is written as an escape itself, what both stand for is
// written as one.
func (j *javaPlain) backslash(next int) {
	start := j.i
	if next == start+1 {
		j.i = min(next+1, len(j.src))
		return
	}
	c, end := j.unit(next)
	j.i = end
	e := javaEscapes
	text, n := e.at([]byte{'\\', c})
	if n != 2 || len(text) != 1 {
		return
	}
	size := end - start
	s := fmt.Sprintf(`\%s%04x`, bytes.Repeat([]byte("u"), size-len(`\0000`)), text[0])
	j.put(start, end, start, s)
}
