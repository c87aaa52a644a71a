package lint

import (
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

// site is a definition in one of the files that hold it.
type site struct {
	file *source.File
	span source.Span
	// texts are parallel to the fields of the view that was scanned.
	texts []source.Text
	// definition and scalars are of the view as it stands in the file; scanned is the definition that was scanned.
	definition, scanned *detect.Node
	scalars             []source.Text
}

// text returns the source of field i; the empty text has no place.
func (s *site) text(i int) source.Text {
	if i < 0 || i >= len(s.texts) {
		return source.Text{}
	}
	return s.texts[i]
}

// value finds the place of a number, boolean or null that a signal is about.
func (s *site) value(signal *detect.Signal) []source.Location {
	node := signal.Value
	if node == nil {
		return nil
	}
	if s.definition != s.scanned {
		node = s.definition.At(signal.Field)
	}
	if node == nil || node.Kind != detect.NodeScalar || node.Ref < 0 || node.Ref >= len(s.scalars) {
		return nil
	}
	text := s.scalars[node.Ref]
	return text.Locate(0, len(text.Value))
}

// locate finds the place of every signal of a finding in one of the files that hold the definition.
func (c *collector) locate(f detect.Finding, among []subject, at *site) Finding {
	out := Finding{
		Finding: f, File: at.file,
		Definition: source.Location{File: at.file, Span: at.span, Exact: true},
		Places:     make([]Place, len(f.Signals)),
		subject:    &among[f.ToolIndex], among: among,
	}
	for i := range f.Signals {
		s, p := &f.Signals[i], &out.Places[i]
		p.Where = out.Definition
		p.Where.Exact = false
		locs := at.value(s)
		if len(locs) == 0 {
			locs = at.text(s.FieldIndex).Locate(s.Start, s.End)
		}
		if len(locs) > 0 {
			p.Where, p.More = locs[0], locs[1:]
		} else {
			p.missing = true
		}
		for _, r := range s.Related {
			p.Related = append(p.Related, c.locateRelated(r, among, out.subject.def))
		}
	}
	out.ID = identity(out)
	return out
}

func (c *collector) locateRelated(r detect.Related, among []subject, def int) source.Location {
	if r.ToolIndex == detect.Outside {
		return c.approvedAt(def)
	}
	if r.ToolIndex < 0 || r.ToolIndex >= len(among) {
		return source.Location{}
	}
	tool := &among[r.ToolIndex]
	if r.FieldIndex >= 0 && r.FieldIndex < len(tool.Texts) {
		if locs := tool.Texts[r.FieldIndex].Locate(r.Start, r.End); len(locs) > 0 {
			return locs[0]
		}
	}
	return source.Location{File: tool.File, Span: tool.Span}
}

// adopt takes over from the finding in the original, whose signals are the same, what the copy does not hold.
func (f *Finding) adopt(original *Finding) {
	for i := range f.Places {
		p, o := &f.Places[i], original.Places[i]
		if p.missing {
			*p = o
			p.missing = true
		}
		p.repeats = p.missing || p.Where == o.Where
	}
}

// own makes the first words that stand in this file and are said of it for the first time the deciding ones, when those that decide stand
// elsewhere. It reports false when nothing is left that is said of the copy and was not said of the original. told is set for what is not suppressed.
func (f *Finding) own(told bool) bool {
	first := slices.IndexFunc(f.Places, func(p Place) bool { return !p.missing && (told && p.silent || !p.repeats) })
	if first < 0 {
		return false
	}
	if f.Places[f.Primary].missing {
		f.Primary = first
		id := f.Signals[first].CheckID
		f.CheckIDs = append([]string{id}, slices.DeleteFunc(slices.Clone(f.CheckIDs), func(other string) bool { return other == id })...)
		f.ID = identity(*f)
	}
	return true
}
