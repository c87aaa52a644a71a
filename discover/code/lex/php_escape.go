package lex

import (
	"bytes"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// unescaper decodes literals with backslash escapes and indentation, for PHP, Ruby and Elixir.
type unescaper struct {
	f *source.File
	b *source.Builder
	// indent is how many columns are taken off the start of each line. A tab is one column, or reaches to the next multiple of
	// eight when tabs is set.
	indent int
	tabs   bool
	// escape reads the escape of src that begins with the backslash at i.
	escape func(src []byte, i int) escape
}

// escape is one escape: what it stands for and the offset at which it ends, 0 when the backslash stands for itself.
type escape struct {
	end  int
	text string
	// isByte is set when it is one byte, raw, of which several may make a character.
	isByte bool
	raw    byte
}

// run decodes bytes [from, to). Fresh is set when they begin a line.
func (u *unescaper) run(from, to int, fresh bool) {
	src := u.f.Data[:to]
	plain := from
	for i := from; i < to; {
		if u.indent <= 0 {
			k := bytes.IndexByte(src[i:], '\\')
			if k < 0 {
				break
			}
			i += k
		} else if fresh {
			fresh = false
			if end := u.unindent(src, i); end > i {
				u.b.Lines(u.f, source.Span{Start: plain, End: i})
				i, plain = end, end
				continue
			}
		}
		if src[i] != '\\' {
			fresh = src[i] == '\n'
			i++
			continue
		}
		e := u.escape(src, i)
		if e.end == 0 {
			i++
			continue
		}
		u.b.Lines(u.f, source.Span{Start: plain, End: i})
		if e.isByte {
			i = u.bytes(src, i)
		} else {
			u.b.Escape(u.f, source.Span{Start: i, End: e.end}, e.text)
			i = e.end
			fresh = src[i-1] == '\n'
		}
		plain = i
	}
	if plain < to {
		u.b.Lines(u.f, source.Span{Start: plain, End: to})
	}
}

// unindent returns the offset at which the line that begins at i goes on after its indentation.
func (u *unescaper) unindent(src []byte, i int) int {
	for width := 0; i < len(src) && width < u.indent; i++ {
		switch {
		case src[i] == ' ', src[i] == '\t' && !u.tabs:
			width++
		case src[i] == '\t':
			if width = width/8*8 + 8; width > u.indent {
				return i
			}
		default:
			return i
		}
	}
	return i
}

// bytes decodes the run of escapes for single bytes that begins at i, as the UTF-8 they spell, and returns its end.
func (u *unescaper) bytes(src []byte, i int) int {
	var raw []byte
	var at []int
	for i < len(src) && src[i] == '\\' {
		e := u.escape(src, i)
		if !e.isByte {
			break
		}
		raw, at = append(raw, e.raw), append(at, i)
		i = e.end
	}
	at = append(at, i)
	for k := 0; k < len(raw); {
		_, size := utf8.DecodeRune(raw[k:])
		// An invalid byte becomes U+FFFD in the Builder.
		u.b.Escape(u.f, source.Span{Start: at[k], End: at[k+size]}, string(raw[k:k+size]))
		k += size
	}
	return i
}

// digitsAt reads up to most digits of base 8 or 16 at i, and returns their value and the offset after them.
func digitsAt(src []byte, i, base, most int) (value, end int) {
	for end = i; end < len(src) && end < i+most; end++ {
		d := int(src[end])
		switch {
		case d >= '0' && d <= '9':
			d -= '0'
		case d >= 'a' && d <= 'f':
			d -= 'a' - 10
		case d >= 'A' && d <= 'F':
			d -= 'A' - 10
		default:
			return value, end
		}
		if d >= base {
			return value, end
		}
		value = min(value*base+d, utf8.MaxRune+1)
	}
	return value, end
}

// bracedRune reads "{", hexadecimal digits, "}" at i. The end is 0 when that is not what stands there.
func bracedRune(src []byte, i int) (text string, end int) {
	if i >= len(src) || src[i] != '{' {
		return "", 0
	}
	value, end := digitsAt(src, i+1, 16, 12)
	if end == i+1 || end >= len(src) || src[end] != '}' {
		return "", 0
	}
	return string(rune(value)), end + 1
}

// quotedEscape is the escape of literals in which a backslash only guards itself and the delimiters, of which there may be two.
func quotedEscape(opening, closing byte) func([]byte, int) escape {
	return func(src []byte, i int) escape {
		if i+1 < len(src) && (src[i+1] == '\\' || src[i+1] == opening || src[i+1] == closing) {
			return escape{end: i + 2, text: string(src[i+1])}
		}
		return escape{}
	}
}

// noEscape is for literals that have none.
func noEscape([]byte, int) escape { return escape{} }

// guarded is an escape at i that stands for c, the byte behind the backslash, or for the character that begins with it.
func guarded(c byte, i int) escape {
	if c >= utf8.RuneSelf {
		return escape{end: i + 1}
	}
	return escape{end: i + 2, text: string(rune(c))}
}
