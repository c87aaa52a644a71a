package installed

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/pypi"
)

// Named returns the local code that a command line names: source files and project folders by absolute path, and modules of the
// interpreter's environment.
func (f *Finder) Named(words []string) []discover.Place {
	var out []discover.Place
	for i, word := range words {
		if i > 0 && i+1 < len(words) && word == "-m" {
			if found, ok := f.module(words[0], words[i+1]); ok {
				return append(out, found)
			}
		}
		before := ""
		if i > 0 {
			before = words[i-1]
		}
		if rest, ok := strings.CutPrefix(word, "~/"); ok {
			word = filepath.Join(f.Home, rest)
		}
		folder := before == "--directory" || before == "--project" || before == "--cwd" || before == "--prefix"
		if _, code := lex.OfFile(filepath.Base(word)); !filepath.IsAbs(word) || !folder && !code {
			continue
		}
		info, err := os.Stat(word)
		if err != nil || info.IsDir() != folder {
			continue
		}
		p, ok := f.place(word, folder)
		if !ok || folder && (p.Path == f.Home || filepath.Dir(p.Path) == p.Path) {
			continue
		}
		if !folder {
			p.Top = f.project(filepath.Dir(p.Path))
			if rel, err := filepath.Rel(p.Top, p.Path); err == nil && !strings.HasSuffix(p.Shown, filepath.ToSlash(rel)) {
				p.Shown = f.show(p.Path)
			}
		}
		out = append(out, p)
	}
	return out
}

const maxAbove = 3

// project returns the nearest folder with a manifest, so that imports of a source file are found, or else the folder itself.
func (f *Finder) project(folder string) string {
	for at, up := folder, 0; up < maxAbove && at != f.Home; at, up = filepath.Dir(at), up+1 {
		for _, name := range []string{"package.json", "pyproject.toml"} {
			if info, err := os.Lstat(filepath.Join(at, name)); err == nil && info.Mode().IsRegular() {
				return at
			}
		}
	}
	return folder
}

// module returns the package of a module in the interpreter's environment.
func (f *Finder) module(python, module string) (discover.Place, bool) {
	if !filepath.IsAbs(python) {
		return discover.Place{}, false
	}
	env := filepath.Dir(filepath.Dir(python))
	top, _, _ := strings.Cut(module, ".")
	if !pypi.Valid(top) {
		return discover.Place{}, false
	}
	for _, site := range []string{"lib/python*", "Lib"} {
		for _, at := range f.glob(filepath.Join(env, site, "site-packages", top)) {
			if p, ok := f.place(at, true); ok {
				return p, true
			}
		}
	}
	return discover.Place{}, false
}
