package manifest

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/discover/source"
)

// alignYAML finds the raw text of the scalar at off, with its tag and anchor, and maps value to it. It decodes the raw text again by the
// rules of its style. If the result differs from value, it maps value to the scalar as a whole. indent is the column, from 0, of the
// enclosing block collection, or -1.
func alignYAML(raw *yamlRaw, off int, style yaml.Style, value string, indent int) (source.Text, source.Span) {
	data := raw.file.Data[:raw.span.End]
	begin := skipYAMLProperties(data, off)
	a := yamlAligner{file: raw.file, data: data}
	matches := func(t source.Text) bool { return raw.withStandIns(t.Value) == value }
	var text source.Text
	end := begin
	switch style {
	case 0:
		if value == "" {
			return source.VerbatimText(raw.file, source.Span{Start: off, End: off}), source.Span{Start: off, End: off}
		}
		text, end = a.flow(begin, 0, len(raw.original(value)))
	case yaml.SingleQuotedStyle:
		text, end = a.flow(begin, '\'', 0)
	case yaml.DoubleQuotedStyle:
		text, end = a.flow(begin, '"', 0)
	default:
		head, ok := blockHeader(data, begin)
		if !ok {
			break
		}
		for _, n := range head.indents(indent, value) {
			if text, end = a.block(head, n, style == yaml.FoldedStyle); matches(text) {
				break
			}
		}
	}
	span := source.Span{Start: off, End: max(end, off)}
	if matches(text) {
		if value == "" {
			text = source.VerbatimText(raw.file, source.Span{Start: span.End, End: span.End})
		}
		return text, span
	}
	var b source.Builder
	b.Inexact(raw.file, span, raw.original(value))
	return b.Text(), span
}

type yamlAligner struct {
	file *source.File
	data []byte // up to the end of the document
	b    source.Builder
}

func (a *yamlAligner) verbatim(start, end int) {
	a.b.Verbatim(a.file, source.Span{Start: start, End: end})
}

func (a *yamlAligner) breakAt(off int) int { return yamlBreakAt(a.data, off) }

func yamlBreakAt(data []byte, off int) int {
	if off >= len(data) {
		return 0
	}
	switch data[off] {
	case '\n':
		return 1
	case '\r':
		if off+1 < len(data) && data[off+1] == '\n' {
			return 2
		}
		return 1
	case 0xC2, 0xE2:
		if c, size := utf8.DecodeRune(data[off:]); yamlBreak(c) {
			return size
		}
	}
	return 0
}

// breaks appends line breaks as YAML normalises them: LF, but U+2028 and U+2029 unchanged.
func (a *yamlAligner) breaks(spans ...source.Span) {
	for _, s := range spans {
		switch {
		case s.End == s.Start:
		case a.data[s.Start] == '\n' || a.data[s.Start] == 0xE2:
			a.b.Verbatim(a.file, s)
		default:
			a.b.Fold(a.file, s, "\n")
		}
	}
}

func yamlBlank(c byte) bool { return c == ' ' || c == '\t' }

// blankRun returns the end of the white space and line breaks at off, and the number of breaks.
func (a *yamlAligner) blankRun(off int) (end, breaks int) {
	for off < len(a.data) {
		if n := a.breakAt(off); n > 0 {
			breaks++
			off += n
		} else if yamlBlank(a.data[off]) {
			off++
		} else {
			break
		}
	}
	return off, breaks
}

// fold appends the white space [start, end), which contains line breaks, as a flow scalar folds it: one break becomes a space, n breaks
// become n-1, and blanks around them are dropped. escaped is set if the first break is escaped and thus removed.
func (a *yamlAligner) fold(start, end int, escaped bool) {
	var breaks []source.Span
	for off := start; off < end; off++ {
		if n := a.breakAt(off); n > 0 {
			breaks = append(breaks, source.Span{Start: off, End: off + n})
			off += n - 1
		}
	}
	switch first := breaks[0]; {
	case !escaped && a.data[first.Start] == 0xE2:
		a.breaks(breaks...)
		return
	case !escaped && len(breaks) == 1:
		a.b.Fold(a.file, source.Span{Start: start, End: end}, " ")
	}
	a.breaks(breaks[1:]...)
}

