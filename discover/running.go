package discover

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
)

// importGraph says which modules import which.
type importGraph struct {
	// of are the numbers of what each module imports, files the modules that each of these may mean, and documents the files that are none.
	of        [][]int
	files     [][]int
	documents [][]string
}

// newImportGraph looks up what modules import among the modules and those documents, which are given by their paths.
func newImportGraph(imports *link.Imports, modules []loaded, documents map[string]bool) *importGraph {
	byPath := make(map[string][]int, len(modules)) // by their path without extension
	names := map[string]bool{}
	g := &importGraph{of: make([][]int, len(modules))}
	for i := range modules {
		at := stem(modules[i].module.File.Rel)
		byPath[at] = append(byPath[at], i)
		names[link.NameOf(at)] = true
		g.of[i] = imports.Of(modules[i].module)
	}
	for document := range documents {
		names[link.NameOf(document)] = true
	}
	g.files, g.documents = make([][]int, imports.Len()), make([][]string, imports.Len())
	for n := range g.files {
		for to := range imports.Targets(n, names) {
			g.files[n] = append(g.files[n], byPath[to]...)
			if documents[to] {
				g.documents[n] = append(g.documents[n], to)
			}
		}
	}
	return g
}

// running returns, by their indices, which modules run although their files are of a class: what a file of no class imports, itself or
// through others, and generated files in a package with a file of no class where imports name no files, since they are built together. What
// people have chosen the class of stays as it is. importedDocs are the paths of the documents that all that runs may import.
func (g *importGraph) running(modules []loaded) (runs map[int]bool, importedDocs map[string]bool) {
	served := map[*pack]bool{}
	var queue []int
	for i := range modules {
		m := &modules[i]
		if m.class == ClassNone && m.parentClass == ClassNone {
			queue = append(queue, i)
			served[m.candidate.pack] = true
		}
	}
	runs, importedDocs = map[int]bool{}, map[string]bool{}
	mark := func(i int) {
		m := &modules[i]
		if !runs[i] && (m.class != ClassNone || m.parentClass != ClassNone) && m.candidate.chosen == nil {
			runs[i] = true
			queue = append(queue, i)
		}
	}
	for i := range modules {
		m := &modules[i]
		builtTogether := m.module.Lang != lex.JavaScript && m.module.Lang != lex.Python
		if m.class == ClassGenerated && m.parentClass == ClassNone && builtTogether && served[m.candidate.pack] {
			mark(i)
		}
	}
	done := make([]bool, len(g.files))
	for n := 0; n < len(queue); n++ {
		for _, to := range g.of[queue[n]] {
			if done[to] {
				continue
			}
			done[to] = true
			for _, document := range g.documents[to] {
				importedDocs[document] = true
			}
			for _, i := range g.files[to] {
				mark(i)
			}
		}
	}
	return runs, importedDocs
}

// ownServers returns the name of the server that each module belongs to which makes none itself: that of the only one that is made where it
// is imported, straight or through others, or "".
func (g *importGraph) ownServers(linked []link.Found, modules []loaded) []string {
	// one is the first name that reaches a module, more is set when there is another.
	one, more := make([]string, len(modules)), make([]bool, len(modules))
	var queue []int
	for i := range modules {
		if one[i] = linked[i].Server; one[i] != "" && modules[i].class == ClassNone {
			queue = append(queue, i)
		}
	}
	for n := 0; n < len(queue); n++ {
		from := queue[n]
		for _, imported := range g.of[from] {
			for _, to := range g.files[imported] {
				switch {
				case linked[to].Server != "":
				case one[to] == "":
					one[to], more[to] = one[from], more[from]
					queue = append(queue, to)
				case (one[to] != one[from] || more[from]) && !more[to]:
					more[to] = true
					queue = append(queue, to)
				}
			}
		}
	}
	for i := range one {
		if more[i] || linked[i].Server != "" {
			one[i] = ""
		}
	}
	return one
}
