package check

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
)

// Most fields hold nothing that a frame looks for. What a word could be a part of depends on the word alone, is read once for each word there
// is, and is remembered with it: wordSigns. What none of the words of a field could be a part of is not looked for in it: fieldSigns.

// wordSigns is what a word of natural language could be a part of, besides what its wordFacts tell.
type wordSigns struct {
	// foreign and praised count the entries of languages and praiseLanguages that it is.
	foreign, praised tongues
	// after and boasting are what may follow it in a phrase of the one and of the other.
	after, boasting followers
	// lines are the expressions of which a match may begin in it, whatever its case.
	lines lineSet
	// faults is what redirectLexicon says of it, praise what praiseLexicon does.
	faults, praise tagged
}

// signsOf returns the signs of a word, or nil when it has none.
func signsOf(fold, stem, alt string) *wordSigns {
	s := wordSigns{faults: taggedBy(redirectLexicon(), fold, stem, alt), praise: taggedBy(praiseLexicon(), fold, stem, alt)}
	if !beyondWordBytes(fold) {
		languages().readRun(fold, &s.foreign, &s.after)
		praiseLanguages().readRun(fold, &s.praised, &s.boasting)
		s.lines = lineTable().begunIn(fold)
	}
	if s == (wordSigns{}) {
		return nil
	}
	kept := s
	return &kept
}

// beyondWordBytes reports whether a word has other characters than letters, digits and underscores of ASCII.
func beyondWordBytes(fold string) bool {
	return strings.ContainsFunc(fold, func(r rune) bool { return r >= utf8.RuneSelf || !wordByte(byte(r)) })
}

// fieldSigns unites the signs of the words of a field.
type fieldSigns struct {
	// told tells that the words were read.
	told             bool
	foreign, praised tongues
	// wide is set for texts with letters beyond ASCII, of which languages are not told.
	wide bool
	// lines are the expressions of which a match may begin in the field. They are not told when bent is set: the text is not what is folded.
	lines lineSet
	bent  bool
	// boasts is what its words could make claims of, faults are the concepts of redirectLexicon in it.
	boasts boasts
	faults text.Set
	demand bool
}

// signs returns the signs of the field, read on first use.
func (p *prose) signs() *fieldSigns {
	if !p.sign.told {
		p.sign.read(p.doc)
	}
	return &p.sign
}

// read reads the words of the text and what lies between them.
func (s *fieldSigns) read(d *text.Doc) {
	s.told, s.bent = true, d.Flags.Chars&(text.CharsForeign|text.CharsControl) != 0
	reader := wordReader()
	// at is where what was read ends.
	at := 0
	for i := range d.Words {
		w := &d.Words[i]
		var f *wordFacts
		if w.Kind == text.KindWord {
			if f = reader.Of(w); f.signed {
				s.note(d, i, f)
			}
		} else {
			s.noteOther(w)
		}
		s.boasts.named = s.boasts.named || w.Call
		if s.bent || w.End() <= at {
			continue
		}
		if w.Start() != at+1 || d.Folded[at] != ' ' {
			s.look(d, at, w.Start())
		}
		at = w.End()
		switch {
		case f == nil || f.odd || !plainAt(d, i):
			s.look(d, w.Start(), w.End())
		case f.opens:
			if f.lines&^s.lines != 0 {
				s.lookForLines(d.Raw, w.Start(), w.End())
			}
			s.begin(d.Folded, w.Start(), w.End(), f.signs)
		}
	}
	if s.bent {
		s.readBent(d)
	} else {
		s.look(d, at, len(d.Folded))
	}
}

// readBent takes in what may begin in a text whose words stand elsewhere in the folded view.
func (s *fieldSigns) readBent(d *text.Doc) {
	reader, folded := wordReader(), d.Folded
	// ahead is how many words are looked at for the one that stands at a place: few stand for more than one, or for none.
	const ahead = 4
	next := 0
	for i := 0; i < len(folded); {
		if c := folded[i]; c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(folded[i:])
			if s.wide = unicode.IsLetter(r) || unicode.IsMark(r); s.wide {
				return
			}
			i += size
			continue
		} else if !wordByte(c) {
			i++
			continue
		}
		end := i + 1
		for end < len(folded) && wordByte(folded[end]) {
			end++
		}
		k := next
		for k < min(next+ahead, len(d.Words)) && (d.Words[k].Kind != text.KindWord || d.Words[k].Fold != folded[i:end]) {
			k++
		}
		if k == min(next+ahead, len(d.Words)) {
			s.count(folded, i)
		} else {
			if signs := reader.Of(&d.Words[k]).signs; signs != nil {
				s.begin(folded, i, end, signs)
			}
			next = k + 1
		}
		i = end
	}
}

