// Package gitread reads the files of a Git commit. Its content and the configuration of its repository are untrusted, so it runs only
// commands that check nothing out and thus run no filter or hook.
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

// Git returns a git command for a repository. Its arguments start with Options.
type Git func(ctx context.Context, args ...string) *exec.Cmd

// Options returns the options to put before every git command.
func Options() []string {
	return []string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "protocol.allow=never"}
}

// The modes of tree entries.
const (
	Regular    = "100644"
	Executable = "100755"
	Link       = "120000"
	Submodule  = "160000"
)

// File is an entry of a tree. Its name is untrusted, but not empty.
type File struct{ Mode, ID, Name string }

// Ordinary reports whether it is a regular file.
func (f File) Ordinary() bool { return f.Mode == Regular || f.Mode == Executable }

// ErrTooMany is returned for a tree with too many files.
var ErrTooMany = errors.New("it has too many files")

// Error is a failed git command. Words is git's output, possibly empty and not printable.
type Error struct {
	Words string
	Err   error
}

func (e *Error) Error() string { return "git: " + e.Words }
func (e *Error) Unwrap() error { return e.Err }

// MissingError is a file whose content is not in the repository.
type MissingError struct{ Name string }

func (e *MissingError) Error() string { return fmt.Sprintf("the content of %q is not there", e.Name) }

// Files lists the entries of a tree and its subtrees in order, at most most.
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

// Contents calls take for the content of each file, in order. Submodules are not allowed. What take does not read is skipped.
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
			// A line feed follows each content.
			if _, end := from.Discard(1); err != nil || end != nil {
				return io.ErrUnexpectedEOF
			}
		}
		return nil
	}, "cat-file", "--batch")
}

// read runs a git command and passes its output to read.
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
