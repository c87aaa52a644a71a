package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/record"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
)

const longInstalled = `Find the MCP servers that are configured on this machine, and scan them.

installed reads the configuration files of MCP clients that belong to you: Claude Desktop and Claude Code, Cursor, VS Code, Windsurf, Cline, Roo Code,
Zed, Continue, Goose, opencode, Codex, Gemini CLI, Kiro, Junie, LM Studio, Warp, Amazon Q and others. Name PROJECT folders to read the
configuration files in them as well. For each server it lists the client, the command or address, the package with its version, and what may run without
a question. It scans the configuration and, where it is found in the caches of npm, pnpm, bun, uv, pipx and pip or is named by the command, the code
of the server. Nothing is started and nothing is fetched.

With --record it also asks each server what it offers, which starts the command or opens a connection: you confirm each one.

With --approve it notes what there is as approved, in a lock file that belongs to you. From then on installed reports what has changed.
It approves nothing in which something of medium severity or above was found. mcp-lint lock diff, approve and lock work on that file with --installed.

Settings of the folder it is run in are not used, and comments in installed code suppress nothing.

Exit codes are those of scan.`

const exampleInstalled = `  mcp-lint installed                   list and scan what is configured
  mcp-lint installed ~/src/shop             and in this project
  mcp-lint installed --approve              approve it as it is now
  mcp-lint lock diff --installed                 what has changed since
  mcp-lint installed --record               ask each server as well
  mcp-lint installed --output json=out.json`

// installedLock is the lock file of a user.
const installedLock = "installed.lock"

type installedCommand struct {
	scanOptions
	approve, record, yes bool
	one                  time.Duration
	server               recordOptions // server holds how to sign in.
}

func newInstalled(s streams) *cobra.Command {
	o := &installedCommand{}
	cmd := &cobra.Command{
		Use: "installed [PROJECT...]", Short: "Find and scan the servers that are configured on this machine", Long: longInstalled,
		Example: exampleInstalled,
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(s, cmd, args) },
	}
	o.register(cmd)
	hide(cmd, ofFiles...)
	f := cmd.Flags()
	f.BoolVar(&o.approve, "approve", false, "approve everything in which nothing of medium severity or above was found")
	f.BoolVar(&o.record, "record", false, "also run or contact each server, and scan what it answers")
	f.BoolVar(&o.yes, "yes", false, "with --record, do not ask for confirmation")
	f.DurationVar(&o.one, "record-timeout", time.Minute, "with --record, time limit for asking one server, without signing in")
	o.server.registerSignIn(cmd)
	f.Lookup("lock").Usage = "`FILE` with what was approved (default installed.lock in your configuration folder)"
	f.Lookup("config").Usage = "read settings from `FILE` (default none)"
	return cmd
}

// machine is the one that this program runs on.
func machine(s streams) (lint.Machine, error) {
	home := s.env("HOME")
	if runtime.GOOS == "windows" {
		home = s.env("USERPROFILE")
	}
	m := lint.Machine{System: runtime.GOOS, Home: home, Env: s.env}
	if !filepath.IsAbs(home) {
		return m, hint.Errorf("Set HOME, or USERPROFILE on Windows.", "cannot determine your home folder")
	}
	if real, err := filepath.EvalSymlinks(home); err == nil {
		m.Home = real
	}
	return m, nil
}

func (o *installedCommand) run(s streams, cmd *cobra.Command, projects []string) error {
	if err := refuse(cmd, ofFiles, "installed has no --%s"); err != nil {
		return err
	}
	switch {
	case (o.yes || cmd.Flags().Changed("record-timeout") || changesAny(cmd, ofSignIn)) && !o.record:
		return errors.New("--yes, --record-timeout and --oauth need --record")
	case o.record && !o.yes && !isTerminal(s.in):
		return hint.Errorf("Use --yes to record every server without asking.", "--record asks for confirmation, and there is no terminal")
	case o.approve && o.noLock:
		return errors.New("--approve cannot be used with --no-lock")
	case o.one <= 0:
		return errors.New("--record-timeout must be more than 0")
	}
	if err := o.server.prepareSignIn(s, cmd); err != nil {
		return err
	}
	if err := o.findInstalled(s, projects, o.approve); err != nil {
		return err
	}
	if o.record {
		folder, err := o.recordAll(s, cmd)
		if folder != "" {
			defer func() { _ = os.RemoveAll(folder) }()
		}
		if err != nil {
			return err
		}
	}
	if o.approve {
		l := &lockCommand{approvals: approvals{scanOptions: o.scanOptions, ofInstalled: true}, approveNew: true}
		l.failOn = "never"
		return l.run(s, cmd, nil)
	}
	return runScan(s, cmd, &o.scanOptions, nil)
}

