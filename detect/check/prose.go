package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// prose is one field as the wording checks read it: its words with their concepts and the tools it names.
type prose struct {
	// tool and field are shared: every field has a prose.
	tool  *detect.ToolView
	reg   detect.RegistryView
	index int
	field *detect.Field
	doc   *text.Doc
	tags  []text.Set
	all   text.Set
	// cued are the cues of the words and of what else is seen in the field.
	cued cueSet
	refs []toolRef
	// whole is what the fields of the definition share, plain the field without its disguise; both are read on first use.
	whole *ofTool
	plain *[]plainReading
	// foreign are the readings of the field in other languages, made on first use.
	foreign *[]*foreignProse
	// positions are those of single words, one more than they are, lines the command lines; zero and nil until they are asked for.
	positions []uint8
	lines     map[*lazyRegexp][][]int
	sign      fieldSigns
	// begun are the expressions of lines of which a match may begin in the field; zero until they are asked for.
	begun lineSet
	// judged are the learned scores of the sentences, read on first use.
	judged []judgement
	read   bool
	// taken are the takeovers, found on first use.
	taken *[]takeover
	// exact are the bytes of hits that words are too coarse for.
	exact map[exactHit]text.Range
}

// proseOfField returns the prepared field i, made once for all checks that inspect the tool.
func proseOfField(tool detect.ToolView, reg detect.RegistryView, i int) *prose {
	return tool.Memo("check.prose", i, func() any { return newProse(tool, reg, i) }).(*prose)
}

// newProse prepares field i of the tool. Names are read with their separators as spaces, which keeps all offsets.
func newProse(tool detect.ToolView, reg detect.RegistryView, i int) *prose {
	whole := tool.Memo("check.tool", 0, func() any { return &roomFor(&tool).whole }).(*ofTool)
	view := &whole.view
	if &view.Fields[0] != &tool.Fields[0] {
		// The fields of files for agents are read with other roles, too.
		own := tool
		view = &own
	}
	p := whole.room.prose()
	p.tool, p.reg, p.index, p.field, p.whole = view, reg, i, &tool.Fields[i], whole
	switch p.field.Role {
	case detect.RoleName, detect.RoleParameterName, detect.RoleKey:
		if name := apart(p.field.Text); name != p.field.Text {
			p.doc = whole.room.names.NewDoc(name)
			break
		}
		p.doc = tool.Doc(i)
	default:
		p.doc = tool.Doc(i)
	}
	p.prepare()
	return p
}

// separators are the signs that names have between their words.
var separators = text.CharsOf("_-.")

// apart returns a name with blanks for its separators.
func apart(name string) string {
	if text.CharsOf(name)&separators == 0 {
		return name
	}
	b := []byte(name)
	for i, c := range b {
		if c == '_' || c == '-' || c == '.' {
			b[i] = ' '
		}
	}
	return string(b)
}

// prepare reads the concepts, the cues and the tool names of p.doc.
func (p *prose) prepare() {
	p.listen()
	p.refs = p.findRefs()
	for i := range p.refs {
		p.cued.add(qRef)
		if !p.refs[i].own {
			p.cued.add(qRefForeign)
		}
	}
}

// has reports whether word i carries concept c; out of range it is false.
func (p *prose) has(i int, c text.Concept) bool { return i >= 0 && i < len(p.tags) && p.tags[i].Has(c) }

// fold returns the folded word i, or "".
func (p *prose) fold(i int) string {
	if i < 0 || i >= len(p.doc.Words) {
		return ""
	}
	return p.doc.Words[i].Fold
}

// find returns the first word in [from, to) with concept c, or -1.
func (p *prose) find(c text.Concept, from, to int) int {
	if !p.all.Has(c) {
		return -1
	}
	for i := max(from, 0); i < min(to, len(p.tags)); i++ {
		if p.tags[i].Has(c) {
			return i
		}
	}
	return -1
}

