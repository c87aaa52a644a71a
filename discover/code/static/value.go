package static

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// MaxAlts bounds the alternatives of a text.
	MaxAlts = 16
	// MaxText bounds the bytes of a text, maxParts its pieces and its literals.
	MaxText  = 256 << 10
	maxParts = 4096
)

// Value is what an expression evaluates to as text: one of its alternatives. Without any it is known to be no text.
type Value struct{ Alts []Alt }

// Alt is one text, in pieces.
type Alt struct {
	Parts []Part
	// Lits are the literals that are in it, for those who ask which literals are used.
	Lits []Place
	// Changed is set when the text is changed at run time in a way that is not followed.
	Changed bool
}

// Part is a known piece of text, or a hole.
type Part struct {
	Text source.Text
	Hole *Hole
}

// Hole is text that is not known in the file.
type Hole struct {
	// label replaces it in the text.
	label string
	File  *source.File
	Span  source.Span
	// Reference asks other files for it; nil when it is known at run time only.
	Reference *Reference
	// param is the parameter of a function whose argument belongs there, or nil.
	param *syntax.Param
}

// Place is where something begins in a file.
type Place struct {
	File *source.File
	At   int
}

// TextValue returns the value of a known text, which is made of the given literals.
func TextValue(t source.Text, lits ...Place) Value {
	a := Alt{Lits: lits}
	if t.Value != "" {
		a.Parts = []Part{{Text: t}}
	}
	return Value{Alts: []Alt{a}}
}

// label returns the placeholder of a name whose value is not known.
func label(name string) string {
	if name = ident.Last(name); name == "" || len(name) > 40 || !ident.LettersAnd(name, "_") {
		return "{\u2026}"
	}
	return "{" + name + "}"
}

// Add adds the alternatives of w, up to a bound.
func (v *Value) Add(w Value) {
	for _, a := range w.Alts {
		if len(v.Alts) >= MaxAlts {
			v.cut()
			return
		}
		v.Alts = append(v.Alts, a)
	}
}

// cut marks that there are alternatives that were left out.
func (v *Value) cut() {
	if len(v.Alts) > 0 && !v.Alts[0].Changed {
		v.Alts = slices.Clone(v.Alts) // others may hold them
		v.Alts[0].Changed = true
	}
}

// Then is v followed by w, each alternative with each.
func (v Value) Then(w Value) Value {
	if len(v.Alts) == 0 {
		return w
	}
	if len(w.Alts) == 0 {
		return v
	}
	var out Value
	for _, b := range w.Alts {
		for _, a := range v.Alts {
			out.Add(Value{Alts: []Alt{a.then(b)}})
		}
	}
	return out
}

// then is a followed by b, which is left out when that is beyond the bounds.
func (a Alt) then(b Alt) Alt {
	if max(len(a.Parts)+len(b.Parts), len(a.Lits)+len(b.Lits)) > maxParts || a.size()+b.size() > MaxText {
		a.Changed = true
		return a
	}
	return Alt{Parts: slices.Concat(a.Parts, b.Parts), Lits: slices.Concat(a.Lits, b.Lits), Changed: a.Changed || b.Changed}
}

func (a Alt) size() int {
	n := 0
	for i := range a.Parts {
		n += len(a.Parts[i].Text.Value)
	}
	return n
}

// Known reports whether some of the text is known.
func (a Alt) Known() bool {
	return slices.ContainsFunc(a.Parts, func(p Part) bool { return p.Hole == nil && strings.TrimSpace(p.Text.Value) != "" })
}

// Whole reports whether all of the text is known.
func (a Alt) Whole() bool {
	return !a.Changed && !slices.ContainsFunc(a.Parts, func(p Part) bool { return p.Hole != nil })
}

// Known reports whether an alternative is known in part.
func (v Value) Known() bool { return slices.ContainsFunc(v.Alts, Alt.Known) }

// Empty reports whether nothing is known, not even a hole.
func (v Value) Empty() bool {
	return len(v.Alts) == 1 && v.Alts[0].Whole() && v.Alts[0].size() == 0
}

