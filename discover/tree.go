package discover

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// tree is one folder that nothing leads out of: the repository that an argument lies in, or the argument itself.
type tree struct {
	// abs is the folder, with symbolic links resolved.
	abs string
	storage
	// cwd is the resolved working directory.
	cwd string
	// given is the argument as people wrote it, and from the path in the tree that it stands for.
	given, from string
	// label, when not "", is how people are shown the top of the tree, or the one file of it that is read, and server is Place.Server.
	label, server string
	single        bool
	// depth is 0 for a folder of the machine, 1 for an archive there and more for one in an archive.
	depth int
	// top, when not "", is the folder of a package of npm that npm drops when it installs it, so that its name says nothing.
	top string
}

// labelled is how people are shown a path in a tree that has a label.
func (t *tree) labelled(rel string) (string, bool) {
	if t.single {
		return t.label, true
	}
	return path.Join(t.label, rel), t.label != ""
}

func (t *tree) shown(rel string) string {
	if named, ok := t.labelled(rel); ok {
		return named
	}
	if short, ok := below(t.cwd, t.key(rel)); ok {
		return cmp.Or(short, ".")
	}
	switch {
	case rel == t.from:
		return t.given
	case t.from == "":
		return path.Join(t.given, rel)
	case strings.HasPrefix(rel, t.from+"/"):
		return path.Join(t.given, rel[len(t.from)+1:])
	}
	return filepath.ToSlash(t.key(rel))
}

// key is the path on the machine, which distinguishes files of several trees.
func (t *tree) key(rel string) string {
	return filepath.Join(t.abs, filepath.FromSlash(rel))
}

func local(rel string) string {
	if rel == "" {
		return "."
	}
	return filepath.FromSlash(rel)
}

// maxEntries bounds the names of one folder that are held in memory, some 100 MB at most.
const maxEntries = 1 << 20

// list returns the entries of a folder by name, and whether there were more than maxEntries.
func (t *tree) list(rel string) (entries []fs.DirEntry, cut bool, err error) {
	f, err := t.Open(rel)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = f.Close() }()
	const batch = 4096
	for {
		more, err := f.ReadDir(batch)
		entries = append(entries, more...)
		if len(entries) > maxEntries {
			entries, cut = entries[:maxEntries], true
		}
		if err != nil || len(more) == 0 || cut {
			// What was read before an error, other than the end, is looked at all the same.
			cut = cut || err != nil && !errors.Is(err, io.EOF)
			break
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, cut, nil
}

// isCheckout reports whether a folder is the top of a checkout: .git is a folder, or a file in worktrees and submodules.
func (t *tree) isCheckout(rel string) bool {
	info, err := t.Lstat(path.Join(rel, ".git"))
	return err == nil && t.depth == 0 && (info.IsDir() || info.Mode().IsRegular())
}

// isRegular reports whether the path is a regular file, and no link to one.
func (t *tree) isRegular(rel string) bool {
	info, err := t.Lstat(rel)
	return err == nil && info.Mode().IsRegular()
}

var (
	errOutside = errors.New("it leads out of the scanned folder")
	errLoop    = errors.New("it leads back to itself")
)

// maxLinks bounds the symbolic links on the way to a file, as Linux does.
const maxLinks = 40

// resolve follows all symbolic links of a path. It fails with errOutside for one that leaves the tree, even for a moment.
func (t *tree) resolve(rel string) (string, fs.FileInfo, error) {
	todo, done, links := strings.Split(rel, "/"), "", 0
	for len(todo) > 0 {
		c := todo[0]
		todo = todo[1:]
		switch c {
		case "", ".":
			continue
		case "..":
			if done == "" {
				return "", nil, errOutside
			}
			done = parent(done)
			continue
		}
		at := path.Join(done, c)
		info, err := t.Lstat(at)
		if err != nil {
			return "", nil, err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			done = at
			continue
		}
		if links++; links > maxLinks {
			return "", nil, errLoop
		}
		target, err := t.Readlink(at)
		if err != nil {
			return "", nil, err
		}
		if filepath.IsAbs(target) {
			inner, ok := below(t.abs, target)
			if !ok {
				return "", nil, errOutside
			}
			target, done = inner, ""
		}
		todo = append(strings.Split(filepath.ToSlash(target), "/"), todo...)
	}
	info, err := t.Lstat(done)
	return done, info, err
}

// below returns a path on the machine relative to a folder, with slashes, "" for the folder itself, and whether it lies there, by name
// alone.
func below(folder, abs string) (rel string, ok bool) {
	rel, err := filepath.Rel(folder, abs)
	if rel = filepath.ToSlash(rel); rel == "." {
		rel = ""
	}
	return rel, err == nil && !leaves(rel)
}

// leaves reports whether a path leads out of the folder that it is relative to.
func leaves(rel string) bool { return rel == ".." || strings.HasPrefix(rel, "../") }

func within(folder, abs string) bool {
	_, ok := below(folder, abs)
	return ok
}

// plainError says what went wrong without the operation and the path, which name folders of the machine.
func plainError(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// parent returns the folder of a path, "" for the top.
func parent(rel string) string { return rel[:max(strings.LastIndexByte(rel, '/'), 0)] }

// place is a path in a tree.
type place struct {
	tree *tree
	rel  string
}
