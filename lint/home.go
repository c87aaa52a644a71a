package lint

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// lockFolder is the folder of a lock file. Paths in the file are relative to it, so that they do not depend on the working directory of whoever
// writes it. The zero value is the working directory.
type lockFolder struct {
	// cwd and folder are absolute and free of symbolic links; outer is the one that contains the other. All are "" if they are equal or
	// unrelated: a lock file copied elsewhere for a comparison keeps the paths of its origin.
	cwd, folder, outer string
}

// lockFolderOf returns the home of a lock file, which may be nil and need not exist. cwd is Options.Cwd.
func lockFolderOf(file *source.File, cwd string) lockFolder {
	if file == nil {
		return lockFolder{}
	}
	if cwd == "" {
		cwd, _ = os.Getwd()
	}
	cwd = realPath(cwd)
	folder := filepath.Dir(filepath.FromSlash(file.Path))
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(cwd, folder)
	}
	folder = realPath(folder)
	switch {
	case folder == cwd:
	case inside(folder, cwd):
		return lockFolder{cwd, folder, folder}
	case inside(cwd, folder):
		return lockFolder{cwd, folder, cwd}
	}
	return lockFolder{}
}

func realPath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// inside reports whether path is folder or below it; both are absolute.
func inside(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// name converts a displayed path to one of the lock file. Paths outside of both folders stay as they are.
func (h lockFolder) name(path string) string {
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

// shown converts a path of the lock file to one for discover.Inventory.Covers.
func (h lockFolder) shown(name string) string {
	if h.folder == "" || name == "" || name == "-" || strings.HasPrefix(name, "<") || filepath.IsAbs(filepath.FromSlash(name)) {
		return name
	}
	return filepath.ToSlash(filepath.Join(h.folder, filepath.FromSlash(name)))
}

// top is the folder that contains everything the lock file can name.
func (h lockFolder) top() string {
	if h.folder == "" {
		return "."
	}
	return filepath.ToSlash(h.outer)
}
