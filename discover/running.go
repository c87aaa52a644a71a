package discover

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

// running returns, by their indices, which modules run although their files are of a class: what a file of no class imports, itself or
// through others, and generated files in a package with a file of no class where imports name no files, since they are built together. What
// people have chosen the class of stays as it is. brought are the paths of what all that runs may import, documents among them.
func running(modules []loaded) (runs map[int]bool, brought map[string]bool) {
	byPath := make(map[string][]int, len(modules))
	served := map[*pack]bool{}
	var queue []int
	for i := range modules {
		m := &modules[i]
		byPath[stem(m.module.File.Rel)] = append(byPath[stem(m.module.File.Rel)], i)
		if m.class == ClassNone && m.above == ClassNone {
			queue = append(queue, i)
			served[m.candidate.pack] = true
		}
	}
	runs, brought = map[int]bool{}, map[string]bool{}
	mark := func(i int) {
		m := &modules[i]
		if !runs[i] && (m.class != ClassNone || m.above != ClassNone) && m.candidate.chosen == nil {
			runs[i] = true
			queue = append(queue, i)
		}
	}
	for i := range modules {
		m := &modules[i]
		builtTogether := m.module.Lang != lex.JavaScript && m.module.Lang != lex.Python
		if m.class == ClassGenerated && m.above == ClassNone && builtTogether && served[m.candidate.pack] {
			mark(i)
		}
	}
	for n := 0; n < len(queue); n++ {
		for _, to := range modules[queue[n]].module.Brings() {
			brought[to] = true
			for _, i := range byPath[to] {
				mark(i)
			}
		}
	}
	return runs, brought
}
