package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// takeover is a passage that takes the work of somebody else's tool away from it: the tool is called gone or bad, and another one
// takes its place.
type takeover struct {
	from, to int
	// candidate is the tool that is talked down.
	candidate rivalRef
	// fault is the word that talks it down, substitute the one that names what takes its place, shun the one that forbids
	// it; -1 without one. toSelf: the substitute is this very tool.
	fault, substitute, shun int
	toSelf                  bool
	// replaced: the substitute is said to take the place of the tool.
	replaced bool
	// malign: the fault is harm, which no server says of its own tools.
	malign bool
	// told: the tool is told to replace the other, as release notes do, and nobody is asked to do anything.
	told bool
}

// rivalRef is a tool of somebody else as a passage names it.
type rivalRef struct {
	first, last int
	// named: by a name of its own. elsewhere: the text says whose it is. kin: it is named like this tool, as one that this
	// one has replaced. loose: only the passage makes a tool of it.
	named, elsewhere, kin, loose bool
	// unweighed tells that kin and loose are not known yet.
	unweighed bool
}

// confidence weighs a takeover.
func (t takeover) confidence() float64 {
	if t.candidate.kin && !t.candidate.elsewhere || t.fault < 0 && !t.candidate.elsewhere {
		return 0
	}
	if t.told && !t.malign && !t.candidate.elsewhere {
		return 0.3
	}
	if t.fault < 0 && t.shun < 0 && !t.replaced {
		return 0
	}
	c := 0.0
	if t.fault >= 0 {
		c += 0.3
	}
	if t.substitute >= 0 {
		c += 0.2
		if t.toSelf {
			c += 0.1
		}
	}
	if t.shun >= 0 {
		c += 0.2
	}
	if t.candidate.elsewhere {
		c += 0.15
	}
	if t.candidate.loose && !(t.fault >= 0 && t.toSelf) {
		return 0
	}
	if t.fault >= 0 && t.substitute < 0 && t.shun < 0 {
		// A fault alone is a warning that anybody may give.
		return 0.25
	}
	return c
}

// takeovers returns the passages, one for each tool that is talked down.
func (p *prose) takeovers() []takeover {
	if !p.meets(takeoverNeeds) || !p.signs().faults.Any(takeoverMarks) {
		return nil
	}
	if p.taken == nil {
		list := p.findTakeovers()
		p.taken = &list
	}
	return *p.taken
}

func (p *prose) findTakeovers() []takeover {
	r := &redirection{p, faultTags(p.doc)}
	refs := p.rivalRefs()
	var list []takeover
	for _, c := range refs {
		t := takeover{candidate: c, fault: r.faultOf(c), substitute: -1, shun: -1}
		if t.fault < 0 && !c.elsewhere {
			continue
		}
		if t.fault >= 0 && r.ownHistory(c, t.fault) {
			continue
		}
		p.weighRival(&t.candidate)
		t.substitute, t.toSelf = r.substituteFor(c)
		t.replaced = t.substitute >= 0 && r.placed(c, t.substitute)
		t.shun = r.shunned(c)
		t.malign = r.malign(c, t.fault)
		t.told = t.substitute >= 0 && t.substitute < c.first && thirdPerson(r.fold(t.substitute)) && r.marks[t.substitute].Has(rPlace)
		t.from, t.to = c.first, c.last+1
		for _, k := range []int{t.fault, t.substitute, t.shun} {
			if k >= 0 {
				t.from, t.to = min(t.from, k), max(t.to, k+1)
			}
		}
		list = append(list, t)
	}
	return list
}

