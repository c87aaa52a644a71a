package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// maxAlts bounds the alternatives of a text.
	maxAlts = 16
	// maxText bounds the bytes of a text, maxParts its pieces and its literals.
	maxText  = 256 << 10
	maxParts = 4096
)

// value is what an expression evaluates to as text: one of its alternatives. Without any it is known to be no text.
type value struct{ alts []alt }

// alt is one text, in pieces.
type alt struct {
	parts []part
	// lits are the literals that are in it, for those who ask which literals are used.
	lits []place
	// changed is set when the text is changed at run time in a way that is not followed.
	changed bool
}

// part is a known piece of text, or a hole.
type part struct {
	text source.Text
	hole *hole
}

// hole is text that is not known in the file.
type hole struct {
	// label stands for it in the text.
	label string
	file  *source.File
	span  source.Span
	// reference asks other files for it; nil when it is known at run time only.
	reference *reference
	// param is the parameter of a function whose argument stands there, or nil.
	param *syntax.Param
}

// place is where something begins in a file.
type place struct {
	file *source.File
	at   int
}

func textValue(t source.Text, lits ...place) value {
	a := alt{lits: lits}
	if t.Value != "" {
		a.parts = []part{{text: t}}
	}
	return value{alts: []alt{a}}
}

// label is what stands for a name whose value is not known.
func label(name string) string {
	if name = last(name); name == "" || len(name) > 40 || !lettersAnd(name, "_") {
		return "{\u2026}"
	}
	return "{" + name + "}"
}

func (v *value) add(w value) {
	for _, a := range w.alts {
		if len(v.alts) >= maxAlts {
			v.cut()
			return
		}
		v.alts = append(v.alts, a)
	}
}

// cut marks that there are alternatives that were left out.
func (v *value) cut() {
	if len(v.alts) > 0 && !v.alts[0].changed {
		v.alts = slices.Clone(v.alts) // others may hold them
		v.alts[0].changed = true
	}
}

// then is v followed by w, each alternative with each.
func (v value) then(w value) value {
	if len(v.alts) == 0 {
		return w
	}
	if len(w.alts) == 0 {
		return v
	}
	var out value
	for _, b := range w.alts {
		for _, a := range v.alts {
			out.add(value{alts: []alt{a.then(b)}})
		}
	}
	return out
}

// then is a followed by b, which is left out when that is beyond the bounds.
func (a alt) then(b alt) alt {
	if max(len(a.parts)+len(b.parts), len(a.lits)+len(b.lits)) > maxParts || a.size()+b.size() > maxText {
		a.changed = true
		return a
	}
	return alt{parts: slices.Concat(a.parts, b.parts), lits: slices.Concat(a.lits, b.lits), changed: a.changed || b.changed}
}

func (a alt) size() int {
	n := 0
	for i := range a.parts {
		n += len(a.parts[i].text.Value)
	}
	return n
}

// known reports whether some of the text is known.
func (a alt) known() bool {
	return slices.ContainsFunc(a.parts, func(p part) bool { return p.hole == nil && strings.TrimSpace(p.text.Value) != "" })
}

// whole reports whether all of the text is known.
func (a alt) whole() bool {
	return !a.changed && !slices.ContainsFunc(a.parts, func(p part) bool { return p.hole != nil })
}

// known reports whether an alternative is known in part.
func (v value) known() bool { return slices.ContainsFunc(v.alts, alt.known) }

func (v value) empty() bool {
	return len(v.alts) == 1 && v.alts[0].whole() && v.alts[0].size() == 0
}

// isReference reports whether other files are asked for all of the value.
func (v value) isReference() bool {
	if len(v.alts) != 1 || len(v.alts[0].parts) != 1 {
		return false
	}
	h := v.alts[0].parts[0].hole
	return h != nil && h.reference != nil
}

// static returns the text when there is just one and it is known.
func (v value) static() (string, bool) {
	if len(v.alts) != 1 || !v.alts[0].whole() {
		return "", false
	}
	return v.alts[0].string(), true
}

