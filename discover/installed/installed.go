// Package installed finds the client configurations of a user, by the table of clients, and the installed packages of their servers. It
// lists only the folders named in these tables.
package installed

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/clients"
)

const (
	// maxListed is the maximum number of folder entries read per template, maxFound of matching paths: uv's cache has a folder for each
	// package it ever unpacked.
	maxListed, maxFound = 200_000, 20_000
	// maxProjects bounds the projects scanned, maxRecent the size of the file that lists them.
	maxProjects, maxRecent = 200, 16 << 20
)

// Finder finds what is installed on a machine. It is not safe for concurrent use.
type Finder struct {
	clients.Machine
	// Skips are what could not be read; skipped avoids duplicates.
	Skips   []discover.Skip
	skipped map[discover.Skip]bool
	// most is maxFound, globbed caches the results of glob.
	most    int
	globbed map[string][]string
	// dists caches the names of the .dist-info folders per site-packages.
	dists map[string][]string
	// labels maps displayed paths to the client that reads them.
	labels map[string]string
}

// New returns a Finder for a machine.
func New(m clients.Machine) *Finder {
	return &Finder{Machine: m, most: maxFound, skipped: map[discover.Skip]bool{}, globbed: map[string][]string{}, dists: map[string][]string{}, labels: map[string]string{}}
}

// Configurations returns the client configurations of the user and of projects: the given ones and those in a client's list of projects.
func (f *Finder) Configurations(projects []string) []discover.Place {
	all := f.Places()
	projects = append(slices.Clip(projects), f.recent()...)
	if more := len(projects) - maxProjects; more > 0 {
		f.skip(projects[maxProjects], discover.SkipTooMany, "this project and those after it were skipped")
		projects = projects[:maxProjects]
	}
	for _, p := range projects {
		all = append(all, clients.In(p)...)
	}
	var out []discover.Place
	for _, l := range all {
		for _, at := range f.glob(l.Pattern) {
			p, ok := f.place(at, l.Folder)
			if _, known := f.labels[p.Shown]; !ok || known || path.Ext(p.Path) == ".md" && !discover.IsAgentWithServers(head(at, maxRecent)) {
				continue
			}
			f.labels[p.Shown] = l.Client
			out = append(out, p)
		}
	}
	return out
}

func (f *Finder) recent() []string {
	var out []string
	for i := range clients.All {
		template, member, _ := strings.Cut(clients.All[i].Recent, "#")
		for _, at := range f.Expand(template) {
			var file map[string]json.RawMessage
			var projects map[string]json.RawMessage
			if json.Unmarshal(head(at, maxRecent), &file) != nil || json.Unmarshal(file[member], &projects) != nil {
				continue // A broken file is reported when it is read for its servers.
			}
			for _, folder := range slices.Sorted(maps.Keys(projects)) {
				if info, err := os.Stat(folder); err == nil && info.IsDir() && filepath.IsAbs(folder) && filepath.Clean(folder) != f.Home {
					out = append(out, filepath.Clean(folder))
				}
			}
		}
	}
	return out
}

// Client returns the client that reads a file, given its displayed path, or "".
func (f *Finder) Client(shown string) string {
	for ; ; shown = path.Dir(shown) {
		if c, ok := f.labels[shown]; ok || len(shown) < 2 {
			return c
		}
	}
}

// show returns the displayed form of a path: "~" replaces the home folder, which contains the user's name.
func (f *Finder) show(at string) string {
	if rel, err := filepath.Rel(f.Home, at); f.Home != "" && err == nil && filepath.IsLocal(rel) {
		return path.Join("~", filepath.ToSlash(rel))
	}
	return filepath.ToSlash(at)
}

// place returns the place at a path and resolves links, as clients do. Anything present but unusable is recorded as a skip.
func (f *Finder) place(at string, folder bool) (discover.Place, bool) {
	p := discover.Place{Shown: f.show(at)}
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
		f.skip(at, discover.SkipSpecial, "it has the name of a file that a client reads, but is not a regular file")
		return p, false
	}
	p.Path = real
	return p, true
}

// missing records why a path cannot be read, unless it does not exist.
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
	s := discover.Skip{Path: f.show(at), Rel: f.show(at), Reason: reason, Detail: detail, Missed: true}
	if !f.skipped[s] {
		f.skipped[s] = true
		f.Skips = append(f.Skips, s)
	}
}

// glob returns the existing paths that match a pattern, in order.
func (f *Finder) glob(pattern string) []string {
	if found, ok := f.globbed[pattern]; ok {
		return found
	}
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
			if len(next) > f.most || listed > maxListed {
				f.skip(filepath.FromSlash(at), discover.SkipTooMany, "too many files and folders here; only the first are scanned")
				next = next[:min(len(next), f.most)]
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
	f.globbed[pattern] = out
	return out
}