// rivalRefs finds the tools that are not of this server: by name, by another spelling of this tool's own name, or as "the
// built-in mail tool", "file tools of other servers".
func (p *prose) rivalRefs() []rivalRef {
	// most bounds the tools of one field that are weighed.
	const most = 60
	var list []rivalRef
	nouns, quoted := p.cued.has(qRivalNoun), len(p.doc.Quotes) > 0
	for i := range p.doc.Words {
		if len(list) >= most {
			break
		}
		w := &p.doc.Words[i]
		switch {
		case w.Kind == text.KindIdent || w.Kind == text.KindHost && strings.Contains(w.Fold, "_"):
			if c, ok := p.namedRival(i); ok {
				list = append(list, c)
			}
		case nouns && w.Kind == text.KindWord && rivalNouns[w.Fold]:
			if c, ok := p.describedRival(i); ok {
				list = append(list, c)
			}
		case quoted && w.Kind == text.KindWord && p.markedName(i) && p.besideToolNoun(i):
			raw := p.doc.Raw[w.Start():w.End()]
			if !p.owns(raw) && !p.reg.HasParameter(p.tool.Server, raw) && detect.NameKey(raw) != detect.NameKey(p.tool.Name) {
				c := rivalRef{first: i, last: i, named: true}
				c.elsewhere = p.ofOthers(toolRef{first: i, word: i})
				list = append(list, c)
			}
		}
	}
	return list
}

// namedRival reads the identifier at word i as somebody else's tool.
func (p *prose) namedRival(i int) (rivalRef, bool) {
	w := p.doc.Words[i]
	raw := p.doc.Raw[w.Start():w.End()]
	c := rivalRef{first: i, last: i, named: true, elsewhere: p.ofOthers(toolRef{first: i, word: i, name: raw})}
	if detect.NameKey(raw) == detect.NameKey(p.tool.Name) {
		// The same name in another spelling is another tool's.
		c.elsewhere = true
		return c, p.otherSpelling(raw)
	}
	if fieldName(raw) {
		return c, false
	}
	if p.reg.HasParameter(p.tool.Server, raw) || p.owns(raw) {
		return c, false
	}
	if q, ok := p.doc.Quoted(w.Start(), w.End()); ok && q.End-q.Start > w.End()-w.Start()+12 {
		return c, false
	}
	c.unweighed = true
	return c, true
}

// weighRival tells kin and loose of a reference that namedRival has left them open for: few are asked for them.
func (p *prose) weighRival(c *rivalRef) {
	if !c.unweighed {
		return
	}
	w := &p.doc.Words[c.first]
	raw := p.doc.Raw[w.Start():w.End()]
	switch p.field.Role {
	case detect.RoleDescription, detect.RoleParameterDescription, detect.RoleInstructions:
		c.kin = p.kin(raw)
	}
	c.loose = !actionName(raw) && !p.besideToolNoun(c.first) && !w.Call && !p.calledHere(c.first) || valueName(w.Fold)
	c.unweighed = false
}

// otherSpelling reports whether raw is this tool's name with other case or separators.
func (p *prose) otherSpelling(raw string) bool {
	return raw != p.tool.Name && !strings.EqualFold(raw, p.tool.Name) && len(detect.NameWords(raw)) > 1 ||
		raw != p.tool.Name && strings.EqualFold(raw, p.tool.Name) && strings.ToLower(p.tool.Name) != p.tool.Name && len(detect.NameWords(p.tool.Name)) > 1
}

// kin reports whether a tool is named like this one, as an older edition of it would be: they share a word that is not a common
// one.
func (p *prose) kin(name string) bool {
	own := map[string]bool{}
	for _, w := range detect.NameWords(p.tool.Name) {
		own[text.Stem(w)] = true
	}
	words := detect.NameWords(name)
	shared := 0
	for _, w := range words {
		stem := text.Stem(w)
		if own[stem] {
			shared++
			if len(w) > 2 && !everydayWords[stem] {
				return true
			}
		}
	}
	// Two everyday words in common are as good as a rare one.
	return shared >= 2
}

var (
	rivalNouns = wordSet(`tool tools server servers function functions plugin plugins service services connector connectors utility client mcp`)
	// possessive marks a noun phrase as somebody else's.
	outside = wordSet(`other another built builtin native existing installed default host's system's client's vendor's ide's standard remaining bundled
		competing`)
	// mine are words that make a noun phrase this server's own.
	mine = wordSet(`this these our its my each following same such appropriate single first next new mcp's below above`)
)

