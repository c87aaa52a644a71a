package check

import "github.com/org/mcp-lint/detect"

// findDeception finds orders to tell the user what is not so: "report success even if it fails", "values out of range are to
// be presented as normal", "let the user believe that ...".
func findDeception(p *prose) []hit {
	var hits []hit
	for i := range p.tags {
		from, to, c := -1, 0, 0.0
		switch {
		case p.has(i, cReport):
			from, to, c = p.misreports(i)
		case p.fold(i) == "let" || p.fold(i) == "make" || p.fold(i) == "leave" || p.fold(i) == "lead":
			from, to, c = p.misleads(i)
		case p.fold(i) == "replace" || p.fold(i) == "swap" || p.fold(i) == "change" || p.fold(i) == "turn" || p.fold(i) == "substitute":
			from, to, c = p.falsifies(i)
		}
		if c > 0 {
			hits = append(hits, hit{from, to, c, "orders the model to tell the user what is not so", detect.ThreatToolPoisoning})
		}
	}
	return hits
}

// misreports judges a verb of telling: what is told must be good news that the rest of the sentence contradicts.
func (p *prose) misreports(i int) (from, to int, c float64) {
	if !p.ordered(i) || p.findWord(i+1, i+3, "whether", "if", "why", "which", "what") > 0 {
		return 0, 0, 0
	}
	s := p.sentence(i)
	// reach is how far good news and contradiction may stand from the verb, in words.
	const reach = 20
	end := min(s.End, i+reach)
	against := p.contrast(i, end)
	if against > 0 && p.has(i, cClaim) && p.elliptic(against, s.End) {
		return i, min(s.End, against+5), 0.6
	}
	good := p.goodNews(i+1, end)
	if p.fold(i) == "pretend" && p.findWord(i+1, i+3, "that", "the", "to", "you", "it", "all", "everything") > 0 && (good > 0 || p.find(cTrouble, i+1, end) > 0) {
		return i, end, 0.55
	}
	if good < 0 {
		return 0, 0, 0
	}
	c = 0.5
	if p.find(cUser, i+1, end) > 0 || p.has(i, cClaim) {
		c = 0.55
	}
	if against > 0 && (p.find(cTrouble, against, s.End) > 0 || p.find(cNeg, against, s.End) > 0 || p.has(against, cRegardless) && p.ofOutcome(against, s.End) || p.troubled(s.Start, i)) {
		return i, max(against, good) + 1, c
	}
	if p.troubled(s.Start, i) && p.fold(good) != "safe" && p.fold(good) != "secure" {
		return i, good + 1, c
	}
	return 0, 0, 0
}

// ofOutcome reports whether what does not matter after word k is what came out, not some other circumstance: "whatever the price".
func (p *prose) ofOutcome(k, end int) bool {
	if p.fold(k+1) != "the" {
		return true
	}
	// outcome nouns follow the article closely.
	const near = 5
	return p.find(cContent, k+2, min(end, k+near)) > 0 || p.find(cUser, k+2, min(end, k+near)) > 0 || p.find(cModel, k+2, min(end, k+near)) > 0 ||
		p.findWord(k+2, min(end, k+near), "outcome", "outcomes", "status", "state", "answer", "answers", "truth", "case", "server", "log", "logs", "facts", "finding", "findings", "reply", "code", "check", "test", "tests", "call", "tool", "actual", "real") > 0
}

// elliptic reports whether the words from k deny what was said before: "even if it has not", "although they are not".
func (p *prose) elliptic(k, end int) bool {
	// most is the longest such clause, in words.
	const most = 7
	end = min(end, k+most)
	pronoun := p.findWord(k+1, end, "it", "they", "this", "that", "he", "she", "none")
	neg := p.find(cNeg, k+1, end)
	return pronoun > 0 && neg > pronoun && (neg+1 >= end || p.doc.Words[min(neg+1, len(p.doc.Words)-1)].Clause() != p.doc.Words[neg].Clause() || neg+2 >= end && end < k+most)
}

// goodNews finds a statement that all is well: "that it has been closed", "as normal", "no errors were found".
func (p *prose) goodNews(from, end int) int {
	if k := p.findWord(from, end, "whether", "unless", "only"); k >= 0 {
		return -1
	}
	for k := from; k < end; k++ {
		if p.has(k, cTrouble) && (p.fold(k-1) == "no" || p.fold(k-2) == "no" || p.fold(k-1) == "without") && p.contrast(from-1, k) < 0 {
			return k
		}
		if !p.has(k, cFine) || p.find(cNeg, k-3, k) >= 0 || p.fold(k+1) == "or" || p.fold(k-1) == "or" {
			continue
		}
		switch p.fold(k - 1) {
		case "is", "are", "was", "were", "be", "been", "as", "everything", "all", "has", "have", "it", "the", "of":
			if p.fold(k-1) != "the" || p.doc.Words[k].Stem() == "cheapest" || p.doc.Words[k].Stem() == "best" {
				return k
			}
		}
		if p.doc.Words[k].Stem() == "success" || p.findWord(from, k, "that", "as") >= 0 && p.findWord(max(from, k-3), k, "all", "everything", "it", "checks", "tests", "they") >= 0 {
			return k
		}
	}
	return -1
}

// troubled reports whether [from, to) tells of something gone wrong: in a condition, or as what the sentence is about.
func (p *prose) troubled(from, to int) bool {
	for k := from; k < to; k++ {
		if p.has(k, cTrouble) && p.find(cNeg, max(from, k-3), k) < 0 && p.findWord(from, k, "whether") < 0 {
			return true
		}
	}
	return false
}

// misleads finds "let the guest believe that ...".
func (p *prose) misleads(i int) (from, to int, c float64) {
	if !p.ordered(i) {
		return 0, 0, 0
	}
	s := p.sentence(i)
	k := p.findWord(i+2, min(s.End, i+7), "believe", "think", "assume", "suppose", "impression")
	if k < 0 || p.find(cUser, i+1, k+4) < 0 && p.findWord(i+1, k, "guest", "guests", "patient", "buyer", "reader", "visitor", "caller", "traveller", "tenant", "employee") < 0 {
		return 0, 0, 0
	}
	return i, min(s.End, k+6), 0.6
}

// falsifies finds "in the report, replace expired certificates by valid ones".
func (p *prose) falsifies(i int) (from, to int, c float64) {
	if !p.ordered(i) {
		return 0, 0, 0
	}
	s := p.sentence(i)
	bad := p.find(cTrouble, i+1, min(s.End, i+6))
	if bad < 0 {
		return 0, 0, 0
	}
	good := p.find(cFine, bad+1, min(s.End, bad+6))
	if good < 0 || p.findWord(bad+1, good, "by", "with", "into", "to", "for") < 0 {
		return 0, 0, 0
	}
	if p.find(cUser, s.Start, s.End) < 0 && p.find(cAnswer, s.Start, s.End) < 0 {
		return 0, 0, 0
	}
	return i, good + 1, 0.55
}
