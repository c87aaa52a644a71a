package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

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

// recordBaseline writes the baseline that is asked for.
func (o *scanOptions) recordBaseline(s streams, r *lint.Report) error {
	if o.writeBaseline == "" {
		return nil
	}
	var old *lint.Baseline
	if o.known != nil {
		old = o.known.baseline
	}
	data, kept := lint.BaselineAfter(r, old)
	if err := replaceFile(o.writeBaseline, data, nil); err != nil {
		return err
	}
	if why := r.Partly(); why != "" {
		_, _ = fmt.Fprintf(s.err, "mcp-lint: warning: %s may lack what this run did not look for: %s. %s\n",
			text.Safe(o.writeBaseline, messageRunes), why, keptWords(old, kept))
	}
	if !o.quiet {
		// What is told beside the report is no reason to fail.
		_, _ = fmt.Fprintf(s.err, "mcp-lint: %s holds %s now; use it with --baseline.\n", text.Safe(o.writeBaseline, messageRunes), report.Count(entries(data), "different signal"))
	}
	return nil
}

// keptWords say what has become of what an older baseline held.
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
