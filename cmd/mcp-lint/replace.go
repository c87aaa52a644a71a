package main

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/org/mcp-lint/internal/action"
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
	if err := replaceIn(root, rel, data, read); err != nil {
		return action.CannotWrite(name, err)
	}
	return nil
}

func replaceIn(root *os.Root, rel string, data, read []byte) error {
	tmp := filepath.Join(filepath.Dir(rel), ".mcp-lint-"+rand.Text())
	f, err := root.OpenFile(tmp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, outputMode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if st, e := root.Lstat(rel); e == nil {
		err = errors.Join(err, f.Chmod(st.Mode().Perm()))
	}
	// On the disk before it takes the place of the old one, or a crash would leave an empty file.
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil && read != nil {
		if old, e := root.ReadFile(rel); e != nil || !bytes.Equal(old, read) {
			err = errMeanwhile
		}
	}
	if err == nil {
		err = root.Rename(tmp, rel)
	}
	if err != nil {
		_ = root.Remove(tmp)
	}
	return err
}
