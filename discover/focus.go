package discover

import (
	"bytes"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// focus is what was named of a repository that is walked as a whole. The nil focus is everything.
type focus struct {
	// files and folders are their paths relative to the root of the run, and above the folders around them.
	files   map[string]bool
	folders []string
	above   map[string]bool
	// named are the files, and met those of them that the walk came to, by their paths in files.
	named []place
	met   map[string]bool
	// seen counts the files of these that the walk met.
	seen int
	// narrow is Options.OnlyNeeded.
	narrow bool
}

// isNarrow reports whether only what the named files need is read.
func (f *focus) isNarrow() bool { return f != nil && f.narrow }

// holds reports whether a path relative to the root of the run was named or lies in a folder that was.
func (f *focus) holds(rel string) bool {
	return f == nil || f.files[rel] || slices.ContainsFunc(f.folders, func(folder string) bool {
		return folder == "" || folder == rel || strings.HasPrefix(rel, folder+"/")
	})
}

// touches reports whether a path holds something that was named, or is held by it.
func (f *focus) touches(rel string) bool {
	return rel == "" || f.holds(rel) || f.above[rel]
}

// mayStart reports whether a launcher may start something that was named: it holds the name of a file without its extension.
func (f *focus) mayStart(launcher []byte) bool {
	if !f.isNarrow() || len(f.folders) > 0 {
		return true
	}
	for rel := range f.files {
		if bytes.Contains(launcher, importName(rel)) {
			return true
		}
	}
	return false
}

func (f *focus) meets(rel string) {
	if f != nil && f.holds(rel) {
		f.seen++
		f.met[rel] = f.met[rel] || f.files[rel]
	}
}

func (f *focus) add(rel string, isDir bool) {
	if isDir {
		f.folders = append(f.folders, rel)
	} else {
		f.files[rel] = true
	}
	for dir := parent(rel); dir != ""; dir = parent(dir) {
		f.above[dir] = true
	}
}

// Concerns reports whether the tool is asked about: it is defined in a file that was named, or some of its words stand in one.
// Without Options.InContext everything is.
func (inv *Inventory) Concerns(t *Tool) bool {
	return inv.ConcernsFile(t.File) || slices.ContainsFunc(t.Also, func(c Copy) bool { return inv.ConcernsFile(c.File) }) ||
		slices.ContainsFunc(t.Texts, func(text source.Text) bool {
			for f := range text.Pieces() {
				if inv.ConcernsFile(f) {
					return true
				}
			}
			return false
		})
}

// ConcernsFile reports whether the content of the file is asked about.
func (inv *Inventory) ConcernsFile(f *source.File) bool {
	return inv.focus == nil || f != nil && inv.focus.holds(f.Rel)
}

// Focused returns the part of the inventory that is asked about.
func (inv *Inventory) Focused() *Inventory {
	if inv.focus == nil {
		return inv
	}
	part := *inv
	inFocus := func(t Tool) bool { return inv.ConcernsFile(t.File) }
	part.Tools = keep(inv.Tools, func(t Tool) bool { return inv.Concerns(&t) })
	part.LooseStrings, part.Launches, part.Agents = keep(inv.LooseStrings, inFocus), keep(inv.Launches, inFocus), keep(inv.Agents, inFocus)
	part.Servers = keep(inv.Servers, func(s Server) bool { return inv.ConcernsFile(s.File) })
	part.Notes = keep(inv.Notes, func(n Note) bool { return inv.ConcernsFile(n.File) })
	part.Gaps = keep(inv.Gaps, func(n Note) bool { return inv.ConcernsFile(n.File) })
	part.Files = keep(inv.Files, inv.ConcernsFile)
	return &part
}

func keep[T any](all []T, wanted func(T) bool) (out []T) {
	for _, v := range all {
		if wanted(v) {
			out = append(out, v)
		}
	}
	return out
}