// plainAt reports whether word i stands in the text as it is folded, and apart from what is beside it.
func plainAt(d *text.Doc, i int) bool {
	w := &d.Words[i]
	return d.Folded[w.Start():w.End()] == w.Fold && (w.Start() == 0 || !wordByte(d.Folded[w.Start()-1])) && (w.End() == len(d.Folded) || !wordByte(d.Folded[w.End()]))
}

// note takes in what word i could be a part of, whatever it is written with.
func (s *fieldSigns) note(d *text.Doc, i int, f *wordFacts) {
	b := &s.boasts
	b.marks[0] |= uint64(f.marks)
	b.named = b.named || f.tool
	s.demand = s.demand || f.demand
	if f.praising {
		addTo(&b.concepts, f.signs.praise.at(d, i))
	}
	if f.faulting {
		addTo(&s.faults, f.signs.faults.at(d, i))
	}
}

// noteOther is note for a word that is none of natural language.
func (s *fieldSigns) noteOther(w *text.Word) {
	s.boasts.named = true
	s.boasts.marks[0] |= praiseMarks().of(w.Fold, w.Stem())[0]
	s.demand = s.demand || w.Kind == text.KindPath || w.Kind == text.KindIdent && (capabilityMarks().of(w.Fold, w.Stem()).Has(mDemand) || sensitivePath(w.Fold))
}

// begin takes in the entries that begin in a word that stands at bytes [i, end) of the folded view.
func (s *fieldSigns) begin(folded string, i, end int, signs *wordSigns) {
	switch {
	case signs.after != 0 && signs.after.stand(folded, end):
		languages().count(&s.foreign, folded, i)
	case signs.foreign.once != 0:
		s.foreign.unite(&signs.foreign)
		if end < len(folded) && folded[end] == '-' {
			// A compound is not the word that English has.
			s.foreign.own |= signs.foreign.once
		}
	}
	if signs.boasting != 0 && signs.boasting.stand(folded, end) {
		praiseLanguages().count(&s.praised, folded, i)
	} else if signs.praised.once != 0 {
		s.praised.unite(&signs.praised)
	}
}

// count takes in the entries that stand at byte i, where a word begins.
func (s *fieldSigns) count(folded string, i int) {
	languages().count(&s.foreign, folded, i)
	praiseLanguages().count(&s.praised, folded, i)
}

// look takes in what begins in bytes [from, to) of the text.
func (s *fieldSigns) look(d *text.Doc, from, to int) {
	for i := from; i < to; i++ {
		if wordByte(d.Folded[i]) && (i == 0 || !wordByte(d.Folded[i-1])) {
			s.count(d.Folded, i)
		}
	}
	s.lookForLines(d.Raw, from, to)
}

// lookForLines takes in the lines that may begin in bytes [from, to) of the text.
func (s *fieldSigns) lookForLines(raw string, from, to int) {
	t := lineTable()
	for i := from; i < to; i++ {
		if t.first[raw[i]]&^s.lines != 0 && t.three(raw, i) {
			s.lines |= t.at(raw, i, s.lines)
		}
	}
}

// mayBeForeign reports whether foreignReadings may find something.
func (p *prose) mayBeForeign() bool {
	s := p.signs()
	return s.wide || s.foreign.twice&(s.foreign.own|languages().spelled) != 0
}

// mayAdvertiseAbroad reports whether advertisedIn may find something.
func (s *fieldSigns) mayAdvertiseAbroad() bool { return s.wide || s.praised.twice != 0 }

// mayDemand reports whether parameterDemands may find something.
func (p *prose) mayDemand() bool { return p.signs().demand || p.all.Any(kept) }
