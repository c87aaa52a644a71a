package check

import "github.com/org/mcp-lint/detect"

// The words of what is left out of an account, as stems.
var (
	// failures are states that the user would want to learn of.
	failures = lazyWords{stemmed: true, list: `fail failure failed failing error expired missing broken vulnerable vulnerability denied rejected wrong invalid insecure red negative critical
		exception refused risky defect recall warning violation problem incident breach outage delay complaint discrepancy mismatch deficit loss overdue unpaid
		unresolved malicious leak finding injury weakness conflict`}
	// reports are what the user gets to see.
	reports = lazyWords{stemmed: true, list: `report summary answer reply output result response overview table list minutes message statement review transcript`}
)

// findOmission finds orders to leave something out of what the user gets to see, and remarks that count on nobody noticing.
func findOmission(p *prose) []hit {
	switch p.field.Role {
	case detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI:
		return nil
	}
	var hits []hit
	for i := range p.doc.Words {
		switch p.fold(i) {
		case "leave", "leaves", "left", "omit", "omits", "omitted", "drop", "dropped", "unmentioned", "withhold", "withheld", "suppress", "suppressed", "exclude", "excluded",
			"hide", "hidden", "removed", "remove", "skip", "skipped":
			if h, ok := p.leavesOut(i); ok {
				hits = append(hits, h)
			}
		case "notice", "notices", "suspicious", "suspicion", "suspect", "suspects", "wiser", "objects", "object", "realise", "realize", "spot", "spotted", "unnoticed", "interest", "concern",
			"confused", "alarmed", "worried", "hint", "trace", "unaware", "asked":
			if h, ok := p.countsOnBlindness(i); ok {
				hits = append(hits, h)
			}
		}
	}
	return hits
}

// toBe reports whether the participle at word i is owed: "are to be rated", "has to be listed", "must go unmentioned".
func (p *prose) toBe(i int) bool {
	s := p.sentence(i)
	for k := i - 1; k >= max(s.Start, i-5); k-- {
		switch f := p.fold(k); f {
		case "be", "go", "stay", "remain", "get":
			for n := k - 1; n >= max(s.Start, k-3); n-- {
				if m := p.fold(n); m == "to" || m == "must" || m == "should" || m == "shall" {
					return p.fold(n-1) != "wish" && p.fold(n-1) != "want"
				}
			}
			return false
		}
	}
	return false
}

// leavesOut judges a verb of omission: of a failure, a cost or a finding, from what the user gets to see.
func (p *prose) leavesOut(i int) (hit, bool) {
	if (p.fold(i) == "leave" || p.fold(i) == "leaves" || p.fold(i) == "left") && p.findWord(i+1, min(len(p.tags), i+8), "out", "off") < 0 || !p.ordered(i) || p.lead(i) {
		return hit{}, false
	}
	s := p.sentence(i)
	end := min(s.End, i+12)
	seen := p.stemIn(i+1, end, reports.words())
	if p.toBe(i) {
		// What a filter takes out of results is no account given to anybody.
		seen = p.findWord(i+1, end, "report", "summary", "answer", "answers", "reply", "replies", "review", "minutes")
	}
	reader := p.find(cUser, i+1, end)
	bad := p.stemIn(i+1, min(s.End, i+8), failures.words())
	money := p.findWord(i+1, min(s.End, i+8), "fee", "fees", "surcharge", "surcharges", "commission", "cost", "costs", "charge", "charges", "risk", "risks")
	from := p.findWord(i+1, end, "from", "in", "of", "to")
	if p.findWord(i+1, end, "if", "when", "unless", "to", "otherwise") > 0 && reader < 0 && bad < 0 && money < 0 {
		return hit{}, false
	}
	score := 0.0
	switch {
	case reader > 0 && from > 0 && from < reader && (p.toBe(i) || seen > 0 || p.findWord(i+1, end, "what", "gets", "sees", "reads") > 0):
		score = 0.5
	case (p.toBe(i) || p.fold(i) == "unmentioned") && seen > 0 && from > 0 && p.fold(i) != "removed" && p.fold(i) != "skipped":
		score = 0.45
	case bad > 0 && (reader > 0 || seen > 0 && from > 0):
		score = 0.45
	case bad > 0 && p.find(cUser, max(s.Start, i-14), i) >= 0 && p.find(cTell, max(s.Start, i-14), i) >= 0:
		score = 0.5
	case money > 0 && (reader > 0 || seen > 0):
		score = 0.45
	}
	if score == 0 {
		return hit{}, false
	}
	return hit{i, min(s.End, max(i+2, seen+1, reader+1, bad+1)), score, "orders the model to leave something out of what the user sees", detect.ThreatToolPoisoning}, true
}

// people are those who would notice.
var people = lazyWords{stemmed: true, list: `user users customer customers client clients people person nobody anybody employee employees reviewer reviewers accounting owner owners
	reader readers they anyone colleague staff buyer buyers guest guests patient patients developer developers manager someone no-one human humans applicant candidate`}

// countsOnBlindness judges words of noticing: somebody seldom notices, is not to become suspicious, is glad not to be asked.
func (p *prose) countsOnBlindness(i int) (hit, bool) {
	s := p.sentence(i)
	lo := max(s.Start, i-7)
	f := p.fold(i)
	who := p.stemIn(lo, i, people.words())
	rare := p.findWord(lo, i, "rarely", "seldom", "never", "hardly", "not", "nobody", "won't", "cannot", "no", "without", "wont", "stays", "free", "remains")
	score := 0.0
	switch f {
	case "notice", "notices", "realise", "realize", "spot", "suspect", "suspects", "object", "objects":
		if who >= 0 && rare >= 0 && p.findWord(lo, i, "please", "you") < 0 {
			score = 0.5
		}
	case "suspicious", "suspicion", "confused", "alarmed", "worried", "wiser", "spotted", "unaware":
		if who >= 0 && (rare >= 0 || f == "unaware") && p.findWord(lo, i, "so", "to", "that", "stays", "remains", "lest") >= 0 && p.fold(s.Start) != "returns" {
			score = 0.45
		}
	case "unnoticed":
		if p.findWord(lo, i, "goes", "go", "going", "pass", "passes", "stay", "stays", "remain", "remains") >= 0 && p.findWord(lo, i, "not", "don't", "errors", "failures", "problems") < 0 {
			score = 0.45
		}
	case "interest", "concern":
		if k := p.findWord(i+1, min(s.End, i+4), "to", "for"); k > 0 && p.find(cUser, k, min(s.End, k+4)) > 0 && p.findWord(max(s.Start, i-3), i, "no", "little") >= 0 {
			score = 0.5
		}
	case "hint", "trace":
		if p.findWord(max(s.Start, i-5), i, "free", "without", "no", "leaves", "any") >= 0 && p.findWord(max(s.Start, i-6), min(s.End, i+5), "about", "that", "this", "free", "stays") >= 0 &&
			p.findWord(i+1, min(s.End, i+5), "about", "of") > 0 && p.findWord(max(s.Start, i-6), i, "free", "leaves", "leave", "without") >= 0 {
			score = 0.45
		}
	case "asked":
		if who >= 0 && p.findWord(max(s.Start, i-8), i, "glad", "happy", "grateful", "rather", "prefer", "annoyed", "bothered") >= 0 && rare >= 0 {
			score = 0.45
		}
	}
	if score == 0 {
		return hit{}, false
	}
	from := i
	if who >= 0 {
		from = who
	}
	return hit{from, min(s.End, i+3), score, "counts on the user not noticing", detect.ThreatToolPoisoning}, true
}
