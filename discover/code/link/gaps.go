package link

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/code/static"
)

// gaps lists those of a module that other files do not fill.
func (l *linker) gaps(m *Module) (out []sdk.Note) {
	for _, g := range m.Gaps {
		if g.Unless != "" && l.declares(g.Unless) || g.ByClass && l.listsClasses() {
			continue
		}
		if len(g.Names) == 0 || slices.ContainsFunc(g.Names, func(name string) bool { return !l.declares(name) }) {
			out = append(out, sdk.Note{Span: g.Span, Text: g.Text})
		}
	}
	slices.SortStableFunc(out, func(a, b sdk.Note) int { return a.Span.Start - b.Span.Start })
	return out
}

// listsClasses reports whether a class is listed as a tool in some file.
func (l *linker) listsClasses() bool {
	return slices.ContainsFunc(l.modules, func(m *Module) bool {
		return slices.ContainsFunc(m.Definitions, func(p *sdk.Definition) bool { return p.Shape == "class" && p.Kind == sdk.KindTool })
	})
}

// declare collects what declares looks up.
func (l *linker) declare() {
	n := 0
	for _, m := range l.modules {
		n += len(m.Declared)
	}
	l.declared = make(map[string]bool, n)
	for _, m := range l.modules {
		s, folder := stem(m.File)
		l.declared[s], l.declared[ident.Last(strings.ReplaceAll(folder, "/", "."))] = true, true
		for n := range m.Symbols {
			l.declared[ident.Last(n)] = true
		}
		for _, n := range m.Declared {
			l.declared[n] = true
		}
		for _, n := range m.Tables {
			l.declared[sdk.TableMark+n] = true
		}
	}
}

// declares reports whether some file of the run declares one of several names with | between them, or is called so.
func (l *linker) declares(names string) bool {
	if table, ok := strings.CutPrefix(names, sdk.TableMark); ok {
		return !l.declared[names] && l.declared[table] // the table was not followed
	}
	return slices.ContainsFunc(strings.Split(names, "|"), func(name string) bool { return l.declared[name] })
}

// launchesWithoutTools lists the launches of a module when no file of its package has functions that are served.
func (l *linker) launchesWithoutTools(m *Module) (out []sdk.Note) {
	if len(m.Launches) == 0 || slices.ContainsFunc(l.modules, func(o *Module) bool {
		return o.Package == m.Package && slices.ContainsFunc(o.Definitions, func(p *sdk.Definition) bool { return p.Launched })
	}) {
		return nil
	}
	for _, span := range m.Launches[:min(len(m.Launches), sdk.MaxGaps)] {
		out = append(out, sdk.Note{Span: span, Text: "what " + static.Quoted(m.File, span) + sdk.RegistersUnknown})
	}
	return out
}
