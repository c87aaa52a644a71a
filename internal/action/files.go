package action

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	fileMode   = 0o666
	folderMode = 0o777
)

// WriteFile writes a file and the folders that lead to it. Below the working directory lies what is scanned, and that may hold
// links: none is followed out of it there, and a link in the file's own place is replaced.
func WriteFile(name string, data []byte) error {
	folder, rel, below, err := place(name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return CannotWrite(name, err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return CannotWrite(name, err)
	}
	defer func() { _ = root.Close() }()
	if err := root.MkdirAll(filepath.Dir(rel), folderMode); err != nil {
		return CannotWrite(name, err)
	}
	if st, err := root.Lstat(rel); err == nil && !st.Mode().IsRegular() && (!below || st.Mode().Type() != fs.ModeSymlink) {
		return fmt.Errorf("could not write %q: it is no ordinary file", name)
	}
	if err := Replace(root, rel, data, nil); err != nil {
		return CannotWrite(name, err)
	}
	return nil
}

// Replace puts a file in the place of what is there, or where there is nothing: whatever happens there is either the old or the new
// one, whole. A last look at the new file before it takes its place may be taken in ready, whose error leaves the old one.
func Replace(root *os.Root, rel string, data []byte, ready func(f *os.File) error) error {
	tmp := filepath.Join(filepath.Dir(rel), ".mcp-lint-"+rand.Text())
	f, err := root.OpenFile(tmp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	// On the disk before it takes the place of the old one, or a crash would leave an empty file.
	if err = errors.Join(err, f.Sync()); err == nil && ready != nil {
		err = ready(f)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = root.Rename(tmp, rel)
	}
	if err != nil {
		_ = root.Remove(tmp)
	}
	return err
}

// place returns the folder that no link may lead out of, and the name in it: the working directory for what lies below it, else the
// folder of the file, which the workflow names and not what is scanned.
func place(name string) (folder, rel string, below bool, err error) {
	if !filepath.IsAbs(name) && filepath.IsLocal(name) {
		return ".", filepath.Clean(name), true, nil
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", "", false, CannotWrite(name, err)
	}
	cwd, err := os.Getwd()
	if err != nil {
		return "", "", false, CannotWrite(name, err)
	}
	if rel, err := filepath.Rel(cwd, abs); err == nil && filepath.IsLocal(rel) {
		return cwd, rel, true, nil
	}
	return filepath.Dir(abs), filepath.Base(abs), false, nil
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
	return fmt.Errorf("could not write %q: %w", name, err)
}

// ReadFile reads a file of at most limit bytes.
func ReadFile(name string, limit int64) ([]byte, error) {
	st, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() || st.Size() > limit {
		return nil, fmt.Errorf("%q is too large, or no file", name)
	}
	return os.ReadFile(name)
}
