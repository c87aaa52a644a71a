package check

import (
	"math/bits"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

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
			if !p.mayMeet(&n[i]) {
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

// frameGates has for each of the frames with needs a clause that a field meets when it meets one of the needs: it closes most frames at
// once.
var frameGates = sync.OnceValue(func() *[]clause {
	gates := make([]clause, len(frames))
	for i := range frames {
		for _, n := range frames[i].needs {
			gates[i] = some(gates[i], narrowest(n))
		}
	}
	return &gates
})

// narrowest returns the clause of a need that the fewest concepts and cues meet. What needs nothing is met by any.
func narrowest(n need) clause {
	best := clause{text.Set{^uint64(0), ^uint64(0)}, cueSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}}
	least := -1
	for _, c := range n {
		size := 0
		for _, bitset := range [][]uint64{c.concepts[:], c.cues[:]} {
			for _, b := range bitset {
				size += bits.OnesCount64(b)
			}
		}
		if least < 0 || size < least {
			best, least = c, size
		}
	}
	return best
}

// mayMeet reports whether the field may meet the needs that the gate is of.
func (p *prose) mayMeet(gate *clause) bool {
	return p.all[0]&gate.concepts[0]|p.all[1]&gate.concepts[1] != 0 || p.cued.any(&gate.cues)
}
