package gitread

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/safe"
)

// What is read of a commit to be scanned is bounded.
const (
	maxTreeBytes = 4 << 30
	// MaxTreeFiles bounds the files of a commit that is scanned.
	MaxTreeFiles = 500_000
	maxTreePath  = 4 << 10
)

// At returns the git command for the top folder of a Git repository. Its configuration and what is committed may be an attacker's: the
// commands use no attributes, filters or hooks, and fetch nothing. They run without the caller's environment for git except its configuration, which
// may have to name the folder as safe.
func At(top string) Git {
	return func(ctx context.Context, args ...string) *exec.Cmd {
		options := append([]string{"-C", top, "-c", "safe.bareRepository=explicit"}, Options()...)
		cmd := exec.CommandContext(ctx, "git", append(options, args...)...)
		cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
			return strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "GIT_CONFIG_")
		})
		// Older versions fetch what is missing in spite of GIT_NO_LAZY_FETCH, so no protocol is allowed either, whatever the repository allows.
		cmd.Env = append(cmd.Env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C",
			"GIT_CEILING_DIRECTORIES="+filepath.Dir(top))
		return cmd
	}
}

// ErrNoCommit is returned for what names no commit.
var ErrNoCommit = errors.New("no such commit")

// Tree returns the ID of the object that holds the files of a commit.
func (git Git) Tree(ctx context.Context, rev string) (id string, err error) {
	err = git.read(ctx, nil, func(from *bufio.Reader) error {
		line, err := from.ReadSlice('\n')
		id = strings.TrimSpace(string(line))
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{tree}")
	var failed *Error
	if errors.As(err, &failed) && errors.As(err, new(*exec.ExitError)) && (failed.Words == "" || strings.Contains(failed.Words, "single revision")) {
		return "", ErrNoCommit
	}
	return id, problem(err)
}

// problem is an error of the reading of a commit, for people.
func problem(err error) error {
	var failed *Error
	var missing *MissingError
	switch {
	case errors.As(err, &missing):
		return fmt.Errorf("the clone lacks the content of %q; fetch it first, or clone without --filter", missing.Name)
	case errors.Is(err, ErrTooMany):
		return fmt.Errorf("it has more than %d files", MaxTreeFiles)
	case errors.As(err, &failed) && failed.Words != "":
		return errors.New("git: " + safe.Message(failed.Words))
	case errors.As(err, &failed):
		return fmt.Errorf("git: %w", failed.Err)
	}
	return err
}

// PlainPath reports whether a name is that of a file below a folder, and of none that git keeps for itself.
func PlainPath(name string) bool {
	if len(name) > maxTreePath || strings.Contains(name, `\`) || !filepath.IsLocal(filepath.FromSlash(name)) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." || strings.EqualFold(part, ".git") {
			return false
		}
	}
	return true
}

// Unpack writes the ordinary files of a tree into a folder. A name that is not a plain path has no earlier state: what is found there is new.
func (git Git) Unpack(ctx context.Context, tree, to string) error {
	files, err := git.Files(ctx, tree, MaxTreeFiles)
	if err != nil {
		return problem(err)
	}
	files = slices.DeleteFunc(files, func(f File) bool {
		return !f.Ordinary() || !PlainPath(f.Name)
	})
	root, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	left := int64(maxTreeBytes)
	return problem(git.Contents(ctx, files, func(f File, size int64, content io.Reader) error {
		if left -= size; left < 0 {
			return fmt.Errorf("its files have more than %d bytes", int64(maxTreeBytes))
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

// UnchangedIn reports of a file whether it is one of the files of a commit, with the same content. Line ends may differ. It reads no
// more than limit bytes of a file.
func UnchangedIn(top string, files []File, limit int64) func(rel string) bool {
	ids, known := map[string]string{}, map[string]bool{}
	for _, f := range files {
		if f.Ordinary() {
			ids[f.Name] = f.ID
		}
	}
	same := func(rel string) bool {
		id, ok := ids[rel]
		if !ok || !PlainPath(rel) {
			return false
		}
		data, err := readBelow(top, filepath.FromSlash(rel), limit)
		return err == nil && (BlobID(data, id) == id || BlobID([]byte(strings.ReplaceAll(string(data), "\r\n", "\n")), id) == id)
	}
	return func(rel string) bool {
		if _, ok := known[rel]; !ok {
			known[rel] = same(rel)
		}
		return known[rel]
	}
}

// readBelow reads an ordinary file below a folder.
func readBelow(folder, name string, limit int64) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	if st, err := root.Lstat(name); err != nil || !st.Mode().IsRegular() {
		return nil, os.ErrInvalid
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
