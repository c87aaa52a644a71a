package check

import (
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// tagged is what a lexicon says of a word, as far as it takes no look elsewhere in memory.
type tagged struct {
	set text.Set
	// next is how the next word begins in the phrases that begin with this one, which are those of tags.
	next text.Initials
	tags *text.WordTags
}

func taggedBy(l *text.Lexicon, fold, stem, alt string) tagged {
	tags := l.TagsOf(fold, stem, alt)
	t := tagged{set: tags.Alone(), next: tags.Next()}
	if t.next != 0 {
		t.tags = tags
	}
	return t
}

// empty reports whether the word carries nothing and begins nothing.
func (t *tagged) empty() bool { return t.next == 0 && t.set.Empty() }

// at returns the concepts of the word, which is word i of d.
func (t *tagged) at(d *text.Doc, i int) text.Set {
	if t.next == 0 || i+1 < len(d.Words) && !t.next.Has(d.Words[i+1].Stem()) {
		return t.set
	}
	return t.tags.At(d, i)
}

// wordFacts are what is known of a word before its neighbours are. What is asked of each word comes first, so that it lies together: a
// reader puts them behind two words of its own, and both fill two lines of memory.
type wordFacts struct {
	// mute words have no tags, cues nor facts, signed ones something of what follows, or marks or signs.
	mute, signed bool
	// hears tells that there are cues, fact that the word is one of factCues.
	hears, fact bool
	// demand is set for words that capabilityMarks calls demands, tool for those that speak of tools: see boasts.named.
	demand, tool bool
	// odd is set for words with other characters than letters, digits and underscores of ASCII: what begins in them is looked for in the text.
	odd bool
	// praising, faulting and opens tell that the praise, the faults and the rest of signs are not empty; lines are those of signs.
	praising, faulting, opens bool
	// marks are those of praiseMarks.
	marks uint16
	lines lineSet
	// around is set when something is to be seen beside the word.
	around *cueWord
	// signs are nil for most words.
	signs *wordSigns
	tags  tagged
	// heard are the cues of the word.
	heard cueSet
}

// wordReader reads the facts of words.
var wordReader = sync.OnceValue(func() *text.Reader[wordFacts] {
	l, t := lexicon(), cues()
	none := &wordFacts{mute: true}
	return text.NewReader(none, func(fold, stem, alt string) *wordFacts {
		f := wordFacts{tags: taggedBy(l, fold, stem, alt)}
		f.hear(t, fold, stem, alt)
		f.sign(fold, stem, alt)
		f.mute = f.tags.empty() && !f.hears && !f.fact && f.around == nil
		if f.mute && !f.signed {
			return none
		}
		// Of most words nothing is kept: only what is takes memory.
		kept := f
		return &kept
	})
})

// sign reads what the word could be a part of.
func (f *wordFacts) sign(fold, stem, alt string) {
	f.marks = uint16(praiseMarks().of(fold, stem)[0])
	f.demand, f.tool = capabilityMarks().of(fold, stem).Has(mDemand), toolish(fold, stem)
	f.odd = beyondWordBytes(fold)
	f.signs = signsOf(fold, stem, alt)
	if s := f.signs; s != nil {
		f.praising, f.faulting, f.lines = !s.praise.empty(), !s.faults.empty(), s.lines
		f.opens = s.lines != 0 || s.after|s.boasting != 0 || s.foreign != (tongues{}) || s.praised != (tongues{})
	}
	f.signed = f.marks != 0 || f.demand || f.tool || f.odd || f.signs != nil
}

// The marks of praiseMarks are no more than marks can hold.
const _ = uint(15 - aAgents)

// hear reads the cues of a word.
func (f *wordFacts) hear(t *wordTable[cueWord], fold, stem, alt string) {
	e := t.find(fold)
	if e != nil {
		f.heard.unite(&e.folded)
		if e.around {
			f.around = e
		}
	}
	if stem != fold {
		e = t.find(stem)
	}
	if e != nil {
		f.heard.unite(&e.stem)
		f.fact = e.fact
	}
	if alt != "" {
		if e = t.find(alt); e != nil {
			f.heard.unite(&e.stem)
		}
	}
	switch {
	case strings.HasPrefix(fold, "grant"):
		f.heard.add(qGive)
	case strings.HasPrefix(fold, "third"):
		f.heard.add(qForeign)
	}
	f.hears = f.heard != cueSet{}
}
