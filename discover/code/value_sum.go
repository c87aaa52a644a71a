package code

import "slices"

// sum puts texts together, one behind the other, without copying what it has so far for each of them.
type sum struct {
	// v is what there is so far: alternatives that nobody else appends to, of so many bytes each.
	v     value
	sizes []int
}

func sumFrom(a alt) (s sum) {
	s.set(value{alts: []alt{a}})
	return s
}

func (s *sum) set(v value) {
	s.v, s.sizes = v.clipped(), s.sizes[:0]
	for i := range s.v.alts {
		s.sizes = append(s.sizes, s.v.alts[i].size())
	}
}

func (s *sum) value() value { return s.v.clipped() }

// clipped returns v with alternatives that are copied when something is appended to them.
func (v value) clipped() value {
	v.alts = slices.Clone(v.alts)
	for i := range v.alts {
		a := &v.alts[i]
		a.parts, a.lits = slices.Clip(a.parts), slices.Clip(a.lits)
	}
	return v
}

// then puts w behind what there is, as value.then does.
func (s *sum) then(w value) {
	if len(w.alts) == 0 {
		return
	}
	if len(w.alts) > 1 || len(s.v.alts) == 0 {
		s.set(s.v.then(w))
		return
	}
	b := &w.alts[0]
	size := b.size()
	for i := range s.v.alts {
		a := &s.v.alts[i]
		if max(len(a.parts)+len(b.parts), len(a.lits)+len(b.lits)) > maxParts || s.sizes[i]+size > maxText {
			a.changed = true
			continue
		}
		a.parts, a.lits, a.changed = append(a.parts, b.parts...), append(a.lits, b.lits...), a.changed || b.changed
		s.sizes[i] += size
	}
}

// add adds alternatives, as value.add does.
func (s *sum) add(w value) {
	v := s.value()
	v.add(w)
	s.set(v)
}

// filled is a with what holes stand for in their place, as far as with knows it.
func (a alt) filled(with func(*hole) value) value {
	out := sumFrom(alt{lits: a.lits, changed: a.changed})
	for i, p := range a.parts {
		piece := value{alts: []alt{{parts: a.parts[i : i+1]}}}
		if p.hole != nil {
			if v := with(p.hole); len(v.alts) > 0 {
				piece = v
			}
		}
		out.then(piece)
	}
	return out.value()
}
