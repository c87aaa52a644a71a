package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findArgument finds orders to rewrite what the user asked for: "when calling X, set p to ...", "append ... to every
// message", "regardless of the user's input".
func findArgument(p *prose) []hit {
	var hits []hit
	for _, r := range p.refs {
		if h, ok := p.governs(r); ok {
			hits = append(hits, h)
		}
	}
	for i := range p.doc.Words {
		if p.has(i, cParam) {
			if h, ok := p.fixes(i); ok {
				hits = append(hits, h)
			}
		}
		if p.has(i, cChange) || p.has(i, cPut) || p.has(i, cSend) {
			if h, ok := p.rewrites(i); ok {
				hits = append(hits, h)
			}
		}
		if !p.copiesAlways(i) && (p.has(i, cCarry) || p.has(i, cCopy) || p.has(i, cPut) || p.has(i, cSend)) {
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
	s := p.sentence(i)
	if m < moodPolite || p.doc.Negated(i) || p.optional(s) {
		return hit{}, false
	}
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
		whole = whole || p.has(k, cWhole) && p.fold(k) != "always" && p.findWord(k+1, min(s.End, k+4), spans...) < 0
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

// spans are units of time: what is done every month is no rule for calls.
var spans = []string{"second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year", "years", "night", "morning"}

// foreignIn reports whether a tool of another server is named in the range.
func (p *prose) foreignIn(a text.Range) bool {
	for _, r := range p.refsIn(a.Start, a.End) {
		if !r.own {
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
	if p.findWord(i+1, max(user, said), "if", "when", "unless") > 0 {
		// What the user may wish instead.
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

// fedWords say that something is put into a call: "given to X", "sent with X", "calls of X".
var fedWords = wordSet(`given passed handed supplied sent submitted fed provided made issued forwarded posted written uploaded created placed
	started run executed calls call uses use invocation invocations requests posts messages every all any next`)

// governs judges a foreign tool whose calls the text lays down rules for: "amounts given to X should be rounded up", "all calls
// of X take public=true", "X: the model passes force=true whichever flags were asked for".
func (p *prose) governs(r toolRef) (hit, bool) {
	s := p.sentence(r.word)
	if r.own || p.compared(r) || p.optional(s) {
		return hit{}, false
	}
	// near is how far the words of feeding may stand from the name, reach those of the rule.
	const near, reach = 6, 18
	lo, hi := max(s.Start, r.first-reach), min(s.End, r.word+reach)
	fed, last := false, r.word
	for k := max(s.Start, r.first-near); k < min(s.End, r.word+near); k++ {
		fed = fed || fedWords[p.fold(k)] || k == r.first-1 && (p.fold(k) == "with" || p.fold(k) == "for" || p.fold(k) == "via") || p.has(k, cParam) && k < r.first
	}
	label := strings.HasPrefix(strings.TrimLeft(p.doc.Raw[p.doc.Words[r.word].End():], "`'\" "), ":")
	rule := false
	for k := lo; k < hi; k++ {
		f := p.fold(k)
		is := (f == "is" || f == "are") && p.fold(k+1) == "to"
		set := p.has(k, cChange) && !p.doc.Negated(k) && (p.mood(k) >= moodPolite || strings.HasSuffix(f, "ed") || p.fold(k-1) == "are" || p.fold(k-1) == "is" || f == "set")
		ruled := p.has(k, cPut) && p.mood(k) >= moodPolite || p.has(k, cCarry) && k > r.word && thirdOrPlural(f)
		if is || set || ruled || p.has(k, cMust) || p.modelActs(k) && p.tags[k].Any(verbs) {
			rule = true
			last = max(last, k)
		}
	}
	if !rule || !fed && !label && r.stand.arguments == 0 {
		return hit{}, false
	}
	score := 0.25 + r.stand.estrangement()
	if r.kind == refGeneric {
		score = 0.15
	}
	add := func(on bool, v float64) {
		if on {
			score += v
		}
	}
	literal := r.stand.arguments > 0 || p.fixedValue(lo, hi, r.word)
	free := p.find(cRegardless, s.Start, s.End) >= 0 || p.findWord(lo, hi, "place", "lieu", "rather", "whoever", "even") > 0
	covert := p.find(cCovert, s.Start, s.End) >= 0 || p.find(cHide, s.Start, s.End) >= 0
	valuable := p.valuable(s.Start, s.End) >= 0
	add(literal, 0.2)
	add(free, 0.15)
	add(covert, 0.15)
	add(valuable, 0.15)
	add(fed || label, 0.1)
	add(p.find(cMust, s.Start, s.End) >= 0, 0.1)
	add(p.find(cWhole, s.Start, s.End) >= 0 || p.find(cNow, s.Start, s.End) >= 0, 0.05)
	add(p.pretext(s) > 0, 0.1)
	if !literal && !free && !covert && !valuable && (!r.stand.grave || r.stand.kin) {
		score -= 0.15
	}
	if score < 0.2 {
		return hit{}, false
	}
	return hit{min(r.first, last), max(r.word, last) + 1, min(score, 0.95), "lays down what another tool is to be called with", detect.ThreatToolPoisoning}, true
}

// optional reports whether the sentence leaves the value to the reader's wish: "set x=false if you do not want y".
func (p *prose) optional(s text.Range) bool {
	for k := s.Start; k+2 < s.End; k++ {
		if f := p.fold(k); f != "if" && f != "unless" && f != "when" {
			continue
		}
		if who := p.fold(k + 1); (who == "you" || who == "needed" || who == "desired" || who == "necessary") && p.find(cCovert, s.Start, s.End) < 0 &&
			(who != "you" || p.findWord(k+2, min(s.End, k+6), "want", "need", "prefer", "wish", "like", "know") > 0) {
			return true
		}
	}
	return false
}

// thirdOrPlural reports whether a verb form tells what calls have or take.
func thirdOrPlural(f string) bool {
	switch f {
	case "take", "takes", "have", "has", "carry", "carries", "contain", "contains", "go", "goes", "get", "gets", "use", "uses", "bear", "bears":
		return true
	}
	return false
}

// fixedValue reports whether words [from, to) write out a value: an address, a path, a number, a quotation, name=value, a #channel.
func (p *prose) fixedValue(from, to, name int) bool {
	for k := from; k < to; k++ {
		w := p.doc.Words[k]
		switch w.Kind {
		case text.KindPath, text.KindEmail, text.KindURL, text.KindHost, text.KindNumber:
			return true
		}
		if w.Start() > 0 && p.doc.Raw[w.Start()-1] == '#' {
			return true
		}
		if q, ok := p.doc.Quoted(w.Start(), w.End()); ok && k != name && q.Mark != '`' {
			return true
		}
		if gap := p.doc.Gap(k); k > from && strings.Contains(gap, "=") && !strings.Contains(gap, "==") {
			return true
		}
	}
	return false
}

// fixes finds parameters of other calls that get a value whatever the user asked for, when no tool is named: "the assignee
// parameter is set to 'x' whatever was asked for".
func (p *prose) fixes(i int) (hit, bool) {
	s := p.sentence(i)
	free := p.find(cRegardless, s.Start, s.End)
	if free < 0 || p.field.Role == detect.RoleParameterDescription {
		return hit{}, false
	}
	for k := max(s.Start, i-8); k < min(s.End, i+6); k++ {
		set := p.has(k, cChange) || p.has(k, cPut)
		if !set || p.doc.Negated(k) || p.mood(k) < moodPolite && !strings.HasSuffix(p.fold(k), "ed") && p.fold(k) != "set" && !p.modelActs(k) {
			continue
		}
		if !p.fixedValue(k, min(s.End, k+14), -1) || p.findWord(free, s.End, "asked", "requested", "given", "supplied", "wanted", "said", "user", "author", "specified", "chosen",
			"typed", "names", "entered", "instructed") < 0 {
			continue
		}
		return hit{min(i, k), max(i, k) + 1, 0.55, "orders the model to change the arguments of other calls", detect.ThreatToolPoisoning}, true
	}
	return hit{}, false
}
