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
	// maxText bounds the bytes of a text, maxParts its pieces.
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
	// loose is set when the text is changed at run time in a way that is not followed.
	loose bool
	// bytes is the size of the text, or 0 when it was not counted yet.
	bytes int
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
	// wish asks other files for it; nil when it is known at run time only.
	wish *wish
	// param is the parameter of a function whose argument stands there, or nil.
	param *syntax.Param
}

// place is where something begins in a file.
type place struct {
	file *source.File
	at   int
}

func textValue(t source.Text, f *source.File, span source.Span) value {
	a := alt{lits: []place{{f, span.Start}}, bytes: len(t.Value)}
	if t.Value != "" {
		a.parts = []part{{text: t}}
	}
	return value{alts: []alt{a}}
}

func knownValue(t source.Text, lits ...place) value {
	return value{alts: []alt{{parts: []part{{text: t}}, lits: lits}}}
}

// holeValue is the value of what is not known. name is how people know it: the last name in it is its label.
func holeValue(f *source.File, span source.Span, name string, w *wish) value {
	return value{alts: []alt{{parts: []part{{hole: &hole{label: label(name), file: f, span: span, wish: w}}}}}}
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
	if len(v.alts) > 0 && !v.alts[0].loose {
		v.alts = slices.Clone(v.alts) // others may hold them
		v.alts[0].loose = true
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
	out := value{alts: make([]alt, 0, min(len(v.alts)*len(w.alts), maxAlts))}
	for _, b := range w.alts {
		for _, a := range v.alts {
			if len(out.alts) < maxAlts {
				out.alts = append(out.alts, a.then(b))
			}
		}
	}
	if len(v.alts)*len(w.alts) > maxAlts {
		out.cut()
	}
	return out
}

func (a alt) then(b alt) alt {
	a.parts, a.lits = slices.Clip(a.parts), slices.Clip(a.lits)
	a.append(b)
	return a
}

// append appends b to a, whose memory nobody else may hold. What is beyond the bounds is left out.
func (a *alt) append(b alt) {
	n := a.size() + b.size()
	if len(a.parts)+len(b.parts) > maxParts || n > maxText {
		a.loose = true
		return
	}
	a.parts, a.lits = append(a.parts, b.parts...), append(a.lits, b.lits...)
	a.loose, a.bytes = a.loose || b.loose, n
}

// push appends w to v, which nobody else may hold.
func (v *value) push(w value) {
	if len(v.alts) == 0 || len(w.alts) != 1 {
		*v = v.then(w)
		return
	}
	for i := range v.alts {
		v.alts[i].append(w.alts[0])
	}
}

func (a alt) size() int {
	if a.bytes > 0 {
		return a.bytes
	}
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
	return !a.loose && !slices.ContainsFunc(a.parts, func(p part) bool { return p.hole != nil })
}

// known reports whether an alternative is known in part.
func (v value) known() bool { return slices.ContainsFunc(v.alts, alt.known) }

// empty reports whether the value is known to be the empty text.
func (v value) empty() bool {
	return len(v.alts) == 1 && v.alts[0].whole() && v.alts[0].size() == 0
}

// wished reports whether other files are asked for all of the value.
func (v value) wished() bool {
	if len(v.alts) != 1 || len(v.alts[0].parts) != 1 {
		return false
	}
	h := v.alts[0].parts[0].hole
	return h != nil && h.wish != nil
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

func (v value) loosen() value {
	return v.each(func(a alt) alt { a.loose = true; return a })
}

// keep returns a with only the given ranges of its text, in rising order. Offsets count a hole as one byte.
func (a alt) keep(ranges []source.Span) alt {
	out := alt{lits: slices.Clip(a.lits), loose: a.loose}
	off, k := 0, 0
	for _, p := range a.parts {
		n := 1
		if p.hole == nil {
			n = len(p.text.Value)
		}
		var pieces []source.Text
		for k < len(ranges) {
			r := ranges[k]
			from, to := max(r.Start-off, 0), min(r.End-off, n)
			if from < to {
				if p.hole != nil {
					out.parts = append(out.parts, p)
				} else {
					pieces = append(pieces, p.text.Slice(from, to))
				}
			}
			if r.End > off+n {
				break
			}
			k++
		}
		if len(pieces) == 1 {
			out.parts = append(out.parts, part{text: pieces[0]})
		} else if len(pieces) > 1 {
			var b source.Builder
			for _, t := range pieces {
				b.Append(t)
			}
			out.parts = append(out.parts, part{text: b.Text()})
		}
		off += n
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
	return a.keep([]source.Span{{Start: from, End: to}})
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
	common := -1
	lines(s, func(i, from, to int) {
		line := s[from:to]
		rest := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(rest) == "" || i == 0 && !first {
			return
		}
		if n := len(line) - len(rest); common < 0 || n < common {
			common = n
		}
	})
	var ranges []source.Span
	lines(s, func(i, from, to int) {
		line := s[from:to]
		rest := strings.TrimLeft(line, " \t")
		switch {
		case margin != "":
			if strings.HasPrefix(rest, margin) {
				from = to - len(rest) + len(margin)
			}
		case i == 0 && !first:
		case common > 0:
			from += min(common, len(line)-len(rest))
		}
		if k := len(ranges); k > 0 && ranges[k-1].End == from {
			ranges[k-1].End = to
		} else if from < to {
			ranges = append(ranges, source.Span{Start: from, End: to})
		}
	})
	return a.keep(ranges)
}

// lines calls fn with each line of s, line break included.
func lines(s string, fn func(i, from, to int)) {
	for i, from := 0, 0; from < len(s); i++ {
		to := len(s)
		if k := strings.IndexByte(s[from:], '\n'); k >= 0 {
			to = from + k + 1
		}
		fn(i, from, to)
		from = to
	}
}

// clean drops indentation and blank lines at both ends, as the documentation tools of Python do.
func (a alt) clean() alt {
	return a.trim(true, false).dedent(false, "").trim(false, true)
}
