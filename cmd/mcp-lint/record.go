package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/record"
	"github.com/org/mcp-lint/internal/userfile"
)

const longRecord = `Start or connect to a server and save what it sends to models: its name, instructions, tools,
prompts, resources and resource templates, as it sent them. Scan, lock and compare the record like any other file.

It runs the command without a shell and with a minimal environment (--env adds variables), and stops it afterwards with
everything it has started. Run a server that you do not trust in a container, like any program. It calls no tool,
fills in no prompt and reads no resource, and it declines requests from the server.

Time, pages and bytes are bounded. If a list is missing, nothing is written, unless --partial allows a partial record.

Exit codes:
  0  everything was recorded           3  some was recorded, with --partial
  2  nothing was recorded: usage,    130  interrupted (Ctrl-C)
     no server, a missing list`

const exampleRecord = `  mcp-lint live --save recorded.json -- ./server    the new spelling`

type recordOptions struct {
	record.Session
	output                   string
	env, headers, headersEnv []string
	partial, quiet, verbose  bool
}

func newRecord(s streams) *cobra.Command {
	o := &recordOptions{}
	cmd := &cobra.Command{
		Use:     "record [flags] -- COMMAND [ARG...]",
		Short:   "Save what a running server sends to models",
		Long:    longRecord,
		Example: exampleRecord,
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(s, cmd, args) },
	}
	o.register(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.output, "output", "o", "-", "the file to write; - is standard output")
	f.DurationVar(&o.Limits.Total, "timeout", record.Defaults().Total, "time limit for the whole recording")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print only errors")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "show what the server writes to its standard error")
	return cmd
}

// register adds the flags that say which server is asked, and how.
func (o *recordOptions) register(cmd *cobra.Command) {
	limits := record.Defaults()
	f := cmd.Flags()
	f.StringVar(&o.URL, "url", "", "use the server at this URL instead of running a command")
	f.StringArrayVar(&o.headers, "header", nil, "send the header NAME=VALUE to the server at --url; repeatable")
	f.StringArrayVar(&o.headersEnv, "header-env", nil, "like --header, but NAME=VARIABLE takes the value from an environment variable; repeatable")
	o.registerSignIn(cmd)
	f.BoolVar(&o.AllowHTTP, "allow-http", false, "allow plain HTTP to another machine")
	f.StringArrayVar(&o.env, "env", nil, "pass the environment variable NAME, or NAME=VALUE, to the server; repeatable")
	f.StringVar(&o.Folder, "cwd", "", "start the server in this folder (default: the current one)")
	f.StringVar(&o.Client, "client-name", "mcp-lint", "client name to send to the server")
	f.DurationVar(&o.Limits.Start, "start-timeout", limits.Start, "time limit for the server to start")
	f.DurationVar(&o.Limits.Answer, "answer-timeout", limits.Answer, "time limit for one answer")
	f.DurationVar(&o.Limits.Settle, "settle", limits.Settle, "how long to wait for lists that the server says are still changing")
	f.IntVar(&o.Limits.Items, "max-items", limits.Items, "maximum number of items in all lists together")
	f.BoolVar(&o.partial, "partial", false, "if a list is missing, use the rest and exit with 3")
}

// registerSignIn adds the flags for signing in.
func (o *recordOptions) registerSignIn(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.OAuth, "oauth", false, "sign in with a browser when a server at a URL requires it (default: at a terminal)")
	f.StringVar(&o.How.ClientID, "oauth-client-id", "", "sign in as this client of --oauth-issuer instead of registering one")
	f.StringVar(&o.How.Issuer, "oauth-issuer", "", "URL of the authorization server that knows --oauth-client-id")
	f.IntVar(&o.How.Port, "oauth-port", 0, "port on this machine for the browser to return to (default: a free one)")
	f.DurationVar(&o.How.Wait, "oauth-timeout", record.SignInWait, "time limit for signing in")
}

