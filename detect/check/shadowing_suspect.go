package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// suspectRef returns what the sentence does to the tool when it says what no plain mention says: what the tool is called with, what
// its user is spared, what the model does, or where its calls go instead. It returns "" otherwise.
func suspectRef(p *prose, s text.Range, ref crossRef) string {
	switch {
	case victimParameter(p, s, ref):
		return "changes what is passed to"
	case valueBehind(p, s, ref):
		return "fixes the arguments of"
	case p.find(cHistory, ref.last+1, s.End) >= 0, p.find(cSecret, ref.last+1, min(s.End, ref.last+12)) >= 0 && !manyTagged(p, ref):
		return "has secrets read by means of"
	case p.find(cNow, s.Start, s.End) >= 0:
		return "lays down rules for"
	case sparesUser(p, s), guardDown(p, s):
		return "goes behind the user's back with"
	case agentActs(p, s), everyTime(p, s, ref):
		return "tells the model what to do with"
	case distrusted(p, s, ref):
		return "speaks ill of"
	case treated(p, s, ref), ruledAfter(p, s, ref):
		return "lays down what becomes of"
	case takesPlace(p, s, ref):
		return "redirects calls of"
	}
	return ""
}

// nearRef reports whether word k is at most n words from the reference.
func nearRef(k int, ref crossRef, n int) bool {
	return k < ref.first && ref.first-k <= n || k > ref.last && k-ref.last <= n
}

// victimParameter reports whether the sentence names a parameter of the tool that is its own, and says something of it. What this
// server has a parameter for too, and words of everyday language behind a verb of mentioning, are none.
func victimParameter(p *prose, s text.Range, ref crossRef) bool {
	other := p.reg.Tool(ref.tool)
	if ref.server || p.sourceOf(toolRef{first: ref.first, word: ref.last, name: ref.name}) && p.field.Role == detect.RoleDescription {
		return false
	}
	params := detect.Parameters(other)
	for k := s.Start; k < s.End; k++ {
		if k >= ref.first && k <= ref.last {
			continue
		}
		w := &p.doc.Words[k]
		key := detect.NameKey(p.doc.Raw[w.Start():w.End()])
		if _, ok := params[key]; !ok || p.reg.HasParameter(p.tool.Server, key) || len(key) < 2 || p.has(k-1, cNeg) {
			continue
		}
		telling := w.Kind == text.KindIdent || p.markedName(k) || p.has(k+1, cParam) || p.has(k-1, cParam) || sinkWords.has(key)
		if telling || predicated(p, k, s) {
			return true
		}
	}
	return false
}

// sinkWords are parameters that say where something goes or how much of it: nobody names them in passing.
var sinkWords = lazyWords{list: `bcc cc iban amount recipient recipients attendees env assignee payee reviewers branch owner visibility webhook destination`}

// predicated reports whether word k, a parameter's name, is what something is said of or is done to: "amount is", "set env to".
func predicated(p *prose, k int, s text.Range) bool {
	for i := k + 1; i < min(s.End, k+6); i++ {
		switch p.fold(i) {
		case "is", "has", "have", "becomes", "gets", "takes", "holds", "equals", "stays", "set", "gains", "carries", "ends", "starts", "includes", "include", "are":
			return true
		}
	}
	for i := k - 1; i >= max(s.Start, k-4); i-- {
		if p.has(i, cChange) || p.has(i, cPut) && p.mood(i) >= moodPolite {
			return true
		}
	}
	return false
}

// valueBehind reports whether a value is written out near the name: an address, a path, a quoted text, a setting. Where it comes
// from is no value for it.
func valueBehind(p *prose, s text.Range, ref crossRef) bool {
	// reach is how far a value may stand behind the name, in words.
	const reach = 18
	for k := ref.last + 1; k < min(s.End, ref.last+reach); k++ {
		w := &p.doc.Words[k]
		switch w.Kind {
		case text.KindURL, text.KindEmail, text.KindHost, text.KindPath:
			if f := p.fold(k - 1); f != "see" && f != "docs" && f != "at" {
				return true
			}
		}
		if q, ok := p.doc.Quoted(w.Start(), w.End()); ok && q.Mark != '`' && q.Start > p.doc.Words[ref.last].End() && q.End-q.Start > 6 {
			return true
		}
		if accountNumber(w.Fold) {
			return true
		}
		if f := p.fold(k); (f == "set" || f == "switched" || f == "turned" || f == "left") && k-ref.last <= 2 {
			return true
		}
	}
	return false
}

