package discover

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/org/mcp-lint/discover/archive"
)

// setFolders settles the working directory, the folder that nothing is read outside of, and the one that reported paths are relative to.
func (w *walker) setFolders(paths []string) error {
	var err error
	if w.cwd, err = filepath.Abs(w.opts.Cwd); err != nil {
		return fmt.Errorf("cannot determine the working directory: %w", err)
	}
	if real, err := filepath.EvalSymlinks(w.cwd); err == nil {
		w.cwd = real
	}
	if folder := w.opts.Root; folder != "" {
		folder = w.absolute(folder)
		if w.within, err = filepath.EvalSymlinks(folder); err != nil {
			return fmt.Errorf("cannot open the folder that limits the scan: %w", pathError(folder, err))
		}
	}
	w.base = w.rootOf(paths)
	return nil
}

func (w *walker) absolute(given string) string {
	if filepath.IsAbs(given) {
		return given
	}
	return filepath.Join(w.cwd, given)
}

// stdinPath is how people are shown standard input.
const stdinPath = "<stdin>"

func (w *walker) addStdin(r io.Reader) error {
	if r == nil {
		return errors.New("the path - means standard input, but there is none")
	}
	if w.stdin {
		return nil
	}
	if w.stdin = true; w.inv.focus != nil {
		w.inv.focus.add("stdin", false)
		w.inv.focus.seen++
	}
	c := candidate{place: place{rel: "stdin"}, path: stdinPath, want: wantYes, named: true, agents: w.opts.AgentsFiles, stdin: r}
	w.list = append(w.list, c)
	w.inv.FilesSeen++
	return nil
}

func (w *walker) addPath(given string) error {
	abs := w.absolute(given)
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return pathError(given, err)
	}
	if w.within != "" && !within(w.within, real) {
		return fmt.Errorf("cannot scan %q: it is outside the folder that limits the scan", given)
	}
	info, err := os.Stat(real)
	if err != nil {
		return pathError(given, err)
	}
	folder := info.IsDir()
	if !folder && !info.Mode().IsRegular() {
		return fmt.Errorf("cannot scan %q: it is neither a file nor a folder; to scan a stream, pipe it in and use - as the path", given)
	}
	w.asked = append(w.asked, asked{given: filepath.Clean(abs), real: real, folder: folder})
	top := real
	if !folder {
		top = filepath.Dir(real)
	}
	focus := w.inv.focus
	t := w.opened(top)
	if focus == nil || t == nil {
		if t, err = w.openTree(top); err != nil {
			return pathError(given, err)
		}
		t.given = path.Clean(filepath.ToSlash(given))
		t.from, _ = below(t.abs, real)
	}
	rel, _ := below(t.abs, real)
	if focus != nil {
		focus.add(w.rootRel(t, rel), folder)
		if folder {
			return nil
		}
		if archive.HasName(rel) {
			focus.add(w.rootRel(t, rel)+archiveMark, true)
		}
		if ok, err := w.namedArchive(t, rel, given); ok {
			return err
		}
		focus.named = append(focus.named, place{t, rel})
		return nil
	}
	// It is opened once here, so that what was named and cannot be read is an error.
	f, err := t.Open(rel)
	if err != nil {
		return pathError(given, err)
	}
	_ = f.Close()
	if read, err := w.namedAsOne(t, rel, given, folder); read || err != nil {
		return err
	}
	if folder {
		w.named = append(w.named, t.key(rel))
		w.folder(t, rel, w.scopeAt(t, rel))
		return nil
	}
	w.inv.FilesSeen++
	w.add(candidate{place: place{t, rel}, want: wantYes, named: true, agents: w.isNamedAgents(t, rel)})
	return nil
}

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

// openTree opens the repository around a folder, or else the folder.
func (w *walker) openTree(top string) (*tree, error) {
	abs := cmp.Or(w.repository(top), top)
	root, err := os.OpenRoot(abs)
	if err != nil && abs != top {
		abs = top
		root, err = os.OpenRoot(abs)
	}
	if err != nil {
		return nil, err
	}
	t := &tree{abs: abs, storage: newFolder(root), cwd: w.cwd}
	w.trees = append(w.trees, t)
	return t, nil
}

// opened returns the tree of a folder if there is one already, so that many named files of one repository share it.
func (w *walker) opened(top string) *tree {
	abs := filepath.Clean(cmp.Or(w.repository(top), top))
	i := slices.IndexFunc(w.trees, func(t *tree) bool { return filepath.Clean(t.abs) == abs })
	if i < 0 {
		return nil
	}
	return w.trees[i]
}

// rootOf chooses what reported paths are relative to: the repository around the working directory, or else the one that everything lies in;
// else the working directory if everything lies below it; else the one folder that was named.
func (w *walker) rootOf(paths []string) string {
	var tops []string
	for _, p := range paths {
		if p != "-" {
			tops = append(tops, w.topOf(p))
		}
	}
	all := func(folder string) bool {
		return folder != "" && !slices.ContainsFunc(tops, func(top string) bool { return !within(folder, top) })
	}
	home := w.repository(w.cwd)
	if all(home) {
		return home
	}
	if len(tops) > 0 {
		if r := w.repository(tops[0]); all(r) {
			return r
		}
	}
	switch {
	case home == "" && all(w.cwd):
		return w.cwd
	case len(tops) == 1:
		return tops[0]
	}
	return cmp.Or(home, w.cwd)
}

// topOf is the folder that a named path is or lies in, with links resolved; "" for a path that does not exist.
func (w *walker) topOf(given string) string {
	real, err := filepath.EvalSymlinks(w.absolute(given))
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
func (w *walker) rootRel(t *tree, rel string) string {
	if t == nil {
		return rel
	}
	if named, ok := t.labelled(rel); ok {
		return named
	}
	if r, ok := below(w.base, t.key(rel)); ok {
		return r
	}
	return path.Join(outsideRoot, path.Base(filepath.ToSlash(t.abs)), rel)
}

// repository returns the top of the checkout around a folder, as far as the scan may go: no further than Options.Root.
func (w *walker) repository(abs string) string {
	top := FindRepository(abs)
	switch {
	case w.within == "" || top == "" || within(w.within, top):
		return top
	case within(w.within, abs):
		return w.within
	}
	return ""
}