// flow decodes a plain scalar of n decoded bytes, or a quoted one if mark is not 0.
func (a *yamlAligner) flow(off int, mark byte, n int) (source.Text, int) {
	if mark != 0 {
		if off >= len(a.data) || a.data[off] != mark {
			return source.Text{}, off
		}
		off++
	}
	run := off // the start of text that is as it is
	flush := func(next int) {
		a.verbatim(run, off)
		off, run = next, next
	}
	for off < len(a.data) && (mark != 0 || a.b.Len()+off-run < n) {
		at, c := off, a.data[off]
		switch {
		case c == mark && mark == '\'' && off+1 < len(a.data) && a.data[off+1] == mark:
			flush(off + 2)
			a.b.Escape(a.file, source.Span{Start: at, End: off}, "'")
		case c == mark && mark != 0:
			flush(off + 1)
			return a.b.Text(), off
		case c == '\\' && mark == '"' && a.breakAt(off+1) > 0:
			end, _ := a.blankRun(off + 1)
			flush(end)
			a.fold(at+1, end, true)
		case c == '\\' && mark == '"':
			decoded, size := backslash(a.data[off:], yamlEscapes)
			flush(off + size)
			a.b.Escape(a.file, source.Span{Start: at, End: off}, decoded)
		case yamlBlank(c) || a.breakAt(off) > 0:
			end, breaks := a.blankRun(off)
			if breaks == 0 {
				off = end
				break
			}
			flush(end)
			a.fold(at, end, false)
		default:
			_, size := utf8.DecodeRune(a.data[off:])
			if off += size; mark == 0 && size == 1 && c >= utf8.RuneSelf {
				flush(off) // an invalid byte decodes to more bytes than it has
			}
		}
	}
	flush(off)
	return a.b.Text(), off
}

// yamlEscapes are the escapes of YAML 1.2.2, section 5.7, each followed by its value.
const yamlEscapes = "0\x00a\ab\bt\t\t\tn\nv\vf\fr\re\x1b  \"\"''//\\\\N\u0085_\u00A0L\u2028P\u2029"

// backslash decodes the escape at the start of s, size bytes long: \x, \u, \U, or one in known.
func backslash(s []byte, known string) (decoded string, size int) {
	if len(s) < 2 {
		return "", len(s)
	}
	if digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[1]]; digits > 0 {
		if r, ok := source.HexRune(s[2:], digits); ok && r >= 0 {
			return string(r), 2 + digits
		}
		return "", 2
	}
	for i := 0; i < len(known); {
		_, n := utf8.DecodeRuneInString(known[i+1:])
		if known[i] == s[1] {
			return known[i+1 : i+1+n], 2
		}
		i += 1 + n
	}
	return "", 2
}

// skipYAMLProperties skips the anchor and tag at off, with white space and comments after them.
func skipYAMLProperties(data []byte, off int) int {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	for off < len(data) && (data[off] == '&' || data[off] == '!') {
		anchor := data[off] == '&'
		off++
		// The library ends an anchor after its letters: in &a?b the value is ?b.
		for off < len(data) && (!anchor || strings.IndexByte(letters, data[off]) >= 0) && !yamlBlank(data[off]) && yamlBreakAt(data, off) == 0 {
			off++
		}
		off = skipYAMLSpace(data, off)
	}
	return off
}

func skipYAMLSpace(data []byte, off int) int {
	for off < len(data) {
		n := yamlBreakAt(data, off)
		switch {
		case n > 0:
			off += n
		case yamlBlank(data[off]):
			off++
		case data[off] == '#':
			for off < len(data) && yamlBreakAt(data, off) == 0 {
				off++
			}
		default:
			return off
		}
	}
	return off
}

// flowEnd returns the end of the closing bracket after off, if only commas, white space and comments are in between, or else off.
func flowEnd(data []byte, off int, closing byte) int {
	for at := skipYAMLSpace(data, off); at < len(data); at = skipYAMLSpace(data, at+1) {
		if data[at] == closing {
			return at + 1
		}
		if strings.IndexByte(",[{?:", data[at]) < 0 {
			break
		}
	}
	return off
}

