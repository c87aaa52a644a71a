package discover

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/link"
)

// maxImported bounds the files that are read because others import them.
const maxImported = 2_000

// addImported reads the files that those which were read import, themselves or through others, and that were passed by: they and their package
// do not mention MCP, or they lie in a folder of dependencies.
func (a *collected) addImported() error {
	w := a.walker
	read, passed, names := map[string]bool{}, map[string]int{}, map[string]bool{}
	for i := range a.modules {
		read[stem(a.modules[i].module.File.Rel)] = true
	}
	for i := range w.list {
		c := &w.list[i]
		if c.language() != 0 && c.tree != nil && c.pack != nil {
			if name := stem(w.rootRel(c.tree, c.rel)); !read[name] {
				passed[name], names[link.NameOf(name)] = i, true
			}
		}
	}
	left := maxImported
	looked := map[*tree]map[int]bool{} // at these imports
	for n := 0; n < len(a.modules); {
		var batch []candidate
		var places []int
		for ; n < len(a.modules) && len(batch) < readBatch; n++ {
			m := &a.modules[n]
			t := m.candidate.tree
			if looked[t] == nil {
				looked[t] = map[int]bool{}
			}
			if w.inv.focus.isNarrow() && (m.candidate.steps >= maxSteps || m.candidate.steps == 0 && !m.module.Asks()) {
				continue
			}
			brings := a.brings(m.module, looked[t], passed, names)
			if len(brings) == 0 {
				continue
			}
			asks, all := m.module.RegisteredFiles(), m.candidate.asked && m.module.Reexports()
			for _, to := range brings {
				if read[to] {
					continue
				}
				at, met := passed[to]
				if !met {
					at, met = w.importedFrom(m, to)
				}
				if !met {
					continue
				}
				read[to] = true
				if left--; left >= 0 {
					c := w.list[at]
					c.imported, c.asked, c.steps = true, all || asks[to], m.candidate.steps+1
					batch, places = append(batch, c), append(places, at)
				}
			}
		}
		if len(batch) > 0 && (w.late() || a.kept > w.keeps) {
			w.leave(batch, SkipTime, "the scan reached its time or memory limit")
			break
		}
		if err := w.ended(); err != nil {
			return err
		}
		for i, r := range w.readBatch(batch) {
			a.add(&batch[i], &r, places[i])
		}
	}
	if left < 0 {
		w.skip(Skip{Reason: SkipTooMany, Path: ".", Detail: fmt.Sprintf("%d imported files were not read: the limit is %d", -left, maxImported)})
	}
	slices.SortStableFunc(a.modules, func(a, b loaded) int { return a.place - b.place })
	return nil
}

// brings returns the paths of the files that a module may import by what was not looked at yet, in order, but for those that were neither passed
// by nor lie in a folder of dependencies or builds. names are the names of what was passed by.
func (w *walker) brings(m *link.Module, looked map[int]bool, passed map[string]int, names map[string]bool) []string {
	var out []string
	for _, n := range w.imports.Of(m) {
		if looked[n] {
			continue
		}
		looked[n] = true
		vendored, asked := w.imports.Through(n, isVendored), names
		if vendored {
			asked = nil
		}
		for to := range w.imports.Targets(n, asked) {
			if _, ok := passed[to]; ok || vendored {
				out = append(out, to)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// importedFrom takes on a file in a folder of dependencies or builds that a module imports by its path.
func (w *walker) importedFrom(m *loaded, to string) (at int, ok bool) {
	t := m.candidate.tree
	rel, top := to, w.rootRel(t, "")
	if top != "" {
		if rel, ok = strings.CutPrefix(to, top+"/"); !ok {
			return 0, false
		}
	}
	if !inFolder(rel, isVendored) {
		return 0, false
	}
	for _, ext := range m.module.Lang.Extensions() {
		if t.isRegular(rel+ext) && !w.gitIgnores(t, rel+ext) {
			w.add(candidate{place: place{t, rel + ext}, want: wantYes, pack: w.packages.of(t, parent(rel))})
			at, ok = w.candidates[t.key(rel+ext)]
			return at, ok
		}
	}
	return 0, false
}
