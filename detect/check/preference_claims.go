package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// claims finds the pieces of advertising in order.
func (a *advert) claims() []claim {
	var list []claim
	for k := range a.praise {
		if a.praise[k].Empty() && (!tellsSomething(&a.doc.Words[k]) || !a.speaks(k) && !a.quality(k)) {
			continue
		}
		first := len(list)
		for _, find := range []func(int) (claim, bool){a.praises, a.alone, a.endorses, a.lures, a.picks, a.belittles, a.compares, a.overrules, a.ranks, a.ousts} {
			if c, ok := find(k); ok {
				list = append(list, c)
			}
		}
		if a.is(k, kHype) || a.is(k, kPerfect) && !a.is(k, kBest) {
			list = append(list, claim{k, k + 1, claimHype, 0.12})
		}
		if len(list) > first && a.doc.PositionOf(k, k+1) == text.PositionMention {
			list = list[:first]
		}
	}
	slices.SortStableFunc(list, func(x, y claim) int { return cmp.Compare(x.from, y.from) })
	return list
}

// quality reports whether "most" or "only" at word k makes a superlative of the quality after it.
func (a *advert) quality(k int) bool {
	f := a.fold(k)
	return (f == "most" || f == "only" || f == "more") && a.nearby(k, kQuality, 0, 3) > 0
}

// speaks reports whether word k matters though it is no word of praise: "unlike", a verb of calling or of ranking.
func (a *advert) speaks(k int) bool {
	switch a.fold(k) {
	case "unlike", "use", "call", "used", "called", "only", "sole", "one", "replaces", "supersedes", "request", "question", "task":
		return true
	}
	return ranking.has(a.doc.Words[k].Stem())
}

// praises finds superlatives that are said of the tool: "the most reliable converter available".
func (a *advert) praises(k int) (claim, bool) {
	end := k + 1
	switch {
	case a.fold(k) == "most" && a.is(k+1, kQuality):
		end = k + 2
	case a.is(k, kBest) && !a.innocentBest(k):
	default:
		return claim{}, false
	}
	if a.doc.Negated(k) {
		return claim{}, false
	}
	s := a.sentence(k)
	w := 0.2
	thing := false
	for n := end; n < min(s.End, end+6) && a.doc.Words[n].Clause() == a.doc.Words[k].Clause(); n++ {
		if a.is(n, kThing) || a.agent(n) {
			thing = true
			break
		}
	}
	extent := a.nearby(k, kExtent, 3, 8) >= 0
	subject := a.selfIn(max(s.Start, k-8), k) >= 0
	if extent {
		w += 0.1
	}
	// A superlative in another string than the description speaks of something else, unless it says so.
	about := a.field.Role == detect.RoleDescription || a.field.Role == detect.RoleTitle || a.field.Role == detect.RoleInstructions
	if !extent && !subject && !(thing && about) && !(about && k <= 3 && (a.fold(k) == "most" || a.fold(k) == "perfect" || a.fold(k) == "unmatched" || a.fold(k) == "number")) {
		return claim{}, false
	}
	return claim{k, end, claimPraise, w}, true
}

// agent reports whether word n names what the tool is, rather than what it finds: "summarizer", but not "route".
func (a *advert) agent(n int) bool {
	if n >= len(a.doc.Words) {
		return false
	}
	f := a.fold(n)
	return a.own[a.doc.Words[n].Stem()] && (strings.HasSuffix(f, "er") || strings.HasSuffix(f, "or"))
}

// innocentBest reports whether the word is part of an everyday phrase: "best practices", "best for large files", "leading zeros",
// "top 10", "the best match".
func (a *advert) innocentBest(k int) bool {
	next := a.fold(k + 1)
	switch a.fold(k) {
	case "best":
		switch next {
		case "practice", "practices", "for", "results", "result", "effort", "match", "matches", "matching", "guess", "suited", "used", "to", "with", "when", "if", "available", "as", "on",
			"quality", "model", "seller", "sellers", "selling", "results.", "possible", "at", "in", "by":
			return a.nearby(k, kRival, 0, 8) < 0
		}
	case "leading":
		return next == "zero" || next == "zeros" || next == "zeroes" || next == "whitespace" || next == "up" || next == "to" || next == "and" || next == "slash" || next == "spaces" || next == "space"
	case "top":
		return !a.is(k+1, kThing) || a.fold(k-1) == "on" || a.fold(k-1) == "at"
	case "perfect", "fastest", "highest", "greatest", "safest", "strongest", "preferred", "premium", "definitive", "smartest", "favorite", "favourite":
		return !a.is(k+1, kThing) && !a.agent(k+1) && a.nearby(k, kExtent, 3, 8) < 0
	}
	return false
}

