package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/record"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

const longLive = `Ask a running server what it tells models, and scan the answers: its name and instructions, and all of its tools, prompts, resources and
resource templates.

The command runs without a shell and with a minimal environment (--env adds variables). Afterwards it is stopped with everything that it has started. Run a
server that you do not trust in a container, like any program. No tool is called, no prompt filled in and no resource read, and requests from the server are
declined. Time, pages and bytes are bounded. If a list is missing, nothing is scanned or saved, unless --partial is given.

The lists are asked for twice. What differs the second time is reported as if the first answer had been approved (rugpull.changed, rugpull.pending), unless
there is a lock file, with which both are compared. A list that only changes its order is named once. --save keeps the answers in a file that scan and lock
read like any other.

A server at --url may require you to sign in. At a terminal, or with --oauth, live shows the address to open in a browser, and waits for you.

Exit codes are those of scan. 2 is also for a server that cannot be asked, 3 for lists that are missing with --partial, 4 for a server that lists nothing.`

const exampleLive = `  mcp-lint live -- npx -y @modelcontextprotocol/server-filesystem /tmp
  mcp-lint live --save recorded.json -- ./server
  mcp-lint live -o sarif=live.sarif -- docker run -i --rm ghcr.io/acme/server
  mcp-lint live --url https://mcp.example.com/mcp \
    --header-env Authorization=MCP_AUTHORIZATION`

type liveCommand struct {
	scanOptions
	server recordOptions
	// save is the file that keeps what the server answers first.
	save string
}

func newLive(s streams) *cobra.Command {
	l := &liveCommand{server: recordOptions{output: "-"}}
	cmd := &cobra.Command{
		Use: "live [flags] -- COMMAND [ARG...]", Short: "Ask a running server what it tells models, and scan it", Long: longLive, Example: exampleLive,
		RunE: func(cmd *cobra.Command, args []string) error { return l.run(s, cmd, args) },
	}
	l.scanOptions.register(cmd)
	l.server.register(cmd)
	cmd.Flags().StringVar(&l.save, "save", "", "keep what the server answers in `FILE`; - is standard output, without a scan")
	cmd.Flags().DurationVar(&l.server.Limits.Total, "record-timeout", record.Defaults().Total, "time limit for all requests to the server")
	hide(cmd, ofFiles...)
	hide(cmd, "record-timeout", "start-timeout", "answer-timeout", "oauth-timeout", "settle", "max-items")
	cmd.Flags().Lookup("timeout").Usage = "stop asking after this `DURATION`, such as 90s, and stop the scan as well (default 2m for asking)"
	return cmd
}

// ofFiles are flags of scan that make sense for files and folders only.
var ofFiles = []string{"in-context", "agents-files", "fix", "dry-run", "since", "patch", "input", "exclude"}

func hide(cmd *cobra.Command, flags ...string) {
	for _, name := range flags {
		_ = cmd.Flags().MarkHidden(name)
	}
}

// refuse returns an error for the first of flags that is given; the format of its words takes the flag.
func refuse(cmd *cobra.Command, flags []string, format string) error {
	for _, name := range flags {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf(format, name)
		}
	}
	return nil
}

func (l *liveCommand) run(s streams, cmd *cobra.Command, args []string) error {
	_, err := parseOutputs(l.outputs)
	for _, wrong := range []error{refuse(cmd, ofFiles, "live has no --%s"), l.validate(), err} {
		if wrong != nil {
			return wrong
		}
	}
	if l.save != "" {
		l.server.output = l.save
	}
	if l.timeout > 0 && !cmd.Flags().Changed("record-timeout") {
		l.server.Limits.Total = l.timeout
	}
	if err := l.server.prepare(s, cmd, args); err != nil {
		return err
	}
	l.server.quiet, l.server.verbose = l.quiet, l.verbose
	if l.save == "-" {
		return l.server.record(s, cmd)
	}
	l.server.Twice, l.mustFind = true, true
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
	if l.save != "" {
		data, _, err := l.server.Fixture(rec)
		if err == nil {
			err = l.server.write(s, data)
		}
		if err != nil {
			return err
		}
	}
	l.server.reportNotes(s.err, rec.Notes)
	if err := runScan(s, cmd, &l.scanOptions, nil); err != nil {
		return err
	}
	if len(missing) > 0 {
		return &exitError{exitIncomplete, fmt.Errorf("the scan is partial: %s", record.Missed(missing))}
	}
	return nil
}

// listings writes what the server answered to files that a scan reads: all of the first answer, and of the second what differs.
func (l *liveCommand) listings(s streams, rec *record.Recording, folder string) error {
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return err
	}
	write := func(name string, rec *record.Recording) (data []byte, place discover.Place, err error) {
		data, notes, err := l.server.Fixture(rec)
		if err != nil {
			return nil, place, err
		}
		rec.Notes = append(rec.Notes, notes...)
		file := filepath.Join(folder, name)
		place = discover.Place{Path: file, Shown: "live/" + name, Server: cmp.Or(safe.Name(rec.Server), "live")}
		return data, place, os.WriteFile(file, data, 0o600)
	}
	data, place, err := write("first.json", rec)
	if err != nil {
		return err
	}
	l.server.WarnOfSecrets(data)
	l.Places = append(l.Places, place)
	again, second, err := write("second.json", rec.Second)
	if err != nil || bytes.Equal(data, again) {
		return err
	}
	first, err := l.approveFirst(s)
	if err != nil {
		return err
	}
	_, found, err := lint.RunLocked(lint.Options{Places: []discover.Place{second}, Lock: first.Value, LockFile: first.File})
	if err != nil {
		return err
	}
	changed, differs := map[lock.Key]bool{}, len(found.Removed)+len(found.Unseen) > 0
	for i, v := range found.Verdicts {
		if v.State != lock.Approved {
			what := lock.Key{Kind: found.Definitions[i].View.Kind}
			if what.Kind != detect.KindInstructions {
				what.Name = found.Definitions[i].View.Name
			}
			changed[what], differs = true, true
		}
	}
	if !differs {
		fmt.Fprintln(s.err, "mcp-lint: note: the server sent its lists in another order the second time")
		return nil
	}
	fmt.Fprintln(s.err, "mcp-lint: the server sent different lists the second time")
	rec.Second.Keep(func(kind, name string) bool {
		return changed[lock.Key{Kind: detect.Kind(strings.ReplaceAll(kind, " ", "_")), Name: name}]
	})
	if _, second, err = write("second.json", rec.Second); err != nil {
		return err
	}
	l.Places, l.otherwise = append(l.Places, second), first
	return nil
}

// approveFirst returns a lock file in which what was listed first counts as approved.
func (l *liveCommand) approveFirst(s streams) (*settings.Loaded[*lock.File], error) {
	_, found, err := lint.RunLocked(lint.Options{Places: l.Places, Lock: &lock.File{}, LockFile: settings.Named("live/first.lock", nil)})
	if err != nil {
		return nil, err
	}
	data := found.ApproveAll(lock.Stamp{Day: cmp.Or(s.day(), time.Time{}.Format(time.DateOnly)), Version: versionNumber()}).Bytes()
	file, err := lock.Parse(data)
	if err != nil {
		return nil, err
	}
	return &settings.Loaded[*lock.File]{Value: file, File: settings.Named("live/first.lock", data)}, nil
}