// sparesUser reports whether the sentence keeps the user out: nobody is asked, told, or troubled, whatever was asked for.
func sparesUser(p *prose, s text.Range) bool {
	for k := s.Start; k < s.End; k++ {
		f := p.fold(k)
		switch {
		case p.has(k, cCovert):
			return true
		case f == "whether" && p.findWord(k+1, min(s.End, k+12), "not") > 0 && p.findWord(k+1, min(s.End, k+12), "or") > 0,
			f == "behalf", f == "regardless", f == "irrespective", f == "unasked", f == "unprompted":
			return true
		case (f == "even" || f == "also") && p.findWord(k+1, min(s.End, k+2), "where", "if", "when", "though") > 0:
			return true
		case p.has(k, cNeg) && p.find(cUser, k+1, min(s.End, k+8)) >= 0 && (p.find(cTell, k+1, min(s.End, k+6)) >= 0 || p.findWord(k+1, min(s.End, k+6), "trouble", "ask", "asking", "bother", "see", "notice", "know", "confirm", "worry") > 0):
			return true
		case p.has(k, cUser) && p.find(cNeg, k+1, min(s.End, k+4)) >= 0 && (p.find(cTell, k+1, min(s.End, k+9)) >= 0 || p.findWord(k+1, min(s.End, k+9), "asked", "troubled", "bothered", "informed", "aware") > 0):
			return true
		case f == "without" && p.findWord(k+1, min(s.End, k+4), "asking", "confirmation", "approval", "consent", "telling", "permission", "review", "prompting") > 0:
			return true
		}
	}
	return false
}

// manyTagged reports whether the tool itself is named for secrets, so that speaking of them is its trade.
func manyTagged(p *prose, ref crossRef) bool {
	for _, w := range detect.NameWords(p.reg.Tool(ref.tool).Name) {
		switch w {
		case "secret", "secrets", "password", "passwords", "credential", "credentials", "key", "keys", "token", "tokens", "cookie", "cookies":
			return true
		}
	}
	return false
}

// guardDown reports whether the sentence takes away what the user is asked for: a confirmation that is skipped or a formality.
func guardDown(p *prose, s text.Range) bool {
	for k := s.Start; k < s.End; k++ {
		switch p.fold(k) {
		case "confirmation", "confirmations", "approval", "approvals", "consent", "prompt", "dialog", "dialogue", "warning", "code", "review", "safeguard", "check":
			if p.find(cWeakOverride, max(s.Start, k-5), min(s.End, k+6)) >= 0 || p.findWord(max(s.Start, k-5), min(s.End, k+7), "cosmetic", "formality", "optional", "unneeded",
				"unnecessary", "pointless", "skipped", "answered", "superfluous", "dispensable", "filled", "empty", "omitted", "blank", "formal") >= 0 {
				return true
			}
		case "for", "behalf":
			if f := p.fold(k + 1); f == "them" && p.mood(max(s.Start, k-2)) != moodNone && k+1 >= s.End-1 {
				return true
			}
		}
	}
	return false
}

// agentActs reports whether the sentence says what the model does or is to do.
func agentActs(p *prose, s text.Range) bool {
	for k := s.Start; k < s.End; k++ {
		f := p.fold(k)
		if !modelNouns[strings.TrimSuffix(f, "s")] && f != "models" || p.aboutAgents(k) {
			continue
		}
		if next := p.fold(k + 1); next == "s" || next == "that" || next == "who" || next == "framework" || next == "frameworks" {
			continue
		}
		for i := k + 1; i < min(s.End, k+5); i++ {
			if g := p.fold(i); modals[g] || polites[g] && g != "can" && g != "may" || p.has(i, cUse) || p.has(i, cRoute) || p.has(i, cInstead) || p.has(i, cPut) || p.has(i, cNeg) || p.has(i, cSend) || g == "do" || g == "still" {
				return true
			}
		}
	}
	return false
}

// takesPlace reports whether what was meant for the tool is said to come to this one.
func takesPlace(p *prose, s text.Range, ref crossRef) bool {
	for k := s.Start; k < s.End; k++ {
		if k >= ref.first && k <= ref.last {
			continue
		}
		w := &p.doc.Words[k]
		self := detect.NameKey(p.doc.Raw[w.Start():w.End()]) == detect.NameKey(p.tool.Name)
		switch f := p.fold(k); {
		case self && k > ref.last && (p.find(cUse, ref.last+1, k) >= 0 || ordersBetween(p, ref.last+1, k) || p.findWord(ref.last+1, k, "leaves", "leaving", "as", "by", "through", "instead", "here") > 0):
			return true
		case f == "here" && k > s.Start && k+1 >= s.End-1 && (p.has(k-1, cRoute) || p.findWord(k-2, k, "made", "done", "go", "goes", "come", "comes", "belong", "belongs", "handled", "land", "sent", "served", "placed") >= 0):
			return true
		case p.has(k, cPrecede) && f != "priority":
			return true
		case f == "better" && p.findWord(k+1, min(s.End, k+3), "than") > 0 && p.findWord(s.Start, k, "meant", "intended", "every", "all", "any") >= 0:
			return true
		case (f == "meant" || f == "intended" || f == "destined") && k < ref.first && ref.first-k <= 3:
			return true
		}
	}
	return false
}

