package reading

import (
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// Mark is an occurrence of a concept.
type Mark struct {
	Concept Concept
	// Start and End are bytes of the field, half open.
	Start, End int32
	// At is the index of the first token that starts there or later, so that distances do not depend on blanks.
	At int32
}

// Token is a word of a sentence.
type Token struct {
	// Fold is the folded word. If Named is set, Ref is what it refers to, and it is not a word of the language.
	Fold  string
	Ref   Concept
	Named bool
	Kind  text.Kind
	// Shout is set for words in capitals, Call for words before an opening bracket.
	Shout, Call bool
	Start, End  int32
	word        *word
}

// word is the lexicon's entry of a folded word.
type word struct {
	// keys are its keys, nodes the children of the root that they lead to.
	keys, nodes []int32
	// calls, tool and stop are set for verbs of calling, nouns for tools, and words that are never names.
	calls, tool, stop bool
	slot              Slot
}

// Slot lets the judge of sentences cache its number of a word.
type Slot struct {
	// Owner is the judge whose number it is, or nil.
	Owner  any
	Number uint32
}

// Slot returns the slot of a token that is a word. Tokens with the same Fold share it as long as the Reader remembers the word.
func (t *Token) Slot() *Slot { return &t.word.slot }

// noWord is the entry of other tokens.
var noWord = &word{}

// Sentence is the reading of one sentence, of two neighbours, or of a name that is split into words.
type Sentence struct {
	// Start and End are bytes of the field, half open.
	Start, End int
	// Place is the kind of field.
	Place  Place
	Tokens []Token
	// Marks are the concepts in order of their start; Present is the set of them.
	Marks   []Mark
	Present Set
	// Referents are the names in the sentence.
	Referents []Referent
	// Label is the number of words of a label such as "Note:" at the start, or 0.
	Label int
}

// Place is the kind of field that a sentence is in.
type Place uint8

// The places.
const (
	// InDescription is a description, a prompt, a resource or the instructions of a server.
	InDescription Place = iota
	InTitle
	// InParameter is the description or title of a parameter.
	InParameter
	// InValue is a default, an allowed value, an example or a comment of the schema.
	InValue
	// InName is a name long enough to be a sentence.
	InName
	// InOther is any other string.
	InOther
	Places
)

// PlaceNames are the names of the places.
var PlaceNames = [Places]string{"description", "title", "parameter", "value", "name", "other"}

// Referent is a name in a sentence.
type Referent struct {
	// Ref is what is registered under the name: RefOwn, RefSibling, RefForeign, or how it looks if nothing is.
	Ref Concept
	// Name is the name as written, or the words that describe a tool.
	Name string
	// Start and End are bytes of the field, half open.
	Start, End int
	// Plain is set for a name of one ordinary word that nothing marks as a name.
	Plain bool
	// Tools are the tools of other servers with that name, for RefForeign.
	Tools []int
}

// Reader reads texts. It reuses memory and is not safe for concurrent use.
type Reader struct {
	lex *Lexicon
	// known caches words.
	known map[string]*word

	doc      text.Doc
	sentence Sentence
}

// maxKnown bounds the cached words.
const maxKnown = 1 << 15

// NewReader returns a reader for a lexicon.
func NewReader(l *Lexicon) *Reader { return &Reader{lex: l, known: map[string]*word{}} }

// Read reads the words of a prepared text as one unit. It returns nil if there are none; the result is valid until the next call.
func (r *Reader) Read(doc *text.Doc, c *Context, words text.Range) *Sentence {
	if words.Start >= words.End {
		return nil
	}
	s := &r.sentence
	*s = Sentence{
		Start: doc.Words[words.Start].Start(), End: doc.Words[words.End-1].End(), Place: c.Place,
		Tokens: s.Tokens[:0], Marks: s.Marks[:0], Referents: s.Referents[:0],
	}
	r.tokens(doc, words)
	c.Names.resolve(doc, s)
	r.concepts(s)
	r.signs(doc, s, words)
	sortMarks(s.Marks)
	at := 0
	for i := range s.Marks {
		m := &s.Marks[i]
		for at < len(s.Tokens) && s.Tokens[at].Start < m.Start {
			at++
		}
		m.At = int32(at)
		s.Present.Add(m.Concept)
	}
	return s
}

// tokens splits the words of the sentence between scripts with and without spaces.
func (r *Reader) tokens(doc *text.Doc, span text.Range) {
	for i := span.Start; i < span.End; i++ {
		w := &doc.Words[i]
		t := Token{Fold: w.Fold, Kind: w.Kind, Shout: w.Shout, Call: w.Call, Start: int32(w.Start()), End: int32(w.End())}
		if !mixed(w.Fold) || len(w.Fold) != w.End()-w.Start() {
			r.push(t, w)
			continue
		}
		from := 0
		for k, c := range w.Fold {
			if k > from && unspaced(c) != lastUnspaced(w.Fold[from:k]) {
				r.piece(t, from, k)
				from = k
			}
		}
		r.piece(t, from, len(w.Fold))
	}
}

// piece adds bytes [from, to) of a token.
func (r *Reader) piece(t Token, from, to int) {
	t.Fold, t.End = t.Fold[from:to], t.Start+int32(to)
	t.Start += int32(from)
	t.Kind = text.KindWord
	if isName(t.Fold) {
		t.Kind = text.KindIdent
	}
	r.push(t, nil)
}

func (r *Reader) push(t Token, w *text.Word) {
	t.word = noWord
	if t.Kind == text.KindWord {
		if t.word = r.word(t.Fold); len(t.word.keys) == 0 && w != nil {
			if alt := w.Alt(); alt != "" {
				if plain := r.word(alt); len(plain.keys) > 0 {
					t.word, t.Fold = plain, alt
				}
			}
		}
	}
	r.sentence.Tokens = append(r.sentence.Tokens, t)
}

// word returns the entry of a folded word.
func (r *Reader) word(fold string) *word {
	if w, ok := r.known[fold]; ok {
		return w
	}
	w := &word{keys: r.lex.keysOf(nil, fold), stop: r.lex.lists[".stop"][fold]}
	for _, k := range w.keys {
		if node, ok := r.lex.next[edge(0, k)]; ok {
			w.nodes = append(w.nodes, node)
			for _, c := range r.lex.nodes[node].ends {
				w.calls, w.tool = w.calls || c == r.lex.call, w.tool || c == r.lex.tool
			}
		}
	}
	if len(r.known) < maxKnown && len(fold) <= maxWord {
		r.known[strings.Clone(fold)] = w
	}
	return w
}

// maxWord bounds the length of a cached word, in bytes.
const maxWord = 64

// concepts marks the phrases of the sentence.
func (r *Reader) concepts(s *Sentence) {
	l := r.lex
	for i := range s.Tokens {
		t := &s.Tokens[i]
		if t.Kind != text.KindWord {
			continue
		}
		if len(l.runs) > 0 && len(t.Fold) >= 3 && t.Fold[0] >= 0xE0 {
			r.run(s, t)
		}
		// maxPhrase bounds the length of a phrase, so that no text takes quadratic time.
		const maxPhrase = 8
		for _, node := range t.word.nodes {
			r.follow(s, i, i, node, maxPhrase)
		}
	}
}

// follow marks the phrases that start at token first and reach a node with token at.
func (r *Reader) follow(s *Sentence, first, at int, node int32, left int) {
	n := &r.lex.nodes[node]
	for _, c := range n.ends {
		s.Marks = append(s.Marks, Mark{Concept: c, Start: s.Tokens[first].Start, End: s.Tokens[at].End})
	}
	if !n.leads || at+1 >= len(s.Tokens) || left == 0 || s.Tokens[at+1].Kind != text.KindWord {
		return
	}
	next := &s.Tokens[at+1]
	for _, k := range next.word.keys {
		if to, ok := r.lex.next[edge(node, k)]; ok {
			r.follow(s, first, at+1, to, left-1)
		}
	}
}

// run marks the longest phrase at each place of a token in a script without spaces.
func (r *Reader) run(s *Sentence, t *Token) {
	exact := int(t.End-t.Start) == len(t.Fold)
	for i, c := range t.Fold {
		if !unspaced(c) {
			continue
		}
		for n := min(r.lex.longestRun, len(t.Fold)-i); n >= 3; n-- {
			concepts := r.lex.runs[t.Fold[i:i+n]]
			if len(concepts) == 0 {
				continue
			}
			m := Mark{Start: t.Start, End: t.End}
			if exact {
				m.Start, m.End = t.Start+int32(i), t.Start+int32(i+n)
			}
			for _, m.Concept = range concepts {
				s.Marks = append(s.Marks, m)
			}
			break
		}
	}
}

// mixed reports whether a folded word has both a script without spaces and something else.
func mixed(w string) bool {
	some, other := false, false
	for i := range len(w) {
		if w[i] < 0xE0 {
			other = true
		} else {
			some = true
		}
		if some && other {
			break
		}
	}
	if !some || !other {
		return false
	}
	some, other = false, false
	for _, c := range w {
		if unspaced(c) {
			some = true
		} else {
			other = true
		}
	}
	return some && other
}

// lastUnspaced reports whether a piece, judged by its first rune, is of a script without spaces.
func lastUnspaced(piece string) bool {
	for _, c := range piece {
		return unspaced(c)
	}
	return false
}
