package code

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// FileReader returns the file that code in another names by a literal, or nil when there is none that may be read.
type FileReader func(from *source.File, name string) *source.File

// Link resolves what the modules of one run ask each other for and returns what each defines, in the order of modules.
func Link(modules []*Module) []Found { return LinkFiles(modules, nil) }

// LinkFiles is Link with a way to the files from which code reads texts.
func LinkFiles(modules []*Module, read FileReader) []Found {
	l := &linker{read: read, used: map[*source.File]map[int]bool{}, files: make(map[string][]*Module, len(modules)), closures: map[*export]string{}}
	for _, m := range modules {
		l.files[bare(m.File.Rel)] = append(l.files[bare(m.File.Rel)], m)
	}
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
	var out []Swept
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
