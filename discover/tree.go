package discover

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/ignore"
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

// repo is a git checkout, of which only two files are read: the list of tracked files and the private ignore patterns.
type repo struct {
	index   *ignore.Index
	exclude []ignore.Rule
	// excludeRead is false when the patterns are there and cannot be followed.
	excludeRead bool
	// problem says why it is not known what is tracked. Ignore patterns are not followed then, since a tracked file
	// must be scanned although it is ignored.
	problem error
}

// maxGitLink bounds the small files that hold one path.
const maxGitLink = 8 << 10

// findRepository returns the innermost folder at or above abs that is the top of a checkout, or "".
func findRepository(abs string) string {
	for {
		if info, err := os.Lstat(filepath.Join(abs, ".git")); err == nil && (info.IsDir() || info.Mode().IsRegular()) {
			return abs
		}
		up := filepath.Dir(abs)
		if up == abs {
			return ""
		}
		abs = up
	}
}

// openRepo reads what is needed of a checkout.
func openRepo(abs string) *repo {
	private, common, err := gitFolders(abs)
	if err != nil {
		return &repo{problem: err}
	}
	r := &repo{}
	switch index, err := readRegular(filepath.Join(private, "index"), ignore.MaxIndexBytes); {
	case errors.Is(err, fs.ErrNotExist):
		// Nothing has been added yet.
	case err != nil:
		r.problem = errors.New("cannot read the list of tracked files (.git/index): " + plainError(err))
	default:
		r.index, r.problem = ignore.ParseIndex(index)
	}
	if exclude, err := readRegular(filepath.Join(common, "info", "exclude"), ignore.MaxBytes); err == nil {
		r.exclude, r.excludeRead = ignore.Parse(exclude)
	} else {
		r.excludeRead = errors.Is(err, fs.ErrNotExist)
	}
	return r
}

// gitFolders returns the folder with the index and the one with info/exclude. They differ in worktrees.
func gitFolders(abs string) (private, common string, err error) {
	dot := filepath.Join(abs, ".git")
	info, err := os.Lstat(dot)
	if err != nil {
		return "", "", err
	}
	if info.IsDir() {
		return dot, dot, nil
	}
	target, err := readLink(dot, "gitdir: ", abs)
	if err != nil {
		return "", "", err
	}
	if !trustedGitdir(abs, target) {
		return "", "", errors.New("the file .git points to a folder that does not belong to this checkout")
	}
	if common, err = readLink(filepath.Join(target, "commondir"), "", target); err != nil || !within(common, target) {
		common = target
	}
	return target, common, nil
}

// OwnGit reports whether the .git of a checkout is its own: a folder, or a file that may be followed.
func OwnGit(checkout string) bool {
	_, _, err := gitFolders(checkout)
	return err == nil
}

// trustedGitdir reports whether a .git file may be followed: into the .git folder of the checkout around it, as in submodules, or to a
// folder that points back, as in worktrees. A scanned tree cannot write that, and so cannot make anything else be read.
func trustedGitdir(abs, target string) bool {
	if strings.HasPrefix(target, `\\`) || strings.HasPrefix(target, "//") {
		return false
	}
	for up := filepath.Dir(abs); ; up = filepath.Dir(up) {
		if within(filepath.Join(up, ".git"), target) {
			return true
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	back, err := readLink(filepath.Join(target, "gitdir"), "", target)
	if err != nil {
		return false
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(back)); err == nil {
		back = filepath.Join(real, filepath.Base(back))
	}
	return filepath.Clean(back) == filepath.Join(abs, ".git")
}

// readLink reads a file that holds one path behind a prefix, which may be relative to a folder.
func readLink(name, prefix, folder string) (string, error) {
	data, err := readRegular(name, maxGitLink)
	if err != nil {
		return "", err
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	target, ok := strings.CutPrefix(strings.TrimSuffix(string(line), "\r"), prefix)
	if !ok || target == "" || strings.ContainsRune(target, 0) {
		return "", errors.New("the file .git does not name a folder")
	}
	if target = filepath.Clean(filepath.FromSlash(target)); !filepath.IsAbs(target) {
		target = filepath.Join(folder, target)
	}
	return target, nil
}

// below returns a path on the machine relative to a folder, with slashes, "" for the folder itself, and whether it lies there, by name
// alone.
func below(folder, abs string) (rel string, ok bool) {
	rel, err := filepath.Rel(folder, abs)
	if rel = filepath.ToSlash(rel); rel == "." {
		rel = ""
	}
	return rel, err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

func within(folder, abs string) bool {
	_, ok := below(folder, abs)
	return ok
}

// readRegular reads a small file by its name on the machine, never a device or a FIFO.
func readRegular(name string, limit int64) ([]byte, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	f, err := os.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return readOpen(f, limit)
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
