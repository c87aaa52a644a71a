package link

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/code/static"
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
	// nodesLeft and bytesLeft are how many more values and bytes of text the definitions of the run may be put together of.
	nodesLeft, bytesLeft int
	// declared are the names that the files of the run declare, and those of the files; nil without gaps.
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
	counts [sdk.FactKinds]uint8
}

// nameHolder is a module that knows facts of a name; next is one more than the index of the next one.
type nameHolder struct {
	module, next int32
	facts        sdk.Fact
}

const maxHolders = 200

func (l *linker) index(modules []*Module) {
	n := 0
	for _, m := range modules {
		n += len(m.Symbols)
	}
	l.names = make(map[nameKey]nameIndex, n)
	for i, m := range modules {
		for name, e := range m.Symbols {
			at, facts := nameKey{name, m.Lang}, sdk.Fact(0)
			h := l.names[at]
			for k := range sdk.FactKinds {
				// One more than the bound and another, which may be the one that asks.
				if ask := sdk.Fact(1) << k; e.Has(ask) && h.counts[k] <= maxHolders+1 {
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
func (l *linker) modulesWith(m *Module, name string, ask sdk.Fact) []*Module {
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

// stem returns the name of a file without folder and extension, or that of its folder when others import it by that.
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

// ImportStem is the last part of the name of a module: prompts of ./prompts.js, .prompts and crate::prompts.
func ImportStem(from string) string {
	if ext := path.Ext(from); moduleExts[ext] {
		from = strings.TrimSuffix(from, ext)
	}
	from = strings.TrimSuffix(strings.TrimRight(from, "/.*:{"), "/index")
	return from[strings.LastIndexAny(from, "/.:\\")+1:]
}

var moduleExts = wordset.Of(".js .ts .mjs .cjs .tsx .jsx .py .rb .php .dart .mts .cts")

func (l *linker) find(m *Module, w *static.Reference, ask sdk.Fact) (*sdk.Symbol, *Module) {
	left := maxLooks
	if e, k := l.fromImport(m, w, ask, &left); e != nil {
		return e, k
	}
	if e, k := l.fromClass(m, w, ask); e != nil {
		return e, k
	}
	stem := ImportStem(w.From)
	path := cmp.Or(w.Path, stem)
	if path == "" {
		return nil, nil
	}
	names := []struct{ path, stem string }{{path, stem}}
	if head, rest := ident.Split(path); rest != "" {
		// The first name may be a module: prompts.READ.
		names = append(names, struct{ path, stem string }{rest, head})
		if parts := strings.Split(path, "."); len(parts) > 2 {
			names = append(names, struct{ path, stem string }{strings.Join(parts[len(parts)-2:], "."), ""})
		}
		if w.Kind == static.RefDoc {
			names = append(names, struct{ path, stem string }{ident.Last(path), ""})
		}
	}
	for _, n := range names {
		if e, k := l.choose(m, n.path, n.stem, ask); e != nil {
			return e, k
		}
	}
	return nil, nil
}

func (l *linker) choose(m *Module, name, stemWanted string, ask sdk.Fact) (*sdk.Symbol, *Module) {
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
			return kept[0].Symbols[name], kept[0]
		}
	}
	return nil, nil
}

// fill returns the alternatives of v with its holes filled as far as others know them.
func (l *linker) fill(m *Module, v static.Value) static.Value {
	if l.hops >= maxHops {
		return v
	}
	l.hops++
	defer func() { l.hops-- }()
	var out static.Value
	for _, a := range v.Alts {
		if !slices.ContainsFunc(a.Parts, func(p static.Part) bool { return p.Hole != nil && p.Hole.Reference != nil }) {
			out.Add(static.Value{Alts: []static.Alt{a}})
			continue
		}
		out.Add(a.Filled(func(h *static.Hole) static.Value { return l.answer(m, h.Reference) }))
	}
	return out
}

func (l *linker) answer(m *Module, w *static.Reference) static.Value {
	if w == nil {
		return static.Value{}
	}
	ask := sdk.FactText | sdk.FactReturn
	switch w.Kind {
	case static.RefFile:
		return l.file(m, w.Path)
	case static.RefReturn:
		ask = sdk.FactReturn
	case static.RefDoc:
		ask = sdk.FactDoc
	}
	e, k := l.find(m, w, ask)
	switch {
	case e == nil && w.Kind == static.RefReturn:
		return l.named(m, w)
	case e == nil:
		return static.Value{}
	case w.Kind == static.RefDoc:
		return l.fill(k, e.Documentation())
	case w.Kind != static.RefReturn && len(e.Text.Alts) > 0:
		return l.fill(k, e.Text)
	}
	return l.fill(k, e.Ret)
}

func (l *linker) file(m *Module, name string) static.Value {
	if l.read == nil {
		return static.Value{}
	}
	if f := l.read(m.File, name); f != nil && len(f.Data) <= static.MaxText {
		return static.TextValue(source.VerbatimText(f, source.Span{Start: f.BOM(), End: len(f.Data)}))
	}
	return static.Value{}
}

// named is the text of the file that a function reads which is called with its name: load_prompt("search") of prompts/search.md.
func (l *linker) named(m *Module, w *static.Reference) static.Value {
	k := m
	if w.Arg != "" && w.Path != "" {
		_, k = l.find(m, w, sdk.FactFunc)
	}
	if w.Arg != "" && k != nil {
		for _, folder := range []string{"", "prompts/", "descriptions/"} {
			for _, ext := range []string{"", ".md", ".txt"} {
				if v := l.file(k, folder+w.Arg+ext); v.Known() {
					return v
				}
			}
		}
	}
	return static.Value{}
}

// nodes makes the values of a draft of m: several for a text with alternatives.
func (l *linker) nodes(m *Module, d *schema.Draft, depth int, st *state) []*source.Node {
	if d == nil || depth > 2*schema.MaxDraftDepth {
		return nil
	}
	st.nodes++
	l.nodesLeft--
	if m.Incomplete {
		st.missed(m)
	}
	if st.nodes > maxNodes || l.nodesLeft < 0 && depth > 1 {
		st.cut(m, d.Span)
		st.overrun = st.overrun || l.nodesLeft < 0
		return nil
	}
	n := &source.Node{File: m.File, Span: d.Span}
	switch d.Kind {
	case source.Scalar:
		n.Kind, n.Text = source.Scalar, d.Text
	case source.String:
		return l.texts(m, d, st)
	case source.Array:
		n.Kind = source.Array
		for _, item := range d.Items {
			n.Items = append(n.Items, l.nodes(m, item, depth+1, st)...)
		}
	case source.Object:
		n.Kind = source.Object
		l.members(m, d, n, depth, st)
	}
	return []*source.Node{n}
}

const (
	// maxNodes bounds the values of one definition, maxReferenced those up to which others are asked for more: classes of many files may hold
	// each other.
	maxNodes, maxReferenced = 20_000, 2_000
	// maxAllNodes and maxAllBytes bound the values and texts of all definitions of a run: types that hold each other, and texts that are put
	// together, let a small file stand for many. When they are used up, a definition has its name and texts of its own and no schema. The largest
	// of 66 public repositories needs 30,000 and 1.3 MB.
	maxAllNodes, maxAllBytes = 200_000, 16 << 20
	// shortText is the longest text in bytes that is still put together then: a name. A text that is one literal of the definition is too.
	shortText = 200
)

const tooLarge = "the definition is too large to be read in full"

// state collects what becomes known of a definition while it is put together.
type state struct {
	nodes int
	// lits are the literals that the definition holds.
	lits [][]static.Place
	// overrun is set when the bounds of the run left something out.
	overrun bool
	// partly is set when some text is put in at run time, at the first such place.
	partly bool
	why    string
	at     source.Span
	module *Module
	// cuts are the modules that were not read in full.
	cuts []*Module
	// within are the schemas that what is put together is a part of: classes may hold each other.
	within map[*schema.Draft]bool
	// body is set in the text of a prompt, where what is put in at run time is the point.
	body bool
}

// cut notes that a bound left something out.
func (st *state) cut(m *Module, span source.Span) {
	st.missed(m)
	st.miss(tooLarge, m.File, span)
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

func (l *linker) texts(m *Module, d *schema.Draft, st *state) []*source.Node {
	var out []*source.Node
	for _, a := range l.fill(m, d.Value).Alts {
		own := len(a.Lits) == 1 && a.Lits[0].File == m.File && d.Span.Start <= a.Lits[0].At && a.Lits[0].At < d.Span.End
		text := a.Text()
		if l.bytesLeft -= len(text.Value); l.bytesLeft < 0 && len(text.Value) > shortText && !own {
			st.cut(m, d.Span)
			st.overrun = true
			return out
		}
		st.lits = append(st.lits, a.Lits)
		for _, p := range a.Parts {
			if h := p.Hole; h != nil {
				st.miss(static.Quoted(h.File, h.Span)+" is inserted at run time", h.File, h.Span)
			}
		}
		if a.Changed {
			st.miss("the text is changed or chosen at run time", m.File, d.Span)
		}
		out = append(out, &source.Node{Kind: source.String, Text: text, File: m.File, Span: d.Span})
	}
	return out
}

// members adds the members of a draft to n, those included that it asks other files for, but not those that n has.
func (l *linker) members(m *Module, d *schema.Draft, n *source.Node, depth int, st *state) {
	had := len(n.Members)
	if d.Truncated {
		st.cut(m, d.Span)
	}
	for i := range d.Members {
		x := &d.Members[i]
		if old := n.Get(x.Name.Value); had > 0 && old != nil {
			if old.Kind == source.Object && x.Value.Kind == source.Object {
				l.members(m, x.Value, old, depth+1, st)
			}
			continue
		}
		st.lits = append(st.lits, x.Lits)
		st.body = depth == 0 && x.Name.Value == "text"
		for _, v := range l.nodes(m, x.Value, depth+1, st) {
			n.Members = append(n.Members, source.Member{
				Name:  &source.Node{Kind: source.String, Text: x.Name, File: m.File, Span: x.Value.Span},
				Value: v,
			})
		}
	}
	l.addReferenced(m, d, n, depth, st)
}

// addReferenced adds to n the members that other files have for the references of a draft of m.
func (l *linker) addReferenced(m *Module, d *schema.Draft, n *source.Node, depth int, st *state) {
	if len(d.References) == 0 || l.hops >= maxHops || depth > 2*schema.MaxDraftDepth {
		return
	}
	l.hops++
	defer func() { l.hops-- }()
	for _, w := range d.References {
		if st.nodes += 20; st.nodes > maxReferenced {
			st.cut(m, d.Span)
			return
		}
		e, k := l.find(m, w, sdk.FactSchema)
		if e != nil && e.Params {
			k.readParams()
		}
		if e == nil || e.Schema == nil || st.within[e.Schema] {
			continue
		}
		st.within[e.Schema] = true
		if !d.Inner {
			l.members(k, e.Schema, n, depth+1, st)
		} else {
			if p := e.Schema.Get("properties"); p != nil {
				l.members(k, p, n, depth+1, st)
			}
			l.addReferenced(k, &schema.Draft{References: e.Schema.References, Inner: true}, n, depth+1, st)
		}
		delete(st.within, e.Schema)
	}
}
