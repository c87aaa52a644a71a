package discover

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

func (w *walker) setCwd(cwd string) error {
	if cwd == "" {
		wd, err := os.Getwd()
		if err != nil {
			return fmt.Errorf("the working directory cannot be determined: %w", err)
		}
		cwd = wd
	}
	abs, err := filepath.Abs(cwd)
	if err != nil {
		return fmt.Errorf("the working directory cannot be determined: %w", err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	w.cwd = abs
	return nil
}

func (w *walker) addStdin(r io.Reader) error {
	if r == nil {
		return errors.New("the path - means standard input, but there is none")
	}
	if _, twice := w.byKey["-"]; twice {
		return nil
	}
	if w.inv.focus != nil {
		w.inv.focus.add("stdin", false)
		w.inv.focus.seen++
	}
	w.stdin = true
	w.byKey["-"] = len(w.candidates)
	w.candidates = append(w.candidates, candidate{place: place{rel: "stdin"}, path: stdinPath, want: wantYes, named: true, agents: w.agents, stdin: r})
	w.inv.FilesSeen++
	return nil
}

// stdinPath is how people are shown standard input.
const stdinPath = "<stdin>"

func (w *walker) addPath(given string) error {
	abs := given
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(w.cwd, abs)
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return pathError(given, err)
	}
	if w.within != "" && !within(w.within, real) {
		return fmt.Errorf("cannot scan %q: it lies outside of the folder that the scan is bound to", given)
	}
	info, err := os.Stat(real)
	if err != nil {
		return pathError(given, err)
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return fmt.Errorf("cannot scan %q: it is neither a file nor a folder; to scan a stream, pipe it in and name - as the path", given)
	}
	w.asked = append(w.asked, asked{given: filepath.Clean(abs), real: real, folder: info.IsDir()})
	top := real
	if !info.IsDir() {
		top = filepath.Dir(real)
	}
	t := w.opened(top)
	if w.inv.focus == nil || t == nil {
		if t, err = w.openTree(top); err != nil {
			return pathError(given, err)
		}
		t.given, t.from = path.Clean(filepath.ToSlash(given)), relTo(t.abs, real)
	}
	rel := relTo(t.abs, real)
	if w.inv.focus != nil {
		w.inv.focus.add(w.rootRel(t, rel), info.IsDir())
		if !info.IsDir() {
			w.inv.focus.named = append(w.inv.focus.named, place{t, rel})
		}
		return nil
	}
	if info.IsDir() {
		// Opened once here, so that a folder that cannot be read is an error when it was named.
		f, err := t.root.Open(local(rel))
		if err != nil {
			return pathError(given, err)
		}
		_ = f.Close()
		w.named = append(w.named, t.key(rel))
		w.folder(t, rel, w.scopeAt(t, rel))
		return nil
	}
	f, err := t.open(rel)
	if err != nil {
		return pathError(given, err)
	}
	_ = f.Close()
	w.inv.FilesSeen++
	w.add(candidate{place: place{t, rel}, want: wantYes, named: true, agents: w.isNamedAgents(t, rel)})
	return nil
}

// relTo returns the path of something in a folder, with slashes, "" for the folder itself.
func relTo(folder, abs string) string {
	rel, err := filepath.Rel(folder, abs)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
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

func (w *walker) openTree(top string) (*tree, error) {
	for _, abs := range []string{w.repository(top), top} {
		if abs == "" {
			continue
		}
		root, err := os.OpenRoot(abs)
		if err == nil {
			t := &tree{abs: abs, root: root, cwd: w.cwd}
			w.trees = append(w.trees, t)
			return t, nil
		}
		if abs == top {
			return nil, err
		}
	}
	return nil, fs.ErrNotExist
}

// rootOf chooses the one folder that reported paths are relative to: the repository around the working directory when
// everything lies in it; else the repository that everything lies in; else the working directory, if everything
// lies below it; else the one folder that was named.
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
	case home != "":
		return home
	}
	return w.cwd
}

// topOf is the folder that a named path is or lies in, with links resolved; "" for a path that does not exist.
func (w *walker) topOf(given string) string {
	if !filepath.IsAbs(given) {
		given = filepath.Join(w.cwd, given)
	}
	real, err := filepath.EvalSymlinks(given)
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
	if r, ok := t.in(w.base, rel); ok {
		if r == "." {
			return ""
		}
		return r
	}
	return path.Join(outsideRoot, path.Base(filepath.ToSlash(t.abs)), rel)
}

// setWithin takes the folder that nothing is read outside of.
func (w *walker) setWithin(folder string) error {
	if folder == "" {
		return nil
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(w.cwd, folder)
	}
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return fmt.Errorf("the folder that the scan is bound to cannot be had: %w", pathError(folder, err))
	}
	w.within = real
	return nil
}

// repository returns the top of the checkout around a folder, as far as the scan may go: no further than Options.Within.
func (w *walker) repository(abs string) string {
	top := findRepository(abs)
	switch {
	case w.within == "" || top == "" || within(w.within, top):
		return top
	case within(w.within, abs):
		return w.within
	}
	return ""
}
