package check

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// featureKind says what a feature of a sentence is. Its letter begins the feature's line in the table of weights.
type featureKind byte

const (
	// featWord, featPair and featSkip are a word, two neighbours, and two words with one between them. They are kept apart from
	// featClosedWord and so on, in which at least one of the words is of grammar.
	featWord featureKind = 'u'
	featPair featureKind = 'b'
	featSkip featureKind = 's'

	featClosedWord featureKind = 'U'
	featClosedPair featureKind = 'B'
	featClosedSkip featureKind = 'S'
	// featFrame is three neighbours of which words of content are left blank: "before * the".
	featFrame featureKind = 't'
	// featConcept is a meaning that is present, featOrder two of them in order in one clause.
	featConcept featureKind = 'c'
	featOrder   featureKind = 'p'
	// featMood is a verb that somebody is asked to follow, with its mood.
	featMood featureKind = 'm'
	// featContent, featContentPair and featContentSkip are those of words, over words of content alone.
	featContent     featureKind = 'x'
	featContentPair featureKind = 'y'
	featContentSkip featureKind = 'v'
	// featInput is a word in a parameter's text, featNamed a word of the parameter's name.
	featInput featureKind = 'q'
	featNamed featureKind = 'n'
	// featForeign is how far the sentence is from the words that the tool is named with, featShape any other property of it: how
	// long, how loud, where.
	featForeign featureKind = 'f'
	featShape   featureKind = 'z'
)

// token is a word as features see it.
type token struct {
	text string
	hash uint64
	// closed is true for words of grammar and for kinds of things (@path), false for words of content.
	closed bool
}

// hashToken is FNV-1a over 64 bits: fast, and the same on every machine.
func hashToken(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

func tokenOf(s string) token { return token{text: s, hash: hashToken(s)} }

// featureKey joins a kind and up to three tokens.
func featureKey(kind featureKind, a, b, c uint64) uint64 {
	h := a ^ uint64(kind)*0x9e3779b97f4a7c15
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	h = (h ^ b ^ h>>32) * 0x94d049bb133111eb
	h = (h ^ c ^ h>>31) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}

//go:embed data/closed_words.txt
var closedWordList string

// closedWords are the words of grammar.
var closedWords = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(closedWordList) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, w := range strings.Fields(line) {
			m[w] = true
		}
	}
	return m
})

// Tokens that stand for what is no word of English.
var (
	tokStart, tokEnd, tokBlank = tokenOf("^"), tokenOf("$"), tokenOf("*")
	tokNumber                  = closedToken("@num")
	tokPath                    = closedToken("@path")
	tokURL                     = closedToken("@url")
	tokMail                    = closedToken("@mail")
	tokSelf                    = closedToken("@self")
	tokParam                   = closedToken("@param")
	tokOwn                     = closedToken("@own")
	tokTool                    = closedToken("@tool")
	tokAction                  = closedToken("@act")
	tokIdent                   = closedToken("@id")
)

func closedToken(s string) token { t := tokenOf(s); t.closed = true; return t }

var (
	shapeOrders  = shapeTokens("orders0", "orders1", "orders2", "orders3", "orders4")
	shapeShout   = shapeTokens("shout0", "shout1", "shout2", "shout3")
	shapeForeign = shapeTokens("foreign0", "foreign1", "foreign2", "foreign3", "foreign4", "foreign5")
	shapeLength  = shapeTokens("length0", "length1", "length2", "length3", "length4", "length5")
	shapeAssigns = tokenOf("assigns")
	moodTokens   = shapeTokens("none", "describes", "polite", "orders")
)

func shapeTokens(names ...string) []token {
	out := make([]token, len(names))
	for i, n := range names {
		out[i] = tokenOf(n)
	}
	return out
}

var conceptTokens = sync.OnceValue(func() []token { return shapeTokens(conceptNames[:]...) })

// maxUnitWords bounds a sentence; what is longer is read in pieces.
const maxUnitWords = 120

// wordUnits are the sentences of the field, cut where they are too long.
func (p *prose) wordUnits() []text.Range {
	units := make([]text.Range, 0, len(p.doc.Sentences))
	for _, s := range p.doc.Sentences {
		for s.End-s.Start > maxUnitWords {
			units = append(units, text.Range{Start: s.Start, End: s.Start + maxUnitWords})
			s.Start += maxUnitWords
		}
		if s.End > s.Start {
			units = append(units, s)
		}
	}
	return units
}

// features collects the features of sentences of one field. Each feature counts once in a sentence.
type features struct {
	p      *prose
	closed map[string]bool
	tokens []token
	emit   func(kind featureKind, a, b, c token)
}

// sentence emits every feature of the words [r.Start, r.End).
func (f *features) sentence(r text.Range) {
	f.tokens = append(f.tokens[:0], tokStart)
	for i := r.Start; i < r.End; i++ {
		f.tokens = append(f.tokens, f.token(i))
	}
	f.tokens = append(f.tokens, tokEnd)
	f.words()
	f.content()
	f.concepts(r)
	f.shape(r)
	f.input()
}

func (f *features) token(i int) token {
	w := &f.p.doc.Words[i]
	switch w.Kind {
	case text.KindNumber:
		return tokNumber
	case text.KindPath:
		return tokPath
	case text.KindURL, text.KindHost:
		return tokURL
	case text.KindEmail:
		return tokMail
	case text.KindIdent:
		return f.ident(i)
	}
	stem := w.Stem
	if w.Alt != "" {
		stem = w.Alt
	}
	t := tokenOf(stem)
	t.closed = f.closed[stem]
	return t
}

