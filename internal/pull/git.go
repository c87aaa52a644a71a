package pull

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/lazy"
)

// maxGitFiles bounds the files of a commit.
const maxGitFiles = 500_000

var (
	commitID = lazy.Regexp(`^[0-9a-f]{40}(?:[0-9a-f]{24})?$`)
	gitOver  = lazy.Regexp(`^(?:https://|ssh://|[\w.-]+@[\w.-]+:|file://|/|\./|\.\./)`)
)

// git fetches one commit. Files are read out of it one by one: nothing is checked out, and so no filter, hook or attribute of the
// repository has a say.
func (c *Client) git(ctx context.Context, p *Package, folder string) error {
	address, ref := p.Name, p.Version
	if !gitOver().MatchString(address) {
		return fail("", "%q is not a git address: use https://, ssh:// or git@HOST:", shown(address))
	}
	if strings.HasPrefix(address, ".") {
		abs, err := filepath.Abs(address)
		if err != nil {
			return err
		}
		address = abs
	}
	store, err := os.MkdirTemp(folder, "git-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(store) }()
	if _, err := c.gitRun(ctx, store, "init", "--quiet", "--bare", "--template="); err != nil {
		return err
	}
	if ref == "" {
		ref = "HEAD"
	}
	fetch := []string{"fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--end-of-options", address, ref}
	if _, err := c.gitRun(ctx, store, fetch...); err != nil {
		return err
	}
	commit, err := c.gitRun(ctx, store, "rev-parse", "--verify", "FETCH_HEAD^{commit}")
	if err != nil {
		return err
	}
	id := strings.TrimSpace(string(commit))
	if !commitID().MatchString(id) || commitID().MatchString(ref) && ref != id {
		return fail("", "git fetched a commit other than %s", ref)
	}
	p.From, p.Digest, p.Stated = shown(address), "commit "+id, "git"
	p.Name = shown(strings.TrimSuffix(strings.TrimSuffix(address, "/"), ".git"))
	if p.Version == "" {
		p.Version = id
	}
	named := Package{Ref: Ref{Name: filepath.Base(p.Name), Version: id}}
	f, err := named.create(folder, ".tar")
	if err != nil {
		return err
	}
	p.File = named.File
	submodules, err := c.gitTar(ctx, store, id, f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if submodules > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("%d submodules were not fetched", submodules))
	}
	return err
}

// gitRun runs git without what the settings of a repository could have it do, and without asking anybody.
func (c *Client) gitRun(ctx context.Context, store string, args ...string) ([]byte, error) {
	var out, problem bytes.Buffer
	cmd := c.gitCommand(ctx, store, args...)
	cmd.Stdout, cmd.Stderr = &out, &problem
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, fail("Install git.", "git is not installed")
	case err != nil:
		const longest = 500
		const hint = "Check the address, the name of the branch or tag, and the login."
		return nil, &Error{"git: " + text.Safe(strings.TrimSpace(problem.String()), longest), hint, err}
	}
	return out.Bytes(), nil
}

func (c *Client) gitCommand(ctx context.Context, store string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{
		"-C", store, "-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false",
		"-c", "protocol.allow=never", "-c", "protocol.https.allow=always", "-c", "protocol.ssh.allow=always", "-c", "protocol.file.allow=always",
		"-c", "fetch.fsckObjects=true", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
	}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_DIR="+store, "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C")
	return cmd
}

// gitTar writes the files of a commit as a tar archive and counts the submodules, which are not in it.
func (c *Client) gitTar(ctx context.Context, store, commit string, to io.Writer) (submodules int, err error) {
	list, err := c.gitRun(ctx, store, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return 0, err
	}
	type blob struct{ mode, id, name string }
	var blobs []blob
	var ask strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		head, name, ok := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		switch {
		case !ok || len(fields) != 3 || len(blobs) > maxGitFiles:
			return 0, fail("", "the commit has no files, or more than %d", maxGitFiles)
		case fields[1] == "commit":
			submodules++
		default:
			blobs = append(blobs, blob{fields[0], fields[2], name})
			ask.WriteString(fields[2] + "\n")
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := c.gitCommand(ctx, store, "cat-file", "--batch")
	cmd.Stdin = strings.NewReader(ask.String())
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	defer func() { cancel(); _ = cmd.Wait() }()
	in, out, left := bufio.NewReader(pipe), tar.NewWriter(to), int64(maxArchive)
	for _, b := range blobs {
		head, err := in.ReadString('\n')
		fields := strings.Fields(head)
		if err != nil || len(fields) != 3 || fields[0] != b.id {
			return 0, fail("", "git could not read the file %q", text.Safe(b.name, len(b.name)))
		}
		size, err := strconv.ParseInt(fields[2], 10, 64)
		if left -= size; err != nil || size < 0 || left < 0 {
			return 0, fail("", "the files of the commit are larger than %d bytes", maxArchive)
		}
		h := &tar.Header{Name: b.name, Size: size, Mode: 0o644, Typeflag: tar.TypeReg}
		content := io.LimitReader(in, size)
		if b.mode == "120000" {
			const longest = 4096
			target, _ := io.ReadAll(io.LimitReader(content, longest))
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, string(target), 0
		}
		if err := out.WriteHeader(h); err != nil {
			return 0, err
		}
		if h.Size > 0 {
			if _, err := io.Copy(out, content); err != nil {
				return 0, err
			}
		}
		if _, err := io.Copy(io.Discard, content); err != nil {
			return 0, err
		}
		if _, err := in.Discard(1); err != nil {
			return 0, err
		}
	}
	return submodules, out.Close()
}
