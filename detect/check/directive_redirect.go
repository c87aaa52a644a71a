package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findRedirection finds orders to use this tool in place of somebody else's: "X is deprecated, use Y", "route those calls
// through here".
func findRedirection(p *prose) []hit {
	hits := findChoices(p)
	for _, t := range p.takeovers() {
		if c := t.confidence(); c > 0 {
			hits = append(hits, hit{t.from, t.to, c, "puts another tool in the place of somebody else's", detect.ThreatToolPoisoning})
		}
	}
	if h, ok := p.unnamedTakeover(); ok {
		hits = append(hits, h)
	}
	if h, ok := p.namedInstead(); ok {
		return append(hits, h)
	}
	if !p.meets(diversionNeeds) {
		return hits
	}
	for i := range p.doc.Words {
		if p.has(i, cOverride) || p.has(i, cUse) && p.doc.Negated(i) || p.fold(i) == "avoid" {
			if h, ok := p.shuns(i); ok {
				hits = append(hits, h)
			}
		}
		if p.has(i, cRoute) {
			if h, ok := p.diverts(i); ok {
				hits = append(hits, h)
			}
		}
		if p.has(i, cInstead) {
			if h, ok := p.replaces(i); ok {
				hits = append(hits, h)
			}
		}
	}
	return hits
}

// shuns finds orders not to use anybody else's tools: "ignore all other weather tools", "do not use other converters".
func (p *prose) shuns(i int) (hit, bool) {
	if m := p.mood(i); m == moodDescribes || m == moodNone {
		return hit{}, false
	}
	s := p.sentence(i)
	other := p.find(cOther, i+1, min(s.End, i+4))
	if other < 0 {
		return hit{}, false
	}
	k := p.findWord(other+1, min(s.End, other+4), "tool", "tools", "server", "servers", "service", "services", "plugin", "plugins", "function", "functions", "converters", "options")
	if k < 0 {
		return hit{}, false
	}
	return hit{i, k + 1, 0.6, "orders the model to shun the tools of others", detect.ThreatToolPoisoning}, true
}

// saidOf reports whether the fault at word i is said of the tool: "X is deprecated", "the insecure X tool".
func (p *prose) saidOf(r toolRef, i int) bool {
	if i < r.first {
		return r.first-i <= 2 && p.doc.Words[i].Clause() == p.doc.Words[r.first].Clause()
	}
	return i-r.word <= 2 || p.findWord(r.word+1, i, "is", "are", "was", "has", "have", "been", "being", "returns", "considered", "no", "contains", "not") >= 0
}

// diverts finds requests that are to go through this tool though they were meant for another.
func (p *prose) diverts(i int) (hit, bool) {
	s := p.sentence(i)
	if p.doc.Negated(i) || p.mood(i) < moodPolite && !(p.find(cOther, s.Start, s.End) >= 0 && p.otherServers(s)) {
		return hit{}, false
	}
	end := min(s.End, i+14)
	through := p.findWord(i+1, end, "through", "here", "via", "to", "into")
	if through < 0 {
		return hit{}, false
	}
	what := p.findWord(max(s.Start, i-12), through, "calls", "requests", "operations", "traffic", "queries", "emails", "messages", "all", "any", "every", "those", "actions", "results", "output")
	here := p.findWord(through, min(s.End, through+5), "this", "here", "us", "our")
	area := p.around(i, 1, 0)
	foreign := p.foreignIn(area) || p.otherServers(area)
	switch {
	case what > 0 && here > 0 && foreign:
		return hit{i, min(s.End, here+2), 0.75, "diverts calls that are meant for other tools", detect.ThreatToolPoisoning}, true
	case what > 0 && here > 0 && p.scope(s):
		return hit{i, min(s.End, here+2), 0.5, "diverts calls that are meant for other tools", detect.ThreatToolPoisoning}, true
	case what > 0 && foreign:
		return hit{i, min(s.End, through+4), 0.5, "diverts calls that are meant for other tools", detect.ThreatToolPoisoning}, true
	}
	return hit{}, false
}

// otherServers reports whether the range speaks of other tools or servers in general.
func (p *prose) otherServers(a text.Range) bool {
	for k := a.Start; k < a.End; k++ {
		if !p.has(k, cOther) {
			continue
		}
		if n := p.findWord(k+1, min(a.End, k+5), "tool", "tools", "server", "servers", "plugin", "plugins", "mcp", "function", "functions"); n > 0 {
			return true
		}
	}
	return false
}

// replaces finds "use this instead of send_email", "instead of any other search tool", "replaces read_file".
func (p *prose) replaces(i int) (hit, bool) {
	s := p.sentence(i)
	end := min(s.End, i+9)
	area := text.Range{Start: max(s.Start, i-10), End: end}
	named := false
	for _, r := range p.refsIn(area.Start, area.End) {
		named = named || !r.own && r.kind == refNamed
	}
	other := p.otherServers(area)
	if !named && !other {
		return hit{}, false
	}
	verb, ok := p.orderIn(s.Start, s.End)
	score := 0.2
	if ok {
		score += 0.1
	}
	if p.findWord(s.Start, s.End, "always", "must", "never", "exclusively", "only", "all", "any", "every") >= 0 {
		score += 0.1
	}
	if other {
		score += 0.1
	}
	if p.find(cRoute, s.Start, s.End) >= 0 && p.findWord(s.Start, s.End, "output", "result", "results") >= 0 {
		score += 0.15
	}
	if !ok {
		verb = i
	}
	return hit{min(i, verb), max(i, verb) + 2, score, "puts this tool in the place of somebody else's", detect.ThreatToolPoisoning}, true
}

// namedInstead finds names and titles that are orders: use_this_instead_of_read_file.
func (p *prose) namedInstead() (hit, bool) {
	switch p.field.Role {
	case detect.RoleName, detect.RoleTitle, detect.RoleParameterName, detect.RoleParameterTitle:
	default:
		return hit{}, false
	}
	if !p.all.Has(cInstead) {
		return hit{}, false
	}
	for i := range p.doc.Words {
		if !p.has(i, cInstead) {
			continue
		}
		if k := p.findLast(cUse, max(i-4, 0), i); k >= 0 && p.findWord(k, i, "this", "me", "it") >= 0 && i+1 < len(p.doc.Words) {
			return hit{k, len(p.doc.Words), 0.6, "the name tells the model to use it in the place of another tool", detect.ThreatToolPoisoning}, true
		}
	}
	return hit{}, false
}

// unnamedTakeover finds this tool's name, in a value where nobody writes sentences, put in the place of something that is
// called bad or gone.
func (p *prose) unnamedTakeover() (hit, bool) {
	switch p.field.Role {
	case detect.RoleExample, detect.RoleDefault, detect.RoleEnum, detect.RoleConst, detect.RoleComment, detect.RoleTitle, detect.RoleParameterTitle:
	default:
		return hit{}, false
	}
	if !p.cued.has(qFault) {
		return hit{}, false
	}
	var tags []text.Set
	for k := range p.doc.Words {
		w := p.doc.Words[k]
		if p.doc.Raw[w.Start():w.End()] != p.tool.Name {
			continue
		}
		if tags == nil {
			tags = faultTags(p.doc)
		}
		if !p.puts(tags, k) {
			continue
		}
		a := p.around(k, 1, 0)
		for n := a.Start; n < k; n++ {
			if tags[n].Any(text.Of(rGone, rBad)) {
				return hit{n, k + 1, 0.55, "puts this tool in the place of another", detect.ThreatToolPoisoning}, true
			}
		}
	}
	return hit{}, false
}
