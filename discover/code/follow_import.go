package code

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// alias is a name of another file that a file has under a name of its own.
type alias struct{ path, from string }

const (
	// maxStars bounds how many files a file takes all names from, maxBases of how many classes.
	maxStars, maxBases = 32, 32
	// maxImports bounds the imports of one file that are kept for Imports.
	maxImports = 1_000
	// maxLooks bounds the files that are looked into for one name.
	maxLooks = 200
)

// collectImports collects what the file has from others, which those that ask it are led on to.
func (r *exporter) collectImports() {
	m := r.m
	m.aliases = map[string]alias{}
	for _, i := range r.u.Imports {
		m.addImport(i)
		switch {
		case i.Name == "*":
			if len(m.stars) < maxStars {
				m.stars = append(m.stars, i.From)
			}
		case i.As != "" && len(m.aliases) < maxExports:
			m.aliases[i.As] = alias{i.Name, i.From}
		}
	}
	for _, c := range r.u.Classes {
		for _, b := range c.Bases {
			if len(m.bases) < maxBases && b != "" {
				m.bases = append(m.bases, last(b))
			}
		}
	}
	slices.Sort(m.imports) // an import of ten names has its module ten times
	m.imports = slices.Compact(m.imports)
}

// exportMembers notes the members of the object that a file of JavaScript exports as a whole.
func (r *exporter) exportMembers(o *syntax.Expr) {
	for i := range o.Args {
		a := &o.Args[i]
		if a.Name == "" || a.Value == nil || !r.spend(2) {
			continue
		}
		for _, name := range []string{a.Name, "default." + a.Name} {
			if len(r.m.symbol(name).text.alts) == 0 {
				r.exportValue(name, a.Value, 1)
			}
		}
	}
}

func bare(rel string) string {
	if k := strings.LastIndexByte(rel, '.'); k > strings.LastIndexByte(rel, '/')+1 {
		return rel[:k]
	}
	return rel
}

// importing is what a file of a folder imports, as written, or without language the path of a document that it loads.
type importing struct {
	lang         lex.Language
	folder, from string
}

func (m *Module) importing(from string) importing {
	return importing{lang: m.Lang, folder: path.Dir(m.File.Rel), from: from}
}

// targets are the paths of the files that are meant, the likeliest first: that of a document, and of source code those without extension that
// it may be.
func (at importing) targets() iter.Seq[string] {
	return func(yield func(string) bool) {
		rest := strings.TrimLeft(at.from, ".")
		switch dots := len(at.from) - len(rest); {
		case at.lang == 0:
			yield(at.from)
		case at.lang == lex.JavaScript && dots > 0:
			p := path.Join(at.folder, at.from)
			if !yield(p) || !yield(p+"/index") {
				return
			}
			switch path.Ext(p) {
			case ".js", ".ts", ".mjs", ".cjs", ".tsx", ".jsx", ".mts", ".cts":
				yield(bare(p))
			}
		case at.lang == lex.Python:
			at.pythonTargets(rest, dots, yield)
		}
	}
}

// pythonTargets are the files of a module in the folder that so many dots lead to or, without any, in each folder around it.
func (at importing) pythonTargets(rest string, dots int, yield func(string) bool) {
	folder := at.folder
	for range dots - 1 {
		folder = path.Dir(folder)
	}
	const init = "/__init__"
	rel := path.Clean(strings.ReplaceAll(rest, ".", "/"))
	for range 20 {
		p := folder + "/" + rel + init // One string for both paths: a large repository has millions of them.
		switch {
		case rel == ".":
			p = folder + init
		case folder == ".":
			p = rel + init
		}
		p = strings.TrimLeft(p, "/")
		if !yield(p) || !yield(strings.TrimSuffix(p, init)) || dots > 0 || folder == "." || folder == "/" {
			return
		}
		folder = path.Dir(folder)
	}
}

// Asks reports whether what the files that a module imports hold may be part of definitions.
func (m *Module) Asks() bool { return len(m.unlinked)+len(m.gaps)+len(m.answers) > 0 }

// NamesFiles reports whether imports of a language name files, which Imports.Targets yields.
func NamesFiles(lang lex.Language) bool { return lang == lex.JavaScript || lang == lex.Python }

// Imports numbers what modules import: all files of a folder that import the same have one number for it. The zero Imports is ready to use; it
// is for one goroutine.
type Imports struct {
	numbers map[importing]int
	list    []importing
}

// Of returns the numbers of what a module imports and of the documents that it loads. It is empty after Release.
func (x *Imports) Of(m *Module) []int {
	out := make([]int, 0, len(m.imports)+len(m.loads))
	at := m.importing("")
	for _, at.from = range m.imports {
		out = append(out, x.number(at))
	}
	for _, document := range m.loads {
		out = append(out, x.number(importing{from: document}))
	}
	return out
}

func (x *Imports) number(at importing) int {
	n, ok := x.numbers[at]
	if !ok {
		if n = len(x.list); x.numbers == nil {
			x.numbers = map[importing]int{}
		}
		x.numbers[at] = n
		x.list = append(x.list, at)
	}
	return n
}

// Len returns how many imports there are: their numbers are smaller.
func (x *Imports) Len() int { return len(x.list) }

