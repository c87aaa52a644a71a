package discover

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

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
func findServingPackages(program *program) *servingPackages {
	h := &servingPackages{own: map[*source.File]string{}, names: map[*pack][]string{}, serving: map[*pack]bool{}, known: map[*pack]*pack{}}
	seen := map[*pack]bool{}
	for i, f := range program.linked {
		m := &program.modules[i]
		p := m.pack
		if !seen[p] {
			seen[p] = true
			h.packs = append(h.packs, p)
		}
		if m.class != ClassNone {
			continue
		}
		h.serving[p] = h.serving[p] || m.module.Serves
		h.own[m.module.File] = program.own[i]
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
