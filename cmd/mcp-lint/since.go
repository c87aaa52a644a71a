package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/gitread"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
)

// readSince scans the commit that --since names, and takes what is found there for known: it is suppressed as by a baseline.
func (o *scanOptions) readSince(s streams, cmd *cobra.Command, paths []string) error {
	if o.since == "" {
		return nil
	}
	here, err := userfile.Real(".")
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	top := discover.FindRepository(here)
	if top == "" {
		return hint.Errorf("Run it in a Git repository.", "--since %s: the working directory is not in a Git repository", o.since)
	}
	repo := gitread.At(top)
	tree, err := repo.Tree(context.Background(), o.since)
	switch {
	case errors.Is(err, gitread.ErrNoCommit):
		err = fmt.Errorf("--since: %q names no commit of this repository", o.since)
		if strings.HasPrefix(o.since, "-") {
			return hint.Add(err, "Name a commit after --since, such as HEAD^1.")
		}
		return hint.Add(err, "In a shallow clone, fetch it first: git fetch --depth=1 origin "+safe.Message(o.since)+".")
	case err != nil:
		return fmt.Errorf("--since %s: %w", o.since, err)
	}
	old, err := os.MkdirTemp("", "mcp-lint-since-")
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	defer func() { _ = os.RemoveAll(old) }()
	if err := repo.Unpack(context.Background(), tree, old); err != nil {
		return fmt.Errorf("--since %s: %w", o.since, err)
	}
	b, err := o.baselineOf(s, cmd, top, here, old, paths)
	if err != nil {
		return fmt.Errorf("--since %s: %w", o.since, err)
	}
	o.known = &settings.Loaded[*lint.Baseline]{Value: b}
	return nil
}

// baselineOf scans the old state of what is scanned. What is new, or outside of the repository, has none.
func (o *scanOptions) baselineOf(s streams, cmd *cobra.Command, root, here, old string, paths []string) (*lint.Baseline, error) {
	opts := o.lintOptions(s, nil)
	within, err := filepath.Rel(root, here)
	if err != nil {
		return nil, err
	}
	opts.Cwd = filepath.Join(old, within)
	// What the paths of files are relative to is the repository, as in the scan of the new state.
	if err := errors.Join(os.MkdirAll(opts.Cwd, 0o700), os.Mkdir(filepath.Join(old, ".git"), 0o700)); err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, p := range paths {
		if p == "-" {
			return nil, errors.New("standard input has no earlier state")
		}
		if !filepath.IsAbs(p) {
			p = here + string(filepath.Separator) + p
		}
		real, err := filepath.EvalSymlinks(p)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, err
		}
		if rel, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(rel) && userfile.Exists(filepath.Join(old, rel)) {
			opts.Paths = append(opts.Paths, filepath.Join(old, rel))
		}
	}
	if len(opts.Paths) == 0 {
		return &lint.Baseline{}, nil
	}
	_, made, err := lint.RunBaseline(opts)
	if err != nil {
		return nil, explainScanError(err, cmd, paths)
	}
	return lint.ParseBaseline(made.Data)
}
