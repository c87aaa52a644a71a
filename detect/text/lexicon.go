package text

import "strings"

// Concept is a meaning that many words share. Each lexicon numbers its own, below MaxConcepts.
type Concept uint8

// MaxConcepts bounds the concepts of one lexicon.
const MaxConcepts = 128

// Set is a set of concepts.
type Set [2]uint64

// Has reports whether c is in the set.
func (s Set) Has(c Concept) bool { return s[c>>6]&(1<<(c&63)) != 0 }

// Any reports whether the sets have a concept in common.
func (s Set) Any(o Set) bool { return s[0]&o[0]|s[1]&o[1] != 0 }

// Empty reports whether no concept is in the set.
func (s Set) Empty() bool { return s[0]|s[1] == 0 }

// With returns the set with c in it.
func (s Set) With(c Concept) Set {
	s[c>>6] |= 1 << (c & 63)
	return s
}

// Of returns the set of the concepts.
func Of(cs ...Concept) Set {
	var s Set
	for _, c := range cs {
		s = s.With(c)
	}
	return s
}

// Lexicon says which concepts a word or a phrase carries. Its words go through the stemmer that the text goes through.
type Lexicon struct {
	words   map[string]Set
	phrases map[string][]phrase
	exact   map[string]Set
}

type phrase struct {
	rest    []string
	concept Concept
}

// Entry gives a concept its words: separated by white space, phrases joined by underscores. A word that begins with "="
// is compared as it is written, without stemming.
type Entry struct {
	Concept Concept
	Words   string
}

// NewLexicon compiles entries.
func NewLexicon(entries []Entry) *Lexicon {
	l := &Lexicon{words: map[string]Set{}, phrases: map[string][]phrase{}, exact: map[string]Set{}}
	for _, e := range entries {
		for _, w := range strings.Fields(e.Words) {
			if word, ok := strings.CutPrefix(w, "="); ok {
				l.exact[Fold(word)] = l.exact[Fold(word)].With(e.Concept)
				continue
			}
			parts := strings.Split(w, "_")
			for i := range parts {
				parts[i] = Stem(Fold(parts[i]))
			}
			if len(parts) == 1 {
				l.words[parts[0]] = l.words[parts[0]].With(e.Concept)
				continue
			}
			l.phrases[parts[0]] = append(l.phrases[parts[0]], phrase{parts[1:], e.Concept})
		}
	}
	return l
}

// WordTags is what a lexicon says of one word: its concepts, and the phrases that begin with it.
type WordTags struct {
	set     Set
	phrases []phrase
}

// untagged is what lexicons say of most words.
var untagged = &WordTags{}

// Empty reports whether the word carries nothing and begins nothing.
func (t *WordTags) Empty() bool { return t == untagged }

// At returns the concepts of the word, which is word i of d.
func (t *WordTags) At(d *Doc, i int) Set {
	set := t.set
	for k := range t.phrases {
		if p := &t.phrases[k]; d.follows(i+1, p.rest) {
			set = set.With(p.concept)
		}
	}
	return set
}

// TagsOf returns what the lexicon says of a word of natural language.
func (l *Lexicon) TagsOf(fold, stem, alt string) *WordTags {
	set := l.words[stem]
	if alt != "" {
		set = set.or(l.words[alt])
	}
	if len(l.exact) > 0 {
		set = set.or(l.exact[fold])
	}
	phrases := l.phrases[stem]
	if set.Empty() && len(phrases) == 0 {
		return untagged
	}
	return &WordTags{set, phrases}
}

func (s Set) or(o Set) Set { return Set{s[0] | o[0], s[1] | o[1]} }

// Tag returns the concepts of each word of the text. A phrase is tagged at its first word. Identifiers and paths carry none:
// read_file is a name, not an order to read.
func (l *Lexicon) Tag(d *Doc) []Set {
	tags := make([]Set, len(d.Words))
	for i := range d.Words {
		w := &d.Words[i]
		if w.Kind != KindWord {
			continue
		}
		var t *WordTags
		if w.lexeme != nil {
			t = w.lexeme.tagsOf(l)
		} else {
			t = l.TagsOf(w.Fold, w.Stem(), w.Alt())
		}
		if !t.Empty() {
			tags[i] = t.At(d, i)
		}
	}
	return tags
}

func (d *Doc) follows(i int, stems []string) bool {
	if i+len(stems) > len(d.Words) {
		return false
	}
	for k, s := range stems {
		if d.Words[i+k].Stem() != s {
			return false
		}
	}
	return true
}