// Targets yields the paths, without extension and as in source.File.Rel, of the files that an import may mean, and that of a document with its
// extension. There are none in languages whose imports name no files, and none of Python where no file that is asked about has the last name of
// the import: most are of other packages. names are NameOf these files, or nil when any is asked about.
func (x *Imports) Targets(n int, names map[string]bool) iter.Seq[string] {
	at := &x.list[n]
	name := at.from[strings.LastIndexAny(at.from, "./")+1:] // "__init__" is the file of any folder
	if at.lang == lex.Python && names != nil && name != "" && name != "__init__" && !names[name] {
		return func(func(string) bool) {}
	}
	return at.targets()
}

// NameOf is the name by which Python imports the file of a path without extension: that of its folder for __init__.
func NameOf(rel string) string { return path.Base(strings.TrimSuffix(rel, "/__init__")) }

// Through reports whether a folder has such a name on the way to what an import may mean; it may where none has.
func (x *Imports) Through(n int, is func(folder string) bool) bool {
	at := &x.list[n]
	for _, p := range [...]string{at.folder, at.from, strings.ReplaceAll(at.from, ".", "/")} {
		for name := range strings.SplitSeq(p, "/") {
			if is(name) {
				return true
			}
		}
	}
	return false
}

// RegisteredFiles returns the paths, as Imports.Targets does, of the files whose functions a module registers: what documents these is the description.
func (m *Module) RegisteredFiles() map[string]bool {
	out := map[string]bool{}
	for _, p := range m.unlinked {
		if w := p.reference; w != nil && w.from != "" {
			for _, from := range []string{w.from, strings.TrimRight(w.from, ".") + "." + head(w.path)} {
				for to := range m.importing(from).targets() {
					out[to] = true
				}
			}
		}
	}
	return out
}

// Reexports reports whether a module stands for its folder, which has what others ask it for from the files that it imports.
func (m *Module) Reexports() bool { return IsFolder(m.File.Rel) }

// IsFolder reports whether others import the file of a path by the name of its folder.
func IsFolder(rel string) bool {
	name := path.Base(bare(rel))
	return name == "__init__" || name == "index"
}

// addImport notes an import. A name that Python imports from a package may be a file of it.
func (m *Module) addImport(i syntax.Import) {
	if i.From == "" || m.Lang != lex.JavaScript && m.Lang != lex.Python || len(m.imports) >= maxImports {
		return
	}
	m.imports = append(m.imports, i.From)
	if m.Lang == lex.Python && i.Name != "" && i.Name != "*" {
		m.imports = append(m.imports, strings.TrimSuffix(i.From, ".")+"."+i.Name)
	}
}

// fromImport returns what the file that an import names knows of a name, or one that it has the name from.
func (l *linker) fromImport(m *Module, w *reference, ask fact, left *int) (*symbol, *Module) {
	froms := m.stars
	if w.from != "" {
		froms = []string{w.from}
	}
	on := func(k *Module, from, path string) (*symbol, *Module) {
		next := *w
		next.from, next.path = from, path
		return l.fromImport(k, &next, ask, left)
	}
	h, rest := split(w.path)
	for _, from := range froms {
		for target := range m.importing(from).targets() {
			for _, k := range l.files[target] {
				if *left--; *left < 0 {
					return nil, nil
				}
				if k == m || k.Lang != m.Lang || w.path == "" {
					continue
				}
				e, j := k.symbolFor(w.path, ask), k
				if a, ok := k.aliases[h]; e == nil && ok {
					e, j = on(k, a.from, joined(a.path, rest))
				}
				if e == nil && m.Lang == lex.JavaScript && h != "default" {
					e, j = k.symbolFor(joined("default", rest), ask), k
				}
				if e == nil && len(k.stars) > 0 {
					e, j = on(k, "", w.path)
				}
				if e != nil {
					return e, j
				}
			}
		}
		if rest != "" && m.Lang == lex.Python && w.from != "" {
			// The first name may be a module: from . import prompts.
			dot := "."
			if strings.Trim(from, ".") == "" {
				dot = from
			}
			if *left--; *left < 0 {
				return nil, nil
			}
			if e, k := on(m, strings.TrimRight(from, ".")+dot+h, rest); e != nil {
				return e, k
			}
		}
	}
	return nil, nil
}

func (m *Module) symbolFor(name string, ask fact) *symbol {
	if e := m.symbols[name]; e != nil && e.has(ask) {
		return e
	}
	return nil
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "." + b
}

// fromClass returns what a class knows of a constant that a file uses by its name alone: one that it imports the members of, or that
// its own classes extend or implement.
func (l *linker) fromClass(m *Module, w *reference, ask fact) (*symbol, *Module) {
	if m.Lang != lex.Java && m.Lang != lex.Kotlin && m.Lang != lex.CSharp && m.Lang != lex.PHP || w.path == "" || strings.Contains(w.path, ".") {
		return nil, nil
	}
	classes := []string{w.from}
	if w.from == "" {
		classes = slices.Concat(m.stars, m.bases)
	}
	for _, c := range classes {
		if c = last(c); isUpper(firstByte(c)) {
			if e, k := l.choose(m, c+"."+w.path, c, ask); e != nil {
				return e, k
			}
		}
	}
	return nil, nil
}
