package main

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/archive"
	"github.com/org/mcp-lint/internal/approve"
	"github.com/org/mcp-lint/internal/change"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/pull"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

// scanOptions are what the flags of a scan say, and what is read because of them.
type scanOptions struct {
	// Options are those of the scan that flags and settings set as they are; lintOptions completes them. Installed is what clients of the user have
	// configured, which is scanned in place of paths, and Places are scanned beside the paths.
	lint.Options
	// input names a stream of definitions, which is scanned in place of paths.
	input               string
	outputs             []string
	failOn, minSeverity string
	timeout             time.Duration
	configName          string
	noConfig            bool
	strict              bool
	// next says what to run where a scan cannot judge.
	next           string
	color          string
	quiet, verbose bool
	fix, diff      bool
	// shown are the options of the formats that flags set as they are; formatOptions completes them.
	shown report.Options
	// since names a commit; what is found in it too is known.
	since string
	// changed names a diff, which says what is touched.
	changed string
	// lockName and baselineName name the files that are compared with, and writeBaseline the baseline to write.
	lockName, baselineName, writeBaseline string
	noLock, requireLock                   bool
	// otherwise is what counts as approved where there is no lock file.
	otherwise *settings.Loaded[*lock.File]
	// ruleFiles name files of rules, and own are those rules.
	ruleFiles []string
	own       settings.Rules
	// unread says that the settings ask for rules that are not read.
	unread string
	// mustFind is set where to find nothing that reaches a model is not a pass.
	mustFind bool
	// approved and known are the lock and the baseline, each with its file; they are nil without one.
	approved *settings.Loaded[*lock.File]
	known    *settings.Loaded[*lint.Baseline]
}

var (
	failOnWords = []string{"low", "medium", "high", "critical", "never"}
	colorWords  = []string{"auto", "always", "never"}
)

func runScan(s streams, cmd *cobra.Command, o *scanOptions, paths []string) error {
	if o.input != "" {
		return o.stream(s, cmd, paths)
	}
	if err := refuseStreamFormat(o.outputs); err != nil {
		return err
	}
	if err := o.prepare(cmd, paths); err != nil {
		return err
	}
	sinks, err := o.sinks()
	if err != nil {
		return err
	}
	if o.InContext {
		paths = onlyFiles(paths)
	}
	if slices.ContainsFunc(paths, isArchive) {
		o.judgeAll(cmd)
	}
	if err := o.begin(s, cmd, paths); err != nil {
		return err
	}
	r, err := o.scan(s, cmd, paths)
	if err != nil {
		return err
	}
	if o.fix || o.diff {
		return o.runFix(s, cmd, paths, r, sinks)
	}
	if err := writeAll(sinks, r, s, o, append(slices.Clip(paths), ".")); err != nil {
		return err
	}
	return o.verdict(r)
}

