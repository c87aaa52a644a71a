package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/action"
	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/lock"
)

func fileExists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

func openNamed(name string) (*os.File, error) {
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

func readBounded(name string, limit int64) ([]byte, error) {
	f, err := openNamed(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit))
	if err != nil {
		return nil, fmt.Errorf("cannot read %q: %w", name, err)
	}
	return data, nil
}

// ordinary checks that a name is that of a regular file. A link counts only where the user named it: others may own the working directory.
func ordinary(name string, follow bool) error {
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

func replaceable(name string) error {
	if err := ordinary(name, false); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

type loaded[T any] struct {
	value T
	file  *source.File
}

// load reads an ordinary file of a bounded size. A mistake in it is reported with its line, and what to do.
func load[T any](name string, follow bool, most int64, parse func([]byte) (T, error)) (*loaded[T], error) {
	if err := ordinary(name, follow); err != nil {
		return nil, err
	}
	data, err := readBounded(name, most+1)
	if err != nil {
		return nil, err
	}
	value, err := parse(data)
	var wrong *lock.ParseError
	switch {
	case err == nil:
		return &loaded[T]{value, namedSource(name, data)}, nil
	case !errors.As(err, &wrong):
		return nil, fmt.Errorf("%s: %w", name, err)
	case wrong.Line > 0:
		name = fmt.Sprintf("%s:%d", name, wrong.Line)
	}
	return nil, hint.Errorf(sentence(wrong.Hint), "%s: %s", name, wrong.Reason)
}

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

// writeWith writes a file with what write gives, so that nobody meets half of it, and through no link in the untrusted folders.
func writeWith(path string, untrusted []string, write func(io.Writer) error) error {
	if err := atomicfile.Write(path, untrusted, write); err != nil {
		return action.CannotWrite(path, err)
	}
	return nil
}

// errMeanwhile is returned when a file is not any more what was read.
var errMeanwhile = errors.New("it was changed in the meantime")

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

// gitTop is the top of the repository around a folder, as action/diff.sh finds it, or "".
func gitTop(folder string) string {
	for {
		if st, err := os.Lstat(filepath.Join(folder, ".git")); err == nil && (st.IsDir() || st.Mode().IsRegular()) {
			return folder
		}
		up := filepath.Dir(folder)
		if up == folder {
			return ""
		}
		folder = up
	}
}

// lockAbove is the nearest lock file in a folder above the working directory that is in the same repository, or "".
func lockAbove() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	up := ""
	for top := gitTop(dir); top != "" && dir != top; {
		dir, up = filepath.Dir(dir), up+"../"
		if ordinary(filepath.Join(dir, lock.Name), false) == nil {
			return up + lock.Name
		}
	}
	return ""
}

// maxAttributes bounds a .gitattributes file, which may be somebody else's.
const maxAttributes = 1 << 20

// mergesBadly reports whether git has no rule to merge a file. It reads .gitattributes well enough for a hint.
func mergesBadly(name string) bool {
	abs, err := filepath.Abs(name)
	if err != nil {
		return false
	}
	dir := filepath.Dir(abs)
	top := gitTop(dir)
	if top == "" {
		return false
	}
	files := []string{filepath.Join(top, ".git", "info", "attributes"), filepath.Join(top, ".gitattributes")}
	for ; dir != top; dir = filepath.Dir(dir) {
		files = append(files, filepath.Join(dir, ".gitattributes"))
	}
	for _, f := range files {
		if ordinary(f, false) != nil {
			continue
		}
		if data, err := readBounded(f, maxAttributes); err == nil && setsMerge(data, filepath.Base(abs)) {
			return false
		}
	}
	return true
}

func setsMerge(data []byte, base string) bool {
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if len(words) < 2 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if ok, err := path.Match(path.Base(words[0]), base); !ok || err != nil {
			continue
		}
		for _, w := range words[1:] {
			if w == "-merge" || w == "merge" || strings.HasPrefix(w, "merge=") {
				return true
			}
		}
	}
	return false
}

func realPath(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

func isFolder(name string) bool {
	st, err := os.Stat(name)
	return err == nil && st.IsDir()
}

func sameFile(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	sa, ea := os.Stat(a)
	sb, eb := os.Stat(b)
	return ea == nil && eb == nil && os.SameFile(sa, sb)
}
