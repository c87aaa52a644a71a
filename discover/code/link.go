package code

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// FileReader returns the file that code in another names by a literal, or nil when there is none that may be read.
type FileReader func(from *source.File, name string) *source.File

// LinkFiles resolves what the modules of one run ask each other for and returns what each defines, in the order of modules. read, which may be
// nil, is the way to the files from which code reads texts.
func LinkFiles(modules []*Module, read FileReader) []Found {
	l := &linker{read: read, used: map[*source.File]map[int]bool{}, files: make(map[string][]*Module, len(modules)), closures: map[*export]string{}}
	for _, m := range modules {
		l.files[bare(m.File.Rel)] = append(l.files[bare(m.File.Rel)], m)
	}
	l.modules = modules
	l.index(modules)
	out := make([]Found, len(modules))
	made := make([][]*listed, len(modules))
	twins := map[twin][]*listed{}
	for i, m := range modules {
		out[i] = Found{Module: m, Notes: m.notes, Patterns: m.patterns}
		for _, p := range m.pend {
			if e, ok := l.entry(m, p); ok {
				e.dropPlaced(twins)
				made[i] = append(made[i], e)
			}
		}
	}
	for i := range out {
		l.dropWorded(made[i])
		for _, e := range made[i] {
			if e.dropped {
				continue
			}
			out[i].Entries = append(out[i].Entries, e.Entry)
			l.use(e)
		}
		out[i].Gaps = l.gaps(modules[i])
		slices.SortStableFunc(out[i].Entries, func(a, b Entry) int { return cmp.Compare(a.Def.Span.Start, b.Def.Span.Start) })
	}
	for i := range out {
		out[i].Strings = l.unused(modules[i])
	}
	return out
}

// unused lists the strings of a module that no definition holds.
func (l *linker) unused(m *Module) []Swept {
	used := l.used[m.File]
	out := make([]Swept, 0, len(m.sweep))
	for i := range m.sweep {
		if s := &m.sweep[i]; !used[s.at] && !slices.ContainsFunc(s.more, func(at int) bool { return used[at] }) {
			out = append(out, s.Swept)
		}
	}
	return out
}

// use notes the literals that a definition holds.
func (l *linker) use(e *listed) {
	for _, p := range slices.Concat(e.lits...) {
		if l.used[p.file] == nil {
			l.used[p.file] = map[int]bool{}
		}
		l.used[p.file][p.at] = true
	}
}

// entry puts a definition together; ok is false when nothing is left of it.
func (l *linker) entry(m *Module, p *pending) (e *listed, ok bool) {
	st := &state{module: m}
	e = &listed{module: m}
	defer func() { e.lits = st.lits }()
	e.Entry = Entry{Kind: p.kind, Server: m.server, Head: p.head, Shape: p.shape, Test: p.test}
	nodes := l.nodes(m, p.def, 0, st)
	if len(nodes) == 0 {
		return e, false
	}
	e.Def = nodes[0]
	if p.wish != nil && !l.borrow(m, p, e.Def, st) && p.maybe {
		return e, false
	}
	if p.kind == kindInstructions && m.server != "" {
		e.Server = m.server
	}
	if p.cut {
		st.missed(m)
	}
	st.markCuts(e.Def)
	text := "description"
	if p.kind == kindInstructions {
		text = "instructions"
	}
	unknown := p.opaque || p.wish != nil && e.Def.Get(text) == nil
	if v := p.def.get(text); v != nil {
		known := false
		for _, m2 := range p.def.members {
			if m2.name.Value == text {
				got := l.fill(m, m2.value.value)
				known = known || got.known() || got.empty()
			}
		}
		if !known {
			unknown = true
			st.why = "the " + text + " is " + quoted(m.File, v.span) + ", which is not known before the code runs"
			st.at = v.span
			drop(e.Def, text)
		}
	}
	switch {
	case unknown:
		e.Static, e.Why, e.At = Unresolved, st.why, st.at
		if e.Why == "" {
			e.Why, e.At = "the "+text+" is not known before the code runs", p.span
			if p.wish != nil {
				e.Why = "what documents " + last(p.wish.path) + " is not in the files that were read, or in several"
			}
		}
	case st.partly:
		e.Static, e.Why, e.At = Partly, st.why, st.at
	case p.cut:
		e.Static, e.Why, e.At = Partly, "the file is larger than what is read of one, or the definition", p.span
	}
	if e.Static != Full && e.At == (source.Span{}) {
		e.At = p.span
	}
	return e, true
}

// drop removes the members of that name.
func drop(n *source.Node, name string) {
	n.Members = slices.DeleteFunc(n.Members, func(m source.Member) bool { return m.Name.Text.Value == name })
}

// borrow takes description and parameters from a function of another file. It reports whether there is one that is no definition
// where it stands.
func (l *linker) borrow(m *Module, p *pending, def *source.Node, st *state) bool {
	e, k := l.find(m, p.wish, factDoc)
	if e == nil || p.maybe && e.registered {
		return false
	}
	if def.Get("description") == nil {
		d := object(p.span)
		d.put("description", stringDraft(e.doc, p.span))

		if def.Get("inputSchema") == nil {
			d.put("inputSchema", e.schema)
		}
		if def.Get("outputSchema") == nil {
			d.put("outputSchema", e.output)
		}
		had := &source.Node{Kind: source.Object}
		l.members(k, d, had, 1, st)
		def.Members = append(def.Members, had.Members...)
	}
	return true
}

// quoted is the source of a span for people: short and on one line.
func quoted(f *source.File, span source.Span) string {
	s := strings.ToValidUTF8(string(f.Data[span.Start:min(span.End, span.Start+60)]), "")
	s = strings.Join(strings.Fields(s), " ")
	if span.End > span.Start+60 {
		s += "\u2026"
	}
	return "`" + strings.ReplaceAll(s, "`", "'") + "`"
}

// listed is a definition that may be listed.
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
