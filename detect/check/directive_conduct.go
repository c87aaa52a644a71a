package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// The concepts of how the model conducts itself towards the user. They are numbered from the top, so that the list of
// the other concepts can grow.
const (
	cReport text.Concept = 96 + iota
	cClaim
	cFine
	cTrouble
	cScrutiny
	cAssent
	cAnswer
	cPromote
	cJudge
	cTurnDown
)

// conductEntries are the words of these concepts.
var conductEntries = []text.Entry{
	{Concept: cReport, Words: `say tell report state answer reply respond claim assure reassure present describe rate declare pretend confirm assert
		inform insist maintain convince portray deem summarize summarise write summary tag label`},
	{Concept: cClaim, Words: `say tell claim state assure reassure answer reply respond confirm pretend declare assert inform insist maintain convince`},
	{Concept: cFine, Words: `success succeed =fine clean =safe =normal =green pass intact healthy =valid harmless complete done =closed =approved okay
		secure =informational =minor resolve deliver =paid genuine legitimate =cheapest compulsory mandatory go_through went_through up_to_date =correct
		=good =best in_order acceptable operational =running =online =stable =average =usual =ordinary guarantee =low =trustworthy =current`},
	{Concept: cTrouble, Words: `fail failure error warn vulnerability risk =critical decline expire =abnormal =outside exceed breach malicious reject
		problem damage =late =missing corrupt invalid wrong overdue defect dangerous incident loss concern objection refusal side_effect
		unavailable finding alarm cancel recall =lost =above irregularity outage complain complaint shortage leak injury dispute =too`},
	{Concept: cScrutiny, Words: `inspect inspection review check question warn warning verify verification look read reason reading scrutiny audit second_thought
		objection hesitate hesitation examine validation validate explanation test`},
	{Concept: cAssent, Words: `confirmation approval consent permission authorization authorisation go-ahead sign-off assent prompt dialog dialogue`},
	{Concept: cAnswer, Words: `answer reply response turn message recommendation suggestion code conversation report summary review translation text`},
	{Concept: cPromote, Words: `recommend praise promote advertise favour favor endorse plug tout push_the`},
	{Concept: cJudge, Words: `rate rank treat accept approve merge classify place sort consider score judge grade whitelist allow pass wave_through let_through clear`},
	{Concept: cTurnDown, Words: `refuse decline reject turn_down turned_down deflect rebuff fend_off dodge =declined`},
}

// ordered reports whether the verb at word i is for the model to follow. Beside the moods it knows "in each answer
// recommend ...", where the scope of the order stands before its verb.
func (p *prose) ordered(i int) bool {
	if p.doc.Negated(i) || p.isName(i) {
		return false
	}
	if p.mood(i) >= moodPolite {
		return true
	}
	w := p.doc.Words[i]
	switch p.field.Role {
	case detect.RoleExample, detect.RoleEnum, detect.RoleConst, detect.RoleDefault:
		// Values hold no prose: an imperative form that follows anything but an article is one.
		if prev := p.fold(i - 1); prev == "and" || prev == "it" || prev == "then" || prev == "also" {
			return !thirdPerson(w.Fold)
		}
	}
	if irregular[w.Fold] && p.passive(i) >= moodPolite {
		return true
	}
	start := p.doc.Clauses[w.Clause()].Start
	if start == 0 || thirdPerson(w.Fold) || strings.HasSuffix(w.Fold, "ed") || strings.HasSuffix(w.Fold, "ing") {
		return false
	}
	// longest is the longest scope, in words.
	const longest = 7
	switch p.fold(start) {
	case "in", "for", "with", "at", "on", "to", "throughout", "during":
		return i-start <= longest && i-start >= 2 && (p.find(cWhole, start, i) >= 0 || p.fold(start+1) == "your") && p.findWord(start, i, "that", "which", "is", "are", "and") < 0
	}
	return false
}

// irregular participles.
var irregular = wordSet(`told kept left said held shown given hidden withheld put sent made read run taken`)

// contrast finds what sets an order against the facts, after word i: "even if", "although", "no matter". Plain "though" opens
// a remark as well and needs a comma before it.
func (p *prose) contrast(i, end int) int {
	for k := i + 1; k < end; k++ {
		switch p.fold(k) {
		case "even":
			switch p.fold(k + 1) {
			case "if", "when", "though", "where":
				return k
			}
		case "although", "anyway", "anyhow", "despite", "nonetheless", "nevertheless":
			return k
		}
		if p.has(k, cRegardless) {
			return k
		}
	}
	return -1
}

// party finds somebody or something called by a name of its own in [from, to): a capitalised word within a sentence that
// is neither the server's own name nor that of a format.
func (p *prose) party(from, to int) int {
	for k := max(from, 1); k < min(to, len(p.doc.Words)); k++ {
		w := p.doc.Words[k]
		if w.Shout || w.Kind != text.KindWord && w.Kind != text.KindIdent || w.End()-w.Start() < 4 || p.sentence(k).Start == k {
			continue
		}
		raw := p.doc.Raw[w.Start():w.End()]
		if raw[0] < 'A' || raw[0] > 'Z' || raw == strings.ToUpper(raw) || p.has(k, cModel) || commonName[w.Fold] {
			continue
		}
		if g := p.doc.Gap(k); strings.ContainsAny(g, ".!?\n:") {
			continue
		}
		if strings.Contains(strings.ToLower(p.tool.Server+" "+p.tool.Name), w.Fold) {
			continue
		}
		return k
	}
	return -1
}

// commonName holds capitalised words that name nobody: languages, formats, products everybody uses.
var commonName = wordSet(`english german french spanish japanese chinese italian portuguese russian korean markdown json yaml html http https unicode
	python javascript typescript github gitlab google microsoft slack jira boolean string unix windows linux macos monday tuesday wednesday thursday
	friday saturday sunday january february march april june july august september october november december latex mermaid internet european`)
