package discover

import (
	"github.com/org/mcp-lint/discover/code/link"
)

// importGraph says which modules import which.
type importGraph struct {
	// of are the numbers of what each module imports, files the modules that each of these may mean, and documents the files that are none.
	of        [][]int
	files     [][]int
	documents [][]string
}

// newImportGraph looks up what modules import among the modules and documents.
func newImportGraph(read *contents) *importGraph {
	modules, imports := read.modules, read.imports
	byPath := make(map[string][]int, len(modules)) // by their path without extension
	names := map[string]bool{}
	g := &importGraph{of: make([][]int, len(modules))}
	for i := range modules {
		at := stem(modules[i].module.File.Rel)
		byPath[at] = append(byPath[at], i)
		names[link.NameOf(at)] = true
		g.of[i] = imports.Of(modules[i].module)
	}
	documents := map[string]bool{}
	for i := range read.documents {
		rel := read.documents[i].File.Rel
		documents[rel], names[link.NameOf(rel)] = true, true
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
