package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// dropSame drops the definitions of one file that repeat another of that file word for word: the list of tools beside their
// registrations. Their literals count as used, since what they say is listed.
func (l *linker) dropSame(es []*listed) {
	byName := map[twin][]*listed{}
	for _, e := range es {
		d := e.Def.Get("description")
		if e.dropped || d == nil || d.Kind != source.String || d.Text.Value == "" {
			continue
		}
		t := twin{server: e.Server, kind: e.Kind, name: e.Def.StringAt("name"), pack: d.Text.Value}
		if t.name == "" {
			continue
		}
		others, kept := byName[t], false
		for k, o := range others {
			a, b := o, e // b may go
			if len(b.words()) > len(a.words()) {
				a, b = b, a
			}
			if a.Test != b.Test || a.Static != Full && b.Static == Full || !subset(b.words(), a.words()) {
				continue
			}
			b.dropped, others[k], kept = true, a, true
			for _, lits := range b.lits {
				for _, p := range lits {
					l.use(p)
				}
			}
			break
		}
		if !kept && len(others) < maxTwins {
			byName[t] = append(others, e)
		}
	}
}

// words are the texts and names in a definition, each with its path.
func (e *listed) words() map[string]bool {
	if e.worded != nil {
		return e.worded
	}
	e.worded = map[string]bool{}
	var path []string
	var walk func(n *source.Node)
	walk = func(n *source.Node) {
		switch n.Kind {
		case source.String, source.Scalar:
			e.worded[strings.Join(path, "\x00")+"\x01"+n.Text.Value] = true
		case source.Array:
			for _, item := range n.Items {
				walk(item)
			}
		case source.Object:
			for i := range n.Members {
				m := &n.Members[i]
				if m.Name.Text.Value == codeMember {
					continue
				}
				path = append(path, m.Name.Text.Value)
				if m.Value != nil && m.Value.Kind == source.Object && saysNothing(m.Value) && len(path) > 1 {
					e.worded[strings.Join(path, "\x00")] = true // a parameter of which nothing is said
				} else if m.Value != nil {
					walk(m.Value)
				}
				path = path[:len(path)-1]
			}
		}
	}
	walk(e.Def)
	return e.worded
}

// saysNothing reports whether an object has no member but the code it is made of.
func saysNothing(n *source.Node) bool {
	return len(n.Members) == 0 || len(n.Members) == 1 && n.Members[0].Name.Text.Value == codeMember
}

// subset reports whether all of a is in b.
func subset(a, b map[string]bool) bool {
	for s := range a {
		if !b[s] {
			return false
		}
	}
	return true
}
