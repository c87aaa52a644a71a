package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

const (
	// nearlySame is the share of common words from which two descriptions count as copies of each other.
	nearlySame = 0.7
	// contained is the share of one description's words that the other has, from which it is a copy with additions.
	contained = 0.85
	// somewhatSame is the share of common words that makes a shared distinctive name more than chance.
	somewhatSame = 0.3
	// slightlySame is the share below which two descriptions are of different things.
	slightlySame = 0.15
	// minWords is how many different words a description needs to be compared at all; with an everyday name, whose
	// descriptions come out alike by themselves, it needs everydayMinWords.
	minWords         = 4
	everydayMinWords = 8
	// wordForWord is how many different words make a description that no two authors write to the letter by chance.
	wordForWord = 5
	// minConfusable is the shortest name, in bytes of its key, that is taken for a look-alike of plain letters.
	minConfusable = 5
)

// inspectName compares the name of tool i with those of other servers, and its text when no name is alike. One signal is enough for one
// name: that of the closest look-alike, which points at the tools of all servers that this one imitates.
func inspectName(i int, tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	var signal *detect.Signal
	alike, akin := reg.Alike(i), reg.Akin(i)
	if len(alike) == 0 && len(akin) == 0 {
		return nil
	}
	mine, view := factsOf(reg, i, tool), tool
	victims := newVictims(i, tool, reg)
	for _, a := range alike {
		other := reg.Tool(a.ToolIndex)
		if tool.Kind != detect.KindTool || other.Kind != detect.KindTool {
			// People pick prompts and resources, by server; a model cannot take one for the other.
			continue
		}
		p := newPair(reg, mine, a)
		p.tool = &view
		s, ok := p.judge()
		if !ok {
			continue
		}
		if signal == nil {
			signal = &s
		}
		victims.add(a.ToolIndex)
		for _, j := range reg.CalledAnywhere(other.Name) {
			if victims.more {
				break
			}
			// Alike looks at a few servers for one name.
			if victims.open(j) && victims.try() && sameImitation(reg, mine, a, j) {
				victims.add(j)
			}
		}
	}
	for _, j := range inspectText(mine, alike, akin, reg) {
		if signal == nil {
			s := textSignal(mine, reg, j)
			signal = &s
		}
		victims.add(j)
	}
	if signal == nil {
		return nil
	}
	signal.Related = victims.related("the tool that is imitated")
	return []detect.Signal{*signal}
}

// sameImitation reports whether the tool imitates tool j as it does another one of the same name.
func sameImitation(reg detect.RegistryView, mine *toolFacts, a detect.Alike, j int) bool {
	a.ToolIndex = j
	p := newPair(reg, mine, a)
	_, ok := p.judge()
	return ok
}

func (p *pair) judge() (detect.Signal, bool) {
	tier, confidence, what := p.verdict()
	if tier == detect.TierHard && p.alike.Likeness == detect.SameName && ascii(p.tool.Name) == ascii(p.other.Name) &&
		oneMaker(p.tool.Server, p.other.Server) && p.mine.steers == p.theirs.steers && !p.asksMoreOnce() {
		// A maker's own servers, or a library in two languages, have tools in common.
		tier, confidence = detect.TierSoft, ambiguous
	}
	if tier != detect.TierHard && p.honestFork() {
		return detect.Signal{}, false
	}
	if tier != detect.TierHard && !sameDefinition(p.tool, p.other) && !p.reg.SameFamily(p.tool.Server, p.other.Server) && p.score() >= impostorScore {
		tier, confidence = detect.TierHard, 0.8
		what = "passes for " + p.who() + ", in name and in what it says of itself"
	}
	if tier == detect.TierNone || !p.suspect() {
		return detect.Signal{}, false
	}
	return nameSignal(*p.tool, p.reg, p.alike.ToolIndex, tier, confidence, p.accuse(what)), true
}

// blameOf is the blame of the tool itself, or of the other one.
func (p *pair) blameOf(own bool) int {
	variant := p.alike.OtherVariant
	if own {
		variant = p.alike.OwnVariant
	}
	t, other := p.facts(own)
	return p.blame(t, other, variant)
}

