package code

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

const maxHops = 8

// linker fills holes from other files.
type linker struct {
	read FileReader
	// names are those that modules know something of, holders the modules that do, those of each name in a chain.
	names   map[nameKey]nameIndex
	holders []nameHolder
	// files are the modules by their path without extension.
	files map[string][]*Module
	// used are where the literals of each file begin that a definition holds.
	used map[*source.File]map[int]bool
	hops int
	// declared are the names that the files of the run declare, and those of the files; nil where there are no gaps.
	declared map[string]bool
	modules  []*Module
}

// nameKey is a name that is asked for among the files of a language.
type nameKey struct {
	name string
	lang lex.Language
}

// nameIndex is who knows something of a name: one more than the index of the first in its chain, and how many of them know each fact.
type nameIndex struct {
	first  int32
	counts [factKinds]uint8
}

// nameHolder is a module that knows facts of a name; next is one more than the index of the next one.
type nameHolder struct {
	module, next int32
	facts        fact
}

const maxHolders = 200

func (l *linker) index(modules []*Module) {
	n := 0
	for _, m := range modules {
		n += len(m.symbols)
	}
	l.names = make(map[nameKey]nameIndex, n)
	for i, m := range modules {
		for name, e := range m.symbols {
			at, facts := nameKey{name, m.Lang}, fact(0)
			h := l.names[at]
			for k := range factKinds {
				// One more than the bound and another, which may be the one that asks.
				if ask := fact(1) << k; e.has(ask) && h.counts[k] <= maxHolders+1 {
					h.counts[k]++
					facts |= ask
				}
			}
			if facts != 0 {
				l.holders = append(l.holders, nameHolder{int32(i), h.first, facts})
				h.first = int32(len(l.holders))
				l.names[at] = h
			}
		}
	}
}

// modulesWith returns the modules other than m that hold one of the things that are asked for of a name, or none when there are too many.
func (l *linker) modulesWith(m *Module, name string, ask fact) []*Module {
	var all []*Module
	for n := l.names[nameKey{name, m.Lang}].first; n > 0; {
		h := &l.holders[n-1]
		n = h.next
		if t := l.modules[h.module]; h.facts&ask != 0 && t != m {
			all = append(all, t)
		}
	}
	if len(all) > maxHolders {
		return nil
	}
	return all
}

// stem is the name of a file without folder and extension, or that of its folder when it stands for it.
func stem(f *source.File) (name, folder string) {
	folder, base := path.Split(f.Rel)
	folder = strings.TrimSuffix(folder, "/")
	if k := strings.IndexByte(base, '.'); k > 0 {
		base = base[:k]
	}
	switch base {
	case "index", "__init__", "mod", "lib":
		base = folder[strings.LastIndexByte(folder, '/')+1:]
	}
	return base, folder
}

// importStem is the last part of the name of a module: prompts of ./prompts.js, .prompts and crate::prompts.
func importStem(from string) string {
	if ext := path.Ext(from); moduleExts[ext] {
		from = strings.TrimSuffix(from, ext)
	}
	from = strings.TrimSuffix(strings.TrimRight(from, "/.*:{"), "/index")
	return from[strings.LastIndexAny(from, "/.:\\")+1:]
}

var moduleExts = wordset.Of(".js .ts .mjs .cjs .tsx .jsx .py .rb .php .dart .mts .cts")

func (l *linker) find(m *Module, w *reference, ask fact) (*symbol, *Module) {
	left := maxLooks
	if e, k := l.fromImport(m, w, ask, &left); e != nil {
		return e, k
	}
	if e, k := l.fromClass(m, w, ask); e != nil {
		return e, k
	}
	stem := importStem(w.from)
	path := cmp.Or(w.path, stem)
	if path == "" {
		return nil, nil
	}
	names := []struct{ path, stem string }{{path, stem}}
	if head, rest := split(path); rest != "" {
		// The first name may be a module: prompts.READ.
		names = append(names, struct{ path, stem string }{rest, head})
		if parts := strings.Split(path, "."); len(parts) > 2 {
			names = append(names, struct{ path, stem string }{strings.Join(parts[len(parts)-2:], "."), ""})
		}
		if w.kind == refDoc {
			names = append(names, struct{ path, stem string }{last(path), ""})
		}
	}
	for _, n := range names {
		if e, k := l.choose(m, n.path, n.stem, ask); e != nil {
			return e, k
		}
	}
	return nil, nil
}

