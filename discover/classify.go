package discover

import (
	"cmp"
	"path"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/lazy"
)

// classified is what all files define, each definition with its class.
type classified struct {
	tools, loose []derived
	notes, gaps  []Note
	files        []*source.File
	homes        *servingPackages
}

// classify decides what weighs less: what is in tests, examples and generated files that do not run, and the texts of scanners.
func classify(w *walker, p *program) *classified {
	runs, importedDocs := p.graph.running(p.modules)
	for i := range p.modules {
		if m := &p.modules[i]; runs[i] && !m.pack.isScanner() {
			m.above, m.class = ClassNone, ClassNone
		}
	}
	settle(p.linked, p.modules)
	out := &classified{tools: p.documents, homes: findServingPackages(p)}
	for i := range p.linked {
		if p.linked[i].Module != nil {
			out.addModule(p, i)
		}
	}
	out.markMissed(w, p.missed)
	out.addUnanswered(p)
	out.moveTranslations(importedDocs)
	for i := range out.tools {
		switch d := &out.tools[i]; {
		case d.Code || d.chosen:
		case importedDocs[d.File.Rel] && !d.pack.isScanner():
			d.Class = ClassNone
		default:
			d.Class = demotion(d.Class, d.pack, false, false)
		}
	}
	return out
}

// addModule adds what a source file defines, its other strings, and the notes about it.
func (k *classified) addModule(p *program, i int) {
	f, m, loose := &p.linked[i], &p.modules[i], p.views[i].loose
	file, chosen := f.Module.File, m.chosen != nil
	tools := k.define(f, m, p.views[i].tools)
	k.tools = append(k.tools, tools...)
	class := m.class
	if !chosen {
		class = demotion(class, m.pack, f.Patterns, true)
	}
	if len(loose.View.Fields) > 0 {
		loose.View.Unfollowed = isUnfollowed(f)
		if loose.Class = class; class == ClassNone && m.pack.isScanner() && !chosen {
			loose.Class = ClassScanner
		}
		k.loose = append(k.loose, derived{Tool: loose, tree: m.pack.tree, pack: m.pack})
	}
	for _, n := range f.Notes {
		k.notes = append(k.notes, Note{File: file, Span: n.Span, Text: n.Text, Class: class})
	}
	for _, n := range f.Gaps {
		if class != ClassTest && class != ClassFixture {
			k.gaps = append(k.gaps, Note{File: file, Span: n.Span, Text: n.Text, Class: class})
		}
	}
	if len(tools) > 0 || len(loose.View.Fields) > 0 || len(f.Notes) > 0 || len(f.Gaps) > 0 {
		k.files = append(k.files, file)
	}
}

// isUnfollowed reports whether a file registers something that is not known: then a model may read any string of it.
func isUnfollowed(f *link.Found) bool {
	return len(f.Gaps) > 0 || f.Overrun || slices.ContainsFunc(f.Entries, func(e link.Entry) bool { return e.Static == Unresolved && !e.Test })
}

// define returns the definitions of a source file with their classes; views are what they say.
func (k *classified) define(f *link.Found, m *loaded, views []Tool) []derived {
	tools := make([]derived, 0, len(f.Entries))
	for i, e := range f.Entries {
		if e.Def == nil {
			continue
		}
		d := derived{Tool: views[i], order: m.order, tree: m.pack.tree, pack: m.pack, built: inFolder(m.rel, isBuilt)}
		d.View.FromCode, d.View.NameUnknown, d.Repo = true, e.NameUnknown, d.tree.abs
		d.Code, d.Head, d.Static, d.Why, d.At = true, e.Head, e.Static, e.Why, e.At
		switch d.Class = demotion(m.class, d.pack, false, true); {
		case m.chosen != nil:
			d.Class = m.class
		case d.Class == ClassNone && d.pack.isScanner() && scannersOwn(f, e, k.homes.serving[k.homes.of(d.pack)]):
			d.Class = ClassScanner
		}
		if d.Class == ClassNone && e.Test {
			d.Class = ClassTest
		}
		tools = append(tools, d)
	}
	return tools
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
		if m.class == ClassGenerated && m.chosen == nil && (m.module.Serves || registers(f)) {
			m.class = ClassNone
		}
		if len(f.Entries) == 0 {
			continue
		}
		some[m.pack] = true
		if m.class == ClassNone {
			inPack[m.pack] = true
			inTree[m.tree] = inTree[m.tree] || m.above == ClassNone
		}
	}
	// A package all of whose tools are in its tests is one of tests when it looks for attacks.
	for i := range modules {
		m := &modules[i]
		p := m.pack
		if m.chosen != nil || classOfName(path.Base(m.rel)) == ClassTest {
			continue // run by nothing but the tests, whatever else there is
		}
		if some[p] && !inPack[p] && !p.isScanner() && m.class != ClassNone {
			m.class = ClassNone
			if m.above == ClassNone && len(linked[i].Entries) > 0 {
				inTree[m.tree] = true
			}
		}
	}
	for i := range modules {
		if m := &modules[i]; m.chosen == nil && (inTree[m.tree] || m.pack.isScanner()) {
			m.class = cmp.Or(m.above, m.class)
		}
	}
}

