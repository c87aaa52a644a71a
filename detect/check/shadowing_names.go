package check

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

const (
	// nearlySame is the share of common words from which two descriptions count as copies of each other.
	nearlySame = 0.7
	// contained is the share of one description's words that the other has, from which it is a copy with additions.
	contained = 0.85
	// somewhatSame is the share of common words that makes a shared distinctive name more than chance.
	somewhatSame = 0.3
	// minWords is how many different words a description needs to be compared at all; with an everyday name, whose
	// descriptions come out alike by themselves, it needs everydayMinWords.
	minWords         = 4
	everydayMinWords = 8
	// wordForWord is how many different words make a description that no two authors write to the letter by chance.
	wordForWord = 5
	// minConfusable is the shortest name, in bytes of its key, that is taken for a look-alike of plain letters.
	minConfusable = 5
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
}

// inspectName compares the name of tool i with those of other servers.
func inspectName(i int, tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	var signals []detect.Signal
	for _, a := range reg.Alike(i) {
		other := reg.Tool(a.ToolIndex)
		if tool.Kind != detect.KindTool || other.Kind != detect.KindTool {
			// People pick prompts and resources, by server; a model cannot take one for the other.
			continue
		}
		p := pair{reg: reg, tool: tool, other: other, alike: a}
		p.toolText, p.otherText = descriptionWords(tool), descriptionWords(other)
		p.toolSteer, p.otherSteer = selfPromotes(tool), selfPromotes(other)
		if s, ok := p.judge(); ok {
			// One signal is enough for one name; the closest look-alike comes first.
			return append(signals, s)
		}
	}
	return signals
}

func (p pair) judge() (detect.Signal, bool) {
	tier, confidence, what := p.verdict()
	if tier == detect.TierNone || p.blame(p.tool, p.other, p.alike.OwnVariant) < p.blame(p.other, p.tool, p.alike.OtherVariant) {
		return detect.Signal{}, false
	}
	return nameSignal(p.tool, p.reg, p.alike.ToolIndex, tier, confidence, what), true
}

// verdict weighs the likeness of the names with that of the descriptions.
func (p pair) verdict() (detect.Tier, float64, string) {
	same := sameDefinition(p.tool, p.other)
	twins := p.reg.SameFamily(p.tool.Server, p.other.Server)
	copied := p.copied()
	steers := p.toolSteer != p.otherSteer
	who := fmt.Sprintf("%s of server %s", p.other.Name, p.other.Server)
	switch p.alike.Likeness {
	case detect.SameName:
		words := len(detect.NameWords(p.tool.Name))
		switch {
		case same:
			return detect.TierNone, 0, ""
		case steers && (copied || p.holdsOther() || !everydayName(p.tool.Name) && p.similarity() >= somewhatSame):
			return detect.TierHard, 0.9, "has the name of " + who + " and tells the model to prefer it or to do more than that tool does"
		case twins:
			return detect.TierNone, 0, ""
		case words > 1 && p.otherNamedIn():
			return detect.TierHard, 0.85, "has the name of " + who + " in another spelling, and tells the model not to use that one"
		case copied:
			return detect.TierHard, 0.8, "has the name and nearly the description of " + who + ", yet is not the same tool"
		case words > 1 && !everydayName(p.tool.Name) && p.similarity() >= somewhatSame:
			return detect.TierHard, 0.7, "has the distinctive name of " + who + "; the model cannot tell which of the two it calls"
		case words > 1 && !everydayName(p.tool.Name):
			return detect.TierSoft, 0.4, "has the name of " + who + "; the model cannot tell which of the two it calls"
		}
	case detect.Confusable:
		key := detect.NameKey(p.tool.Name)
		if !ascii(p.tool.Name) || !ascii(p.other.Name) {
			return detect.TierHard, 0.95, "the name looks like that of " + who + " but is written with other letters"
		}
		if len(key) >= minConfusable && !twins && (copied || oddWord(p.tool.Name) != oddWord(p.other.Name)) {
			return detect.TierHard, 0.85, "the name looks like that of " + who + " but is written with other characters"
		}
	case detect.Variant:
		if !twins && (copied || steers && p.similarity() >= somewhatSame) {
			return detect.TierHard, 0.8, "the name passes for an edition of " + who + " and its description is nearly the same"
		}
	case detect.OneEdit:
		if !twins && copied {
			return detect.TierHard, 0.75, "the name is one letter from that of " + who + " and its description is nearly the same"
		}
		if own, theirs := p.strangeWord(p.tool, p.other), p.strangeWord(p.other, p.tool); !twins && own != theirs && p.similarity() >= somewhatSame {
			return detect.TierHard, 0.75, "the name is a misspelling of " + who
		}
	}
	return detect.TierNone, 0, ""
}

