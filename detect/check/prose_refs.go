package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// refKind says how a text names a tool.
type refKind uint8

const (
	// refNamed is a tool called by its name.
	refNamed refKind = iota
	// refGeneric is a tool called by what it does: "the file reading tool", "any e-mail tool".
	refGeneric
)

// toolRef is a tool that a text names and that is not the tool itself.
type toolRef struct {
	// word is the index of the name's last word, first that of its first.
	first, word int
	kind        refKind
	name        string
	// own is true for tools of the same server.
	own bool
	// stand is set for foreign tools that are called by name.
	stand standing
}

// maxStands bounds the references of one field whose standing is judged, which takes looking through the sentence.
const maxStands = 200

// findRefs finds the tools the field names: identifiers that stand where a tool stands (called, or beside the word
// "tool"), and noun phrases that end in "tool". Names of the server's own parameters are none.
func (p *prose) findRefs() []toolRef {
	var refs []toolRef
	switch p.field.Role {
	case detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI:
		return nil
	}
	if !p.meets(refNeeds) {
		return nil
	}
	quoted := len(p.doc.Quotes) > 0
	// own is the key of the tool's name once there is a name to compare it with.
	own, known := "", false
	for i := range p.doc.Words {
		w := &p.doc.Words[i]
		name := w.Fold
		start, end := w.Start(), w.End()
		switch {
		case w.Kind == text.KindIdent:
			if !p.standsAsTool(i) && !p.calledWith(i) {
				continue
			}
		case w.Kind == text.KindWord && quoted && p.markedName(i) && p.besideToolNoun(i):
		case w.Kind == text.KindWord && w.Call && p.calledWith(i):
		case w.Kind == text.KindWord && (name == "tool" || name == "function" || name == "tools"):
			r := toolRef{first: p.genericRef(i), word: i, kind: refGeneric, name: name}
			if r.first >= 0 && p.actionRef(r) {
				refs = append(refs, r)
			}
			continue
		default:
			continue
		}
		raw := p.doc.Raw[start:end]
		if !known {
			own, known = detect.NameKey(p.tool.Name), true
		}
		if detect.NameKey(raw) == own || p.reg.HasParameter(p.tool.Server, raw) && !p.reg.Owns(p.tool.Server, raw) {
			continue
		}
		r := toolRef{first: i, word: i, kind: refNamed, name: raw, own: p.owns(raw)}
		if len(refs) < maxStands {
			r.stand = p.stand(r)
		}
		refs = append(refs, r)
	}
	p.adoptLists(refs)
	return refs
}

// ruledHere reports whether what follows the identifier at word i lays down a value for it: "in place_order set note".
func (p *prose) ruledHere(i int) bool {
	if prev := p.fold(i - 1); prev != "in" && prev != "for" && prev != "on" || i+1 >= len(p.doc.Words) || p.doc.Words[i+1].Sentence() != p.doc.Words[i].Sentence() {
		return false
	}
	return (p.has(i+1, cChange) || p.has(i+1, cPut)) && !thirdPerson(p.fold(i+1)) && !strings.HasSuffix(p.fold(i+1), "ed") && !p.isName(i+1)
}

// adoptLists takes three or more names in a row, without a moment or an argument, for a list of the server's own tools:
// "Use read_file, write_file and list_directory to work with files".
func (p *prose) adoptLists(refs []toolRef) {
	const (
		// row is how many names make a list, apart how many words may stand between two of them.
		row, apart = 3, 2
	)
	for from := 0; from < len(refs); {
		to := from + 1
		for to < len(refs) && refs[to].kind == refNamed && refs[to].first-refs[to-1].word <= apart &&
			p.doc.Words[refs[to].word].Sentence() == p.doc.Words[refs[from].word].Sentence() {
			to++
		}
		s := p.sentence(refs[from].word)
		staged := p.find(cTrigger, s.Start, s.End) >= 0 || p.find(cFirst, s.Start, s.End) >= 0 || p.find(cBefore, s.Start, s.End) >= 0 || p.find(cCovert, s.Start, s.End) >= 0
		for k := from; k < to; k++ {
			staged = staged || refs[k].stand.arguments > 0 || refs[k].kind != refNamed
		}
		for k := from; k < to && to-from >= row && !staged; k++ {
			refs[k].own = true
		}
		from = to
	}
}

// owns reports whether the server has a tool of that name, plain or qualified ("server.tool", "mcp_tool_name").
func (p *prose) owns(name string) bool {
	if p.reg.Owns(p.tool.Server, name) || p.reg.Kin(p.tool.Server, name) {
		return true
	}
	// prefixes is how many qualifying words a name may carry: mcp_jira_get_issue for get_issue.
	const prefixes = 3
	for range prefixes {
		k := strings.IndexAny(name, "._:/-")
		if k < 0 {
			return false
		}
		if name = strings.TrimLeft(name[k:], "._:/-"); p.reg.Owns(p.tool.Server, name) {
			return true
		}
	}
	return false
}

