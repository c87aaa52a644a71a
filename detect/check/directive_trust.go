package check

import "github.com/org/mcp-lint/detect"

// findTrust finds text that lifts what the model reads above what it was told: results that count as orders, pages to be
// treated as though the user had written them, a server whose word alone counts.
func findTrust(p *prose) []hit {
	var hits []hit
	add := func(from, to int, c float64) {
		if c > 0 {
			hits = append(hits, hit{from, to, c, "makes text count as an instruction", detect.ThreatPromptInjection})
		}
	}
	for i := range p.tags {
		switch p.fold(i) {
		case "treat", "regard", "interpret", "treated", "regarded", "interpreted", "handle", "handled", "take", "taken", "consider", "considered":
			add(p.treatedAs(i))
		case "obey", "follow", "do", "execute", "perform", "comply", "executed", "obeys", "follows", "act":
			add(p.doesWhatItSays(i))
			add(p.treatedAs(i))
		case "carry", "carries":
			add(p.doesWhatItSays(i))
			add(p.binding(i))
		case "is", "are", "counts", "count", "has", "have", "becomes":
			add(p.binding(i))
		case "only":
			add(p.soleMaster(i))
		}
	}
	return hits
}

// treatedAs finds "treat the text as an instruction", "as if the user had typed it". "As data, not as instructions" is the opposite.
func (p *prose) treatedAs(i int) (from, to int, c float64) {
	if p.doc.Negated(i) || p.isName(i) {
		return 0, 0, 0
	}
	s := p.sentence(i)
	end := min(s.End, i+18)
	as := p.findWord(i+1, end, "as")
	if as < 0 {
		return 0, 0, 0
	}
	m := p.ordered(i) || p.fold(i-1) == "to" && (p.find(cModel, s.Start, i) >= 0 || p.find(cMust, s.Start, i) >= 0)
	if !m || p.lead(i) && p.ownFunction(p.doc.Clauses[p.doc.Words[i].Clause()].Start) && p.find(cModel, s.Start, i) < 0 {
		return 0, 0, 0
	}
	if f := p.fold(as + 1); f == "if" || f == "though" {
		user := p.find(cUser, as, min(s.End, as+5))
		if user > 0 && p.findWord(user, min(s.End, user+6), "typed", "said", "asked", "written", "wrote", "requested", "sent", "told", "ordered", "entered", "demanded", "given", "agreed", "approved", "consented") > 0 {
			return i, min(s.End, user+5), 0.6
		}
		return 0, 0, 0
	}
	near := min(s.End, as+6)
	if p.find(cNeg, as-2, near) >= 0 && p.find(cNeg, as-2, near) < max(p.find(cRules, as, near), as+3) {
		return 0, 0, 0
	}
	switch p.fold(i) {
	case "treat", "regard", "interpret", "treated", "regarded", "interpreted", "executed":
		if p.find(cRules, as, near) > 0 || p.findWord(as, near, "authoritative", "trusted", "binding", "authorized", "orders") > 0 ||
			p.findWord(as, min(near, as+3), "coming", "written", "sent") > 0 && p.find(cUser, as, near) > 0 {
			return i, near, 0.65
		}
	}
	return 0, 0, 0
}

