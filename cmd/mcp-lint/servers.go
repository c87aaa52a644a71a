package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/lsp"
	"github.com/org/mcp-lint/internal/mcpserver"
	"github.com/org/mcp-lint/internal/rest"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// editorScans is how many folders are scanned at one time: each scan uses all cores.
const editorScans = 2

func newLSP(s streams) *cobra.Command {
	var timeout time.Duration
	var files []string
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Run a language server on standard input and output",
		Long: `Speaks the Language Server Protocol on standard input and output: an editor starts it and shows findings as you type,
with quick fixes. docs/editor.md explains how to set up VS Code, Neovim, Helix and Emacs.

Each workspace folder uses its own settings and lock file, as a scan in that folder does. It opens no connection
and runs nothing.

Exit codes: 0 after a shutdown request, 1 when the session ends without one, 2 for a usage error.`,
		Example: "  mcp-lint lsp",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if timeout <= 0 {
				return errors.New("--timeout must be more than 0")
			}
			ctx, done := s.signals.context(cmd.Context())
			defer done()
			own, err := settings.ReadRules(files)
			if err != nil {
				return err
			}
			return serveEditor(ctx, s, timeout, own)
		},
	}
	f := cmd.Flags()
	f.DurationVar(&timeout, "timeout", time.Minute, "stop a scan after this `DURATION`, such as 90s")
	registerRules(cmd, &files)
	f.Bool("stdio", true, "accepted for editors that pass it; it is always on")
	// The protocol names it; initialize gives the same process, which is watched.
	f.Int("clientProcessId", 0, "accepted for editors that pass it")
	hide(cmd, "stdio", "clientProcessId")
	return cmd
}

func serveEditor(ctx context.Context, s streams, timeout time.Duration, own settings.Rules) error {
	settings := func(folder string) (opts lint.Options, failOn detect.Severity, err error) {
		if opts, failOn, err = settingsOf(s, folder, false, own); err != nil {
			err = editorSettingsError(folder, err, own)
		}
		return opts, failOn, err
	}
	err := lsp.Serve(ctx, s.in, s.out, lsp.Options{
		Scanner: scanservice.NewScanner(settings, timeout, editorScans), Version: versionNumber(),
		CustomChecks: own.Checks(), CheckConfig: func(data []byte) []lsp.Problem {
			_, err := config.Parse(data, lint.CheckIDs(own.Checks()...))
			return problemsIn(err)
		},
	})
	if errors.Is(err, lsp.ErrNoShutdown) {
		return &exitError{code: exitFindings}
	}
	return err
}

// editorSettingsError says which file of a folder holds which mistakes.
func editorSettingsError(folder string, err error, own settings.Rules) error {
	out := &lsp.SettingsError{Path: filepath.Join(folder, config.Name), Err: err}
	if _, _, wrong := settings.Config(folder, "", &own); wrong == nil {
		// Then it is the lock file.
		out.Path = filepath.Join(folder, lock.Name)
	}
	if advice := hint.Of(err); advice != "" {
		out.Err = errors.New(strings.TrimSuffix(err.Error(), ".") + "; " + strings.TrimSuffix(advice, "."))
	}
	if out.Problems = problemsIn(err); out.Problems == nil {
		out.Problems = []lsp.Problem{{Text: out.Err.Error()}}
	}
	return out
}

func problemsIn(err error) []lsp.Problem {
	var all config.Problems
	errors.As(err, &all)
	var out []lsp.Problem
	for _, p := range all {
		words := p.Reason
		if advice := didyoumean.Question(p.Key, p.Known); advice != "" {
			words = cmp.Or(strings.TrimSuffix(words, "."), words) + ". " + advice
		}
		out = append(out, lsp.Problem{Line: p.Line, Text: words})
	}
	return out
}

const (
	// mcpTimeout is below the minute after which many clients give up a call.
	mcpTimeout = 50 * time.Second
	// mcpAtOnce is how many scans run at one time; each uses all cores.
	mcpAtOnce = 2
)

type mcpOptions struct {
	root                string
	noConfig, noIgnores bool
	ruleFiles           []string
	timeout             time.Duration
}

func newMCP(s streams) *cobra.Command {
	o := &mcpOptions{}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Run an MCP server on standard input and output",
		Long: `Runs an MCP server over stdio, for agents that scan definitions themselves. Its tools:
  scan_tools     scans definitions that are passed in
  scan_path      scans a file or folder below --root, and nothing outside it
  explain_check  explains a check and how to fix its findings

Its answers quote nothing of the scanned text, which may give orders to the model, unless a call sets quotes.
It opens no connection, writes nothing and starts nothing. It ends when its input ends.`,
		Example: "  mcp-lint mcp\n  mcp-lint mcp --root ~/servers",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(s, cmd) },
	}
	f := cmd.Flags()
	f.StringVar(&o.root, "root", ".", "the `FOLDER` that scan_path may read; its settings and lock file apply")
	f.BoolVar(&o.noConfig, "no-config", false, "do not read the configuration file of the root")
	f.BoolVar(&o.noIgnores, "no-ignores", false, "suppress nothing: no ignores, comments, placeholders or trusted servers")
	registerRules(cmd, &o.ruleFiles)
	f.DurationVar(&o.timeout, "timeout", mcpTimeout, "stop a scan after this `DURATION`")
	_ = cmd.MarkFlagDirname("root")
	return cmd
}

