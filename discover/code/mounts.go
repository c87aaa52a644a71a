package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// maxMounts bounds the servers that one file mounts.
const maxMounts = 200

// mount notes the servers of other files that a call adds to that of the file, which then serves their tools: mcp.mount(part) of FastMCP.
func (r *reader) mount(e *syntax.Expr) {
	if r.u.Lang != lex.Python || e.Recv == nil {
		return
	}
	for i := range e.Args {
		v := e.Args[i].Value
		if v != nil && v.Kind == syntax.Ref && r.imports[head(v.Name)].From != "" && len(r.m.mounts) < maxMounts {
			r.m.mounts = append(r.m.mounts, v.Name)
		}
	}
}

// mount finds the modules whose servers others mount. What several mount stays a server of its own.
func (l *linker) mount() {
	for _, m := range l.modules {
		if m.server == "" {
			continue
		}
		for _, name := range m.mounts {
			left := maxLooks
			part := l.serverNamed(m, name, &left)
			if part == nil || m.Demoted && !part.Demoted {
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

// serverNamed returns the module that makes the server which m imports under a name, or nil.
func (l *linker) serverNamed(m *Module, name string, left *int) *Module {
	h, rest := split(name)
	imported, ok := m.aliases[h]
	if !ok {
		return nil
	}
	name = joined(imported.path, rest)
	// The first name may be a module: from . import parts.
	for _, from := range []string{imported.from, strings.TrimSuffix(imported.from, ".") + "." + head(name)} {
		for target := range m.importing(from).targets() {
			for _, k := range l.files[string(target)] {
				if *left--; *left < 0 {
					return nil
				}
				if k == m || k.Lang != m.Lang {
					continue
				}
				if k.server != "" {
					return k
				}
				if part := l.serverNamed(k, name, left); part != nil {
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
