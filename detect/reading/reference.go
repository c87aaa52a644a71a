package reading

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/wordset"
)

// Names resolves names against one tool and the registry.
type Names struct {
	lex    *Lexicon
	reg    detect.RegistryView
	server string
	// own is the key of the tool's name.
	own string
	// resolved caches Resolve.
	resolved map[string]resolution
}

type resolution struct {
	ref   Concept
	tools []int
}

// maxResolved bounds the cached names of one tool.
const maxResolved = 1 << 12

func newNames(l *Lexicon, t detect.ToolView, reg detect.RegistryView) *Names {
	return &Names{lex: l, reg: reg, server: t.Server, own: detect.NameKey(t.Name)}
}

// Resolve returns what a name refers to: the tool itself, a tool of its server, tools of other servers, or nothing that is registered. A prefix
// of the server, as clients write it (server__name, server.name), is ignored.
func (n *Names) Resolve(name string) (ref Concept, tools []int) {
	if r, ok := n.resolved[name]; ok {
		return r.ref, r.tools
	}
	ref, tools = n.lookUp(name)
	for _, sep := range [...]string{"__", ".", "/", ":"} {
		if k := strings.LastIndex(name, sep); ref == RefName && k > 0 && k+len(sep) < len(name) {
			ref, tools = n.lookUp(name[k+len(sep):])
		}
	}
	if n.resolved == nil {
		n.resolved = map[string]resolution{}
	}
	if len(n.resolved) < maxResolved {
		n.resolved[name] = resolution{ref, tools}
	}
	return ref, tools
}

// lookUp finds the tool of a name; RefName means none. Parameters are not tools: their author can declare any.
func (n *Names) lookUp(name string) (ref Concept, tools []int) {
	key := detect.NameKey(name)
	switch {
	case key == "":
		return RefName, nil
	case key == n.own:
		return RefOwn, nil
	case n.reg.Owns(n.server, name):
		return RefSibling, nil
	}
	if len(key) > 2 && n.reg.Servers() > 1 {
		for _, i := range n.reg.NamedLike(name) {
			if t := n.reg.Tool(i); t.Server != n.server && !n.reg.SameFamily(n.server, t.Server) {
				tools = append(tools, i)
			}
		}
	}
	if len(tools) > 0 {
		return RefForeign, tools
	}
	return RefName, nil
}

// annotations are names of the specification that begin with a verb but are not actions.
var annotations = wordset.Of("readOnlyHint openWorldHint")

// action reports whether a name is that of an action: its first or last word is a verb.
func (n *Names) action(name string) bool {
	words := detect.NameWords(name)
	if len(words) < 2 || annotations[name] {
		return false
	}
	verbs := n.lex.lists[".action"]
	return verbs[words[0]] || verbs[words[len(words)-1]]
}

// resolve marks the names in a sentence.
func (n *Names) resolve(doc *text.Doc, s *Sentence) {
	for i := range s.Tokens {
		t := &s.Tokens[i]
		switch t.Kind {
		case text.KindIdent:
			n.mention(doc, s, i, i+1, false)
		case text.KindWord:
			if t.Named {
				continue
			}
			quoted := quotedAlone(doc.Raw, t)
			called := i > 0 && callsBefore(s, i)
			tool := i+1 < len(s.Tokens) && s.Tokens[i+1].word.tool
			if quoted || called || tool || t.Call {
				n.words(doc, s, i, quoted, called, tool)
			}
		}
	}
}

// mention records the name in tokens [from, to). The model sees whether it is the tool's own, that of an action, or another: what else is
// registered changes no score.
func (n *Names) mention(doc *text.Doc, s *Sentence, from, to int, plain bool) {
	start, end := s.Tokens[from].Start, s.Tokens[to-1].End
	name := doc.Raw[start:end]
	ref, tools := n.Resolve(name)
	seen := RefName
	switch {
	case ref == RefOwn:
		seen = RefOwn
	case plain || n.action(name):
		seen = RefAction
	}
	if ref == RefName {
		ref = seen
	}
	n.note(s, from, to, seen)
	s.Referents = append(s.Referents, Referent{ref, name, int(start), int(end), plain, tools})
	if s.Tokens[to-1].Call {
		s.Marks = append(s.Marks, Mark{Concept: Invoked, Start: start, End: end})
	}
}

