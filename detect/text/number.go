package text

// Numberer gives words of natural language numbers. The number of a word depends on the word alone, so that it is remembered with it: of all
// numberers, that of the first that is asked.
type Numberer struct {
	number func(fold, stem, alt string) uint32
	// mark, in the upper half, tells the numbers of one numberer from those of another. It is not zero.
	mark uint64
}

const (
	numberBits = 32
	numberMask = 1<<numberBits - 1
)

// NewNumberer returns a numberer with a name of its own, which must not be empty, that gives words the numbers that number returns.
func NewNumberer(name string, number func(fold, stem, alt string) uint32) *Numberer {
	return &Numberer{number: number, mark: (hashOf(name) | 1<<numberBits) &^ numberMask}
}

// Of returns the number of a word, which is one of natural language.
func (n *Numberer) Of(w *Word) uint32 {
	x := w.lexeme
	if x == nil {
		return n.number(w.Fold, w.Stem(), w.Alt())
	}
	if known := x.number.Load(); known&^numberMask == n.mark {
		return uint32(known)
	}
	return n.first(x)
}

// first numbers a word that is not known to the numberer.
func (n *Numberer) first(x *lexeme) uint32 {
	made := n.number(x.fold, x.stem, x.alt)
	// Of two numberers that are asked at once, one is remembered.
	x.number.CompareAndSwap(0, n.mark|uint64(made))
	return made
}