// prepareSignIn checks the flags for signing in. Unless they say so, a user is asked where there is one, at a terminal.
func (o *recordOptions) prepareSignIn(s streams, cmd *cobra.Command) error {
	switch {
	case o.How.Wait <= 0:
		return errors.New("--oauth-timeout must be more than 0")
	case o.How.Port < 0 || o.How.Port > math.MaxUint16:
		return errors.New("--oauth-port must be between 0 and 65535")
	case (o.How.ClientID == "") != (o.How.Issuer == ""):
		return errors.New("--oauth-client-id and --oauth-issuer need each other: other authorization servers must not use the client")
	}
	if !cmd.Flags().Changed("oauth") {
		o.OAuth = changesAny(cmd, ofSignIn[1:]) || isTerminal(s.in) && isTerminal(s.err)
	}
	return nil
}

var ofSignIn = []string{"oauth", "oauth-client-id", "oauth-issuer", "oauth-port", "oauth-timeout"}

// changesAny reports whether any of the flags is on the command line. A variable does not ask for what a flag asks for.
func changesAny(cmd *cobra.Command, flags []string) bool {
	return slices.ContainsFunc(flags, func(name string) bool {
		f := cmd.Flags().Lookup(name)
		return f != nil && f.Changed && len(f.Annotations[setBy]) == 0
	})
}

func (o *recordOptions) run(s streams, cmd *cobra.Command, args []string) error {
	if err := o.prepare(s, cmd, args); err != nil {
		return err
	}
	return o.record(s, cmd)
}

// record asks the server and writes what it answers.
func (o *recordOptions) record(s streams, cmd *cobra.Command) error {
	rec, missing, err := o.session(s, cmd, "interrupted: nothing was written", "Nothing was written. Use --partial to write an incomplete record.")
	if err != nil {
		return err
	}
	fixture, notes, err := o.Fixture(rec)
	if err != nil {
		return err
	}
	if err := o.write(s, fixture); err != nil {
		return err
	}
	if o.verbose || len(missing) > 0 {
		record.ShowStderr(s.err, rec.Stderr)
	}
	o.WarnOfSecrets(fixture)
	o.report(s.err, rec, notes)
	if len(missing) > 0 {
		return &exitError{exitIncomplete, fmt.Errorf("the record is incomplete and marked as partial: %s", record.Missed(missing))}
	}
	return nil
}

