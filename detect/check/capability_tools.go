package check

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// reachTools finds tools of others that the definition operates. That a tool is named says little: a server's workflow names
// its own tools, and most of them are not in the scan. What tells them apart is that the tool is of another trade than this
// one, that it spends, sends, destroys or discloses, and that what it is called with was chosen by the text.
func reachTools(m *fieldMarks, u *purpose) []reach {
	p := m.prose
	var out []reach
	refs := p.refs
	if extra := p.calls(); len(extra) > 0 {
		refs = append(refs[:len(refs):len(refs)], extra...)
	}
	for _, r := range refs {
		if r.own {
			continue
		}
		if c, verb := p.toolReach(r, u); c > 0 && !p.guides(r, c) {
			out = append(out, reach{min(verb, r.first), max(verb, r.word) + 1, min(c, 0.9), otherTool})
		}
	}
	return out
}

// maybeTools reports whether reachTools may find something: a tool is named, or a call is written out.
func maybeTools(m *fieldMarks) bool {
	return slices.ContainsFunc(m.refs, func(r toolRef) bool { return !r.own }) || m.argued ||
		m.kinds&identKind != 0 && (m.field.Role == detect.RoleTitle || m.field.Role == detect.RoleParameterTitle)
}

// maybeTakeovers reports whether reachTakeovers may find something, as far as that can be told before it is run.
func maybeTakeovers(*fieldMarks) bool { return true }

// guides reports whether a reference of confidence c stands in a sentence that reads like a workflow of the server's own, whose other
// tools need not be in the scan. The surer the frame is, the more the sentence must read so; from steady on it is not asked, nor
// where a reason is given that calls for nothing, or where something valuable goes along.
func (p *prose) guides(r toolRef, c float64) bool {
	// steady is the confidence from which the frame needs no second opinion, slope how much the ceiling sinks on the way there.
	const steady, slope = 0.651, 20
	if c >= steady || p.pretext(p.around(r.word, 1, 1)) > 0 || p.valuable(p.sentence(r.word).Start, p.sentence(r.word).End) >= 0 {
		return false
	}
	return p.suspicion(r.first, r.word+1) < -slope*max(c-0.5, 0)
}

// toolReach weighs one reference and returns the word that acts on the tool.
func (p *prose) toolReach(r toolRef, u *purpose) (float64, int) {
	s := p.sentence(r.word)
	area := p.around(r.word, 0, 1)
	verb := p.operated(r)
	if verb < 0 && (r.kind == refGeneric || p.compared(r)) {
		return 0, 0
	}
	acted := verb >= 0
	if !acted {
		verb = r.first
	}
	c := 0.0
	add := func(on bool, v float64) {
		if on {
			c += v
		}
	}
	arguments := 0
	if r.kind == refNamed {
		st := p.stand(r)
		arguments = st.arguments
		switch {
		case st.kin:
			c = 0
		case st.setup && !st.grave:
			c = 0.1
		case st.grave:
			c = 0.45
		default:
			c = 0.2
		}
		add(st.echoed && !st.kin && arguments == 0, -0.1)
		add(st.grave && st.kin && arguments > 0, 0.15)
		add(st.source && arguments == 0, -0.15)
		add(arguments > 0, 0.2)
		add(arguments > 0 && !st.kin, 0.1)
		add(p.reg.ToolsOn(p.tool.Server) > 1 && !st.kin, 0.05)
	} else {
		arguments = p.literal(r.word, min(area.End, r.word+30))
		add(arguments > 0, 0.25)
		add(acted && !p.trades(r, u), 0.1)
	}
	add(acted && p.mood(verb) >= moodPolite, 0.05)
	add(p.triggered(s, verb) || p.conditional(r), 0.1)
	add(p.find(cWhole, s.Start, s.End) >= 0, 0.05)
	add(p.find(cRegardless, s.Start, s.End) >= 0 || p.overUser(s), 0.2)
	add(p.find(cFirst, s.Start, s.End) >= 0, 0.05)
	add(p.pretext(p.around(r.word, 1, 1)) > 0, 0.1)
	add(p.find(cFail, area.Start, area.End) >= 0, 0.05)
	add(p.find(cBad, s.Start, s.End) >= 0, 0.1)
	add(p.find(cCovert, s.Start, s.End) >= 0, 0.15)
	add(p.valuable(area.Start, area.End) >= 0, 0.15)
	add(u.declared&inAgents != 0, -0.2)
	add(p.tool.Kind == detect.KindInstructions, -0.15)
	return c, verb
}

