package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

// loadLock reads a lock file, or returns nil when name is "" and folder has none ("" is the working directory). A broken lock file is an
// error: without it, every change would look like a new definition.
func loadLock(folder, name string) (*loaded[*lock.File], error) {
	given := name != ""
	if !given {
		name = filepath.Join(folder, lock.Name)
	}
	l, err := load(name, given, lock.MaxBytes, lock.Parse)
	if !given && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return l, err
}

// errLockRequired is returned when settings require a missing lock file. writeLock says how to write one.
var errLockRequired = errors.New("no " + lock.Name + ", but a lock file is required")

const writeLock = "Write it with mcp-lint lock, review the definitions and approve them."

func (o *scanOptions) readLock(w io.Writer) error {
	if o.noLock {
		return nil
	}
	l, err := loadLock("", o.lockName)
	if errors.Is(err, fs.ErrNotExist) {
		return hint.Add(err, "Write it with mcp-lint lock --lock "+o.lockName+".")
	}
	if err != nil {
		return err
	}
	if l == nil && o.requireLock {
		advice := writeLock
		if above := lockAbove(); above != "" {
			advice = "There is one in a parent folder: use --lock " + text.Safe(above, pathRunes) + "."
		}
		return hint.Add(errLockRequired, advice)
	}
	if l == nil && !o.quiet {
		mentionLockAbove(w)
	}
	if o.approved = l; l == nil {
		o.approved = o.otherwise
	}
	return nil
}

func mentionLockAbove(w io.Writer) {
	if above := lockAbove(); above != "" {
		fmt.Fprintf(w, "mcp-lint: %s is not used, because it is not in this folder.\n          To use it: --lock %[1]s\n", text.Safe(above, pathRunes))
	}
}

func loadBaseline(name string) (*loaded[*lint.Baseline], error) {
	return load(name, true, lint.MaxBaselineBytes, lint.ParseBaseline)
}

// readBaselines reads the baseline to compare with, and checks early that the new one can be written.
func (o *scanOptions) readBaselines() (err error) {
	if o.writeBaseline != "" {
		if err := userfile.Replaceable(o.writeBaseline); err != nil {
			return err
		}
		switch former, err := loadBaseline(o.writeBaseline); {
		case err == nil:
			o.salt = former.value.Salt()
		case !errors.Is(err, fs.ErrNotExist):
			return hint.Errorf("Name another file, or delete this one.", "%w; it is not overwritten", err)
		}
	}
	if o.baselineName == "" {
		return nil
	}
	if o.known, err = loadBaseline(o.baselineName); errors.Is(err, fs.ErrNotExist) {
		return hint.Add(err, "Write it with --write-baseline.")
	}
	return err
}

func (o *scanOptions) recordBaseline(s streams, made *lint.NewBaseline) error {
	if made == nil {
		return nil
	}
	var old *lint.Baseline
	if o.known != nil {
		old = o.known.value
	}
	if err := userfile.Replace(o.writeBaseline, made.Data, nil); err != nil {
		return err
	}
	// A failing message must not fail the run.
	name := text.Safe(o.writeBaseline, messageRunes)
	if made.Partly != "" {
		words := "Add --baseline to keep the entries of an older one."
		if old != nil {
			words = report.Count(made.Kept, "different signal") + " of --baseline that this run did not find stayed in it."
		}
		_, _ = fmt.Fprintf(s.err, "mcp-lint: warning: %s may lack what this run did not look for: %s. %s\n", name, made.Partly, words)
	}
	if !o.quiet {
		n := report.Count(made.Signals, "different signal")
		_, _ = fmt.Fprintf(s.err, "mcp-lint: %s now contains %s; use it with --baseline.\n", name, n)
	}
	return nil
}

// refuseSinks prevents reports from overwriting other files that the run reads or writes.
func (o *scanOptions) refuseSinks(sinks []sink) error {
	for _, k := range sinks {
		taken := ""
		switch {
		case k.file == "":
		case o.writeBaseline != "" && userfile.Same(k.file, o.writeBaseline):
			taken = "the baseline to write"
		case o.known != nil && userfile.Same(k.file, o.baselineName):
			taken = "the baseline"
		case o.approved != nil && userfile.Same(k.file, o.approved.file.Path):
			taken = "the lock file"
		}
		if taken != "" {
			return fmt.Errorf("--output %s cannot be written to %q: it is %s", k.format.Name, k.file, taken)
		}
	}
	return nil
}
