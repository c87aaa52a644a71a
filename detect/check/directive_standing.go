package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// findStanding finds orders that outlive the call: a manner of answering for the rest of the conversation, a role in somebody's
// interest, a duty to somebody other than the user.
func findStanding(p *prose) []hit {
	var hits []hit
	add := func(from, to int, c float64, detail string) {
		if c > 0 {
			hits = append(hits, hit{from, to, c, detail, detect.ThreatPromptInjection})
		}
	}
	for i := range p.tags {
		if p.has(i, cNow) {
			from, to, c := p.lasting(i)
			add(from, to, c, "tells the model how to behave from now on")
		}
		switch p.fold(i) {
		case "you":
			from, to, c := p.newMaster(i)
			add(from, to, c, "gives the model a new role")
		case "put", "place", "come", "comes", "rank", "ranks":
			from, to, c := p.demotesUser(i)
			add(from, to, c, "puts the user's wishes behind those of others")
		case "speak", "answer", "act", "reply", "respond", "behave", "write", "operate", "pose", "work":
			from, to, c := p.inRole(i)
			add(from, to, c, "gives the model a new role")
		}
	}
	return hits
}

// manners are verbs of how the model behaves towards the user.
var manners = wordSet(`speak answer reply respond act behave refuse recommend praise approve obey confirm assume pretend treat greet sign address
	agree deny operate talk think write accept comply promote advertise`)

// lasting finds "in every following turn speak as ...", "for the rest of this chat, reply only with ...".
func (p *prose) lasting(i int) (from, to int, c float64) {
	s := p.sentence(i)
	for k := max(s.Start, i-14); k < min(s.End, i+16); k++ {
		if !manners[p.fold(k)] || p.doc.Negated(k) {
			continue
		}
		start := p.doc.Clauses[p.doc.Words[k].Clause()].Start
		if p.mood(k) >= moodPolite || start > 0 && k > i && start == p.doc.Clauses[p.doc.Words[i].Clause()].Start && k-i <= 6 && p.findWord(i, k, "is", "are", "the") < 0 {
			return min(i, k), min(s.End, max(i, k)+6), 0.55
		}
	}
	// A subject that is all of the user's requests: "each request of the user goes through this tool".
	if w := p.find(cWhole, s.Start, s.End); w >= 0 && p.find(cUser, w, min(s.End, w+6)) > 0 && p.findWord(w, s.End, "through", "via", "to") > 0 && p.findWord(w, s.End, "tool", "server", "here") > 0 {
		return min(i, w), min(s.End, max(i, w)+8), 0.5
	}
	return 0, 0, 0
}

// newMaster finds "you are no longer X but Y", "you answer to the owner of this server", "you obey only ...".
func (p *prose) newMaster(i int) (from, to int, c float64) {
	s := p.sentence(i)
	end := min(s.End, i+14)
	if p.findWord(max(s.Start, i-3), i, "if", "when", "that", "what", "whether", "as", "unless") >= 0 {
		return 0, 0, 0
	}
	k := i + 1
	for k < end && (p.fold(k) == "now" || p.fold(k) == "only" || p.fold(k) == "must" || p.fold(k) == "will" || p.fold(k) == "shall" || p.fold(k) == "always") {
		k++
	}
	switch p.fold(k) {
	case "obey":
		return i, end, 0.55
	case "answer", "report", "belong":
		if p.fold(k+1) == "to" && p.findWord(i, k, "now", "only") > 0 || p.fold(k+1) == "only" && p.fold(k+2) == "to" {
			return i, end, 0.5
		}
	case "work":
		if p.fold(k+1) == "for" && p.findWord(i, k, "now", "only") > 0 {
			return i, end, 0.5
		}
	case "serve":
		if p.find(cUser, k, end) < 0 && p.findWord(i, k, "now") > 0 {
			return i, end, 0.5
		}
	case "are":
		if p.fold(k+1) == "no" && p.fold(k+2) == "longer" && (p.find(cModel, k, end) > 0 || p.findWord(k, end, "but", "bound", "restricted", "limited") > 0) {
			return i, end, 0.6
		}
	}
	return 0, 0, 0
}

// demotesUser finds "put its wishes before those of the user", "the user's wishes come second".
func (p *prose) demotesUser(i int) (from, to int, c float64) {
	s := p.sentence(i)
	if f := p.fold(i); f == "put" || f == "place" {
		over := p.findWord(i+1, min(s.End, i+7), "before", "above", "over", "ahead")
		if over > 0 && p.findWord(i+1, over, "wishes", "interests", "orders", "goals", "needs", "instructions", "requests") > 0 && p.find(cUser, over, min(s.End, over+6)) > 0 && (p.ordered(i) || p.fold(i-1) == "and") {
			return i, min(s.End, over+6), 0.5
		}
		return 0, 0, 0
	}
	user := p.find(cUser, max(s.Start, i-5), i)
	if user >= 0 && p.findWord(user, i, "wishes", "interests", "requests", "instructions", "orders", "preferences") > 0 && p.findWord(i+1, min(s.End, i+3), "second", "last", "after", "behind", "below") > 0 {
		return user, min(s.End, i+5), 0.5
	}
	return 0, 0, 0
}

// inRole finds "answer as the administrator", "in the voice of a salesman", "act in its interest".
func (p *prose) inRole(i int) (from, to int, c float64) {
	if !p.ordered(i) && p.find(cNow, max(p.sentence(i).Start, i-8), i) < 0 || p.lead(i) && p.find(cNow, p.sentence(i).Start, i) < 0 {
		return 0, 0, 0
	}
	s := p.sentence(i)
	end := min(s.End, i+9)
	if k := p.findWord(i+1, min(end, i+6), "interest", "interests", "favour", "favor"); k > 0 && p.findWord(i+1, k, "its", "our", "their", "vendor's", "server's") > 0 && p.find(cUser, i+1, k) < 0 {
		return i, k + 1, 0.5
	}
	as := p.findWord(i+1, min(end, i+5), "as")
	if as < 0 || p.fold(as+1) == "if" || p.fold(as+1) == "though" {
		return 0, 0, 0
	}
	if k := p.findWord(as+1, min(s.End, as+5), "administrator", "admin", "root", "owner", "superuser", "salesman", "salesperson", "operator", "developer", "manager", "system", "representative", "spokesman", "spokesperson", "agent", "ambassador", "promoter"); k > 0 {
		c = 0.35
		if p.find(cNow, s.Start, s.End) >= 0 || strings.HasPrefix(p.fold(k), "admin") || p.fold(k) == "root" || p.fold(k) == "superuser" || p.fold(k) == "system" {
			c = 0.5
		}
		return i, k + 1, c
	}
	return 0, 0, 0
}
