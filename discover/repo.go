package discover

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// repo is a git checkout, of which only two files are read: the list of tracked files and the private ignore patterns.
type repo struct {
	// base is its folder relative to the tree that is walked: "" or a path without a final slash.
	base    string
	index   *gitIndex
	exclude []rule
	// excludeRead is false when the patterns are there and cannot be followed.
	excludeRead bool
	// problem says why it is not known what is tracked. Ignore patterns are not followed then, since a tracked file
	// must be scanned although it is ignored.
	problem error
}

// maxGitLink bounds the small files that hold one path.
const maxGitLink = 8 << 10

// hasGit reports whether the folder is the top of a checkout: .git is a folder, or a file in worktrees and submodules.
func hasGit(folder string) bool {
	info, err := os.Lstat(filepath.Join(folder, ".git"))
	return err == nil && (info.IsDir() || info.Mode().IsRegular())
}

// findRepository returns the innermost folder at or above abs that is the top of a checkout, or "".
func findRepository(abs string) string {
	for {
		if hasGit(abs) {
			return abs
		}
		up := filepath.Dir(abs)
		if up == abs {
			return ""
		}
		abs = up
	}
}

// openRepo reads what is needed of the checkout in the folder abs.
func openRepo(abs, base string) *repo {
	r := &repo{base: base}
	private, common, err := gitFolders(abs)
	if err != nil {
		r.problem = err
		return r
	}
	data, err := readRegular(filepath.Join(private, "index"), maxIndexBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// Nothing has been added yet.
	case err != nil:
		r.problem = errors.New("the list of tracked files (.git/index) cannot be read: " + plainError(err))
	default:
		r.index, r.problem = parseIndex(data)
	}
	if data, err := readRegular(filepath.Join(common, "info", "exclude"), maxIgnoreBytes); err == nil {
		r.exclude, r.excludeRead = parseIgnore(data)
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
	target, err := readLink(dot, "gitdir: ")
	if err != nil {
		return "", "", err
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(abs, target)
	}
	if !trustedGitdir(abs, target) {
		return "", "", errors.New("the file .git points to a folder that does not belong to this checkout")
	}
	common = target
	if link, err := readLink(filepath.Join(target, "commondir"), ""); err == nil {
		if !filepath.IsAbs(link) {
			link = filepath.Join(target, link)
		}
		if within(link, target) {
			common = link
		}
	}
	return target, common, nil
}

// trustedGitdir reports whether a .git file may be followed: into the .git folder of the checkout around it, as in
// submodules, or to a folder that points back to it, as in worktrees. A scanned tree can write the first half of either, but
// not the second, and so cannot make anything else be read.
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
	back, err := readLink(filepath.Join(target, "gitdir"), "")
	if err != nil {
		return false
	}
	if !filepath.IsAbs(back) {
		back = filepath.Join(target, back)
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(back)); err == nil {
		back = filepath.Join(real, filepath.Base(back))
	}
	return filepath.Clean(back) == filepath.Join(abs, ".git")
}

// readLink reads a file that holds one path behind a prefix.
func readLink(name, prefix string) (string, error) {
	data, err := readRegular(name, maxGitLink)
	if err != nil {
		return "", err
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	target, ok := strings.CutPrefix(strings.TrimSuffix(string(line), "\r"), prefix)
	if !ok || target == "" || strings.ContainsRune(target, 0) {
		return "", errors.New("the file .git does not name a folder")
	}
	return filepath.Clean(filepath.FromSlash(target)), nil
}

// within reports whether path is folder or below it, by name alone.
func within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
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
