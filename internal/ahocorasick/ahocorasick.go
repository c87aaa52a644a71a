// Package ahocorasick finds which of many short literals a text contains, in one pass however many they are (A. V. Aho, M. J. Corasick,
// "Efficient string matching", 1975).
package ahocorasick

// Set is a set of literals. It is immutable and safe for concurrent use.
type Set struct {
	// class numbers the bytes that occur in literals, from 1; all others are 0.
	class [256]uint8
	// next is the automaton: next[state+class] is the next state. States are multiples of the number of classes. States in which a literal
	// ends have the bit hit.
	next []uint32
	// ends lists the literals that end in a state, indexed by state divided by the number of classes.
	ends  [][]uint32
	width uint32
}

const hit = 1 << 31

// New returns a set of literals. ASCII case is ignored. Empty literals are never found.
func New(literals ...string) *Set {
	s := &Set{}
	s.classes(literals)
	// trie lists the states in creation order, each with its successors by class, or 0.
	trie := [][]uint32{make([]uint32, s.width)}
	ends := [][]uint32{nil}
	for i, w := range literals {
		at := uint32(0)
		for k := range len(w) {
			c := s.class[w[k]]
			if trie[at][c] == 0 {
				trie[at][c] = uint32(len(trie))
				trie, ends = append(trie, make([]uint32, s.width)), append(ends, nil)
			}
			at = trie[at][c]
		}
		if w != "" {
			ends[at] = append(ends[at], uint32(i))
		}
	}
	s.link(trie, ends)
	return s
}

// classes numbers the bytes of the literals, equal for both cases of a letter.
func (s *Set) classes(literals []string) {
	s.width = 1
	for _, w := range literals {
		for k := range len(w) {
			c := w[k]
			if s.class[c] != 0 {
				continue
			}
			s.class[c] = uint8(s.width)
			if low := c | 0x20; low >= 'a' && low <= 'z' {
				s.class[c^0x20] = uint8(s.width)
			}
			s.width++
		}
	}
}

// link turns the trie into an automaton without failure links, breadth first.
func (s *Set) link(trie, ends [][]uint32) {
	fail := make([]uint32, len(trie))
	queue := []uint32{0}
	for q := 0; q < len(queue); q++ {
		at := queue[q]
		for c, to := range trie[at] {
			back := uint32(0)
			if at != 0 {
				back = trie[fail[at]][c]
			}
			if to == 0 {
				trie[at][c] = back
				continue
			}
			fail[to] = back
			ends[to] = append(ends[to], ends[back]...)
			queue = append(queue, to)
		}
	}
	s.ends = ends
	s.next = make([]uint32, uint32(len(trie))*s.width)
	for at, row := range trie {
		for c, to := range row {
			state := to * s.width
			if len(ends[to]) > 0 {
				state |= hit
			}
			s.next[uint32(at)*s.width+uint32(c)] = state
		}
	}
}

// Each calls yield for each occurrence with the index of the literal and the offset after it, in order of the latter, until yield returns
// false.
func Each[T string | []byte](s *Set, in T, yield func(literal, end int) bool) {
	state := uint32(0)
	for i := range len(in) {
		state = s.next[state+uint32(s.class[in[i]])]
		if state&hit == 0 {
			continue
		}
		state &^= hit
		for _, w := range s.ends[state/s.width] {
			if !yield(int(w), i+1) {
				return
			}
		}
	}
}

// Any reports whether in contains any of the literals.
func Any[T string | []byte](s *Set, in T) bool {
	state := uint32(0)
	for i := range len(in) {
		if state = s.next[state+uint32(s.class[in[i]])]; state&hit != 0 {
			return true
		}
	}
	return false
}
