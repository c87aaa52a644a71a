package check

import "strings"

// heldBack are things that honest tools hold back from somebody: the answers of a quiz, a surprise, names and numbers of people.
var heldBack = wordSet(`solution solutions answer answers key spoiler spoilers ending name names customer customers patient patients participant
	participants pupil pupils guest guests reviewer author employee employees colleague colleagues child children phone telephone number numbers address addresses
	device account accounts reason reasons gift gifts present surprise salary salaries birth birthday age ages diagnosis diagnoses score scores grade
	grades id ids identifier identifiers code codes card cards thought thoughts draft note notes location locations`)

// ofResults reports whether what is not to be told after word i are such things, as the tool returns them, and the sentence does not
// read like an order to a model. "This", a step, a call or a copy are what the model itself does.
func (p *prose) ofResults(i, end int) bool {
	// reach is how far the noun may stand, in words.
	const reach = 6
	last := min(end, i+1+reach)
	if p.findWord(i+1, min(end, i+3), "this", "that", "it", "them", "these", "anything") > 0 {
		return false
	}
	for k := i + 1; k < last; k++ {
		f := p.fold(k)
		if heldBack[f] || strings.HasSuffix(f, "_id") {
			// resultCeiling is between the honest sentences and the orders that have such a noun.
			const resultCeiling = 0.5
			return p.tame(hit{from: i, to: k + 1}, resultCeiling)
		}
		if p.doc.Words[k].Clause() != p.doc.Words[i].Clause() || p.tags[k].Any(verbs) && !p.isMarked(k) && f != "private" {
			return false
		}
	}
	return false
}

// isMarked reports whether word k stands in back-ticks or quotation marks.
func (p *prose) isMarked(k int) bool {
	_, ok := p.doc.Quoted(p.doc.Words[k].Start(), p.doc.Words[k].End())
	return ok
}

// asNoun reports whether the verb of telling at word i is a noun here: "an alert", "the log", "comment field", or the name of a
// column in a query.
func (p *prose) asNoun(i int) bool {
	switch p.fold(i - 1) {
	case "a", "an", "the", "this", "every", "each", "any":
		return true
	}
	switch p.fold(i) {
	case "comment", "alert", "hint", "mention":
		if f := p.fold(i + 1); f == "field" || f == "column" || f == "box" || f == "text" {
			return true
		}
		return strings.ContainsAny(strings.TrimSpace(p.doc.Gap(i+1)), "~=<>")
	}
	return false
}

// toldTo reports whether the negation at word neg is what somebody is advised: "tell them not to share it".
func (p *prose) toldTo(i, neg int) bool {
	if p.fold(i-1) != "to" || neg != i-2 || !p.has(neg-1, cUser) {
		return false
	}
	switch p.fold(neg - 2) {
	case "tell", "warn", "remind", "ask", "advise", "urge", "the":
		return p.fold(i) == "share" || p.fold(i) == "reveal" || p.fold(i) == "disclose" || p.fold(i) == "post"
	}
	return false
}

// showsElse reports whether something else is to be shown in its place after word i, in a sentence that reads like documentation:
// "do not show them the ids; show the order number".
func (p *prose) showsElse(i, end int) bool {
	for k := i + 1; k < end; k++ {
		if p.has(k, cShow) && p.mood(k) == moodOrders && p.find(cNeg, max(i, k-3), k) < 0 {
			return p.tame(hit{from: i, to: k + 1}, citedCeiling)
		}
	}
	return false
}
