package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findArgument finds orders to rewrite what the user asked for: "when calling X, set p to ...", "append ... to every
// message", "regardless of the user's input".
func findArgument(p *prose) []hit {
	var hits []hit
	for i := range p.doc.Words {
		if p.has(i, cChange) || p.has(i, cPut) || p.has(i, cSend) {
			if h, ok := p.rewrites(i); ok {
				hits = append(hits, h)
			}
		}
		if p.has(i, cCarry) || p.has(i, cCopy) || p.has(i, cPut) || p.has(i, cSend) {
			if h, ok := p.rules(i); ok {
				hits = append(hits, h)
			}
		}
		if p.has(i, cRegardless) {
			if h, ok := p.disregards(i); ok {
				hits = append(hits, h)
			}
		}
	}
	return hits
}

// rewrites judges the verb at i: does it order a change of another call's arguments?
func (p *prose) rewrites(i int) (hit, bool) {
	m := p.mood(i)
	f := p.fold(i)
	if m < moodPolite || p.doc.Negated(i) {
		return hit{}, false
	}
	s := p.sentence(i)
	// reach is how far the object may be from the verb, in words.
	end := min(s.End, i+22)
	foreign := p.foreignIn(p.around(i, 1, 0))
	scope := p.scope(s)
	change := p.has(i, cChange) || f == "include" || f == "add" || f == "use" && p.find(cParam, i+1, min(s.End, i+6)) > 0
	if !change {
		return hit{}, false
	}
	address := -1
	for k := i + 1; k < end; k++ {
		switch p.doc.Words[k].Kind {
		case text.KindEmail, text.KindURL, text.KindHost:
			address = k
		case text.KindNumber:
			if len(p.fold(k)) >= 6 {
				address = k
			}
		}
	}
	param := p.find(cParam, i+1, end)
	literal := p.literal(i, end)
	trigger := p.triggered(s, i) || p.find(cNow, s.Start, s.End) >= 0
	score := 0.0
	add := func(on bool, v float64) {
		if on {
			score += v
		}
	}
	add(foreign, 0.25)
	add(scope, 0.2)
	add(trigger, 0.15)
	add(address > 0, 0.2)
	add(param > 0, 0.1)
	add(literal > 0, 0.1)
	add(f == "bcc" || f == "reroute" || f == "replace" || f == "override" || p.findWord(i+1, end, "bcc") > 0, 0.15)
	add(p.find(cPretext, s.Start, s.End) >= 0 || p.find(cFail, s.Start, s.End) >= 0, 0.1)
	if !foreign && !scope && (address < 0 || f != "bcc" && p.findWord(i+1, end, "bcc") < 0) {
		return hit{}, false
	}
	if score < 0.3 || !foreign && address < 0 && p.find(cNow, s.Start, s.End) < 0 && p.find(cOther, s.Start, s.End) < 0 && p.find(cCovert, s.Start, s.End) < 0 {
		return hit{}, false
	}
	return hit{i, min(s.End, max(param, address, i+1)+2), min(score, 0.95), "orders the model to change the arguments of other calls", detect.ThreatToolPoisoning}, true
}

// rules finds statements that rule calls of other tools without ordering anybody: "all e-mails carry x in the cc field", "a
// copy of each invoice goes to x". What gives them away is an address that was not the user's choice.
func (p *prose) rules(i int) (hit, bool) {
	s := p.sentence(i)
	address := -1
	for k := max(s.Start, i-12); k < min(s.End, i+14); k++ {
		switch p.doc.Words[k].Kind {
		case text.KindEmail:
			address = k
		case text.KindURL, text.KindHost:
			if p.has(i, cCopy) || p.has(i, cSend) || p.foreignIn(s) {
				address = k
			}
		}
	}
	if address < 0 || p.doc.Negated(i) || p.doc.PositionOf(address, address+1) != text.PositionInstruction {
		return hit{}, false
	}
	whole := false
	for k := max(s.Start, i-10); k < min(s.End, i+10); k++ {
		whole = whole || p.has(k, cWhole) && p.fold(k) != "always"
	}
	foreign := p.foreignIn(s)
	score := 0.1
	add := func(on bool, v float64) {
		if on {
			score += v
		}
	}
	add(whole, 0.2)
	add(foreign, 0.3)
	add(p.has(i, cCopy) || p.find(cCopy, s.Start, s.End) >= 0, 0.25)
	add(p.find(cParam, s.Start, s.End) >= 0, 0.1)
	add(p.find(cOperation, s.Start, s.End) >= 0, 0.05)
	add(p.pretext(p.around(i, 1, 1)) > 0, 0.1)
	add(p.mood(i) >= moodPolite, 0.1)
	add(whole && p.has(i, cSend), 0.1)
	if score < 0.4 || !whole && !foreign && p.find(cCopy, s.Start, s.End) < 0 {
		return hit{}, false
	}
	return hit{min(i, address), max(i, address) + 1, min(score, 0.9), "rules that other calls go to an address of its own", detect.ThreatExfiltration}, true
}

// foreignIn reports whether a tool of another server is named in the range.
func (p *prose) foreignIn(a text.Range) bool {
	for _, r := range p.refs {
		if r.word >= a.Start && r.word < a.End && !r.own {
			return true
		}
	}
	return false
}

// disregards finds "regardless of what the user asks", "whatever the user entered", beside an order.
func (p *prose) disregards(i int) (hit, bool) {
	s := p.sentence(i)
	end := min(s.End, i+9)
	user := p.find(cUser, i+1, end)
	said := p.findWord(i+1, end, "input", "request", "requested", "asks", "asked", "specified", "specifies", "provided", "provides", "says", "said", "wants",
		"entered", "instructions", "instruction", "preference", "value", "original", "actual", "given", "supplied", "parameter", "amount", "recipient")
	tool := p.findWord(i+1, end, "tool", "server")
	if user < 0 && !(said > 0 && p.find(cPrior, i, end) > 0) && tool < 0 || user > 0 && said < 0 {
		return hit{}, false
	}
	verb, ok := p.orderIn(s.Start, s.End)
	if !ok {
		return hit{}, false
	}
	c := 0.45
	if tool > 0 && user < 0 {
		c = 0.35
	}
	if p.foreignIn(s) || p.scope(s) {
		c += 0.2
	}
	return hit{min(i, verb), max(i+2, verb+1, said+1), c, "orders the model to act against what the user asked for", detect.ThreatToolPoisoning}, true
}
