package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// impostorScore is the sum from which a tool is taken for an impostor of another server's. No single likeness reaches it: names,
// texts, parameters and servers' names are each shared by honest tools.
const impostorScore = 4.0

// score weighs what the two tools have in common, apart from what two honest tools come to share.
func (p *pair) score() float64 {
	if p.honestFork() {
		return 0
	}
	txt, params := p.textScore(), p.parameterScore()
	if txt+params == 0 || p.unlike && txt < impostorScore && params < 1 {
		// Names and servers are alike for many honest reasons; an impostor has the text or the parameters too.
		return 0
	}
	name, server := p.nameScore(), p.serverScore()
	adds := p.mine.steers != p.theirs.steers || p.asksMoreOnce()
	switch {
	case p.unlike && txt == 0 && server == 0:
		return 0
	case p.alike.Likeness == detect.SameName && !p.unlike && p.tool.Name == p.other.Name && txt < 3 && params < 2 && server == 0 && !adds:
		// Two servers of one trade say much the same of tools that they call alike.
		return 0
	case !adds && oneMaker(p.tool.Server, p.other.Server):
		return 0
	}
	s := name + txt + params + server
	if p.mine.steers != p.theirs.steers {
		s += 2
	}
	return s
}

// asksMoreOnce reports whether one of the two, and only one, asks for something of worth beside what both ask for.
func (p *pair) asksMoreOnce() bool {
	mine, theirs := p.mine.parameters(), p.theirs.parameters()
	return asksMore(mine, theirs) != asksMore(theirs, mine)
}

// nameScore weighs the likeness of the names; everyday names say little, and nothing when they are spelled alike.
func (p *pair) nameScore() float64 {
	everyday := p.mine.everyday || p.theirs.everyday
	switch {
	case p.unlike:
		return 0
	case p.alike.Likeness == detect.SameName && p.tool.Name == p.other.Name:
		if everyday || len(p.mine.name) < 2 {
			return 0
		}
		return 2
	case p.alike.Likeness == detect.SameName && everyday:
		return 1
	case p.alike.Likeness == detect.Confusable:
		return 3
	}
	return 2
}

// textScore weighs how much of the descriptions is the same, by how long they are.
func (p *pair) textScore() float64 {
	const (
		// long is how many words make a text that is not hit upon by chance, short how many tell nothing.
		long, short           = 8, 3
		alike, akin, somewhat = 0.7, 0.45, 0.3
		// mostly and largely are the shares of one text's order, or words, that the other has.
		mostly, largely = 0.6, 0.75
	)
	n := min(p.mine.set.len(), p.theirs.set.len())
	sim := p.similarity()
	within := max(p.within(p.mine, p.theirs), p.within(p.theirs, p.mine))
	same := sim >= alike || within >= contained
	switch {
	case n < short:
		return 0
	case same && n >= long+long/2 && p.ordered() >= mostly, n >= long && sim == 1 && p.ordered() == 1:
		return impostorScore
	case same && n >= long:
		return 3
	case same, sim >= akin, within >= largely && n > short:
		return 2
	case sim >= somewhat:
		return 1
	}
	return 0
}

// ordered is the share of the neighbouring words of the shorter description that are neighbours in the longer one too.
func (p *pair) ordered() float64 {
	a, b := p.mine.neighbours(), p.theirs.neighbours()
	return float64(a.common(b)) / float64(max(min(a.len(), b.len()), 1))
}

// boilerplateParameters are parameters that all kinds of tools have.
var boilerplateParameters = lazyWords{list: `limit offset page pagesize perpage cursor format timeout maxresults count sort sortby order orderby verbose language lang
	fields filter query url path id name text apikey token`}

// parameterScore weighs the parameters that the tools have in common, to the letter of what is said of them, and those that
// only one of them asks for.
func (p *pair) parameterScore() float64 {
	mine, theirs := p.mine.parameters(), p.theirs.parameters()
	same, telling := 0, 0
	for k, text := range theirs {
		if t, ok := mine[k]; ok && t == text && text != "" {
			same++
			if !boilerplateParameters.has(k) {
				telling++
			}
		}
	}
	s := 0.0
	switch {
	case same == 0:
		return 0
	case same >= 2 && (telling > 0 || p.mine.namesBrand(factsOfServer(p.reg, p.other.Server)) != p.theirs.namesBrand(factsOfServer(p.reg, p.tool.Server))) && same == min(len(mine), len(theirs)):
		s = 2.5
	case same == min(len(mine), len(theirs)) && telling > 0:
		s = 1
	case same >= 2 && telling > 0, same == min(len(mine), len(theirs)):
		s = 0.5
	}
	if p.asksMoreOnce() {
		s++
	}
	return s
}

