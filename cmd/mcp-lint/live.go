package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/record"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

const longLive = `Ask a running server what it tells models, and scan the answers: its name and instructions, and all of its tools, prompts, resources and
resource templates.

The lists are asked for twice. What differs the second time is reported as if the first answer had been approved (rugpull.changed, rugpull.pending), unless
there is a lock file, with which both are compared. mcp-lint record describes how the server is started and what it gets to see. To keep the answers, use record
and scan the file that it writes.

A server at --url may require you to sign in. At a terminal, or with --oauth, live shows the address to open in a browser, and waits for you.

Exit codes are those of scan. 2 is also for a server that cannot be asked, 3 for lists that are missing with --partial.`

const exampleLive = `  mcp-lint live -- npx -y @modelcontextprotocol/server-filesystem@2026.8.31 /tmp
  mcp-lint live --output sarif=live.sarif -- docker run -i --rm ghcr.io/acme/server
  mcp-lint live --url https://mcp.example.com/mcp --header-env Authorization=MCP_AUTHORIZATION`

type liveCommand struct {
	scanOptions
	server recordOptions
}

func newLive(s streams) *cobra.Command {
	l := &liveCommand{server: recordOptions{output: "-"}}
	cmd := &cobra.Command{
		Use: "live [flags] -- COMMAND [ARG...]", Short: "Ask a running server what it tells models, and scan it", Long: longLive, Example: exampleLive,
		RunE: func(cmd *cobra.Command, args []string) error { return l.run(s, cmd, args) },
	}
	l.scanOptions.register(cmd)
	l.server.register(cmd)
	cmd.Flags().DurationVar(&l.server.Limits.Total, "record-timeout", record.Defaults().Total, "time limit for all requests to the server")
	hide(cmd, ofFiles...)
	return cmd
}

// ofFiles are flags of scan that make sense for files and folders only.
var ofFiles = []string{"in-context", "agents-files", "fix", "diff", "since", "changed"}

func hide(cmd *cobra.Command, flags ...string) {
	for _, name := range flags {
		_ = cmd.Flags().MarkHidden(name)
	}
}

func refuseFlagsOfFiles(cmd *cobra.Command) error {
	for _, name := range ofFiles {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("%s has no --%s", cmd.Name(), name)
		}
	}
	return nil
}

func (l *liveCommand) run(s streams, cmd *cobra.Command, args []string) error {
	_, err := parseOutputs(l.outputs)
	for _, wrong := range []error{refuseFlagsOfFiles(cmd), l.validate(), err} {
		if wrong != nil {
			return wrong
		}
	}
	if err := l.server.prepare(s, cmd, args); err != nil {
		return err
	}
	l.server.quiet, l.server.verbose, l.server.Twice = l.quiet, l.verbose, true
	rec, missing, err := l.server.session(s, cmd, "interrupted; nothing was scanned", "Nothing was scanned. Use --partial to scan the rest.")
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "mcp-lint-live-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := l.listings(s, rec, folder); err != nil {
		return err
	}
	l.server.reportNotes(s.err, rec.Notes)
	if err := runScan(s, cmd, &l.scanOptions, nil); err != nil {
		return err
	}
	if len(missing) > 0 {
		return &exitError{exitNotJudged, fmt.Errorf("the scan is partial: %s", missed(missing))}
	}
	return nil
}

func (l *liveCommand) listings(s streams, rec *record.Recording, folder string) error {
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return err
	}
	var before []byte
	for _, one := range []struct {
		name string
		rec  *record.Recording
	}{{"first.json", rec}, {"second.json", rec.Second}} {
		data, notes, err := l.server.fixture(one.rec)
		if err != nil {
			return err
		}
		if bytes.Equal(data, before) {
			break
		}
		if before != nil {
			fmt.Fprintln(s.err, "mcp-lint: the server sent different lists the second time")
			if err := l.approveFirst(s); err != nil {
				return err
			}
		} else {
			rec.Notes = append(rec.Notes, notes...)
			l.server.warnOfSecrets(s.err, data)
		}
		before = data
		file := filepath.Join(folder, one.name)
		if err := os.WriteFile(file, data, 0o600); err != nil {
			return err
		}
		l.places = append(l.places, discover.Place{Path: file, Shown: "live/" + one.name, Server: cmp.Or(text.Safe(rec.Server, labelRunes), "live")})
	}
	return nil
}

// approveFirst has what was listed first count as approved.
func (l *liveCommand) approveFirst(s streams) error {
	_, found, err := lint.RunLocked(lint.Options{Places: l.places, Lock: &lock.File{}, LockFile: namedSource("live/first.lock", nil)})
	if err != nil {
		return err
	}
	var all []lock.Approval
	for i := range found.Definitions {
		all = append(all, lock.Approval{Definition: i})
	}
	file, _ := found.Approve(lock.Stamp{Day: cmp.Or(s.day(), time.Time{}.Format(time.DateOnly)), Version: versionNumber()}, all)
	data := file.Bytes()
	if file, err = lock.Parse(data); err == nil {
		l.otherwise = &loaded[*lock.File]{file, namedSource("live/first.lock", data)}
	}
	return err
}