func (o *recordOptions) write(s streams, fixture []byte) (err error) {
	if o.output == "-" {
		_, err = s.out.Write(fixture)
	} else {
		err = atomicfile.Write(o.output, []string{"."}, func(w io.Writer) (err error) {
			_, err = w.Write(fixture)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", o.output, err)
	}
	return nil
}

// session records the server, and returns the lists that are missing, which are an error with a hint unless --partial is given.
func (o *recordOptions) session(s streams, cmd *cobra.Command, interrupted, advice string) (*record.Recording, []record.Missing, error) {
	ctx, stop := s.signals.context(cmd.Context())
	defer stop()
	rec, err := o.Ask(ctx)
	switch {
	case errors.Is(err, context.Canceled):
		return nil, nil, &exitError{exitOf(ctx), errors.New(interrupted)}
	case err != nil:
		return nil, nil, o.failed(s, err)
	}
	missing := rec.Missing()
	if len(missing) > 0 && !o.partial {
		record.ShowStderr(s.err, rec.Stderr)
		o.reportNotes(s.err, rec.Notes)
		if rec.Denied != nil {
			advice += " " + rec.Denied.Hint
		}
		err = hint.Errorf(advice, "could not record all of %s: missing %s; recorded %s", rec.Name(), record.Missed(missing), rec.Had())
	}
	return rec, missing, err
}

func (o *recordOptions) prepare(s streams, cmd *cobra.Command, args []string) error {
	wrong, advice := "", "See "+cmd.CommandPath()+" --help."
	dir := filepath.Dir(o.output)
	l := &o.Limits
	switch dash := cmd.ArgsLenAtDash(); {
	case o.URL != "" && len(args) > 0:
		wrong = "use a command or --url, not both"
	case o.URL != "" && (len(o.env) > 0 || o.Folder != ""):
		wrong = "--env and --cwd need a command, not --url"
	case o.URL == "" && (len(o.headers) > 0 || len(o.headersEnv) > 0 || o.AllowHTTP || changesAny(cmd, ofSignIn)):
		wrong = "--header, --header-env, --allow-http and --oauth need --url"
	case o.URL == "" && len(args) == 0:
		wrong, advice = "no server was given", "Give its command after --, as in: "+cmd.CommandPath()+" -- npx -y some-server. Or give its address with --url."
	case o.URL == "" && dash != 0:
		wrong, advice = "the command of the server must follow --", "As in: "+cmd.CommandPath()+" -- npx -y some-server."
	case l.Items < 1 || l.Start <= 0 || l.Answer <= 0 || l.Total <= 0 || l.Settle < 0:
		wrong = "--start-timeout, --answer-timeout, --timeout and --max-items must be more than 0, and --settle not less"
	case o.output != "-" && !userfile.IsFolder(dir):
		wrong, advice = fmt.Sprintf("cannot write %s: folder %s does not exist", o.output, dir), "Create it first. No server was started."
	}
	if wrong != "" {
		return hint.Add(errors.New(wrong), advice)
	}
	if err := o.prepareSignIn(s, cmd); err != nil {
		return err
	}
	o.Command, o.Version, o.Log = args, versionNumber(), s.err
	if l.Settle == 0 {
		l.Settle = -1
	}
	for _, given := range o.headers {
		h, err := record.ParseHeader(given)
		if err != nil {
			return fmt.Errorf("--header: %w", err)
		}
		o.Headers = append(o.Headers, h)
	}
	for _, given := range o.headersEnv {
		name, variable, ok := strings.Cut(given, "=")
		h := record.Header{Name: name, Value: s.env(variable)}
		if !ok {
			return errors.New("--header-env takes NAME=VARIABLE")
		}
		if h.Value == "" {
			return fmt.Errorf("--header-env: the variable %s is not set", variable)
		}
		if err := h.Check(); err != nil {
			return fmt.Errorf("--header-env: %w", err)
		}
		o.Headers = append(o.Headers, h)
	}
	var err error
	if o.Env, o.Secrets, err = record.Environ(s.env, o.env); err != nil {
		return fmt.Errorf("--env: %w", err)
	}
	for _, h := range o.Headers {
		o.Secrets = append(o.Secrets, h.Value)
	}
	return nil
}

func (o *recordOptions) failed(s streams, err error) error {
	var server *record.ServerError
	advice := ""
	if errors.As(err, &server) {
		record.ShowStderr(s.err, server.Stderr)
		advice = server.Hint
	}
	if errors.Is(err, record.ErrPlain) {
		advice = "Use https://, or --allow-http if the network is trusted."
	}
	return hint.Errorf(advice, "nothing was recorded: %w", err)
}

func (o *recordOptions) report(w io.Writer, rec *record.Recording, notes []string) {
	o.reportNotes(w, append(rec.Notes, notes...))
	if o.quiet {
		return
	}
	fmt.Fprintf(w, "mcp-lint: recorded %s: %s\n", text.BreakCommands(text.Safe(rec.Name(), 200)), rec.Had())
	if o.output != "-" {
		fmt.Fprintf(w, "          Scan it with: mcp-lint %s\n", text.BreakCommands(text.Safe(o.output, 300)))
	}
}

// reportNotes says what was odd, which may be why a list is missing.
func (o *recordOptions) reportNotes(w io.Writer, notes []string) {
	for _, note := range notes {
		if !o.quiet {
			fmt.Fprintf(w, "mcp-lint: note: %s\n", text.BreakCommands(text.Safe(note, 600)))
		}
	}
}
