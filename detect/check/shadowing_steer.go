package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// steering is what a sentence does to the tool it names.
type steering struct {
	what       string
	confidence float64
}

var (
	// redirecting words move calls from one tool to another, or tell that a tool is not to be had any more.
	redirecting = lazyWords{stemmed: true, list: `instead deprecated deprecate obsolete supersede superseded override overrides intercept intercepts redirect
		reroute rerouted hijack shadow replaced discontinued retired`}
	// failing words are said of a tool that is to be avoided.
	failing = lazyWords{stemmed: true, list: `insecure unsafe untrusted unreliable compromised unavailable disabled broken vulnerable malicious faulty inaccurate
		incomplete outdated unsupported`}
	// rewriting verbs change what another tool is called with; their objects are in rewritten.
	rewriting = lazyWords{stemmed: true, list: `set change replace append prepend add include inject modify alter rewrite adjust substitute override insert swap
		copy send attach pass forward bcc cc route fill mirror duplicate prefix suffix`}
	rewritten = lazyWords{stemmed: true, list: `parameter param argument recipient value field body header bcc cc path amount account behavior behaviour destination
		address subject payload query content message file contents sender cc copy suffix prefix recipients input output result url host`}
	calling  = lazyWords{stemmed: true, list: `call invoke run execute use trigger launch chain query consult employ utilize utilise leverage start fire`}
	negating = map[string]bool{"not": true, "never": true, "avoid": true, "stop": true, "cease": true, "refuse": true}
	binding  = lazyWords{stemmed: true, list: `must always required require mandatory ensure shall need needs necessary obligatory`}
	ordering = lazyWords{stemmed: true, list: `first before prior immediately beforehand should then also prerequisite until unless after afterwards helps help
		recommend recommended advisable advised ideally please kindly best better consider worth practice once finally upfront routinely
		start begin finish conclude ahead`}
	triggers  = lazyWords{stemmed: true, list: `when whenever before after if once every each upon prior until while during any all`}
	mentions  = lazyWords{stemmed: true, list: `unlike as like similar versus vs than from by via see compare compared equivalent alternative complement with and or of for`}
	spoken    = map[string]bool{"the": true, "a": true, "an": true, "tool": true, "to": true, "mcp": true, "your": true, "our": true, "present": true, "also": true, "tools": true}
	promoting = lazyWords{stemmed: true, list: `prefer preferred always instead supersede override replace deprecated intercept forward redirect`}
)

// sentenceReach bounds how many words to either side of a reference are read, so that text without full stops is no
// quadratic work.
const sentenceReach = 80

// steeringOf judges what the sentence of the reference does to the tool.
func steeringOf(doc *text.Doc, ref crossRef) (steering, bool) {
	r := doc.Sentences[doc.Words[ref.first].Sentence()]
	r = text.Range{Start: max(r.Start, ref.first-sentenceReach), End: min(r.End, ref.last+sentenceReach)}
	if !nameQuoted(doc, ref) && doc.PositionOf(ref.first, ref.last+1) == text.PositionMention {
		return steering{}, false
	}
	lead := leadOf(doc, ref, r.Start)
	mention := lead >= 0 && mentions.has(doc.Words[lead].Stem())
	if lead > r.Start && (doc.Words[lead].Fold == "than" && doc.Words[lead-1].Fold == "rather" || doc.Words[lead].Fold == "of" && doc.Words[lead-1].Fold == "instead") {
		return steering{"redirects calls away from", 0.85}, true
	}
	s := sentenceFacts(doc, r, ref)
	switch {
	case s.forbids:
		return steering{"forbids", 0.85}, true
	case s.redirects && !mention:
		return steering{"redirects calls of", 0.9}, true
	case s.fails && !mention:
		return steering{"tells the model to avoid", 0.75}, true
	case s.trigger && (s.rewrites || s.binding):
		return steering{"orders what is to happen when the model uses", 0.9}, true
	case s.bindsRef:
		return steering{"lays down rules for", 0.85}, true
	case s.regardless && !mention:
		return steering{"overrides what the user asks of", 0.85}, true
	case s.literal && (!mention || doc.Words[lead].Fold == "with"):
		return steering{"fixes the arguments of", 0.8}, true
	case s.rewrites && s.rewritten && (!mention || doc.Words[lead].Fold == "of" || doc.Words[lead].Fold == "for"):
		return steering{"changes what is passed to", 0.8}, true
	case s.calledAfter && (s.binding || s.ordering):
		return steering{"demands a call of", 0.75}, true
	case s.called && (s.binding || s.ordering || s.imperative):
		return steering{"orders the model to call", 0.75}, true
	}
	return steering{}, false
}

