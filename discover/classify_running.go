package discover

import "github.com/org/mcp-lint/discover/code/lex"

// running returns, by their indices, which modules run although their files are of a class: what a file of no class imports, itself or
// through others, and generated files in a package with a file of no class where imports name no files, since they are built together. What
// people have chosen the class of stays as it is. importedDocs are the paths of the documents that all that runs may import.
func (g *importGraph) running(modules []loaded) (runs map[int]bool, importedDocs map[string]bool) {
	served := map[*pack]bool{}
	var queue []int
	for i := range modules {
		m := &modules[i]
		if m.class == ClassNone && m.above == ClassNone {
			queue = append(queue, i)
			served[m.pack] = true
		}
	}
	runs, importedDocs = map[int]bool{}, map[string]bool{}
	mark := func(i int) {
		m := &modules[i]
		if !runs[i] && (m.class != ClassNone || m.above != ClassNone) && m.chosen == nil {
			runs[i] = true
			queue = append(queue, i)
		}
	}
	for i := range modules {
		m := &modules[i]
		builtTogether := m.module.Lang != lex.JavaScript && m.module.Lang != lex.Python
		if m.class == ClassGenerated && m.above == ClassNone && builtTogether && served[m.pack] {
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
