package discover

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code"
)

// homes tells which package the tools of a package are served by. A workspace has packages that only hold tools, and one or more
// that make a server of them.
type homes struct {
	// names are the names that the source files of each package give their servers.
	names map[*pack]map[string]bool
	// serving are the packages that make a server.
	serving map[*pack]bool
	// packs are all packages with source files, in the order of files.
	packs []*pack
	// known are the packages that serve others.
	known map[*pack]*pack
}

// findHomes looks through what source files define. Files of a class have no say: a test makes servers of its own.
func findHomes(linked []code.Found, modules []loaded) *homes {
	h := &homes{names: map[*pack]map[string]bool{}, serving: map[*pack]bool{}, known: map[*pack]*pack{}}
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
		if m.serves {
			h.serving[p] = true
		}
		for _, e := range f.Entries {
			if e.Server == "" {
				continue
			}
			if h.names[p] == nil {
				h.names[p] = map[string]bool{}
			}
			h.names[p][e.Server] = true
			h.serving[p] = true
		}
	}
	return h
}

// of returns the package that serves what p defines: p itself, the next one around it that makes a server, or the only one that
// makes a server and depends on p. Where none is, p stands for itself.
func (h *homes) of(p *pack) *pack {
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
func (h *homes) dependent(p *pack) *pack {
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
		switch {
		case len(serving) == 1:
			return serving[0]
		case len(serving) > 1:
			return nil
		}
		level = next
	}
	return nil
}

func (p *pack) dependsOn(of *pack) bool {
	const short = 3
	return p.tree == of.tree && len(of.full) > short && strings.Contains(p.text, of.full)
}

func (h *homes) serves(p *pack) bool { return h.serving[h.of(p)] }

// server names the server of those tools of a package whose files name none: by the one name there is, or else by its origin.
func (h *homes) server(p *pack) (name string, from origin) {
	q := h.of(p)
	if len(h.names[q]) == 1 {
		for name := range h.names[q] {
			return name, origin{}
		}
	}
	return "", q.origin()
}