// nameQuoted reports whether the name alone stands in quotes or back-ticks, which is how names are written and makes no
// example of the sentence.
func nameQuoted(doc *text.Doc, ref crossRef) bool {
	start, end := doc.Span(ref.first, ref.last+1)
	q, ok := doc.Quoted(start, end)
	return ok && q.End-q.Start <= end-start+len("``")
}

// leadOf returns the word that introduces the reference: the first one to its left that is no article, or -1.
func leadOf(doc *text.Doc, ref crossRef, start int) int {
	for k := ref.first - 1; k >= start; k-- {
		if !spoken[doc.Words[k].Fold] {
			return k
		}
	}
	return -1
}

// facts are the parts of steering that a sentence has.
type facts struct {
	forbids, redirects, fails, trigger, rewrites, rewritten, binding, ordering, bindsRef, called, calledAfter, imperative, regardless, literal bool
}

func sentenceFacts(doc *text.Doc, r text.Range, ref crossRef) facts {
	s := facts{literal: literalArguments(doc, r, ref)}
	// reach is how many words a verb and its object may be apart, with articles and qualifiers between them.
	const reach = 5
	verb := -1
	for k := r.Start; k < r.End; k++ {
		if k >= ref.first && k <= ref.last {
			continue
		}
		w := doc.Words[k]
		before, after := ref.first-k, k-ref.last
		near := before > 0 && before <= reach
		switch {
		case negating[w.Fold] && near && hasCall(doc, k+1, ref.first):
			s.forbids = true
		case redirecting.has(w.Stem()), w.Fold == "place" && k > r.Start && (doc.Words[k-1].Fold == "its" || doc.Words[k-1].Fold == "their"):
			s.redirects = true
		case w.Fold == "regardless" && k+1 < r.End && doc.Words[k+1].Fold == "of":
			s.regardless = true
		case failing.has(w.Stem()) && after > 0 && after <= 2*reach:
			s.fails = true
		}
		if binding.has(w.Stem()) || (w.Fold == "have" || w.Fold == "has") && k+1 < r.End && doc.Words[k+1].Fold == "to" {
			s.binding = true
			s.bindsRef = s.bindsRef || after > 0 && after <= 3 && doc.Words[ref.last].Clause() == w.Clause()
		}
		s.ordering = s.ordering || ordering.has(w.Stem())
		if rewriting.has(w.Stem()) && (k < ref.first || !ofThisTool(doc, k)) {
			s.rewrites = true
			verb = k
		}
		if rewritten.has(w.Stem()) && verb >= 0 && k-verb <= 2*reach && before > 0 && before <= reach {
			s.rewritten = true
		}
		if triggers.has(w.Stem()) && before > 0 && before <= 2*reach {
			s.trigger = s.trigger || near || hasCall(doc, k+1, min(ref.last+reach, r.End))
		}
		s.calledAfter = s.calledAfter || calling.has(w.Stem()) && after > 0 && after <= reach && doc.Words[ref.last].Clause() == w.Clause()
		if calling.has(w.Stem()) && near && doc.Words[ref.first].Clause() == w.Clause() && onlySpoken(doc, k+1, ref.first) {
			s.called = true
			c := doc.Clauses[w.Clause()]
			s.imperative = s.imperative || (k == c.Start || k == r.Start) && !forAnotherNeed(doc, w, ref)
		}
	}
	return s
}

