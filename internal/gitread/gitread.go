// Package gitread reads the files of a Git commit. What is committed and how its repository is configured may be an attacker's: only commands
// are run that check nothing out, so that no filter, hook or attribute has a say.
package gitread

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Git makes a command of git that runs in a repository. Its arguments begin with Options.
type Git func(ctx context.Context, args ...string) *exec.Cmd

// Options are the options that every command of git has before its name.
func Options() []string {
	return []string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "protocol.allow=never"}
}

// The modes of the entries of a tree.
const (
	Regular    = "100644"
	Executable = "100755"
	Link       = "120000"
	Submodule  = "160000"
)

// File is an entry of a tree. Nothing is known of its name but that it is not empty.
type File struct{ Mode, ID, Name string }

// ErrTooMany is returned for a tree of more files than are asked for.
var ErrTooMany = errors.New("it has too many files")

// Error is a command of git that failed. Words are what git wrote, which may be empty and has to be made printable.
type Error struct {
	Words string
	Err   error
}

func (e *Error) Error() string { return "git: " + e.Words }
func (e *Error) Unwrap() error { return e.Err }

// MissingError is a file whose content the repository does not have.
type MissingError struct{ Name string }

func (e *MissingError) Error() string { return fmt.Sprintf("the content of %q is not there", e.Name) }

// Files lists the entries of a tree and of the trees in it, in order, at most so many.
func (git Git) Files(ctx context.Context, tree string, most int) (list []File, err error) {
	err = git.read(ctx, nil, func(from *bufio.Reader) error {
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
			switch {
			case len(fields) != 3 || name == "":
				return io.ErrUnexpectedEOF
			case len(list) == most:
				return ErrTooMany
			}
			list = append(list, File{fields[0], fields[2], name})
		}
	}, "ls-tree", "-r", "-z", "--full-tree", tree)
	return list, err
}

// Contents hands on the content of files, which are no submodules, one after the other. What take leaves of a content is passed over.
func (git Git) Contents(ctx context.Context, files []File, take func(f File, size int64, content io.Reader) error) error {
	var ids strings.Builder
	for _, f := range files {
		ids.WriteString(f.ID + "\n")
	}
	return git.read(ctx, strings.NewReader(ids.String()), func(from *bufio.Reader) error {
		for _, f := range files {
			line, err := from.ReadSlice('\n')
			if err != nil {
				return io.ErrUnexpectedEOF
			}
			var id, kind string
			var size int64
			if _, err := fmt.Sscanf(string(line), "%s %s %d", &id, &kind, &size); err != nil || id != f.ID || kind != "blob" || size < 0 {
				return &MissingError{f.Name}
			}
			content := io.LimitReader(from, size)
			if err := take(f, size, content); err != nil {
				return err
			}
			_, err = io.Copy(io.Discard, content)
			// A line feed follows upon each content.
			if _, end := from.Discard(1); err != nil || end != nil {
				return io.ErrUnexpectedEOF
			}
		}
		return nil
	}, "cat-file", "--batch")
}

// read runs a command of git and hands on what it writes, until that fails.
func (git Git) read(ctx context.Context, in io.Reader, read func(*bufio.Reader) error, args ...string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cmd := git(ctx, args...)
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
		return &Error{strings.TrimSpace(problem.String()), wait}
	}
	return err
}