// blame counts what speaks for t, rather than other, being the impostor.
func (p pair) blame(t, other detect.ToolView, variant bool) int {
	n := 0
	if selfPromotes(t) && !selfPromotes(other) {
		n += 4
	}
	if !ascii(t.Name) && ascii(other.Name) || oddWord(t.Name) && !oddWord(other.Name) {
		n += 4
	}
	if variant {
		n += 3
	}
	if p.alike.Likeness == detect.OneEdit && p.strangeWord(t, other) && !p.strangeWord(other, t) {
		n += 2
	}
	mine, theirs := descriptionWords(t), descriptionWords(other)
	if len(theirs) >= minWords && share(theirs, mine) >= contained && len(mine) > len(theirs)+len(theirs)/2 {
		n += 2
	}
	if p.reg.ToolsOn(t.Server)*2 <= p.reg.ToolsOn(other.Server) {
		n++
	}
	return n
}

// copied reports whether the descriptions are nearly the same, or one is the other with additions.
func (p pair) copied() bool {
	least := minWords
	if everydayName(p.tool.Name) && p.alike.Likeness != detect.Variant && !p.oddlyAlike() {
		least = everydayMinWords
	}
	if d := strings.TrimSpace(p.tool.Description); d == strings.TrimSpace(p.other.Description) && len(p.toolText) >= wordForWord {
		return true
	}
	if min(len(p.toolText), len(p.otherText)) < least {
		return false
	}
	return p.similarity() >= nearlySame || share(p.toolText, p.otherText) >= contained || share(p.otherText, p.toolText) >= contained
}

// oddlyAlike reports whether two names of several words are one but for their spelling: what two servers call alike by chance they
// also spell in the style of their other tools.
func (p pair) oddlyAlike() bool {
	// several is how many words make a name that is not hit upon by chance.
	const several = 3
	if len(detect.NameWords(p.tool.Name)) < several {
		return false
	}
	return p.alike.Likeness == detect.OneEdit || p.alike.Likeness == detect.SameName && p.tool.Name != p.other.Name && (mixedStyle(p.tool.Name) || mixedStyle(p.other.Name))
}

// otherNamedIn reports whether this tool's description names the other in that one's own spelling and talks it down.
func (p pair) otherNamedIn() bool {
	if p.tool.Name == p.other.Name {
		return false
	}
	for i, f := range p.tool.Fields {
		if f.Role != detect.RoleDescription || !strings.Contains(f.Text, p.other.Name) {
			continue
		}
		for _, t := range newProse(p.tool, p.reg, i).takeovers() {
			if t.candidate.elsewhere && t.confidence() >= emitFloor {
				return true
			}
		}
	}
	return false
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

// holdsOther reports whether the description of the one that steers says all that the other one says.
func (p pair) holdsOther() bool {
	mine, theirs := p.toolText, p.otherText
	if p.otherSteer {
		mine, theirs = theirs, mine
	}
	return len(theirs) > 1 && share(theirs, mine) >= contained
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

// maxCompared bounds the words of a description that are compared: beyond them copies have shown themselves.
const maxCompared = 400

// fillWords carry no meaning of their own in a description.
var fillWords = wordSet("a an the of to in on for with and or by from as at is are be it its this that these those you your can will using use used which")

// descriptionWords returns the stems of the words of the tool's description, fill words left out.
func descriptionWords(t detect.ToolView) map[string]bool {
	words := map[string]bool{}
	i := t.FieldAt("/description")
	if i < 0 {
		return words
	}
	for _, w := range t.Doc(i).Words {
		if fillWords[w.Fold] || w.Fold == "" {
			continue
		}
		if words[w.Stem] = true; len(words) >= maxCompared {
			break
		}
	}
	return words
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
