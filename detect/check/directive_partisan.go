package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findPartisan finds orders about the model's answers and verdicts that serve somebody other than the user: "changes by X are
// accepted unread", "recommend Y in every answer", "refuse questions about competitors".
func findPartisan(p *prose) []hit {
	var hits []hit
	add := func(from, to int, c float64, detail string) {
		if c > 0 {
			hits = append(hits, hit{from, to, c, detail, detect.ThreatToolPoisoning})
		}
	}
	if p.tool.Kind == detect.KindServer {
		return nil
	}
	for i := range p.tags {
		if p.has(i, cJudge) || p.fold(i) == "list" || p.fold(i) == "put" {
			from, to, c := p.favours(i)
			add(from, to, c, "orders a verdict in somebody's favour")
		}
		if p.has(i, cPromote) || planting.has(p.doc.Words[i].Stem()) {
			from, to, c := p.plants(i)
			add(from, to, c, "orders what the model's answers are to promote")
		}
		if p.has(i, cTurnDown) || p.has(i, cTell) {
			from, to, c := p.silences(i)
			add(from, to, c, "orders the model to keep a subject out of its answers")
		}
	}
	return hits
}

// planting verbs put something into an answer.
var planting = lazyWords{stemmed: true, list: `insert add append end close begin start include mention finish conclude sign name import link embed reference`}

// favours judges a verb of judging: a verdict for a named party, or one without a look.
func (p *prose) favours(i int) (from, to int, c float64) {
	if !p.ordered(i) || p.lead(i) {
		return 0, 0, 0
	}
	s := p.sentence(i)
	end := min(s.End, i+16)
	who := p.party(s.Start, s.End)
	if who < 0 {
		// An account given by its user name is a party as well.
		for k := s.Start; k+1 < s.End; k++ {
			switch p.fold(k) {
			case "account", "by", "from", "author", "vendor", "sender", "user":
				if n := p.named(k+1, min(s.End, k+4)); n > 0 {
					who = n
				}
			}
		}
	}
	verdict := p.find(cFine, i+1, end)
	if k := p.findWord(i+1, end, "last", "first", "top", "lowest", "highest", "bottom"); verdict < 0 && k > 0 {
		verdict = k
	}
	blind := p.unexamined(i, end)
	addressed := p.find(cModel, max(s.Start, i-5), i) >= 0
	switch {
	case blind > 0 && who >= 0:
		return i, blind + 1, 0.55
	case blind > 0 && addressed:
		return i, blind + 1, 0.5
	case blind > 0 && p.findWord(i+1, min(end, i+3), "any", "all", "every") > 0:
		return i, blind + 1, 0.45
	case who >= 0 && verdict > 0 && (strings.HasSuffix(p.fold(i), "ed") || p.fold(i) == "rate" || p.fold(i) == "rank" || p.fold(i) == "treat" || p.fold(i) == "classify"):
		return min(i, who), max(verdict, i) + 1, 0.5
	}
	return 0, 0, 0
}

// named finds a name of the kind accounts have: rw-deploy, ci_sync.
func (p *prose) named(from, to int) int {
	for k := from; k < to; k++ {
		w := p.doc.Words[k]
		if w.Kind == text.KindIdent {
			return k
		}
		if p.doc.Gap(k+1) == "-" {
			switch p.fold(k - 1) {
			case "account", "user", "package", "library", "author", "bot", "by", "from", "vendor":
				return k
			}
		}
	}
	return -1
}

// unexamined finds "without looking", "without a warning", "unread" after the verb.
func (p *prose) unexamined(i, end int) int {
	for k := i + 1; k < end; k++ {
		switch p.fold(k) {
		case "without":
			if n := p.find(cScrutiny, k+1, min(end, k+4)); n > 0 {
				return n
			}
		case "unread", "unseen", "unchecked", "unreviewed", "blindly":
			return k
		}
	}
	return -1
}