// notTools are words before "tool" that point at this tool or at none in particular.
var notTools = wordSet(`this the that a an same each every following first next appropriate right specific such our its my your these those
	powerful simple useful single of new main primary essential mcp all any no with and or using which what when one more local current
	best only two three most multiple various related helper utility analysis`)

// genericRef returns the first word of a phrase such as "the file reading tool" that ends at word i, or -1.
func (p *prose) genericRef(i int) int {
	prev := i - 1
	if prev < 0 || strings.Trim(p.doc.Gap(i), " \n`'\"-") != "" || p.doc.Words[prev].Clause() != p.doc.Words[i].Clause() || p.doc.Words[prev].Kind != text.KindWord || notTools[p.fold(prev)] {
		return -1
	}
	for k := prev; k >= max(p.doc.Clauses[p.doc.Words[i].Clause()].Start, i-5); k-- {
		switch p.fold(k) {
		case "the", "any", "your", "available", "other", "every", "another", "all":
			return k
		case "this", "a", "an", "our":
			return -1
		}
	}
	return -1
}

// standsAsTool reports whether the identifier at word i stands where a tool stands: called with "(", beside the word
// "tool", or the object of a verb of calling.
func (p *prose) standsAsTool(i int) bool {
	w := p.doc.Words[i]
	raw := p.doc.Raw[w.Start():w.End()]
	name := w.Fold
	if dottedTool(raw) {
		name = name[strings.LastIndexByte(name, '.')+1:]
	}
	if valueName(name) || p.isOperand(i) || p.besideFieldNoun(i) {
		return false
	}
	beside := p.besideToolNoun(i)
	if head, _, _ := strings.Cut(name, "_"); !beside && !headVerbs[head] && valueEnding(name) && !w.Call && !p.calledHere(i) {
		return false
	}
	if p.listed(i) {
		return false
	}
	if raw[0] >= 'A' && raw[0] <= 'Z' {
		// CloudTrail, GitHub: names of products, unless it is said to be a tool.
		return beside && actionName(raw) && !strings.Contains(raw, ".") && !strings.Contains(detect.NameKey(p.tool.Server+p.tool.Name), detect.NameKey(raw))
	}
	if beside && (!strings.Contains(raw, "-") || actionName(raw)) {
		return true
	}
	if strings.Contains(p.doc.Raw[w.End():min(len(p.doc.Raw), w.End()+1)], "=") {
		return false
	}
	sentence := p.sentence(i)
	if strings.Contains(w.Fold, "_") && p.ruledHere(i) {
		return true
	}
	acts := actionName(raw) || dottedTool(raw)
	if !strings.ContainsAny(raw, "_-.") {
		// camelCase is the style of fields and settings; a tool is called, or its siblings are named so.
		acts = acts && beginsWithAction(raw) && (w.Call || p.calledHere(i) || camelCase(p.tool.Name))
		if !acts {
			return p.calledHere(i)
		}
	}
	if strings.Contains(raw, "-") && !strings.ContainsAny(raw, "_.") {
		return acts && (p.calledHere(i) || w.Call || p.has(i-1, cUse))
	}
	quote, quoted := p.doc.Quoted(w.Start(), w.End())
	quoted = quoted && quote.Mark != '`'
	// near is how far the verb may stand from the name: "call the mail server's send_email", "use A or B".
	const near = 5
	for k := i - 1; k >= max(sentence.Start, i-near); k-- {
		if p.has(k, cUse) && (acts || p.fold(k) != "use" && p.fold(k) != "using" || w.Call) {
			return true
		}
		if acts && (p.has(k, cTrigger) || p.has(k, cRoute) || p.has(k, cInstead)) {
			return true
		}
		switch p.fold(k) {
		case "with", "via", "through", "like", "than", "of", "to", "from", "by", "see":
			if acts && !quoted {
				return true
			}
		}
	}
	if !acts {
		return w.Call && p.calledHere(i)
	}
	if acts && strings.Contains(w.Fold, "_") && !quoted {
		return true
	}
	for k := i + 1; k < min(sentence.End, i+8); k++ {
		if p.has(k, cUse) || p.has(k, cBad) || p.has(k, cMust) || p.has(k, cFirst) || p.has(k, cOperation) {
			return true
		}
	}
	return w.Call && acts
}

