package main

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/mattn/go-shellwords"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/action"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

// newAction is the command that action.yml calls: one scan, for the log, annotations, the summary, the SARIF file and outputs.
func newAction(s streams) *cobra.Command {
	return &cobra.Command{
		Use:    "action",
		Short:  "Scan as the GitHub Action, with inputs from " + action.Prefix + "* variables",
		Hidden: true,
		Args:   noArgs,
		RunE: func(*cobra.Command, []string) error {
			a := &actionRun{streams: s, token: rand.Text}
			return a.run()
		},
	}
}

const actionTimeout = 10 * time.Minute

type actionRun struct {
	streams
	token  func() string
	in     action.Inputs
	opts   scanOptions
	change action.Change
	sinks  []sink
	cmd    *cobra.Command
}

// run does everything and returns the verdict of scan. What goes wrong becomes an annotation, and the outputs are written even then.
func (a *actionRun) run() error {
	var outputs []action.Output
	r, err := a.scan()
	if err == nil {
		outputs, err = a.report(r)
	}
	if err == nil {
		err = a.opts.verdict(r)
	}
	code, said := codeOf(err)
	if code == exitUsage {
		outputs = append(outputs, action.Output{Name: "upload", Value: "false"})
	}
	outputs = append(outputs, action.Output{Name: "exit-code", Value: strconv.Itoa(code)})
	if file := a.env("GITHUB_OUTPUT"); file != "" {
		if e := action.WriteOutputs(file, outputs); e != nil {
			err, code, said = fmt.Errorf("cannot write the outputs: %w", e), exitUsage, false
		}
	}
	if !said {
		a.complain(err)
	}
	if code == exitOK {
		return nil
	}
	return &exitError{code: code}
}

func (a *actionRun) complain(err error) {
	words := err.Error()
	if advice := hint.Of(err); advice != "" {
		words += ". " + advice
	}
	// The exit code says so too when this cannot be written.
	_ = report.Message(a.out, report.LevelError, "mcp-lint", words)
}

func (a *actionRun) scan() (*lint.Report, error) {
	in, err := action.Read(a.env, action.Known{FailOn: failOnWords, Checks: lint.CheckIDs(), Suggest: didyoumean.Question})
	if err != nil {
		return nil, err
	}
	a.in, a.change = in, action.Change{Unknown: in.DiffUnknown, Paths: in.Paths}
	a.cmd = &cobra.Command{Use: "mcp-lint"}
	a.opts.register(a.cmd)
	a.opts.timeout = actionTimeout
	if err := a.readArgs(); err != nil {
		return nil, err
	}
	for _, f := range in.Flags {
		if err := a.cmd.Flags().Set(f.Name, f.Value); err != nil {
			return nil, action.WrongInput(f.Input, fmt.Sprintf("cannot be %q", f.Value), "")
		}
	}
	a.opts.shown.SARIF.Category = in.Category
	if err := a.opts.prepare(a.cmd, in.Paths); err != nil {
		return nil, err
	}
	if err := a.opts.refuseSinks(a.reports()); err != nil {
		return nil, err
	}
	if err := a.readChange(); err != nil {
		return nil, err
	}
	if err := a.opts.begin(a.streams, a.cmd, in.Paths); err != nil {
		return nil, err
	}
	return a.opts.scan(a.streams, a.cmd, in.Paths)
}

// flag is the value of a flag that names a file, and whether another one says that there is none.
func (a *actionRun) flag(name string) (value string, none bool) {
	value, _ = a.cmd.Flags().GetString(name)
	none, _ = a.cmd.Flags().GetBool("no-" + name)
	return value, none
}

func (a *actionRun) readChange() error {
	if a.in.Diff == "" {
		return nil
	}
	lines, _, err := readDiff(a.in.Diff)
	if err == nil {
		a.change.Lines = lines
		if a.in.ChangedOnly {
			a.opts.shown.GitHub.Changed = lines.Touch
		}
		return nil
	}
	a.change.Unknown = "the diff cannot be read: " + err.Error()
	if !a.in.ChangedOnly {
		return nil
	}
	return report.Message(a.out, report.LevelNotice, "mcp-lint: changed-only", "All findings are annotated, because the diff cannot be read: "+err.Error())
}

