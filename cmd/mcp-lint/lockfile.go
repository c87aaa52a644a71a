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

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/action"
	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

// lockFile is a lock with the file it was read from.
type lockFile struct {
	lock *lock.File
	file *source.File
}

// loadLock reads a lock file; it is nil when name is "" and there is none in the folder ("" is the working directory). One that is there and cannot be
// used is an error: going on without it would call everything new that has changed.
func loadLock(folder, name string) (*lockFile, error) {
	given := name != ""
	if !given {
		name = filepath.Join(folder, lock.Name)
	}
	if err := ordinary(name, given); err != nil {
		if !given && errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	data, err := readBounded(name, lock.MaxBytes+1)
	if err != nil {
		return nil, err
	}
	l, err := lock.Parse(data)
	if err != nil {
		return nil, located(name, err)
	}
	return &lockFile{lock: l, file: namedSource(name, data)}, nil
}

// ordinary checks that a name is that of an ordinary file. A link is one only when the user has given the name: what lies in the working
// directory may be somebody else's.
func ordinary(name string, follow bool) error {
	look := os.Lstat
	if follow {
		look = os.Stat
	}
	st, err := look(name)
	switch {
	case err != nil:
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return fmt.Errorf("could not read %q: %w", name, err)
	case st.Mode()&fs.ModeSymlink != 0:
		return &hintError{fmt.Errorf("%q is a link, which is not followed", name), "Put a file in its place, or name the one that is meant."}
	case !st.Mode().IsRegular():
		return &hintError{fmt.Errorf("%q is no ordinary file", name), "Put a file in its place, or name the one that is meant."}
	}
	return nil
}

// located says in which file and line a lock or baseline is wrong, and what to do.
func located(name string, err error) error {
	var pe *lock.ParseError
	if !errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", name, err)
	}
	where := name
	if pe.Line > 0 {
		where = fmt.Sprintf("%s:%d", name, pe.Line)
	}
	return &hintError{fmt.Errorf("%s: %s", where, pe.Reason), sentence(pe.Hint)}
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

// errLockRequired is returned where settings require a lock file and there is none, and writeLock says what to do.
var errLockRequired = errors.New("there is no " + lock.Name + ", and one is required")

const writeLock = "Write it with mcp-lint lock, look at what it holds and approve it."

func (o *scanOptions) readLock(w io.Writer) error {
	if o.noLock {
		return nil
	}
	l, err := loadLock("", o.lockName)
	if errors.Is(err, fs.ErrNotExist) {
		return &hintError{err, "Write it with mcp-lint lock --lock " + o.lockName + "."}
	}
	if err != nil {
		return err
	}
	if l == nil && o.requireLock {
		hint := writeLock
		if above := lockAbove(); above != "" {
			hint = "There is one in a folder above: use --lock " + text.Safe(above, pathRunes) + "."
		}
		return &hintError{errLockRequired, hint}
	}
	if l == nil && !o.quiet {
		tellLockAbove(w)
	}
	o.approved = l
	return nil
}

// tellLockAbove tells of a lock file that is not used.
func tellLockAbove(w io.Writer) {
	if above := lockAbove(); above != "" {
		fmt.Fprintf(w, "mcp-lint: %s is not used, for it is not in this folder.\n          To use it: --lock %[1]s\n", text.Safe(above, pathRunes))
	}
}

// lockAbove is the nearest lock file in a folder above the working directory that is in the same repository, or "".
func lockAbove() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	found, up := "", ""
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return found
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "" // In no repository.
		}
		dir, up = parent, up+"../"
		if found == "" && ordinary(filepath.Join(dir, lock.Name), false) == nil {
			found = up + lock.Name
		}
	}
}

// baselineFile is a baseline with the file it was read from.
type baselineFile struct {
	baseline *lint.Baseline
	file     *source.File
}

func loadBaseline(name string) (*baselineFile, error) {
	if err := ordinary(name, true); err != nil {
		return nil, err
	}
	data, err := readBounded(name, lint.MaxBaselineBytes+1)
	if err != nil {
		return nil, err
	}
	b, err := lint.ParseBaseline(data)
	if err != nil {
		return nil, located(name, err)
	}
	return &baselineFile{baseline: b, file: namedSource(name, data)}, nil
}

