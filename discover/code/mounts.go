package code

import (
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
)

const (
	// maxMounts bounds the servers that one file mounts.
	maxMounts = 200
	// maxMountLooks bounds the files that are looked for to find all mounted servers of a run.
	maxMountLooks = 50_000
)

// serverNames returns the names that the file gives the servers that it makes.
func (r *reader) serverNames() (names []string) {
	for _, b := range r.u.Binds {
		if v := b.Value; v != nil && v.Kind == syntax.Call && v.Recv == nil && makesServer(v.Name) && len(names) < maxMounts {
			names = append(names, b.Name)
		}
	}
	return names
}

// mount notes the servers of other files that a call adds to the only one of the file, which then serves their tools: mcp.mount(part) of
// FastMCP.
func (r *reader) mount(e *syntax.Expr) {
	if r.u.Lang != lex.Python || e.Recv == nil || e.Recv.Kind != syntax.Ref || len(r.m.serverNames) != 1 || e.Recv.Name != r.m.serverNames[0] {
		return
	}
	for i := range e.Args {
		v := e.Args[i].Value
		if v != nil && v.Kind == syntax.Ref && r.imports[head(v.Name)].From != "" && len(r.m.mounts) < maxMounts {
			r.m.mounts = append(r.m.mounts, v.Name)
		}
	}
}

// mount finds the modules whose servers others mount. What several mount stays a server of its own, and so does what lies in another package or
// in another folder than the mounting file or one below: an attacker's file must not make somebody else's server its own.
func (l *linker) mount() {
	left := maxMountLooks
	for _, m := range l.modules {
		if m.server == "" {
			continue
		}
		for _, name := range m.mounts {
			part := l.serverNamed(m, name, maxHops, &left)
			if part == nil || part.Package != m.Package || !within(part, m) || m.Demoted && !part.Demoted {
				continue
			}
			if by, mounted := l.mountedBy[part]; !mounted {
				l.mountedBy[part] = m
			} else if by != m {
				l.mountedBy[part] = nil
			}
		}
	}
}

// within reports whether a module lies in the folder of another or below.
func within(part, m *Module) bool {
	folder := path.Dir(m.File.Rel)
	return folder == "." || strings.HasPrefix(part.File.Rel, folder+"/")
}

// serverNamed returns the module that makes the server which m imports under a name, or nil.
func (l *linker) serverNamed(m *Module, name string, hops int, left *int) *Module {
	h, rest := split(name)
	imported, ok := m.aliases[h]
	if !ok || hops == 0 {
		return nil
	}
	name = joined(imported.path, rest)
	// The first name may be a module: from . import parts.
	for _, from := range []string{imported.from, strings.TrimSuffix(imported.from, ".") + "." + head(name)} {
		for target := range m.importing(from).targets() {
			if *left--; *left < 0 {
				return nil
			}
			for _, k := range l.files[target] {
				if k == m || k.Lang != m.Lang {
					continue
				}
				if k.server != "" && len(k.serverNames) == 1 && k.serverNames[0] == last(name) {
					return k
				}
				if part := l.serverNamed(k, name, hops-1, left); part != nil {
					return part
				}
			}
		}
	}
	return nil
}

// serverOf returns the name of the server that serves what a module defines, or "".
func (l *linker) serverOf(m *Module) string {
	for range maxHops {
		if by := l.mountedBy[m]; by != nil {
			m = by
		}
	}
	return m.server
}
