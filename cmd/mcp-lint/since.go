package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// maxSinceBytes bounds what is taken out of a commit to be scanned.
const maxSinceBytes = 4 << 30

// readSince scans the commit that --since names, and takes what is found there for known: it is suppressed as by a baseline.
func (o *scanOptions) readSince(s streams, cmd *cobra.Command, paths []string) error {
	if o.since == "" {
		return nil
	}
	here, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	if here, err = filepath.EvalSymlinks(here); err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	root, err := git(here, "rev-parse", "--show-toplevel")
	if err != nil {
		return &hintError{fmt.Errorf("--since %s: %w", o.since, err), "Run it in a Git repository."}
	}
	tree, err := git(here, "rev-parse", "--verify", "--quiet", "--end-of-options", o.since+"^{tree}")
	if err != nil {
		return &hintError{
			fmt.Errorf("--since: %q names no commit of this repository", o.since),
			"In a shallow clone, fetch it first: git fetch --depth=1 origin " + text.Safe(o.since, messageRunes) + ".",
		}
	}
	old, err := os.MkdirTemp("", "mcp-lint-since-")
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	defer func() { _ = os.RemoveAll(old) }()
	if err := unpack(root, tree, old); err != nil {
		return fmt.Errorf("--since %s: %w", o.since, err)
	}
	b, err := o.baselineOf(s, cmd, root, here, old, paths)
	if err != nil {
		return fmt.Errorf("--since %s: %w", o.since, err)
	}
	o.known = &loaded[*lint.Baseline]{value: b, file: source.NewFile(o.since, "", nil)}
	return nil
}

// baselineOf scans the old state of what is scanned.
func (o *scanOptions) baselineOf(s streams, cmd *cobra.Command, root, here, old string, paths []string) (*lint.Baseline, error) {
	within, err := filepath.Rel(root, here)
	if err != nil {
		return nil, err
	}
	opts := o.lintOptions(s, nil)
	if opts.Cwd = filepath.Join(old, within); !fileExists(opts.Cwd) {
		return &lint.Baseline{}, nil
	}
	for _, p := range paths {
		if p == "-" {
			return nil, errors.New("standard input has no earlier state")
		}
		if filepath.IsAbs(p) {
			if p, err = filepath.Rel(here, p); err != nil {
				return nil, err
			}
		}
		// What is new has no earlier state.
		if at := filepath.Join(opts.Cwd, p); fileExists(at) && !strings.HasPrefix(p, "..") {
			opts.Paths = append(opts.Paths, p)
		}
	}
	if len(paths) > 0 && len(opts.Paths) == 0 {
		return &lint.Baseline{}, nil
	}
	_, made, err := lint.RunBaseline(opts)
	if err != nil {
		return nil, explainScanError(err, cmd, paths)
	}
	return lint.ParseBaseline(made.Data)
}

// git runs git in a folder, without what the configuration of a repository could have it run, and returns its first line.
func git(dir string, args ...string) (string, error) {
	out, err := gitCommand(dir, args...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		err = errors.New(text.Safe(strings.TrimSpace(string(exit.Stderr)), messageRunes))
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return line, err
}

func gitCommand(dir string, args ...string) *exec.Cmd {
	return exec.Command("git", append([]string{"-C", dir, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}, args...)...)
}

// unpack writes the ordinary files of a tree into a folder.
func unpack(repository, tree, to string) error {
	var problem bytes.Buffer
	cmd := gitCommand(repository, "archive", "--format=tar", tree)
	cmd.Stderr = &problem
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = untar(io.LimitReader(pipe, maxSinceBytes), to)
	_, _ = io.Copy(io.Discard, pipe)
	if wait := cmd.Wait(); wait != nil && err == nil {
		err = fmt.Errorf("git archive: %s", text.Safe(strings.TrimSpace(problem.String()), messageRunes))
	}
	return err
}

func untar(from io.Reader, to string) error {
	root, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	for r := tar.NewReader(from); ; {
		h, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case h.Typeflag != tar.TypeReg:
			continue
		}
		name := filepath.FromSlash(h.Name)
		if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		f, err := root.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
		if err != nil {
			return err
		}
		_, err = io.Copy(f, r)
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
}
