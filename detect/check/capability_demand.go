package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// A demand is what a parameter asks to be filled with, where that is more than input: things which only the model has, or
// which are the user's. Each kind has the domains that explain it.
type demandKind uint8

const (
	_ demandKind = iota
	// wantsTalk is the conversation or parts of it.
	wantsTalk
	// wantsPrompt is the instructions that the model works under.
	wantsPrompt
	// wantsSelf is the model: which it is, what it thinks, what it remembers.
	wantsSelf
	// wantsTools is the tools and servers that the model can reach.
	wantsTools
	// wantsSecrets is the credentials that the model has come across.
	wantsSecrets
	// wantsPerson is facts about the user that the tool has no use for.
	wantsPerson
	// wantsFiles is the contents of files, folders or windows at large.
	wantsFiles
	// wantsHost is the environment of the machine.
	wantsHost
)

// explained gives each kind the domains in which it is input like any other.
var explained = map[demandKind]domain{
	wantsTalk: inTalk | inMail, wantsPrompt: inTalk | inAgents, wantsSelf: inTalk | inAgents, wantsTools: inAgents | inTalk,
	wantsSecrets: inSecrets | inSecurity, wantsPerson: inMail | inSecurity, wantsFiles: inFiles, wantsHost: inHost | inShell | inCode | inSecurity | inSecrets,
}

// demand is one thing asked for at words [from, to). It is plain when the text says that all of it is meant, or that it is
// to be taken from the session: nobody but the model can fill that in.
type demand struct {
	kind     demandKind
	from, to int
	plain    bool
	// whole is true when everything of its kind is asked for.
	whole bool
}

// confidence is how sure it is that the demand is out of scope.
func (d demand) confidence() float64 {
	c := 0.5
	if d.plain {
		c += 0.1
	}
	if d.whole {
		c += 0.1
	}
	return c
}

// maybeDemand reports whether word i may be a demand.
func (m *fieldMarks) maybeDemand(i int) bool {
	w := &m.doc.Words[i]
	switch w.Kind {
	case text.KindPath:
		return true
	case text.KindWord:
		return m.at[i].Has(mDemand) || m.tags[i].Any(kept)
	case text.KindIdent:
		return m.at[i].Has(mDemand) || sensitivePath(w.Fold)
	}
	return false
}

// mayDemand reports whether one of the words [from, to) may be a demand.
func (m *fieldMarks) mayDemand(from, to int) bool {
	if m.innocent() {
		return false
	}
	for i := from; i < to; i++ {
		if m.maybeDemand(i) {
			return true
		}
	}
	return false
}

// innocent reports whether none of the field's words may be a demand: see maybeDemand.
func (m *fieldMarks) innocent() bool {
	return m.kinds&(pathKind|identKind) == 0 && !m.own.Has(mDemand) && !m.all.Any(kept)
}

// demands finds what words [from, to) ask for.
func (m *fieldMarks) demands(from, to int) []demand {
	p := m.prose
	var out []demand
	if m.innocent() {
		return nil
	}
	for i := from; i < to; i++ {
		if !m.maybeDemand(i) || p.doc.Negated(i) ||
			p.positionAt(i) == text.PositionMention || p.refused(i) || p.findWord(max(from, i-2), i, "replace", "mask", "redact", "remove", "omit", "strip") >= 0 {
			continue
		}
		if d, ok := p.demandAt(i, from, to); ok {
			out = append(out, d)
		}
	}
	return out
}

// demandAt judges word i.
func (p *prose) demandAt(i, from, to int) (demand, bool) {
	// before and after are how far the words that make a thing a demand may stand from it.
	const before, after = 6, 9
	s := p.sentence(i)
	z := zone{i: i, from: from, to: to, lo: max(from, s.Start, i-before), hi: min(to, s.End, i+after)}
	z.whole = p.anyWord(wholly.words(), z.lo, i)
	z.all = z.whole || p.anyWord(lately.words(), z.lo, i)
	z.yours = p.findWord(z.lo, z.hi, "you", "your", "yourself", "yours") >= 0
	z.session = p.inSession(from, to, i)
	for _, kind := range demandKinds {
		if plain, ok := kind.asks(p, z); ok {
			return demand{kind: kind.kind, from: i, to: i + 1, plain: plain, whole: z.whole}, !p.passing(i, s.Start)
		}
	}
	return demand{}, false
}

