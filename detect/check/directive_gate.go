package check

import "github.com/org/mcp-lint/detect/text"

// clause is a condition that a field meets with one of the concepts or one of the cues.
type clause struct {
	concepts text.Set
	cues     cueSet
}

// need is what a frame needs to have a hit: all of the clauses. A frame with several needs is run when one of them is met.
type need []clause

// some returns the clause of concepts and cues.
func some(list ...any) clause {
	var c clause
	for _, x := range list {
		switch x := x.(type) {
		case text.Concept:
			c.concepts = c.concepts.With(x)
		case cue:
			c.cues.add(x)
		case clause:
			addTo(&c.concepts, x.concepts)
			c.cues.unite(&x.cues)
		}
	}
	return c
}

// addTo adds o to the set.
func addTo(s *text.Set, o text.Set) { s[0], s[1] = s[0]|o[0], s[1]|o[1] }

// all returns the need of all that is listed: concepts, cues and clauses.
func all(list ...any) need {
	n := make(need, len(list))
	for i, x := range list {
		n[i] = some(x)
	}
	return n
}

// meets reports whether the field has what one of the needs asks for.
func (p *prose) meets(needs []need) bool {
next:
	for _, n := range needs {
		for i := range n {
			if c := &n[i]; !p.all.Any(c.concepts) && !p.cued.any(&c.cues) {
				continue next
			}
		}
		return true
	}
	return false
}

// hits runs the frame where it may have one.
func (f *frame) hits(p *prose) []hit {
	if f.needs != nil && !p.meets(f.needs) || f.gate != nil && !f.gate(p) {
		return nil
	}
	return f.find(p)
}
