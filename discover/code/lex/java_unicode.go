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
		j.out[i] = ' '
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

// step reads one comment, literal or other run of characters.
func (j *javaPlain) step() {
	start := j.i
	for _, mark := range []string{"//", "/*", `"""`, `"`, "'"} {
		end, escape, ok := j.is(start, mark)
		if !ok {
			continue
		}
		if escape {
			at := start
			if mark[0] != '/' {
				at = end - len(mark)
			}
			j.put(start, end, at, mark)
		}
		j.i = end
		switch mark {
		case "//":
			j.lineComment(start)
		case "/*":
			j.until("*/", true)
		default:
			j.until(mark, false)
		}
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

// lineComment reads on to the end of the comment of one line that begins at start. One that ends at an escape is blanked, so that no line
// is added.
func (j *javaPlain) lineComment(start int) {
	for j.i < len(j.src) {
		c, end := j.unit(j.i)
		escape := end > j.i+1
		j.i = end
		if isBreak(c) {
			if escape {
				j.put(start, end, start, "")
			}
			return
		}
	}
}

// until reads on to a mark that ends a comment or literal. Backslashes escape in literals; those of one line end with it.
func (j *javaPlain) until(mark string, comment bool) {
	for j.i < len(j.src) {
		if end, escape, ok := j.is(j.i, mark); ok {
			if escape {
				at := j.i
				if comment {
					at = end - len(mark)
				}
				j.put(j.i, end, at, mark)
			}
			j.i = end
			return
		}
		c, end := j.unit(j.i)
		switch {
		case !comment && c == '\\':
			j.backslash(end)
			continue
		case !comment && len(mark) == 1 && isBreak(c) && end == j.i+1:
			return
		}
		j.i = end
	}
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
