// Package link puts the definitions of several files together: it fills what one file leaves open with what others say.
package link

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/source"
)

// FileReader returns the file that code in another names by a literal, or nil when there is none that may be read.
type FileReader func(from *source.File, name string) *source.File

// Files resolves what the modules of one run ask each other for and returns what each defines, in the order of modules. read, which may be
// nil, is the way to the files from which code reads texts, and parse to what these hold.
func Files(modules []*Module, read FileReader, parse DocumentParser) []Found {
	l := &linker{read: read, nodesLeft: maxAllNodes, bytesLeft: maxAllBytes, used: map[*source.File]map[int]bool{}, files: make(map[string][]*Module, len(modules))}
	for _, m := range modules {
		l.files[bare(m.File.Rel)] = append(l.files[bare(m.File.Rel)], m)
	}
	l.modules = modules
	l.addDocuments(parse)
	var names sync.WaitGroup
	if slices.ContainsFunc(modules, func(m *Module) bool { return len(m.Gaps) > 0 }) {
		names.Go(l.declare)
	}
	l.index(modules)
	names.Wait()
	launched := map[string]bool{} // the packages whose apps serve tools
	for _, m := range modules {
		launched[m.Package] = launched[m.Package] || len(m.Launches) > 0
	}
	out := make([]Found, len(modules))
	taken := map[static.Place]bool{}
	made := make([][]*listed, len(modules))
	twins := map[duplicateKey][]*listed{}
	for i, m := range modules {
		out[i] = Found{Module: m, Server: m.Server, Notes: m.Notes, Answers: m.Answers, Patterns: m.Patterns}
		for _, p := range m.Definitions {
			if p.Launched && !launched[m.Package] {
				continue
			}
			if e, ok := l.entry(m, p); ok {
				l.dropDuplicates(e, twins, true)
				made[i] = append(made[i], e)
				if at, ok := e.described(); ok && p.DefinedIn != nil {
					taken[at] = true
				}
			}
		}
	}
	for i := range made {
		for _, e := range made[i] {
			if at, ok := e.described(); ok && e.inferredName && taken[at] {
				e.dropped = true
				l.use(e)
			}
		}
	}
	for i := range out {
		twins := map[duplicateKey][]*listed{}
		for _, e := range made[i] {
			l.dropDuplicates(e, twins, false)
		}
		for _, e := range made[i] {
			if !e.dropped {
				out[i].Entries = append(out[i].Entries, e.Entry)
				out[i].Overrun = out[i].Overrun || e.overrun
				l.use(e)
			}
		}
		out[i].Gaps = append(l.gaps(modules[i]), l.launchesWithoutTools(modules[i])...)
		slices.SortStableFunc(out[i].Entries, func(a, b Entry) int { return cmp.Compare(a.Def.Span.Start, b.Def.Span.Start) })
	}
	for i := range out {
		out[i].Strings = l.unused(modules[i])
	}
	return out
}

func (l *linker) unused(m *Module) []sdk.LooseString {
	used := l.used[m.File]
	out := make([]sdk.LooseString, 0, len(m.Loose))
	for i := range m.Loose {
		if s := &m.Loose[i]; !used[s.At] && !slices.ContainsFunc(s.More, func(at int) bool { return used[at] }) {
			out = append(out, s.LooseString)
		}
	}
	return out
}

func (l *linker) use(e *listed) {
	for _, p := range slices.Concat(e.lits...) {
		if l.used[p.File] == nil {
			l.used[p.File] = map[int]bool{}
		}
		l.used[p.File][p.At] = true
	}
}

