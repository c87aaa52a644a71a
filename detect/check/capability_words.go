package check

import (
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// lazyWords is a set of words that is read from its list when it is first asked: a start that checks nothing does not pay for it. It
// is safe for concurrent use.
type lazyWords struct {
	// list has the words, between blanks; they are stemmed when stemmed is set, as the words are that it is asked for.
	list    string
	stemmed bool
	// from makes the set where it has no list.
	from func() map[string]bool
	once sync.Once
	set  map[string]bool
	// quick finds the words of the set faster than a map does.
	quick *wordTable[struct{}]
}

// words returns the set.
func (l *lazyWords) words() map[string]bool {
	l.once.Do(func() {
		l.set = map[string]bool{}
		if l.from != nil {
			l.set = l.from()
		}
		for w := range strings.FieldsSeq(l.list) {
			if l.stemmed {
				w = text.Stem(w)
			}
			l.set[w] = true
		}
		quick := make(map[string]struct{}, len(l.set))
		for w := range l.set {
			quick[w] = struct{}{}
		}
		l.quick = newWordTable(quick)
	})
	return l.set
}

// has reports whether the word is in the set.
func (l *lazyWords) has(w string) bool {
	l.words()
	return l.quick.find(w) != nil
}

// findIn returns the first word in [from, to) that is, folded, in the set, or -1.
func (p *prose) findIn(l *lazyWords, from, to int) int {
	l.words()
	for i := max(from, 0); i < min(to, len(p.doc.Words)); i++ {
		if l.quick.find(p.doc.Words[i].Fold) != nil {
			return i
		}
	}
	return -1
}
