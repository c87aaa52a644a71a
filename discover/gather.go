package discover

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/org/mcp-lint/discover/code"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// loaded is a source file that was scanned, with the candidate it was and its index.
type loaded struct {
	module    *code.Module
	candidate candidate
	place     int
	// above and class are as in outcome until settle decides: class then.
	above, class Class
	serves       bool
}

// gather links the source files, joins what they define with what manifests define, and completes the inventory.
func (w *walker) gather(all []derived, modules []loaded) {
	list := make([]*code.Module, len(modules))
	in := &includer{walker: w, candidates: map[*source.File]candidate{}, known: map[string]*source.File{}}
	whole := make([]bool, len(modules))
	for i := range modules {
		list[i] = modules[i].module
		in.candidates[list[i].File] = modules[i].candidate
		whole[i] = !list[i].Cut
	}
	linked, defects := link(w.link, list, in.read)
	for i, m := range list {
		if whole[i] && m.Cut { // which shows when others ask it for something
			w.halfRead(modules[i].candidate)
			w.skip(Skip{Reason: SkipPartial, Path: m.File.Path, Rel: m.File.Rel, Detail: readInPart})
		}
	}
	for i, f := range linked {
		if f.Patterns {
			modules[i].candidate.pack.patterns++
		}
	}
	for _, m := range defects {
		w.halfRead(in.candidates[m.File])
		w.skip(Skip{
			Reason: SkipUnreadable, Path: m.File.Path, Rel: m.File.Rel,
			Detail: "reading the file failed by a defect of mcp-lint; please report it",
		})
	}
	release(list)
	settle(linked, modules)
	homes := findHomes(linked, modules)
	for i, f := range linked {
		if f.Module == nil {
			continue
		}
		p := modules[i].candidate.pack
		tools := w.define(f, modules[i], homes)
		all = append(all, tools...)
		swept, cut := sweep(f)
		if cut {
			w.skip(Skip{Reason: SkipPartial, Path: f.Module.File.Path, Rel: f.Module.File.Rel, Detail: "the file holds more strings than are looked at; those at its end were not"})
		}
		told := modules[i].candidate.told != nil
		class := demotion(modules[i].class, p, f.Patterns, true)
		linked[i].Strings = nil // the file may have many, and the view has them now
		if told {
			class = modules[i].class
		}
		if len(swept.View.Fields) > 0 {
			if class == ClassNone && p.isScanner() && !told {
				class = ClassScanner
			}
			swept.Class = class
			var from origin
			if swept.View.Server, from = homes.server(p); from.name != "" {
				swept.View.Server = from.name
			}
			w.inv.Swept = append(w.inv.Swept, swept)
		}
		for _, n := range f.Notes {
			w.inv.Notes = append(w.inv.Notes, Note{File: f.Module.File, Span: n.Span, Text: n.Text, Class: class})
		}
		if len(tools) > 0 || len(swept.View.Fields) > 0 || len(f.Notes) > 0 {
			w.inv.Files = append(w.inv.Files, f.Module.File)
		}
	}
	for i := range all {
		if d := &all[i]; !d.Code && !d.told {
			d.Class = demotion(d.Class, d.pack, false, false)
		}
	}
	w.tellMissed(all)
	if byPlace := func(a, b derived) int { return cmp.Compare(a.place, b.place) }; !slices.IsSortedFunc(all, byPlace) {
		slices.SortStableFunc(all, byPlace)
	}
	slices.SortStableFunc(w.inv.Files, func(a, b *source.File) int { return cmp.Compare(a.Path, b.Path) })
	for i := range all {
		if all[i].pack != nil {
			all[i].pack = homes.of(all[i].pack)
		}
	}
	nameServers(all)
	w.inv.Tools = mergeCopies(mergeSnapshots(all))
}

// collectBytes is how many bytes of source files make it worth to look for memory that is free once they are linked: what they could have
// asked each other for takes several times as much.
const collectBytes = 64 << 20

