package static

import (
	"slices"
)

// sum puts texts together, one behind the other, without copying what it has so far for each of them.
type sum struct {
	// v is the sum so far: alternatives that only the sum appends to, with their sizes in bytes.
	v     Value
	sizes []int
}

func sumFrom(a Alt) (s sum) {
	s.set(Value{Alts: []Alt{a}})
	return s
}

func (s *sum) set(v Value) {
	s.v, s.sizes = v.clipped(), s.sizes[:0]
	for i := range s.v.Alts {
		s.sizes = append(s.sizes, s.v.Alts[i].size())
	}
}

func (s *sum) value() Value { return s.v.clipped() }

// clipped returns v with alternatives that are copied when something is appended to them.
func (v Value) clipped() Value {
	v.Alts = slices.Clone(v.Alts)
	for i := range v.Alts {
		a := &v.Alts[i]
		a.Parts, a.Lits = slices.Clip(a.Parts), slices.Clip(a.Lits)
	}
	return v
}

// then puts w behind what there is, as value.then does.
func (s *sum) then(w Value) {
	if len(w.Alts) == 0 {
		return
	}
	if len(w.Alts) > 1 || len(s.v.Alts) == 0 {
		s.set(s.v.Then(w))
		return
	}
	b := &w.Alts[0]
	size := b.size()
	for i := range s.v.Alts {
		a := &s.v.Alts[i]
		if max(len(a.Parts)+len(b.Parts), len(a.Lits)+len(b.Lits)) > maxParts || s.sizes[i]+size > MaxText {
			a.Changed = true
			continue
		}
		a.Parts, a.Lits, a.Changed = append(a.Parts, b.Parts...), append(a.Lits, b.Lits...), a.Changed || b.Changed
		s.sizes[i] += size
	}
}

// add adds alternatives, as value.add does.
func (s *sum) add(w Value) {
	v := s.value()
	v.Add(w)
	s.set(v)
}

// Filled returns a with its holes filled as far as with knows them.
func (a Alt) Filled(with func(*Hole) Value) Value {
	out := sumFrom(Alt{Lits: a.Lits, Changed: a.Changed})
	for i, p := range a.Parts {
		piece := Value{Alts: []Alt{{Parts: a.Parts[i : i+1]}}}
		if p.Hole != nil {
			if v := with(p.Hole); len(v.Alts) > 0 {
				piece = v
			}
		}
		out.then(piece)
	}
	return out.value()
}