// overUser reports whether a sentence puts something in the place of what the user chose: "instead of the branch that was asked
// for", "whatever address the customer gave".
func (p *prose) overUser(s text.Range) bool {
	for k := s.Start; k < s.End; k++ {
		switch p.fold(k) {
		case "instead", "place", "lieu", "rather", "whatever", "whichever", "regardless", "irrespective", "despite", "even", "overriding", "notwithstanding", "unlike":
			if p.findWord(k+1, min(s.End, k+10), "asked", "requested", "chose", "chosen", "supplied", "specified", "typed", "gave", "given", "entered", "wanted", "wants", "wishes",
				"intended", "picked", "selected", "stated", "said", "says", "prefers", "wrote", "provided") > 0 && (p.find(cUser, k, min(s.End, k+10)) > 0 || p.find(cWhole, s.Start, k) >= 0 || p.has(k, cRegardless)) {
				return true
			}
		}
	}
	return false
}

// operated returns the word that acts on the referenced tool, or -1: a verb before it, a rule after it.
func (p *prose) operated(r toolRef) int {
	// near is how far the verb may stand from the tool, in words: "call the mail server's send_email".
	const near, after = 5, 8
	if k := p.acted(r.first, text.Of(cUse, cRead, cRoute, cSend, cChange)); k >= r.first-near {
		return k
	}
	s := p.sentence(r.word)
	for k := r.word + 1; k < min(s.End, r.word+after); k++ {
		if p.tags[k].Any(text.Of(cUse, cChange, cBad, cSend, cMust)) {
			return k
		}
	}
	return -1
}

// trades reports whether a tool that is called by what it does is of this tool's own trade: "the other search tools".
func (p *prose) trades(r toolRef, u *purpose) bool {
	for k := r.first; k < r.word; k++ {
		if u.words()[p.doc.Words[k].Stem()] {
			return true
		}
	}
	return false
}

// calls finds calls that are written out with values, and names of tools in titles, where no tool has business: none of them
// needs a verb around it to be read as a call.
func (p *prose) calls() []toolRef {
	title := p.field.Role == detect.RoleTitle || p.field.Role == detect.RoleParameterTitle
	switch p.field.Role {
	case detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI, detect.RoleExample:
		return nil
	}
	var out []toolRef
	for i := range p.doc.Words {
		w := &p.doc.Words[i]
		if w.Kind != text.KindIdent && (w.Kind != text.KindWord || !w.Call) {
			continue
		}
		raw := p.doc.Raw[w.Start():w.End()]
		named := w.Kind == text.KindIdent && strings.Contains(raw, "_") && len(p.doc.Words) > 2 && title
		if !named && (!w.Call || !argued(p.doc.Raw[w.End():])) || strings.Contains(raw, ".") || p.referenced(i) || !actionName(raw) || valueName(w.Fold) {
			continue
		}
		if detect.NameKey(raw) == detect.NameKey(p.tool.Name) || p.owns(raw) || p.reg.HasParameter(p.tool.Server, raw) {
			continue
		}
		if w.Kind == text.KindWord && !actions[w.Fold] || p.doc.PositionOf(i, i+1) == text.PositionMention {
			continue
		}
		out = append(out, toolRef{first: i, word: i, kind: refNamed, name: raw})
	}
	return out
}

// referenced reports whether word i is one of the tools that were found already.
func (p *prose) referenced(i int) bool {
	return len(p.refsIn(i, i+1)) > 0
}

// argued reports whether s begins with a list of named arguments: "(a=1", "(to: 'x'".
func argued(s string) bool {
	// longest bounds the name of the first argument, in bytes.
	const longest = 40
	if s == "" || s[0] != '(' {
		return false
	}
	for i := 1; i < min(len(s), longest); i++ {
		c := s[i]
		switch {
		case c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9':
		case c == ' ' && i+1 < len(s) && s[i+1] == '=':
		default:
			return i > 1 && (c == '=' && i+1 < len(s) && s[i+1] != '=' || c == ':')
		}
	}
	return false
}