// readBaselines reads the baseline that is compared with, and looks whether the one to write may be written before the work is done.
func (o *scanOptions) readBaselines() error {
	if o.writeBaseline != "" {
		if err := replaceable(o.writeBaseline); err != nil {
			return err
		}
		_, err := loadBaseline(o.writeBaseline)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return &hintError{fmt.Errorf("%w; it is not overwritten", err), "Name another file, or remove this one."}
		}
	}
	if o.baselineName == "" {
		return nil
	}
	b, err := loadBaseline(o.baselineName)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return &hintError{err, "Write it with --write-baseline."}
		}
		return err
	}
	o.known = b
	return nil
}

func (o *scanOptions) recordBaseline(s streams, made *lint.NewBaseline) error {
	if made == nil {
		return nil
	}
	var old *lint.Baseline
	if o.known != nil {
		old = o.known.baseline
	}
	if err := replaceFile(o.writeBaseline, made.Data, nil); err != nil {
		return err
	}
	if made.Partly != "" {
		_, _ = fmt.Fprintf(s.err, "mcp-lint: warning: %s may lack what this run did not look for: %s. %s\n",
			text.Safe(o.writeBaseline, messageRunes), made.Partly, keptWords(old, made.Kept))
	}
	if !o.quiet {
		// What is told beside the report is no reason to fail.
		_, _ = fmt.Fprintf(s.err, "mcp-lint: %s holds %s now; use it with --baseline.\n", text.Safe(o.writeBaseline, messageRunes), report.Count(entries(made.Data), "different signal"))
	}
	return nil
}

func keptWords(old *lint.Baseline, kept int) string {
	if old == nil {
		return "With --baseline it keeps what an older one holds."
	}
	return report.Count(kept, "different signal") + " of --baseline that this run did not find stayed in it."
}

// entries counts the lines of a lock or baseline between its header and its trailer.
func entries(data []byte) int { return max(bytes.Count(data, []byte("\n"))-2, 0) }

// refuseSinks keeps reports from being written over what the run reads or writes besides.
func (o *scanOptions) refuseSinks(sinks []sink) error {
	for _, k := range sinks {
		if k.file == "" {
			continue
		}
		var taken string
		switch {
		case o.writeBaseline != "" && sameFile(k.file, o.writeBaseline):
			taken = "the baseline to write"
		case o.known != nil && sameFile(k.file, o.baselineName):
			taken = "the baseline"
		case o.approved != nil && sameFile(k.file, o.approved.file.Path):
			taken = "the lock file"
		default:
			continue
		}
		return fmt.Errorf("--output %s cannot be written to %q: it is %s", k.format.name, k.file, taken)
	}
	return nil
}

func replaceable(name string) error {
	err := ordinary(name, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// errMeanwhile is returned when a file is not any more what was read.
var errMeanwhile = errors.New("it was changed meanwhile")

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

// maxAttributes bounds a .gitattributes file, which may be somebody else's.
const maxAttributes = 1 << 20

func inGit(name string) bool {
	_, ok := gitTop(name)
	return ok
}

func gitTop(name string) (string, bool) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", false
	}
	for dir := filepath.Dir(abs); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir, true
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
}

// mergesWell reports whether git is told how to merge a file, in a .gitattributes beside or above it or in the repository's own. It
// reads them well enough for a hint.
func mergesWell(name string) bool {
	top, ok := gitTop(name)
	if !ok {
		return false
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return false
	}
	files := []string{filepath.Join(top, ".git", "info", "attributes")}
	for dir := filepath.Dir(abs); ; dir = filepath.Dir(dir) {
		files = append(files, filepath.Join(dir, ".gitattributes"))
		if dir == top || dir == filepath.Dir(dir) {
			break
		}
	}
	for _, f := range files {
		if ordinary(f, false) != nil {
			continue
		}
		data, err := readBounded(f, maxAttributes)
		if err == nil && setsMerge(data, filepath.Base(abs)) {
			return true
		}
	}
	return false
}

// setsMerge reports whether a .gitattributes says how to merge files of that name.
func setsMerge(data []byte, base string) bool {
	for line := range bytes.Lines(data) {
		words := strings.Fields(string(line))
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

// pattern is how .gitattributes names a file, wherever in the tree it lies.
func pattern(name string) string { return filepath.Base(name) }