// findInstalled finds what clients have configured, for the user and in projects. Settings and approvals are those of the user, and of no folder. When
// the lock file is to be written it need not be there.
func (o *scanOptions) findInstalled(s streams, projects []string, writes bool) error {
	m, err := machine(s)
	if err != nil {
		return err
	}
	projects = slices.Clone(projects)
	for i, p := range projects {
		if projects[i], err = filepath.Abs(p); err == nil && !userfile.IsFolder(projects[i]) {
			err = fmt.Errorf("%q is not a folder", p)
		}
		if err != nil {
			return err
		}
	}
	o.noConfig = o.noConfig || o.configName == ""
	if err := o.chooseLock(m, writes); err != nil {
		return err
	}
	o.Installed, err = lint.FindInstalled(m, projects, lint.Options{})
	return err
}

// chooseLock names the lock file of the user, unless another one is named or there is none to compare with.
func (o *scanOptions) chooseLock(m lint.Machine, writes bool) error {
	if o.lockName != "" || o.noLock {
		return nil
	}
	name := m.Settings(installedLock)
	switch {
	case writes:
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return fmt.Errorf("cannot create the folder of the lock file: %w", err)
		}
		o.lockName = name
	case userfile.Exists(name):
		o.lockName = name
	case o.requireLock:
		return hint.Add(errors.New(filepath.ToSlash(name)+" does not exist, and --require-lock needs it"), "Write it with mcp-lint installed --approve.")
	default:
		o.noLock = true
	}
	return nil
}

// recordAll asks each server what it offers, and adds the answers to what is scanned. They lie in a folder that the caller removes.
func (o *installedCommand) recordAll(s streams, cmd *cobra.Command) (folder string, err error) {
	if folder, err = os.MkdirTemp("", "mcp-lint-installed-"); err != nil {
		return "", err
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return folder, err
	}
	ctx, stop := s.signals.context(cmd.Context())
	defer stop()
	answers := bufio.NewReader(s.in)
	for i := range o.Installed.Servers {
		server := &o.Installed.Servers[i]
		name := fmt.Sprintf("%s of %s", safe.Name(server.Name), safe.Name(server.Client))
		opts, why := server.Record(s.env)
		switch {
		case why != "":
			fmt.Fprintf(s.err, "mcp-lint: skipped %s: %s\n", name, why)
			continue
		case !o.yes && !confirmed(s.err, answers, name, safe.Path(server.Launch), opts.Variables):
			continue
		}
		one := record.Session{How: o.server.How, Log: s.err, Options: record.Options{
			Command: opts.Command, Folder: opts.Folder, URL: opts.URL, Client: "mcp-lint", Version: versionNumber(), Limits: record.Limits{Total: o.one},
		}}
		one.OAuth = o.server.OAuth && (!o.yes || changesAny(cmd, ofSignIn)) // Who confirmed it is there.
		if one.Env, one.Secrets, err = record.Environ(s.env, opts.Env); err != nil {
			fmt.Fprintf(s.err, "mcp-lint: skipped %s: %s\n", name, safe.Message(err.Error()))
			continue
		}
		for _, h := range opts.Headers {
			header := record.Header{Name: h[0], Value: h[1]}
			one.Headers, one.Secrets = append(one.Headers, header), append(one.Secrets, h[1])
		}
		var fixture []byte
		rec, err := one.Ask(ctx)
		if err == nil {
			fixture, _, err = one.Fixture(rec)
		}
		if errors.Is(err, context.Canceled) {
			return folder, &exitError{exitOf(ctx), errors.New("interrupted; nothing was scanned")}
		}
		if err != nil {
			o.Installed.NotRecorded(i, safe.Message(err.Error()))
			continue
		}
		one.WarnOfSecrets(fixture)
		file := filepath.Join(folder, fmt.Sprintf("%d.json", i))
		if err := os.WriteFile(file, fixture, 0o600); err != nil {
			return folder, err
		}
		o.Installed.Recorded(i, file)
	}
	return folder, nil
}

// confirmed asks whether to record a server. It names every variable that the server gets: a project's file may have chosen a secret.
func confirmed(w io.Writer, answers *bufio.Reader, name, launch string, variables []string) bool {
	gets := ""
	if len(variables) > 0 {
		gets = ", which gets from your environment: " + strings.Join(variables, ", ")
	}
	fmt.Fprintf(w, "Record %s? This runs or contacts: %s%s [y/N] ", name, launch, gets)
	line, _ := answers.ReadString('\n')
	line = strings.ToLower(strings.TrimSpace(line))
	return line == "y" || line == "yes"
}
