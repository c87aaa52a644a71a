package check

import (
	"math/bits"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// Most descriptions have a word or two that advertising has, too. Before a field is read for claims it is asked which kinds of claim its
// words could make at all: claims of one kind, or noise, come to nothing.

// The marks of words that claims need and that carry no concept of advertising.
const (
	aMost text.Concept = iota
	aMore
	aOnly
	aUnlike
	aRival
	aMe
	aOver
	aCalls
	aRanking
	aAbove
	aReplaces
	aTask
	aWhatever
	aAgents
)

// rivalWords may speak of other tools: see advert.rivalAt.
var rivalWords = lazyWords{list: `other another similar various several multiple standard ordinary conventional built builtin native rest different`}

// replacing verbs and taskNouns are those of advert.ousts, beyondWords tell that a task is any task.
var (
	replacing   = lazyWords{list: `replaces supersedes`}
	taskNouns   = lazyWords{list: `request question task`}
	beyondWords = lazyWords{list: `whatsoever unrelated`}
	// alone words are those of advert.alone, agentNouns who it speaks of; called and overWords are those of advert.weakPick.
	aloneWords = lazyWords{list: `only sole one`}
	agentNouns = lazyWords{list: `agents models assistants`}
	called     = lazyWords{list: `use call used called`}
	meWords    = lazyWords{list: `me us`}
	overWords  = lazyWords{list: `over rather instead`}
	// aboveWords are those of advert.ranks.
	aboveWords = lazyWords{list: `above before over ahead first`}
)

// praiseWord is what one word brings: as a stem and as it is folded, its concepts and its marks, and the phrases that begin with the
// stem.
type praiseWord struct {
	stem, exact text.Set
	stemMarks   text.Set
	marks       text.Set
	phrases     []praisePhrase
}

type praisePhrase struct {
	rest    []string
	concept text.Concept
}

// praiseTable finds them. It is made of the lexicon and of the sets that the search for claims asks.
var praiseTable = sync.OnceValue(func() *wordTable[praiseWord] {
	words := map[string]praiseWord{}
	edit := func(w string, f func(*praiseWord)) {
		p := words[w]
		f(&p)
		words[w] = p
	}
	for _, e := range praiseEntries() {
		for w := range strings.FieldsSeq(e.Words) {
			if word, ok := strings.CutPrefix(w, "="); ok {
				edit(text.Fold(word), func(p *praiseWord) { p.exact = p.exact.With(e.Concept) })
				continue
			}
			parts := strings.Split(w, "_")
			for i := range parts {
				parts[i] = text.Stem(text.Fold(parts[i]))
			}
			edit(parts[0], func(p *praiseWord) {
				if len(parts) == 1 {
					p.stem = p.stem.With(e.Concept)
				} else {
					p.phrases = append(p.phrases, praisePhrase{parts[1:], e.Concept})
				}
			})
		}
	}
	for _, s := range []markSource{
		{aMost, &lazyWords{list: "most"}},
		{aMore, &lazyWords{list: "more"}},
		{aOnly, &aloneWords},
		{aUnlike, &lazyWords{list: "unlike"}},
		{aRival, &rivalWords},
		{aMe, &meWords},
		{aOver, &overWords},
		{aCalls, &called},
		{aRanking, &ranking},
		{aAbove, &aboveWords},
		{aReplaces, &replacing},
		{aTask, &taskNouns},
		{aWhatever, &beyondWords},
		{aAgents, &agentNouns},
	} {
		for w := range s.words.words() {
			edit(w, func(p *praiseWord) {
				if s.words.stemmed {
					p.stemMarks = p.stemMarks.With(s.mark)
				} else {
					p.marks = p.marks.With(s.mark)
				}
			})
		}
	}
	return newWordTable(words)
})

// boasts is what the words of a field could make claims of.
type boasts struct {
	concepts, marks text.Set
	// named tells that a tool may be named.
	named bool
}

func boastsOf(doc *text.Doc) boasts {
	var b boasts
	table := praiseTable()
	for i := range doc.Words {
		w := &doc.Words[i]
		b.named = b.named || w.Kind != text.KindWord || w.Call || w.Stem == "tool" || w.Stem == "function" || w.Fold == "endpoint"
		f := table.find(w.Fold)
		if f != nil {
			b.marks[0] |= f.marks[0]
		}
		s := f
		if w.Stem != w.Fold {
			s = table.find(w.Stem)
		}
		if s != nil {
			b.marks[0] |= s.stemMarks[0]
		}
		if w.Kind != text.KindWord {
			continue
		}
		if f != nil {
			b.concepts[0] |= f.exact[0]
		}
		if s != nil {
			b.concepts[0] |= s.stem[0]
			for _, p := range s.phrases {
				if !b.concepts.Has(p.concept) && follows(doc, i+1, p.rest) {
					b.concepts = b.concepts.With(p.concept)
				}
			}
		}
		if alt := w.Alt(); alt != "" {
			if a := table.find(alt); a != nil {
				b.concepts[0] |= a.stem[0]
			}
		}
	}
	return b
}

// follows reports whether the words from i on have the stems.
func follows(doc *text.Doc, i int, stems []string) bool {
	if i+len(stems) > len(doc.Words) {
		return false
	}
	for k, s := range stems {
		if doc.Words[i+k].Stem != s {
			return false
		}
	}
	return true
}

// kinds returns the kinds of claim that the words could make, a bit for each.
func (b *boasts) kinds() uint {
	is, has := b.concepts.Has, b.marks.Has
	rival := is(kRival) || has(aRival)
	var set uint
	add := func(k claimKind, on bool) {
		if on {
			set |= 1 << k
		}
	}
	add(claimPraise, is(kBest) || has(aMost) && is(kQuality))
	add(claimOnly, has(aOnly) && (is(kQuality) || has(aAgents)))
	add(claimEndorsed, is(kEndorse) || is(kVoice) && is(kBack))
	add(claimLure, is(kLure) || is(kGain) && (is(kPick) || rival))
	add(claimPick, is(kPick) || is(kRank) || has(aCalls) && (has(aMe) || has(aOver) && rival) || has(aRanking) && has(aAbove) && rival)
	// A fault is found with rivals, with tools that are named, or with what this one is unlike.
	add(claimBelittle, is(kFault) && (rival || b.named || has(aUnlike)))
	add(claimCompare, is(kBetter) || is(kSame) || has(aMore) && is(kQuality) || has(aUnlike) || has(aRanking) && has(aAbove) || has(aReplaces))
	add(claimOverrules, is(kUserWish) || has(aTask) && has(aWhatever))
	add(claimHype, is(kHype) || is(kPerfect))
	return set
}

// worth reports whether the claims that the words could make may weigh enough.
func (b *boasts) worth() bool {
	const noise = 1<<claimHype | 1<<claimPraise
	kinds := b.kinds()
	// A pick over rivals and a sole tool are claims that can weigh enough alone.
	return kinds&^noise != 0 && (bits.OnesCount(kinds) > 1 || kinds&(1<<claimPick|1<<claimOnly) != 0)
}