// ident tells names of the server's own tools and parameters from others.
func (f *features) ident(i int) token {
	p := f.p
	raw := p.doc.Raw[p.doc.Words[i].Start:p.doc.Words[i].End]
	switch {
	case raw == p.tool.Name:
		return tokSelf
	case p.reg.HasParameter(p.tool.Server, raw):
		return tokParam
	case p.reg.Owns(p.tool.Server, raw):
		return tokOwn
	}
	if p.referenced(i) {
		return tokTool
	}
	if actionName(raw) {
		return tokAction
	}
	return tokIdent
}

func (f *features) words() {
	t, none := f.tokens, token{}
	kind := func(open, closed featureKind, a, b token) featureKind {
		if a.grammar() || b.grammar() {
			return closed
		}
		return open
	}
	for k := range t {
		if k > 0 && k < len(t)-1 {
			f.emit(kind(featWord, featClosedWord, t[k], none), t[k], none, none)
		}
		if k+1 < len(t) {
			f.emit(kind(featPair, featClosedPair, t[k], t[k+1]), t[k], t[k+1], none)
		}
		if k+2 < len(t) {
			f.emit(kind(featSkip, featClosedSkip, t[k], t[k+2]), t[k], t[k+2], none)
			f.emit(featFrame, t[k].blank(), t[k+1].blank(), t[k+2].blank())
		}
	}
}

// grammar reports whether the token is no word of content.
func (t token) grammar() bool { return t.closed || t.hash == tokStart.hash || t.hash == tokEnd.hash }

// blank is the token without its content.
func (t token) blank() token {
	if t.grammar() {
		return t
	}
	return tokBlank
}

func (f *features) content() {
	none := token{}
	a, b := tokStart, token{}
	for _, t := range f.tokens[1 : len(f.tokens)-1] {
		if t.closed && t.text[0] != '@' {
			continue
		}
		f.emit(featContent, t, none, none)
		f.emit(featContentPair, a, t, none)
		if b.hash != 0 {
			f.emit(featContentSkip, b, t, none)
		}
		a, b = t, a
	}
}

// concepts emits the meanings of the words and, of those that are near each other in a clause, their order.
func (f *features) concepts(r text.Range) {
	// reach is how far two words of one order may be apart, and most how many meanings before are paired with one.
	const reach, most = 8, 6
	type at struct {
		t      token
		i      int
		clause int
	}
	names, none := conceptTokens(), token{}
	var near [most]at
	n := 0
	for i := r.Start; i < r.End; i++ {
		tags := f.p.tags[i]
		if tags.Empty() {
			continue
		}
		clause := f.p.doc.Words[i].Clause
		from := n
		for c := range names {
			if names[c].text == "" || !tags.Has(text.Concept(c)) {
				continue
			}
			f.emit(featConcept, names[c], none, none)
			for k := max(0, from-most); k < from; k++ {
				if o := near[k%most]; i-o.i <= reach && o.clause == clause && o.i < i {
					f.emit(featOrder, o.t, names[c], none)
				}
			}
			near[n%most] = at{names[c], i, clause}
			n++
			if n-from >= most {
				break
			}
		}
	}
}

func (f *features) shape(r text.Range) {
	p, none := f.p, token{}
	v := p.vocabulary()
	n, foreign, orders, shout := 0, 0, 0, 0
	for i := r.Start; i < r.End; i++ {
		w := &p.doc.Words[i]
		if w.Shout {
			shout++
		}
		if w.Kind != text.KindWord {
			continue
		}
		if m := p.mood(i); m >= moodPolite {
			orders++
			f.emit(featMood, moodTokens[m], f.tokens[i-r.Start+1], none)
		}
		if len(w.Stem) < 4 || actions[w.Fold] {
			continue
		}
		n++
		if !v[w.Stem] {
			foreign++
		}
	}
	z := func(t token) { f.emit(featShape, t, none, none) }
	z(shapeOrders[min(orders, len(shapeOrders)-1)])
	z(shapeShout[min(shout, len(shapeShout)-1)])
	if n > 0 {
		f.emit(featForeign, shapeForeign[foreign*(len(shapeForeign)-1)/n], none, none)
	}
	z(shapeLength[min((r.End-r.Start)/8, len(shapeLength)-1)])
	z(tokenOf(string(p.field.Role)))
	if strings.Contains(p.doc.Raw[p.doc.Words[r.Start].Start:p.doc.Words[r.End-1].End], "=") {
		z(shapeAssigns)
	}
}

// input emits the words of a parameter's text and name once more: what is asked of the model for an input is read otherwise
// than what is said of the tool.
func (f *features) input() {
	none := token{}
	switch f.p.field.Role {
	case detect.RoleParameterDescription, detect.RoleParameterName, detect.RoleParameterTitle, detect.RoleEnum, detect.RoleDefault, detect.RoleExample, detect.RoleConst:
	default:
		return
	}
	for _, t := range f.tokens[1 : len(f.tokens)-1] {
		f.emit(featInput, t, none, none)
	}
	for _, w := range detect.NameWords(f.p.field.Parameter) {
		f.emit(featNamed, tokenOf(text.Stem(w)), none, none)
	}
}
