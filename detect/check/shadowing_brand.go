package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// brandRefs finds names of other servers in the text, each with the tool of that server that is named beside it: "the wiki's
// search", "create event of calendar". A server that is named alone, by a name of its own, stands for its tools.
func brandRefs(doc *text.Doc, tool detect.ToolView, reg detect.RegistryView, known []crossRef) []crossRef {
	var refs []crossRef
	for k := 0; k < len(doc.Words) && len(refs) < maxRefs; k++ {
		if !reg.MayCallServer(doc.Words[k].Fold) {
			continue
		}
		server, n := serverAt(doc, k, tool, reg)
		if n == 0 {
			continue
		}
		ref, ok := toolBeside(doc, k, n, server, reg)
		switch {
		case nearKnown(doc, k, known):
		case ok && !reg.Owns(tool.Server, ref.name):
			refs = append(refs, ref)
		case brandAt(doc, k, factsOfServer(reg, server)) > 0 && ownName(doc, k, n):
			if first := reg.FirstOn(server); first >= 0 {
				refs = append(refs, crossRef{first: k, last: k + n - 1, tool: first, name: server, server: true})
			}
		}
		k += n - 1
	}
	return refs
}

// nearKnown reports whether a tool is named in the sentence of word k already.
func nearKnown(doc *text.Doc, k int, known []crossRef) bool {
	for _, r := range known {
		if doc.Words[r.first].Sentence() == doc.Words[k].Sentence() {
			return true
		}
	}
	return false
}

// ownName reports whether the words are no words of everyday language.
func ownName(doc *text.Doc, k, n int) bool {
	return n > 1 || distinctive(doc.Words[k].Fold)
}

// serverAt returns the other server whose name begins at word k, and how many words it has there.
func serverAt(doc *text.Doc, k int, tool detect.ToolView, reg detect.RegistryView) (string, int) {
	w := &doc.Words[k]
	if len(w.Fold) < 3 {
		return "", 0
	}
	key := detect.NameKey(w.Fold)
	if s, n := calledAt(doc, k, key, key, tool, reg); n > 0 {
		return s, n
	}
	if first := firstPart(w.Fold); first != key {
		return calledAt(doc, k, key, first, tool, reg)
	}
	return "", 0
}

// calledAt is serverAt for the servers that go by the word.
func calledAt(doc *text.Doc, k int, key, word string, tool detect.ToolView, reg detect.RegistryView) (string, int) {
	for _, s := range reg.ServersCalled(word) {
		if s == tool.Server {
			continue
		}
		facts := factsOfServer(reg, s)
		n := brandAt(doc, k, facts)
		if n == 0 && key == facts.short {
			n = 1
		}
		if n > 0 && !reg.SameServer(s, tool.Server) && (ascii(tool.Server) || serverLikeness(facts, factsOfServer(reg, tool.Server)) == serverApart) {
			return s, n
		}
	}
	return "", 0
}

// firstPart is the first of the words that a folded name is joined of.
func firstPart(w string) string {
	for i := range len(w) {
		if c := w[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			if i > 0 && i < brandLead && c < 0x80 {
				// A folded word has no capitals.
				return w[:i]
			}
			if words := detect.NameWords(w); len(words) > 0 {
				return words[0]
			}
			return ""
		}
	}
	return w
}

// toolBeside looks for a tool of the server before or behind its name at words [k, k+n).
func toolBeside(doc *text.Doc, k, n int, server string, reg detect.RegistryView) (crossRef, bool) {
	s := doc.Sentences[doc.Words[k].Sentence()]
	next := k + n
	if next < s.End {
		if ref, ok := toolAt(doc, next, s.End, server, reg); ok && !strings.ContainsAny(doc.Gap(next), ".;:!?") {
			return ref, true
		}
	}
	// back is how far before the server its tool may be named, with "of the" between them.
	const back = 5
	for from := max(s.Start, k-back); from < k; from++ {
		if ref, ok := toolAt(doc, from, k, server, reg); ok && ref.last < k-1 && linked(doc, ref.last+1, k) {
			return ref, true
		}
		if ref, ok := toolAt(doc, from, k, server, reg); ok && ref.last == k-1 && strings.Contains(doc.Gap(k), "(") {
			return ref, true
		}
	}
	return crossRef{}, false
}

// linked reports whether nothing but what says whose it is stands in words [from, to).
func linked(doc *text.Doc, from, to int) bool {
	for i := from; i < to; i++ {
		switch doc.Words[i].Fold {
		case "of", "from", "in", "on", "at", "by", "the", "tool", "server", "mcp", "your", "de", "von", "des", "del", "do", "da", "du":
		default:
			return false
		}
	}
	return true
}

// toolAt reads the words from i on, up to end, as the name of a tool of the server.
func toolAt(doc *text.Doc, i, end int, server string, reg detect.RegistryView) (crossRef, bool) {
	// longest is how many words of prose a name is read from.
	const longest = 4
	for n := min(longest, end-i); n > 0; n-- {
		var words []string
		for _, w := range doc.Words[i : i+n] {
			words = append(words, w.Fold)
		}
		for _, found := range [][]int{reg.Called(strings.Join(words, "_")), reg.CalledInProse(words)} {
			for _, j := range found {
				if reg.Tool(j).Server == server {
					return crossRef{first: i, last: i + n - 1, tool: j, name: reg.Tool(j).Name, loose: n == 1 && !manyWords(reg, j)}, true
				}
			}
		}
	}
	return crossRef{}, false
}

// serverSteering judges a sentence that names another server and none of its tools. Servers go by the names of products, which are
// named for many reasons; only what turns the model away from the server, or orders it about, counts.
func serverSteering(p *prose, ref crossRef) (steering, bool) {
	s := p.sentence(ref.first)
	s = text.Range{Start: max(s.Start, ref.first-sentenceReach), End: min(s.End, ref.last+sentenceReach)}
	if p.doc.PositionOf(ref.first, ref.last+1) == text.PositionMention || foreignSentence(p, s) {
		return steering{}, false
	}
	if what := suspectRef(p, s, ref); what != "" && agentActs(p, s) {
		return steering{what, 0.65}, true
	}
	return steering{}, false
}