// listed reports whether the identifier at word i is one of three or more in a row with nothing but commas, "and" and brackets
// between them: a list of fields, settings or further tools, not an order.
func (p *prose) listed(i int) bool {
	n, first := 1, i
	for _, step := range []int{-1, 1} {
		for k := i + step; k >= 0 && k < len(p.doc.Words) && n < 3; k += step {
			w := p.doc.Words[k]
			if gap := p.doc.Gap(max(k, k-step)); len(gap) > 8 || strings.ContainsAny(gap, ".;=\n") && strings.Trim(gap, " \n`'\"*-") != "" {
				break
			}
			if w.Kind == text.KindIdent {
				n++
				first = min(first, k)
			} else if w.Fold != "and" && w.Fold != "or" {
				break
			}
		}
	}
	return n >= 3 && !p.doc.Words[i].Call && !p.has(first-1, cUse) && !p.has(first-1, cBefore) && !p.has(first-1, cAfter)
}

// calledWith reports whether the word is written as a call with named values, outside of quotations and examples:
// post(text='...'). Only tools are called so; functions of programming languages take their arguments by place.
func (p *prose) calledWith(i int) bool {
	// longest is how far the first value may stand from the name, in bytes.
	const longest = 40
	w := p.doc.Words[i]
	if !w.Call || len(w.Fold) < 4 || w.Start() > 0 && strings.IndexByte(".$", p.doc.Raw[w.Start()-1]) >= 0 || p.doc.Introduced(i) {
		return false
	}
	if q, ok := p.doc.Quoted(w.Start(), w.End()); ok && q.Mark != '`' {
		return false
	}
	after := p.doc.Raw[w.End()+1 : min(len(p.doc.Raw), w.End()+longest)]
	k := strings.IndexAny(after, "=:),( \n")
	return k > 1 && after[k] == '=' && k+1 < len(after) && strings.IndexByte("=>.<{", after[k+1]) < 0
}

// isOperand reports whether the identifier at word i is part of an expression or of quoted code: "status = x", "a eq b", a
// property reached with a dot.
func (p *prose) isOperand(i int) bool {
	w := p.doc.Words[i]
	after := strings.TrimLeft(p.doc.Raw[w.End():min(len(p.doc.Raw), w.End()+4)], " ")
	if len(w.Fold) > 2 && raw1(p.doc.Raw[w.Start():w.End()]) || w.Start() > 1 && p.doc.Raw[w.Start()-2] == '[' {
		return true
	}
	rest := p.doc.Raw[w.End():]
	label := strings.HasPrefix(rest, ":")
	switch p.field.Role {
	case detect.RoleTitle, detect.RoleComment, detect.RoleMeta, detect.RoleEnum, detect.RoleConst:
		// Here no list of parameters is expected: "send_mail: add x to bcc".
		label = label && !beginsWithAction(p.doc.Raw[w.Start():w.End()])
	}
	if label && i > 0 && p.doc.Words[i-1].Sentence() == w.Sentence() {
		switch p.fold(i - 1) {
		case "with", "to", "for", "of", "by", "via", "through", "call", "run", "invoke":
			label = false
		}
	}
	if label || strings.HasPrefix(rest, "\":") || strings.HasPrefix(rest, "':") || w.Start() > 0 && p.doc.Raw[w.Start()-1] == '/' {
		return true
	}
	if f := p.fold(i + 1); (f == "is" || f == "are" || f == "equals") && (p.doc.Raw[w.Start():w.End()] == w.Fold || !w.Call) {
		switch next := p.fold(i + 2); next {
		case "true", "false", "none", "null", "unset", "set", "empty", "omitted", "enabled", "disabled", "absent", "present", "missing", "specified", "provided", "given":
			return true
		}
	}
	if after != "" && strings.ContainsRune("=<>~", rune(after[0])) || p.fold(i+1) == "eq" && p.doc.Words[i+1].Sentence() == w.Sentence() {
		return true
	}
	if q, ok := p.doc.Quoted(w.Start(), w.End()); ok && q.End-q.Start > w.End()-w.Start()+6 && (q.Mark != '`' || !w.Call) && q.End-q.Start < 60 {
		return true
	}
	if k := strings.IndexByte(w.Fold, '.'); k > 0 {
		raw := p.doc.Raw[w.Start():w.End()]
		last := strings.LastIndexByte(raw, '.')
		if dottedTool(raw) && (p.calledHere(i) || p.besideToolNoun(i) || p.ruledHere(i) || p.fold(i+1) == "is" && p.fold(i+2) == "called") {
			return false
		}
		return last < 0 || last+1 >= len(raw) || raw[last+1] < 'a' || raw[last+1] > 'z' || !actionName(raw[last+1:]) || k <= 4 && w.Call || !w.Call && !p.calledHere(i) && !p.besideToolNoun(i)
	}
	return p.doc.Introduced(i)
}

// calledHere reports whether a verb of calling stands right before word i: "call X", "invoke the X".
func (p *prose) calledHere(i int) bool {
	for k := i - 1; k >= max(p.sentence(i).Start, i-3) && !strings.ContainsAny(p.doc.Gap(k+1), ":;()"); k-- {
		if p.has(k, cUse) && p.fold(k) != "use" && p.fold(k) != "using" {
			return true
		}
	}
	return false
}
