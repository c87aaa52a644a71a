package text

// Reader reads words of natural language one by one. What it makes of a word depends on the word alone, so that it is remembered with it:
// of all readers, that of the first that is asked.
type Reader[T any] struct {
	read func(fold, stem, alt string) *T
	// none is what the reader makes of most words.
	none reading
}

// reading is what a reader made of a word.
type reading struct{ by, of any }

// NewReader returns a reader that makes of a word what read returns: none for most of them, always the same.
func NewReader[T any](none *T, read func(fold, stem, alt string) *T) *Reader[T] {
	r := &Reader[T]{read: read}
	r.none = reading{r, none}
	return r
}

// Of returns what the reader makes of a word, which is one of natural language. It must not be changed.
func (r *Reader[T]) Of(w *Word) *T {
	x := w.lexeme
	if x == nil {
		return r.read(w.Fold, w.Stem, w.Alt())
	}
	known := x.reading.Load()
	if known != nil && known.by == any(r) {
		return known.of.(*T)
	}
	made := r.read(x.fold, x.stem, x.alt)
	if known == nil {
		known = &r.none
		if any(made) != r.none.of {
			known = &reading{r, made}
		}
		// Of two readers that are asked at once, one is remembered.
		x.reading.CompareAndSwap(nil, known)
	}
	return made
}
