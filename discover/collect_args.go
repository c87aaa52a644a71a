package discover

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/org/mcp-lint/discover/archive"
)

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
	repository := cmp.Or(w.repository(top), top)
	// Many named files of one repository share its tree.
	known := slices.IndexFunc(w.trees, func(t *tree) bool { return filepath.Clean(t.abs) == filepath.Clean(repository) })
	var t *tree
	if focus != nil && known >= 0 {
		t = w.trees[known]
	} else {
		if t, err = w.openTree(repository, top); err != nil {
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
	if folder {
		if read, err := w.namedImage(t, rel, given); read {
			return err
		}
		w.named = append(w.named, t.key(rel))
		// What was named counts whatever the patterns say about it and the folders above.
		var around scope
		if rel != "" {
			around = w.scopeOf(t, parent(rel))
		}
		w.folder(t, rel, around)
		return nil
	}
	if read, err := w.namedArchive(t, rel, given); read {
		return err
	}
	w.inv.FilesSeen++
	w.add(candidate{place: place{t, rel}, want: wantYes, named: true, agents: w.isNamedAgents(t, rel)})
	return nil
}

// openTree opens the repository around a folder, or else the folder.
func (w *walker) openTree(abs, top string) (*tree, error) {
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
