package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/gitread"
)

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
		return errors.New("git: " + text.Safe(failed.Words, messageRunes))
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

// unpack writes the ordinary files of a tree into a folder. A name that is no plain path has no earlier state: what is found there is new.
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
