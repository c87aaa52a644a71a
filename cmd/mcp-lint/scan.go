package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/change"
	"github.com/org/mcp-lint/internal/near"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

// scanOptions are the flags of scan.
type scanOptions struct {
	outputs       []string
	failOn        string
	only, skip    []string
	minConfidence float64
	config        string
	noConfig      bool
	strict        bool
	inContext     bool
	agentsFiles   bool
	color         string
	quiet         bool
	verbose       bool
	// changed names a diff, and touched is what it says.
	changed       string
	touched       report.Changed
	sarifCategory string
	// includeSuppressed has SARIF hold what is suppressed.
	includeSuppressed bool
	// lockName and baselineName name the files that are compared with, and writeBaseline the baseline to write.
	lockName, baselineName, writeBaseline string
	noLock, requireLock, noIgnores        bool
	// today is the day that --today gives, or "".
	today string

	// settings says what a configuration file has set.
	settings []string
	// configured is what it sets, and configFile that file; both are nil without one.
	configured *config.Config
	configFile *source.File
	// approved and known are the lock and the baseline, each with its file; they are nil without one.
	approved *lockFile
	known    *baselineFile
}

var failOnWords = []string{"low", "medium", "high", "critical", "never"}

func runScan(s streams, cmd *cobra.Command, o *scanOptions, paths []string) error {
	if err := o.prepare(cmd); err != nil {
		return err
	}
	sinks, err := parseOutputs(o.outputs)
	if err != nil {
		return err
	}
	if err := o.refuseSinks(sinks); err != nil {
		return err
	}
	if o.inContext {
		paths = onlyFiles(paths)
	}
	r, err := o.scan(s, cmd, paths)
	if err != nil {
		return err
	}
	if err := writeAll(sinks, r, s, o); err != nil {
		return err
	}
	return o.verdict(r)
}

// prepare completes the options with what a configuration file sets, reads the diff, the lock and the baseline and checks all of them.
func (o *scanOptions) prepare(cmd *cobra.Command) error {
	if err := o.configure(cmd); err != nil {
		return err
	}
	if err := o.validate(); err != nil {
		return err
	}
	if err := o.readLock(cmd.ErrOrStderr()); err != nil {
		return err
	}
	if err := o.readBaselines(); err != nil {
		return err
	}
	return o.readChanges()
}

// scan runs the scan and writes the baseline that is asked for; the options are prepared.
func (o *scanOptions) scan(s streams, cmd *cobra.Command, paths []string) (*lint.Report, error) {
	o.tellUnread(s)
	callback, wipe := progress(s, o.quiet)
	opts := o.lintOptions(s, paths)
	opts.Progress = callback
	r, err := lint.Run(opts)
	wipe()
	if err != nil {
		return nil, explainScanError(err, cmd, paths)
	}
	return r, o.recordBaseline(s, r)
}

// lintOptions are the options of the scan as package lint takes them.
func (o *scanOptions) lintOptions(s streams, paths []string) lint.Options {
	opts := lint.Options{
		Paths: paths, Stdin: s.in, Only: o.only, Skip: o.skip, MinConfidence: o.minConfidence, Version: versionNumber(),
		Settings: o.settings, Config: o.configured, ConfigFile: o.configFile, InContext: o.inContext,
		NoIgnores: o.noIgnores, Today: cmp.Or(o.today, s.day()), AgentsFiles: o.agentsFiles,
	}
	if o.approved != nil {
		opts.Lock, opts.LockFile = o.approved.lock, o.approved.file
	}
	if o.known != nil {
		opts.Baseline, opts.BaselineFile = o.known.baseline, o.known.file
	}
	return opts
}

// readChanges reads the diff that --changed names.
func (o *scanOptions) readChanges() error {
	if o.changed == "" {
		return nil
	}
	f, err := openNamed(o.changed)
	if err != nil {
		return err
	}
	defer f.Close()
	lines, err := change.Read(f)
	if err != nil {
		return &hintError{fmt.Errorf("--changed %q: %w", o.changed, err), "Make it with git diff -U0."}
	}
	o.touched = lines.Touch
	return nil
}

