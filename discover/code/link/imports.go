package link

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/code/static"
)

// maxLooks bounds the files that are looked into for one name.
const maxLooks = 200

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
func (m *Module) Asks() bool { return len(m.Definitions)+len(m.Gaps)+len(m.Answers) > 0 }

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
	out := make([]int, 0, len(m.Imports)+len(m.Loads))
	at := m.importing("")
	for _, at.from = range m.Imports {
		out = append(out, x.number(at))
	}
	for _, document := range m.Loads {
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
	for _, p := range m.Definitions {
		if w := p.Reference; w != nil && w.From != "" {
			for _, from := range []string{w.From, strings.TrimRight(w.From, ".") + "." + ident.Head(w.Path)} {
				for to := range m.importing(from).targets() {
					out[to] = true
				}
			}
		}
	}
	return out
}

// Reexports reports whether a module is the file of its folder, which passes on the names that it imports.
func (m *Module) Reexports() bool { return IsFolder(m.File.Rel) }

// IsFolder reports whether others import the file of a path by the name of its folder.
func IsFolder(rel string) bool {
	name := path.Base(bare(rel))
	return name == "__init__" || name == "index"
}

// fromImport returns what the file that an import names knows of a name, or one that it has the name from.
func (l *linker) fromImport(m *Module, w *static.Reference, ask sdk.Fact, left *int) (*sdk.Symbol, *Module) {
	froms := m.Stars
	if w.From != "" {
		froms = []string{w.From}
	}
	on := func(k *Module, from, path string) (*sdk.Symbol, *Module) {
		next := *w
		next.From, next.Path = from, path
		return l.fromImport(k, &next, ask, left)
	}
	h, rest := ident.Split(w.Path)
	for _, from := range froms {
		for target := range m.importing(from).targets() {
			for _, k := range l.files[target] {
				if *left--; *left < 0 {
					return nil, nil
				}
				if k == m || k.Lang != m.Lang || w.Path == "" {
					continue
				}
				e, j := k.symbolFor(w.Path, ask), k
				if a, ok := k.Aliases[h]; e == nil && ok {
					e, j = on(k, a.From, ident.Joined(a.Path, rest))
				}
				if e == nil && m.Lang == lex.JavaScript && h != "default" {
					e, j = k.symbolFor(ident.Joined("default", rest), ask), k
				}
				if e == nil && len(k.Stars) > 0 {
					e, j = on(k, "", w.Path)
				}
				if e != nil {
					return e, j
				}
			}
		}
		if rest != "" && m.Lang == lex.Python && w.From != "" {
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

func (m *Module) symbolFor(name string, ask sdk.Fact) *sdk.Symbol {
	if e := m.Symbols[name]; e != nil && e.Has(ask) {
		return e
	}
	return nil
}

// fromClass returns what a class knows of a constant that a file uses by its name alone: one that it imports the members of, or that
// its own classes extend or implement.
func (l *linker) fromClass(m *Module, w *static.Reference, ask sdk.Fact) (*sdk.Symbol, *Module) {
	if m.Lang != lex.Java && m.Lang != lex.Kotlin && m.Lang != lex.CSharp && m.Lang != lex.PHP || w.Path == "" || strings.Contains(w.Path, ".") {
		return nil, nil
	}
	classes := []string{w.From}
	if w.From == "" {
		classes = slices.Concat(m.Stars, m.Bases)
	}
	for _, c := range classes {
		if c = ident.Last(c); ident.IsUpper(ident.FirstByte(c)) {
			if e, k := l.choose(m, c+"."+w.Path, c, ask); e != nil {
				return e, k
			}
		}
	}
	return nil, nil
}
