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
	if t.next == 0 || i+1 < len(d.Words) && !t.next.Has(d.Words[i+1].Stem) {
		return t.set
	}
	return t.tags.At(d, i)
}

// wordFacts are what is known of a word before its neighbours are. What is asked of each word comes first, so that it lies together.
type wordFacts struct {
	tags tagged
	// around is set when something is to be seen beside the word.
	around *cueWord
	// signs are nil for most words.
	signs *wordSigns
	// marks are those of praiseMarks.
	marks uint16
	// hears tells that there are cues, fact that the word is one of factCues.
	hears, fact bool
	// mute words have none of these, signed ones something of what follows, or marks or signs.
	mute, signed bool
	// demand is set for words that capabilityMarks calls demands, tool for those that speak of tools: see boasts.named.
	demand, tool bool
	// odd is set for words with other characters than letters, digits and underscores of ASCII: what begins in them is looked for in the text.
	odd bool
	// heard are the cues of the word, praise is what praiseLexicon says of it.
	heard  cueSet
	praise tagged
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
		return &f
	})
})

// sign reads what the word could be a part of.
func (f *wordFacts) sign(fold, stem, alt string) {
	f.marks = uint16(praiseMarks().of(fold, stem)[0])
	f.praise = taggedBy(praiseLexicon(), fold, stem, alt)
	f.demand, f.tool = capabilityMarks().of(fold, stem).Has(mDemand), toolish(fold, stem)
	f.odd = beyondWordBytes(fold)
	f.signs = signsOf(fold, stem, alt)
	f.signed = f.marks != 0 || !f.praise.empty() || f.demand || f.tool || f.odd || f.signs != nil
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
