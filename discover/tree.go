package discover

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// tree is one folder that nothing leads out of: the repository that an argument lies in, or the argument itself.
type tree struct {
	// abs is the folder, with symbolic links resolved.
	abs  string
	root *os.Root
	// cwd is the resolved working directory.
	cwd string
	// given is the argument as people wrote it, and from the path in the tree that it stands for.
	given, from string
}

// in returns a path of the tree relative to a folder, "." for the folder itself, and whether it lies there.
func (t *tree) in(folder, rel string) (string, bool) {
	short, err := filepath.Rel(folder, filepath.Join(t.abs, filepath.FromSlash(rel)))
	short = filepath.ToSlash(short)
	return short, err == nil && short != ".." && !strings.HasPrefix(short, "../")
}

func (t *tree) shown(rel string) string {
	if short, ok := t.in(t.cwd, rel); ok {
		return short
	}
	switch {
	case rel == t.from:
		return t.given
	case t.from == "":
		return path.Join(t.given, rel)
	case strings.HasPrefix(rel, t.from+"/"):
		return path.Join(t.given, rel[len(t.from)+1:])
	}
	return filepath.ToSlash(filepath.Join(t.abs, filepath.FromSlash(rel)))
}

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
	f, err := t.open(rel)
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

func (t *tree) isCheckout(rel string) bool {
	info, err := t.root.Lstat(local(path.Join(rel, ".git")))
	return err == nil && (info.IsDir() || info.Mode().IsRegular())
}

// isRegular reports whether the path is a regular file, and no link to one.
func (t *tree) isRegular(rel string) bool {
	info, err := t.root.Lstat(local(rel))
	return err == nil && info.Mode().IsRegular()
}

var (
	errOutside = errors.New("it leads out of the scanned folder")
	errLoop    = errors.New("it leads back to itself")
)

// maxLinks bounds the symbolic links on the way to a file, as Linux does.
const maxLinks = 40

// resolve returns the path in the tree that rel stands for when all symbolic links are followed. It fails with errOutside
// for a link that leaves the tree, even for a moment.
func (t *tree) resolve(rel string) (string, fs.FileInfo, error) {
	todo := strings.Split(rel, "/")
	var done []string
	var last fs.FileInfo
	links := 0
	for len(todo) > 0 {
		c := todo[0]
		todo = todo[1:]
		switch c {
		case "", ".":
			continue
		case "..":
			if len(done) == 0 {
				return "", nil, errOutside
			}
			done, last = done[:len(done)-1], nil
			continue
		}
		at := path.Join(path.Join(done...), c)
		info, err := t.root.Lstat(local(at))
		if err != nil {
			return "", nil, err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			done, last = append(done, c), info
			continue
		}
		if links++; links > maxLinks {
			return "", nil, errLoop
		}
		target, err := t.root.Readlink(local(at))
		if err != nil {
			return "", nil, err
		}
		if filepath.IsAbs(target) {
			if !within(t.abs, target) {
				return "", nil, errOutside
			}
			if target, err = filepath.Rel(t.abs, target); err != nil {
				return "", nil, errOutside
			}
			done = nil
		}
		todo = append(strings.Split(filepath.ToSlash(target), "/"), todo...)
	}
	real := path.Join(done...)
	if last == nil {
		info, err := t.root.Lstat(local(real))
		return real, info, err
	}
	return real, last, nil
}
