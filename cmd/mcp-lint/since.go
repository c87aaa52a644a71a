package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	repo := repository(discover.FindRepository(here))
	if repo == "" {
		return hint.Errorf("Run it in a Git repository.", "--since %s: the working directory is not in a Git repository", o.since)
	}
	tree, err := repo.tree(o.since)
	switch {
	case errors.Is(err, errNoCommit):
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
	if err := repo.unpack(tree, old); err != nil {
		return fmt.Errorf("--since %s: %w", o.since, err)
	}
	b, err := o.baselineOf(s, cmd, string(repo), here, old, paths)
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

// What is taken out of a commit to be scanned is bounded.
const (
	maxSinceBytes = 4 << 30
	maxSinceFiles = 500_000
	maxSincePath  = 4 << 10
)

// repository is the top folder of a Git repository. Its configuration and what is committed may be an attacker's: only commands are run that
// use no attributes, filters or hooks, and none that fetches.
type repository string

var errNoCommit = errors.New("no such commit")

// tree returns the object that holds the files of a commit.
func (r repository) tree(rev string) (string, error) {
	var problem bytes.Buffer
	cmd := r.command(context.Background(), "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{tree}")
	cmd.Stderr = &problem
	out, err := cmd.Output()
	switch {
	case err == nil:
		return strings.TrimSpace(string(out)), nil
	case problem.Len() > 0 && !strings.Contains(problem.String(), "single revision"):
		return "", gitProblem(&gitread.Error{Words: strings.TrimSpace(problem.String()), Err: err})
	case errors.As(err, new(*exec.ExitError)):
		return "", errNoCommit
	}
	return "", err
}

// command is a command of git, without the caller's environment for git except its configuration, which may have to name the folder as safe.
func (r repository) command(ctx context.Context, args ...string) *exec.Cmd {
	options := append([]string{"-C", string(r), "-c", "safe.bareRepository=explicit"}, gitread.Options()...)
	cmd := exec.CommandContext(ctx, "git", append(options, args...)...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "GIT_CONFIG_")
	})
	// Older versions fetch what is missing in spite of GIT_NO_LAZY_FETCH, so no protocol is allowed either, whatever the repository allows.
	cmd.Env = append(cmd.Env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C",
		"GIT_CEILING_DIRECTORIES="+filepath.Dir(string(r)))
	return cmd
}

// gitProblem is an error of the reading of a commit, for people.
func gitProblem(err error) error {
	var failed *gitread.Error
	var missing *gitread.MissingError
	switch {
	case errors.As(err, &missing):
		return fmt.Errorf("the clone lacks the content of %q; fetch it first, or clone without --filter", missing.Name)
	case errors.Is(err, gitread.ErrTooMany):
		return fmt.Errorf("it has more than %d files", maxSinceFiles)
	case errors.As(err, &failed) && failed.Words != "":
		return errors.New("git: " + safe.Message(failed.Words))
	case errors.As(err, &failed):
		return fmt.Errorf("git: %w", failed.Err)
	}
	return err
}

func plainPath(name string) bool {
	if len(name) > maxSincePath || strings.Contains(name, `\`) || !filepath.IsLocal(filepath.FromSlash(name)) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." || strings.EqualFold(part, ".git") {
			return false
		}
	}
	return true
}

// unpack writes the ordinary files of a tree into a folder. A name that is not a plain path has no earlier state: what is found there is new.
func (r repository) unpack(tree, to string) error {
	git, ctx := gitread.Git(r.command), context.Background()
	files, err := git.Files(ctx, tree, maxSinceFiles)
	if err != nil {
		return gitProblem(err)
	}
	files = slices.DeleteFunc(files, func(f gitread.File) bool {
		return f.Mode != gitread.Regular && f.Mode != gitread.Executable || !plainPath(f.Name)
	})
	root, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	left := int64(maxSinceBytes)
	return gitProblem(git.Contents(ctx, files, func(f gitread.File, size int64, content io.Reader) error {
		if left -= size; left < 0 {
			return fmt.Errorf("its files have more than %d bytes", int64(maxSinceBytes))
		}
		return writeBlob(root, filepath.FromSlash(f.Name), content, size)
	}))
}

func writeBlob(root *os.Root, name string, from io.Reader, size int64) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := root.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(f, from)
	if err == nil && n < size {
		err = io.ErrUnexpectedEOF
	}
	return errors.Join(err, f.Close())
}