// alone finds "the only reliable one".
func (a *advert) alone(k int) (claim, bool) {
	if !aloneWords.has(a.fold(k)) || a.doc.Negated(k) {
		return claim{}, false
	}
	s := a.sentence(k)
	if from := a.findWord(max(s.Start, k-3), k, "from", "with", "through", "on"); a.fold(k) == "only" && from >= 0 && (k+1 >= s.End || a.doc.Words[k+1].Clause() != a.doc.Words[k].Clause()) &&
		a.findIn(&agentNouns, s.Start, from) >= 0 && a.find(cNeg, s.Start, k) < 0 {
		// "Agents obtain prices from pricely only".
		if a.nearby(k, kBack, 14, 0) >= 0 {
			return claim{from, k + 1, claimOnly, preferenceFloor}, true
		}
		return claim{from, k + 1, claimOnly, 0.3}, true
	}
	q := -1
	for n := k + 1; n < min(s.End, k+3); n++ {
		if a.is(n, kQuality) {
			q = n
		}
	}
	if q < 0 || a.fold(k) == "one" && a.fold(k+1) != "and" {
		return claim{}, false
	}
	if a.findWord(max(s.Start, k-2), k, "the") < 0 {
		return claim{}, false
	}
	for n := q + 1; n < min(s.End, q+5); n++ {
		if a.is(n, kThing) || a.own[a.doc.Words[n].Stem()] || a.fold(n) == "one" {
			return claim{k, n + 1, claimOnly, 0.35}, true
		}
	}
	return claim{}, false
}

// endorses finds awards, certificates, crowds and experts.
func (a *advert) endorses(k int) (claim, bool) {
	s := a.sentence(k)
	switch {
	case a.is(k, kEndorse) && !a.doc.Negated(k):
		w := 0.25
		switch a.fold(k) {
		case "million", "millions", "thousands", "certified", "award", "prize", "endorsed", "accredited", "voted", "voting", "vote", "votes":
			// Words of data, too: they count beside their like, and where the tool is their subject.
			if a.fold(k) == "award" && strings.HasPrefix(a.fold(k+1), "win") {
				break
			}
			w = 0.15
			if a.selfIn(s.Start, s.End) < 0 && a.nearby(k, kBest, 12, 12) < 0 && a.nearby(k, kEndorse, 12, 12) < 0 && a.nearby(k, kVoice, 0, 6) < 0 {
				return claim{}, false
			}
		}
		if a.fold(k) == "award" && k > 2 && a.nearby(k, kThing, 0, 4) < 0 {
			// Things that have won awards are data.
			return claim{}, false
		}
		return claim{k, k + 1, claimEndorsed, w}, true
	case a.is(k, kVoice) && a.fold(k) != "user":
		// "Experts agree", "what most vendors advise".
		for n := k + 1; n < min(s.End, k+6); n++ {
			if a.is(n, kBack) && !thirdPerson(a.fold(n)) && a.selfIn(s.Start, s.End) >= 0 && a.crowd(k) && a.claimsWorth(k) {
				return claim{k, n + 1, claimEndorsed, 0.25}, true
			}
		}
	}
	return claim{}, false
}

// crowd reports whether the noun at k is said of many: "experts", "most vendors", "everyone".
func (a *advert) crowd(k int) bool {
	f := a.fold(k)
	return strings.HasSuffix(f, "s") && f != "users" && f != "people" || f == "everyone" || f == "everybody"
}

// claimsWorth reports whether the sentence of word k has another word of worth: a pick, a rank or a superlative.
func (a *advert) claimsWorth(k int) bool {
	for _, c := range []text.Concept{kBest, kPick, kRank, kBetter} {
		if a.nearby(k, c, 40, 40) >= 0 {
			return true
		}
	}
	s := a.sentence(k)
	return a.findWord(s.Start, s.End, "most") >= 0
}

