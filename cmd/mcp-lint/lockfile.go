package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

func (o *scanOptions) readLock(w io.Writer) error {
	if o.noLock {
		return nil
	}
	l, err := settings.Lock("", o.lockName)
	if errors.Is(err, fs.ErrNotExist) {
		return hint.Add(err, "Write it with mcp-lint lock --lock "+o.lockName+".")
	}
	if err != nil {
		return err
	}
	if l == nil && o.requireLock {
		advice := settings.WriteLock
		if above := settings.LockAbove(); above != "" {
			advice = "There is one in a parent folder: use --lock " + safe.Path(above) + "."
		}
		return hint.Add(settings.ErrLockRequired, advice)
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
	if above := settings.LockAbove(); above != "" {
		fmt.Fprintf(w, "mcp-lint: %s is not used, because it is not in this folder.\n          To use it: --lock %[1]s\n", safe.Path(above))
	}
}

// readBaselines reads the baseline to compare with, and checks early that the new one can be written.
func (o *scanOptions) readBaselines() (err error) {
	if o.writeBaseline != "" {
		if err := userfile.Replaceable(o.writeBaseline); err != nil {
			return err
		}
		switch former, err := settings.Baseline(o.writeBaseline); {
		case err == nil:
			o.BaselineSalt = former.Value.Salt()
		case !errors.Is(err, fs.ErrNotExist):
			return hint.Errorf("Name another file, or delete this one.", "%w; it is not overwritten", err)
		}
	}
	if o.baselineName == "" {
		return nil
	}
	if o.known, err = settings.Baseline(o.baselineName); errors.Is(err, fs.ErrNotExist) {
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
		old = o.known.Value
	}
	if err := userfile.Replace(o.writeBaseline, made.Data, nil); err != nil {
		return err
	}
	// A failing message must not fail the run.
	name := safe.Message(o.writeBaseline)
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

// sinks are the reports that are asked for, none of which overwrites another file of the run.
func (o *scanOptions) sinks() ([]sink, error) {
	sinks, err := parseOutputs(o.outputs)
	if err != nil {
		return nil, err
	}
	return sinks, o.refuseSinks(sinks)
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
		case o.approved != nil && userfile.Same(k.file, o.approved.File.Path):
			taken = "the lock file"
		}
		if taken != "" {
			return fmt.Errorf("--output %s cannot be written to %q: it is %s", k.format.Name, k.file, taken)
		}
	}
	return nil
}
