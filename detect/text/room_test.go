package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// requireSameDoc requires that two texts were prepared alike; a slice with nothing in it is no slice.
func requireSameDoc(tb testing.TB, want, got *Doc) {
	tb.Helper()
	plain := func(d Doc) Doc {
		if len(d.Words) == 0 {
			d.Words = nil
		}
		if len(d.Sentences) == 0 {
			d.Sentences = nil
		}
		if len(d.Quotes) == 0 {
			d.Quotes = nil
		}
		if len(d.Tags) == 0 {
			d.Tags = nil
		}
		return d
	}
	require.Equal(tb, plain(*want), plain(*got), "%q", want.Raw)
}

// TestRoomPreparesAsNewDocDoes prepares one text after another in the same memory.
func TestRoomPreparesAsNewDocDoes(t *testing.T) {
	var room Room
	texts := append(corpusLines(t), "", "x", "<a> \"b\" [c] `d`", "i g n o r e", "ünï <b>", strings.Repeat("many words ", 5000), "é", "(")
	for i, s := range texts {
		requireSameDoc(t, NewDoc(s), room.NewDoc(s))
		if i%3 == 2 {
			room.Reset()
		}
	}
}

func TestRoomReset(t *testing.T) {
	var room Room
	d, e := room.NewDoc("read \"this\""), room.NewDoc("and that")
	assert.Len(t, d.Words, 2)
	assert.Len(t, e.Words, 2)
	assert.NotSame(t, d, e)
	word := e.Words[1].Fold
	room.Reset()
	assert.Empty(t, d.Raw)
	assert.Empty(t, d.Words)
	assert.Same(t, d, room.NewDoc("Something Else"))
	assert.Equal(t, "that", word)
	big := room.NewDoc(strings.Repeat("a word ", mostRoom))
	room.Reset()
	assert.NotSame(t, big, room.NewDoc("x"))
	assert.NotSame(t, big, room.NewDoc("y"))
}

// TestRoomIsBounded prepares more than is kept: texts of many words, long ones of few, and many.
func TestRoomIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("large; the race detector has nothing to add")
	}
	var room Room
	kept := func() (words int) {
		room.Reset()
		for _, d := range room.docs {
			words += cap(d.Words)
			for _, w := range d.Words[:cap(d.Words)] {
				assert.LessOrEqual(t, len(w.Fold), 1<<18)
			}
		}
		assert.LessOrEqual(t, len(room.docs), 2000)
		return words
	}
	// One tool after another has its one text of many words in another place.
	for n := range 40 {
		for range n {
			room.NewDoc("few words")
		}
		room.NewDoc(strings.Repeat("word ", mostRoom*9/10))
		require.LessOrEqual(t, kept(), 20*mostRoom)
	}
	room.NewDoc(strings.Repeat("x", 1<<20))
	kept()
	for range 20_000 {
		room.NewDoc("x")
	}
	kept()
	assert.NotEmpty(t, room.docs)
}
