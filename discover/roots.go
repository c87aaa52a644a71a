package discover

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// setFolders settles the working directory, the folder that nothing is read outside of, and the one that reported paths are relative to.
func (r *job) setFolders(paths []string) error {
	var err error
	if r.cwd, err = filepath.Abs(r.opts.Cwd); err != nil {
		return fmt.Errorf("cannot determine the working directory: %w", err)
	}
	if real, err := filepath.EvalSymlinks(r.cwd); err == nil {
		r.cwd = real
	}
	if folder := r.opts.Root; folder != "" {
		folder = r.absolute(folder)
		if r.within, err = filepath.EvalSymlinks(folder); err != nil {
			return fmt.Errorf("cannot open the folder that limits the scan: %w", pathError(folder, err))
		}
	}
	r.base = r.rootOf(paths)
	return nil
}

func (r *job) absolute(given string) string {
	if filepath.IsAbs(given) {
		return given
	}
	return filepath.Join(r.cwd, given)
}

// rootOf chooses what reported paths are relative to: the repository around the working directory, or else the one that everything lies in;
// else the working directory if everything lies below it; else the one folder that was named.
func (r *job) rootOf(paths []string) string {
	var tops []string
	for _, p := range paths {
		if p != "-" {
			tops = append(tops, r.topOf(p))
		}
	}
	all := func(folder string) bool {
		return folder != "" && !slices.ContainsFunc(tops, func(top string) bool { return !within(folder, top) })
	}
	home := r.repository(r.cwd)
	if all(home) {
		return home
	}
	if len(tops) > 0 {
		if top := r.repository(tops[0]); all(top) {
			return top
		}
	}
	switch {
	case home == "" && all(r.cwd):
		return r.cwd
	case len(tops) == 1:
		return tops[0]
	}
	return cmp.Or(home, r.cwd)
}

// topOf is the folder that a named path is or lies in, with links resolved; "" for a path that does not exist.
func (r *job) topOf(given string) string {
	real, err := filepath.EvalSymlinks(r.absolute(given))
	if err != nil {
		return ""
	}
	if info, err := os.Stat(real); err == nil && info.IsDir() {
		return real
	}
	return filepath.Dir(real)
}

// outsideRoot is the folder that files outside of the root are shown in: their own place is the machine's business.
const outsideRoot = "outside"

// rootRel returns a path of a tree relative to the root of the run.
func (r *job) rootRel(t *tree, rel string) string {
	if t == nil {
		return rel
	}
	if named, ok := t.labelled(rel); ok {
		return named
	}
	if r, ok := below(r.base, t.key(rel)); ok {
		return r
	}
	return path.Join(outsideRoot, path.Base(filepath.ToSlash(t.abs)), rel)
}

// repository returns the top of the checkout around a folder, as far as the scan may go: no further than Options.Root.
func (r *job) repository(abs string) string {
	top := FindRepository(abs)
	switch {
	case r.within == "" || top == "" || within(r.within, top):
		return top
	case within(r.within, abs):
		return r.within
	}
	return ""
}

// stdinPath is how people are shown standard input.
const stdinPath = "<stdin>"

// pathError says in plain words why a named path cannot be had. errors.Is still knows the cause.
func pathError(given string, err error) error {
	reason := "cannot be read: " + plainError(err)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		reason = "does not exist"
	case errors.Is(err, fs.ErrPermission):
		reason = "cannot be read: permission denied"
	}
	return &unreachable{fmt.Sprintf("the path %q %s", given, reason), err}
}

// unreachable is an error with words of its own for a cause.
type unreachable struct {
	words string
	cause error
}

func (e *unreachable) Error() string { return e.words }

func (e *unreachable) Unwrap() error { return e.cause }