func (o *scanOptions) validate() error {
	if err := oneOf("fail-on", o.failOn, failOnWords...); err != nil {
		return err
	}
	if err := oneOf("color", o.color, "auto", "always", "never"); err != nil {
		return err
	}
	if err := share("min-confidence", o.minConfidence); err != nil {
		return err
	}
	if o.today != "" {
		if _, err := time.Parse(time.DateOnly, o.today); err != nil {
			return &hintError{fmt.Errorf("--today cannot be %q: it is no day", o.today), "Write it as 2026-12-31."}
		}
	}
	switch {
	case o.noLock && o.requireLock:
		return errors.New("--require-lock and --no-lock exclude each other")
	case o.noLock && o.lockName != "":
		return errors.New("--lock and --no-lock exclude each other")
	}
	if o.quiet && o.verbose {
		return errors.New("--quiet and --verbose exclude each other")
	}
	return nil
}

// verdict turns the report into an exit code.
func (o *scanOptions) verdict(r *lint.Report) error {
	if floor, ok := detect.ParseSeverity(o.failOn); ok {
		for i := range r.Findings {
			if o.counts(&r.Findings[i]) >= floor {
				return &exitError{code: exitFindings}
			}
		}
	}
	if r.Lock != nil && r.Lock.Unseen > 0 && o.requireLock && !o.strict {
		return &exitError{exitIncomplete, &hintError{errors.New("--require-lock: " + incomplete(r)), hintUnseen}}
	}
	if reason := incomplete(r); o.strict && reason != "" {
		err := errors.New("--strict: " + reason)
		if r.InContext {
			err = &hintError{err, "Mend or split the file. If it has to be as it is, leave it out, or set --strict=false."}
		}
		return &exitError{exitIncomplete, err}
	}
	return nil
}

// counts is the severity that a finding fails the run with. A baseline that was just written holds all but what differs from a lock file.
func (o *scanOptions) counts(f *lint.Finding) detect.Severity {
	if o.writeBaseline == "" {
		return f.Severity
	}
	rest, ok := f.Only(func(i int) bool { return lock.Compares(f.Signals[i].CheckID) })
	if !ok {
		return detect.SeverityNone
	}
	// The file may be one in which it weighs less.
	return min(rest.Severity, f.Severity)
}

// incomplete says for people why a run did not look at everything, or nothing when it did. Of files that were named with --in-context
// that is asked for which could not be read: a commit is not stopped for holding nothing, or for what only running code would tell.
func incomplete(r *lint.Report) string {
	s := r.Summary
	switch {
	case r.Lock != nil && r.Lock.Unseen > 0:
		return report.Count(r.Lock.Unseen, "approved definition") + " could not be looked at"
	case s.Definitions == 0 && s.Servers == 0 && !r.InContext:
		return "nothing was found to scan"
	case s.Degraded:
		return "a check failed or reached a bound; see the report"
	case s.Incomplete:
		return lookedAtAll(r)
	case s.Unresolved > 0 && !r.InContext:
		return fmt.Sprintf("the text of %d of %d definitions is not known without running code", s.Unresolved, s.Definitions)
	}
	return ""
}

// explainScanError adds what to do about an error of the scan.
func explainScanError(err error, cmd *cobra.Command, paths []string) error {
	var unknown *lint.UnknownCheckError
	if errors.As(err, &unknown) {
		return &hintError{err, joinHints(didYouMean(unknown.ID, unknown.Known), "See mcp-lint rules.")}
	}
	if errors.Is(err, fs.ErrNotExist) && len(paths) > 0 && cmd == cmd.Root() {
		if n := near.Word(paths[0], commandNames(cmd)); n != "" {
			return &hintError{err, "Did you mean the command " + n + "?"}
		}
	}
	return err
}

func joinHints(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}