// entry puts a definition together; ok is false when it is none after all.
func (l *linker) entry(m *Module, p *sdk.Definition) (e *listed, ok bool) {
	if p.DefinedIn != nil && l.namesItself(m, p) {
		return nil, false
	}
	st := &state{module: m, within: map[*schema.Draft]bool{}}
	e = &listed{module: m, inferredName: p.InferredName, Entry: Entry{Kind: p.Kind, Server: m.Server, Head: p.Head, Shape: p.Shape, Test: p.Test}}
	e.Def = l.nodes(m, p.Def, 0, st)[0]
	if name := p.Def.Get("name"); name != nil {
		e.NameUnknown = !slices.ContainsFunc(l.fill(m, name.Value).Alts, static.Alt.Known)
	}
	if p.Reference != nil && !l.addDocumentation(m, p, e.Def, st) && p.Maybe {
		return e, false
	}
	if p.Truncated {
		st.missed(m)
	}
	st.markCuts(e.Def)
	text, noun := "description", "description"
	if p.Kind == sdk.KindInstructions {
		text, noun = "instructions", "text of the instructions"
	}
	why := "the " + noun + " is only known at run time"
	unknown := p.Opaque
	if p.Reference != nil {
		unknown = unknown || e.Def.Get(text) == nil
		why = "the documentation of " + ident.Last(p.Reference.Path) + " is in none of the scanned files, or in several"
	}
	known := func(x schema.Member) bool {
		if x.Name.Value != text {
			return false
		}
		v := l.fill(m, x.Value.Value)
		return v.Known() || v.Empty()
	}
	if v := p.Def.Get(text); v != nil && !slices.ContainsFunc(p.Def.Members, known) {
		unknown, st.at = true, v.Span
		st.why = "the " + noun + " is " + static.Quoted(m.File, v.Span) + ", which is only known at run time"
		e.Def.Members = slices.DeleteFunc(e.Def.Members, func(m source.Member) bool { return m.Name.Text.Value == text })
	}
	switch {
	case unknown:
		e.Static, e.Why, e.At = Unresolved, cmp.Or(st.why, why), st.at
	case st.partly:
		e.Static, e.Why, e.At = Partly, st.why, st.at
	case p.Truncated:
		e.Static, e.Why, e.At = Partly, "the file or the definition is too large to be read in full", p.Span
	}
	if e.Static != Full && e.At == (source.Span{}) {
		e.At = p.Span
	}
	e.lits, e.overrun = st.lits, st.overrun
	return e, true
}

// addDocumentation takes description and parameters from a function of another file, unless that is a definition itself.
func (l *linker) addDocumentation(m *Module, p *sdk.Definition, def *source.Node, st *state) bool {
	e, k := l.find(m, p.Reference, sdk.FactDoc)
	if e == nil || p.Maybe && e.Registered {
		return false
	}
	if def.Get("description") == nil {
		d := schema.Object(p.Span)
		d.Put("description", schema.String(e.Documentation(), p.Span))
		if e.Params {
			k.readParams()
		}
		if def.Get("inputSchema") == nil {
			d.Put("inputSchema", e.Schema)
		}
		if def.Get("outputSchema") == nil {
			d.Put("outputSchema", e.Output)
		}
		had := &source.Node{Kind: source.Object}
		l.members(k, d, had, 1, st)
		def.Members = append(def.Members, had.Members...)
	}
	return true
}

type listed struct {
	Entry
	module *Module
	// lits are the literals that are in it.
	lits [][]static.Place
	// inferredName is as in sdk.Definition.
	inferredName bool
	// textSets are its texts and names, with their places or without, each made when it is asked for.
	textSets map[bool]map[string]bool
	// overrun is set when the bounds of the run left something of it out.
	overrun bool
	// dropped is set when another definition of the same server says all that it says.
	dropped bool
}

// duplicateKey is what a definition and its repetition have in common: where the description begins, or its text.
type duplicateKey struct {
	pack, server, kind, name, text string
	at                             static.Place
}

const maxDuplicates = 16

// described returns where the description of a definition begins.
func (e *listed) described() (at static.Place, ok bool) {
	d := e.Def.Get("description")
	if d == nil || d.Kind != source.String {
		return static.Place{}, false
	}
	loc := d.Text.Locate(0, len(d.Text.Value))
	if len(loc) == 0 {
		return static.Place{}, false
	}
	return static.Place{File: loc[0].File, At: loc[0].Span.Start}, true
}