// suspect reports whether this tool of the two is one to look at: the one that is more to blame, or that bears more marks. Where
// nothing tells them apart, and be it that one server has more tools or came first, both are looked at: copies cost nothing.
func (p *pair) suspect() bool {
	if own, theirs := p.blameOf(true), p.blameOf(false); own != theirs {
		return own > theirs
	}
	own, theirs := p.marks(p.mine, p.theirs), p.marks(p.theirs, p.mine)
	return own >= theirs
}

// marks counts what decides between two tools of which none is to blame for more than the other: what is added, and how it is
// written.
func (p *pair) marks(of, than *toolFacts) int {
	n := 0
	t, other := &of.tool, &than.tool
	if len(of.parameters()) > len(than.parameters()) {
		n += 2
	}
	if len(of.words) > len(than.words) && p.similarity() >= slightlySame {
		n++
	}
	if mixedStyle(t.Name) && !mixedStyle(other.Name) || disguised(t.Name) && !disguised(other.Name) {
		n += 4
	}
	if camel(t.Name) && !camel(other.Name) {
		n += 3
	}
	if p.alike.Likeness == detect.OneEdit && len(t.Name) > len(other.Name) {
		n += 4
	}
	own, theirs := factsOfServer(p.reg, t.Server), factsOfServer(p.reg, other.Server)
	if own.all-len(own.brand) > theirs.all-len(theirs.brand) {
		n += 2
	}
	return n
}

// camel reports whether a name of several words has no separators, which is rarer than one that has.
func camel(name string) bool {
	return len(detect.NameWords(name)) > 1 && !strings.ContainsAny(name, "_-./")
}

// disguised reports whether a capital I stands in a word of small letters, where it passes for an l.
func disguised(name string) bool {
	for i := 1; i+1 < len(name); i++ {
		if name[i] == 'I' && name[i+1] >= 'a' && name[i+1] <= 'z' && strings.ToLower(name[:i]) == name[:i] && strings.Contains(name, "_") {
			return true
		}
	}
	return false
}

// accuse says how sure it is that this one of the two is the impostor.
func (p *pair) accuse(what string) string {
	if p.blameOf(true) > p.blameOf(false) {
		return what
	}
	return what + "; which of the two is the copy cannot be told for sure"
}

// verdict weighs the likeness of the names with that of the descriptions.
func (p *pair) verdict() (detect.Tier, float64, string) {
	same := sameDefinition(p.tool, p.other)
	if ascii(p.tool.Name) != ascii(p.other.Name) && p.alike.Likeness == detect.SameName {
		return detect.TierHard, 0.95, "the name looks like that of " + p.who() + " but is written with other characters"
	}
	twins := p.reg.SameFamily(p.tool.Server, p.other.Server)
	copied := p.copied()
	steers := p.mine.steers != p.theirs.steers
	switch p.alike.Likeness {
	case detect.SameName:
		words := len(p.mine.name)
		switch {
		case same:
			return detect.TierNone, 0, ""
		case steers && (copied || p.holdsOther() || !p.mine.everyday && p.similarity() >= somewhatSame):
			return detect.TierHard, 0.9, "has the name of " + p.who() + " and tells the model to prefer it or to do more than that tool does"
		case twins:
			return detect.TierNone, 0, ""
		case words > 1 && p.otherNamedIn():
			return detect.TierHard, 0.85, "has the name of " + p.who() + " in another spelling, and tells the model not to use that one"
		case copied:
			return detect.TierHard, 0.8, "has the name and nearly the description of " + p.who() + ", yet is not the same tool"
		case words > 1 && !p.mine.everyday && p.similarity() >= somewhatSame && p.score() >= impostorScore:
			return detect.TierHard, 0.7, "has the distinctive name of " + p.who() + "; the model cannot tell which of the two it calls"
		case words > 1 && !p.mine.everyday && (p.tool.Name == p.other.Name || p.similarity() >= slightlySame):
			return detect.TierSoft, 0.4, "has the name of " + p.who() + "; the model cannot tell which of the two it calls"
		}
	case detect.Confusable:
		key := detect.NameKey(p.tool.Name)
		if !ascii(p.tool.Name) || !ascii(p.other.Name) {
			return detect.TierHard, 0.95, "the name looks like that of " + p.who() + " but is written with other letters"
		}
		if len(key) >= minConfusable && !twins && (copied || oddWord(p.tool.Name) != oddWord(p.other.Name)) {
			return detect.TierHard, 0.85, "the name looks like that of " + p.who() + " but is written with other characters"
		}
	case detect.Variant:
		if !twins && (copied || steers && p.similarity() >= somewhatSame) {
			return detect.TierHard, 0.8, "the name passes for an edition of " + p.who() + " and its description is nearly the same"
		}
	case detect.OneEdit:
		if !twins && copied {
			return detect.TierHard, 0.75, "the name is one letter from that of " + p.who() + " and its description is nearly the same"
		}
		if own, theirs := p.strangeWord(p.mine, p.theirs), p.strangeWord(p.theirs, p.mine); !twins && own != theirs && p.similarity() >= somewhatSame {
			return detect.TierHard, 0.75, "the name is a misspelling of " + p.who()
		}
	}
	return detect.TierNone, 0, ""
}

