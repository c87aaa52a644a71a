package text

// Room prepares texts in memory that is used again. It is for one goroutine.
type Room struct {
	docs []*Doc
	// used is how many of docs are in use.
	used int
}

const (
	// mostRoom bounds what is kept for one text, in words, longestRoom the text itself, in bytes, since words that were in use hold on to it;
	// larger ones are let go.
	mostRoom    = 4096
	longestRoom = 16 * mostRoom
	// mostDocs and mostWords bound what is kept for all texts, in texts and in words.
	mostDocs  = 1024
	mostWords = 16 * mostRoom
)

// NewDoc is NewDoc of the package; the text is good until the next call of Reset. What words and views of it are strings stays what it is.
func (r *Room) NewDoc(s string) *Doc {
	if r.used == len(r.docs) {
		r.docs = append(r.docs, &Doc{})
	}
	d := r.docs[r.used]
	r.used++
	d.Raw = s
	d.prepare()
	return d
}

// Reset takes back the texts that were prepared.
func (r *Room) Reset() {
	kept, words := r.docs[:0], 0
	for i, d := range r.docs {
		long := len(d.Raw) > longestRoom || len(d.Folded) > longestRoom
		if i < r.used {
			// Whoever still holds it sees an empty text.
			*d = Doc{Words: d.Words[:0], Sentences: d.Sentences[:0], Quotes: d.Quotes[:0], Tags: d.Tags[:0]}
		}
		size := cap(d.Words)
		if long || size > mostRoom || words+size > mostWords || len(kept) == mostDocs {
			continue
		}
		kept, words = append(kept, d), words+size
	}
	clear(r.docs[len(kept):])
	r.docs, r.used = kept, 0
}
