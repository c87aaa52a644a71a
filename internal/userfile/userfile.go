// Package userfile reads and writes files that the user names. The folder that they lie in may be somebody else's.
package userfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/internal/hint"
)

// Exists reports whether there is a file, a folder or a link of that name.
func Exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// Open opens a file. Its error names the file once.
func Open(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, cannotRead(name, err)
	}
	return f, nil
}

func cannotRead(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("cannot read %q: %w", name, err)
}

// Read reads no more of a file than limit bytes.
func Read(name string, limit int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit))
	if err != nil {
		return nil, cannotRead(name, err)
	}
	return data, nil
}

// Ordinary checks that a name is that of a regular file. A link counts only where the user named it: others may own the working directory.
func Ordinary(name string, follow bool) error {
	look := os.Lstat
	if follow {
		look = os.Stat
	}
	st, err := look(name)
	what := "not a regular file"
	switch {
	case err != nil:
		return cannotRead(name, err)
	case st.Mode().IsRegular():
		return nil
	case st.Mode()&fs.ModeSymlink != 0:
		what = "a symbolic link, which is not followed"
	}
	return hint.Errorf("Replace it with a file, or name another one.", "%q is %s", name, what)
}

// Replaceable checks that a name is that of a regular file, or of none.
func Replaceable(name string) error {
	if err := Ordinary(name, false); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Write writes a file with what write gives, so that nobody meets half of it, and through no link in the untrusted folders.
func Write(path string, untrusted []string, write func(io.Writer) error) error {
	if err := atomicfile.Write(path, untrusted, write); err != nil {
		return CannotWrite(path, err)
	}
	return nil
}

// ErrMeanwhile is returned when a file is not any more what was read.
var ErrMeanwhile = errors.New("it was changed in the meantime")

// Replace puts a file in the place of an old one, of which it keeps the mode, or where there is none. Whatever happens there is
// either the old or the new one, whole. Links are not followed: not in the file's own place, and below the working directory not out of
// it, since what lies there may be somebody else's. The old file has to hold what read gives, if that is not nil.
func Replace(name string, data, read []byte) error {
	if err := Replaceable(name); err != nil {
		return err
	}
	folder, rel := filepath.Dir(name), filepath.Base(name)
	if filepath.IsLocal(name) {
		folder, rel = ".", filepath.Clean(name)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return CannotWrite(name, err)
	}
	defer func() { _ = root.Close() }()
	err = atomicfile.Replace(root, rel, data, func(f *os.File) error {
		if st, err := root.Lstat(rel); err == nil {
			if err := f.Chmod(st.Mode().Perm()); err != nil {
				return err
			}
		}
		if read == nil {
			return nil
		}
		if old, err := root.ReadFile(rel); err != nil || !bytes.Equal(old, read) {
			return ErrMeanwhile
		}
		return nil
	})
	if err != nil {
		return CannotWrite(name, err)
	}
	return nil
}

// Real returns the absolute path of a file without links.
func Real(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// IsFolder reports whether a folder has that name, or a link leads to one.
func IsFolder(name string) bool {
	st, err := os.Stat(name)
	return err == nil && st.IsDir()
}

// Same reports whether two names are those of one file.
func Same(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	sa, ea := os.Stat(a)
	sb, eb := os.Stat(b)
	return ea == nil && eb == nil && os.SameFile(sa, sb)
}

// CannotWrite names the file of the user in an error, and not ours beside it.
func CannotWrite(name string, err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		err = pe.Err
	case errors.As(err, &le):
		err = le.Err
	}
	return fmt.Errorf("cannot write %q: %w", name, err)
}
