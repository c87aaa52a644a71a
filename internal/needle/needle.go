// Package needle finds which of many short literals a text holds, in one pass over its bytes whatever their number
// (A. V. Aho, M. J. Corasick, "Efficient string matching", 1975).
package needle

// Set is a set of literals. It is immutable and safe for concurrent use.
type Set struct {
	// class numbers the bytes that literals are made of, from 1; all others are 0.
	class [256]uint8
	// next is the automaton: next[state+class] is the next state. States are multiples of the number of classes, and those in which a
	// literal ends have the bit hit.
	next []uint32
	// ends lists the literals that end in a state, by the state divided by the number of classes.
	ends  [][]uint32
	width uint32
}

const hit = 1 << 31

// New makes a set of literals, which are found whatever the case of their ASCII letters. Empty ones are never found.
func New(literals ...string) *Set {
	s := &Set{}
	s.classes(literals)
	// trie holds the states in the order in which they are made, each with its successors by class, or 0.
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

// classes numbers the bytes of the literals, both cases of a letter alike.
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

// link turns the trie into an automaton that never goes back, breadth first.
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

// Each calls yield for each place where a literal ends, in order of the place: its index and the byte after it. It ends when yield
// returns false.
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

// Any reports whether in holds one of the literals.
func Any[T string | []byte](s *Set, in T) bool {
	state := uint32(0)
	for i := range len(in) {
		if state = s.next[state+uint32(s.class[in[i]])]; state&hit != 0 {
			return true
		}
	}
	return false
}