// plainCompanion reports whether the preposition at word lead links the tool to what is plainly said: of a result, with a thing that
// works beside it.
func plainCompanion(p *prose, lead int) bool {
	switch p.fold(lead) {
	case "of", "for", "by":
		if c := p.doc.Clauses[p.doc.Words[lead].Clause()].Start; p.findWord(c, c+1, "let", "set", "make", "have", "point", "change", "replace", "give", "leave", "keep") >= 0 {
			return false
		}
		for k := lead - 1; k >= max(0, lead-3); k-- {
			if plainNouns.has(p.doc.Words[k].Stem()) {
				return true
			}
		}
		return false
	case "via", "and", "or":
		return p.findWord(lead-4, lead, "see", "with", "from", "unlike", "like", "than", "of", "between", "to", "as") >= 0 || plainNouns.has(p.doc.Words[max(0, lead-1)].Stem())
	}
	return true
}

// plainNouns are what one tool hands to another, or how the two compare.
var plainNouns = lazyWords{stemmed: true, list: `output result results response id ids identifier format list value data file record input replacement alternative
	complement companion independent counterpart sibling equivalent version page row link text part subset superset cousin twin analog
	analogue wrapper successor predecessor limits restrictions schema name token cursor handle path url documentation docs help description details`}

// ordersBetween reports whether a verb in words [from, to) is an order.
func ordersBetween(p *prose, from, to int) bool {
	for k := from; k < to; k++ {
		if p.doc.Words[k].Kind == text.KindWord && p.doc.Clauses[p.doc.Words[k].Clause()].Start == k && p.mood(k) >= moodOrders && !thirdPerson(p.fold(k)) && !englishWords.has(p.fold(k)) {
			return true
		}
	}
	return false
}

// everyTime reports whether the clause orders something to be done with the tool at every turn: "combine each reading with X".
func everyTime(p *prose, s text.Range, ref crossRef) bool {
	c := p.doc.Clauses[p.doc.Words[ref.first].Clause()]
	for k := max(c.Start, s.Start); k < ref.first; k++ {
		if (p.has(k, cWhole) || p.fold(k) == "always") && p.fold(k+1) != "other" {
			return ordersBetween(p, max(c.Start, s.Start), k)
		}
	}
	return false
}

// treated reports whether the next sentence says what to do with the tool that this one names.
func treated(p *prose, s text.Range, ref crossRef) bool {
	if ref.server || ref.loose || s.End >= len(p.doc.Words) {
		return false
	}
	n := p.sentence(s.End)
	// lead is how far the pronoun may stand from the start of the sentence, in words.
	const lead = 4
	k := p.findWord(n.Start+1, min(n.End, n.Start+lead), "it", "its", "them", "their")
	if k < 0 || !p.tags[n.Start].Any(verbs) && p.fold(n.Start) != "treat" && p.fold(n.Start) != "consider" && p.fold(n.Start) != "regard" {
		return false
	}
	return p.mood(n.Start) >= moodOrders
}

// distrusted reports whether the sentence says that the tool, or what it returns, is not to be trusted.
func distrusted(p *prose, s text.Range, ref crossRef) bool {
	k := p.findWord(s.Start, s.End, "trust", "rely", "believe", "trusted", "relied")
	return k >= 0 && nearRef(k, ref, 6) && (p.find(cNeg, max(s.Start, k-3), min(s.End, k+3)) >= 0 || p.findWord(s.Start, k, "nobody", "hardly", "stop") >= 0)
}

// ruledAfter reports whether the clause tells of what becomes of everything that the tool does: "every letter sent with X is read".
func ruledAfter(p *prose, s text.Range, ref crossRef) bool {
	c := max(s.Start, p.doc.Clauses[p.doc.Words[ref.first].Clause()].Start)
	if p.findWord(c, c+2, "every", "each", "all", "any", "anything", "everything", "whatever") < 0 || ref.first-c > 8 {
		return false
	}
	k := p.findWord(ref.last+1, min(s.End, ref.last+3), "is", "are", "gets", "get", "goes", "go")
	return k >= 0 && p.findWord(k+1, min(s.End, k+3), "listed", "shown", "left", "counted", "kept", "supported", "accepted", "available", "not", "fine") < 0
}