// findLast returns the last word in [from, to) with concept c, or -1.
func (p *prose) findLast(c text.Concept, from, to int) int {
	if !p.all.Has(c) {
		return -1
	}
	for i := min(to, len(p.tags)) - 1; i >= max(from, 0); i-- {
		if p.tags[i].Has(c) {
			return i
		}
	}
	return -1
}

// findWord returns the first word in [from, to) that is one of the folded words, or -1.
func (p *prose) findWord(from, to int, words ...string) int {
	for i := max(from, 0); i < min(to, len(p.doc.Words)); i++ {
		for _, w := range words {
			if p.doc.Words[i].Fold == w {
				return i
			}
		}
	}
	return -1
}

// sentence returns the range of the sentence that word i is in.
func (p *prose) sentence(i int) text.Range { return p.doc.Sentences[p.doc.Words[i].Sentence()] }

// around returns the range of the sentence of word i with its neighbours on both sides.
func (p *prose) around(i, before, after int) text.Range {
	s := p.doc.Words[i].Sentence()
	lo, hi := max(s-before, 0), min(s+after, len(p.doc.Sentences)-1)
	return text.Range{Start: p.doc.Sentences[lo].Start, End: p.doc.Sentences[hi].End}
}

// mood is how a verb stands: what is done, what would be good to do, what is to be done.
type mood uint8

const (
	// moodNone is a noun, or a verb that nobody is asked to follow.
	moodNone mood = iota
	// moodDescribes tells what something does: "reads", "reading".
	moodDescribes
	// moodPolite asks: "it helps to call", "consider calling".
	moodPolite
	// moodOrders orders: "call", "you must call", "has to be called".
	moodOrders
)

// fillers may stand between the start of a clause and its imperative.
var fillers = wordSet(`please first then also always immediately just simply and you now kindly instead either both only or next finally
	additionally afterwards beforehand subsequently meanwhile therefore so thus quietly silently secretly covertly automatically do not never to but again once directly must should
	assistant model agent step important note critical required mandatory warning attention`)

// modals make the verb that follows an order.
var modals = wordSet(`must shall should need needs have has ought required require requires sure remember mandatory necessary essential
	imperative crucial important obliged supposed expected instructed asked told ensure will`)

var polites = wordSet(`please helps help recommended recommend advisable suggest suggested consider best better good useful helpful
	worth ideally want may might can could encouraged preferable wise customary practice idea beneficial appreciated kindly prefer
	convenient sensible prudent`)

