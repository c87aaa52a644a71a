package check

import (
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// cue is one small set of words, or one thing to be seen in a field, that some frame has no hit without. Unlike concepts, cues are
// looked for in words of every kind. All of a field are read in one pass, so that the frames that find nothing need not be run.
type cue uint8

// cueSet is a set of cues.
type cueSet [4]uint64

func cuesOf(list ...cue) (s cueSet) {
	for _, c := range list {
		s.add(c)
	}
	return s
}

func (s *cueSet) add(c cue) { s[c>>6] |= 1 << (c & 63) }

func (s *cueSet) has(c cue) bool { return s[c>>6]&(1<<(c&63)) != 0 }

func (s *cueSet) any(o *cueSet) bool { return s[0]&o[0]|s[1]&o[1]|s[2]&o[2]|s[3]&o[3] != 0 }

func (s *cueSet) unite(o *cueSet) {
	s[0], s[1], s[2], s[3] = s[0]|o[0], s[1]|o[1], s[2]|o[2], s[3]|o[3]
}

// cueWord is what one word is a cue of: as it is written, and as the stem of another.
type cueWord struct {
	folded, stem cueSet
	// around tells that something is to be seen beside the word, fact that it is one of factCues.
	around, fact bool
}

// cues finds the cues of words.
var cues = sync.OnceValue(func() *wordTable[cueWord] {
	words := map[string]*cueWord{}
	of := func(w string) *cueWord {
		if words[w] == nil {
			words[w] = &cueWord{}
		}
		return words[w]
	}
	for c, list := range cueLists {
		for w := range strings.FieldsSeq(list) {
			of(text.Fold(w)).folded.add(cue(c))
		}
	}
	for _, s := range cueSets() {
		for w := range s.words {
			if s.stems {
				of(w).stem.add(s.cue)
			} else {
				of(w).folded.add(s.cue)
			}
		}
	}
	for _, g := range []struct {
		cue      cue
		lexicon  *text.Lexicon
		concepts text.Set
	}{{qFault, redirectLexicon(), takeoverMarks}, {qPick, praiseLexicon(), text.Of(kPick, kRank)}} {
		stems, folded := g.lexicon.Signs(g.concepts)
		for _, w := range stems {
			of(w).stem.add(g.cue)
		}
		for _, w := range folded {
			of(w).folded.add(g.cue)
		}
	}
	all := make(map[string]cueWord, len(words))
	for w, e := range words {
		e.around, e.fact = e.folded.any(&seenAround), e.stem.any(&factCues)
		all[w] = *e
	}
	return newWordTable(all)
})

// kindCues are the cues of words that are none of natural language.
var kindCues = [...]cueSet{
	text.KindIdent: cuesOf(qIdent), text.KindNumber: cuesOf(qNumber), text.KindPath: cuesOf(qPath), text.KindURL: cuesOf(qURL, qAddress),
	text.KindEmail: cuesOf(qEmail, qAddress), text.KindHost: cuesOf(qHost, qAddress),
}

// valuables are the concepts of what is worth stealing, factCues those of facts about a machine and its owner.
var (
	valuables = text.Of(cSecret, cHistory, cPrompt, cPersonal)
	factCues  = cuesOf(qOwn, qHostFact)
)

// listen reads the concepts and the cues of the field, each word once.
func (p *prose) listen() {
	doc, reader := p.doc, wordReader()
	if p.whole != nil {
		p.tags = p.whole.room.tags(len(doc.Words))
	} else {
		p.tags = make([]text.Set, len(doc.Words))
	}
	var heard cueSet
	var all text.Set
	facts := 0
	capitals := doc.Flags.Chars&(text.CharsUpper|text.CharsForeign) != 0
	var other wordFacts
	for i := range doc.Words {
		w := &doc.Words[i]
		if capitals && i > 0 && !w.Shout {
			if c := doc.Raw[w.Start()]; c >= 'A' && c <= 'Z' && doc.Words[i-1].Sentence() == w.Sentence() {
				heard.add(qName)
			}
		}
		var f *wordFacts
		if w.Kind == text.KindWord {
			if f = reader.Of(w); w.Call {
				heard.add(qCall)
			}
			if f.mute {
				continue
			}
		} else {
			other = wordFacts{}
			f = &other
			f.hear(cues(), w.Fold, w.Stem(), w.Alt())
			seeKind(w, &heard)
		}
		if f.hears {
			heard.unite(&f.heard)
			if f.around != nil {
				p.seeAround(i, f.around, &heard)
			}
		}
		fact := f.fact
		if !f.tags.empty() {
			tags := f.tags.at(doc, i)
			p.tags[i] = tags
			addTo(&all, tags)
			fact = fact || tags.Any(valuables)
			if tags.Has(cModel) && modals[p.fold(i+1)] {
				heard.add(qModelMust)
			}
		}
		if fact || w.Kind == text.KindPath {
			facts++
		}
	}
	if facts > 2 {
		heard.add(qFacts)
	}
	p.all, p.cued = all, heard
	p.seeMarks()
}

// said reports whether word i is, folded, one of the words of cue c.
func (p *prose) said(i int, c cue) bool {
	e := cues().find(p.fold(i))
	return e != nil && e.folded.has(c)
}

// seeMarks notes what is seen in the field as a whole.
func (p *prose) seeMarks() {
	if len(p.doc.Tags) > 0 {
		p.cued.add(qTag)
	}
	if len(p.doc.Quotes) > 0 {
		p.cued.add(qQuote)
	}
	seen := p.doc.Flags.Chars
	if seen&colonChars != 0 {
		p.cued.add(qColon)
	}
	if seen&equalsChars != 0 {
		p.cued.add(qEquals)
	}
	if seen&imageChars != 0 && (strings.Contains(p.doc.Raw, "![") || strings.Contains(p.doc.Raw, "<img")) {
		p.cued.add(qImage)
	}
}

// The signs that seeMarks and braced ask for.
var colonChars, equalsChars, imageChars, braceChars = text.CharsOf(":\"'"), text.CharsOf("="), text.CharsOf("[<"), text.CharsOf("{}")

// seeKind notes what a word is a cue of that is none of natural language.
func seeKind(w *text.Word, heard *cueSet) {
	heard.unite(&kindCues[w.Kind])
	if w.Kind == text.KindPath && sensitivePath(w.Fold) {
		heard.add(qSecretPath)
	}
	if w.Call {
		heard.add(qCall)
	}
}

// seenAround are the cues of words beside which something else is to be seen.
var seenAround = cuesOf(qTurn, qEnd, qUser)

// seeAround notes what is seen beside word i.
func (p *prose) seeAround(i int, e *cueWord, heard *cueSet) {
	w := &p.doc.Words[i]
	if e.folded.has(qUser) {
		for k := i + 1; k < i+4; k++ {
			if p.said(k, qSaid) {
				heard.add(qSaidBy)
			}
		}
	}
	before := p.doc.Gap(i)
	if e.folded.has(qTurn) && (w.End() < len(p.doc.Raw) && (p.doc.Raw[w.End()] == ':' || p.doc.Raw[w.End()] == ']') || strings.Contains(before, "##")) {
		heard.add(qLabel)
	}
	if e.folded.has(qEnd) && p.fold(i+1) == "of" && (w.Shout || strings.ContainsAny(before, "<>-=*#[")) {
		heard.add(qEnding)
	}
}
