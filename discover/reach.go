package discover

import (
	"bytes"
	"path"

	"github.com/org/mcp-lint/discover/code"
	"github.com/org/mcp-lint/discover/code/lex"
)

// maxImporters bounds how far files that were named are followed to those that import them, maxSteps how far these to what they import.
const maxImporters, maxSteps = 3, 2

// reach marks the candidates that have to be read for what was named: these, files of their package that name them, which may put their texts
// into tools, and where imports name no files the files of their package and language. What these import is read later, as are settings. A scan
// of everything reads all candidates.
func (w *walker) reach() {
	f := w.inv.focus
	if f == nil || !w.opts.OnlyNeeded {
		return
	}
	type group struct {
		pack *pack
		lang lex.Language
	}
	langs := make([]lex.Language, len(w.list))
	groups := map[group][]int{}
	var near []int
	for i := range w.list {
		c := &w.list[i]
		if langs[i] = c.lang; langs[i] == 0 {
			langs[i], _ = LanguageOf(c.rel)
		}
		c.far = c.tree != nil && c.stdin == nil && !f.holds(w.rootRel(c.tree, c.rel))
		if langs[i] == 0 || c.pack == nil {
			continue
		}
		groups[group{c.pack, langs[i]}] = append(groups[group{c.pack, langs[i]}], i)
		if !c.far {
			near = append(near, i)
		}
	}
	whole := map[group]bool{}
	var names []importedName
	for _, i := range near {
		g := group{w.list[i].pack, langs[i]}
		if !code.NamesFiles(langs[i]) && !whole[g] {
			whole[g] = true
			for _, k := range groups[g] {
				w.list[k].far = false
			}
		}
		names = append(names, importedName{w.list[i].pack, langs[i], importName(w.list[i].rel)})
	}
	for range maxImporters {
		var found []int
		byGroup := map[group][]importedName{}
		for _, n := range names {
			if g := (group{n.pack, n.lang}); !whole[g] {
				byGroup[g] = append(byGroup[g], n)
			}
		}
		for g, names := range byGroup {
			found = append(found, w.importers(groups[g], names)...)
		}
		names = nil
		for _, i := range found {
			w.list[i].far = false
			if code.IsFolder(w.list[i].rel) { // others have from it what it has from the file
				names = append(names, importedName{w.list[i].pack, langs[i], importName(w.list[i].rel)})
			}
		}
	}
}

// importName is the name by which other files import the one of a path: its own, or that of its folder.
func importName(rel string) []byte {
	if code.IsFolder(rel) {
		return []byte(path.Base(parent(rel)))
	}
	return []byte(path.Base(stem(rel)))
}

// importedName is the name by which files of a package import a file of it.
type importedName struct {
	pack *pack
	lang lex.Language
	name []byte
}

// importers returns those of candidates that are far and hold one of the names as an import has it.
func (w *walker) importers(candidates []int, names []importedName) (found []int) {
	holds := make([]bool, len(candidates))
	eachOf(len(candidates), func(i int) {
		c := &w.list[candidates[i]]
		if !c.far {
			return
		}
		f := &opened{w: w, place: c.place}
		defer f.close()
		data, skip := f.read(w.opts.Limits.FileBytes)
		if skip != nil {
			return
		}
		for _, n := range names {
			holds[i] = holds[i] || holdsName(data, n.name)
		}
	})
	for i, is := range holds {
		if is {
			found = append(found, candidates[i])
		}
	}
	return found
}

// holdsName reports whether a name stands in a line that imports something, as a word of its own.
func holdsName(data, name []byte) bool {
	for at := 0; len(name) > 0; {
		i := bytes.Index(data[at:], name)
		if i < 0 {
			break
		}
		i += at
		at = i + len(name)
		if i > 0 && isNameByte(data[i-1]) || at < len(data) && isNameByte(data[at]) {
			continue
		}
		// The line, or what is near of a long one.
		line := data[max(0, i-maxImportLine):min(len(data), at+maxImportLine)]
		line = line[bytes.LastIndexByte(line[:min(i, maxImportLine)], '\n')+1:]
		line, _, _ = bytes.Cut(line, []byte("\n"))
		for _, word := range [...]string{"import", "from", "require"} {
			if bytes.Contains(line, []byte(word)) {
				return true
			}
		}
	}
	return false
}

// maxImportLine is how many bytes before and after a name are searched for the word that imports.
const maxImportLine = 256

func isNameByte(b byte) bool {
	return b == '_' || b == '-' || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z' || b >= 0x80
}
