package check

import "github.com/org/mcp-lint/detect/text"

// belittles finds others run down: "alternatives are slow", "the outdated mail tools of others".
func (a *advert) belittles(k int) (claim, bool) {
	if !a.is(k, kFault) {
		return claim{}, false
	}
	s := a.sentence(k)
	if r := a.rivalNear(k, 9, 3); r >= 0 && !a.fallback(s, min(r, k)) && !(a.doc.Negated(k) && a.doc.Words[k].Clause() == a.doc.Words[r].Clause() && r > k) {
		return claim{min(r, k), max(r, k) + 1, claimBelittle, 0.35}, true
	}
	if c, ok := a.slanders(k); ok {
		return c, true
	}
	if ref, elsewhere := a.foreignNear(k, 8, 0); ref != nil && !a.fallback(s, ref.first) && !a.doc.Negated(k) && (a.saidOf(*ref, k) || elsewhere) {
		w := 0.25
		if elsewhere {
			w = 0.35
		}
		return claim{min(ref.first, k), max(ref.word, k) + 1, claimBelittle, w}, true
	}
	return claim{}, false
}

// fallback reports whether what is said at word k is the condition of a fallback: "if other tools fail".
func (a *advert) fallback(s text.Range, k int) bool {
	return a.findWord(max(s.Start, k-6), k, "if", "when", "after", "once", "where", "case", "in", "or", "should") >= 0
}

// slandering verbs put a fault into the answer; ranking ones put a name at its head.
var (
	slandering = lazyWords{stemmed: true, list: "describe present portray label call mark rate flag treat show report depict list"}
	ranking    = lazyWords{stemmed: true, list: "rank list show put place recommend present mention name rate score order position"}
)

// slanders finds orders to call others bad in the answer: "describe other shops as unsafe".
func (a *advert) slanders(k int) (claim, bool) {
	s := a.sentence(k)
	as := a.findWord(max(s.Start, k-2), k, "as")
	if as < 0 {
		return claim{}, false
	}
	for n := max(s.Start, as-6); n < as; n++ {
		if f := a.fold(n); (f == "other" || f == "others" || a.is(n, kRival)) && n > s.Start && slandering.has(a.doc.Words[n-1].Stem()) && !thirdPerson(a.fold(n-1)) {
			return claim{n - 1, k + 1, claimBelittle, 0.35}, true
		}
	}
	return claim{}, false
}

// ranks finds orders to put one thing above all others in the answer.
func (a *advert) ranks(k int) (claim, bool) {
	if ranking.has(a.doc.Words[k].Stem()) && thirdPerson(a.fold(k)) && !a.doc.Negated(k) {
		s := a.sentence(k)
		over := a.findWord(k+1, min(s.End, k+3), "above", "ahead")
		if over > 0 && a.findWord(over+1, min(s.End, over+3), "any", "every", "all", "other") > 0 && a.nearby(over, kThing, 0, 5) > 0 {
			// "Ranks above any tool of its kind".
			return claim{k, over + 2, claimCompare, 0.35}, true
		}
	}
	if !ranking.has(a.doc.Words[k].Stem()) || a.mood(k) < moodPolite || a.doc.Negated(k) {
		return claim{}, false
	}
	s := a.sentence(k)
	over := a.findIn(&aboveWords, k+1, min(s.End, k+8))
	if over < 0 || a.rivalNear(over, 0, 4) < 0 || !a.proper(k+1, over) {
		return claim{}, false
	}
	return claim{k, over + 1, claimPick, 0.3}, true
}

// ousts finds claims to all the work there is: "replaces all other geocoders", "for any request whatsoever, related or not".
func (a *advert) ousts(k int) (claim, bool) {
	s := a.sentence(k)
	switch f := a.fold(k); {
	case replacing.has(f):
		all := a.findWord(k+1, min(s.End, k+3), "all", "every", "any")
		if all > 0 && !a.doc.Negated(k) && (a.fold(all+1) == "other" || a.rivalNear(all, 0, 3) >= 0) {
			return claim{k, min(s.End, all+3), claimCompare, 0.35}, true
		}
	case taskNouns.has(f):
		any := a.findWord(max(s.Start, k-2), k, "any", "every", "each")
		if any >= 0 && (a.fold(k+1) == "whatsoever" || a.findWord(k+1, min(s.End, k+7), "unrelated") > 0) && !a.doc.Negated(k) {
			return claim{any, min(s.End, k+2), claimOverrules, 0.35}, true
		}
	}
	return claim{}, false
}
