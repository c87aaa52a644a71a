package mcpserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/internal/scanservice"
)

const maxPath = 4096

// root is the folder that callers may scan.
type root struct {
	// given is its absolute path, and real the same with symbolic links resolved.
	given, real string
}

func newRoot(folder string) (*root, error) {
	abs, err := filepath.Abs(folder)
	if err != nil {
		return nil, fmt.Errorf("cannot determine the root %q: %w", folder, err)
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("the root %q does not exist", folder)
		}
		return nil, fmt.Errorf("cannot open the root %q: %w", folder, err)
	}
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("the root %q is not a folder", folder)
	}
	return &root{given: abs, real: real}, nil
}

const outside = mistake("the path leads out of the root of this server; nothing outside it is read")

// resolve returns the real path of an argument. Its errors reveal nothing about files outside of the root.
func (r *root) resolve(given string) (string, error) {
	if len(given) > maxPath || strings.ContainsRune(given, 0) {
		return "", mistake(fmt.Sprintf("path must have at most %d bytes and no NUL", maxPath))
	}
	rel := filepath.FromSlash(given)
	for _, folder := range []string{r.given, r.real} {
		if filepath.IsAbs(rel) && scanservice.Within(folder, rel) {
			rel, _ = filepath.Rel(folder, rel)
		}
	}
	if rel = filepath.Clean(rel); !filepath.IsLocal(rel) {
		return "", outside
	}
	dir, err := os.OpenRoot(r.real)
	if err != nil {
		return "", mistake("the root of this server can no longer be opened")
	}
	defer func() { _ = dir.Close() }()
	info, err := dir.Stat(rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", mistake("there is nothing at that path")
	case errors.Is(err, fs.ErrPermission):
		return "", mistake("that path cannot be read: permission denied")
	}
	real, evalErr := filepath.EvalSymlinks(filepath.Join(r.real, rel))
	if evalErr != nil || !scanservice.Within(r.real, real) {
		return "", outside
	}
	if err != nil {
		// os.Root rejects absolute links, even into the root.
		if info, err = os.Stat(real); err != nil {
			return "", mistake("that path cannot be read")
		}
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return "", mistake("that path is neither a file nor a folder")
	}
	return real, nil
}
