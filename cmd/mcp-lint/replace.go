package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/org/mcp-lint/internal/action"
	"github.com/org/mcp-lint/internal/atomicfile"
)

// replaceable checks that there is nothing or an ordinary file at a name.
func replaceable(name string) error {
	err := ordinary(name, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// errMeanwhile is returned when a file is not any more what was read.
var errMeanwhile = errors.New("it was changed meanwhile")

// replaceFile puts a file in the place of an old one, of which it keeps the mode, or where there is none. Whatever happens there is
// either the old or the new one, whole. Links are not followed: not in the file's own place, and below the working directory not out of
// it, since what lies there may be somebody else's. The old file has to hold what read gives, if that is not nil.
func replaceFile(name string, data, read []byte) error {
	if err := replaceable(name); err != nil {
		return err
	}
	folder, rel := filepath.Dir(name), filepath.Base(name)
	if filepath.IsLocal(name) {
		folder, rel = ".", filepath.Clean(name)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return action.CannotWrite(name, err)
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
			return errMeanwhile
		}
		return nil
	})
	if err != nil {
		return action.CannotWrite(name, err)
	}
	return nil
}
