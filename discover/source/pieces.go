package source

import "iter"

// Pieces yields where the pieces of a Text stand, in its order: every byte that it was decoded from, and none that only stands between two
// of them. Of a piece that is not known exactly, all bytes that it may stand in. Pieces beside each other may be yielded as one.
func (t Text) Pieces() iter.Seq2[*File, Span] {
	return func(yield func(*File, Span) bool) {
		if t.isLater() {
			yield(t.file, t.laterSpan())
			return
		}
		for _, s := range t.segments() {
			if !yield(s.file, Span{s.raw, s.raw + s.rawN}) {
				return
			}
		}
	}
}
