package check

import (
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// A tool has no reason to lay down what becomes of another server's tool: it does not know on whose machine it will run nor what
// else is installed there. Of some 5,000 real tools, eight servers side by side, none names another server's tool at all. So what is
// said about such a tool is steering unless it is one of the plain ways to mention it: compared with, taken from,
// worked with, offered for another need, or said not to be touched.

// companions introduce a tool that is only mentioned beside this one.
var companions = lazyWords{stemmed: true, list: `unlike as like similar versus vs than from by via see compare compared equivalent alternative complement with and or of for
	between alongside beside besides including accompany feed feeds accept accepts read reads render renders match matches show shows`}

// topicSteering judges a sentence about another server's tool in which no known way of steering was seen.
func topicSteering(p *prose, ref crossRef) (steering, bool) {
	s := p.sentence(ref.first)
	s = text.Range{Start: max(s.Start, ref.first-sentenceReach), End: min(s.End, ref.last+sentenceReach)}
	if shortFragment(p, s) {
		s.End = p.sentence(s.End).End
	}
	r := toolRef{first: ref.first, word: ref.last, name: ref.name}
	lead := leadOf(p.doc, ref, s.Start)
	fixed := p.arguments(r, false) > 0
	switch {
	case p.doc.PositionOf(ref.first, ref.last+1) == text.PositionMention && !nameQuoted(p.doc, ref):
		return steering{}, false
	case foreignSentence(p, s):
		return foreignSteering(p, s)
	case spares(p, s, ref):
		return steering{}, false
	case !ref.loose && fixed && p.has(lead, cUse) && !companion(p, lead):
		return steering{"fixes the arguments of", 0.75}, true
	case passedValue(p, ref):
		return steering{"fixes the arguments of", 0.7}, true
	case badWord(p, s, ref) >= 0 && !ownFault(p, badWord(p, s, ref)) && p.find(cNeg, ref.last+1, min(s.End, ref.last+4)) < 0:
		return steering{"speaks ill of", 0.65}, true
	}
	if what := suspectRef(p, s, ref); what != "" {
		return steering{what, 0.65}, true
	}
	switch {
	case p.sourceOf(r) && !fixed, p.choiceOf(r) && !fixed, lead >= 0 && companion(p, lead) && plainCompanion(p, lead):
		return steering{}, false
	case ref.loose, offered(p, s, ref), contrasted(p, s):
		return steering{}, false
	case lead >= 0 && p.mood(lead) >= moodPolite && !p.has(lead, cShow):
		return steering{"tells the model what to do with", 0.65}, true
	case topic(p, s, ref):
		return steering{"lays down what becomes of", 0.6}, true
	}
	if what := hintRef(p, s, ref); what != "" {
		return steering{what, 0.6}, true
	}
	return steering{}, false
}

// badWord returns the first word of ill repute behind the name, or -1.
func badWord(p *prose, s text.Range, ref crossRef) int {
	return p.find(cBad, ref.last+1, min(s.End, ref.last+8))
}

func companion(p *prose, lead int) bool { return companions.has(p.doc.Words[lead].Stem()) }

// spares reports whether the sentence says that the tool is left alone: "does not call X", "X is not needed".
func spares(p *prose, s text.Range, ref crossRef) bool {
	// near is how far a negation may stand from the name, in words.
	const near = 4
	for k := max(s.Start, ref.first-near); k < ref.first; k++ {
		if p.has(k, cNeg) && (p.mood(k+1) < moodPolite || !p.tags[k+1].Any(verbs)) && !startsClause(p, k) && !(p.fold(k-1) == "do" && startsClause(p, k-1)) && p.find(cTrigger, k+1, ref.first) < 0 {
			return true
		}
	}
	k := p.find(cNeg, ref.last+1, min(s.End, ref.last+near))
	return k >= 0 && p.findWord(k+1, min(s.End, k+3), "needed", "required", "affected", "touched", "changed", "called", "necessary", "involved") > 0
}

// shortFragment reports whether the sentence is a fragment whose sense is in the next one: a row of a table, a label.
func shortFragment(p *prose, s text.Range) bool {
	const few = 5
	return s.End-s.Start < few && s.End < len(p.doc.Words) && strings.ContainsAny(p.doc.Gap(s.End), ":|\u2192>-")
}

// contrasted reports whether the sentence sets the tool against this one: "where X plans, this measures".
func contrasted(p *prose, s text.Range) bool {
	switch p.fold(s.Start) {
	case "where", "whereas", "opposite":
		return true
	case "in":
		return p.fold(s.Start+1) == "contrast"
	}
	return false
}

// offered reports whether the sentence leaves it to the reader: "can be pasted into X", "X may be of use".
func offered(p *prose, s text.Range, ref crossRef) bool {
	// reach is how far "can" may stand from the name, in words.
	const reach = 8
	k := p.findWord(max(s.Start, ref.first-reach), min(s.End, ref.last+reach), "can", "may", "could", "optionally", "optional")
	return k >= 0 && p.fold(k+1) != "not" && p.find(cMust, s.Start, s.End) < 0 && p.findWord(ref.last+1, s.End, "so") < 0
}

func startsClause(p *prose, k int) bool {
	return k >= 0 && k < len(p.doc.Words) && p.doc.Clauses[p.doc.Words[k].Clause()].Start == k
}

// passedValue reports whether a quoted value stands in parentheses right behind the name: run_query('DROP TABLE x').
func passedValue(p *prose, ref crossRef) bool {
	after := strings.TrimLeft(p.doc.Raw[p.doc.Words[ref.last].End():], "`")
	if len(after) < 3 || after[0] != '(' {
		return false
	}
	return written(after[1:]) > 0
}

// topic reports whether the tool is what the sentence or the clause speaks of: it stands first, and something is said of it.
func topic(p *prose, s text.Range, ref crossRef) bool {
	// before is how many words may introduce it: "the", "any", "each later".
	const before = 3
	c := p.doc.Clauses[p.doc.Words[ref.first].Clause()]
	for k := max(c.Start, s.Start); k < ref.first; k++ {
		if w := &p.doc.Words[k]; w.Kind == text.KindWord && !spoken[w.Fold] && !triggers.has(w.Stem()) && !introduces.has(w.Fold) {
			return false
		}
	}
	if ref.first-max(c.Start, s.Start) > before {
		return false
	}
	// A name with nothing behind it is an entry of a list.
	rest := 0
	for k := ref.last + 1; k < s.End; k++ {
		if p.doc.Words[k].Kind == text.KindWord && !spoken[p.doc.Words[k].Fold] {
			rest++
		}
	}
	return rest >= 2 && p.findWord(ref.last+1, min(s.End, ref.last+3), "returns", "result", "results", "output", "response", "and", "or", "can", "may") < 0
}

// introduces are words that may stand before the topic of a sentence.
var introduces = lazyWords{list: `since because as while later next such that this those these calls call output inputs first note mandatory in on at for`}