// note marks tokens [from, to) as a name.
func (n *Names) note(s *Sentence, from, to int, ref Concept) {
	for k := from; k < to; k++ {
		s.Tokens[k].Ref, s.Tokens[k].Named = ref, true
	}
	s.Marks = append(s.Marks, Mark{Concept: ref, Start: s.Tokens[from].Start, End: s.Tokens[to-1].End})
}

// words finds a name of up to four words that ends or starts at token i and is marked by quotes, a verb or a noun.
func (n *Names) words(doc *text.Doc, s *Sentence, i int, quoted, called, tool bool) {
	if quoted {
		if ref, _ := n.lookUp(doc.Raw[s.Tokens[i].Start:s.Tokens[i].End]); ref == RefOwn || called || tool {
			n.mention(doc, s, i, i+1, true)
		} else if ref != RefName {
			n.refer(doc, s, i, i+1)
		}
		return
	}
	const maxName = 4
	stop := s.Tokens[i].word.stop
	if tool {
		for from := max(0, i-maxName+1); from <= i; from++ {
			if !s.Tokens[from].word.stop && n.together(doc, s, from, i+1) && n.refer(doc, s, from, i+1) {
				break
			}
		}
		if !stop && i > 0 && len(s.Tokens[i].Fold) > 2 && !s.Tokens[i].Named {
			s.Marks = append(s.Marks, Mark{Concept: RefProse, Start: s.Tokens[i].Start, End: s.Tokens[i].End})
			s.Referents = append(s.Referents, Referent{Ref: RefProse, Name: s.Tokens[i].Fold, Start: int(s.Tokens[i].Start), End: int(s.Tokens[i].End), Plain: true})
		}
		return
	}
	if stop {
		return
	}
	for to := min(len(s.Tokens), i+maxName); to > i; to-- {
		if n.together(doc, s, i, to) && (to == i+1 || !s.Tokens[to-1].word.tool) && n.refer(doc, s, i, to) {
			return
		}
	}
}

// refer records a name in words if a tool has it. Only the tool's own name is marked.
func (n *Names) refer(doc *text.Doc, s *Sentence, from, to int) bool {
	start, end := int(s.Tokens[from].Start), int(s.Tokens[to-1].End)
	ref, tools := n.lookUp(doc.Raw[start:end])
	if ref == RefName {
		return false
	}
	if ref == RefOwn {
		n.note(s, from, to, RefOwn)
	}
	s.Referents = append(s.Referents, Referent{ref, doc.Raw[start:end], start, end, from+1 == to, tools})
	return true
}

// together reports whether tokens [from, to) are words separated only by a blank, a hyphen or an underscore.
func (n *Names) together(doc *text.Doc, s *Sentence, from, to int) bool {
	for k := from; k < to; k++ {
		t := &s.Tokens[k]
		if t.Kind != text.KindWord || t.Named || t.End < t.Start {
			return false
		}
		if k > from {
			switch gapOf(doc.Raw, &s.Tokens[k-1], t) {
			case " ", "-", "_":
			default:
				return false
			}
		}
	}
	return true
}

// callsBefore reports whether a verb of calling precedes token i, with at most an article between.
func callsBefore(s *Sentence, i int) bool {
	for k := i - 1; k >= max(0, i-2); k-- {
		if s.Tokens[k].word.calls {
			return true
		}
		if !s.Tokens[k].word.stop {
			return false
		}
	}
	return false
}

// isName reports whether folded text is written like an identifier.
func isName(s string) bool {
	inner := strings.Trim(s, "_")
	return len(inner) > 2 && strings.ContainsAny(inner, "_.")
}
