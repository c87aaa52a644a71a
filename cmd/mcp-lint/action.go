package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/internal/action"
	"github.com/org/mcp-lint/internal/change"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

// newAction is the command that action.yml calls: one scan, whose report goes to the log, the annotations, the summary, the SARIF
// file and the outputs of the step.
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

// actionRun is one run of the Action.
type actionRun struct {
	streams
	// token makes a word that nobody can guess.
	token func() string
	in    action.Inputs
	opts  scanOptions
	// change is what the event is about; nil when that is not known.
	change *change.Lines
	// sinks are the files that input args asks for.
	sinks []sink
	// cmd holds the flags of scan.
	cmd *cobra.Command
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
	code := exitOK
	var exit *exitError
	switch {
	case errors.As(err, &exit):
		code = exit.code
	case err != nil:
		code = exitUsage
	}
	if code == exitUsage {
		outputs = append(outputs, action.Output{Name: "upload", Value: "false"})
	}
	outputs = append(outputs, action.Output{Name: "exit-code", Value: strconv.Itoa(code)})
	if file := a.env("GITHUB_OUTPUT"); file != "" {
		if e := action.WriteOutputs(file, outputs); e != nil {
			err, code = fmt.Errorf("could not write the outputs: %w", e), exitUsage
		}
	}
	if err != nil && (exit == nil || exit.cause != nil) {
		a.complain(err)
	}
	if code == exitOK {
		return nil
	}
	return &exitError{code: code}
}

// complain writes an error as an annotation.
func (a *actionRun) complain(err error) {
	words := err.Error()
	var hint *hintError
	if errors.As(err, &hint) && hint.hint != "" {
		words += ". " + hint.hint
	}
	var input *action.InputError
	if errors.As(err, &input) && input.Hint != "" {
		words += ". " + input.Hint
	}
	// The exit code tells of it too when this cannot be written.
	_ = report.Message(a.out, report.LevelError, "mcp-lint", words)
}

// scan reads the inputs and scans.
func (a *actionRun) scan() (*lint.Report, error) {
	in, err := action.Read(a.env, action.Known{FailOn: failOnWords, Checks: lint.CheckIDs(), Suggest: didYouMean})
	if err != nil {
		return nil, err
	}
	a.in = in
	a.cmd = &cobra.Command{Use: "mcp-lint"}
	a.opts.register(a.cmd)
	for _, f := range in.Flags {
		if err := a.cmd.Flags().Set(f.Name, f.Value); err != nil {
			return nil, &action.InputError{Input: f.Input, Reason: fmt.Sprintf("cannot be %q", f.Value)}
		}
	}
	if err := a.readArgs(); err != nil {
		return nil, err
	}
	a.opts.sarifCategory = in.Category
	if err := a.opts.prepare(a.cmd); err != nil {
		return nil, err
	}
	if err := a.opts.refuseSinks(a.reports()); err != nil {
		return nil, err
	}
	if err := a.readChange(); err != nil {
		return nil, err
	}
	return a.opts.scan(a.streams, a.cmd, in.Paths)
}