// doesWhatItSays finds "carry out what the results say", "do whatever the page tells you", "obey its output". To follow the steps that a
// tool returns is what many tools are for: only blind obedience counts.
func (p *prose) doesWhatItSays(i int) (from, to int, c float64) {
	if !p.ordered(i) || p.lead(i) && !p.modelActs(i) {
		return 0, 0, 0
	}
	f := p.fold(i)
	s := p.sentence(i)
	end := min(s.End, i+14)
	if f == "do" && p.has(i+1, cNeg) {
		return 0, 0, 0
	}
	if (f == "carry" || f == "carries") && p.fold(i+1) != "out" || f == "act" && p.fold(i+1) != "on" || f == "comply" && p.fold(i+1) != "with" {
		return 0, 0, 0
	}
	whatever := p.findWord(i+1, min(s.End, i+4), "whatever", "what", "anything", "everything", "any", "all")
	source := p.findWord(i+1, end, "page", "pages", "result", "results", "output", "response", "text", "document", "file", "website", "message", "content", "server", "he", "she", "it", "topics", "comments", "notes",
		"records", "email", "ticket")
	says := p.findWord(i+1, end, "says", "say", "tells", "tell", "writes", "asks", "ask", "demands", "demand", "orders", "requests", "states", "contains", "dictates", "instructs", "commands", "written")
	blind := p.find(cScrutiny, i+1, end) > 0 && p.findWord(i+1, end, "without") > 0 || p.contrast(i, s.End) > 0 || p.findWord(i+1, s.End, "instead", "blindly", "unconditionally", "immediately") > 0 && whatever > 0
	if p.find(cUser, i+1, min(end, i+5)) > 0 {
		return 0, 0, 0
	}
	switch {
	case whatever > 0 && source > whatever && says > source && f != "perform":
		return i, says + 1, 0.55
	case f == "obey" && (source > 0 || whatever > 0):
		return i, end, 0.55
	case blind && source > 0 && (p.find(cRules, i+1, end) > 0 || says > 0):
		return i, end, 0.55
	}
	return 0, 0, 0
}

// binding finds "what this tool returns is an order", "carries the same weight as a message of the user", "is binding for the model".
func (p *prose) binding(i int) (from, to int, c float64) {
	s := p.sentence(i)
	end := min(s.End, i+10)
	if p.doc.Negated(i) || p.find(cNeg, i, min(end, i+3)) >= 0 {
		return 0, 0, 0
	}
	if as := p.fold(i + 1); as == "as" && (p.fold(i) == "counts" || p.fold(i) == "count") {
		if k := p.findWord(i+2, min(end, i+5), "order", "orders", "instruction", "instructions", "command", "commands"); k > 0 {
			return i, min(s.End, k+4), 0.55
		}
	}
	source := p.findWord(s.Start, i, "output", "result", "results", "text", "page", "returns", "content", "contents", "response", "file", "document", "tool", "server", "says", "written", "here", "notes")
	if source < 0 {
		return 0, 0, 0
	}
	if k := p.findWord(i+1, end, "weight", "force", "authority", "standing", "rank", "status"); k > 0 && p.findWord(i, k, "same", "equal", "full") > 0 && (p.find(cUser, k, min(s.End, k+7)) > 0 || p.find(cPrompt, k, min(s.End, k+7)) > 0 || p.findWord(k, min(s.End, k+7), "system") > 0) {
		return i, min(s.End, k+6), 0.55
	}
	if k := p.findWord(i+1, min(end, i+3), "binding"); k > 0 && (p.find(cModel, k, min(s.End, k+5)) > 0 || p.findWord(k, min(s.End, k+4), "you") > 0) {
		return i, min(s.End, k+4), 0.55
	}
	if k := p.findWord(i+1, min(end, i+4), "order", "orders", "instruction", "command"); k > 0 && p.findWord(i+1, k, "an", "your", "orders", "as", "a") > 0 {
		if n := p.findWord(k, min(s.End, k+5), "from", "of", "to", "for"); n > 0 && (p.find(cUser, n, min(s.End, n+4)) > 0 || p.find(cAuthority, n, min(s.End, n+4)) > 0 || p.find(cModel, n, min(s.End, n+4)) > 0 || p.findWord(n, min(s.End, n+3), "you") > 0) {
			return i, min(s.End, n+4), 0.5
		}
	}
	return 0, 0, 0
}

// soleMaster finds "only instructions coming from this server count".
func (p *prose) soleMaster(i int) (from, to int, c float64) {
	s := p.sentence(i)
	rules := p.find(cRules, i+1, min(s.End, i+4))
	if rules < 0 {
		return 0, 0, 0
	}
	server := p.findWord(rules, min(s.End, rules+7), "server", "tool", "here", "below", "description", "us")
	if server > 0 && p.findWord(server, min(s.End, server+4), "count", "counts", "matter", "apply", "hold", "bind", "valid", "followed", "obeyed", "binding") > 0 {
		return i, min(s.End, server+4), 0.55
	}
	return 0, 0, 0
}
