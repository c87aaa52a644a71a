package check

import (
	"math/bits"
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

// praiseMarks finds the marks of words.
var praiseMarks = sync.OnceValue(func() *markTable {
	return newMarkTable([]markSource{
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
	})
})

// boasts is what the words of a field could make claims of.
type boasts struct {
	concepts, marks text.Set
	// named tells that a tool may be named.
	named bool
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
	add(claimPick, b.picks() || has(aRanking) && has(aAbove) && rival)
	// A fault is found with rivals, with tools that are named, or with what this one is unlike.
	add(claimBelittle, is(kFault) && (rival || b.named || has(aUnlike)))
	add(claimCompare, is(kBetter) || is(kSame) || has(aMore) && is(kQuality) || has(aUnlike) || has(aRanking) && has(aAbove) || has(aReplaces))
	add(claimOverrules, is(kUserWish) || has(aTask) && has(aWhatever))
	add(claimHype, is(kHype) || is(kPerfect))
	return set
}

// picks reports whether the words could say that a tool is to be picked.
func (b *boasts) picks() bool {
	is, has := b.concepts.Has, b.marks.Has
	return is(kPick) || is(kRank) || has(aCalls) && (has(aMe) || has(aOver) && (is(kRival) || has(aRival)))
}

// weighty are the concepts, and weightyMarks the marks, without which no claim is made but noise.
var (
	weighty      = text.Of(kEndorse, kVoice, kLure, kGain, kPick, kRank, kFault, kBetter, kSame, kUserWish)
	weightyMarks = text.Of(aOnly, aCalls, aRanking, aMore, aUnlike, aReplaces, aTask)
)

// worth reports whether the claims that the words could make may weigh enough.
func (b *boasts) worth() bool {
	if !b.concepts.Any(weighty) && !b.marks.Any(weightyMarks) {
		return false
	}
	const noise = 1<<claimHype | 1<<claimPraise
	kinds := b.kinds()
	// A pick over rivals and a sole tool are claims that can weigh enough alone.
	return kinds&^noise != 0 && (bits.OnesCount(kinds) > 1 || kinds&(1<<claimPick|1<<claimOnly) != 0)
}