// who names the other tool.
func (p *pair) who() string { return p.other.Name + " of server " + p.other.Server }

// blame counts what speaks for t, rather than other, being the impostor.
func (p *pair) blame(of, than *toolFacts, variant bool) int {
	n := 0
	t, other := &of.tool, &than.tool
	own, others := factsOfServer(p.reg, t.Server), factsOfServer(p.reg, other.Server)
	if of.steers && !than.steers {
		n += 4
	}
	if !ascii(t.Name) && ascii(other.Name) || oddWord(t.Name) && !oddWord(other.Name) {
		n += 4
	}
	if variant || p.alike.Likeness == detect.Confusable && ascii(t.Name) && len(t.Name) > len(other.Name) {
		n += 3
	}
	if of.namesBrand(others) && !than.namesBrand(own) {
		n += 3
	}
	n += serverBlame(own, others)
	if asksMore(of.parameters(), than.parameters()) {
		n += 3
	}
	if p.alike.Likeness == detect.OneEdit && p.strangeWord(of, than) && !p.strangeWord(than, of) {
		n += 2
	}
	mine, theirs := of.set.len(), than.set.len()
	if theirs >= minWords && float64(p.common)/float64(theirs) >= contained && mine > theirs+theirs/2 {
		n += 2
	}
	return n
}

// copied reports whether the descriptions are nearly the same, or one is the other with additions.
func (p *pair) copied() bool {
	least := minWords
	if p.mine.everyday && p.alike.Likeness != detect.Variant && !p.oddlyAlike() {
		least = everydayMinWords
	}
	if d := strings.TrimSpace(p.tool.Description); d == strings.TrimSpace(p.other.Description) && p.mine.set.len() >= wordForWord {
		return true
	}
	if min(p.mine.set.len(), p.theirs.set.len()) < least {
		return false
	}
	return p.similarity() >= nearlySame || p.within(p.mine, p.theirs) >= contained || p.within(p.theirs, p.mine) >= contained
}

// oddlyAlike reports whether two names of several words are one but for their spelling: what two servers call alike by chance they
// also spell in the style of their other tools.
func (p *pair) oddlyAlike() bool {
	// several is how many words make a name that is not hit upon by chance.
	const several = 3
	if len(p.mine.name) < several {
		return false
	}
	return p.alike.Likeness == detect.OneEdit || p.alike.Likeness == detect.SameName && p.tool.Name != p.other.Name && (mixedStyle(p.tool.Name) || mixedStyle(p.other.Name))
}

// otherNamedIn reports whether this tool's description names the other in that one's own spelling and talks it down.
func (p *pair) otherNamedIn() bool {
	if p.tool.Name == p.other.Name {
		return false
	}
	for i, f := range p.tool.Fields {
		if f.Role != detect.RoleDescription || !strings.Contains(f.Text, p.other.Name) {
			continue
		}
		for _, t := range proseOfField(*p.tool, p.reg, i).takeovers() {
			if t.candidate.elsewhere && t.confidence() >= emitFloor {
				return true
			}
		}
	}
	return false
}

// holdsOther reports whether the description of the one that steers says all that the other one says.
func (p *pair) holdsOther() bool {
	mine, theirs := p.mine, p.theirs
	if theirs.steers {
		mine, theirs = theirs, mine
	}
	return theirs.set.len() > 1 && p.within(theirs, mine) >= contained
}

// maxCompared bounds the words of a description that are compared: beyond them copies have shown themselves.
const maxCompared = 400
