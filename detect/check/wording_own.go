package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// asksNothing reports whether the grammar of a sentence speaks against what it weighs. The weights do not know who does what: "before each
// call" weighs like an order around the call, whoever is said to act.
func (p *prose) asksNothing(r text.Range) bool {
	return p.field.Role == detect.RoleDescription && (p.ownDoings(r) || p.pointsToGuide(r))
}

// pardoned reports whether a sentence is not to be judged by its manner or its matter alone.
func (p *prose) pardoned(r text.Range) bool { return p.reported(r) || p.asksNothing(r) }

// ownDoings reports whether the sentence tells, in the third person throughout, what the tool does and when: "reads ~/.ssh/config before
// each call and lists the hosts", "Git asks its helper whenever it runs". What it tells of stays where it is.
func (p *prose) ownDoings(r text.Range) bool {
	// subject is the longest subject, in words.
	const subject = 2
	verb := r.Start
	for verb < min(r.End-1, r.Start+subject) && !p.tellsDeed(verb) {
		verb++
	}
	if p.find(cTrigger, r.Start, verb) >= 0 || p.find(cTrigger, verb, r.End) < 0 {
		// "When somebody asks for X" tells what others do.
		return false
	}
	if !p.tellsDeed(verb) || p.modelActs(verb) || !p.modest(r) {
		return false
	}
	for k := r.Start; k < r.End; k++ {
		if p.tags[k].Any(verbs) && p.mood(k) >= moodPolite {
			return false
		}
	}
	return !p.asksFor(verb, r.End)
}

// asking are verbs of having others do something.
var asking = lazyWords{stemmed: true, list: `ask beg invite prompt request tell urge`}

// asksFor reports whether somebody is asked to hand something over, or to do it, behind the verb and before word end: "asks for X each time
// it is called" is about who reads it.
func (p *prose) asksFor(verb, end int) bool {
	return asking.has(p.doc.Words[verb].Stem()) && p.findWord(verb+1, end, "for", "to") >= 0
}

// pointsToGuide reports whether the sentence asks to read a document of the project before this tool is used, and for nothing else.
func (p *prose) pointsToGuide(r text.Range) bool {
	use, guides := p.ownUse(r), 0
	if use < 0 || !p.modest(r) {
		return false
	}
	for k := r.Start; k < r.End; k++ {
		switch w := &p.doc.Words[k]; {
		case w.Kind == text.KindPath:
			if !p.isGuide(k) {
				return false
			}
			guides++
		case w.Fold == "and", w.Fold == "then":
			return false
		case k != use && p.tags[k].Any(verbs) && p.mood(k) >= moodPolite && !p.looks(k):
			return false
		}
	}
	return guides == 1
}

// isGuide reports whether the file at word i is a document for people: docs/setup.md, README.md.
func (p *prose) isGuide(i int) bool {
	folder, f := p.fold(i-1), p.fold(i)
	return guideFile.MatchString(f) && (folder == "docs" || folder == "doc" || strings.HasPrefix(f, "docs/") || strings.HasPrefix(f, "readme"))
}

// guideFile matches names of documents, without a folder that is not the project's.
var guideFile = regexpOf(`^[a-z][\w/-]*\.(?:md|rst|adoc|txt|html)$`)

// beyond are the concepts of more than a deed of the tool: what goes somewhere, is hidden, or is demanded, and why.
var beyond = text.Of(cExfil, cPut, cRoute, cHide, cCovert, cOverride, cWeakOverride, cModel, cMust, cDemand, cPrompt, cNow, cPretext, cRegardless,
	cFail, cSensitive, cMoney)

// modest reports whether a sentence speaks of nothing that a smuggled order needs: somebody to obey, a place to send things to, other
// tools, the secrets of others.
func (p *prose) modest(r text.Range) bool {
	for k := r.Start; k < r.End; k++ {
		w := &p.doc.Words[k]
		switch {
		case p.tags[k].Any(beyond), w.Shout, w.Fold == "you", w.Fold == "your":
			return false
		case p.has(k, cSend) && !p.has(k, cRead) && p.mood(k) != moodNone:
			// "Before each upload" sends nothing.
			return false
		case p.has(k, cHistory) && p.findWord(k-2, k, "to", "into") < 0:
			return false
		case p.findWord(k-1, k, "in", "into", "for", "as", "through") >= 0 && p.reg.HasParameter(p.tool.Server, p.doc.Raw[w.Start():w.End()]):
			// What a parameter holds comes from the model.
			return false
		}
		switch w.Kind {
		case text.KindIdent, text.KindURL, text.KindEmail, text.KindHost:
			return false
		case text.KindPath:
			if sensitivePath(w.Fold) && !p.refused(k) && (p.find(cCopy, r.Start, r.End) >= 0 || !p.ownSettings(w.Fold) && !strings.HasSuffix(w.Fold, "/config")) {
				// A copy does not stay where the file is.
				return false
			}
		}
	}
	return true
}
