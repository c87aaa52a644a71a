package check

import (
	"fmt"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// crossRef is a place in a text that names a tool of another server.
type crossRef struct {
	// first and last are the indexes of its words, both included.
	first, last int
	// tool is the index of the named tool.
	tool int
	name string
	// loose is true for a name of one word, which may be no name at all, beside the name of its server.
	loose bool
	// server is true when only the server is named; tool is its first one then.
	server bool
}

// maxRefs bounds the references of one field that are weighed; more of them say nothing new.
const maxRefs = 500

// inspectReferences finds text in field i that names tools of other servers and steers them. Each sentence gives one signal
// for each tool it steers.
func inspectReferences(i int, tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	if len(tool.Fields[i].Text) < 10 {
		return nil
	}
	doc := tool.Doc(i)
	var signals []detect.Signal
	refs := findCrossRefs(doc, tool, reg)
	if len(refs) == 0 {
		return nil
	}
	type seen struct{ sentence, tool int }
	done := map[seen]bool{}
	for _, ref := range refs {
		at := seen{doc.Words[ref.first].Sentence(), ref.tool}
		if done[at] {
			continue
		}
		st, ok := judgeRef(doc, ref, func() *prose { return proseOfField(tool, reg, i) })
		if !ok {
			continue
		}
		tier := st.weigh(proseOfField(tool, reg, i), ref, refs)
		switch tier {
		case detect.TierNone:
			continue
		case detect.TierSoft:
			st.confidence = ambiguous
		}
		done[at] = true
		sentence := doc.Sentences[at.sentence]
		start, end := doc.Span(sentence.Start, sentence.End)
		s := tool.Signal(i, start, end)
		s.Tier, s.ThreatType, s.Confidence = tier, detect.ThreatToolPoisoning, st.confidence
		other := reg.Tool(ref.tool)
		s.Detail = fmt.Sprintf("%s %s, a tool of server %s", st.what, other.Name, other.Server)
		s.Related = steered(tool, reg, ref)
		signals = append(signals, s)
	}
	return signals
}

// steered points at the tool that the text names, and at those of further servers that go by the same name: the text means all of them.
func steered(tool detect.ToolView, reg detect.RegistryView, ref crossRef) []detect.Related {
	v := newVictims(reg.IndexOf(tool), tool, reg)
	v.add(ref.tool)
	if !ref.server {
		for _, j := range reg.CalledAnywhere(reg.Tool(ref.tool).Name) {
			if server := reg.Tool(j).Server; v.open(j) && !reg.SameServer(tool.Server, server) && !reg.AtHome(tool, server) {
				v.add(j)
			}
		}
	}
	return v.related("the tool that is steered")
}

// judgeRef judges what the text does to the tool that it names.
func judgeRef(doc *text.Doc, ref crossRef, read func() *prose) (steering, bool) {
	switch {
	case ref.server:
		return serverSteering(read(), ref)
	case ref.loose:
		return topicSteering(read(), ref)
	}
	st, ok := steeringOf(doc, ref)
	if !ok {
		return proseSteering(read(), ref)
	}
	p := read()
	if s := p.sentence(ref.first); spares(p, s, ref) && suspectRef(p, s, ref) == "" {
		return steering{}, false
	}
	return st, true
}

// toolNouns follow or precede the name of a tool in prose.
var toolNouns = lazyWords{stemmed: true, list: "tool function action operation method command endpoint api call"}

// findCrossRefs finds the names of other servers' tools in the text: identifiers, quoted names, names written as words
// before "tool", and names beside that of their server. Names that the own server has, for a tool or a parameter, are its own.
func findCrossRefs(doc *text.Doc, tool detect.ToolView, reg detect.RegistryView) []crossRef {
	var refs []crossRef
	plain, quoted := doc.Flags.Chars&text.CharsForeign == 0, doc.Flags.Chars&nameMarks() != 0
	toolNouns.words()
	for i := 0; i < len(doc.Words) && len(refs) < maxRefs; i++ {
		w := &doc.Words[i]
		n := len(refs)
		switch {
		case w.Kind == text.KindWord:
			switch {
			case toolNouns.quick.find(w.Stem()) != nil:
				if ref, ok := spelledOut(doc, i, tool, reg); ok {
					refs = append(refs, ref)
				}
			case quoted && marked(doc, w) && len(w.Fold) > 2 && nearToolNoun(doc, i):
				if j, name := lookUp(doc.Raw[w.Start():w.End()], tool, reg); j >= 0 {
					refs = append(refs, crossRef{first: i, last: i, tool: j, name: name})
				}
			}
		case w.Kind != text.KindNumber && w.Kind != text.KindEmail:
			if j, name := lookUp(trimName(doc.Raw[w.Start():w.End()]), tool, reg); j >= 0 && (w.Kind == text.KindIdent || manyWords(reg, j)) {
				refs = append(refs, crossRef{first: i, last: i, tool: j, name: name})
			}
		}
		if len(refs) == n && (!plain || jointBehind(doc, i)) {
			if ref, ok := joinedName(doc, i, tool, reg); ok {
				refs = append(refs, ref)
				i = ref.last
			}
		}
	}
	return append(refs, brandRefs(doc, tool, reg, refs)...)
}

// trimName cuts what is written around a name.
func trimName(raw string) string { return strings.Trim(raw, "/.:-") }

// manyWords reports whether the name of tool j has several words.
func manyWords(reg detect.RegistryView, j int) bool {
	return len(detect.NameWords(reg.Tool(j).Name)) > 1
}

// jointBehind reports whether nothing but a separator of names stands between word i and the next one.
func jointBehind(doc *text.Doc, i int) bool {
	if i+1 >= len(doc.Words) || doc.Words[i+1].Start() != doc.Words[i].End()+1 {
		return false
	}
	switch doc.Raw[doc.Words[i].End()] {
	case '/', '-', '.', ':':
		return true
	}
	return false
}

// joinedName reads the words from i on that are written together, with nothing but separators between them, as one name:
// "channels/post", "mail-send", and an ASCII name inside a word of a script that writes no spaces.
func joinedName(doc *text.Doc, i int, tool detect.ToolView, reg detect.RegistryView) (crossRef, bool) {
	// longest is how many words such a name has.
	const longest = 4
	last := i
	for last-i < longest-1 && jointBehind(doc, last) {
		last++
	}
	for ; last > i; last-- {
		raw := doc.Raw[doc.Words[i].Start():doc.Words[last].End()]
		if j, name := lookUp(raw, tool, reg); j >= 0 && manyWords(reg, j) {
			return crossRef{first: i, last: last, tool: j, name: name}, true
		}
	}
	w := &doc.Words[i]
	if ascii(w.Fold) || w.Kind == text.KindNumber {
		return crossRef{}, false
	}
	for _, part := range strings.FieldsFunc(doc.Raw[w.Start():w.End()], func(r rune) bool { return r > 127 }) {
		if len(detect.NameWords(part)) < 2 {
			continue
		}
		if j, name := lookUp(trimName(part), tool, reg); j >= 0 {
			return crossRef{first: i, last: i, tool: j, name: name}, true
		}
	}
	return crossRef{}, false
}

// maxQualified bounds the words of an identifier that are tried without their prefix.
const maxQualified = 10

// lookUp returns the other server's tool that raw names, as it is or behind a qualifier (server.tool, mcp_server_tool), or -1.
func lookUp(raw string, tool detect.ToolView, reg detect.RegistryView) (int, string) {
	if j := foreign(raw, tool, reg); j >= 0 {
		return j, raw
	}
	if j, rest := lookUpTail(raw, tool, reg); j >= 0 && !reg.Owns(tool.Server, raw) {
		return j, rest
	}
	return -1, ""
}

// lookUpTail is lookUp for names behind a qualifier.
func lookUpTail(raw string, tool detect.ToolView, reg detect.RegistryView) (int, string) {
	for _, sep := range []string{"::", "__", ".", ":", "/"} {
		if k := strings.LastIndex(raw, sep); k > 0 {
			rest := raw[k+len(sep):]
			if j := foreign(rest, tool, reg); j >= 0 && len(detect.NameWords(rest)) > 1 {
				return j, rest
			}
		}
	}
	if !maybePrefixed(raw) {
		return -1, ""
	}
	words := detect.NameWords(raw)
	if len(words) < 3 || len(words) > maxQualified || words[0] != "mcp" {
		return -1, ""
	}
	for k := 1; k < len(words)-1; k++ {
		rest := strings.Join(words[k:], "_")
		if j := foreign(rest, tool, reg); j >= 0 {
			return j, rest
		}
	}
	return -1, ""
}

// maybePrefixed reports whether the first word of the name may be mcp.
func maybePrefixed(raw string) bool {
	for i := range len(raw) {
		switch c := raw[i]; {
		case c >= 0x80, c == 'm', c == 'M':
			return true
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
			return false
		}
	}
	return false
}

// foreign returns the first tool of that name on another server when the tool's own server has no such name.
func foreign(name string, tool detect.ToolView, reg detect.RegistryView) int {
	return firstForeign(reg.Called(name), name, tool, reg)
}

func firstForeign(found []int, name string, tool detect.ToolView, reg detect.RegistryView) int {
	if len(found) == 0 {
		return -1
	}
	server := reg.Tool(found[0]).Server
	if server == tool.Server || reg.AtHome(tool, server) || ownsTail(name, tool.Server, reg) ||
		reg.HasParameter(tool.Server, name) || reg.SameServer(tool.Server, server) {
		return -1
	}
	return found[0]
}

// ownsTail reports whether the server has a tool of that name, or of what is left of it without a word or two in front: a
// prefix that the server's name gave it elsewhere.
func ownsTail(name, server string, reg detect.RegistryView) bool {
	words := detect.NameWords(name)
	for k := 0; k == 0 || k <= 2 && len(words)-k >= 2; k++ {
		if reg.Owns(server, strings.Join(words[k:], "_")) {
			return true
		}
	}
	return false
}

// spelledOut reads the words before the noun at i as a name: "the send email tool", "the email sending
// tool".
func spelledOut(doc *text.Doc, i int, tool detect.ToolView, reg detect.RegistryView) (crossRef, bool) {
	const longest = 4
	n := 0
	for n < longest && i-n > 0 && doc.Words[i-n-1].Kind == text.KindWord && doc.Words[i-n-1].Sentence() == doc.Words[i].Sentence() {
		n++
	}
	var room [longest]string
	for ; n >= 2; n-- {
		name := room[:0]
		for k := i - n; k < i; k++ {
			name = append(name, doc.Words[k].Fold)
		}
		found := reg.CalledAs(name)
		if len(found) == 0 && doc.Words[i].Fold == doc.Words[i].Stem() {
			// In other words only for one tool: "content search tools" are tools for searching content.
			found = reg.CalledInProse(name)
		}
		if len(found) == 0 {
			continue
		}
		joined := strings.Join(name, "_")
		if j := firstForeign(found, joined, tool, reg); j >= 0 {
			return crossRef{first: i - n, last: i - 1, tool: j, name: joined}, true
		}
	}
	return crossRef{}, false
}

// nameMarks are what marked looks for.
var nameMarks = sync.OnceValue(func() text.Chars { return text.CharsOf("`'\"") })

// marked reports whether the word stands alone in quotes or back-ticks.
func marked(doc *text.Doc, w *text.Word) bool {
	if w.Start() == 0 || w.End() >= len(doc.Raw) {
		return false
	}
	switch mark := doc.Raw[w.Start()-1]; mark {
	case '`', '\'', '"':
		return doc.Raw[w.End()] == mark
	}
	return false
}

// nearToolNoun reports whether the word before or after word i calls it a tool.
func nearToolNoun(doc *text.Doc, i int) bool {
	return i > 0 && toolNouns.has(doc.Words[i-1].Stem()) || i+1 < len(doc.Words) && toolNouns.has(doc.Words[i+1].Stem())
}
