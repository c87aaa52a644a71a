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
	// says are its texts and names, each with its path and the places of all its pieces; made when it is asked for.
	says map[string]bool
	// worded is the same without places.
	worded map[string]bool
	// dropped is set when another definition of the same server says all that it says.
	dropped bool
}

// twin is what two definitions have in common of which one may repeat the other: an object that is listed, and the call that
// registers what it holds.
type twin struct {
	pack, server, kind, name string
	// at is where the description begins.
	at place
}

// maxTwins bounds how many definitions one is compared with.
const maxTwins = 16

// drop drops e, or those before it, when the other says the same texts from the same places and perhaps more. What differs in any
// piece of any text is kept.
func (e *listed) drop(twins map[twin][]*listed) {
	d := e.Def.Get("description")
	if d == nil || d.Kind != source.String {
		return
	}
	loc := d.Text.Locate(0, len(d.Text.Value))
	if len(loc) == 0 {
		return
	}
	t := twin{e.module.Package, e.Server, e.Kind, e.Def.StringAt("name"), place{loc[0].File, loc[0].Span.Start}}
	others := twins[t]
	for _, o := range others {
		switch {
		case o.dropped:
		case o.covers(e):
			e.dropped = true
			return
		case e.covers(o):
			o.dropped = true
		}
	}
	if len(others) < maxTwins {
		twins[t] = append(others, e)
	}
}

// covers reports whether e says all that o says, from the same places.
func (e *listed) covers(o *listed) bool {
	if o.Static != Full && e.Static == Full {
		return false
	}
	e.tell()
	o.tell()
	if len(o.says) > len(e.says) {
		return false
	}
	for s := range o.says {
		if !e.says[s] {
			return false
		}
	}
	return true
}

// tell fills says.
func (e *listed) tell() {
	if e.says != nil {
		return
	}
	e.says = map[string]bool{}
	var walk func(n *source.Node, path string)
	walk = func(n *source.Node, path string) {
		switch n.Kind {
		case source.String:
			e.says[path+placed(n.Text)] = true
		case source.Scalar:
			e.says[path+n.Text.Value] = true
		case source.Array:
			for _, item := range n.Items {
				walk(item, path+"/")
			}
		case source.Object:
			for i := range n.Members {
				if m := &n.Members[i]; m.Value != nil && m.Name.Text.Value != codeMember {
					walk(m.Value, path+m.Name.Text.Value+"\x00")
				}
			}
		}
	}
	walk(e.Def, "")
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