type yamlHeader struct {
	body        int // where the lines begin
	number      int // the indentation indicator, or 0
	keep, strip bool
	leading     int // the spaces before the first character that is not a space, on the first line that has one
}

func blockHeader(data []byte, off int) (h yamlHeader, ok bool) {
	if off >= len(data) || (data[off] != '|' && data[off] != '>') {
		return h, false
	}
	for off++; off < len(data); off++ {
		switch c := data[off]; {
		case c == '+':
			h.keep = true
		case c == '-':
			h.strip = true
		case c >= '1' && c <= '9':
			h.number = int(c - '0')
		default:
			for off < len(data) && yamlBreakAt(data, off) == 0 {
				off++ // white space and a comment
			}
			h.body = off + yamlBreakAt(data, off)
			for off = h.body; off < len(data); {
				if n := yamlBreakAt(data, off); n > 0 {
					h.leading, off = 0, off+n
				} else if data[off] == ' ' {
					h.leading, off = h.leading+1, off+1
				} else {
					break
				}
			}
			return h, true
		}
	}
	h.body = off
	return h, true
}

// indents returns the possible indentations of the scalar, most likely first. An explicit indicator is relative to the enclosing block
// collection, whose column is unknown if it has an anchor; then the value decides.
func (h yamlHeader) indents(parent int, value string) []int {
	first := strings.TrimLeft(value, "\n")
	if first == "" {
		// No line belongs to the scalar, however far the next line is indented.
		return []int{math.MaxInt}
	}
	fromValue := max(h.leading-(len(first)-len(strings.TrimLeft(first, " "))), 0)
	out := []int{h.leading, fromValue}
	if h.number > 0 {
		out = []int{max(parent, 0) + h.number, fromValue}
	}
	return slices.Compact(out)
}

// block decodes a literal or folded scalar. A line break is pending until the next line shows whether to fold it.
func (a *yamlAligner) block(h yamlHeader, indent int, folded bool) (source.Text, int) {
	a.b = source.Builder{}
	indent = max(indent, 1)
	off, trailing := a.emptyLines(h.body, indent)
	end := h.body
	var pending source.Span // the break after the last line, empty at first
	leadingBlank := false
	for off < len(a.data) && a.column(off) == indent && a.breakAt(off) == 0 {
		blank := yamlBlank(a.data[off])
		if folded && !leadingBlank && !blank && pending.End > pending.Start && a.data[pending.Start] != 0xE2 {
			if len(trailing) == 0 {
				a.b.Fold(a.file, source.Span{Start: pending.Start, End: off}, " ")
			}
		} else {
			a.breaks(pending)
		}
		a.breaks(trailing...)
		leadingBlank = blank
		from := off
		for off < len(a.data) && a.breakAt(off) == 0 {
			off++
		}
		a.verbatim(from, off)
		pending = source.Span{Start: off, End: off + a.breakAt(off)}
		end = off
		off, trailing = a.emptyLines(pending.End, indent)
	}
	if !h.strip {
		a.breaks(pending)
		end = max(end, pending.End)
	}
	if h.keep {
		a.breaks(trailing...)
		if len(trailing) > 0 {
			end = trailing[len(trailing)-1].End
		}
	}
	return a.b.Text(), end
}

// emptyLines skips empty lines and the indentation of the next line, and returns the breaks.
func (a *yamlAligner) emptyLines(off, indent int) (next int, breaks []source.Span) {
	for {
		at := off
		for at < len(a.data) && at-off < indent && a.data[at] == ' ' {
			at++
		}
		n := a.breakAt(at)
		if n == 0 {
			return at, breaks
		}
		breaks = append(breaks, source.Span{Start: at, End: at + n})
		off = at + n
	}
}

// column returns the number of spaces between the start of the line and off. There must be only spaces.
func (a *yamlAligner) column(off int) int {
	n := 0
	for off > n && a.data[off-n-1] == ' ' {
		n++
	}
	return n
}
