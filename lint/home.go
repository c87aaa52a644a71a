package lint

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// home is the folder of a lock file. The paths that the file holds begin there and not where mcp-lint was started, so that they are the
// same whoever refreshes it. The zero value is the working directory.
type home struct {
	// cwd and folder are absolute, without links; folder is "" when it is the working directory, or neither lies in the other: a file
	// that was put somewhere else to be compared with holds the paths of where it came from. outer is the outer one of both.
	cwd, folder, outer string
}

// homeOf returns the home of a lock file, which may be nil and need not exist. cwd is that of Options.
func homeOf(file *source.File, cwd string) home {
	if file == nil {
		return home{}
	}
	if cwd == "" {
		cwd, _ = os.Getwd()
	}
	cwd = unlinked(cwd)
	folder := filepath.Dir(filepath.FromSlash(file.Path))
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(cwd, folder)
	}
	folder = unlinked(folder)
	switch {
	case folder == cwd:
	case inside(folder, cwd):
		return home{cwd, folder, folder}
	case inside(cwd, folder):
		return home{cwd, folder, cwd}
	}
	return home{}
}

func unlinked(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// inside reports whether a path is a folder or lies in it; both are absolute.
func inside(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// name is how the lock file names a file that people are shown as path. What is elsewhere keeps its path.
func (h home) name(path string) string {
	if h.folder == "" || strings.HasPrefix(path, "<") {
		return path
	}
	abs := filepath.FromSlash(path)
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(h.cwd, abs)
	}
	rel, err := filepath.Rel(h.folder, abs)
	if err != nil || !inside(h.outer, abs) {
		return path
	}
	return filepath.ToSlash(rel)
}

// shown is a path that discover.Inventory.Covers can be asked about, for a name in the lock file.
func (h home) shown(name string) string {
	if h.folder == "" || name == "" || name == "-" || strings.HasPrefix(name, "<") || filepath.IsAbs(filepath.FromSlash(name)) {
		return name
	}
	return filepath.ToSlash(filepath.Join(h.folder, filepath.FromSlash(name)))
}

// top is the folder that has to be looked at for all to be known that the lock file holds.
func (h home) top() string {
	if h.folder == "" {
		return "."
	}
	return filepath.ToSlash(h.outer)
}
