package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findRedirection finds orders to use this tool in place of somebody else's: "X is deprecated, use Y", "route those calls
// through here".
func findRedirection(p *prose) []hit {
	var hits []hit
	for i := range p.doc.Words {
		if p.has(i, cBad) {
			if h, ok := p.disparages(i); ok {
				hits = append(hits, h)
			}
		}
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

// disparages finds a foreign tool that is called broken or unsafe, with an alternative.
func (p *prose) disparages(i int) (hit, bool) {
	s := p.sentence(i)
	var ref *toolRef
	for k := range p.refs {
		r := &p.refs[k]
		if r.word >= max(s.Start, i-12) && r.word < min(s.End, i+8) && !r.own {
			ref = r
		}
	}
	if ref != nil && !p.saidOf(*ref, i) {
		ref = nil
	}
	if ref == nil || p.doc.Negated(i) && p.fold(i-1) != "longer" && p.fold(i) != "not" {
		return hit{}, false
	}
	area := p.around(i, 0, 1)
	score := 0.3
	for k := area.Start; k < area.End; k++ {
		if p.has(k, cUse) && p.mood(k) >= moodPolite || p.has(k, cInstead) && i > ref.word || p.has(k, cRoute) && p.mood(k) >= moodPolite {
			score += 0.25
			break
		}
	}
	if ref.kind == refNamed {
		score += 0.1
	}
	return hit{min(ref.first, i), max(ref.word, i) + 1, score, "talks the model out of somebody else's tool", detect.ThreatToolPoisoning}, true
}

// saidOf reports whether the fault at word i is said of the tool: "X is deprecated", "the insecure X tool".
func (p *prose) saidOf(r toolRef, i int) bool {
	if i < r.first {
		return r.first-i <= 2 && p.doc.Words[i].Clause == p.doc.Words[r.first].Clause
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
	for _, r := range p.refs {
		if r.word >= area.Start && r.word < area.End && !r.own && r.kind == refNamed {
			named = true
		}
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