// describedRival reads the noun phrase that ends at word i as somebody else's tool.
func (p *prose) describedRival(i int) (rivalRef, bool) {
	s := p.sentence(i)
	// longest is how long the phrase may be, in words.
	const longest = 5
	c := rivalRef{first: -1, last: i}
	for k := i - 1; k >= max(s.Start, i-longest); k-- {
		f := p.fold(k)
		if mine[f] || p.tags[k].Any(verbs) && !outside[f] && k < i-1 && p.mood(k) >= moodOrders {
			break
		}
		if k > s.Start && p.doc.Words[k+1].Clause() != p.doc.Words[k].Clause() {
			break
		}
		if outside[f] || k < i-1 && owners[f] && p.possessive(k) {
			c.first, c.elsewhere = k, f != "default" && f != "existing" && f != "standard" || f == "existing" && p.fold(i) == "server"
			if k > s.Start && (p.fold(k-1) == "the" || p.fold(k-1) == "any" || p.fold(k-1) == "all") {
				c.first = k - 1
			}
			// "to use with other tools" speaks of companions, not of rivals.
			if n := p.findWord(i+1, min(s.End, i+3), "of", "in", "on"); n == i+1 && p.findWord(n+1, min(s.End, n+2), "this", "our", "the") > 0 && p.findWord(n+2, min(s.End, n+4), "server", "package", "same") > 0 && p.fold(n+1) != "the" {
				// "The other tools of this server".
				return c, false
			}
			if prev := p.fold(k - 1); prev == "with" || prev == "in" || prev == "by" || prev == "to" && f == "other" || prev == "for" || prev == "as" {
				return c, false
			}
			return c, true
		}
		if f == "the" || f == "your" {
			if k == i-1 || p.proper(k+1, i) {
				// "the Gmail server": a product's.
				if k < i-1 {
					c.first, c.elsewhere = k, !p.ownWords(k+1, i)
					return c, c.elsewhere
				}
				break
			}
			c.first = k
			return c, !p.ownWords(k+1, i) && k < i-1 && p.fold(i) != "service" && p.fold(i) != "client"
		}
	}
	return c, false
}

// proper reports whether one of words [from, to) is written like a name: with a capital that no sentence begins with.
func (p *prose) proper(from, to int) bool {
	for k := from; k < to; k++ {
		w := p.doc.Words[k]
		if c := p.doc.Raw[w.Start()]; c >= 'A' && c <= 'Z' && !w.Shout && k > p.sentence(k).Start {
			return true
		}
	}
	return false
}

// ownWords reports whether one of words [from, to) is a word of this tool's or its server's name.
func (p *prose) ownWords(from, to int) bool {
	for _, name := range []string{p.tool.Name, p.tool.Server} {
		for _, w := range detect.NameWords(name) {
			for k := from; k < to; k++ {
				if len(w) > 2 && text.Stem(w) == p.doc.Words[k].Stem() {
					return true
				}
			}
		}
	}
	return false
}

// ofOthers reports whether the text says that a tool is another server's: "X from the GitHub server", "the mail server's X", "X of
// other vendors".
func (p *prose) ofOthers(r toolRef) bool {
	// reach is how far the owner may stand from the tool, in words.
	const reach = 6
	s := p.sentence(r.word)
	for k := r.word + 1; k < min(s.End, r.word+1+reach); k++ {
		switch p.fold(k) {
		case "from", "of", "by", "on", "in":
			for n := k + 1; n < min(s.End, k+5); n++ {
				if f := p.fold(n); f == "this" || f == "our" || f == "these" || f == "same" || mine[f] {
					return false
				}
				switch p.fold(n) {
				case "server", "servers", "vendor", "vendors", "provider", "providers", "plugin", "package", "mcp", "maker", "makers":
					return n > k+1
				}
			}
		}
		if p.fold(k) == "," || p.doc.Words[k].Clause() != p.doc.Words[r.word].Clause() {
			break
		}
	}
	for k := max(s.Start, r.first-3); k < r.first; k++ {
		if owners[p.fold(k)] && p.possessive(k) && p.findWord(max(s.Start, k-3), k, "this", "our", "same") < 0 {
			return true
		}
	}
	return false
}

// placed reports whether the word of taking over stands beside the substitute or before the tool: "X takes its place", "use this
// instead of X".
func (p *redirection) placed(c rivalRef, substitute int) bool {
	s := p.sentence(substitute)
	for k := max(s.Start, min(substitute, c.first)-6); k < min(s.End, max(substitute, c.last)+10); k++ {
		if p.marks[k].Has(rPlace) {
			return true
		}
	}
	return false
}