func (o *mcpOptions) run(s streams, cmd *cobra.Command) error {
	if o.timeout <= 0 {
		return fmt.Errorf("invalid --timeout %v: use a duration such as 30s", o.timeout)
	}
	own, err := settings.ReadRules(o.ruleFiles)
	if err != nil {
		return err
	}
	// The scan is bound to the folder.
	settings := func(folder string) (lint.Options, detect.Severity, error) {
		opts, failOn, err := settingsOf(s, folder, o.noConfig, own)
		opts.NoIgnores, opts.Root = o.noIgnores, folder
		return opts, failOn, err
	}
	server, err := mcpserver.New(mcpserver.Options{
		Version: versionNumber(), Root: o.root, Settings: settings, Timeout: o.timeout, AtOnce: mcpAtOnce, Log: s.err,
		CustomChecks: own.Checks(),
	})
	if err != nil {
		return err
	}
	ctx, stop := s.signals.context(cmd.Context())
	defer stop()
	err = server.Run(ctx, s.in, s.out)
	switch {
	case ctx.Err() != nil:
		return &exitError{code: exitOf(ctx)}
	case errors.Is(err, syscall.EPIPE):
		// The client has left.
		return nil
	}
	return err
}

const (
	// defaultListen is where serve listens when nobody says otherwise.
	defaultListen = "127.0.0.1:8311"
	// tokenVariable holds the token when no file is named.
	tokenVariable = "MCP_LINT_TOKEN"
	// minToken and maxToken bound the length of a token: 16 characters of hex are 64 bits, too many to guess over a network.
	minToken, maxToken = 16, 4096
	// minBody and maxBody bound --max-body. A scan takes many times the memory of its document.
	minBody, maxBody = 1 << 10, 256 << 20
)

type serveOptions struct {
	listen, tokenFile, config string
	ruleFiles                 []string
	maxBody                   int64
	timeout                   time.Duration
	scans                     int
	quiet                     bool
}

func newServe(s streams) *cobra.Command {
	o := &serveOptions{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run an HTTP server that scans documents",
		Long: `Answers POST /v1/scan with the report on the JSON document in the body, until it is stopped. GET
/openapi.json describes all endpoints.

By default it listens only on this machine. Any other address needs a token, which requests send as Authorization: Bearer
TOKEN; set it with --token-file or ` + tokenVariable + `. There is no TLS: use a proxy for that.

Requests open no files, and it does not read the configuration of the working directory. On Ctrl-C or SIGTERM it finishes
running requests and exits with 0, or with 3 if some were aborted; a second one stops it at once.`,
		Example: `  mcp-lint serve
  curl --json @tools.json http://` + defaultListen + `/v1/scan
  mcp-lint serve --listen 0.0.0.0:8311 --token-file /run/secrets/mcp-lint`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(s, cmd) },
	}
	f := cmd.Flags()
	f.StringVar(&o.listen, "listen", defaultListen, "`HOST:PORT` to listen on; port 0 takes a free one")
	f.StringVar(&o.tokenFile, "token-file", "", "`FILE` with the token that requests must send (default: the value of "+tokenVariable+")")
	f.StringVar(&o.config, "config", "", "settings for all scans, a `FILE` in the format of .mcp-lint.yaml (default: none)")
	registerRules(cmd, &o.ruleFiles)
	f.Int64Var(&o.maxBody, "max-body", rest.DefaultMaxBody, "largest document, in `BYTES`")
	f.DurationVar(&o.timeout, "timeout", rest.DefaultScanTime, "stop a scan after this `DURATION`, including the time it waits for others")
	f.IntVar(&o.scans, "scans", 0, "`NUMBER` of scans at one time, while others wait (default: one per core)")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "log only errors and warnings, not each request")
	return cmd
}

