package discover

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// loaded is a source file that was scanned, with the candidate it was and its index.
type loaded struct {
	module    *link.Module
	candidate candidate
	place     int
	// parentClass and class are as in outcome until settle decides: class then.
	parentClass, class Class
}

// gather links the source files, joins what they define with what manifests define, and completes the inventory.
func (w *walker) gather(all []derived, modules []loaded) {
	list := make([]*link.Module, len(modules))
	in := &includer{walker: w, candidates: map[*source.File]*candidate{}, known: map[string]*source.File{}}
	whole := make([]bool, len(modules))
	for i := range modules {
		list[i] = modules[i].module
		in.candidates[list[i].File] = &modules[i].candidate
		whole[i] = !list[i].Truncated
	}
	linked := linkModules(w.opts.link, list, in.read)
	for i, m := range list {
		c := &modules[i].candidate
		if whole[i] && m.Truncated { // which shows when others ask it for something
			w.markTruncated(c)
			w.skip(partial(m.File, readInPart))
		}
		if linked[i].Patterns {
			c.pack.patterns++
		}
		if linked[i].Module == nil {
			w.markTruncated(c)
			const defect = "a bug in mcp-lint stopped it from reading the file; please report it"
			w.skip(Skip{Reason: SkipUnreadable, Path: m.File.Path, Rel: m.File.Rel, Detail: defect})
		}
	}
	// What a file gives by itself is made while others look at what files are to each other.
	sweeps, views := make([]swept, len(linked)), make([]viewed, len(linked))
	made := background(func() {
		eachOf(len(linked), func(i int) {
			if linked[i].Module == nil {
				return
			}
			if views[i] = view(&linked[i]); w.inv.ConcernsFile(linked[i].Module.File) {
				sweeps[i] = sweep(linked[i])
			}
		})
	})
	documents := map[string]bool{}
	for i := range all {
		documents[all[i].File.Rel] = true
	}
	graph := newImportGraph(&w.imports, modules, documents)
	runs, importedDocs := graph.running(modules)
	own := graph.ownServers(linked, modules)
	for _, m := range list {
		m.Release()
	}
	for i := range modules {
		if runs[i] && !modules[i].candidate.pack.isScanner() {
			modules[i].parentClass, modules[i].class = ClassNone, ClassNone
		}
	}
	settle(linked, modules)
	homes := findServingPackages(linked, modules, own)
	made()
	for i := range linked {
		linked[i].Strings = nil // a file may have many, and the view has them now
	}
	for i, f := range linked {
		if f.Module == nil {
			continue
		}
		p := modules[i].candidate.pack
		tools := w.define(f, modules[i], homes, &views[i])
		all = append(all, tools...)
		swept := sweeps[i].Tool
		if sweeps[i].cut {
			w.skip(partial(f.Module.File, "the file has too many strings; those at its end were not scanned"))
		}
		class := modules[i].class
		chosen := modules[i].candidate.chosen != nil
		if !chosen {
			class = demotion(class, p, f.Patterns, true)
		}
		if len(swept.View.Fields) > 0 {
			if class == ClassNone && p.isScanner() && !chosen {
				class = ClassScanner
			}
			swept.Class = class
			name, from := homes.server(p, f.Module.File)
			swept.View.Server, swept.View.Shipped = cmp.Or(p.tree.server, from.name, name), p.tree.depth > 0 || p.tree.server != ""
			w.inv.LooseStrings = append(w.inv.LooseStrings, swept)
		}
		for _, n := range f.Notes {
			w.inv.Notes = append(w.inv.Notes, Note{File: f.Module.File, Span: n.Span, Text: n.Text, Class: class})
		}
		for _, n := range f.Gaps {
			if class != ClassTest && class != ClassFixture {
				w.inv.Gaps = append(w.inv.Gaps, Note{File: f.Module.File, Span: n.Span, Text: n.Text, Class: class})
			}
		}
		if len(tools) > 0 || len(swept.View.Fields) > 0 || len(f.Notes) > 0 || len(f.Gaps) > 0 {
			w.inv.Files = append(w.inv.Files, f.Module.File)
		}
	}
	w.markMissed(all)
	w.unanswered(linked, modules, all, homes)
	all = w.sweepTranslations(all, importedDocs)
	for i := range all {
		d := &all[i]
		if d.tree != nil && d.tree.server != "" {
			d.View.Server, d.origin = d.tree.server, origin{}
		}
		switch {
		case d.Code || d.chosen:
		case importedDocs[d.File.Rel] && !d.pack.isScanner():
			d.Class = ClassNone
		default:
			d.Class = demotion(d.Class, d.pack, false, false)
		}
		if d.pack != nil {
			d.beside = d.pack.manifests > 0 && path.Dir(d.File.Rel) == path.Clean(w.rootRel(d.tree, d.pack.dir))
			d.pack = homes.of(d.pack)
		}
	}
	slices.SortStableFunc(all, func(a, b derived) int { return cmp.Compare(a.place, b.place) })
	slices.SortStableFunc(w.inv.Files, func(a, b *source.File) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortStableFunc(w.inv.Agents, func(a, b Tool) int { return cmp.Compare(a.File.Path, b.File.Path) })
	nameServers(all)
	w.inv.Tools = mergeCopies(mergeSnapshots(all))
}

// scannersOwn reports whether a definition in a package of a scanner is a sample: nobody registers samples. Where the package makes a
// server only mere objects in files of patterns are, elsewhere all in these and mere objects in files that register nothing.
func scannersOwn(f *link.Found, e link.Entry, serves bool) bool {
	switch {
	case f.Patterns && !serves:
		return true
	case e.Shape != shapeObject || registers(f):
		return false
	}
	return f.Patterns || !serves
}

// demotion returns the class of a file when findings in it weigh less for it, else none. patterns is set for a list of attack texts.
func demotion(class Class, p *pack, patterns, isSource bool) Class {
	switch {
	case class.demotes(isSource, p.isScanner()):
		return class
	case patterns && p.isScanner():
		return ClassScanner
	}
	return ClassNone
}

// linker is link.Files, or what a test puts in its place.
type linker func([]*link.Module, link.FileReader, link.DocumentParser) []link.Found

// link is linkAll, whose panic costs the files that cause it and not the run: of these the module is nil.
func linkModules(linkAll linker, modules []*link.Module, read link.FileReader) []link.Found {
	out, ok := tryLink(linkAll, modules, read)
	if ok {
		return out
	}
	out = make([]link.Found, len(modules))
	for i, m := range modules {
		if one, ok := tryLink(linkAll, []*link.Module{m}, read); ok {
			out[i] = one[0]
		}
	}
	return out
}

func tryLink(linkAll linker, modules []*link.Module, read link.FileReader) (out []link.Found, ok bool) {
	defer func() {
		if recover() != nil {
			out, ok = nil, false
		}
	}()
	out = linkAll(modules, read, document)
	return out, len(out) == len(modules)
}

// document returns what a file that code loads holds, or nil when it is not a document.
func document(f *source.File) *source.Node {
	format, _ := manifest.SniffNamed(f)
	docs, _ := manifest.ParseAs(f, format)
	if format == manifest.Unknown || len(docs) != 1 {
		return nil
	}
	return docs[0]
}

// viewed are the definitions of a file of source code, index by index, as views; cut is set when they have too many values.
type viewed struct {
	tools []Tool
	cut   bool
}

func view(f *link.Found) viewed {
	c := converter{file: f.Module.File, left: maxNodes}
	tools := make([]Tool, len(f.Entries))
	for i, e := range f.Entries {
		if e.Def != nil {
			tools[i] = c.tool(manifest.Entry{Kind: e.Kind, Server: e.Server, Def: e.Def, Shape: e.Shape})
		}
	}
	return viewed{tools, c.left < 0}
}

func (w *walker) define(f link.Found, m loaded, homes *servingPackages, made *viewed) []derived {
	tools := make([]derived, 0, len(f.Entries))
	p := m.candidate.pack
	for i, e := range f.Entries {
		if e.Def == nil {
			continue
		}
		d := derived{Tool: made.tools[i], place: m.place, tree: p.tree, pack: p, built: inFolder(m.candidate.rel, isBuilt)}
		d.View.FromCode, d.View.NameUnknown, d.Repo = true, e.NameUnknown, p.tree.abs
		d.Code, d.Head, d.Static, d.Why, d.At = true, e.Head, e.Static, e.Why, e.At
		if d.Class = demotion(m.class, p, false, true); m.candidate.chosen != nil {
			d.Class = m.class
		} else if d.Class == ClassNone && p.isScanner() && scannersOwn(&f, e, homes.serves(p)) {
			d.Class = ClassScanner
		}
		if d.Class == ClassNone && e.Test {
			d.Class = ClassTest
		}
		if e.Server == "" {
			d.View.Server, d.origin = homes.server(p, f.Module.File)
		}
		tools = append(tools, d)
	}
	if made.cut {
		w.markTruncated(&m.candidate)
		w.skip(partial(f.Module.File, tooManyValues))
	}
	return tools
}

// shapeObject is the shape of a definition in code that is a mere object, which in the repository of a scanner is likely a sample.
const shapeObject = "object"

// registers reports whether a file registers tools, as opposed to one that only lists them: by decorators, calls and the like.
func registers(f *link.Found) bool {
	return slices.ContainsFunc(f.Entries, func(e link.Entry) bool { return e.Shape != shapeObject && e.Shape != "list" })
}

// settle decides which classes of source files count, once all that they define is known. Folders and marks are chosen by
// whoever writes the code: what makes a server or registers its tools is not generated, and when all tools of a package stand in files of
// some class they are what the package is. The folders above a package count unless they do so for all tools of the tree.
func settle(linked []link.Found, modules []loaded) {
	inPack, inTree := map[*pack]bool{}, map[*tree]bool{} // whether a tool stands in no file of a class
	some := map[*pack]bool{}
	for i := range modules {
		m, f := &modules[i], &linked[i]
		if m.class == ClassGenerated && m.candidate.chosen == nil && (m.module.Serves || registers(f)) {
			m.class = ClassNone
		}
		if len(f.Entries) == 0 {
			continue
		}
		some[m.candidate.pack] = true
		if m.class == ClassNone {
			inPack[m.candidate.pack] = true
			inTree[m.candidate.tree] = inTree[m.candidate.tree] || m.parentClass == ClassNone
		}
	}
	// A package all of whose tools are in its tests is one of tests when it looks for attacks.
	for i := range modules {
		m := &modules[i]
		p := m.candidate.pack
		if m.candidate.chosen != nil || classOfName(path.Base(m.candidate.rel)) == ClassTest {
			continue // run by nothing but the tests, whatever else there is
		}
		if some[p] && !inPack[p] && !p.isScanner() && m.class != ClassNone {
			m.class = ClassNone
			if m.parentClass == ClassNone && len(linked[i].Entries) > 0 {
				inTree[m.candidate.tree] = true
			}
		}
	}
	for i := range modules {
		if m := &modules[i]; m.candidate.chosen == nil && (inTree[m.candidate.tree] || m.candidate.pack.isScanner()) {
			m.class = cmp.Or(m.parentClass, m.class)
		}
	}
}

// unanswered adds the gaps of packages that answer which tools there are and in which none were found, nor a place where some may be made.
func (w *walker) unanswered(linked []link.Found, modules []loaded, all []derived, homes *servingPackages) {
	some := map[*pack]bool{}
	for i := range all {
		if d := &all[i]; d.View.Kind == detect.KindTool && d.pack != nil && (d.Class == ClassNone || !d.Code) {
			some[homes.of(d.pack)] = true
		}
	}
	for i := range linked {
		if len(linked[i].Gaps) > 0 {
			some[homes.of(modules[i].candidate.pack)] = true
		}
	}
	for i, f := range linked {
		m := &modules[i]
		if f.Module == nil || m.class != ClassNone || len(f.Answers) == 0 || some[homes.of(m.candidate.pack)] {
			continue
		}
		if !homes.usedBy(m.candidate.pack, some) {
			for _, n := range f.Answers {
				w.inv.Gaps = append(w.inv.Gaps, Note{File: f.Module.File, Span: n.Span, Text: n.Text})
			}
			if !slices.Contains(w.inv.Files, f.Module.File) {
				w.inv.Files = append(w.inv.Files, f.Module.File)
			}
		}
	}
}

// missed is a quiet skip of a file of source code.
type missed struct {
	pack *pack
	skip Skip
}

// markMissed makes those quiet skips loud that are in packages in which nothing was found: what was skipped may be all there is.
func (w *walker) markMissed(all []derived) {
	some := map[*pack]bool{}
	for i := range all {
		some[all[i].pack] = true
	}
	loud := map[string]bool{}
	for _, m := range w.missed {
		loud[string(m.skip.Reason)+m.skip.Path] = !some[m.pack]
	}
	for i := range w.inv.Skips {
		if s := &w.inv.Skips[i]; loud[string(s.Reason)+s.Path] {
			s.Missed = true
			s.Detail = "the file was not read, although its package mentions MCP and nothing else was found; to read it, scan the file alone"
		}
	}
}

// servingPackages finds the package that serves the tools of another: in a workspace some only hold tools.
type servingPackages struct {
	// names are the names that the source files of each package give their servers, two at most.
	names map[*pack][]string
	// serving are the packages that make a server.
	serving map[*pack]bool
	// packs are all packages with source files, in the order of files.
	packs []*pack
	// own are the names of the servers that files belong to by who imports them.
	own map[*source.File]string
	// known are the packages that serve others.
	known map[*pack]*pack
}

// findServingPackages looks through what source files define. Files of a class have no say: a test makes servers of its own.
func findServingPackages(linked []link.Found, modules []loaded, own []string) *servingPackages {
	h := &servingPackages{own: map[*source.File]string{}, names: map[*pack][]string{}, serving: map[*pack]bool{}, known: map[*pack]*pack{}}
	seen := map[*pack]bool{}
	for i, f := range linked {
		m := &modules[i]
		p := m.candidate.pack
		if !seen[p] {
			seen[p] = true
			h.packs = append(h.packs, p)
		}
		if m.class != ClassNone {
			continue
		}
		h.serving[p] = h.serving[p] || m.module.Serves
		h.own[m.module.File] = own[i]
		name := func(server string) {
			if server != "" {
				h.serving[p] = true
				if len(h.names[p]) < 2 && !slices.Contains(h.names[p], server) {
					h.names[p] = append(h.names[p], server)
				}
			}
		}
		if m.module.Serves {
			name(f.Server)
		}
		for _, e := range f.Entries {
			name(e.Server)
		}
	}
	return h
}

// of returns the package that serves what p defines: p or the next around it that makes a server, the only one that does and depends on p,
// or p.
func (h *servingPackages) of(p *pack) *pack {
	for q := p; q != nil; q = q.up {
		if h.serving[q] {
			return q
		}
	}
	home, ok := h.known[p]
	if !ok {
		if home = h.dependent(p); home == nil {
			home = p
		}
		h.known[p] = home
	}
	return home
}

const (
	// maxWorkspace is the number of packages up to which their dependencies are followed, maxDependents how far.
	maxWorkspace  = 1_000
	maxDependents = 4
)

// dependent returns the only package that makes a server and depends on p, itself or through others, or nil.
func (h *servingPackages) dependent(p *pack) *pack {
	if len(h.packs) > maxWorkspace {
		return nil
	}
	seen := map[*pack]bool{p: true}
	for level, depth := []*pack{p}, 0; len(level) > 0 && depth < maxDependents; depth++ {
		var next, serving []*pack
		for _, q := range h.packs {
			if !seen[q] && slices.ContainsFunc(level, func(of *pack) bool { return q.dependsOn(of) }) {
				seen[q] = true
				next = append(next, q)
				if h.serving[q] {
					serving = append(serving, q)
				}
			}
		}
		if len(serving) == 1 {
			return serving[0]
		}
		if level = next; len(serving) > 1 {
			level = nil
		}
	}
	return nil
}

func (p *pack) dependsOn(of *pack) bool {
	const short = 3
	return p.tree == of.tree && len(of.full) > short && strings.Contains(p.text, of.full)
}

// usedBy reports whether one of those packages depends on p, whose server is made for others then.
func (h *servingPackages) usedBy(p *pack, some map[*pack]bool) bool {
	return len(h.packs) <= maxWorkspace && slices.ContainsFunc(h.packs, func(q *pack) bool { return q != p && some[h.of(q)] && q.dependsOn(p) })
}

func (h *servingPackages) serves(p *pack) bool { return h.serving[h.of(p)] }

// server names the server of those tools of a file that names none: by the one name there is in the package, by the server that imports it,
// or else by its origin.
func (h *servingPackages) server(p *pack, f *source.File) (name string, from origin) {
	q := h.of(p)
	switch names := h.names[q]; {
	case len(names) == 1:
		return names[0], origin{}
	case h.own[f] != "":
		return h.own[f], origin{}
	}
	return "", q.origin()
}
