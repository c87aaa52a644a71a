package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/change"
	"github.com/org/mcp-lint/lint"
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
	color         string
	quiet         bool
	verbose       bool
	// changed names a diff, and touched is what it says.
	changed       string
	touched       report.Changed
	sarifCategory string
	// settings says what a configuration file has set.
	settings []string
}

var failOnWords = []string{"low", "medium", "high", "critical", "never"}

func (o *scanOptions) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVarP(&o.outputs, "output", "o", nil, "`FORMAT[=FILE]`: text, json, sarif, github, markdown, html or gitlab, to a file or standard output; repeatable (default text)")
	f.StringVar(&o.failOn, "fail-on", "medium", "lowest severity that fails the run: low, medium, high, critical or never")
	f.StringSliceVar(&o.only, "only", nil, "run only these `CHECKS`")
	f.StringSliceVar(&o.skip, "skip", nil, "do not run these `CHECKS`")
	f.Float64Var(&o.minConfidence, "min-confidence", 0, "leave out signals of lower confidence, from 0 to 1")
	f.StringVar(&o.config, "config", "", "read settings from `FILE` (default "+lint.ConfigName+" in the working directory)")
	f.BoolVar(&o.noConfig, "no-config", false, "read no configuration file")
	f.BoolVar(&o.strict, "strict", false, "exit 3 when something could not be looked at, or is not known without running code")
	f.BoolVar(&o.inContext, "in-context", false, "judge the named files as part of the repository around them, and report only what concerns them")
	f.StringVar(&o.color, "color", "auto", "auto, always or never")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "findings only, no summary")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "every signal and every skipped file")
	f.StringVar(&o.changed, "changed", "", "a unified `DIFF` (git diff -U0): github annotates only what its lines touch")
	f.StringVar(&o.sarifCategory, "sarif-category", "", "`CATEGORY` of the SARIF run, which tells analyses of one commit apart (default mcp-lint)")
	fixed := func(words ...string) cobra.CompletionFunc {
		return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	}
	_ = cmd.RegisterFlagCompletionFunc("output", fixed(formatNames()...))
	_ = cmd.RegisterFlagCompletionFunc("fail-on", fixed(failOnWords...))
	_ = cmd.RegisterFlagCompletionFunc("color", fixed("auto", "always", "never"))
	_ = cmd.RegisterFlagCompletionFunc("only", fixed(checkIDs()...))
	_ = cmd.RegisterFlagCompletionFunc("skip", fixed(checkIDs()...))
}

func runScan(s streams, cmd *cobra.Command, o *scanOptions, paths []string) error {
	if err := o.prepare(cmd); err != nil {
		return err
	}
	sinks, err := parseOutputs(o.outputs)
	if err != nil {
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

// prepare completes the options with what a configuration file sets, reads the diff and checks all of them.
func (o *scanOptions) prepare(cmd *cobra.Command) error {
	if err := o.configure(cmd); err != nil {
		return err
	}
	if err := o.validate(); err != nil {
		return err
	}
	return o.readChanges()
}

// scan runs the scan; the options are prepared.
func (o *scanOptions) scan(s streams, cmd *cobra.Command, paths []string) (*lint.Report, error) {
	callback, wipe := progress(s, o.quiet)
	r, err := lint.Run(lint.Options{
		Paths: paths, Stdin: s.in, Only: o.only, Skip: o.skip, MinConfidence: o.minConfidence, Version: versionNumber(),
		Progress: callback, Settings: o.settings, InContext: o.inContext,
	})
	wipe()
	if err != nil {
		return nil, explainScanError(err, cmd, paths)
	}
	return r, nil
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
	if o.quiet && o.verbose {
		return errors.New("--quiet and --verbose exclude each other")
	}
	return nil
}

// verdict turns the report into an exit code.
func (o *scanOptions) verdict(r *lint.Report) error {
	if floor, ok := detect.ParseSeverity(o.failOn); ok {
		for _, f := range r.Findings {
			if f.Severity >= floor {
				return &exitError{code: exitFindings}
			}
		}
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

// incomplete says for people why a run did not look at everything, or nothing when it did. Of files that were named with --in-context
// that is asked for which could not be read: a commit is not stopped for holding nothing, or for what only running code would tell.
func incomplete(r *lint.Report) string {
	s := r.Summary
	switch {
	case s.Definitions == 0 && s.Servers == 0 && !r.InContext:
		return "nothing was found to scan"
	case s.Degraded:
		return "a check failed or reached a bound; see the report"
	case s.Incomplete:
		missed := r.Missed()
		if len(missed) == 0 {
			return ""
		}
		words := fmt.Sprintf("%s could not be looked at: %s", missed[0].Path, cmp.Or(missed[0].Detail, string(missed[0].Reason)))
		if more := len(missed) - 1; more > 0 {
			words += fmt.Sprintf(" (and %d more)", more)
		}
		return words
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
		if n := nearest(paths[0], commandNames(cmd)); n != "" {
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