func (o *serveOptions) run(s streams, cmd *cobra.Command) error {
	if err := o.validate(); err != nil {
		return err
	}
	level := slog.LevelInfo
	if o.quiet {
		level = slog.LevelWarn
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}))
	token, err := o.token(s.env, log)
	if err != nil {
		return err
	}
	settings, own, err := o.settings(s)
	if err != nil {
		return err
	}
	ctx, stop := s.signals.context(cmd.Context())
	defer stop()
	l, err := rest.Listen(ctx, o.listen, token != "")
	if err != nil {
		if errors.Is(err, rest.ErrTokenNeeded) {
			return hint.Add(err, "Put one in a file and name it with --token-file, or set "+tokenVariable+". Without a token, listen on 127.0.0.1, [::1] or localhost.")
		}
		return err
	}
	if _, err := fmt.Fprintf(s.out, "listening on http://%s\n", l.Addr()); err != nil {
		return errors.Join(err, l.Close())
	}
	err = rest.Serve(ctx, l, rest.Options{
		Scanner: scanservice.NewScanner(settings, o.timeout, o.scans), Token: token, MaxBody: o.maxBody, ScanTime: o.timeout, Log: log,
		CustomChecks: own.Checks(),
	})
	switch {
	case errors.Is(err, rest.ErrCut):
		return &exitError{exitIncomplete, rest.ErrCut}
	case errors.Is(err, context.Canceled):
		return nil
	}
	return err
}

func (o *serveOptions) validate() error {
	switch {
	case o.maxBody < minBody || o.maxBody > maxBody:
		return fmt.Errorf("invalid --max-body %d: use a number of bytes from %d to %d", o.maxBody, minBody, maxBody)
	case o.timeout <= 0:
		return fmt.Errorf("invalid --timeout %s: it must be more than 0", o.timeout)
	case o.scans < 0:
		return fmt.Errorf("invalid --scans %d: use at least 1, or 0 for one per core", o.scans)
	case o.scans == 0:
		o.scans = runtime.GOMAXPROCS(0)
	}
	return nil
}

// token reads the token that requests have to bring; "" when there is none.
func (o *serveOptions) token(env func(string) string, log *slog.Logger) (string, error) {
	from, token := tokenVariable, env(tokenVariable)
	if o.tokenFile != "" {
		data, err := userfile.Read(o.tokenFile, maxToken+2)
		if err != nil {
			return "", err
		}
		if info, err := os.Stat(o.tokenFile); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
			log.Warn("other users of this machine can read the token; run chmod 600", "file", o.tokenFile, "mode", fmt.Sprintf("%04o", info.Mode().Perm()))
		}
		from, token = o.tokenFile, strings.TrimRight(string(data), "\r\n")
	} else if token == "" {
		return "", nil
	}
	wrong := ""
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		wrong = "contains spaces or characters that a header cannot have"
	} else if len(token) < minToken || len(token) > maxToken {
		wrong = fmt.Sprintf("has %d characters: it must have %d to %d", len(token), minToken, maxToken)
	}
	if wrong != "" {
		return "", hint.Errorf("Create one with openssl rand -hex 32.", "the token in %s %s", from, wrong)
	}
	return token, nil
}

// settings are those of all scans. They are read once, and no scan looks at the working directory, whose files have no say.
func (o *serveOptions) settings(s streams) (scanservice.Settings, settings.Rules, error) {
	own, err := settings.ReadRules(o.ruleFiles)
	if err != nil {
		return nil, own, err
	}
	all := &scanOptions{failOn: defaultFailOn, own: own}
	if o.config != "" {
		if err := all.adoptFile("", o.config, nothingChanged); err != nil {
			return nil, all.own, err
		}
		if all.requireLock {
			// Passed over, it would let everything through that was to be approved first.
			return nil, all.own, hint.Errorf("Remove require-lock from the settings of the server.", "%s sets require-lock, but the server does not use a lock file", o.config)
		}
	}
	failOn, _ := detect.ParseSeverity(all.failOn)
	return func(string) (lint.Options, detect.Severity, error) {
		opts := all.lintOptions(s, nil)
		opts.Stdin, opts.Cwd, opts.AgentsFiles = nil, string(os.PathSeparator), false
		opts.Limits.FileBytes = o.maxBody
		return opts, failOn, nil
	}, all.own, nil
}

// settingsOf returns the options of a scan of a folder as the command line has them there: with what its configuration file, if that is to
// be read, and its lock file say. failOn is the severity that fails a run, or SeverityNone for never. Without a folder nothing is read.
func settingsOf(s streams, folder string, noConfig bool, own settings.Rules) (opts lint.Options, failOn detect.Severity, err error) {
	o := &scanOptions{failOn: defaultFailOn, own: own}
	if folder != "" {
		if !noConfig {
			if err := o.adoptFile(folder, "", nothingChanged); err != nil {
				return opts, failOn, err
			}
		}
		if o.approved, err = settings.Lock(folder, ""); err != nil {
			return opts, failOn, err
		}
	}
	if o.requireLock && o.approved == nil {
		return opts, failOn, hint.Add(settings.ErrLockRequired, settings.WriteLock)
	}
	opts = o.lintOptions(s, nil)
	opts.Stdin, opts.Cwd = nil, folder
	failOn, _ = detect.ParseSeverity(o.failOn)
	return opts, failOn, nil
}

func nothingChanged(string) bool { return false }
