package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// pair is a tool and the tool of another server whose name is like its own.
type pair struct {
	reg         detect.RegistryView
	tool, other *detect.ToolView
	alike       detect.Alike
	// mine and theirs are the facts of the two.
	mine, theirs *toolFacts
	// common is how many words the descriptions have in common.
	common int
	// unlike is true for tools whose names have nothing in common.
	unlike bool
}

func newPair(reg detect.RegistryView, mine *toolFacts, a detect.Alike) pair {
	theirs := factsOf(reg, a.ToolIndex, reg.Tool(a.ToolIndex))
	return pair{reg: reg, tool: &mine.tool, other: &theirs.tool, alike: a, mine: mine, theirs: theirs, common: mine.set.common(&theirs.set)}
}

// facts returns the facts of the tool itself and of the other one, or the other way round.
func (p *pair) facts(own bool) (t, other *toolFacts) {
	if own {
		return p.mine, p.theirs
	}
	return p.theirs, p.mine
}

// servers are the facts of the servers of t and of the other one.
func (p *pair) servers() (mine, theirs *serverFacts) {
	return factsOfServer(p.reg, p.tool.Server), factsOfServer(p.reg, p.other.Server)
}

// similarity is the share of the words of both descriptions that they have in common (Jaccard).
func (p *pair) similarity() float64 {
	if union := p.mine.set.len() + p.theirs.set.len() - p.common; union > 0 {
		return float64(p.common) / float64(union)
	}
	return 0
}

// within is how much of the words of a, which is one of the two, the other one has, unless that is so much longer that it has them by
// chance.
func (p *pair) within(a, b *toolFacts) float64 {
	const swollen = 8
	if b.set.len() > swollen*a.set.len() {
		return 0
	}
	return float64(p.common) / float64(max(a.set.len(), 1))
}

// mixedStyle reports whether a name mixes ways of writing words together: capitals and separators, or two separators.
func mixedStyle(name string) bool {
	kinds := 0
	for _, sep := range []string{"_", "-", "."} {
		if strings.Contains(name, sep) {
			kinds++
		}
	}
	for i := 1; i < len(name); i++ {
		if name[i] >= 'A' && name[i] <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' {
			return kinds > 0
		}
	}
	return kinds > 1
}

// sameDefinition reports whether all strings of the two definitions are equal.
func sameDefinition(a, b *detect.ToolView) bool {
	if len(a.Fields) != len(b.Fields) {
		return false
	}
	for i := range a.Fields {
		if a.Fields[i].Text != b.Fields[i].Text || a.Fields[i].Pointer != b.Fields[i].Pointer {
			return false
		}
	}
	return true
}

// strangeWord reports whether the word in which t's name differs from that of other is a misspelling: it is known to no other
// server, while the other's word is an everyday one or the one that t's own description uses.
func (p *pair) strangeWord(t, other *toolFacts) bool {
	theirs := other.name
	for k, w := range t.name {
		if k >= len(theirs) || w == theirs[k] {
			continue
		}
		plural := w+"s" == theirs[k] || theirs[k]+"s" == w
		stem, right := text.Stem(w), text.Stem(theirs[k])
		return len(w) > 3 && !plural && !everydayWords[stem] && !t.set.has(stem) && p.reg.WordServers(w) < 2 &&
			(everydayWords[right] || t.set.has(right))
	}
	return false
}

// oddWord reports whether digits stand inside a word of the name, as they do when they pass for letters.
func oddWord(name string) bool {
	for _, w := range detect.NameWords(name) {
		if k := strings.IndexAny(w, "0123456789"); k >= 0 && strings.TrimRight(w, "0123456789") != w[:k] {
			return true
		}
	}
	return false
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// everydayName reports whether all words of the name are everyday ones, so that two servers may well have it by chance.
func everydayName(name string) bool { return everydayWordsOnly(detect.NameWords(name)) }

func everydayWordsOnly(words []string) bool {
	for _, w := range words {
		if !everydayWords[text.Stem(w)] && len(w) > 2 {
			return false
		}
	}
	return true
}
