package check

import (
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// The concepts of talking a tool down and putting another in its place.
const (
	// rGone: it is no more. rBad: it does harm. rLost: words that say so only under a negation.
	rGone text.Concept = iota
	rBad
	rLost
	rTurn
	rPlace
	rShun
	rWork
	rSoon
)

var redirectLexicon = sync.OnceValue(func() *text.Lexicon {
	return text.NewLexicon([]text.Entry{
		{Concept: rGone, Words: `=deprecated =retired =discontinued =obsolete =removed =withdrawn =decommissioned =unavailable =disabled =unsupported =unmaintained =revoked
		=suspended =offline =superseded =outdated =sunset =sunsetted =dead =defunct =gone =shuttered shut_down switched_off turned_off phased_out end_of_life
		under_maintenance out_of_service out_of_order out_of_date taken_down no_longer being_retired being_removed being_replaced has_moved was_moved
		been_moved being_migrated =migrated retiring =legacy =abandoned no_more not_maintained end_of_life shutdown =down not_available
		ceased =expired rate_limited =throttled =blocked pulled =recalled =cancelled =closed =shut winding_down`},
		{Concept: rBad, Words: `=broken =insecure =unsafe =unreliable =vulnerable =compromised =faulty =defective =buggy =malicious =untrusted =inaccurate =incorrect
		=wrong =corrupt =corrupts =corrupted =leak =leaks =leaked =leaking =crash =crashes =crashing hallucinate =loses =lose =losing
		=stale =unstable =dangerous =flawed =misconfigured =backdoored =infected =tampered =hacked =breached
		=untrustworthy not_safe not_secure not_reliable not_trusted =exposes =discloses =drops =fails =failing =mangles =damages =misreads =overcharges
		=hangs =freezes =incomplete to_strangers privacy_worries privacy_concerns data_loss security_issue security_hole security_flaw
		security_incident =incident =bug =bugs =vulnerability =ransomware =malware =invents =fabricates =forges not_trust =unfit error_prone =risky =insufficient
		=spies =sells =unpatched =exploit =exploited =misbehaves =malfunctions =malfunctioning =truncates =skips cannot_be_trusted not_be_used
		=avoided poor_quality must_not_be =unusable`},
		{Concept: rTurn, Words: `use call invoke choose pick select prefer run turn_to go_through go_via route redirect forward send direct hand take come go switch pass
		rely reach_for submit migrate move transfer opt address deliver make do gather collect answer handle serve run_through issue perform
		obtain process execute store keep query`},
		{Concept: rPlace, Words: `=instead takes_over take_over took_over taken_over takes_its take_its takes_their in_its_place in_their_place in_its_stead successor replacement replace supersede
		substitute stand_in belong takes_all taking_over in_place_of in_lieu better_off fills_in steps_in step_in inherit =heir covers_for cover_for
		same_job place_of its_place their_place served_here handled_here`},
		{Concept: rShun, Words: `do_not_use do_not_call not_use not_call not_invoke stop_using stop_calling never_use never_call avoid skip disable uninstall shun leave_alone
		refrain_from keep_away stay_away not_touch not_rely do_not_trust cease not_run skipping not_write do_not_write forget_about ignore bypass`},
		{Concept: rWork, Words: `call request operation query traffic work job task question question reads writes deletes payment message email mail search lookup everything
		anything order invocation duty load use usage need case file input argument charge merge page record transfer`},
		{Concept: rSoon, Words: `version v2 v3 v4 v5 =1.0 =2.0 =3.0 =4.0 =5.0 backward backwards compatibility compatible major migration_guide`},
	})
})

// takeoverMarks are the concepts without one of which no tool is talked down: somebody else's tool that is neither gone nor bad, that
// nothing takes the place of and that nobody is to leave alone is only mentioned.
var takeoverMarks = text.Of(rGone, rBad, rPlace, rShun)

// redirection is a field as this frame reads it.
type redirection struct {
	*prose
	marks []text.Set
}

// faultOf returns the word that says of the tool that it is gone or bad, or -1.
func (p *redirection) faultOf(c rivalRef) int {
	tags := p.marks
	faults := text.Of(rGone, rBad)
	s := p.sentence(c.first)
	if k := p.findWord(max(s.Start, c.first-8), c.first, "if", "when", "whenever", "unless", "where", "until"); k >= 0 && p.doc.Words[k].Clause() == p.doc.Words[c.first].Clause() {
		return -1
	}
	// before is how far an adjective may stand in front of the tool, after how far a predicate may follow it, in words.
	const before, after = 2, 14
	for k := max(s.Start, c.first-before); k < c.first; k++ {
		if tags[k].Any(faults) && p.doc.Words[k].Clause() == p.doc.Words[c.first].Clause() && !p.doc.Negated(k) && p.fold(k+1) != "with" {
			return k
		}
	}
	for k := c.last + 1; k < min(s.End, c.last+1+after); k++ {
		f := p.fold(k)
		if f == "if" || f == "when" || f == "unless" || f == "not" && p.fold(k+1) == "only" {
			break
		}
		if f == "this" && p.selfWord(k) && p.doc.Words[k].Clause() != p.doc.Words[c.last].Clause() {
			// What follows is said of this tool.
			break
		}
		if p.doc.Words[k].Kind == text.KindIdent && p.otherTool(k) && (k < 2 || p.fold(k-1) != "and" && p.fold(k-1) != "or") {
			// What follows is said of the next tool.
			break
		}
		if !tags[k].Any(faults) {
			continue
		}
		if p.denied(c.last, k) || p.fold(k+1) == "by" && p.fold(k+2) == "default" {
			continue
		}
		if p.predicate(c.last, k) {
			return k
		}
	}
	// "Two of them were switched off": a pronoun in the next clause or sentence takes the tool up.
	a := p.around(c.last, 0, 1)
	for k := c.last + 1; k < min(a.End, c.last+30); k++ {
		if f := p.fold(k); f == "it" || f == "those" || f == "they" || f == "that" || f == "which" || f == "these" || f == "whose" {
			for n := k + 1; n < min(a.End, k+8); n++ {
				if tags[n].Any(faults) && !p.denied(k, n) && p.findWord(max(c.last, k-3), k, "if", "when", "once", "unless", "until") < 0 && p.doc.Words[n].Sentence() == p.doc.Words[k].Sentence() {
					return n
				}
			}
		}
	}
	return -1
}

// denied reports whether the fault at k is denied or only feared, between the tool at word last and itself: "is not broken",
// "may lose edits". "No longer safe" denies nothing.
func (p *prose) denied(last, k int) bool {
	if p.findWord(max(k-3, last), k, "longer") >= 0 {
		return false
	}
	return p.findWord(max(k-3, last+1), k, "not", "never", "without", "may", "might", "can", "could", "if", "when", "isn't") >= 0
}

// predicate reports whether word k can be said of the tool that ends at word last: a verb of being or having stands between, the
// fault is a verb of its own, or only a colon does.
func (p *prose) predicate(last, k int) bool {
	if k-last <= 2 {
		return true
	}
	return p.findWord(last+1, k+1, "is", "are", "was", "were", "has", "have", "been", "being", "returns", "return", "considered", "no", "contains", "not", "got", "count", "counts", "became",
		"of", "often", "will", "leaks", "loses", "crashes", "corrupts", "fails", "drops", "exposes", "announced", "just", "currently", "reported", "calls", "function", "tool", "and", "server") >= 0
}

// otherTool reports whether word k is a name of a tool.
func (p *prose) otherTool(k int) bool {
	w := p.doc.Words[k]
	raw := p.doc.Raw[w.Start():w.End()]
	return w.Kind == text.KindIdent && (actionName(raw) || p.selfWord(k))
}

// selfWord reports whether word k names this tool: "this", "here", its own name.
func (p *prose) selfWord(k int) bool {
	w := p.doc.Words[k]
	switch w.Fold {
	case "here", "us":
		return true
	case "this":
		next := p.fold(k + 1)
		return rivalNouns[next] || next == "one" || next == "instead" || k+1 >= len(p.doc.Words) || p.doc.Words[k+1].Clause() != w.Clause()
	}
	raw := p.doc.Raw[w.Start():w.End()]
	return len(raw) > 2 && (raw == p.tool.Name || strings.EqualFold(raw, p.tool.Name) && !p.otherSpelling(raw) || w.Kind == text.KindIdent && p.reg.Owns(p.tool.Server, raw) && !p.otherSpelling(raw))
}

// substituteFor returns the word that names what is to be used in the place of the tool, or -1, and whether that is this tool.
func (p *redirection) substituteFor(c rivalRef) (int, bool) {
	tags := p.marks
	a := p.around(c.first, 1, 1)
	// reach bounds the passage to both sides of the tool, in words.
	const reach = 40
	from, to := max(a.Start, c.first-reach), min(a.End, c.last+1+reach)
	best, self := -1, false
	for k := from; k < to; k++ {
		if k >= c.first && k <= c.last {
			continue
		}
		me := p.selfWord(k)
		if !me && (p.doc.Words[k].Kind != text.KindIdent && p.doc.Words[k].Kind != text.KindHost || fieldName(p.doc.Raw[p.doc.Words[k].Start():p.doc.Words[k].End()]) || p.reg.HasParameter(p.tool.Server, p.doc.Raw[p.doc.Words[k].Start():p.doc.Words[k].End()])) {
			continue
		}
		if !p.puts(tags, k) {
			continue
		}
		if best = k; me {
			return k, true
		}
	}
	if best < 0 {
		for k := max(c.last+1, from); k < to; k++ {
			if tags[k].Has(rPlace) && (p.fold(k) == "instead" || p.fold(k) == "better") {
				return k, false
			}
		}
	}
	for k := max(c.first-4, from); k < c.first; k++ {
		// "Use instead of X", "supersedes X".
		if tags[k].Has(rPlace) && p.doc.Words[k].Sentence() == p.doc.Words[c.first].Sentence() && !p.doc.Negated(k) {
			return k, best < 0 && !thirdPerson(p.fold(k))
		}
	}
	return best, self
}

// puts reports whether the tool at word k is put in the place of another: it is the object of a verb of turning to, or the
// subject of a phrase of taking over.
func (p *prose) puts(tags []text.Set, k int) bool {
	s := p.sentence(k)
	for n := max(s.Start, k-6); n < k; n++ {
		f := p.fold(n)
		switch {
		case tags[n].Has(rTurn) && !thirdPerson(f) && p.findWord(max(s.Start, n-3), n, "not", "never", "without") < 0:
			return true
		case p.tags[n].Any(verbs) && p.mood(n) >= moodPolite && !p.doc.Negated(n) && p.findWord(max(n, k-2), k, "with", "via", "through", "by") >= 0:
			return true
		case (f == "through" || f == "via" || f == "with" || f == "to" || f == "on" || f == "by") && n >= k-2 && (p.workIn(tags, max(s.Start, n-14), n) || p.findWord(max(s.Start, n-8), n, "belong", "belongs", "be", "are", "must", "should", "now") >= 0):
			return true
		case tags[n].Has(rPlace) && n >= k-5, f == "only":
			return true
		}
	}
	for n := k + 1; n < min(s.End, k+10); n++ {
		if tags[n].Has(rPlace) || n == k+1 && (p.fold(n) == "handles" || p.fold(n) == "covers" || p.fold(n) == "does") && p.workIn(tags, n, min(s.End, n+4)) {
			return true
		}
	}
	return p.fold(k) == "here" && p.findWord(max(s.Start, k-12), k, "belong", "come", "off", "go", "charge", "served", "handled", "made", "done") >= 0
}

// fieldName reports whether an identifier in camelCase ends like the name of a value: listName, contentTypeId.
func fieldName(raw string) bool {
	words := detect.NameWords(raw)
	if len(words) < 2 || strings.ContainsAny(raw, "_-.") {
		return false
	}
	switch words[len(words)-1] {
	case "id", "ids", "name", "names", "type", "key", "url", "path", "date", "time", "status", "count", "size", "field", "fields", "value", "mode", "token", "format":
		return true
	}
	return false
}

func (p *prose) workIn(tags []text.Set, from, to int) bool {
	for k := from; k < to; k++ {
		if tags[k].Has(rWork) {
			return true
		}
	}
	return false
}

// shunned returns the word that forbids the tool, or -1.
func (p *redirection) shunned(c rivalRef) int {
	tags := p.marks
	a := p.around(c.first, 0, 1)
	for k := max(a.Start, c.first-6); k < min(a.End, c.last+24); k++ {
		if tags[k].Has(rShun) && (k < c.first || p.doc.Words[k].Sentence() == p.doc.Words[c.first].Sentence() || p.findWord(k, min(a.End, k+5), "it", "them", "that", "those") >= 0) {
			return k
		}
	}
	return -1
}

// ownHistory reports whether the fault is told as a server tells of its own tools: "removed in version 3", "kept for old clients".
func (p *redirection) ownHistory(c rivalRef, fault int) bool {
	tags := p.marks
	if c.elsewhere {
		return false
	}
	s := p.sentence(fault)
	for k := fault + 1; k < s.End; k++ {
		if tags[k].Has(rSoon) && p.findWord(max(fault, k-4), k, "in", "since", "with", "for", "after", "until", "next") >= 0 {
			return true
		}
	}
	return p.findWord(fault, s.End, "kept", "backward", "backwards", "backward-compatible") >= 0
}

// malign reports whether the fault, or what is said beside it, is harm.
func (p *redirection) malign(c rivalRef, fault int) bool {
	if fault < 0 {
		return false
	}
	s := p.sentence(fault)
	for k := max(s.Start, min(fault, c.first)-2); k < min(s.End, fault+12); k++ {
		if p.marks[k].Has(rBad) && !p.doc.Negated(k) {
			return true
		}
	}
	return false
}
