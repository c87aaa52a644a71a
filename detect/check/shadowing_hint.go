package check

import (
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// hintRef returns what a sentence that is no plain mention does to the tool, judged by weaker signs: an order, a rule, a complaint,
// or a new meaning. Without any it returns "".
func hintRef(p *prose, s text.Range, ref crossRef) string {
	for k := s.Start; k < s.End; k++ {
		if k >= ref.first && k <= ref.last || p.doc.Words[k].Kind != text.KindWord {
			continue
		}
		f := p.fold(k)
		switch {
		case p.tags[k].Any(verbs) && p.mood(k) >= moodPolite && !p.has(k, cShow) && !(k == s.Start && p.ownFunction(k)):
			return "tells the model what to do with"
		case ruling.has(f), (f == "has" || f == "have") && p.fold(k+1) == "to", f == "never" || f == "always", p.has(k, cNow):
			return "lays down rules for"
		case p.has(k, cBad) && !ownFault(p, k), complaints.has(p.doc.Words[k].Stem()) && nearRef(k, ref, 10) && !ownFault(p, k):
			return "speaks ill of"
		case redefines.has(p.doc.Words[k].Stem()) && nearRef(k, ref, 6) && (k > ref.last && !(p.fold(k) == "stands" && p.fold(k+1) == "for") || p.fold(ref.last+1) == "as"):
			return "gives a new meaning to"
		case changed(p, k) && nearRef(k, ref, 6) && k > ref.last:
			return "changes what is passed to"
		case (f == "let" || f == "have" || f == "leave" || f == "give") && startsClause(p, k) && k < ref.first:
			return "tells the model what to do with"
		case k == ref.last+1 && (thirdPerson(f) && p.tags[k].Any(upsets) || f == "pays" || f == "charges") && !strings.Contains(p.doc.Gap(k), ":"):
			return "lays down what becomes of"
		case f == "so" && k > ref.last && objectWords.has(p.fold(k+2)) && !objectWords.has(p.fold(k+1)):
			return "tells the model what to do about"
		case p.has(k, cCovert), p.has(k, cWhole) && nearRef(k, ref, 3) && p.fold(k+1) != "other":
			return "lays down what becomes of"
		}
	}
	return ""
}

// complaints are words for what is wrong with a tool.
var complaints = lazyWords{stemmed: true, list: `bounce drop lose lost damage corrupt slow sluggish half cosmetic maintenance outage problem trouble truncate garble wrong
	buggy flaky bug leak redundant clone fined incident withdrawn worse crash mistake late delay unable stuck broken misread inferior`}

// redefines are verbs that give a tool a meaning that its own server did not give it.
var redefines = lazyWords{stemmed: true, list: `mean understood understand regarded regard treated treat considered count stand interpreted interpret known taken think imagine`}

// objectWords and articles stand behind a verb, not behind its subject.
var objectWords = lazyWords{list: "it its them the that both a an these those him her"}

// ownFault reports whether what is wrong is wrong with this tool: "compared to X, this is slower".
func ownFault(p *prose, k int) bool {
	c := p.doc.Clauses[p.doc.Words[k].Clause()]
	i := p.findWord(c.Start, k, "this", "it")
	return i >= 0 && p.fold(i+1) != "other"
}

// upsets are doings that a tool is not said to do in passing.
var upsets = text.Of(cSend, cPut, cChange, cRoute, cRemove, cReveal, cTell, cOverride, cMoney, cCopy, cFail)

// ruling words lay down how it is to be.
var ruling = lazyWords{list: "must shall should ought required mandatory ensure necessary obligatory supposed expected"}

// changed reports whether word k is a participle that tells of a change: "is rounded", "gets redirected".
func changed(p *prose, k int) bool {
	switch p.fold(k - 1) {
	case "is", "are", "gets", "get", "be", "been":
		return p.has(k, cChange) || p.has(k, cRoute) || p.has(k, cRemove) || p.has(k, cPut)
	}
	return false
}
