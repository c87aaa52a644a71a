package action

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/internal/userfile"
)

const folderMode = 0o777

// WriteFile writes a file and the folders that lead to it. Below the working directory lies what is scanned, and that may hold
// links: none is followed out of it there, and a link in the file's own place is replaced.
func WriteFile(name string, data []byte) error {
	if err := writeFile(name, data); err != nil {
		return userfile.CannotWrite(name, err)
	}
	return nil
}

func writeFile(name string, data []byte) error {
	folder, rel, below, err := place(name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	if err := root.MkdirAll(filepath.Dir(rel), folderMode); err != nil {
		return err
	}
	if st, err := root.Lstat(rel); err == nil && !st.Mode().IsRegular() && (!below || st.Mode().Type() != fs.ModeSymlink) {
		return errors.New("it is not a regular file")
	}
	return atomicfile.Replace(root, rel, data, nil)
}

// place returns the folder that no link may lead out of, and the name in it: the working directory for what lies below it, else the
// folder of the file, which the workflow names and not what is scanned.
func place(name string) (folder, rel string, below bool, err error) {
	if !filepath.IsAbs(name) && filepath.IsLocal(name) {
		return ".", filepath.Clean(name), true, nil
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", "", false, err
	}
	cwd, err := os.Getwd()
	if err != nil {
		return "", "", false, err
	}
	if rel, err := filepath.Rel(cwd, abs); err == nil && filepath.IsLocal(rel) {
		return cwd, rel, true, nil
	}
	return filepath.Dir(abs), filepath.Base(abs), false, nil
}

// ReadFile reads a file of at most limit bytes.
func ReadFile(name string, limit int64) ([]byte, error) {
	st, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() || st.Size() > limit {
		return nil, fmt.Errorf("%q is too large or not a file", name)
	}
	return os.ReadFile(name)
}