// readArgs reads the flags of input args. They may not take back what another input says, nor write where the Action writes.
func (a *actionRun) readArgs() error {
	wrong := func(reason, advice string) error {
		return action.WrongInput("args", reason, advice)
	}
	parser := shellwords.NewParser()
	words, err := parser.Parse(a.in.Args)
	if err == nil && parser.Position >= 0 {
		// The parser stops there as a shell would end the command.
		err = errors.New("unquoted shell character")
	}
	if err != nil {
		return wrong(fmt.Sprintf("cannot be split into words: %v", err), "Quote words that contain ; & | < > ( or quotes.")
	}
	taken := map[string]string{"sarif-category": "category"}
	for _, f := range a.in.Flags {
		taken[f.Name] = f.Input
		if f.Input == "config" || f.Input == "lock" {
			// They have two flags, one of which says that there is no file.
			taken[f.Input], taken["no-"+f.Input] = f.Input, f.Input
		}
	}
	if a.in.ChangedOnly {
		taken["patch"] = "changed-only"
	}
	flags := a.cmd.Flags()
	flags.Usage = func() {}
	if err := flags.Parse(words); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			err = errors.New("--help is not supported here")
		}
		err = flagError(a.cmd, err)
		return wrong(fmt.Sprintf("is not valid: %v", err), hint.Of(err))
	}
	if flags.NArg() > 0 {
		return wrong(fmt.Sprintf("contains %q, which is not a flag", safe.Message(flags.Arg(0))), "Put paths into the paths input.")
	}
	var twice error
	flags.Visit(func(f *pflag.Flag) {
		if input, ok := taken[f.Name]; ok && twice == nil {
			twice = wrong("sets --"+f.Name+", which the input "+input+" sets", "Use only the input.")
		}
	})
	return cmp.Or(twice, a.readOutputs())
}

func (a *actionRun) readOutputs() error {
	if len(a.opts.outputs) == 0 {
		return nil
	}
	sinks, err := parseOutputs(a.opts.outputs)
	if err != nil {
		return err
	}
	for _, k := range sinks {
		switch {
		case k.file == "":
			return action.WrongInput("args", fmt.Sprintf("cannot contain --output %s: standard output is the job log", k.format.Name), fmt.Sprintf("Name a file, as in --output %s=FILE.", k.format.Name))
		case a.in.SARIFFile != "" && userfile.Same(k.file, a.in.SARIFFile):
			return action.WrongInput("args", "writes another format to the file of the sarif-file input", "")
		}
	}
	a.sinks = sinks
	return nil
}

// report hands the report to every sink and returns the outputs of the step, those so far with an error too.
func (a *actionRun) report(r *lint.Report) ([]action.Output, error) {
	outputs := []action.Output{
		{Name: "verdict", Value: a.opts.outcome(r).Verdict},
		{Name: "findings", Value: strconv.Itoa(len(r.Findings))},
		{Name: "highest-severity", Value: highest(r)},
		{Name: "suppressed", Value: strconv.Itoa(r.Summary.Suppressed)},
		{Name: "skipped", Value: strconv.Itoa(len(r.Missed()))},
	}
	if r.Lock != nil {
		outputs = append(outputs,
			action.Output{Name: "changed", Value: strconv.Itoa(r.Lock.Changed)}, action.Output{Name: "pending", Value: strconv.Itoa(r.Lock.Pending)})
	}
	var approved *lock.File
	if a.opts.approved != nil {
		approved = a.opts.approved.Value
	}
	cautions := a.change.Cautions(r, action.Deciders(a.flag, a.opts.own.Files()), approved)
	o := a.opts.formatOptions(r)
	o.Text.Color = useColor(a.opts.color, a.out, a.env)
	err := action.Group(a.out, "mcp-lint report", a.token(), func(w io.Writer) error {
		return errors.Join(report.Text(w, r, o.Text), report.TextCautions(w, cautions))
	})
	if err == nil && a.in.Annotations {
		o.GitHub.Cautions = cautions
		err = report.GitHub(a.out, r, o.GitHub)
	}
	if err != nil {
		return outputs, err
	}
	if err := a.summarize(r, cautions); err != nil {
		return outputs, err
	}
	sarifFile, err := a.writeFiles(r)
	if sarifFile != "" {
		outputs = append(outputs, action.Output{Name: "sarif-file", Value: sarifFile})
	}
	if err != nil {
		return outputs, err
	}
	d := action.Decide(a.in.Upload, a.env, func(name string) ([]byte, error) { return action.ReadFile(name, maxEvent) })
	if d.Reason != "" {
		if _, err := fmt.Fprintf(a.out, "The SARIF file is not uploaded: %s.\n", d.Reason); err != nil {
			return outputs, err
		}
	}
	return append(outputs,
		action.Output{Name: "upload", Value: strconv.FormatBool(d.Upload)},
		action.Output{Name: "upload-required", Value: strconv.FormatBool(d.Required)}), nil
}