// asksMore reports whether a has a parameter for something of worth that b does not have.
func asksMore(a, b map[string]string) bool {
	for k := range a {
		if _, ok := b[k]; ok {
			continue
		}
		for _, worth := range []string{"password", "token", "cookie", "secret", "login", "credential", "apikey", "account", "address", "pin", "session"} {
			if strings.Contains(k, worth) {
				return true
			}
		}
	}
	return false
}

// honestFork reports whether one of the two says that it is a fork and nothing else speaks against it. To say so costs an impostor
// nothing, so it excuses likeness alone: no name in disguise, no text to the letter, no steering, and nothing of worth that only one
// of them asks for.
func (p *pair) honestFork() bool {
	switch {
	case !p.mine.forked && !p.theirs.forked, p.mine.steers, p.theirs.steers:
		return false
	case !ascii(p.tool.Name), !ascii(p.other.Name), !p.unlike && p.alike.Likeness == detect.Confusable, oddWord(p.tool.Name) != oddWord(p.other.Name):
		return false
	}
	return !p.copied() && !p.asksMoreOnce() && p.textScore() < impostorScore
}

// saysFork reports whether the tool, or the name of its server, says that it is a fork of something.
func saysFork(t detect.ToolView) bool {
	for _, w := range detect.NameWords(detect.ServerName(t.Server)) {
		if w == "fork" || w == "forked" {
			return true
		}
	}
	i := t.FieldAt("/description")
	if i < 0 {
		return false
	}
	doc := t.Doc(i)
	for k := range min(len(doc.Words), maxCompared) {
		next := ""
		if k+1 < len(doc.Words) {
			next = doc.Words[k+1].Fold
		}
		switch doc.Words[k].Fold {
		case "fork", "forked", "port", "ported":
			if next == "of" || next == "from" {
				return true
			}
		case "community":
			if next == "build" || next == "edition" || next == "fork" || next == "version" || next == "port" {
				return true
			}
		}
	}
	return false
}

// inspectText returns the tools of other names that a tool imitates in its text and parameters, the closest one first.
func inspectText(mine *toolFacts, alike []detect.Alike, akin []int, reg detect.RegistryView) []int {
	tool := &mine.tool
	var out []int
	key := detect.NameKey(tool.Name)
	last, related := "", false
	for k, j := range akin {
		other := reg.Tool(j)
		if k == 0 || other.Server != last {
			last = other.Server
			related = reg.SameFamily(tool.Server, last) || siblings(factsOfServer(reg, tool.Server), factsOfServer(reg, last))
		}
		if related || other.Kind != detect.KindTool || slices.ContainsFunc(alike, func(a detect.Alike) bool { return a.ToolIndex == j }) || detect.NameKey(other.Name) == key {
			continue
		}
		if p := akinPair(reg, mine, j); p.score() >= impostorScore && !p.template() && p.suspect() {
			out = append(out, j)
		}
	}
	return out
}

func akinPair(reg detect.RegistryView, mine *toolFacts, j int) pair {
	p := newPair(reg, mine, detect.Alike{ToolIndex: j})
	p.unlike = true
	return p
}

// textSignal is the signal about a tool that imitates tool j under another name.
func textSignal(mine *toolFacts, reg detect.RegistryView, j int) detect.Signal {
	other := reg.Tool(j)
	what := fmt.Sprintf("has nearly the description and the parameters of %s of server %s under another name", other.Name, other.Server)
	p := akinPair(reg, mine, j)
	return nameSignal(mine.tool, reg, j, detect.TierHard, 0.75, p.accuse(what))
}

// template reports whether the two texts are one form that each server filled in with its own name.
func (p *pair) template() bool {
	// form is the share of common words from which the rest is what was filled in.
	const form = 0.5
	return p.similarity() >= form && ownWords(p.mine, p.theirs) && ownWords(p.theirs, p.mine)
}

// ownWords reports whether one of the words that only the text of f has is of the name of its tool or of its server.
func ownWords(f, than *toolFacts) bool {
	key := detect.NameKey(f.tool.Name) + " " + detect.NameKey(f.tool.Server)
	for _, w := range f.set.words {
		if len(w) > 2 && !than.set.has(w) && strings.Contains(key, detect.NameKey(w)) {
			return true
		}
	}
	return false
}