// addUnanswered adds the gaps of packages that answer which tools there are and in which none were found, nor a place where some may be made.
func (k *classified) addUnanswered(p *program) {
	some := map[*pack]bool{}
	for i := range k.tools {
		if d := &k.tools[i]; d.View.Kind == detect.KindTool && d.pack != nil && (d.Class == ClassNone || !d.Code) {
			some[k.homes.of(d.pack)] = true
		}
	}
	for i := range p.linked {
		if len(p.linked[i].Gaps) > 0 {
			some[k.homes.of(p.modules[i].pack)] = true
		}
	}
	for i, f := range p.linked {
		m := &p.modules[i]
		if f.Module == nil || m.class != ClassNone || len(f.Answers) == 0 || some[k.homes.of(m.pack)] || k.homes.usedBy(m.pack, some) {
			continue
		}
		for _, n := range f.Answers {
			k.gaps = append(k.gaps, Note{File: f.Module.File, Span: n.Span, Text: n.Text})
		}
		if !slices.Contains(k.files, f.Module.File) {
			k.files = append(k.files, f.Module.File)
		}
	}
}

// languageTag is the name of a file with the words of one language: de, pt-BR, zh_Hans.
var languageTag = lazy.Regexp(`^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}$`)

// moveTranslations moves the words of a program's pages that only look like tools from tools to loose strings: those in a file of one
// language in a folder of translations that have no parameters, and that no code makes tools of.
func (k *classified) moveTranslations(importedDocs map[string]bool) {
	type said struct{ name, description string }
	made := map[said]bool{}
	for i := range k.tools {
		if d := &k.tools[i]; d.Code {
			made[said{d.View.Name, d.View.Description}] = true
		}
	}
	kept := k.tools[:0]
	for _, d := range k.tools {
		def := d.View.Definition
		words := !d.Code && !d.chosen && isTranslation(d.File.Rel) && def.Get("inputSchema") == nil && def.Get("arguments") == nil
		if !words || made[said{d.View.Name, d.View.Description}] {
			kept = append(kept, d)
			continue
		}
		d.View.Kind, d.View.Scope, d.View.Name, d.Shape = detect.KindSource, detect.ScopeSweep, path.Base(d.File.Rel), "strings"
		d.View.Server = cmp.Or(d.View.Server, d.origin.name)
		if importedDocs[d.File.Rel] {
			d.Class = ClassNone
		}
		k.loose = append(k.loose, d)
	}
	k.tools = kept
}

func isTranslation(rel string) bool {
	return inFolder(parent(rel)+"/-", func(name string) bool { return classOfFolder(name) == ClassTranslation }) &&
		languageTag().MatchString(stemOf(path.Base(rel)))
}

// markMissed makes those quiet skips loud that are in packages in which nothing was found: what was skipped may be all there is.
func (k *classified) markMissed(w *walker, quiet []missed) {
	some := map[*pack]bool{}
	for i := range k.tools {
		some[k.tools[i].pack] = true
	}
	loud := map[string]bool{}
	for _, m := range quiet {
		loud[string(m.skip.Reason)+m.skip.Path] = !some[m.pack]
	}
	for i := range w.inv.Skips {
		if s := &w.inv.Skips[i]; loud[string(s.Reason)+s.Path] {
			s.Missed = true
			s.Detail = "the file was not read, although its package mentions MCP and nothing else was found; to read it, scan the file alone"
		}
	}
}

// demotion returns the class of a file when findings in it weigh less for it, else none. patterns is set for a list of attack texts.
func demotion(class Class, p *pack, patterns, isSource bool) Class {
	scanner := p.isScanner()
	if class = class.weighed(isSource, scanner); class == ClassNone && patterns && scanner {
		return ClassScanner
	}
	return class
}
