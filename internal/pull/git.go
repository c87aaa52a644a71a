package pull

import (
	"archive/tar"
	"bytes"
	"cmp"
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
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/lazy"
)

var (
	commitID   = lazy.Regexp(`^[0-9a-f]{40}(?:[0-9a-f]{24})?$`)
	gitAddress = lazy.Regexp(`^(?:https://|ssh://|[\w.-]+@[\w.-]+:|file://|/|\./|\.\./)`)
)

// git fetches one commit. It reads the files without a checkout, so that filters, hooks and attributes of the repository have no effect.
func (c *Client) git(ctx context.Context, p *Package, folder string) error {
	address, ref := p.Name, cmp.Or(p.Version, "HEAD")
	if !gitAddress().MatchString(address) {
		return hint.Errorf("", "%q is not a git address: use https://, ssh:// or git@HOST:", withoutSecrets(address))
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

	fetch := []string{"fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--end-of-options", address, ref}
	if _, err := c.gitRun(ctx, store, fetch...); err != nil {
		return err
	}
	fetched, err := c.gitRun(ctx, store, "rev-parse", "--verify", "FETCH_HEAD^{commit}")
	if err != nil {
		return err
	}
	id := strings.TrimSpace(string(fetched))
	if !commitID().MatchString(id) || commitID().MatchString(ref) && ref != id {
		return fmt.Errorf("git fetched a commit other than %s", ref)
	}
	p.From, p.Digest, p.Stated = withoutSecrets(address), "commit "+id, "git"
	p.Name = withoutSecrets(strings.TrimSuffix(strings.TrimSuffix(address, "/"), ".git"))
	p.Version = cmp.Or(p.Version, id)
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

// gitRun runs git without prompts, and independent of the repository's settings.
func (c *Client) gitRun(ctx context.Context, store string, args ...string) ([]byte, error) {
	var out, problem bytes.Buffer
	cmd := c.gitCommand(ctx, store, args...)
	cmd.Stdout, cmd.Stderr = &out, &problem
	if err := cmd.Run(); err != nil {
		return nil, gitError(ctx, &gitread.Error{Words: strings.TrimSpace(problem.String()), Err: err})
	}
	return out.Bytes(), nil
}

func (c *Client) gitCommand(ctx context.Context, store string, args ...string) *exec.Cmd {
	options := append([]string{"-C", store}, gitread.Options()...)
	options = append(options, "-c", "protocol.https.allow=always", "-c", "protocol.ssh.allow=always", "-c", "protocol.file.allow=always",
		"-c", "fetch.fsckObjects=true", "-c", "gc.auto=0", "-c", "maintenance.auto=false")
	cmd := exec.CommandContext(ctx, "git", append(options, args...)...)
	cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_DIR="+store, "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C")
	return cmd
}

// gitTar writes the files of a commit as a tar archive, and counts the submodules, which it omits.
func (c *Client) gitTar(ctx context.Context, store, id string, to io.Writer) (submodules int, err error) {
	git := gitread.Git(func(ctx context.Context, args ...string) *exec.Cmd { return c.gitCommand(ctx, store, args...) })
	files, err := git.Files(ctx, id, gitread.MaxTreeFiles)
	if err == nil && len(files) == 0 || errors.Is(err, gitread.ErrTooMany) {
		return 0, fmt.Errorf("the commit has no files, or more than %d", gitread.MaxTreeFiles)
	} else if err != nil {
		return 0, gitError(ctx, err)
	}
	all := len(files)
	files = slices.DeleteFunc(files, func(f gitread.File) bool { return f.Mode == gitread.Submodule })
	out, left := tar.NewWriter(to), int64(maxArchive)
	err = git.Contents(ctx, files, func(f gitread.File, size int64, content io.Reader) error {
		if left -= size; left < 0 {
			return fmt.Errorf("the files of the commit are larger than %d bytes", maxArchive)
		}
		h := &tar.Header{Name: f.Name, Size: size, Mode: 0o644, Typeflag: tar.TypeReg}
		if f.Mode == gitread.Link {
			const longest = 4096
			target, _ := io.ReadAll(io.LimitReader(content, longest))
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, string(target), 0
		}
		if err := out.WriteHeader(h); err != nil {
			return err
		}
		_, err := io.CopyN(out, content, h.Size)
		return err
	})
	var missing *gitread.MissingError
	switch {
	case errors.As(err, &missing):
		return 0, fmt.Errorf("git could not read the file %q", text.Safe(missing.Name, len(missing.Name)))
	case err != nil:
		return 0, gitError(ctx, err)
	}
	return all - len(files), out.Close()
}

// gitError explains why a git command failed.
func gitError(ctx context.Context, err error) error {
	var failed *gitread.Error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return hint.Errorf("Install git.", "git is not installed")
	case errors.As(err, &failed):
		const longest = 500
		const advice = "Check the address, the name of the branch or tag, and the login."
		return hint.Errorf(advice, "git: %s", text.Safe(failed.Words, longest))
	}
	return err
}
