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
	// closed is true for words of grammar and for kinds of things (@path), false for words of content.
	closed bool
}

func tokenOf(s string) token { return token{text: s} }

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

// mark numbers what stands for no word of English: the ends of a sentence and kinds of things. Zero is a word.
type mark = tokenID

const (
	markStart mark = 1 + iota
	markEnd
	markNumber
	markPath
	markURL
	markMail
	markSelf
	markParam
	markOwn
	markTool
	markAction
	markIdent
	marksEnd
)

// markTexts are the marks as the table for people writes them.
var markTexts = [marksEnd]string{
	markStart: "^", markEnd: "$", markNumber: "@num", markPath: "@path", markURL: "@url", markMail: "@mail", markSelf: "@self",
	markParam: "@param", markOwn: "@own", markTool: "@tool", markAction: "@act", markIdent: "@id",
}

var tokStart, tokEnd, tokBlank = token{text: "^"}, token{text: "$"}, token{text: "*"}

// Names of the properties of a sentence, each by how much of it there is.
var (
	shapeOrders  = [...]string{"orders0", "orders1", "orders2", "orders3", "orders4"}
	shapeShout   = [...]string{"shout0", "shout1", "shout2", "shout3"}
	shapeForeign = [...]string{"foreign0", "foreign1", "foreign2", "foreign3", "foreign4", "foreign5"}
	shapeLength  = [...]string{"length0", "length1", "length2", "length3", "length4", "length5"}
	moodNames    = [...]string{moodNone: "none", moodDescribes: "describes", moodPolite: "polite", moodOrders: "orders"}
)

const shapeAssigns = "assigns"

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

// features names the features of sentences of one field, of which each counts once in a sentence. It says what a feature is: learning
// and the reasons for a finding go by it, and a test holds that the scorer adds up the same.
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
	if m := f.p.markAt(i); m != 0 {
		return token{text: markTexts[m], closed: true}
	}
	stem := stemAt(&f.p.doc.Words[i])
	return token{text: stem, closed: f.closed[stem]}
}

// stemAt is what a word of natural language is looked up by.
func stemAt(w *text.Word) string {
	if alt := w.Alt(); alt != "" {
		return alt
	}
	return w.Stem()
}

// markAt returns the mark that stands for word i, or zero for a word of natural language.
func (p *prose) markAt(i int) mark {
	switch p.doc.Words[i].Kind {
	case text.KindNumber:
		return markNumber
	case text.KindPath:
		return markPath
	case text.KindURL, text.KindHost:
		return markURL
	case text.KindEmail:
		return markMail
	case text.KindIdent:
		return p.identAt(i)
	}
	return 0
}

// identAt tells names of the server's own tools and parameters from others.
func (p *prose) identAt(i int) mark {
	raw := p.doc.Raw[p.doc.Words[i].Start():p.doc.Words[i].End()]
	switch {
	case raw == p.tool.Name:
		return markSelf
	case p.reg.HasParameter(p.tool.Server, raw):
		return markParam
	case p.reg.Owns(p.tool.Server, raw):
		return markOwn
	case p.referenced(i):
		return markTool
	case actionName(raw):
		return markAction
	}
	return markIdent
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
func (t token) grammar() bool { return t.closed || t == tokStart || t == tokEnd }

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
		if b != none {
			f.emit(featContentSkip, b, t, none)
		}
		a, b = t, a
	}
}

// orderSpan is how far two words of one order may be apart, and orderMost how many meanings before are paired with one.
const orderSpan, orderMost = 8, 6

// concepts emits the meanings of the words and, of those that are near each other in a clause, their order.
func (f *features) concepts(r text.Range) {
	type at struct {
		t      token
		i      int
		clause int
	}
	none := token{}
	var near [orderMost]at
	n := 0
	for i := r.Start; i < r.End; i++ {
		tags := f.p.tags[i]
		if tags.Empty() {
			continue
		}
		clause := f.p.doc.Words[i].Clause()
		from := n
		for c, name := range conceptNames {
			if name == "" || !tags.Has(text.Concept(c)) {
				continue
			}
			f.emit(featConcept, tokenOf(name), none, none)
			for k := max(0, from-orderMost); k < from; k++ {
				if o := near[k%orderMost]; i-o.i <= orderSpan && o.clause == clause && o.i < i {
					f.emit(featOrder, o.t, tokenOf(name), none)
				}
			}
			near[n%orderMost] = at{tokenOf(name), i, clause}
			n++
			if n-from >= orderMost {
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
			f.emit(featMood, tokenOf(moodNames[m]), f.tokens[i-r.Start+1], none)
		}
		if len(w.Stem()) < 4 || actions[w.Fold] {
			continue
		}
		n++
		if !v[w.Stem()] {
			foreign++
		}
	}
	z := func(name string) { f.emit(featShape, tokenOf(name), none, none) }
	z(shapeOrders[min(orders, len(shapeOrders)-1)])
	z(shapeShout[min(shout, len(shapeShout)-1)])
	if n > 0 {
		f.emit(featForeign, tokenOf(shapeForeign[foreign*(len(shapeForeign)-1)/n]), none, none)
	}
	z(shapeLength[min((r.End-r.Start)/8, len(shapeLength)-1)])
	z(string(p.field.Role))
	if strings.Contains(p.doc.Raw[p.doc.Words[r.Start].Start():p.doc.Words[r.End-1].End()], "=") {
		z(shapeAssigns)
	}
}

// input emits the words of a parameter's text and name once more: what is asked of the model for an input is read otherwise
// than what is said of the tool.
func (f *features) input() {
	none := token{}
	if !ofInput(f.p.field.Role) {
		return
	}
	for _, t := range f.tokens[1 : len(f.tokens)-1] {
		f.emit(featInput, t, none, none)
	}
	for _, w := range detect.NameWords(f.p.field.Parameter) {
		f.emit(featNamed, tokenOf(text.Stem(w)), none, none)
	}
}

// ofInput reports whether fields of the role tell of a parameter.
func ofInput(r detect.Role) bool {
	switch r {
	case detect.RoleParameterDescription, detect.RoleParameterName, detect.RoleParameterTitle, detect.RoleEnum, detect.RoleDefault, detect.RoleExample, detect.RoleConst:
		return true
	}
	return false
}
