package discover

import (
	"bytes"
	"slices"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
)

// maxImporters bounds how far files that were named are followed to those that import them, maxSteps how far these to what they import.
const maxImporters, maxSteps = 3, 2

// reach marks the candidates that have to be read for what was named: these, files of their package that name them, which may put their texts
// into tools, and where imports name no files the files of their package and language. What these import is read later, as are settings. A scan
// of everything reads all candidates.
func (w *walker) reach() {
	f := w.inv.focus
	if !f.isNarrow() {
		return
	}
	type group struct {
		pack *pack
		lang lex.Language
	}
	groups := map[group][]int{}
	// names are those by which files of a group import what was named.
	names := map[group][][]byte{}
	for i := range w.list {
		c := &w.list[i]
		c.far = c.tree != nil && c.stdin == nil && !f.holds(w.rootRel(c.tree, c.rel))
		if g := (group{c.pack, c.language()}); g.pack != nil && g.lang != 0 {
			groups[g] = append(groups[g], i)
			if !c.far {
				names[g] = append(names[g], importName(c.rel))
			}
		}
	}
	for g := range names {
		if !link.NamesFiles(g.lang) {
			for _, i := range groups[g] {
				w.list[i].far = false
			}
			delete(names, g)
		}
	}
	for range maxImporters {
		further := map[group][][]byte{}
		for g, wanted := range names {
			for _, i := range w.importers(groups[g], wanted) {
				c := &w.list[i]
				if c.far = false; link.IsFolder(c.rel) { // others have from it what it has from the file
					further[g] = append(further[g], importName(c.rel))
				}
			}
		}
		names = further
	}
}

// importers returns those of candidates that are far and hold one of the names as an import has it.
func (w *walker) importers(candidates []int, names [][]byte) (found []int) {
	holds := make([]bool, len(candidates))
	eachOf(len(candidates), func(i int) {
		c := &w.list[candidates[i]]
		if !c.far {
			return
		}
		f := &opened{job: w.job, place: c.place}
		defer f.close()
		data, skip := f.read(w.opts.Limits.FileBytes)
		if skip != nil {
			return
		}
		holds[i] = slices.ContainsFunc(names, func(name []byte) bool { return holdsName(data, name) })
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
