package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findSecrecy finds what is to be kept from the user: "do not tell", "without the user noticing", "hide this", "silently
// send", and results dressed up as something else.
func findSecrecy(p *prose) []hit {
	var hits []hit
	add := func(from, to int, c float64, detail string) {
		if c > 0 {
			hits = append(hits, hit{from, to, c, detail, detect.ThreatToolPoisoning})
		}
	}
	for i := range p.tags {
		if p.has(i, cTell) || p.has(i, cShow) {
			from, to, c := p.untold(i)
			add(from, to, c, "asks the model to keep something from the user")
		}
		if p.has(i, cUser) {
			from, to, c := p.unaware(i)
			add(from, to, c, "says that the user must not learn of it")
		}
		if p.has(i, cCovert) {
			from, to, c := p.covertly(i)
			add(from, to, c, "asks for something to be done unseen")
		}
		if p.has(i, cHide) {
			from, to, c := p.hidden(i)
			add(from, to, c, "asks the model to hide something from the user")
		}
		if f := p.fold(i); f == "mention" || f == "confirmation" || f == "approval" || f == "explanation" || f == "acknowledgement" || f == "permission" || f == "comment" || f == "disclosure" {
			from, to, c := p.unneeded(i)
			add(from, to, c, "says that the user need not be asked or told")
		}
		if p.has(i, cDisguise) {
			from, to, c := p.disguised(i)
			add(from, to, c, "asks the model to pass something off as normal")
		}
	}
	return hits
}

// untold finds a verb of telling under a negation. The verb at i must be an infinitive, an imperative or a gerund.
func (p *prose) untold(i int) (from, to int, c float64) {
	s := p.sentence(i)
	neg := -1
	for k := i - 1; k >= max(s.Start, i-5); k-- {
		if p.has(k, cNeg) {
			neg = k
			break
		}
		if p.doc.Words[k].Clause() != p.doc.Words[i].Clause() && p.fold(k) != "or" {
			break
		}
	}
	if neg < 0 {
		return 0, 0, 0
	}
	if thirdPerson(p.fold(i)) || p.asNoun(i) || p.toldTo(i, neg) {
		return 0, 0, 0
	}
	if p.fold(neg) == "without" && p.lead(i) && neg <= 6 && p.findWord(i+1, min(s.End, i+3), "it", "them") > 0 && p.find(cUser, s.Start, s.End) < 0 {
		// "Refer to a secret without revealing it": what the tool is for.
		return 0, 0, 0
	}
	// Third person: "does not tell", "never reports" is about the tool.
	if p.fold(neg) == "without" && !strings.HasSuffix(p.fold(i), "ing") {
		return 0, 0, 0
	}
	if prev := p.fold(neg - 1); p.fold(neg) == "no" {
	} else if prev == "does" || prev == "will" || prev == "did" || prev == "is" || prev == "are" || prev == "can" {
		return 0, 0, 0
	}
	end := min(s.End, i+8)
	user := p.find(cUser, i+1, end)
	detail := p.find(cDetail, i+1, min(end, i+5))
	object := p.findWord(i+1, min(end, i+4), "this", "these", "that", "it", "them")
	from, to = neg, max(i+1, user+1, detail+1, object+1)
	if p.ofData(i, s.End) || p.ofResults(i, s.End) {
		if p.has(i, cTell) && user > 0 {
			return from, to, 0.3
		}
		return from, to, 0.15
	}
	switch {
	case p.has(i, cTell) && user > 0:
		return from, to, 0.8
	case p.has(i, cTell) && (object > 0 || detail > 0) && (p.doc.Words[neg].Fold != "no" || p.fold(neg+1) == "circumstances" || p.fold(neg+1) == "account" || p.fold(neg+1) == "condition"):
		return from, to, 0.6
	case p.has(i, cTell) && neg == i-1 && (p.fold(i) == "disclose" || p.fold(i) == "mention" || p.fold(i) == "hint" && p.fold(neg) != "no" || p.fold(i) == "reveal" || p.fold(i) == "acknowledge" || p.fold(i) == "divulge"):
		return from, to, 0.45
	case p.has(i, cShow) && user > 0 && p.doc.Words[user].Clause() != p.doc.Words[i].Clause() && (p.fold(i) == "asking" || p.fold(i) == "ask"):
		return 0, 0, 0
	case p.has(i, cShow) && user > 0 && p.showsElse(user, s.End):
		return from, to, 0.3
	case p.has(i, cShow) && user > 0 && (object > 0 || detail > 0):
		return from, to, 0.5
	case p.has(i, cShow) && user > 0:
		return from, to, 0.25
	}
	return 0, 0, 0
}

