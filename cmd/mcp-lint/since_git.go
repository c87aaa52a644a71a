package main

import (
	"bufio"
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
		return "", gitError(err, &problem)
	case errors.As(err, new(*exec.ExitError)):
		return "", errNoCommit
	}
	return "", err
}

// command is a command of git, without the caller's environment for git except its configuration, which may have to name the folder as safe.
func (r repository) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{
		"-C", string(r), "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "protocol.allow=never",
		"-c", "safe.bareRepository=explicit",
	}, args...)...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "GIT_CONFIG_")
	})
	// Older versions fetch what is missing in spite of GIT_NO_LAZY_FETCH, so no protocol is allowed either, whatever the repository allows.
	cmd.Env = append(cmd.Env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C",
		"GIT_CEILING_DIRECTORIES="+filepath.Dir(string(r)))
	return cmd
}

func gitError(err error, problem *bytes.Buffer) error {
	if words := strings.TrimSpace(problem.String()); words != "" {
		return errors.New("git: " + text.Safe(words, messageRunes))
	}
	return fmt.Errorf("git: %w", err)
}

// read runs a command of git and hands on what it writes, until that fails.
func (r repository) read(in io.Reader, read func(*bufio.Reader) error, args ...string) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	cmd := r.command(ctx, args...)
	var problem bytes.Buffer
	cmd.Stdin, cmd.Stderr = in, &problem
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = read(bufio.NewReaderSize(pipe, 64<<10))
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		stop()
		_ = cmd.Wait()
		return err
	}
	if wait := cmd.Wait(); wait != nil {
		return gitError(wait, &problem)
	}
	return err
}

// blob is an ordinary file of a commit.
type blob struct{ name, id string }

// blobs lists the ordinary files of a tree. A name that is no plain path has no earlier state: what is found there is new.
func (r repository) blobs(tree string) (list []blob, err error) {
	err = r.read(nil, func(from *bufio.Reader) error {
		for {
			entry, err := from.ReadSlice(0)
			switch {
			case errors.Is(err, io.EOF) && len(entry) == 0:
				return nil
			case errors.Is(err, io.EOF):
				return io.ErrUnexpectedEOF
			case err != nil:
				return errors.New("a path is too long")
			}
			head, name, _ := strings.Cut(string(entry[:len(entry)-1]), "\t")
			fields := strings.Fields(head)
			if len(fields) != 3 || fields[0] != "100644" && fields[0] != "100755" || !plainPath(name) {
				continue
			}
			if len(list) == maxSinceFiles {
				return fmt.Errorf("it has more than %d files", maxSinceFiles)
			}
			list = append(list, blob{name, fields[2]})
		}
	}, "ls-tree", "-r", "-z", "--full-tree", tree)
	return list, err
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

// unpack writes the ordinary files of a tree into a folder.
func (r repository) unpack(tree, to string) error {
	list, err := r.blobs(tree)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	var ids strings.Builder
	for _, b := range list {
		ids.WriteString(b.id + "\n")
	}
	return r.read(strings.NewReader(ids.String()), func(from *bufio.Reader) error {
		left := int64(maxSinceBytes)
		for _, b := range list {
			size, err := blobSize(from, b)
			if err != nil {
				return err
			}
			if left -= size; left < 0 {
				return fmt.Errorf("its files have more than %d bytes", int64(maxSinceBytes))
			}
			if err := writeBlob(root, filepath.FromSlash(b.name), io.LimitReader(from, size), size); err != nil {
				return err
			}
			if _, err := from.Discard(1); err != nil {
				return io.ErrUnexpectedEOF
			}
		}
		return nil
	}, "cat-file", "--batch")
}

// blobSize reads the line before a file: its object, type and size.
func blobSize(from *bufio.Reader, b blob) (size int64, err error) {
	line, err := from.ReadSlice('\n')
	if err != nil {
		return 0, io.ErrUnexpectedEOF
	}
	var id, kind string
	if _, err := fmt.Sscanf(string(line), "%s %s %d", &id, &kind, &size); err != nil || id != b.id || kind != "blob" || size < 0 {
		return 0, fmt.Errorf("the clone lacks the content of %q; fetch it first, or clone without --filter", b.name)
	}
	return size, nil
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