// release drops what modules hold for each other. Of many, the memory is freed at once: before the heap has grown to twice its size by itself,
// the scan that follows would take as much again. Nobody waits for that, since what is left to be done here keeps one processor busy and no more.
func release(modules []*code.Module) {
	size := 0
	for _, m := range modules {
		size += len(m.File.Data)
		m.Release()
	}
	if size >= collectBytes {
		go runtime.GC()
	}
}

// scannersOwn reports whether a definition in a package of a scanner is a sample rather than a tool. Nobody registers samples: where the
// package makes a server, only mere objects in a file of patterns are, and elsewhere all that is in one, and mere objects in a file
// that registers nothing.
func scannersOwn(f *code.Found, e code.Entry, serves bool) bool {
	switch {
	case f.Patterns && !serves:
		return true
	case e.Shape != shapeObject || registers(f):
		return false
	}
	return f.Patterns || !serves
}

// demotion returns the class of a file when findings in it weigh less for it, else none. patterns is set for a file that is a
// list of attack texts itself.
func demotion(class Class, p *pack, patterns, isSource bool) Class {
	switch {
	case class.demotes(isSource, p.isScanner()):
		return class
	case patterns && p.isScanner():
		return ClassScanner
	}
	return ClassNone
}

// linker is code.LinkFiles, or what a test puts in its place.
type linker func([]*code.Module, code.FileReader) []code.Found

// link is linkAll, whose panic costs the files that cause it and not the run.
func link(linkAll linker, modules []*code.Module, read code.FileReader) (out []code.Found, defects []*code.Module) {
	if out, ok := tryLink(linkAll, modules, read); ok {
		return out, nil
	}
	out = make([]code.Found, len(modules))
	for i, m := range modules {
		if one, ok := tryLink(linkAll, []*code.Module{m}, read); ok && len(one) == 1 {
			out[i] = one[0]
			continue
		}
		defects = append(defects, m)
	}
	return out, defects
}

func tryLink(linkAll linker, modules []*code.Module, read code.FileReader) (out []code.Found, ok bool) {
	defer func() {
		if recover() != nil {
			out, ok = nil, false
		}
	}()
	out = linkAll(modules, read)
	return out, len(out) == len(modules)
}

func (w *walker) define(f code.Found, m loaded, homes *homes) []derived {
	c := converter{file: f.Module.File, left: maxNodes}
	tools := make([]derived, 0, len(f.Entries))
	p := m.candidate.pack
	for _, e := range f.Entries {
		if e.Def == nil {
			continue
		}
		d := derived{Tool: c.tool(manifest.Entry{Kind: e.Kind, Server: e.Server, Def: e.Def, Shape: e.Shape}), place: m.place, pack: p, built: isBuilt(m.candidate.rel)}
		d.View.FromCode = true
		d.Code, d.Head, d.Static, d.Why, d.At = true, e.Head, e.Static, e.Why, e.At
		if p != nil {
			d.Repo = p.tree.abs
		}
		if d.Class = demotion(m.class, p, false, true); m.candidate.told != nil {
			d.Class = m.class
		} else if d.Class == ClassNone && p.isScanner() && scannersOwn(&f, e, homes.serves(p)) {
			d.Class = ClassScanner
		}
		if d.Class == ClassNone && e.Test {
			d.Class = ClassTest
		}
		if e.Server == "" {
			d.View.Server, d.origin = homes.server(p)
		}
		tools = append(tools, d)
	}
	if c.left < 0 {
		w.halfRead(m.candidate)
		w.skip(Skip{Reason: SkipPartial, Path: f.Module.File.Path, Rel: f.Module.File.Rel, Detail: "the file defines more values than fit in memory; what follows was cut"})
	}
	return tools
}

// shapeObject is how the recogniser of code calls a definition that is a mere object: in the repository of a scanner it is a
// sample as likely as a tool.
const shapeObject = "object"
