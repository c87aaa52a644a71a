package code

import (
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// listed is a definition that Link may list.
type listed struct {
	Entry
	module *Module
	// lits are the literals that are in it.
	lits [][]place
	// placed are its texts and names, each with its path and the places of all its pieces, worded the same without places; each is made when
	// it is asked for.
	placed, worded map[string]bool
	// dropped is set when another definition of the same server says all that it says.
	dropped bool
}

// twin is what two definitions have in common of which one may repeat the other.
type twin struct {
	pack, server, kind, name string
	// text is the description, and at where it begins when that counts.
	text string
	at   place
}

// maxTwins bounds how many definitions one is compared with.
const maxTwins = 16

// dropPlaced drops e, or those before it, when the other says the same texts from the same places and perhaps more, as an object that is listed
// and the call that registers it do. What differs in any piece of any text is kept.
func (e *listed) dropPlaced(twins map[twin][]*listed) {
	d := e.Def.Get("description")
	if d == nil || d.Kind != source.String {
		return
	}
	loc := d.Text.Locate(0, len(d.Text.Value))
	if len(loc) == 0 {
		return
	}
	t := twin{pack: e.module.Package, server: e.Server, kind: e.Kind, name: e.Def.StringAt("name"), at: place{loc[0].File, loc[0].Span.Start}}
	covers := func(a, b *listed) bool {
		return (b.Static == Full || a.Static != Full) && subset(b.says(true), a.says(true))
	}
	for _, o := range twins[t] {
		switch {
		case o.dropped:
		case covers(o, e):
			e.dropped = true
			return
		case covers(e, o):
			o.dropped = true
		}
	}
	if len(twins[t]) < maxTwins {
		twins[t] = append(twins[t], e)
	}
}

// dropWorded drops the definitions of one file that repeat another of that file word for word: the list of tools beside their registrations.
// Their literals count as used, since what they say is listed.
func (l *linker) dropWorded(es []*listed) {
	twins := map[twin][]*listed{}
	for _, e := range es {
		d := e.Def.Get("description")
		if e.dropped || d == nil || d.Kind != source.String || d.Text.Value == "" {
			continue
		}
		t := twin{server: e.Server, kind: e.Kind, name: e.Def.StringAt("name"), text: d.Text.Value}
		if t.name == "" {
			continue
		}
		kept := false
		for k, o := range twins[t] {
			a, b := o, e // b may go
			if len(b.says(false)) > len(a.says(false)) {
				a, b = b, a
			}
			if a.Test != b.Test || a.Static != Full && b.Static == Full || !subset(b.says(false), a.says(false)) {
				continue
			}
			b.dropped, twins[t][k], kept = true, a, true
			l.use(b)
			break
		}
		if !kept && len(twins[t]) < maxTwins {
			twins[t] = append(twins[t], e)
		}
	}
}

// says returns the texts and names in a definition, each with its path; by place or else with the parameters of which nothing is said.
func (e *listed) says(byPlace bool) map[string]bool {
	set, text := &e.worded, func(t source.Text) string { return t.Value }
	if byPlace {
		set, text = &e.placed, placed
	}
	if *set != nil {
		return *set
	}
	*set = map[string]bool{}
	var walk func(n *source.Node, path string, depth int)
	walk = func(n *source.Node, path string, depth int) {
		switch n.Kind {
		case source.String:
			(*set)[path+text(n.Text)] = true
		case source.Scalar:
			(*set)[path+n.Text.Value] = true
		case source.Array:
			for _, item := range n.Items {
				walk(item, path+"\x01", depth)
			}
		case source.Object:
			for i := range n.Members {
				m := &n.Members[i]
				if m.Value == nil || m.Name.Text.Value == codeMember {
					continue
				}
				at := path + m.Name.Text.Value + "\x00"
				if !byPlace && depth > 0 && m.Value.Kind == source.Object && saysNothing(m.Value) {
					(*set)[at] = true
				} else {
					walk(m.Value, at, depth+1)
				}
			}
		}
	}
	walk(e.Def, "", 0)
	return *set
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

// placed is a text with the places of its pieces. Words such as "object" are alike wherever they stand.
func placed(t source.Text) string {
	if !sentence(t.Value) {
		return t.Value
	}
	var b strings.Builder
	b.WriteString(t.Value)
	for _, l := range t.Locate(0, len(t.Value)) {
		b.WriteString("\x00" + l.File.Rel + ":" + strconv.Itoa(l.Span.Start) + "-" + strconv.Itoa(l.Span.End))
	}
	return b.String()
}
