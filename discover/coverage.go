package discover

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// coverage is what was asked for and what of it was looked at.
type coverage struct {
	// cwd and base are what shown paths and those of source.File.Rel are relative to; see rootOf.
	cwd, base string
	asked     []asked
	// stdin is set when standard input was asked for.
	stdin bool
	// candidates are the files that were to be read, by tree.key, and unread those of them that were not, or not to their end.
	candidates map[string]int
	unread     map[string]bool
	// visited holds the folders that were walked. A key is the reason to read tracked files only, a NUL byte and tree.key.
	visited map[string]bool
	// archives are the trees of the archives that were read, by tree.key.
	archives map[string]*tree
}

// asked is a path that was named: as it was given, and with links resolved.
type asked struct {
	given, real string
	folder      bool
	// shown is Place.Shown.
	shown string
}

// real returns the path that a path on the machine really is, and whether it was named or lies in a folder that was.
func (c *coverage) real(abs string) (string, bool) {
	for _, a := range c.asked {
		for _, top := range []string{a.real, a.given} {
			if abs == top || a.folder && within(top, abs) {
				rel, err := filepath.Rel(top, abs)
				return filepath.Join(a.real, rel), err == nil
			}
		}
	}
	return abs, false
}

// Covers reports whether the file or folder of a path, as people are shown it (source.File.Path), was asked to be looked at
// and was: what the scan has not found there is not there any more. It is false for a file that is there and was left out, ignored or
// skipped, or not read to its end, and for everything that was not named. A path that is relative to the root of the scan, as
// source.File.Rel is, is taken for what is there.
func (inv *Inventory) Covers(path string) bool {
	c := inv.coverage
	switch {
	case c == nil || path == "":
		return false
	case path == "-" || path == stdinPath:
		return c.stdin
	}
	if abs, ok := c.placed(path); ok {
		looked, there := c.state(abs)
		return looked || !there
	}
	abs, rel := filepath.FromSlash(path), ""
	if !filepath.IsAbs(abs) {
		abs, rel = filepath.Join(c.cwd, abs), abs
	}
	looked, there := c.state(abs)
	if other := filepath.Join(c.base, rel); !there && rel != "" && other != abs && within(c.base, other) {
		looked, there = c.state(other)
	}
	if there {
		return looked
	}
	_, named := c.real(abs)
	return named
}

// state reports whether there is something at a path, and whether it was named and looked at.
func (c *coverage) state(abs string) (looked, there bool) {
	real, named := c.real(abs)
	info, err := c.lstat(real)
	switch {
	case err != nil:
		// An error may also say that one of the folders on the way is none.
		return false, !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
	case info.IsDir():
		return named && c.visited["\x00"+real], true
	}
	_, ok := c.candidates[real]
	return named && ok && !c.unread[real], true
}

// placed returns the path on the machine that stands for the one that people are shown of a place.
func (c *coverage) placed(shown string) (abs string, ok bool) {
	for _, a := range c.asked {
		if rest, ok := strings.CutPrefix(shown, a.shown); ok && a.shown != "" && (rest == "" || a.folder && rest[0] == '/') {
			return filepath.Join(a.real, filepath.FromSlash(rest)), true
		}
	}
	return "", false
}

// lstat is os.Lstat that knows what archives hold.
func (c *coverage) lstat(abs string) (fs.FileInfo, error) {
	for _, t := range c.archives {
		if rel, ok := below(t.abs, abs); ok {
			return t.Lstat(rel)
		}
	}
	return os.Lstat(abs)
}
