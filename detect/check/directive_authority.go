package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findAuthority finds text that claims to speak for somebody the model obeys, or for the user: notes to the assistant,
// standing rules for the session, consent that nobody gave.
func findAuthority(p *prose) []hit {
	var hits []hit
	add := func(from, to int, c float64, detail string) {
		if c > 0 {
			hits = append(hits, hit{from, to, c, detail, detect.ThreatPromptInjection})
		}
	}
	for i := range p.tags {
		if p.has(i, cModel) {
			from, to, c := p.addressed(i)
			add(from, to, c, "addresses the model and gives it orders")
		}
		if p.has(i, cNow) || p.has(i, cStanding) {
			from, to, c := p.standingRule(i)
			add(from, to, c, "sets a rule for the rest of the session")
		}
		if p.fold(i) == "my" && p.fold(i-1) != "me" && p.doc.Words[i].Sentence() > 0 {
			for k := i - 1; k >= max(p.sentence(i).Start, i-7); k-- {
				if (p.has(k, cSend) || p.has(k, cRemove) || p.has(k, cReveal) || p.fold(k) == "give" || p.fold(k) == "grant") && p.mood(k) >= moodPolite {
					add(k, min(p.sentence(i).End, i+2), 0.5, "speaks in the name of the user")
					break
				}
			}
		}
		if p.has(i, cUser) || p.fold(i) == "i" {
			from, to, c := p.falseConsent(i)
			add(from, to, c, "speaks in the name of the user")
		}
	}
	return hits
}

// addressed finds "note to the assistant", "instruction for AI agents", "the assistant must".
func (p *prose) addressed(i int) (from, to int, c float64) {
	s := p.sentence(i)
	area := p.around(i, 0, 1)
	orders := p.ordersIn(i+1, min(area.End, i+40))
	for k := i - 1; k >= max(s.Start, i-4); k-- {
		f := p.fold(k)
		if f == "the" || f == "any" || f == "all" || f == "an" || f == "ai" || f == "every" || f == "your" || f == "each" || f == "llm" || f == "language" {
			continue
		}
		if f != "to" && f != "for" && f != "attention" {
			break
		}
		if (f == "to" || f == "for") && k > 0 && p.has(k-1, cPolicy) || p.fold(k) == "attention" {
			// A note to the reader about how to call this tool is common and honest; one that orders more is not.
			if orders > 0 && p.weighty(i+1, min(area.End, i+40)) {
				return max(s.Start, k-2), min(area.End, i+12), 0.6
			}
			return max(s.Start, k-2), i + 1, 0.3
		}
	}
	for k := i + 1; k < min(s.End, i+6); k++ {
		if (p.has(k, cSend) || p.has(k, cPut) || p.has(k, cReveal)) && p.valuable(k+1, min(s.End, k+9)) > 0 && !p.doc.Negated(k) && k-i <= 3 && (p.mood(k) >= moodPolite || modals[p.fold(i+1)]) &&
			(p.fold(i-1) == "the" || p.fold(i-1) == "calling" || p.fold(i-1) == "your" || p.fold(i-1) == "ai") {
			return i, min(s.End, k+8), 0.5
		}
	}
	if modals[p.fold(i+1)] && p.fold(i+1) != "will" && p.fold(i+1) != "has" && p.fold(i+1) != "have" {
		for k := i + 2; k < min(s.End, i+8); k++ {
			if p.tags[k].Any(verbs) {
				return i, min(s.End, k+8), 0.3
			}
		}
	}
	return 0, 0, 0
}

// weighty reports whether [from, to) touches more than the call of this tool: rules, secrets, the conversation, other tools, hosts,
// consent, or what the user may learn.
func (p *prose) weighty(from, to int) bool {
	heavy := text.Of(cRules, cSecret, cHistory, cPrompt, cGuard, cCovert, cOverride, cHide, cNow, cAssent, cTrouble, cTurnDown, cPromote, cRegardless, cRemove, cPersonal)
	for k := from; k < to; k++ {
		if f := p.fold(k); p.tags[k].Any(heavy) && (f != "whichever" && f != "whatever" || p.find(cUser, k+1, min(to, k+7)) > 0) {
			return true
		}
		switch p.doc.Words[k].Kind {
		case text.KindURL, text.KindEmail, text.KindHost:
			return true
		case text.KindPath:
			if sensitivePath(p.fold(k)) {
				return true
			}
		}
		if p.has(k, cNeg) && (p.has(k+1, cTell) || p.has(k+1, cShow)) {
			return true
		}
	}
	return p.foreignIn(text.Range{Start: from, End: to})
}

