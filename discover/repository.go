package discover

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover/ignore"
)

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

// FindRepository returns the innermost folder at or above abs that is the top of a checkout, or "".
func FindRepository(abs string) string {
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
