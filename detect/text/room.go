package text

// Room prepares texts in memory that is used again. It is for one goroutine.
type Room struct {
	docs []*Doc
	// used is how many of docs are in use.
	used int
}

// mostRoom bounds what is kept for one text, in words; larger ones are let go.
const mostRoom = 4096

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
	kept := r.docs[:0]
	for i, d := range r.docs {
		switch {
		case i >= r.used:
			kept = append(kept, d)
		case cap(d.Words) <= mostRoom && cap(d.spans) <= 8*mostRoom:
			// Whoever still holds it sees an empty text.
			*d = Doc{Words: d.Words[:0], Quotes: d.Quotes[:0], Tags: d.Tags[:0], ranges: d.ranges[:0], spans: d.spans[:0]}
			kept = append(kept, d)
		}
	}
	clear(r.docs[len(kept):])
	r.docs, r.used = kept, 0
}