func (l *linker) choose(m *Module, name, stemWanted string, ask fact) (*symbol, *Module) {
	all := l.modulesWith(m, name, ask)
	if len(all) == 0 {
		return nil, nil
	}
	_, folder := stem(m.File)
	is := func(t *Module) bool {
		s, folder := stem(t.File)
		if m.Lang == lex.Go {
			s = folder[strings.LastIndexByte(folder, '/')+1:] // a package is a folder, whatever its files are called
		}
		return s == stemWanted
	}
	in := func(t *Module) bool { _, f := stem(t.File); return f == folder }
	near := func(t *Module) bool { return t.Package == m.Package }
	var steps []func(*Module) bool
	if stemWanted != "" {
		steps = append(steps, func(t *Module) bool { return is(t) && in(t) }, func(t *Module) bool { return is(t) && near(t) }, is)
	}
	steps = append(steps, in, near)
	if m.Lang != lex.Go || strings.Contains(name, ".") || stemWanted != "" {
		steps = append(steps, func(*Module) bool { return true })
	}
	for _, keep := range steps {
		kept := slices.DeleteFunc(slices.Clone(all), func(t *Module) bool { return !keep(t) })
		if len(kept) == 1 {
			return kept[0].symbols[name], kept[0]
		}
	}
	return nil, nil
}

// fill returns the alternatives of v with its holes filled as far as others know them.
func (l *linker) fill(m *Module, v value) value {
	if l.hops >= maxHops {
		return v
	}
	l.hops++
	defer func() { l.hops-- }()
	var out value
	for _, a := range v.alts {
		if !slices.ContainsFunc(a.parts, func(p part) bool { return p.hole != nil && p.hole.reference != nil }) {
			out.add(value{alts: []alt{a}})
			continue
		}
		out.add(a.filled(func(h *hole) value { return l.answer(m, h.reference) }))
	}
	return out
}

func (l *linker) answer(m *Module, w *reference) value {
	if w == nil {
		return value{}
	}
	ask := factText | factReturn
	switch w.kind {
	case refFile:
		return l.file(m, w.path)
	case refReturn:
		ask = factReturn
	case refDoc:
		ask = factDoc
	}
	e, k := l.find(m, w, ask)
	switch {
	case e == nil && w.kind == refReturn:
		return l.named(m, w)
	case e == nil:
		return value{}
	case w.kind == refDoc:
		return l.fill(k, e.documentation())
	case w.kind != refReturn && len(e.text.alts) > 0:
		return l.fill(k, e.text)
	}
	return l.fill(k, e.ret)
}

func (l *linker) file(m *Module, name string) value {
	if l.read == nil {
		return value{}
	}
	if f := l.read(m.File, name); f != nil && len(f.Data) <= maxText {
		return textValue(source.VerbatimText(f, source.Span{Start: f.BOM(), End: len(f.Data)}))
	}
	return value{}
}

// named is the text of the file that a function reads which is called with its name: load_prompt("search") of prompts/search.md.
func (l *linker) named(m *Module, w *reference) value {
	k := m
	if w.arg != "" && w.path != "" {
		_, k = l.find(m, w, factFunc)
	}
	if w.arg != "" && k != nil {
		for _, folder := range []string{"", "prompts/", "descriptions/"} {
			for _, ext := range []string{"", ".md", ".txt"} {
				if v := l.file(k, folder+w.arg+ext); v.known() {
					return v
				}
			}
		}
	}
	return value{}
}

// nodes makes the values that a draft of m stands for: several for a text with alternatives.
func (l *linker) nodes(m *Module, d *draft, depth int, st *state) []*source.Node {
	if d == nil || depth > 2*maxDraftDepth {
		return nil
	}
	st.nodes++
	if m.truncated {
		st.missed(m)
	}
	if st.nodes > maxNodes {
		st.missed(m)
		st.miss(tooLarge, m.File, d.span)
		return nil
	}
	n := &source.Node{File: m.File, Span: d.span}
	switch d.kind {
	case source.Scalar:
		n.Kind, n.Text = source.Scalar, d.text
	case source.String:
		return l.texts(m, d, st)
	case source.Array:
		n.Kind = source.Array
		for _, item := range d.items {
			n.Items = append(n.Items, l.nodes(m, item, depth+1, st)...)
		}
	case source.Object:
		n.Kind = source.Object
		l.members(m, d, n, depth, st)
	}
	return []*source.Node{n}
}

