package main

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/door"
	"github.com/org/mcp-lint/internal/lsp"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// editorScans is how many folders are scanned at one time: each scan uses all cores.
const editorScans = 2

func newLSP(s streams) *cobra.Command {
	var timeout time.Duration
	var stdio bool
	var editor int
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Be a language server on standard input and output",
		Long: `Speaks the Language Server Protocol on standard input and output: an editor starts it and shows what it finds while
people type, with quick fixes. docs/editor.md tells how to set up VS Code, Neovim, Helix and Emacs.

The settings and approvals of each folder of the workspace count, as they do for a scan in that folder. It opens no connection
and runs nothing.

Exit codes: 0 after a shutdown request, 1 when the session ends without one, 2 for a mistake on the command line.`,
		Example: "  mcp-lint lsp",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if timeout <= 0 {
				return errors.New("--timeout has to be more than 0")
			}
			ctx, done := s.signals.context(cmd.Context())
			defer done()
			return serveEditor(ctx, s, timeout)
		},
	}
	cmd.Flags().DurationVar(&timeout, "timeout", time.Minute, "the longest `TIME` that one scan may take, such as 90s")
	cmd.Flags().BoolVar(&stdio, "stdio", true, "accepted for editors that pass it: there is no other way")
	_ = cmd.Flags().MarkHidden("stdio")
	// The protocol names it; initialize tells the same process, which is watched.
	cmd.Flags().IntVar(&editor, "clientProcessId", 0, "accepted for editors that pass it")
	_ = cmd.Flags().MarkHidden("clientProcessId")
	return cmd
}

func serveEditor(ctx context.Context, s streams, timeout time.Duration) error {
	settings := func(folder string) (lint.Options, detect.Severity, error) {
		opts, failOn, err := settingsOf(s, folder)
		if err != nil {
			err = editorSettingsError(folder, err)
		}
		return opts, failOn, err
	}
	err := lsp.Serve(ctx, s.in, s.out, lsp.Options{
		Scanner: door.NewScanner(settings, timeout, editorScans), Version: versionNumber(), ConfigName: config.Name, LockName: lock.Name,
		CheckConfig: checkConfig,
	})
	if errors.Is(err, lsp.ErrNoShutdown) {
		return &exitError{code: exitFindings}
	}
	return err
}

// editorSettingsError says which file of a folder holds which mistakes.
func editorSettingsError(folder string, err error) error {
	out := &lsp.SettingsError{Path: filepath.Join(folder, config.Name), Err: err}
	if _, _, wrong := loadConfig(folder, ""); wrong == nil {
		// Then it is the lock file.
		out.Path = filepath.Join(folder, lock.Name)
	}
	var hint *hintError
	if errors.As(err, &hint) && hint.hint != "" {
		out.Err = errors.New(strings.TrimSuffix(err.Error(), ".") + "; " + strings.TrimSuffix(hint.hint, "."))
	}
	var located *config.Error
	var all config.Problems
	switch {
	case errors.As(err, &all):
		out.Problems = problemsOf(all)
	case errors.As(err, &located):
		out.Problems = problemsOf(config.Problems{located})
	default:
		out.Problems = []lsp.Problem{{Text: out.Err.Error()}}
	}
	return out
}

// checkConfig returns the mistakes in the content of a configuration file.
func checkConfig(data []byte) []lsp.Problem {
	_, err := config.Parse(data, lint.CheckIDs())
	var all config.Problems
	switch {
	case err == nil:
		return nil
	case errors.As(err, &all):
		return problemsOf(all)
	}
	return []lsp.Problem{{Text: err.Error()}}
}

func problemsOf(list config.Problems) []lsp.Problem {
	var out []lsp.Problem
	for _, p := range list {
		words := p.Reason
		if hint := didYouMean(p.Key, p.Known); hint != "" {
			words = cmp.Or(strings.TrimSuffix(words, "."), words) + ". " + hint
		}
		out = append(out, lsp.Problem{Line: p.Line, Text: words})
	}
	return out
}
