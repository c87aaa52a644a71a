package discover

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// coverage is what was asked for and what of it was looked at.
type coverage struct {
	// cwd and base are what shown paths and those of source.File.Rel are relative to.
	cwd, base string
	asked     []asked
	// stdin is set when standard input was asked for.
	stdin bool
	// candidates are the files that were to be read, by tree.key, and unread those of them that were not, or not to their end.
	candidates map[string]int
	unread     map[string]bool
	// visited holds the folders that were walked, as walker.visited does.
	visited map[string]bool
}

// asked is a path that was named: as it was given, and with links resolved.
type asked struct {
	given, real string
	folder      bool
}

// real returns the path that a path on the machine really is, and whether it was named or lies in a folder that was.
func (c *coverage) real(abs string) (string, bool) {
	for _, a := range c.asked {
		for _, top := range [...]string{a.real, a.given} {
			if abs == top || a.folder && within(top, abs) {
				rel, err := filepath.Rel(top, abs)
				return filepath.Join(a.real, rel), err == nil
			}
		}
	}
	return abs, false
}

// Covers reports whether what a path stands for, a file or folder as people are shown it (source.File.Path), was asked to be looked at
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

// state tells whether there is something at a path, and whether it was named and looked at.
func (c *coverage) state(abs string) (looked, there bool) {
	real, named := c.real(abs)
	info, err := os.Lstat(real)
	switch {
	case err != nil:
		return false, !isGone(err)
	case info.IsDir():
		return named && c.visited["\x00"+real], true
	}
	_, ok := c.candidates[real]
	return named && ok && !c.unread[real], true
}

// isGone reports whether an error of Lstat says that there is nothing: no such file, or one of its folders is none.
func isGone(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) }