// maxNodes bounds the values of one definition, maxReferenced those up to which others are asked for more: classes of many files may hold
// each other.
const maxNodes, maxReferenced = 20_000, 2_000

const tooLarge = "the definition is too large to be read in full"

// state is what becomes known of a definition while it is put together.
type state struct {
	nodes int
	// lits are the literals that the definition holds.
	lits [][]place
	// partly is set when some text is put in at run time, at the first such place.
	partly bool
	why    string
	at     source.Span
	module *Module
	// cuts are the modules of which something was left out.
	cuts []*Module
	// within are the schemas that what is put together is a part of: classes may hold each other.
	within map[*draft]bool
	// body is set in the text of a prompt, where what is put in at run time is the point.
	body bool
}

// miss notes that a text is not known in full, except in that of a prompt.
func (st *state) miss(why string, f *source.File, span source.Span) {
	if st.partly || st.body {
		return
	}
	st.partly, st.why = true, why
	if f == st.module.File {
		st.at = span
	}
}

func (l *linker) texts(m *Module, d *draft, st *state) []*source.Node {
	var out []*source.Node
	for _, a := range l.fill(m, d.value).alts {
		st.lits = append(st.lits, a.lits)
		for _, p := range a.parts {
			if h := p.hole; h != nil {
				st.miss(quoted(h.file, h.span)+" is inserted at run time", h.file, h.span)
			}
		}
		if a.changed {
			st.miss("the text is changed or chosen at run time", m.File, d.span)
		}
		out = append(out, &source.Node{Kind: source.String, Text: a.text(), File: m.File, Span: d.span})
	}
	return out
}

// members adds the members of a draft to n, those included that it asks other files for, but not those that n has.
func (l *linker) members(m *Module, d *draft, n *source.Node, depth int, st *state) {
	had := len(n.Members)
	if d.cut {
		st.missed(m)
		st.miss(tooLarge, m.File, d.span)
	}
	for i := range d.members {
		x := &d.members[i]
		if old := n.Get(x.name.Value); had > 0 && old != nil {
			if old.Kind == source.Object && x.value.kind == source.Object {
				l.members(m, x.value, old, depth+1, st)
			}
			continue
		}
		st.lits = append(st.lits, x.lits)
		st.body = depth == 0 && x.name.Value == "text"
		for _, v := range l.nodes(m, x.value, depth+1, st) {
			n.Members = append(n.Members, source.Member{
				Name:  &source.Node{Kind: source.String, Text: x.name, File: m.File, Span: x.value.span},
				Value: v,
			})
		}
	}
	l.addReferenced(m, d, n, depth, st)
}

// addReferenced adds to n the members that other files have for the references of a draft of m.
func (l *linker) addReferenced(m *Module, d *draft, n *source.Node, depth int, st *state) {
	if len(d.references) == 0 || l.hops >= maxHops || depth > 2*maxDraftDepth {
		return
	}
	l.hops++
	defer func() { l.hops-- }()
	for _, w := range d.references {
		if st.nodes += 20; st.nodes > maxReferenced {
			st.missed(m)
			st.miss(tooLarge, m.File, d.span)
			return
		}
		e, k := l.find(m, w, factSchema)
		if e != nil && e.params {
			k.readParams()
		}
		if e == nil || e.schema == nil || st.within[e.schema] {
			continue
		}
		st.within[e.schema] = true
		if !d.inner {
			l.members(k, e.schema, n, depth+1, st)
		} else {
			if p := e.schema.get("properties"); p != nil {
				l.members(k, p, n, depth+1, st)
			}
			l.addReferenced(k, &draft{references: e.schema.references, inner: true}, n, depth+1, st)
		}
		delete(st.within, e.schema)
	}
}