// IsReference reports whether other files are asked for all of the value.
func (v Value) IsReference() bool {
	if len(v.Alts) != 1 || len(v.Alts[0].Parts) != 1 {
		return false
	}
	h := v.Alts[0].Parts[0].Hole
	return h != nil && h.Reference != nil
}

// Static returns the text when there is just one and it is known.
func (v Value) Static() (string, bool) {
	if len(v.Alts) != 1 || !v.Alts[0].Whole() {
		return "", false
	}
	return v.Alts[0].String(), true
}

// String returns the text with labels for what is not known.
func (a Alt) String() string { return a.Joined(func(h *Hole) string { return h.label }) }

// Flat is the text of a with one byte for each hole, for keep.
func (a Alt) Flat() string { return a.Joined(func(*Hole) string { return "\x01" }) }

// Joined returns the text, with stand called for each hole.
func (a Alt) Joined(stand func(*Hole) string) string {
	if len(a.Parts) == 1 && a.Parts[0].Hole == nil {
		return a.Parts[0].Text.Value
	}
	var b strings.Builder
	for _, p := range a.Parts {
		if p.Hole != nil {
			b.WriteString(stand(p.Hole))
		} else {
			b.WriteString(p.Text.Value)
		}
	}
	return b.String()
}

// Text returns the text with its places, and with labels for what is not known.
func (a Alt) Text() source.Text {
	if len(a.Parts) == 1 && a.Parts[0].Hole == nil {
		return a.Parts[0].Text
	}
	var b source.Builder
	for i := range a.Parts {
		if h := a.Parts[i].Hole; h != nil {
			b.Fold(h.File, h.Span, h.label)
		} else {
			b.Append(a.Parts[i].Text)
		}
	}
	return b.Text()
}

// Each returns the alternatives after fn.
func (v Value) Each(fn func(Alt) Alt) Value {
	var out Value
	for _, a := range v.Alts {
		out.Alts = append(out.Alts, fn(a))
	}
	return out
}

func (v Value) markChanged() Value {
	return v.Each(func(a Alt) Alt { a.Changed = true; return a })
}

// keep returns a with only the given ranges of its text, in rising order. Offsets count a hole as one byte.
func (a Alt) keep(ranges ...source.Span) Alt {
	out := Alt{Lits: a.Lits, Changed: a.Changed}
	off := 0
	for _, p := range a.Parts {
		end := off + max(len(p.Text.Value), 1)
		var b source.Builder
		for len(ranges) > 0 && ranges[0].Start < end {
			from, to := max(ranges[0].Start, off)-off, min(ranges[0].End, end)-off
			switch {
			case from >= to:
			case p.Hole != nil:
				out.Parts = append(out.Parts, p)
			default:
				b.Append(p.Text.Slice(from, to))
			}
			if ranges[0].End > end {
				break
			}
			ranges = ranges[1:]
		}
		if t := b.Text(); t.Value != "" {
			out.Parts = append(out.Parts, Part{Text: t})
		}
		off = end
	}
	return out
}

// Blanks are the characters of white space in ASCII.
const Blanks = " \t\r\n\f\v"

// trim drops the white space at the start and the end.
func (a Alt) trim(left, right bool) Alt {
	s := a.Flat()
	from, to := 0, len(s)
	if left {
		from = to - len(strings.TrimLeft(s, Blanks))
	}
	if right {
		to = max(from, len(strings.TrimRight(s, Blanks)))
	}
	if from == 0 && to == len(s) {
		return a
	}
	return a.keep(source.Span{Start: from, End: to})
}

// Trim drops the white space at the start and the end of each alternative.
func (v Value) Trim() Value { return v.Each(func(a Alt) Alt { return a.trim(true, true) }) }

// dedent drops the indentation that all lines but the first, when first is not set, have in common. margin, when it is not
// empty, ends the indentation of each line instead.
func (a Alt) dedent(first bool, margin string) Alt {
	s := a.Flat()
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

// Clean drops indentation and blank lines at both ends, as the documentation tools of Python do.
func (a Alt) Clean() Alt {
	return a.trim(true, false).dedent(false, "").trim(false, true)
}

// FirstString returns the text of the first alternative, or "".
func (v Value) FirstString() string {
	if len(v.Alts) == 0 {
		return ""
	}
	return v.Alts[0].String()
}