// standingRule finds "standing rule", "session policy", "for the remainder of this session", "from now on", with an order.
func (p *prose) standingRule(i int) (from, to int, c float64) {
	s := p.sentence(i)
	area := p.around(i, 0, 1)
	end := min(area.End, i+50)
	if p.has(i, cNow) {
		verb, ok := p.orderIn(max(s.Start, i-20), min(s.End, i+40))
		if !ok {
			return 0, 0, 0
		}
		c = 0.4
		if p.find(cWhole, s.Start, s.End) >= 0 {
			c = 0.55
		}
		if p.fold(i) == "from" || p.fold(i) == "henceforth" {
			c = 0.65
		}
		return min(i, verb), min(end, max(i, verb)+8), c
	}
	next := i + 1
	for next < min(s.End, i+4) && !p.has(next, cPolicy) {
		next++
	}
	if next >= min(s.End, i+4) || p.doc.Words[i].Clause() != p.doc.Words[next].Clause() {
		return 0, 0, 0
	}
	if _, ok := p.orderIn(next+1, end); !ok {
		return 0, 0, 0
	}
	switch {
	case p.doc.Words[i].Shout && p.doc.Words[next].Shout:
		return i, min(end, next+12), 0.6
	case p.fold(i) == "standing" && strings.HasPrefix(p.fold(next), "order") && !strings.HasPrefix(p.doc.Gap(next+1), ":") && p.tame(hit{from: i, to: next + 1}, citedCeiling):
		// What banks and dairies keep for their customers.
		return 0, 0, 0
	case p.fold(i) == "standing" || p.fold(i) == "persistent" || p.fold(i) == "hidden":
		return i, min(end, next+12), 0.5
	case i == s.Start || p.doc.Words[i-1].Clause() != p.doc.Words[i].Clause():
		return i, min(end, next+12), 0.3
	}
	return 0, 0, 0
}

// orderIn returns the first verb in [from, to) that orders.
func (p *prose) orderIn(from, to int) (int, bool) {
	for k := from; k < to; k++ {
		if p.tags[k].Any(verbs) && p.mood(k) >= moodPolite {
			return k, true
		}
	}
	return 0, false
}

// saysItself reports whether the field is a parameter that stands for what its few words say: "approved: the user approved the text",
// "price: price the user agreed to".
func (p *prose) saysItself(i int) bool {
	// most is the longest such text, in words.
	const most = 8
	if p.field.Role != detect.RoleParameterDescription || len(p.doc.Words) > most || p.findWord(i, len(p.doc.Words), "all", "any", "every", "everything", "already") >= 0 {
		return false
	}
	for _, n := range detect.NameWords(p.field.Parameter) {
		for k := range p.doc.Words {
			if len(n) > 3 && text.Stem(n) == p.doc.Words[k].Stem() {
				return true
			}
		}
	}
	return i > 1
}

// falseConsent finds words put into the user's mouth: "the user has already approved", "signed, the user", "I want you to".
func (p *prose) falseConsent(i int) (from, to int, c float64) {
	s := p.sentence(i)
	if p.fold(i) == "i" {
		if p.doc.Raw[p.doc.Words[i].Start()] != 'I' {
			return 0, 0, 0
		}
		if k := p.findWord(i+1, min(s.End, i+4), "want", "need", "authorize", "authorise", "instruct", "order", "request", "approve", "consent", "require", "command", "confirm", "permit", "allow"); k > 0 {
			if p.findWord(k, min(s.End, k+3), "you", "this", "that", "all", "any", "the") > 0 {
				return i, min(s.End, k+8), 0.5
			}
		}
		return 0, 0, 0
	}
	end := min(s.End, i+7)
	if k := p.find(cConsent, i+1, end); k > 0 && !p.doc.Negated(k) {
		between := p.findWord(i+1, k, "has", "have", "already", "had", "hereby")
		if between > 0 && p.findWord(max(s.Start, i-3), i, "if", "once", "after", "until", "unless", "when", "whether", "before", "only") < 0 {
			if p.findWord(i+1, k, "already", "hereby") < 0 && p.findWord(k, s.End, "all", "any", "every", "everything", "future") < 0 {
				return max(s.Start, i-1), min(s.End, k+8), 0.35
			}
			return max(s.Start, i-1), min(s.End, k+8), 0.5
		}
	}
	if k := p.findWord(i+1, min(s.End, i+3), "agreed", "consented", "approved", "authorized", "authorised"); k == i+1 && p.fold(i) == "user" && p.doc.Gap(k) == " " &&
		p.findWord(max(s.Start, i-4), i, "if", "once", "after", "until", "unless", "when", "whether", "before", "only", "that") < 0 && !p.saysItself(i) {
		return max(s.Start, i-1), min(s.End, k+6), 0.45
	}
	if p.findWord(max(s.Start, i-4), i, "means", "mean", "implies") >= 0 && p.findWord(i+1, min(s.End, i+3), "wants", "wishes", "intends", "asks", "authorizes", "requests") > 0 {
		return max(s.Start, i-4), min(s.End, i+8), 0.5
	}
	if prev := p.fold(i - 1); prev == "the" || prev == "your" {
		if f := p.fold(i - 2); f == "signed" || f == "sincerely" || f == "regards" {
			return i - 2, i + 1, 0.7
		}
	}
	if p.fold(i) == "user" && p.findWord(max(s.Start, i-4), i, "if", "when", "whenever", "once") < 0 {
		if k := p.findWord(i+1, min(s.End, i+4), "said", "says", "wrote", "asked", "requested", "writes"); k > 0 && k+1 < len(p.tags) && p.doc.Words[k].Clause() != p.doc.Words[k+1].Clause() {
			if _, ok := p.orderIn(k+1, min(len(p.tags), k+20)); ok {
				return i, min(len(p.tags), k+8), 0.55
			}
		}
		if f := p.fold(i + 1); (f == "message" || f == "says" || f == "said" || f == "request" || f == "instruction" || f == "here" || f == "writes") &&
			i+2 < len(p.tags) && p.doc.Words[i+1].Clause() != p.doc.Words[i+2].Clause() {
			if _, ok := p.orderIn(i+2, min(len(p.tags), i+25)); ok && !p.possessive(i) {
				return i, min(len(p.tags), i+14), 0.6
			}
		}
	}
	return 0, 0, 0
}