// passing reports whether word i is only spoken of: what is read "from" it, "via" it, "if" it is there.
func (p *prose) passing(i, from int) bool {
	clause := p.doc.Clauses[p.doc.Words[i].Clause()].Start
	return p.findWord(max(from, clause), i, "from", "via", "default", "defaults", "using", "uses", "use", "see", "if", "unless", "when", "reads", "overrides", "override",
		"without", "requires", "cause", "causes", "exceed", "falls", "instead", "avoid", "against", "matching", "where", "configured", "like", "as") >= 0 &&
		p.findWord(max(from, clause), i, "user", "you", "your", "user's") < 0
}

// carried are verbs that say what a parameter is filled with, as stems.
var carried = lazyWords{stemmed: true, list: `carry contain hold consist comprise receive take get go put fill set include write pass supply paste store copy append place populate
	expect want attach feed`}

// parameterDemands returns the demands of a field that says what a parameter is to be filled with: the description, title,
// default or value list of an input parameter, or a sentence of the tool's description that names one of its parameters.
func (m *fieldMarks) parameterDemands() []demand {
	p := m.prose
	switch p.field.Role {
	case detect.RoleParameterDescription, detect.RoleParameterTitle, detect.RoleDefault, detect.RoleEnum, detect.RoleConst, detect.RoleExample:
		if p.field.Output && p.find(cModel, 0, len(p.tags)) < 0 || p.field.Role == detect.RoleExample && len(p.doc.Words) < 4 {
			return nil
		}
		return m.demands(0, len(p.doc.Words))
	case detect.RoleDescription, detect.RoleInstructions:
		if !m.mayDemand(0, len(p.doc.Words)) || !p.reg.HasParameters(p.tool.Server) {
			return nil
		}
		var found []demand
		for _, s := range p.doc.Sentences {
			if !m.mayDemand(s.Start, s.End) || !p.namesParameter(s) {
				continue
			}
			if ds := m.demands(s.Start, s.End); len(ds) > 0 {
				found = append(found, ds...)
			}
		}
		return found
	}
	return nil
}

// fieldDemands are the parameterDemands of a field, or of another reading of it. Two checks ask for them.
type fieldDemands struct {
	of    *prose
	doc   *text.Doc
	found []demand
}

// are reports whether they are those of the prose, as it stands.
func (d *fieldDemands) are(p *prose) bool { return d.of == p && d.doc == p.doc }

// sharedDemands returns the parameterDemands of a field as it stands, found once for all checks that inspect the tool. They are not to
// be changed.
func (m *fieldMarks) sharedDemands() []demand {
	d := m.tool.Memo("check.demands", m.index, func() any { return &fieldDemands{m.prose, m.doc, m.parameterDemands()} }).(*fieldDemands)
	if d.are(m.prose) {
		return d.found
	}
	return m.parameterDemands()
}

// parameterDemands reads them of a field whose words may not have been marked yet. They are not to be changed.
func (p *prose) parameterDemands() []demand {
	switch p.field.Role {
	case detect.RoleParameterDescription, detect.RoleParameterTitle, detect.RoleDefault, detect.RoleEnum, detect.RoleConst, detect.RoleExample:
	case detect.RoleDescription, detect.RoleInstructions:
		if !p.reg.HasParameters(p.tool.Server) {
			return nil
		}
	default:
		return nil
	}
	read := func() *fieldDemands {
		m := markedPool.Get().(*fieldMarks)
		defer m.free()
		return &fieldDemands{p, p.doc, m.mark(p).parameterDemands()}
	}
	d := p.tool.Memo("check.demands", p.index, func() any { return read() }).(*fieldDemands)
	if !d.are(p) {
		d = read()
	}
	return d.found
}

// unexplained returns the demands that the purpose does not explain.
func (u *purpose) unexplained(found []demand) []demand {
	var kept []demand
	for _, d := range found {
		if u.stated&explained[d.kind] == 0 {
			kept = append(kept, d)
		}
	}
	return kept
}

// namesParameter reports whether a sentence says what one of the tool's own parameters is filled with: the name stands in
// back-ticks or has an underscore, or "parameter" stands beside it, and a verb of carrying is near.
func (p *prose) namesParameter(s text.Range) bool {
	for k := s.Start; k < s.End; k++ {
		w := p.doc.Words[k]
		raw := p.doc.Raw[w.Start():w.End()]
		if !p.reg.HasParameter(p.tool.Server, raw) {
			continue
		}
		_, quoted := p.doc.Quoted(w.Start(), w.End())
		labelled := w.End() < len(p.doc.Raw) && p.doc.Raw[w.End()] == ':'
		if labelled || (quoted || w.Kind == text.KindIdent || p.findWord(max(s.Start, k-2), min(s.End, k+3), "parameter", "field", "argument") >= 0) && p.anyStem(carried.words(), s.Start, s.End) ||
			quoted && s.End-k < 24 {
			return true
		}
	}
	return false
}
