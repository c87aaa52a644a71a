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
	own    string
	// title is the key of the tool's title.
	title string
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
	return &Names{lex: l, reg: reg, server: t.Server, own: detect.NameKey(t.Name), title: detect.NameKey(t.Title)}
}

// Resolve says what a name refers to. A prefix of the server, as clients write it (server__name, server.name), is ignored.
func (n *Names) Resolve(name string) (ref Concept, tools []int) {
	if r, ok := n.resolved[name]; ok {
		return r.ref, r.tools
	}
	ref, tools, known := n.lookUp(name)
	if !known {
		for _, sep := range [...]string{"__", ".", "/", ":"} {
			if k := strings.LastIndex(name, sep); k > 0 && k+len(sep) < len(name) {
				if ref, tools, known = n.lookUp(name[k+len(sep):]); known {
					break
				}
			}
		}
	}
	if !known {
		switch {
		case n.reg.MayHave(n.server, name):
			ref = RefUnscanned
		case n.action(name):
			ref = RefAction
		default:
			ref = RefName
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

// lookUp finds a known name. A name of an action is a tool first, another name a parameter first: an attacker's own parameter or allowed
// value does not excuse a call of another server's tool.
func (n *Names) lookUp(name string) (ref Concept, tools []int, known bool) {
	key := detect.NameKey(name)
	if key == "" {
		return RefName, nil, false
	}
	if key == n.own || key == n.title {
		return RefOwn, nil, true
	}
	owned, param := n.reg.Lookup(n.server, key)
	if owned {
		return RefSibling, nil, true
	}
	if param && !n.action(name) {
		return RefParam, nil, true
	}
	if len(key) > 2 && n.reg.Servers() > 1 {
		for _, i := range n.reg.NamedLike(name) {
			if t := n.reg.Tool(i); t.Server != n.server && !n.reg.SameFamily(n.server, t.Server) {
				tools = append(tools, i)
			}
		}
		if len(tools) > 0 {
			return RefForeign, tools, true
		}
	}
	return RefParam, nil, param
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

// mention resolves and records the name in tokens [from, to).
func (n *Names) mention(doc *text.Doc, s *Sentence, from, to int, plain bool) {
	ref, tools := n.Resolve(doc.Raw[s.Tokens[from].Start:s.Tokens[to-1].End])
	n.note(doc, s, from, to, ref, plain, tools)
}

// note records that tokens [from, to) are a name, and what it refers to.
func (n *Names) note(doc *text.Doc, s *Sentence, from, to int, ref Concept, plain bool, tools []int) {
	for k := from; k < to; k++ {
		s.Tokens[k].Ref, s.Tokens[k].Named = ref, true
	}
	start, end := s.Tokens[from].Start, s.Tokens[to-1].End
	s.Referents = append(s.Referents, Referent{ref, doc.Raw[start:end], int(start), int(end), plain, tools})
	s.Marks = append(s.Marks, Mark{ref, start, end})
	if s.Tokens[to-1].Call {
		s.Marks = append(s.Marks, Mark{Invoked, start, end})
	}
}

// words finds a name of up to four words that ends or starts at token i and is marked by quotes, a verb or a noun.
func (n *Names) words(doc *text.Doc, s *Sentence, i int, quoted, called, tool bool) {
	const maxName = 4
	if quoted {
		name := doc.Raw[s.Tokens[i].Start:s.Tokens[i].End]
		if _, _, known := n.lookUp(name); known {
			n.mention(doc, s, i, i+1, false)
		} else if called || tool {
			n.note(doc, s, i, i+1, RefAction, false, nil)
		}
		return
	}
	if tool {
		for from := max(0, i-maxName+1); from <= i; from++ {
			if s.Tokens[from].word.stop || !n.together(doc, s, from, i+1) {
				continue
			}
			name := doc.Raw[s.Tokens[from].Start:s.Tokens[i].End]
			if ref, tools, known := n.lookUp(name); known && ref != RefParam {
				n.note(doc, s, from, i+1, ref, from == i, tools)
				return
			}
		}
		if !s.Tokens[i].word.stop && i > 0 && len(s.Tokens[i].Fold) > 2 {
			s.Marks = append(s.Marks, Mark{RefProse, s.Tokens[i].Start, s.Tokens[i].End})
			s.Referents = append(s.Referents, Referent{Ref: RefProse, Name: s.Tokens[i].Fold, Start: int(s.Tokens[i].Start), End: int(s.Tokens[i].End), Plain: true})
		}
	}
	if (called || s.Tokens[i].Call) && !s.Tokens[i].word.stop {
		for to := min(len(s.Tokens), i+maxName); to > i; to-- {
			if !n.together(doc, s, i, to) || to > i+1 && s.Tokens[to-1].word.tool {
				continue
			}
			name := doc.Raw[s.Tokens[i].Start:s.Tokens[to-1].End]
			if ref, tools, known := n.lookUp(name); known && ref != RefParam {
				n.note(doc, s, i, to, ref, to == i+1, tools)
				return
			}
		}
	}
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
