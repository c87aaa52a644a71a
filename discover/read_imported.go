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
func (r *reader) addImported() error {
	read, passed, names := map[string]bool{}, map[string]int{}, map[string]bool{}
	for i := range r.modules {
		read[stem(r.modules[i].module.File.Rel)] = true
	}
	for i := range r.list {
		c := &r.list[i]
		if c.language() != 0 && c.tree != nil && c.pack != nil {
			if name := stem(r.rootRel(c.tree, c.rel)); !read[name] {
				passed[name], names[link.NameOf(name)] = i, true
			}
		}
	}
	left := maxImported
	looked := map[*tree]map[int]bool{} // at these imports
	for n := 0; n < len(r.modules); {
		var batch []candidate
		var orders []int
		for ; n < len(r.modules) && len(batch) < readBatch; n++ {
			m := &r.modules[n]
			t := m.tree
			if looked[t] == nil {
				looked[t] = map[int]bool{}
			}
			if r.inv.focus.isNarrow() && (m.steps >= maxSteps || m.steps == 0 && !m.module.Asks()) {
				continue
			}
			brings := r.brings(m.module, looked[t], passed, names)
			if len(brings) == 0 {
				continue
			}
			asks, all := m.module.RegisteredFiles(), m.asked && m.module.Reexports()
			for _, to := range brings {
				if read[to] {
					continue
				}
				at, met := passed[to]
				if !met {
					at, met = r.importedFrom(m, to)
				}
				if !met {
					continue
				}
				read[to] = true
				if left--; left >= 0 {
					c := r.list[at]
					c.imported, c.asked, c.steps = true, all || asks[to], m.steps+1
					batch, orders = append(batch, c), append(orders, at)
				}
			}
		}
		more, err := r.readMore(batch, orders)
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	if left < 0 {
		r.skip(Skip{Reason: SkipTooMany, Path: ".", Detail: fmt.Sprintf("%d imported files were not read: the limit is %d", -left, maxImported)})
	}
	slices.SortStableFunc(r.modules, func(a, b loaded) int { return a.order - b.order })
	return nil
}

// readMore reads files that those which were read lead to. It reports whether there is time and memory for more.
func (r *reader) readMore(batch []candidate, orders []int) (more bool, err error) {
	if len(batch) > 0 && (r.late() || r.kept > r.most) {
		r.leave(batch, SkipTime, "the scan reached its time or memory limit")
		return false, nil
	}
	if err := r.ended(); err != nil {
		return false, err
	}
	for i, out := range r.readBatch(batch) {
		r.record(&batch[i], &out, orders[i])
	}
	return true, nil
}

// brings returns the paths of the files that a module may import by what was not looked at yet, in order, but for those that were neither passed
// by nor lie in a folder of dependencies or builds. names are the names of what was passed by.
func (r *reader) brings(m *link.Module, looked map[int]bool, passed map[string]int, names map[string]bool) []string {
	var out []string
	for _, n := range r.imports.Of(m) {
		if looked[n] {
			continue
		}
		looked[n] = true
		vendored, asked := r.imports.Through(n, isVendored), names
		if vendored {
			asked = nil
		}
		for to := range r.imports.Targets(n, asked) {
			if _, ok := passed[to]; ok || vendored {
				out = append(out, to)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// importedFrom takes on a file in a folder of dependencies or builds that a module imports by its path.
func (r *reader) importedFrom(m *loaded, to string) (at int, ok bool) {
	t := m.tree
	rel, top := to, r.rootRel(t, "")
	if top != "" {
		if rel, ok = strings.CutPrefix(to, top+"/"); !ok {
			return 0, false
		}
	}
	if !inFolder(rel, isVendored) {
		return 0, false
	}
	for _, ext := range m.module.Lang.Extensions() {
		if t.isRegular(rel+ext) && !r.gitIgnores(t, rel+ext) {
			r.add(candidate{place: place{t, rel + ext}, want: wantYes, pack: r.packages.of(t, parent(rel))})
			at, ok = r.candidates[t.key(rel+ext)]
			return at, ok
		}
	}
	return 0, false
}
