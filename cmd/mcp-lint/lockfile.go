package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

// lockFile is a lock with the file it was read from.
type lockFile struct {
	lock *lock.File
	file *source.File
}

// loadLock reads a lock file; it is nil when name is "" and there is none in the folder ("" is the working directory). One that is there and cannot be
// used is an error: going on without it would call everything new that has changed.
func loadLock(folder, name string) (*lockFile, error) {
	given := name != ""
	if !given {
		name = filepath.Join(folder, lock.Name)
	}
	if err := ordinary(name, given); err != nil {
		if !given && errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	data, err := readBounded(name, lock.MaxBytes+1)
	if err != nil {
		return nil, err
	}
	l, err := lock.Parse(data)
	if err != nil {
		return nil, located(name, err)
	}
	return &lockFile{lock: l, file: namedSource(name, data)}, nil
}

// ordinary checks that a name is that of an ordinary file. A link is one only when the user has given the name: what lies in the working
// directory may be somebody else's.
func ordinary(name string, follow bool) error {
	look := os.Lstat
	if follow {
		look = os.Stat
	}
	st, err := look(name)
	switch {
	case err != nil:
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return fmt.Errorf("could not read %q: %w", name, err)
	case st.Mode()&fs.ModeSymlink != 0:
		return &hintError{fmt.Errorf("%q is a link, which is not followed", name), "Put a file in its place, or name the one that is meant."}
	case !st.Mode().IsRegular():
		return &hintError{fmt.Errorf("%q is no ordinary file", name), "Put a file in its place, or name the one that is meant."}
	}
	return nil
}

// located says in which file and line a lock or baseline is wrong, and what to do.
func located(name string, err error) error {
	var pe *lock.ParseError
	if !errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", name, err)
	}
	where := name
	if pe.Line > 0 {
		where = fmt.Sprintf("%s:%d", name, pe.Line)
	}
	return &hintError{fmt.Errorf("%s: %s", where, pe.Reason), sentence(pe.Hint)}
}

// sentence makes a phrase one.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// namedSource is a file that the user has named or that lies in the working directory, as reports show it.
func namedSource(name string, data []byte) *source.File {
	shown := filepath.ToSlash(filepath.Clean(name))
	rel := shown
	if !filepath.IsLocal(name) {
		// A folder of the machine is nobody's business.
		rel = filepath.Base(name)
	}
	return source.NewFile(shown, rel, data)
}

// errLockRequired is returned where settings require a lock file and there is none, and writeLock says what to do.
var errLockRequired = errors.New("there is no " + lock.Name + ", and one is required")

const writeLock = "Write it with mcp-lint lock, look at what it holds and approve it."

// readLock reads the lock that a scan compares with.
func (o *scanOptions) readLock(w io.Writer) error {
	if o.noLock {
		return nil
	}
	l, err := loadLock("", o.lockName)
	if errors.Is(err, fs.ErrNotExist) {
		return &hintError{err, "Write it with mcp-lint lock --lock " + o.lockName + "."}
	}
	if err != nil {
		return err
	}
	if l == nil && o.requireLock {
		hint := writeLock
		if above := lockAbove(); above != "" {
			hint = "There is one in a folder above: use --lock " + text.Safe(above, pathRunes) + "."
		}
		return &hintError{errLockRequired, hint}
	}
	if l == nil && !o.quiet {
		tellLockAbove(w)
	}
	o.approved = l
	return nil
}

// tellLockAbove tells of a lock file that is not used.
func tellLockAbove(w io.Writer) {
	if above := lockAbove(); above != "" {
		fmt.Fprintf(w, "mcp-lint: %s is not used, for it is not in this folder.\n          To use it: --lock %[1]s\n", text.Safe(above, pathRunes))
	}
}

// lockAbove is the nearest lock file in a folder above the working directory that is in the same repository, or "".
func lockAbove() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	found, up := "", ""
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return found
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "" // In no repository.
		}
		dir, up = parent, up+"../"
		if found == "" && ordinary(filepath.Join(dir, lock.Name), false) == nil {
			found = up + lock.Name
		}
	}
}
