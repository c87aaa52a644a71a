package main

import (
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/door"
	"github.com/org/mcp-lint/internal/mcpserver"
	"github.com/org/mcp-lint/internal/near"
	"github.com/org/mcp-lint/lint"
)

const (
	// mcpTimeout is below the minute after which many clients give up a call.
	mcpTimeout = 50 * time.Second
	// mcpAtOnce is how many scans run at one time; each uses all cores.
	mcpAtOnce = 2
)

// mcpOptions are the flags of mcp.
type mcpOptions struct {
	root                string
	noConfig, noIgnores bool
	timeout             time.Duration
}

func newMCP(s streams) *cobra.Command {
	o := &mcpOptions{}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Be an MCP server on standard input and output",
		Long: `An MCP server over stdio, for agents that are to look at definitions themselves. Its tools:
  scan_tools     scans definitions that are passed in
  scan_path      scans a file or folder below --root, and nothing outside of it
  explain_check  says what a check catches, why, and how to fix it

Its answers hold no words of what was scanned, which is written to be obeyed by models, unless a call sets quotes.
It opens no connection, writes nothing and starts nothing. It ends with its input.`,
		Example: "  mcp-lint mcp\n  mcp-lint mcp --root ~/servers",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runMCP(s, cmd, o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.root, "root", ".", "the `FOLDER` that scan_path is bound to, whose settings and lock file count")
	f.BoolVar(&o.noConfig, "no-config", false, "read no configuration file of the root")
	f.BoolVar(&o.noIgnores, "no-ignores", false, "suppress nothing: no ignores, comments, placeholders, trusted servers")
	f.DurationVar(&o.timeout, "timeout", mcpTimeout, "give a scan up after this `TIME`")
	_ = cmd.MarkFlagDirname("root")
	return cmd
}

func runMCP(s streams, cmd *cobra.Command, o *mcpOptions) error {
	if o.timeout <= 0 {
		return fmt.Errorf("--timeout cannot be %v: it is a time such as 30s", o.timeout)
	}
	server, err := mcpserver.New(mcpserver.Options{
		Version: versionNumber(), Root: o.root, Settings: o.settings(s), Timeout: o.timeout, AtOnce: mcpAtOnce, Near: near.Word, Log: s.err,
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

// settings returns those of a folder, which the scan is bound to.
func (o *mcpOptions) settings(s streams) door.Settings {
	return func(folder string) (lint.Options, detect.Severity, error) {
		opts, failOn, err := settingsWith(s, folder, o.noConfig)
		if err != nil {
			return opts, failOn, err
		}
		opts.NoIgnores = o.noIgnores
		opts.Within = folder
		return opts, failOn, nil
	}
}
