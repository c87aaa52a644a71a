package text

// Reader reads words of natural language one by one. What it makes of a word depends on the word alone, so that it is remembered with it:
// of all readers with one slot, that of the first that is asked.
type Reader[T any] struct {
	read func(fold, stem, alt string) *T
	slot Slot
	id   *readerID
	// none is what the reader makes of most words.
	none reading
}

// readerID tells one reader from another by its address.
type readerID struct{ _ byte }

// reading is what a reader made of a word.
type reading struct {
	by *readerID
	of any
}

// Slot says where a reader's results are remembered. Readers that are used beside one another have different ones.
type Slot uint8

// The slots.
const (
	SlotFirst Slot = iota
	SlotSecond
	slots
)

// NewReader returns a reader with the first slot that makes of a word what read returns: none for most of them, always the same.
func NewReader[T any](none *T, read func(fold, stem, alt string) *T) *Reader[T] {
	return NewReaderAt(SlotFirst, none, read)
}

// NewReaderAt returns a reader as NewReader does, with the slot.
func NewReaderAt[T any](slot Slot, none *T, read func(fold, stem, alt string) *T) *Reader[T] {
	r := &Reader[T]{read: read, slot: slot % slots, id: &readerID{}}
	r.none = reading{r.id, none}
	return r
}

// Of returns what the reader makes of a word, which is one of natural language. It must not be changed.
func (r *Reader[T]) Of(w *Word) *T {
	x := w.lexeme
	if x == nil {
		return r.read(w.Fold, w.Stem(), w.Alt())
	}
	known := x.readings[r.slot].Load()
	if known != nil && known.by == r.id {
		return known.of.(*T)
	}
	return r.first(x, known)
}

// first reads a word that is not known to the reader; known is what another reader made of it, or nil.
func (r *Reader[T]) first(x *lexeme, known *reading) *T {
	made := r.read(x.fold, x.stem, x.alt)
	if known == nil {
		known = &r.none
		if any(made) != r.none.of {
			// What is made of a word lies behind its reading: whoever looks at the one looks at the other.
			beside := &struct {
				reading
				of T
			}{reading{by: r.id}, *made}
			beside.reading.of, made = &beside.of, &beside.of
			known = &beside.reading
		}
		// Of two readers that are asked at once, one is remembered.
		x.readings[r.slot].CompareAndSwap(nil, known)
	}
	return made
}