// ofData reports whether what is not to be told after word i is data, or the manner of telling, rather than what the model does: an
// answer that is shown already, another customer's orders, a score in place of which a label is named, the text of a commit.
func (p *prose) ofData(i, end int) bool {
	if p.findWord(i+1, min(end, i+9), "again", "twice", "repeatedly", "verbatim", "raw", "ids", "id", "identifiers", "uuid", "uuids", "json", "base64", "score", "scores", "commit", "changelog", "jargon") > 0 {
		return true
	}
	if k := p.findWord(i+1, min(end, i+6), "about", "of"); k > 0 && p.findWord(k, min(end, k+4), "other", "another", "others", "internal", "competitors'") > 0 {
		return true
	}
	// A dialog that does not bother, a success that is not claimed.
	if u := p.find(cUser, i+1, min(end, i+5)); u > 0 {
		if p.has(i, cTell) && (p.find(cFine, u+1, min(end, u+5)) > 0 || strings.HasPrefix(p.fold(i), "bother") && p.find(cAssent, u, min(end, u+5)) > 0) {
			return true
		}
	} else if p.fold(i) == "bothering" || p.fold(i) == "bother" {
		return p.find(cAssent, i, min(end, i+7)) > 0
	}
	// "No need to ask the user for it": the answer is known.
	if p.fold(i) == "ask" || p.fold(i) == "prompt" {
		if k := p.findWord(i+1, min(end, i+6), "for"); k > 0 && p.find(cAssent, k, end) < 0 {
			return true
		}
	}
	return false
}

// unaware finds "the user should not know", "the user need not be told", "without the user noticing", "not an action that
// needs to be discussed with the user", "not shown to the user".
func (p *prose) unaware(i int) (from, to int, c float64) {
	s := p.sentence(i)
	end := min(s.End, i+9)
	know := p.find(cKnow, i+1, end)
	if know > 0 {
		neg := p.find(cNeg, i+1, know)
		if neg > 0 && know-neg <= 5 && neg-i <= 4 && p.fold(neg) != "without" {
			if next := p.doc.Words[min(know+1, len(p.doc.Words)-1)]; know+1 < s.End && (next.Kind != text.KindWord || next.Shout) {
				// What they need not know is a matter of skill: SQL, a format.
				return 0, 0, 0
			}
			if next := p.fold(know + 1); p.fold(know) == "see" && p.findWord(i+1, neg, "may", "can", "could") > 0 && (next == "come" || next == "are" || next == "is" || next == "will" || next == "get" || next == "have") {
				// What somebody has no right to see comes back empty.
				return 0, 0, 0
			}
			if p.findWord(i+1, neg+3, "should", "must", "need", "needs", "cannot", "may", "shall", "never", "ought") > 0 {
				return i, know + 1, 0.75
			}
			if p.fold(neg-1) != "did" && p.fold(neg-1) != "do" {
				return i, know + 1, 0.35
			}
		}
		if neg = p.findWord(max(s.Start, i-3), i, "without"); neg >= 0 && know-i <= 3 {
			return neg, know + 1, 0.75
		}
	}
	if p.findWord(i+1, min(end, i+4), "unaware", "oblivious") > 0 {
		return i, min(end, i+4), 0.7
	}
	lo := max(s.Start, i-9)
	if k := p.findWord(lo, i, "without"); k >= 0 {
		if p.findWord(k, min(s.End, i+3), "knowledge", "knowing", "awareness", "noticing", "telling", "notifying", "informing", "alerting", "mentioning") > 0 {
			return k, min(s.End, i+2), 0.7
		}
		if p.findWord(k, min(s.End, i+4), "asking", "consent", "confirmation", "permission", "approval", "confirming", "prompting") > 0 {
			return k, min(s.End, i+3), 0.25
		}
	}
	neg := p.findLast(cNeg, lo, i)
	if neg >= 0 && p.fold(neg) != "without" {
		shown := p.find(cKnow, neg+1, i)
		if shown < 0 {
			shown = p.findWord(neg+1, i, "discussed", "mentioned", "reported", "disclosed", "revealed", "displayed", "visible", "surfaced")
		}
		if shown > 0 && (p.fold(i-1) == "the" && (p.fold(i-2) == "to" || p.fold(i-2) == "with" || p.fold(i-2) == "by") || p.fold(i-1) == "to") {
			return neg, i + 1, 0.5
		}
	}
	if k := p.findWord(lo, i, "omitted", "stripped", "removed", "excluded", "withheld", "hidden", "invisible", "concealed"); k >= 0 &&
		p.findWord(k, i, "from", "before", "to") > 0 {
		return k, i + 1, 0.4
	}
	return 0, 0, 0
}

