package discover

import (
	"os"
	"path"
	"path/filepath"
	"slices"
)

// rootOf chooses the one folder that reported paths are relative to: the repository around the working directory when
// everything lies in it; else the repository that everything lies in; else the working directory, if everything
// lies below it; else the one folder that was named.
func (w *walker) rootOf(paths []string) string {
	var tops []string
	for _, p := range paths {
		if p != "-" {
			tops = append(tops, w.topOf(p))
		}
	}
	all := func(folder string) bool {
		return folder != "" && !slices.ContainsFunc(tops, func(top string) bool { return !within(folder, top) })
	}
	home := w.repository(w.cwd)
	if all(home) {
		return home
	}
	if len(tops) > 0 {
		if r := w.repository(tops[0]); all(r) {
			return r
		}
	}
	switch {
	case home == "" && all(w.cwd):
		return w.cwd
	case len(tops) == 1:
		return tops[0]
	case home != "":
		return home
	}
	return w.cwd
}

// topOf is the folder that a named path is or lies in, with links resolved; "" for a path that does not exist.
func (w *walker) topOf(given string) string {
	if !filepath.IsAbs(given) {
		given = filepath.Join(w.cwd, given)
	}
	real, err := filepath.EvalSymlinks(given)
	if err != nil {
		return ""
	}
	if info, err := os.Stat(real); err == nil && info.IsDir() {
		return real
	}
	return filepath.Dir(real)
}

// outsideRoot is the folder that files outside of the root are shown in: their own place is the machine's business.
const outsideRoot = "outside"

// rootRel returns a path of a tree relative to the root of the run.
func (w *walker) rootRel(t *tree, rel string) string {
	if t == nil {
		return rel
	}
	if r, ok := t.in(w.base, rel); ok {
		if r == "." {
			return ""
		}
		return r
	}
	return path.Join(outsideRoot, path.Base(filepath.ToSlash(t.abs)), rel)
}
