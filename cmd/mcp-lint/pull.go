package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/pull"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

const longPull = `Fetch the package of an MCP server and scan it before you install it. Nothing in the package runs: no install script, no
build, no git hook.

The package comes from its registry, with your settings: registry, scopes and tokens from ~/.npmrc, the index from PIP_INDEX_URL or
pip.conf, logins from docker's config.json, and the proxy from HTTPS_PROXY. The download is compared with the digest that the registry
gives, then scanned as an archive, with the flags and output formats of a scan. A server.json of the MCP registry stands for the
packages that it lists.

Settings in the working directory, such as its .npmrc, are ignored. A lock file is used only with --lock.

Exit codes:
  0  passes                               3  not everything could be read
  1  findings at or above --fail-on       4  not judged: nothing was found that
  2  could not run: unknown package,         reaches a model
     digest mismatch, no connection,    130  interrupted (Ctrl-C)
     login needed, archive too large
--strict=false turns 3 and 4 into 0.`

const examplePull = `  mcp-lint pull npm:@modelcontextprotocol/server-memory     the newest version
  mcp-lint pull npm:@modelcontextprotocol/server-memory --save packages
  mcp-lint pull pypi:mcp-server-fetch==2026.8.31
  mcp-lint pull git:https://github.com/acme/notes-mcp@v1.2.0
  mcp-lint pull mcpb:https://example.com/notes.mcpb#sha256=HEX
  mcp-lint pull oci:ghcr.io/acme/notes-mcp:1.2.0
  mcp-lint pull server.json --output sarif=pull.sarif`

func newPull(s streams) *cobra.Command {
	o := &scanOptions{}
	save := ""
	cmd := &cobra.Command{
		Use:     "pull PACKAGE...",
		Short:   "Fetch a package and scan it without running it",
		Long:    longPull,
		Example: examplePull,
		RunE:    func(cmd *cobra.Command, args []string) error { return runPull(s, cmd, o, args, save) },
	}
	o.register(cmd)
	cmd.Flags().StringVar(&save, "save", "", "save the archives in `FOLDER`")
	hide(cmd, ofOwnFiles...)
	return cmd
}

// ofOwnFiles are flags of scan that make sense for files of the user only.
var ofOwnFiles = []string{"in-context", "fix", "dry-run", "since", "patch", "input"}

func runPull(s streams, cmd *cobra.Command, o *scanOptions, args []string, save string) error {
	if err := refuse(cmd, ofOwnFiles, "--%s is for your own files; pull scans packages by others"); err != nil {
		return err
	}
	refs, err := pull.ParseAll(args)
	if err != nil {
		return err
	}
	o.noLock = o.noLock || o.lockName == ""
	if err := o.prepare(cmd, nil); err != nil {
		return err
	}
	o.judgeAll(cmd)
	sinks, err := o.sinks()
	if err != nil {
		return err
	}
	if save != "" && !userfile.IsFolder(save) {
		return hint.Errorf("Create it first.", "--save %q: the folder does not exist", save)
	}
	folder, err := os.MkdirTemp("", "mcp-lint-pull-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	ctx, stop := s.signals.context(cmd.Context())
	defer stop()
	home, _ := os.UserHomeDir()
	const settingsBytes = 1 << 20
	client := &pull.Client{
		Env: s.env, Home: home, Agent: "mcp-lint/" + versionNumber(),
		ReadFile: func(name string) ([]byte, error) { return userfile.Read(name, settingsBytes) },
	}
	packages, err := client.FetchAll(ctx, refs, folder, func(p *pull.Package) { p.Describe(s.err) })
	if errors.Is(err, context.Canceled) {
		return &exitError{exitOf(ctx), errors.New("interrupted; nothing was scanned")}
	}
	if err != nil {
		return err
	}
	stop()
	// The archives are scanned under the names that they have in the folder.
	names := make([]string, len(packages))
	for i, p := range packages {
		if names[i], err = filepath.Rel(folder, p.File); err != nil {
			return err
		}
	}
	o.Cwd, o.Skips = folder, unfetched(packages)
	r, err := o.scan(s, cmd, names)
	if err != nil {
		return err
	}
	unread := slices.IndexFunc(names, func(name string) bool { return slices.Contains(r.Empty, filepath.ToSlash(name)) })
	if launch := refs[max(unread, 0)].Launch(); launch != "" {
		o.next = "To judge what the running server says, use mcp-lint live -- " + launch + "; that runs it."
	}
	if err := keepArchives(packages, save); err != nil {
		return err
	}
	if err := writeAll(sinks, r, s, o, []string{"."}); err != nil {
		return err
	}
	return o.verdict(r)
}

// unfetched are the files that were not fetched of packages that have several.
func unfetched(packages []*pull.Package) (skips []lint.Skip) {
	const most = 50
	for _, p := range packages {
		add := func(name string) {
			skips = append(skips, lint.Skip{
				Path: name, Reason: discover.SkipUnreadable, Missed: true,
				Detail: safe.Line(fmt.Sprintf("some machines install this file of %s instead, and it was not fetched", p)),
			})
		}
		for _, name := range p.Others[:min(len(p.Others), most)] {
			add(safe.Line(name))
		}
		if more := len(p.Others) - most; more > 0 {
			add(report.Count(more, "more file"))
		}
	}
	return skips
}

// keepArchives copies the archives into a folder of the user, each whole or not at all, and through no link in the working directory.
func keepArchives(packages []*pull.Package, folder string) error {
	for _, p := range packages {
		if folder == "" {
			break
		}
		to := filepath.Join(folder, filepath.Base(p.File))
		from, err := os.Open(p.File)
		if err != nil {
			return err
		}
		err = atomicfile.Write(to, []string{"."}, func(w io.Writer) error {
			_, err := io.Copy(w, from)
			return err
		})
		_ = from.Close()
		if err != nil {
			return fmt.Errorf("could not save %s: %w", to, err)
		}
	}
	return nil
}
