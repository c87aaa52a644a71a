package discover

import (
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// program is all source files, linked, and the documents beside them.
type program struct {
	*contents
	// linked and views are parallel to modules.
	linked []link.Found
	views  []viewed
	graph  *importGraph
	// own are the names of the servers that modules belong to by who imports them.
	own []string
}

// linkFiles links the source files and makes views of what they define. It reads only files that code names.
func linkFiles(w *walker, read *contents) *program {
	modules := read.modules
	list, whole := make([]*link.Module, len(modules)), make([]bool, len(modules))
	in := &includer{walker: w, candidates: map[*source.File]*candidate{}, known: map[string]*source.File{}}
	for i := range modules {
		list[i] = modules[i].module
		in.candidates[list[i].File] = &modules[i].candidate
		whole[i] = !list[i].Truncated
	}
	if w.opts.link == nil {
		w.opts.link = link.Files
	}
	linked, together := linkModules(w.opts.link, list, in.read)
	if !together {
		const defect = "a bug in mcp-lint stopped it from reading the files of code together, so what they take from one another is missing; please report it"
		w.skip(Skip{Reason: SkipPartial, Path: ".", Detail: defect})
	}
	p := &program{contents: read, linked: linked}
	for i, m := range list {
		c := &modules[i].candidate
		if whole[i] && m.Truncated { // which shows when others ask it for something
			w.markTruncated(c)
			w.skip(partial(m.File, readInPart))
		}
		if p.linked[i].Overrun {
			w.markTruncated(c)
			w.skip(partial(m.File, "the definitions of the scan are too large to be read in full, and some of this file were cut"))
		}
		if p.linked[i].Patterns {
			c.pack.patterns++
		}
		if p.linked[i].Module == nil {
			w.markTruncated(c)
			const defect = "a bug in mcp-lint stopped it from reading the file; please report it"
			w.skip(Skip{Reason: SkipUnreadable, Path: m.File.Path, Rel: m.File.Rel, Detail: defect})
		}
	}
	// Views of single files are made while the imports between files are looked up.
	p.views = make([]viewed, len(list))
	made := background(func() {
		eachOf(len(list), func(i int) {
			if p.linked[i].Module == nil {
				return
			}
			if p.views[i].define(&p.linked[i]); w.inv.ConcernsFile(list[i].File) {
				p.views[i].sweep(&p.linked[i])
			}
		})
	})
	p.graph = newImportGraph(read)
	p.own = p.graph.ownServers(p.linked, modules)
	for _, m := range list {
		m.Release()
	}
	made()
	for i, m := range list {
		p.linked[i].Strings = nil // a file may have many, and the view has them now
		if p.views[i].cut {
			w.markTruncated(&modules[i].candidate)
			w.skip(partial(m.File, tooManyValues))
		}
		if p.views[i].looseCut {
			w.skip(partial(m.File, "the file has too many strings; those at its end were not scanned"))
		}
	}
	return p
}

// linkModules calls linkAll, whose panic costs the files that cause it and not the run: of these the module is nil. It reports whether all were
// linked together.
func linkModules(linkAll linker, modules []*link.Module, read link.FileReader) (out []link.Found, together bool) {
	if out, together = tryLink(linkAll, modules, read); together {
		return out, true
	}
	out = make([]link.Found, len(modules))
	for i, m := range modules {
		if one, ok := tryLink(linkAll, []*link.Module{m}, read); ok {
			out[i] = one[0]
		}
	}
	return out, false
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
