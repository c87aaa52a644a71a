package schemacheck

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// inspection is one look at one view.
type inspection struct {
	t         detect.ToolView
	out       []detect.Signal
	byPointer map[string]int  // the fields by their pointer; it is made when the first mistake is found.
	caps      []detect.CapHit // the bounds that were reached.
}

// weight is how much a mistake matters: a note is for what is refused and harms nobody but its author, soft for what bears on security.
type weight bool

const (
	note weight = false
	soft weight = true
)

// report adds a signal on the value at a pointer. It is nil when something is missing; the signal is then on what is nearest.
func (v *inspection) report(w weight, pointer string, n *detect.Node, detail string, args ...any) {
	if len(v.out) >= maxReported {
		return
	}
	field, exact := v.field(pointer)
	s := detect.Signal{FieldIndex: field}
	if field < len(v.t.Fields) {
		s = v.t.Signal(field, 0, len(v.t.Fields[field].Text))
	}
	if n != nil && n.Kind == detect.NodeScalar {
		s.Value, s.Field, s.Evidence = n, pointer, detect.LastPointerName(pointer)+": "+cut(n.Text)
	} else if n == nil || !exact || s.Evidence == "" {
		s.Evidence = cut(detect.LastPointerName(pointer))
	}
	v.add(w, s, fmt.Sprintf(detail, args...))
}

// reportKey adds a signal on the name of a member, or on its value where the name is not a field.
func (v *inspection) reportKey(w weight, pointer string, n *detect.Node, detail string, args ...any) {
	v.field("")
	if i, ok := v.byPointer[pointer+"#"]; ok {
		v.reportAt(w, i, 0, len(v.t.Fields[i].Text), detail, args...)
		return
	}
	v.report(w, pointer, n, detail, args...)
}

// reportAt adds a signal on a part of a field.
func (v *inspection) reportAt(w weight, field, start, end int, detail string, args ...any) {
	if len(v.out) < maxReported {
		v.add(w, v.t.Signal(field, start, end), fmt.Sprintf(detail, args...))
	}
}

func (v *inspection) add(w weight, s detect.Signal, detail string) {
	s.Tier, s.ThreatType, s.Detail = detect.TierSoft, detect.ThreatUncategorized, detail
	s.Note, s.Confidence = w == note, 0.5
	if w == soft {
		s.Severity, s.Confidence, s.ThreatType = detect.SeverityMedium, 0.7, detect.ThreatToolPoisoning
	}
	v.out = append(v.out, s)
}

// field returns the field at a pointer, or else the nearest: the name of the member, a string inside, the same of what is around, or 0.
func (v *inspection) field(pointer string) (i int, exact bool) {
	if v.byPointer == nil {
		v.byPointer = make(map[string]int, 2*len(v.t.Fields))
		for i := range v.t.Fields {
			p := v.t.Fields[i].Pointer
			v.byPointer[p] = i
			// The first string inside of each value stands for the value.
			for at := strings.LastIndexByte(p, '/'); at > 0; at = strings.LastIndexByte(p[:at], '/') {
				if _, ok := v.byPointer[p[:at+1]]; ok {
					break
				}
				v.byPointer[p[:at+1]] = i
			}
		}
	}
	for exact = true; pointer != ""; exact = false {
		for _, key := range [...]string{pointer, pointer + "#", pointer + "/"} {
			if i, ok := v.byPointer[key]; ok {
				return i, exact && key == pointer
			}
		}
		pointer = pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
	}
	if i, ok := v.byPointer["/name"]; ok && v.t.Kind != detect.KindManifest {
		// What a whole manifest lacks is reported at its beginning.
		return i, false
	}
	return 0, false
}

// fromCode reports whether the definition was read from source code: its schemas are then put together, and not what clients are sent.
func (v *inspection) fromCode() bool { return hasCode(v.t.Definition) }

// The bounds of the check.
const (
	capValues detect.Cap = "values_per_schema"
	capBytes  detect.Cap = "bytes_per_schema"
	capDepth  detect.Cap = "depth_of_schema"
	capListed detect.Cap = "packages_per_manifest"
	capInputs detect.Cap = "inputs_per_file"
)

// capped reports that a bound was reached, once for each bound and place.
func (v *inspection) capped(c detect.Cap, pointer string, limit, seen int) {
	if slices.ContainsFunc(v.caps, func(h detect.CapHit) bool { return h.Cap == c && h.Field == pointer }) {
		return
	}
	v.caps = append(v.caps, detect.CapHit{Cap: c, Field: pointer, Limit: limit, Seen: seen})
}

// hasCode reports whether a value has the member that marks code that is not understood.
func hasCode(n *detect.Node) bool {
	return n != nil && (slices.ContainsFunc(n.Items, hasCode) || slices.ContainsFunc(n.Members, func(m detect.Member) bool {
		return m.Name != nil && m.Name.Text == "$code" && isCode(m.Value) || hasCode(m.Value)
	}))
}

// isCode reports whether a value is the mark of code, which no file of JSON can have.
func isCode(n *detect.Node) bool {
	return n != nil && n.Kind == detect.NodeScalar && !isJSONScalar(n.Text)
}

// join returns the pointer of a member.
func join(pointer, name string) string { return pointer + "/" + detect.PointerToken(name) }

// item returns the pointer of an item.
func item(pointer string, i int) string { return pointer + "/" + strconv.Itoa(i) }

// cut shortens what a detail repeats of a definition, which must not pass for a remedy.
func cut(s string) string {
	const most = 60
	n := 0
	for i := range s {
		if n++; n > most {
			s = s[:i] + "…"
			break
		}
	}
	return detect.WithoutRemedy(s)
}

// membersOf are the members of an object that have a name and a value.
func membersOf(n *detect.Node) iter.Seq2[string, *detect.Node] {
	return func(yield func(string, *detect.Node) bool) {
		for _, m := range n.Members {
			if m.Name != nil && m.Value != nil && !yield(m.Name.Text, m.Value) {
				return
			}
		}
	}
}

// itemsOf are the items of that kind in a list, with their places; n may be nil or no list.
func itemsOf(n *detect.Node, kind detect.NodeKind) iter.Seq2[int, *detect.Node] {
	return func(yield func(int, *detect.Node) bool) {
		if n == nil || n.Kind != detect.NodeArray {
			return
		}
		for i, one := range n.Items {
			if one != nil && one.Kind == kind && !yield(i, one) {
				return
			}
		}
	}
}

// str returns the last string with that name, with its pointer.
func str(n *detect.Node, pointer, name string) (*detect.Node, string) {
	v := n.Get(name)
	if v != nil && v.Kind != detect.NodeString {
		v = nil
	}
	return v, join(pointer, name)
}