const maxEvent = 32 << 20

// cautionBytes bounds what cautions take of the summary.
const cautionBytes = 50_000

func (a *actionRun) summarize(r *lint.Report, cautions []report.Caution) error {
	file := a.env("GITHUB_STEP_SUMMARY")
	if !a.in.Summary || file == "" {
		return nil
	}
	var b bytes.Buffer
	room := action.SummaryRoom(file)
	if err := report.MarkdownCautions(&b, cautions, min(room, cautionBytes)); err != nil {
		return err
	}
	if err := report.MarkdownWithin(&b, r, room-b.Len()); err != nil {
		return err
	}
	if b.Len() == 0 {
		return report.Message(a.out, report.LevelNotice, "mcp-lint", "The summary was left out, because the summary of the step is full.")
	}
	if err := action.AppendSummary(file, b.String()); err != nil {
		return fmt.Errorf("cannot write the summary: %w", err)
	}
	return nil
}

// writeFiles writes the SARIF file, whose name it returns once it is written, and what input args asks for.
func (a *actionRun) writeFiles(r *lint.Report) (written string, err error) {
	sarifFile := a.in.SARIFFile
	if sarifFile == "" {
		// Each use of the Action in a job gets a file of its own.
		folder, err := os.MkdirTemp(a.env("RUNNER_TEMP"), "mcp-lint-")
		if err != nil {
			return "", fmt.Errorf("cannot create a folder for the SARIF file: %w", err)
		}
		sarifFile = filepath.Join(folder, "mcp-lint.sarif")
	}
	for i, k := range a.reports() {
		if i == 0 {
			k.file = sarifFile
		}
		// What the runner reads back would make variables and outputs of foreign words.
		if slices.ContainsFunc(action.RunnerFiles(a.env), func(f string) bool { return userfile.Same(f, k.file) }) {
			return written, fmt.Errorf("cannot write %q: it is a file of the runner", k.file)
		}
		var b bytes.Buffer
		if err := k.format.Write(&b, r, a.opts.formatOptions(r)); err != nil {
			return written, fmt.Errorf("cannot write %s: %w", k.format.Name, err)
		}
		if err := action.WriteFile(k.file, b.Bytes()); err != nil {
			return written, err
		}
		if i == 0 {
			written = sarifFile
		}
	}
	return written, nil
}

// reports are the SARIF file that input sarif-file names, which may be none yet, and behind it what input args asks for.
func (a *actionRun) reports() []sink {
	return append([]sink{{formatOf("sarif"), a.in.SARIFFile}}, a.sinks...)
}

func highest(r *lint.Report) string {
	var top detect.Severity
	for _, f := range r.Findings {
		top = max(top, f.Severity)
	}
	if len(r.Findings) == 0 {
		return "none"
	}
	return cmp.Or(top.String(), "none")
}