// string returns the text with labels for what is not known.
func (a alt) string() string { return a.joined(func(h *hole) string { return h.label }) }

// flat is the text of a with one byte for each hole, for keep.
func (a alt) flat() string { return a.joined(func(*hole) string { return "\x01" }) }

func (a alt) joined(stand func(*hole) string) string {
	if len(a.parts) == 1 && a.parts[0].hole == nil {
		return a.parts[0].text.Value
	}
	var b strings.Builder
	for _, p := range a.parts {
		if p.hole != nil {
			b.WriteString(stand(p.hole))
		} else {
			b.WriteString(p.text.Value)
		}
	}
	return b.String()
}

func (a alt) text() source.Text {
	if len(a.parts) == 1 && a.parts[0].hole == nil {
		return a.parts[0].text
	}
	var b source.Builder
	for i := range a.parts {
		if h := a.parts[i].hole; h != nil {
			b.Fold(h.file, h.span, h.label)
		} else {
			b.Append(a.parts[i].text)
		}
	}
	return b.Text()
}

func (v value) each(fn func(alt) alt) value {
	var out value
	for _, a := range v.alts {
		out.alts = append(out.alts, fn(a))
	}
	return out
}

func (v value) markChanged() value {
	return v.each(func(a alt) alt { a.changed = true; return a })
}

// keep returns a with only the given ranges of its text, in rising order. Offsets count a hole as one byte.
func (a alt) keep(ranges ...source.Span) alt {
	out := alt{lits: a.lits, changed: a.changed}
	off := 0
	for _, p := range a.parts {
		end := off + max(len(p.text.Value), 1)
		var b source.Builder
		for len(ranges) > 0 && ranges[0].Start < end {
			from, to := max(ranges[0].Start, off)-off, min(ranges[0].End, end)-off
			switch {
			case from >= to:
			case p.hole != nil:
				out.parts = append(out.parts, p)
			default:
				b.Append(p.text.Slice(from, to))
			}
			if ranges[0].End > end {
				break
			}
			ranges = ranges[1:]
		}
		if t := b.Text(); t.Value != "" {
			out.parts = append(out.parts, part{text: t})
		}
		off = end
	}
	return out
}

const blanks = " \t\r\n\f\v"

// trim drops the white space at the start and the end.
func (a alt) trim(left, right bool) alt {
	s := a.flat()
	from, to := 0, len(s)
	if left {
		from = to - len(strings.TrimLeft(s, blanks))
	}
	if right {
		to = max(from, len(strings.TrimRight(s, blanks)))
	}
	if from == 0 && to == len(s) {
		return a
	}
	return a.keep(source.Span{Start: from, End: to})
}

// trim drops the white space at the start and the end of each alternative.
func (v value) trim() value { return v.each(func(a alt) alt { return a.trim(true, true) }) }

// dedent drops the indentation that all lines but the first, when first is not set, have in common. margin, when it is not
// empty, ends the indentation of each line instead.
func (a alt) dedent(first bool, margin string) alt {
	s := a.flat()
	if !strings.Contains(s, "\n") && margin == "" {
		return a
	}
	indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
	common, end := -1, 0
	for line := range strings.Lines(s) {
		if n := indent(line); strings.TrimSpace(line) != "" && (end > 0 || first) && (common < 0 || n < common) {
			common = n
		}
		end += len(line)
	}
	var ranges []source.Span
	end = 0
	for line := range strings.Lines(s) {
		from, n := end, indent(line)
		end += len(line)
		switch {
		case margin != "":
			if strings.HasPrefix(line[n:], margin) {
				from += n + len(margin)
			}
		case from > 0 || first:
			from += max(0, min(common, n))
		}
		if k := len(ranges); k > 0 && ranges[k-1].End == from {
			ranges[k-1].End = end
		} else if from < end {
			ranges = append(ranges, source.Span{Start: from, End: end})
		}
	}
	return a.keep(ranges...)
}

// clean drops indentation and blank lines at both ends, as the documentation tools of Python do.
func (a alt) clean() alt {
	return a.trim(true, false).dedent(false, "").trim(false, true)
}