// covertly finds an adverb of stealth beside a verb of doing.
func (p *prose) covertly(i int) (from, to int, c float64) {
	f := p.fold(i)
	noun := f == "hidden" || f == "invisible" || f == "transparently"
	if p.doc.Negated(i) {
		return 0, 0, 0
	}
	s := p.sentence(i)
	if p.isQuiet(i) {
		return 0, 0, 0
	}
	for _, k := range []int{i + 1, i - 1, i + 2, i + 3, i - 2, i - 3} {
		if k < s.Start || k >= s.End || !(p.has(k, cSend) || p.has(k, cPut) || p.has(k, cChange) || p.has(k, cCollect) || p.has(k, cRead) || p.has(k, cUse)) {
			continue
		}
		switch p.fold(k) {
		case "succeed", "ignored", "skip", "skipped", "dropped", "drop", "fail", "failed":
			continue
		}
		lo, hi := min(i, k), max(i, k)+1
		switch {
		case noun && (p.has(k, cSend) || p.has(k, cPut)) && k < i && i-k <= 3 && p.mood(k) >= moodPolite:
			return lo, min(s.End, hi+2), 0.6
		case noun:
			continue
		case p.fold(i) == "in" || p.fold(i) == "behind" || p.fold(i) == "under":
			if p.mood(k) == moodOrders && (p.has(k, cSend) || p.has(k, cPut)) {
				return lo, hi, 0.5
			}
			continue
		case p.mood(k) >= moodPolite:
			return lo, min(s.End, hi+3), 0.8
		case p.has(k, cSend) || p.has(k, cCollect):
			if p.lead(i) && p.findWord(s.Start, s.End, "if", "when", "unless") >= 0 {
				return lo, hi, 0.2
			}
			return lo, min(s.End, hi+3), 0.65
		default:
			return lo, hi, 0.3
		}
	}
	return 0, 0, 0
}

// notices are what a program sends to people beside its work.
var notices = lazyWords{stemmed: true, list: `notification notify email mail sound alert ring popup toast ping`}

// isQuiet reports whether "silently" says no more than that a value of a parameter keeps notices back: "set it to false to share silently".
// The value stands right before it, nothing behind it, the notices in this sentence or the one before, and nothing private is near.
func (p *prose) isQuiet(i int) bool {
	// reach is how far before the word the value stands.
	const reach = 4
	if p.field.Role != detect.RoleParameterDescription || p.findWord(i-reach, i, "true", "false", "off", "on") < 0 || p.find(cAlso, i-reach, i) >= 0 {
		return false
	}
	if end := p.sentence(i).End; i+1 < end && strings.TrimSpace(p.doc.Gap(i+1)) == "" {
		return false
	}
	r := p.around(i, 2, 0)
	for k := r.Start; k < r.End; k++ {
		switch p.doc.Words[k].Kind {
		case text.KindPath, text.KindURL, text.KindEmail, text.KindHost:
			return false
		}
	}
	return p.anyStem(notices.words(), r.Start, i) && p.valuable(r.Start, r.End) < 0 && p.find(cHide, r.Start, r.End) < 0
}

// unneeded finds "needs no mention", "confirmation is not needed".
func (p *prose) unneeded(i int) (from, to int, c float64) {
	s := p.sentence(i)
	quiet := p.fold(i) == "mention" || p.fold(i) == "explanation" || p.fold(i) == "disclosure" || p.fold(i) == "comment"
	c = 0.25
	if quiet {
		c = 0.45
	}
	if k := p.findWord(max(s.Start, i-4), i, "needs", "need", "requires", "require", "deserves"); k >= 0 && p.findWord(k, i, "no") > 0 {
		return k, i + 1, c
	}
	if k := p.findWord(i+1, min(s.End, i+9), "needed", "required", "necessary", "expected"); k > 0 && p.find(cNeg, i+1, k) > 0 {
		return i, k + 1, c
	}
	return 0, 0, 0
}

func (p *prose) hidden(i int) (from, to int, c float64) {
	if p.mood(i) != moodOrders && p.mood(i) != moodPolite || p.doc.Negated(i) {
		return 0, 0, 0
	}
	s := p.sentence(i)
	end := min(s.End, i+10)
	user := p.find(cUser, i+1, end)
	if user > 0 && p.findWord(i+1, user, "from") > 0 {
		return i, user + 1, 0.8
	}
	if k := p.findWord(i+1, end, "reply", "response", "answer", "summary", "output", "report"); k > 0 && p.findWord(i+1, k, "from", "of") > 0 && p.findWord(i+1, k, "your", "final", "that", "this", "it") > 0 {
		return i, k + 1, 0.5
	}
	if k := p.findWord(i+1, min(end, i+6), "this", "these", "that"); k > 0 && (p.fold(k) != "that" || k == i+1) && p.find(cDetail, k, min(end, k+3)) > 0 && p.fold(i) != "omit" {
		return i, end, 0.5
	}
	return 0, 0, 0
}

func (p *prose) disguised(i int) (from, to int, c float64) {
	s := p.sentence(i)
	lo := max(s.Start, i-6)
	for k := i; k >= lo; k-- {
		if (p.has(k, cShow) || p.has(k, cReveal) || p.has(k, cPut) || p.has(k, cDisguise)) && p.mood(k) == moodOrders {
			if p.findWord(i, min(s.End, i+14), "normal", "part", "usual", "regular", "ordinary", "routine", "like", "legitimate", "natural") > 0 {
				return k, min(s.End, i+6), 0.55
			}
		}
	}
	return 0, 0, 0
}
