package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// pair is a tool and the tool of another server whose name is like its own.
type pair struct {
	reg        detect.RegistryView
	tool       detect.ToolView
	other      detect.ToolView
	alike      detect.Alike
	toolText   map[string]bool
	otherText  map[string]bool
	toolSteer  bool
	otherSteer bool
	// unlike is true for tools whose names have nothing in common.
	unlike bool
}

func newPair(reg detect.RegistryView, tool, other detect.ToolView, a detect.Alike) pair {
	p := pair{reg: reg, tool: tool, other: other, alike: a, toolText: descriptionWords(tool), otherText: descriptionWords(other)}
	p.toolSteer, p.otherSteer = selfPromotes(tool), selfPromotes(other)
	return p
}

// similarity is the share of the words of both descriptions that they have in common (Jaccard).
func (p pair) similarity() float64 {
	common := 0
	for w := range p.toolText {
		if p.otherText[w] {
			common++
		}
	}
	if union := len(p.toolText) + len(p.otherText) - common; union > 0 {
		return float64(common) / float64(union)
	}
	return 0
}

// share is how much of a's words b has.
func share(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	return float64(common) / float64(max(len(a), 1))
}

// within is how much of a's words b has, unless b is so much longer that it has them by chance.
func within(a, b map[string]bool) float64 {
	const swollen = 8
	if len(b) > swollen*len(a) {
		return 0
	}
	return share(a, b)
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
func sameDefinition(a, b detect.ToolView) bool {
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
func (p pair) strangeWord(t, other detect.ToolView) bool {
	theirs := detect.NameWords(other.Name)
	for k, w := range detect.NameWords(t.Name) {
		if k >= len(theirs) || w == theirs[k] {
			continue
		}
		plural := w+"s" == theirs[k] || theirs[k]+"s" == w
		own := descriptionWords(t)
		stem, right := text.Stem(w), text.Stem(theirs[k])
		return len(w) > 3 && !plural && !everydayWords[stem] && !own[stem] && p.reg.WordServers(w) < 2 &&
			(everydayWords[right] || own[right])
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
func everydayName(name string) bool {
	for _, w := range detect.NameWords(name) {
		if !everydayWords[text.Stem(w)] && len(w) > 2 {
			return false
		}
	}
	return true
}