// lures finds promises and threats that hang on the choice: time that runs out, a score that falls, tokens that are wasted.
func (a *advert) lures(k int) (claim, bool) {
	s := a.sentence(k)
	switch {
	case a.is(k, kLure):
		near := a.nearby(k, kPick, 14, 14) >= 0 || a.rivalNear(k, 14, 14) >= 0 || a.nearby(k, kBest, 20, 20) >= 0 || a.selfIn(max(s.Start, k-6), min(s.End, k+6)) >= 0 && !a.common(k)
		switch a.fold(k) {
		case "never", "no", "little":
			// "No reason to call the other one".
			near = near || a.findWord(k+2, min(s.End, k+5), "call", "use", "try", "trying", "consider", "calling", "using") >= 0 && a.nearby(k, kBetter, 20, 0) >= 0
		case "act", "hurry", "last", "limited":
			near = near || len(a.doc.Words) < 60
		}
		if near {
			return claim{k, k + 1, claimLure, 0.25}, true
		}
	case a.is(k, kGain):
		pick := a.nearby(k, kPick, 10, 0)
		if pick < 0 {
			pick = a.rivalNear(k, 10, 0)
		}
		if pick >= 0 && (a.selfIn(max(s.Start, pick-2), min(s.End, pick+4)) >= 0 || a.rivalNear(pick, 2, 5) >= 0) {
			return claim{min(k, pick), max(k, pick) + 1, claimLure, 0.25}, true
		}
	}
	return claim{}, false
}

// common reports whether the lure at k is a word of ordinary business: rewards, penalties, bonuses.
func (a *advert) common(k int) bool {
	f := a.doc.Words[k].Stem()
	return f == text.Stem("reward") || f == text.Stem("penalty") || f == "bonus" || f == text.Stem("penalize") || f == text.Stem("exclusive")
}

// compares finds the tool put above others: "more reliable than any other", "superior to X".
func (a *advert) compares(k int) (claim, bool) {
	end := k + 1
	switch {
	case a.is(k, kBetter):
	case a.fold(k) == "more" && a.is(k+1, kQuality):
		end = k + 2
	case a.fold(k) == "unlike":
		if r := a.rivalNear(k, 0, 4); r >= 0 {
			return claim{k, r + 1, claimCompare, 0.25}, true
		}
		if r := a.nearby(k, kFault, 0, 10); r > 0 && a.proper(k+1, min(r, k+5)) {
			// "Unlike Acme, which loses messages".
			return claim{k, r + 1, claimBelittle, 0.3}, true
		}
		return claim{}, false
	case a.is(k, kSame):
		if r, _ := a.foreignNear(k, 0, 8); r != nil && r.kind == refNamed && r.first > k {
			return claim{k, r.word + 1, claimCompare, 0.25}, true
		}
		return claim{}, false
	default:
		return claim{}, false
	}
	if a.doc.Negated(k) {
		return claim{}, false
	}
	s := a.sentence(k)
	than := a.findWord(end, min(s.End, end+5), "than", "to", "of", "over")
	if verb := a.doc.Words[k].Stem(); than < 0 && verb != text.Stem("outperform") && verb != text.Stem("surpass") && verb != "beat" && verb != text.Stem("exceeds") && verb != text.Stem("outclass") {
		return claim{}, false
	}
	from := max(than, k)
	if x := a.nearby(from, kExtent, 0, 6); x > 0 && a.fold(k) == "superior" {
		return claim{k, x + 1, claimCompare, 0.35}, true
	}
	if n := a.findWord(from, min(s.End, from+3), "any", "every", "all"); n > 0 && a.nearby(n, kThing, 0, 4) > 0 {
		return claim{k, n + 1, claimCompare, 0.35}, true
	}
	if r := a.rivalNear(from, 0, 6); r >= 0 {
		return claim{k, r + 1, claimCompare, 0.35}, true
	}
	ref, elsewhere := a.foreignNear(from, 0, 6)
	switch {
	case ref == nil || ref.first < from:
	case elsewhere:
		return claim{k, ref.word + 1, claimCompare, 0.35}, true
	case a.fold(k) != "faster" && ref.kind == refNamed:
		return claim{k, ref.word + 1, claimCompare, 0.2}, true
	}
	return claim{}, false
}

// overrules finds a choice that holds against the user's wish.
func (a *advert) overrules(k int) (claim, bool) {
	if !a.is(k, kUserWish) {
		return claim{}, false
	}
	s := a.sentence(k)
	wish := a.findWord(k, min(s.End, k+9), "user", "users", "requested", "asked", "asks", "names", "wants", "named", "request", "else", "user's")
	if wish < 0 || a.nearby(k, kPick, 30, 12) < 0 && a.nearby(k, kRank, 30, 12) < 0 {
		return claim{}, false
	}
	if f := a.fold(wish); (f == "user" || f == "users" || f == "user's") && a.findWord(wish, min(s.End, wish+7), "another", "different", "else", "other", "wants", "requested", "name", "names", "asks", "preference") < 0 && a.rivalNear(wish, 4, 7) < 0 {
		return claim{}, false
	}
	return claim{k, wish + 1, claimOverrules, 0.3}, true
}
