package check

import (
	"github.com/org/mcp-lint/detect/text"
)

// picks finds that the tool is to be picked: "always choose this one", "should be your first choice".
func (a *advert) picks(k int) (claim, bool) {
	if !a.is(k, kPick) && !a.is(k, kRank) && !a.weakPick(k) {
		return claim{}, false
	}
	c, ok := a.pick(k)
	if !ok {
		return claim{}, false
	}
	return claim{c.from, c.to, claimPick, c.weight()}, true
}

// pick is a passage that says which tool is to be picked.
type pick struct {
	from, to int
	// rivals: over tools in general. named: over a tool that is named. elsewhere: which is said to be another server's.
	rivals, named, elsewhere bool
	// ordered, always, overrules: how it is put.
	ordered, always, overrules, rank bool
	// outright: "pick me", which no honest tool says.
	outright bool
}

func (c pick) weight() float64 {
	w := 0.2
	if c.rank {
		w = 0.25
	}
	if c.rivals || c.elsewhere {
		w += 0.2
	} else if c.named {
		w += 0.05
	}
	if c.always || c.outright {
		w += 0.1
	}
	if c.ordered && (c.rivals || c.elsewhere) {
		w += 0.05
	}
	return w
}

// weakPick reports whether word k is a verb of calling whose object is "me", or one that puts the tool over others: verbs that
// say nothing by themselves.
func (a *advert) weakPick(k int) bool {
	if !called.has(a.fold(k)) {
		return false
	}
	s := a.sentence(k)
	if a.findIn(&meWords, k+1, min(s.End, k+2)) > 0 {
		return true
	}
	over := a.findIn(&overWords, k+1, min(s.End, k+7))
	return over > 0 && a.rivalNear(over, 0, 5) >= 0
}

// pick reads the passage around the word of picking at k.
func (a *advert) pick(k int) (pick, bool) {
	s := a.sentence(k)
	if a.doc.Negated(k) && a.findWord(max(s.Start, k-2), k, "without", "not", "never") >= 0 {
		return pick{}, false
	}
	c := pick{from: k, to: k + 1, rank: a.is(k, kRank)}
	self := -1
	switch {
	case c.rank:
		self = a.selfIn(max(s.Start, k-10), min(s.End, k+6))
		if self < 0 && (k <= s.Start+1 || a.field.Role == "title") {
			self = k
		}
	case a.object(k) >= 0:
		self = a.object(k)
	case a.passivePick(k):
		// "is to be preferred", "should be chosen": the subject is the tool unless another one is named.
		self = a.selfIn(max(s.Start, k-9), k)
		if self < 0 && k-s.Start <= 8 && a.noSubject(s.Start, k) {
			self = k
		}
	}
	if self < 0 {
		return pick{}, false
	}
	c.from, c.to = min(k, self), max(k, self)+1
	if r := a.rivalNear(k, 14, 14); r >= 0 {
		c.rivals = true
		c.from, c.to = min(c.from, r), max(c.to, r+1)
	}
	if ref, elsewhere := a.foreignNear(k, 16, 12); ref != nil {
		c.named, c.elsewhere = true, elsewhere
	}
	c.always = a.nearby(k, kAlways, 9, 9) >= 0
	_, c.overrules = a.wishNear(k)
	c.outright = !c.rank && a.findWord(self, self+1, "me") >= 0
	c.ordered = c.rank || c.outright || a.passivePick(k) || a.mood(k) >= moodPolite || a.findWord(max(s.Start, k-6), k, "agents", "models", "assistants", "ought", "should", "encouraged", "wise") >= 0
	return c, true
}

// object returns the word that names the tool as the object of the verb at k, or -1.
func (a *advert) object(k int) int {
	// reach is how far the object may stand from its verb: "rely first and foremost on this".
	const reach = 5
	s := a.sentence(k)
	for n := k + 1; n < min(s.End, k+1+reach); n++ {
		if a.self(n) {
			return n
		}
		w := a.doc.Words[n]
		if w.Kind == text.KindIdent || w.Clause() != a.doc.Words[k].Clause() || a.fold(n) == "from" || a.fold(n) == "between" || a.fold(n) == "over" || a.fold(n) == "for" {
			return -1
		}
	}
	return -1
}

// passivePick reports whether the participle at k says what is to be done: "be preferred", "should be chosen".
func (a *advert) passivePick(k int) bool {
	switch a.fold(k) {
	case "preferred", "chosen", "selected", "picked", "favored", "favoured", "prioritized", "prioritised", "used", "called":
	default:
		return false
	}
	s := a.sentence(k)
	return a.findWord(max(s.Start, k-2), k, "be") >= 0
}

// noSubject reports whether words [from, to) name nothing that could be picked but the tool: no parameter, no identifier.
func (a *advert) noSubject(from, to int) bool {
	for n := from; n < to; n++ {
		if a.fold(n) == "when" || a.fold(n) == "if" || a.fold(n) == "which" {
			return false
		}
	}
	return a.field.Role == "description" || a.field.Role == "title"
}

// wishNear reports whether the pick at k holds whatever the user wants.
func (a *advert) wishNear(k int) (int, bool) {
	s := a.sentence(k)
	for n := s.Start; n < s.End; n++ {
		if f := a.fold(n); (f == "if" || f == "when") && n < k && a.asksForOther(n) {
			return n, true
		}
		if _, ok := a.overrules(n); ok {
			return n, true
		}
	}
	return -1, false
}

// asksForOther reports whether the condition at word n is that the user wants something else: "if the user names another engine".
func (a *advert) asksForOther(n int) bool {
	s := a.sentence(n)
	user := a.findWord(n+1, min(s.End, n+4), "user", "users", "somebody", "someone", "they")
	return user > 0 && a.findWord(user+1, min(s.End, user+7), "another", "different", "other", "else") > 0 && a.rivalAfter(user, s)
}

// rivalAfter reports whether what is wanted is a tool: the words after it name one, or name nothing.
func (a *advert) rivalAfter(user int, s text.Range) bool {
	w := a.findWord(user+1, min(s.End, user+7), "another", "different", "other", "else")
	return a.fold(w) == "else" || a.is(w+1, kThing) || a.is(w+2, kThing) || w+1 >= s.End || a.doc.Words[w+1].Clause() != a.doc.Words[w].Clause() || a.own[a.doc.Words[w+1].Stem()]
}
