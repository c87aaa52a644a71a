// Package installed finds what a user has installed: the files that clients read, by the table of clients, and the packages that their servers are
// started from, where package managers keep them. It lists the folders that these tables name and reads no other.
package installed

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/clients"
)

const (
	// maxListed bounds the names of all folders that are listed for one template, maxFound the paths that one stands for.
	maxListed, maxFound = 100_000, 1_000
	// maxProjects bounds the projects that are looked at.
	maxProjects = 200
)

// Finder finds what is installed on a machine. It is for one goroutine.
type Finder struct {
	clients.Machine
	// Skips are what could not be looked at.
	Skips []discover.Skip
	// labels say which client reads a file, by what people are shown of its path.
	labels map[string]string
}

// New returns a Finder for a machine.
func New(m clients.Machine) *Finder { return &Finder{Machine: m, labels: map[string]string{}} }

// Configurations returns what clients read for the user and in the projects.
func (f *Finder) Configurations(projects []string) []discover.Place {
	all := f.Places()
	if more := len(projects) - maxProjects; more > 0 {
		f.skip(projects[maxProjects], discover.SkipTooMany, "this project and those after it were not looked at")
		projects = projects[:maxProjects]
	}
	for _, p := range projects {
		all = append(all, clients.In(p)...)
	}
	var out []discover.Place
	for _, l := range all {
		for _, at := range f.glob(l.Pattern) {
			p, ok := f.place(at, l.Folder)
			if _, known := f.labels[p.Shown]; !ok || known {
				continue
			}
			f.labels[p.Shown] = l.Client
			out = append(out, p)
		}
	}
	return out
}

// Client returns the client that reads a file, which people are shown by this path, or "".
func (f *Finder) Client(shown string) string {
	for ; ; shown = path.Dir(shown) {
		if c, ok := f.labels[shown]; ok || len(shown) < 2 {
			return c
		}
	}
}

// Show is how people are shown a path: what belongs to the user without the name of the user.
func (f *Finder) Show(at string) string {
	if rel, err := filepath.Rel(f.Home, at); f.Home != "" && err == nil && filepath.IsLocal(rel) {
		return path.Join("~", filepath.ToSlash(rel))
	}
	return filepath.ToSlash(at)
}

// place returns the place at a path, with links followed as clients do. What is there and cannot be had is a skip.
func (f *Finder) place(at string, folder bool) (discover.Place, bool) {
	p := discover.Place{Shown: f.Show(at)}
	real, err := filepath.EvalSymlinks(at)
	if err != nil {
		f.missing(at, err)
		return p, false
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		f.missing(at, err)
		return p, false
	case info.IsDir() != folder && folder:
		return p, false
	case info.IsDir() != folder || !folder && !info.Mode().IsRegular():
		f.skip(at, discover.SkipSpecial, "it has the name of a file that a client reads and is no ordinary file")
		return p, false
	}
	p.Path = real
	return p, true
}

// missing records why something cannot be had, unless it is merely not there.
func (f *Finder) missing(at string, err error) {
	if _, lerr := os.Lstat(at); errors.Is(lerr, fs.ErrNotExist) {
		return
	}
	detail := "it cannot be read: permission denied"
	if !errors.Is(err, fs.ErrPermission) {
		detail = "the symbolic link leads nowhere"
	}
	f.skip(at, discover.SkipUnreadable, detail)
}

func (f *Finder) skip(at string, reason discover.Reason, detail string) {
	s := discover.Skip{Path: f.Show(at), Rel: f.Show(at), Reason: reason, Detail: detail, Missed: true}
	if !slices.Contains(f.Skips, s) {
		f.Skips = append(f.Skips, s)
	}
}

// glob returns the paths that are there of those that a pattern stands for, in order.
func (f *Finder) glob(pattern string) []string {
	listed := 0
	found := []string{""}
	parts := strings.Split(filepath.ToSlash(pattern), "/")
	for i, part := range parts {
		var next []string
		for _, at := range found {
			switch {
			case !strings.Contains(part, "*"):
				next = append(next, at+part)
			default:
				entries, err := os.ReadDir(filepath.FromSlash(at))
				if err != nil && !errors.Is(err, fs.ErrNotExist) {
					f.missing(filepath.FromSlash(strings.TrimSuffix(at, "/")), err)
				}
				for _, e := range entries {
					if ok, err := path.Match(part, e.Name()); ok && err == nil {
						next = append(next, at+e.Name())
					}
				}
				listed += len(entries)
			}
			if len(next) > maxFound || listed > maxListed {
				f.skip(filepath.FromSlash(at), discover.SkipTooMany, "there are too many folders here to look into all")
				next = next[:min(len(next), maxFound)]
				break
			}
		}
		if found = next; i < len(parts)-1 {
			for k := range found {
				found[k] += "/"
			}
		}
	}
	var out []string
	for _, at := range found {
		if _, err := os.Lstat(filepath.FromSlash(at)); !errors.Is(err, fs.ErrNotExist) {
			out = append(out, filepath.FromSlash(at))
		}
	}
	return out
}
