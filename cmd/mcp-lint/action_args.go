package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mattn/go-shellwords"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/action"
)

// readArgs reads the flags of input args. They may not take back what another input says, nor write where the Action writes.
func (a *actionRun) readArgs() error {
	wrong := func(reason, hint string) error { return &action.InputError{Input: "args", Reason: reason, Hint: hint} }
	parser := shellwords.NewParser()
	words, err := parser.Parse(a.in.Args)
	if err == nil && parser.Position >= 0 {
		// The parser stops there as a shell would end the command.
		err = errors.New("a character that means something to a shell")
	}
	if err != nil {
		return wrong(fmt.Sprintf("cannot be split into words: %v", err), "Put quotes around words that hold ; & | < > ( or quotes.")
	}
	probe := &cobra.Command{Use: "mcp-lint"}
	var own scanOptions
	own.register(probe)
	taken := map[string]string{"sarif-category": "category"}
	for _, f := range a.in.Flags {
		taken[f.Name] = f.Input
		if f.Input == "config" || f.Input == "lock" {
			// They have two flags, one of which says that there is no file.
			taken[f.Input], taken["no-"+f.Input] = f.Input, f.Input
		}
	}
	if a.in.ChangedOnly {
		taken["changed"] = "changed-only"
	}
	flags := probe.Flags()
	flags.Usage = func() {}
	if err := flags.Parse(words); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			err = errors.New("--help is for people")
		}
		err = flagError(probe, err)
		var hint *hintError
		errors.As(err, &hint)
		return wrong(fmt.Sprintf("does not fit: %v", err), hint.hint)
	}
	if flags.NArg() > 0 {
		return wrong(fmt.Sprintf("holds %q, which is no flag", text.Safe(flags.Arg(0), messageRunes)), "Paths go into input paths.")
	}
	var twice error
	flags.Visit(func(f *pflag.Flag) {
		if input, ok := taken[f.Name]; ok && twice == nil {
			twice = wrong("sets --"+f.Name+", which is for input "+input, "Use only that input.")
		}
	})
	if twice != nil {
		return twice
	}
	if err := a.cmd.Flags().Parse(words); err != nil {
		return wrong(fmt.Sprintf("does not fit: %v", err), "")
	}
	return a.readOutputs()
}

// readOutputs reads the --output flags of input args.
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
			return &action.InputError{
				Input: "args", Reason: fmt.Sprintf("cannot hold --output %s: standard output is the log of the job", k.format.name),
				Hint: fmt.Sprintf("Name a file, as in --output %s=FILE.", k.format.name),
			}
		case a.in.SARIFFile != "" && sameFile(k.file, a.in.SARIFFile):
			return &action.InputError{Input: "args", Reason: "writes another format to the file that input sarif-file names"}
		}
	}
	a.sinks = sinks
	return nil
}

// sameFile reports whether two names mean one file.
func sameFile(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	sa, ea := os.Stat(a)
	sb, eb := os.Stat(b)
	return ea == nil && eb == nil && os.SameFile(sa, sb)
}