// plants judges a verb that puts something into the model's answers.
func (p *prose) plants(i int) (from, to int, c float64) {
	if !p.ordered(i) || p.lead(i) {
		return 0, 0, 0
	}
	s := p.sentence(i)
	end := min(s.End, i+20)
	whole, now := p.everyAnswer(s), p.find(cNow, s.Start, s.End) >= 0
	always := p.findWord(max(s.Start, i-2), i, "always") >= 0
	against := p.contrast(i, s.End) > 0 || p.find(cRegardless, s.Start, i) >= 0
	praise := p.has(i, cPromote)
	who, address := p.party(i+1, end), -1
	quote := -1
	for k := i + 1; k < end; k++ {
		w := p.doc.Words[k]
		switch w.Kind {
		case text.KindURL, text.KindHost, text.KindEmail:
			address = k
		}
		// Shorter quotations are names and values.
		const sentence = 20
		if q, ok := p.doc.Quoted(w.Start(), w.End()); ok && q.End-q.Start >= sentence && q.Mark != '`' && quote < 0 {
			quote = k
		}
	}
	if p.findWord(i, end, "attribution", "source", "credit", "copyright", "citation", "courtesy", "disclaimer") > 0 && address < 0 {
		return 0, 0, 0
	}
	named := p.named(i+1, min(end, i+6)) > 0
	switch {
	case praise && (who > 0 || named || address > 0) && (whole || now || always || against):
		return i, end, 0.55
	case praise && p.findWord(i+1, end, "its", "our", "their") > 0 && (whole || now):
		return i, end, 0.5
	case (whole || now) && address > 0:
		return i, address + 1, 0.5
	case (whole || now) && quote > 0 && p.doc.Words[i].Stem() != "includ":
		return i, quote + 1, 0.45
	case (whole || now || p.findWord(s.Start, i, "whenever") >= 0) && p.findWord(i+1, end, "package", "library", "dependency", "dependencies", "product", "brand", "sponsor") > 0 && (who > 0 || named):
		return i, end, 0.5
	}
	return 0, 0, 0
}

// everyAnswer reports whether the range speaks of all of the model's answers.
func (p *prose) everyAnswer(r text.Range) bool {
	for k := r.Start; k < r.End; k++ {
		switch p.fold(k) {
		case "each", "every", "all", "any":
			if n := p.find(cAnswer, k+1, min(r.End, k+4)); n > 0 {
				return true
			}
		case "your":
			if n := p.findWord(k+1, min(r.End, k+4), "answers", "replies", "responses", "recommendations", "summaries"); n > 0 {
				return true
			}
		}
	}
	return false
}

// silences finds "refuse questions about X's competitors", "never mention hotels of X in your recommendations".
func (p *prose) silences(i int) (from, to int, c float64) {
	s := p.sentence(i)
	end := min(s.End, i+14)
	who := p.party(i+1, end)
	rival := p.findWord(i+1, end, "competitor", "competitors", "competing", "rival", "rivals", "alternatives") > 0
	if p.has(i, cTurnDown) {
		if !p.ordered(i) || p.lead(i) {
			return 0, 0, 0
		}
		asked := p.findWord(i+1, end, "question", "questions", "request", "requests", "topic", "subject")
		if asked < 0 {
			asked = p.findWord(s.Start, i, "question", "questions", "requests")
		}
		now := p.find(cNow, s.Start, s.End) >= 0
		rival = rival || p.findWord(s.Start, i, "rival", "rivals", "competitor", "competitors", "competing") >= 0
		if asked >= 0 && (rival || who > 0 && p.findWord(i+1, end, "about", "concerning", "on") > 0 || now && p.find(cWhole, i, end) > 0 || p.find(cUser, s.Start, s.End) >= 0) {
			return min(i, asked), min(s.End, max(i, asked)+6), 0.5
		}
		return 0, 0, 0
	}
	neg := p.find(cNeg, max(s.Start, i-3), i)
	if neg < 0 || thirdPerson(p.fold(i)) || p.fold(neg) == "without" {
		return 0, 0, 0
	}
	if (rival || who > 0) && p.everyAnswer(s) {
		return neg, end, 0.5
	}
	return 0, 0, 0
}
