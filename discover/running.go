package discover

import (
	"github.com/org/mcp-lint/discover/code"
	"github.com/org/mcp-lint/discover/code/lex"
)

// running returns, by their indices, which modules run although their files are of a class: what a file of no class imports, itself or
// through others, and generated files in a package with a file of no class where imports name no files, since they are built together. What
// people have chosen the class of stays as it is. brought are the paths of what all that runs may import, documents among them.
func running(modules []loaded) (runs map[int]bool, brought map[string]bool) {
	byPath := byStem(modules)
	served := map[*pack]bool{}
	var queue []int
	for i := range modules {
		m := &modules[i]
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

// byStem are the indices of modules by their path without extension.
func byStem(modules []loaded) map[string][]int {
	byPath := make(map[string][]int, len(modules))
	for i := range modules {
		at := stem(modules[i].module.File.Rel)
		byPath[at] = append(byPath[at], i)
	}
	return byPath
}

// ownServers returns the name of the server that each module belongs to which makes none itself: that of the only one that is made where it
// is imported, straight or through others, or "".
func ownServers(linked []code.Found, modules []loaded) []string {
	byPath := byStem(modules)
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
		for _, path := range modules[from].module.Brings() {
			for _, to := range byPath[path] {
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