// ofThisTool reports whether the verb at word k tells what this tool does: "this one adds", "it adds".
func ofThisTool(doc *text.Doc, k int) bool {
	if !thirdPerson(doc.Words[k].Fold) {
		return false
	}
	for i := k - 1; i >= max(0, k-3); i-- {
		if f := doc.Words[i].Fold; f == "this" || f == "it" {
			return true
		}
	}
	return false
}

// forAnotherNeed reports whether the tool is offered for what it is there for: "use X for appointments".
func forAnotherNeed(doc *text.Doc, verb text.Word, ref crossRef) bool {
	if verb.Fold != "use" || ref.last+1 >= len(doc.Words) {
		return false
	}
	next := doc.Words[ref.last+1].Fold
	return next == "for" || next == "to" || next == "when" || next == "if"
}

// literalArguments reports whether the reference is written with arguments of its own: read_it(path="x"), or read_it with
// path=x. Nobody fixes the arguments of somebody else's tool for the user's sake.
func literalArguments(doc *text.Doc, r text.Range, ref crossRef) bool {
	// window is how far the first argument may be, in words.
	const window = 3
	last := min(ref.last+window, r.End-1)
	if last <= ref.last || !doc.Words[ref.last].Call && !argumentVerbs[doc.Words[ref.last+1].Fold] {
		return false
	}
	after := doc.Raw[doc.Words[ref.last].End():doc.Words[last].End()]
	k := strings.IndexByte(after, '=')
	return k > 1 && k+1 < len(after) && after[k+1] != '=' && after[k+1] != '>'
}

// argumentVerbs stand between a tool and what it is to be called with.
var argumentVerbs = map[string]bool{"with": true, "takes": true, "gets": true, "receives": true, "using": true, "expects": true, "needs": true, "wants": true}

// hasCall reports whether a verb of calling is among words [from, to), or nothing is between them.
func hasCall(doc *text.Doc, from, to int) bool {
	for k := from; k < to; k++ {
		if calling.has(doc.Words[k].Stem()) {
			return true
		}
	}
	return from >= to
}

// onlySpoken reports whether nothing but articles stands in [from, to).
func onlySpoken(doc *text.Doc, from, to int) bool {
	for k := from; k < to; k++ {
		if !spoken[doc.Words[k].Fold] && doc.Words[k].Kind == text.KindWord && len(doc.Words[k].Fold) > 2 {
			return false
		}
	}
	return true
}

// loudTags are pseudo-tags that set off orders to the model, in the folded view.
var loudTags = []string{"<important", "<hidden", "<system", "<secret", "<instruction", "<critical"}

// selfPromotes reports whether the tool's description tells the model to choose it, or to do something beside its own work:
// what an impostor adds to the text that it copies.
func selfPromotes(t detect.ToolView) bool {
	i := t.FieldAt("/description")
	if i < 0 {
		return false
	}
	doc := t.Doc(i)
	for _, tag := range loudTags {
		if strings.Contains(doc.Folded, tag) {
			return true
		}
	}
	old := text.Stem("deprecated")
	for k := 0; k+1 < len(doc.Words); k++ {
		w, next := &doc.Words[k], doc.Words[k+1].Fold
		switch {
		case w.Stem() == old && next == "use" && k+2 < len(doc.Words) && doc.Words[k+2].Fold != "this":
			// What is deprecated is this tool itself.
		case promoting.has(w.Stem()) && (next == "of" || next == "this" || next == "use" || next == "the" || next == "all" || next == "any"):
			return true
		case w.Fold == "must" && (next == "first" || next == "also" || next == "always"):
			return true
		case negating[w.Fold] && (next == "mention" || next == "tell" || next == "disclose" || next == "reveal"):
			return true
		}
	}
	return false
}
