package code

import "slices"

// sum puts texts together, one behind the other. Where there is one alternative, as there mostly is, what it has so far is not copied.
type sum struct {
	v value
	// own is set when nobody else may append to the one alternative, of size bytes.
	own  bool
	size int
}

// sumFrom begins with an alternative.
func sumFrom(a alt) sum {
	a.parts, a.lits = slices.Clip(a.parts), slices.Clip(a.lits)
	return sum{v: value{alts: []alt{a}}, own: true, size: a.size()}
}

// then puts w behind what there is, as value.then does.
func (s *sum) then(w value) {
	switch {
	case len(w.alts) == 0:
		return
	case !s.own || len(w.alts) > 1:
		s.set(s.v.then(w))
		return
	}
	a, b := &s.v.alts[0], &w.alts[0]
	size := b.size()
	if max(len(a.parts)+len(b.parts), len(a.lits)+len(b.lits)) > maxParts || s.size+size > maxText {
		a.loose = true
		return
	}
	a.parts, a.lits, a.loose = append(a.parts, b.parts...), append(a.lits, b.lits...), a.loose || b.loose
	s.size += size
}

// set puts a value in the place of what there is.
func (s *sum) set(v value) {
	if len(v.alts) == 1 {
		*s = sumFrom(v.alts[0])
		return
	}
	*s = sum{v: v}
}

// value returns what there is so far.
func (s *sum) value() value {
	if !s.own {
		return s.v
	}
	return sumFrom(s.v.alts[0]).v
}

// add adds alternatives, as value.add does.
func (s *sum) add(w value) {
	v := s.value()
	v.add(w)
	s.set(v)
}
