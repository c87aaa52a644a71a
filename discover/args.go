package discover

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
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