// prepare completes the options with what a configuration file sets, reads the diff, the lock and the baseline and checks all of them.
func (o *scanOptions) prepare(cmd *cobra.Command, paths []string) error {
	for _, step := range []func() error{
		func() error { return o.configure(cmd, paths) }, o.validate, func() error { return o.readLock(cmd.ErrOrStderr()) },
		o.readBaselines, o.readChanges,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// begin does what comes before a scan, or two of them with --fix; the options are prepared.
func (o *scanOptions) begin(s streams, cmd *cobra.Command, paths []string) error {
	if err := o.readSince(s, cmd, paths); err != nil {
		return err
	}
	o.warnUnread(s)
	return nil
}

// scan runs the scan and writes the baseline that is asked for.
func (o *scanOptions) scan(s streams, cmd *cobra.Command, paths []string) (*lint.Report, error) {
	o.shown.HTML.Origin = o.origin(paths)
	opts := o.lintOptions(s, paths)
	opts.Columns = columns(s.out)
	run := lint.RunBaseline
	if o.writeBaseline == "" {
		run = func(opts lint.Options) (*lint.Report, *lint.NewBaseline, error) {
			r, err := lint.Run(opts)
			return r, nil, err
		}
	}
	r, made, err := withProgress(s, o.quiet, opts, run)
	if err != nil {
		return nil, explainScanError(err, cmd, paths)
	}
	return r, o.recordBaseline(s, made)
}

// lintOptions are the options of the scan as package lint takes them.
func (o *scanOptions) lintOptions(s streams, paths []string) lint.Options {
	opts := o.Options
	if o.timeout > 0 {
		opts.Deadline = time.Now().Add(o.timeout) //nolint:forbidigo // the user sets a time limit, and what it leaves out is reported
	}
	opts.Paths, opts.Stdin, opts.Version, opts.OnlyNeeded = paths, s.in, versionNumber(), o.InContext
	opts.CustomChecks, opts.MinSeverity, opts.Today = o.own.Checks(), severityOf(o.minSeverity), cmp.Or(o.Today, s.day())
	if o.approved != nil {
		opts.Lock, opts.LockFile = o.approved.Value, o.approved.File
	}
	if o.known != nil {
		opts.Baseline, opts.BaselineFile, opts.Since = o.known.Value, o.known.File, o.since
	}
	return opts
}

func (o *scanOptions) readChanges() error {
	if o.changed == "" {
		return nil
	}
	lines, opened, err := readDiff(o.changed)
	switch {
	case err != nil && opened:
		return hint.Errorf("Create it with git diff -U0.", "--patch %q: %w", o.changed, err)
	case err != nil:
		return err
	}
	o.shown.GitHub.Changed = lines.Touch
	return nil
}

func readDiff(name string) (lines *change.Lines, opened bool, err error) {
	f, err := userfile.Open(name)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	lines, err = change.Read(f)
	return lines, true, err
}

func (o *scanOptions) validate() error {
	err := cmp.Or(oneOf("fail-on", o.failOn, failOnWords...), o.checkMinSeverity(),
		oneOf("color", o.color, colorWords...), share("min-confidence", o.MinConfidence))
	if err != nil {
		return err
	}
	_, noDay := time.Parse(time.DateOnly, o.Today)
	switch {
	case o.Today != "" && noDay != nil:
		return hint.Errorf("Use YYYY-MM-DD.", "invalid --today %q: not a valid date", o.Today)
	case o.timeout < 0:
		return hint.Errorf("Use a duration such as 90s or 10m; leave it out for no limit.", "invalid --timeout %s", o.timeout)
	case o.noLock && o.requireLock:
		return errors.New("--require-lock and --no-lock cannot be used together")
	case o.noLock && o.lockName != "":
		return errors.New("--lock and --no-lock cannot be used together")
	case o.since != "" && (o.baselineName != "" || o.writeBaseline != ""):
		return errors.New("--since cannot be used with --baseline or --write-baseline")
	case o.since != "" && o.NoIgnores:
		return errors.New("--since cannot be used with --no-ignores, which suppresses nothing")
	case o.fix && o.diff:
		return errors.New("--fix and --dry-run cannot be used together")
	case o.diff && slices.ContainsFunc(o.outputs, func(v string) bool { return v != "text" && v != "text=-" }):
		return hint.Errorf("Scan without --dry-run for a report.", "--dry-run cannot be used with --output: it prints a diff and no report")
	case (o.fix || o.diff) && o.writeBaseline != "":
		return errors.New("--fix and --dry-run cannot be used with --write-baseline")
	case o.quiet && o.verbose:
		return errors.New("--quiet and --verbose cannot be used together")
	}
	return nil
}

// judgeAll has a scan fail that cannot judge all of a package, unless the user wants it otherwise.
func (o *scanOptions) judgeAll(cmd *cobra.Command) {
	o.strict = o.strict || !cmd.Flags().Changed("strict")
	o.next = cmp.Or(o.next, "To judge what the running server says, use mcp-lint live -- COMMAND; that runs it.")
}

// isArchive reports whether the named file is an archive, such as a package.
func isArchive(name string) bool {
	if !archive.HasName(filepath.Base(name)) {
		return false
	}
	head, err := userfile.Read(name, 512)
	return err == nil && archive.Is(filepath.Base(name), head)
}

// outcome is the verdict on the scan. What is shown has no say in it, except that a baseline that is written holds it.
func (o *scanOptions) outcome(r *lint.Report) lint.Outcome {
	judged := *r
	if o.writeBaseline != "" {
		judged.Summary.WorstBelow = detect.SeverityNone
	}
	return judged.Outcome(severityOf(o.failOn), o.counts)
}

// verdict is the exit code of the scan, with what there is to say about it.
func (o *scanOptions) verdict(r *lint.Report) error {
	all := o.outcome(r)
	unseen := r.Lock != nil && r.Lock.Unseen > 0
	switch {
	case all.Verdict == lint.Fails:
		return &exitError{code: exitFindings}
	case all.Verdict == lint.Passes:
		return nil
	case unseen && (o.requireLock || o.strict):
		return &exitError{exitIncomplete, hint.Add(errors.New(all.String()), approve.HintUnseen)}
	case !o.strict && !(o.mustFind && all.Nothing):
		return nil
	case r.InContext:
		return &exitError{exitIncomplete, hint.Add(errors.New(all.String()), "Fix or split the file. If it must stay as it is, exclude it or set --strict=false.")}
	case all.Incomplete:
		return &exitError{exitIncomplete, hint.Add(errors.New(all.String()), o.next)}
	}
	return &exitError{exitNotJudged, hint.Add(errors.New(all.String()), o.next)}
}

// severityOf is the severity of a word that was checked before; "" is none.
func severityOf(word string) detect.Severity {
	s, _ := detect.ParseSeverity(word)
	return s
}

// counts is the severity that a finding fails the run with; what is informational never fails it. A baseline that was just written holds
// all but what differs from a lock file.
func (o *scanOptions) counts(f *lint.Finding) detect.Severity {
	if f.Note() || o.writeBaseline == "" {
		return f.Weight()
	}
	rest, ok := f.Only(func(i int) bool { return lock.Compares(f.Signals[i].CheckID) })
	if !ok {
		return detect.SeverityNone
	}
	// The file may be one in which it weighs less.
	return min(rest.Severity, f.Severity)
}

func explainScanError(err error, cmd *cobra.Command, paths []string) error {
	var unknown *lint.UnknownCheckError
	if errors.As(err, &unknown) {
		return settings.UnknownCheck(unknown)
	}
	if advice := elsewhere(paths); errors.Is(err, fs.ErrNotExist) && advice != "" {
		return hint.Add(err, advice)
	}
	if errors.Is(err, fs.ErrNotExist) && len(paths) > 0 && cmd == cmd.Root() {
		if n := didyoumean.Word(paths[0], commandNames(cmd)); n != "" {
			return hint.Add(err, "Did you mean the command "+n+"?")
		}
	}
	return err
}

// insteadOf are commands of other linters, with what to use here.
var insteadOf = map[string]string{
	"fix":   "To fix what is certain, use mcp-lint --fix PATH; --dry-run shows the changes first.",
	"check": "To scan, name the paths only: mcp-lint PATH.", "lint": "To scan, name the paths only: mcp-lint PATH.", "run": "To scan, name the paths only: mcp-lint PATH.",
	"update": "To record what is new or changed, use mcp-lint lock.", "fetch": "To fetch a package and scan it, use mcp-lint pull npm:NAME.",
	"inspect": "To ask a running server, use mcp-lint live -- COMMAND.", "proxy": "To ask a running server, use mcp-lint live -- COMMAND.",
}

// elsewhere says how to scan what is named like a path and is none.
func elsewhere(paths []string) string {
	for _, p := range paths {
		scheme, rest, _ := strings.Cut(p, ":")
		switch {
		case userfile.Exists(p):
		case (scheme == "http" || scheme == "https") && strings.HasPrefix(rest, "//"):
			return "A scan opens no connection. To ask a running server, use mcp-lint live --url " + safe.Message(p) +
				"; to scan a repository, clone it first."
		case slices.Contains([]string{"npm", "pypi", "git", "oci", "docker"}, scheme) && rest != "":
			return "A scan opens no connection. To fetch the package and scan it, use mcp-lint pull " + safe.Message(p) + "."
		case pull.NPMName().MatchString(p):
			return "A scan opens no connection. To fetch the package and scan it, use mcp-lint pull npm:" + safe.Message(p) + "."
		case insteadOf[p] != "":
			return insteadOf[p]
		}
	}
	return ""
}

const defaultFailOn = "medium"

func (o *scanOptions) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVarP(&o.outputs, "output", "o", nil,
		"`FORMAT[=FILE]`: "+strings.Join(formatNames(), ", ")+"; to a file or standard output; repeatable (default text)")
	f.StringVar(&o.input, "input", "", "scan the definitions in `FILE`, one a line, while reading; - is standard input; writes jsonl, a verdict a line")
	registerWords(cmd, &o.failOn, "fail-on", "", defaultFailOn,
		"lowest severity that fails the run: low, medium, high, critical or never", failOnWords...)
	registerWords(cmd, &o.minSeverity, "min-severity", "", "",
		"hide findings below this severity: low, medium, high or critical (default: show all)", failOnWords[:4]...)
	f.StringSliceVar(&o.Only, "only", nil, "run only these `CHECKS`")
	f.StringSliceVar(&o.Skip, "skip", nil, "do not run these `CHECKS`")
	f.Float64Var(&o.MinConfidence, "min-confidence", 0, "drop signals whose confidence is below `NUMBER`, from 0 to 1")
	o.registerSettings(cmd)
	f.BoolVar(&o.strict, "strict", false, "exit 3 when not everything could be read, and 4 when nothing was found to judge (default for packages and archives)")
	f.BoolVar(&o.InContext, "in-context", false, "judge the named files with what they import and what imports them, and report only what concerns them")
	f.BoolVar(&o.AgentsFiles, "agents-files", false, "also scan instruction files for agents: AGENTS.md, SKILL.md, CLAUDE.md, editor rules")
	f.DurationVar(&o.timeout, "timeout", 0, "stop the scan after this `DURATION`, such as 90s, and report it as incomplete (default no limit)")
	o.registerColor(cmd)
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print findings only, no summary")
	f.BoolVar(&o.fix, "fix", false, "fix what is certain: remove hidden characters, pin versions that a lock file names, replace credentials by variables")
	f.BoolVar(&o.diff, "dry-run", false, "show what --fix would change, and change nothing")
	f.BoolVar(&o.shown.Text.All, "all-findings", false, "show every finding in text, not only the first 50")
	f.BoolVar(&o.shown.Text.Statistics, "statistics", false, "count findings by check in text, instead of showing them")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print every signal and every skipped file")
	f.StringVar(&o.changed, "patch", "", "a unified diff in `FILE` (git diff -U0): the github format annotates only lines that it touches")
	f.StringVar(&o.shown.SARIF.Category, "sarif-category", "", "`CATEGORY` of the SARIF run, to distinguish several analyses of one commit (default mcp-lint)")
	f.BoolVar(&o.shown.SARIF.IncludeSuppressed, "include-suppressed", false, "include suppressed findings in SARIF, marked as such; GitHub shows them as open")
	f.BoolVar(&o.noLock, "no-lock", false, "do not use a lock file")
	f.BoolVar(&o.requireLock, "require-lock", false, "exit 2 when there is no lock file")
	f.StringVar(&o.baselineName, "baseline", "", "do not report findings that are in the baseline `FILE`")
	f.StringVar(&o.since, "since", "", "report only findings that are new since the Git commit `REV`")
	f.StringVar(&o.writeBaseline, "write-baseline", "", "write the findings to the baseline `FILE` and do not fail for them; changes since approval are not included")
	_ = cmd.RegisterFlagCompletionFunc("output", fixedWords(formatNames()...))
	_ = cmd.RegisterFlagCompletionFunc("only", completeChecks)
	_ = cmd.RegisterFlagCompletionFunc("skip", completeChecks)
}

// registerSettings adds the flags that decide what a scan takes into account; the commands around the lock file have them too, to see
// what a scan sees.
func (o *scanOptions) registerSettings(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.configName, "config", "", "read settings from `FILE` (default "+config.Name+" in the working directory, or else the nearest one above it in its repository)")
	f.BoolVar(&o.noConfig, "no-config", false, "do not read a configuration file")
	registerRules(cmd, &o.ruleFiles)
	f.StringVar(&o.lockName, "lock", "", "lock `FILE` with the approvals (default "+lock.Name+" in the working directory)")
	f.StringArrayVar(&o.Exclude, "exclude", nil, "do not scan files that match this `PATTERN`, as in .gitignore; repeatable")
	f.BoolVar(&o.NoIgnores, "no-ignores", false, "suppress nothing: no ignores, comments, placeholders, trusted servers or baseline")
	f.StringVar(&o.Today, "today", "", "check expiry of ignore entries against this `DATE`, YYYY-MM-DD (default: today in UTC)")
	_ = cmd.RegisterFlagCompletionFunc("today", cobra.NoFileCompletions)
}

func (o *scanOptions) registerColor(cmd *cobra.Command) {
	registerWords(cmd, &o.color, "color", "", "auto", "auto, always or never", colorWords...)
}

// completeChecks lists the checks; it is not asked before somebody completes.
func completeChecks(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return lint.CheckIDs(), cobra.ShellCompDirectiveNoFileComp
}

func fixedWords(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

func formatNames() []string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	return names
}

func (o *scanOptions) checkMinSeverity() error {
	if o.minSeverity == "" {
		return nil
	}
	return oneOf("min-severity", o.minSeverity, failOnWords[:4]...)
}
