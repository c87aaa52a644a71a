package discover

import (
	"path/filepath"
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
}

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

func (f *focus) meets(rel string) {
	if f.holds(rel) {
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

func (w *walker) walkAround() {
	if w.inv.focus == nil {
		return
	}
	for _, t := range w.trees {
		w.folder(t, "", scope{})
	}
}

// opened returns the tree of a folder if there is one already, so that many named files of one repository share it.
func (w *walker) opened(top string) *tree {
	abs := w.repository(top)
	if abs == "" {
		abs = top
	}
	for _, t := range w.trees {
		if filepath.Clean(t.abs) == filepath.Clean(abs) {
			return t
		}
	}
	return nil
}

// Concerns reports whether the tool is asked about: it is defined in a file that was named, or some of its words stand in one.
// Without Options.InContext everything is.
func (inv *Inventory) Concerns(t *Tool) bool {
	if inv.focus == nil || inv.ConcernsFile(t.File) {
		return true
	}
	for _, c := range t.Also {
		if inv.ConcernsFile(c.File) {
			return true
		}
	}
	return slices.ContainsFunc(t.Texts, func(text source.Text) bool {
		return slices.ContainsFunc(text.Locate(0, len(text.Value)), func(l source.Location) bool { return inv.ConcernsFile(l.File) })
	})
}

// ConcernsFile reports whether what stands in the file is asked about.
func (inv *Inventory) ConcernsFile(f *source.File) bool {
	return inv.focus == nil || f != nil && inv.focus.holds(f.Rel)
}

// Focused returns the part of the inventory that is asked about.
func (inv *Inventory) Focused() *Inventory {
	if inv.focus == nil {
		return inv
	}
	part := *inv
	part.Tools = keep(inv.Tools, func(t Tool) bool { return inv.Concerns(&t) })
	part.Swept = keep(inv.Swept, func(t Tool) bool { return inv.ConcernsFile(t.File) })
	part.Launches = keep(inv.Launches, func(t Tool) bool { return inv.ConcernsFile(t.File) })
	part.Agents = keep(inv.Agents, func(t Tool) bool { return inv.ConcernsFile(t.File) })
	part.Servers = keep(inv.Servers, func(s Server) bool { return inv.ConcernsFile(s.File) })
	part.Notes = keep(inv.Notes, func(n Note) bool { return inv.ConcernsFile(n.File) })
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
