package source

import "slices"

// maxKept is how much of its memory a Builder keeps for the next Text, in bytes and in pieces.
const maxKept = 64 << 10

// Take is Text for a Builder that makes one Text after another. What it returns has no room to spare, for many Texts are held for long;
// the Builder is empty afterwards and keeps its own memory.
func (b *Builder) Take() Text {
	t := b.Text()
	if len(t.segs) == 0 {
		t.segs = nil
	} else {
		t.segs = slices.Clip(slices.Clone(t.segs))
	}
	b.Reset()
	return t
}

// Reset drops what was built. The Builder holds no file any more.
func (b *Builder) Reset() {
	clear(b.segs)
	b.text, b.segs, b.first = b.text[:0], b.segs[:0], segment{}
	if cap(b.text) > maxKept {
		b.text = nil
	}
	if cap(b.segs) > maxKept/16 {
		b.segs = nil
	}
}