// namesItself reports whether the object of another file that a call registers has a name itself, the one that it is registered under.
func (l *linker) namesItself(m *Module, p *sdk.Definition) bool {
	left := maxLooks
	own, k := l.fromImport(m, p.DefinedIn, sdk.FactText, &left)
	name := p.Def.Get("name")
	return own != nil && name != nil && l.fill(m, name.Value).FirstString() == l.fill(k, own.Text).FirstString()
}

// dropDuplicates drops e, or those before it, when the other says the same and perhaps more: by place the same texts from the same places, as an
// object that is listed and the call that registers it do, else word for word in one file, as a list of tools beside their registrations does.
// What differs in any piece of any text is kept. The literals of what is dropped count as used, since what they say is listed.
func (l *linker) dropDuplicates(e *listed, twins map[duplicateKey][]*listed, byPlace bool) {
	d := e.Def.Get("description")
	if e.dropped || d == nil || d.Kind != source.String || d.Text.Value == "" {
		return
	}
	t := duplicateKey{server: e.Server, kind: e.Kind, name: e.Def.StringAt("name")}
	if at, ok := e.described(); byPlace && ok {
		t.pack, t.at = e.module.Package, at
	} else if t.text = d.Text.Value; byPlace || t.name == "" {
		return
	}
	for _, o := range twins[t] {
		switch {
		case o.dropped:
		case o.covers(e, byPlace):
			e.dropped = true
			l.use(e)
			return
		case e.covers(o, byPlace):
			o.dropped = true
			l.use(o)
		}
	}
	if len(twins[t]) < maxDuplicates {
		twins[t] = append(twins[t], e)
	}
}

// covers reports whether e says all that o says. By place, what is known in part only is not covered by what is known in full: more may be put in.
func (e *listed) covers(o *listed, byPlace bool) bool {
	more, less := e, o
	if byPlace {
		more, less = o, e
	}
	if more.Static != Full && less.Static == Full || !byPlace && e.Test != o.Test {
		return false
	}
	all := e.texts(byPlace)
	for s := range o.texts(byPlace) {
		if !all[s] {
			return false
		}
	}
	return true
}

// texts returns the texts and names in a definition, each with its path: by place, or with the parameters that have no description.
func (e *listed) texts(byPlace bool) map[string]bool {
	if e.textSets[byPlace] != nil {
		return e.textSets[byPlace]
	}
	set := map[string]bool{}
	var walk func(n *source.Node, path string, depth int)
	walk = func(n *source.Node, path string, depth int) {
		switch {
		case n.Kind == source.String && byPlace:
			set[path+locatedText(n.Text)] = true
		case n.Kind == source.String || n.Kind == source.Scalar:
			set[path+n.Text.Value] = true
		}
		for _, item := range n.Items {
			walk(item, path+"\x01", depth)
		}
		for _, m := range n.Members {
			if m.Value == nil || m.Name.Text.Value == schema.CodeMember {
				continue
			}
			at := path + m.Name.Text.Value + "\x00"
			if !byPlace && depth > 0 && m.Value.Kind == source.Object && saysNothing(m.Value) {
				set[at] = true
			} else {
				walk(m.Value, at, depth+1)
			}
		}
	}
	walk(e.Def, "", 0)
	if e.textSets == nil {
		e.textSets = map[bool]map[string]bool{}
	}
	e.textSets[byPlace] = set
	return set
}

func saysNothing(n *source.Node) bool {
	return len(n.Members) == 0 || len(n.Members) == 1 && n.Members[0].Name.Text.Value == schema.CodeMember
}

// locatedText is a text with the places of its pieces. Words such as "object" are alike everywhere.
func locatedText(t source.Text) string {
	if !ident.Sentence(t.Value) {
		return t.Value
	}
	var b strings.Builder
	b.WriteString(t.Value)
	for _, l := range t.Locate(0, len(t.Value)) {
		b.WriteString("\x00" + l.File.Rel + ":" + strconv.Itoa(l.Span.Start) + "-" + strconv.Itoa(l.Span.End))
	}
	return b.String()
}