func wordSet(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// mood judges the verb at word i.
func (p *prose) mood(i int) mood {
	w := p.doc.Words[i]
	f := w.Fold
	if p.isName(i) {
		return moodNone
	}
	switch {
	case strings.HasSuffix(f, "ing") && len(f) > 5:
		return p.gerund(i)
	case thirdPerson(f):
		if p.modelActs(i) {
			return moodOrders
		}
		return moodDescribes
	case strings.HasSuffix(f, "ed") && len(f) > 4 && w.Stem() != f && f != "need" && f != "embed" && f != "feed", f == "sent", f == "forwarded":
		return p.passive(i)
	}
	clause := p.doc.Clauses[w.Clause()].Start
	// back is how far a modal may stand from its verb: "you must, in every case, first call".
	const back = 5
	fillersOnly := true
	for k := i - 1; k >= max(clause, i-back); k-- {
		pf := p.fold(k)
		if modals[pf] {
			if pf == "will" && p.fold(k-1) != "you" && !p.has(k-1, cModel) {
				return moodDescribes
			}
			return moodOrders
		}
		if polites[pf] {
			return moodPolite
		}
		if !fillers[pf] {
			fillersOnly = false
			if k == i-1 && (pf == "the" || pf == "a" || pf == "an" || pf == "of" || pf == "this" || pf == "your") {
				return moodNone
			}
		}
	}
	if i-clause > back {
		fillersOnly = false
	}
	if !fillersOnly {
		return p.chained(i, clause)
	}
	if p.ownFunction(clause) {
		return moodDescribes
	}
	return moodOrders
}

// isName reports whether word i is the name of an argument ("query=...") or a word of a short quotation.
func (p *prose) isName(i int) bool {
	w := p.doc.Words[i]
	if after := p.doc.Raw[w.End():]; strings.HasPrefix(after, "=") || strings.HasPrefix(after, ":") && w.Fold != "bcc" && w.Fold != "first" || strings.HasPrefix(after, "\":") || strings.HasPrefix(after, "':") {
		return true
	}
	q, ok := p.doc.Quoted(w.Start(), w.End())
	// A quotation of fewer bytes is a name or a value, not a sentence.
	const sentence = 24
	return ok && q.End-q.Start < sentence
}

// chained finds verbs that share a modal or an imperative with one before: "read the file and pass it on".
func (p *prose) chained(i, clause int) mood {
	// reach is the longest stretch between two verbs of one order, in words.
	const reach = 14
	prev := p.fold(i - 1)
	if prev != "and" && prev != "then" && prev != "or" && prev != "also" && prev != "to" && prev != "first" && prev != "silently" {
		return moodNone
	}
	for k := i - 2; k >= max(p.sentence(i).Start, i-reach); k-- {
		if !p.tags[k].Any(verbs) {
			continue
		}
		if k == clause || fillers[p.fold(k-1)] || modals[p.fold(k-1)] || p.doc.Words[k].Clause() != p.doc.Words[max(k-1, 0)].Clause() {
			if thirdPerson(p.fold(k)) {
				return moodDescribes
			}
			if p.ownFunction(clause) && k == clause {
				return moodDescribes
			}
			return moodOrders
		}
	}
	if prev == "to" {
		return moodDescribes
	}
	return moodNone
}

// verbs are the concepts of doing.
var verbs = text.Of(cUse, cRead, cSend, cPut, cChange, cRoute, cRemove, cReveal, cTell, cShow, cStore, cCollect, cOverride)

// ownFunction reports whether the clause that starts at word c opens the field's description of itself: "Read a file" at
// the head of a description says what the tool does.
func (p *prose) ownFunction(c int) bool {
	if c != 0 {
		return false
	}
	switch p.field.Role {
	case detect.RoleDescription, detect.RoleTitle, detect.RoleParameterDescription, detect.RoleParameterTitle, detect.RoleName,
		detect.RoleParameterName, detect.RoleKey, detect.RoleEnum:
		return true
	}
	return false
}

func (p *prose) gerund(i int) mood {
	for k := i - 1; k >= max(p.sentence(i).Start, i-3); k-- {
		switch f := p.fold(k); f {
		case "by":
			if prev := p.fold(k - 1); prev == "start" || prev == "begin" {
				return moodOrders
			}
		case "consider", "recommend", "suggest", "advise", "worth", "start", "begin":
			return moodPolite
		case "requires", "require", "requiring":
			return moodOrders
		}
	}
	return moodDescribes
}

// passive judges participles: "must be called first", "is called".
func (p *prose) passive(i int) mood {
	if p.byModel(i) {
		return moodOrders
	}
	for k := i - 1; k >= max(p.sentence(i).Start, i-6); k-- {
		f := p.fold(k)
		if f == "be" || f == "been" || f == "being" || fillers[f] && !modals[f] {
			continue
		}
		if modals[f] || (f == "is" || f == "are") && p.fold(k+1) == "to" {
			if f == "will" {
				return moodDescribes
			}
			return moodOrders
		}
		if f == "can" || f == "could" {
			// What can be done is no request.
			return moodDescribes
		}
		if polites[f] {
			return moodPolite
		}
		break
	}
	return moodDescribes
}

// thirdPerson reports whether the word has the ending of "reads", "passes".
func thirdPerson(f string) bool {
	if len(f) < 4 || f[len(f)-1] != 's' || f[len(f)-2] == 's' {
		return false
	}
	switch f {
	case "access", "always", "process", "bypass", "cookies", "contents", "this", "address":
		return false
	}
	return true
}
