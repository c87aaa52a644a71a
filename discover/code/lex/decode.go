package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// guard says what a backslash guards in literals that have no other escape.
type guard uint8

const (
	guardsDelimiters guard = 1 + iota // itself and the delimiters
	guardsEnd                         // the closing delimiter; in front of another backslash both stand
)

// decode appends the text of literal t. Hashes stand in its escapes behind the backslash.
func (m *form) decode(f *source.File, t Token, hashes int, b *source.Builder) {
	src, plain := f.Data[:t.BodyEnd], int(t.Body) // where what is not yet appended begins
	special := m.twice
	if m.escape != nil || m.guard != 0 {
		special += `\`
	}
	if t.Indent > 0 || m.trim {
		special += "\n"
	}
	if m.returns != 0 {
		special += "\r"
	}
	if special == "" {
		b.Lines(f, source.Span{Start: plain, End: len(src)})
		return
	}
	if plain > 0 && src[plain-1] == '\n' {
		plain, _ = m.indented(src, plain, int(t.Indent))
	}
	for i := plain; i < len(src); {
		k := bytes.IndexAny(src[i:], special)
		if k < 0 {
			break
		}
		i += k
		if src[i] == '\n' {
			end := i + 1
			if m.trim {
				end = plain + len(bytes.TrimRight(src[plain:i], " \t\f\v\r"))
			}
			next, _ := m.indented(src, i+1, int(t.Indent))
			if next > i+1 || end < i+1 {
				b.Lines(f, source.Span{Start: plain, End: end})
				newline(f, source.Span{Start: end, End: i + 1}, b)
				plain = next
			}
			i = next
			continue
		}
		decoded, n := m.escapeAt(f, t, src[i:], hashes)
		if n == 0 {
			i++
			continue
		}
		b.Lines(f, source.Span{Start: plain, End: i})
		b.Escape(f, source.Span{Start: i, End: i + n}, decoded)
		i += n
		if src[i-1] == '\n' {
			i, _ = m.indented(src, i, int(t.Indent))
		}
		plain = i
	}
	end := len(src)
	if m.trim {
		end = plain + len(bytes.TrimRight(src[plain:], " \t\f\v"))
	}
	b.Lines(f, source.Span{Start: plain, End: end})
}

// escapeAt decodes what begins at the start of s, n bytes long; 0 when it stands for itself.
func (m *form) escapeAt(f *source.File, t Token, s []byte, hashes int) (decoded string, n int) {
	switch {
	case s[0] == '\r':
		if m.returns == returnsDrop {
			return "", 1
		}
		if len(s) > 1 && s[1] == '\n' {
			return "", 0
		}
		return "\n", 1
	case s[0] != '\\':
		if len(s) > 1 && s[1] == s[0] {
			return string(s[:1]), 2
		}
		return "", 0
	case m.escape != nil:
		if len(s) <= 1+hashes || len(bytes.TrimLeft(s[1:1+hashes], "#")) > 0 {
			return "", 0
		}
		if decoded, n = m.escape(s[hashes:]); n > 0 {
			n += hashes
		}
		return decoded, n
	case len(s) < 2:
		return "", 0
	}
	shut := t.BodyEnd < t.End && s[1] == f.Data[t.BodyEnd]
	switch {
	case shut, m.guard == guardsDelimiters && (s[1] == '\\' || t.Body > t.Start && s[1] == f.Data[t.Body-1]):
		return string(s[1:2]), 2
	case s[1] == '\\':
		return `\\`, 2
	}
	return "", 0
}

// indented returns the offset at which the line that begins at i goes on after so many columns of blanks, or fewer, and how many.
func (m *form) indented(src []byte, i, columns int) (end, width int) {
	for ; i < len(src) && width < columns && isBlank(src[i]); i++ {
		next := width + 1
		if src[i] == '\t' && m.tabs {
			next = width/8*8 + 8
		}
		if next > columns {
			break
		}
		width = next
	}
	return i, width
}

// newline appends the line break that span is, perhaps with blanks around it that are dropped.
func newline(f *source.File, span source.Span, b *source.Builder) {
	switch {
	case span.Start == span.End:
	case span.End == span.Start+1 && f.Data[span.Start] == '\n':
		b.Verbatim(f, span)
	default:
		b.Fold(f, span, "\n")
	}
}

// The styles of documentation comments.
const (
	docLines Style = iota // a run of line comments
	docBlock              // /** */
)

// docForm is how the lines of documentation comments are decoded.
type docForm struct {
	// run is set where line comments begin with any number of #, and not with three bytes.
	run bool
	// blanks drops all blanks behind the mark of a line and not one only; trim those at the ends of lines.
	blanks, trim bool
}

// decode appends the text of a documentation comment: without the marks at the start of each line, blanks after them, and line
// breaks in front of the text and behind it.
func (d docForm) decode(f *source.File, t Token, b *source.Builder) {
	at, end := int(t.Start), int(t.End)
	block := t.Style == docBlock
	if block {
		at += len("/**")
		end = at + len(bytes.TrimSuffix(f.Data[at:end], []byte("*/")))
		end = at + len(bytes.TrimRight(f.Data[at:end], " \t\r\n*"))
	}
	skip := func(from, to int, set string) int { return to - len(bytes.TrimLeft(f.Data[from:to], set)) }
	last := -1 // where the text so far ends
	for first := block; at < end; first = false {
		stop, next := lineAt(f.Data, at, end)
		from := at
		if !first {
			from = skip(at, stop, " \t\f\v")
			switch {
			case block:
				from = skip(from, stop, "*")
			case d.run:
				from = skip(from, stop, "#")
			default:
				from = min(from+len("///"), stop)
			}
		}
		if d.blanks || first && d.trim {
			from = skip(from, stop, " \t")
		} else if from < stop && isBlank(f.Data[from]) {
			from++
		}
		if d.trim {
			stop = from + len(bytes.TrimRight(f.Data[from:stop], " \t\r"))
		}
		if from < stop {
			for last >= 0 && last < from {
				line, after := lineAt(f.Data, last, from)
				newline(f, source.Span{Start: line, End: after}, b)
				last = after
			}
			b.Verbatim(f, source.Span{Start: from, End: stop})
			last = stop
		}
		at = next
	}
}

// lineAt returns the end of the line at i and the start of the next one, both at most end.
func lineAt(data []byte, i, end int) (stop, next int) {
	k := bytes.IndexAny(data[i:end], "\r\n")
	if k < 0 {
		return end, end
	}
	stop = i + k
	next = stop + 1
	if data[stop] == '\r' && next < end && data[next] == '\n' {
		next++
	}
	return stop, next
}
