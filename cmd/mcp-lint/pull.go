package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/archive"
	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/pull"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

const longPull = `Fetch the package of an MCP server and scan it before you install it. Nothing in the package runs: no install script, no
build, no git hook.

The package comes from its registry, with your settings: registry, scopes and tokens from ~/.npmrc, the index from PIP_INDEX_URL or
pip.conf, logins from docker's config.json, and the proxy from HTTPS_PROXY. The download is compared with the digest that the registry
gives, then scanned as an archive, with the flags and output formats of a scan. A server.json of the MCP registry stands for the
packages that it lists.

Settings in the working directory, such as its .npmrc, are ignored. A lock file is used only with --lock.

Exit codes:
  0  passes                               3  not everything could be read
  1  findings at or above --fail-on       4  not judged: nothing was found that
  2  could not run: unknown package,         reaches a model
     digest mismatch, no connection,    130  interrupted (Ctrl-C)
     login needed, archive too large
--strict=false turns 3 and 4 into 0.`

const examplePull = `  mcp-lint pull npm:@modelcontextprotocol/server-memory     the newest version
  mcp-lint pull npm:@modelcontextprotocol/server-memory --save packages
  mcp-lint pull pypi:mcp-server-fetch==2026.8.31
  mcp-lint pull git:https://github.com/acme/notes-mcp@v1.2.0
  mcp-lint pull mcpb:https://example.com/notes.mcpb#sha256=HEX
  mcp-lint pull oci:ghcr.io/acme/notes-mcp:1.2.0
  mcp-lint pull server.json --output sarif=pull.sarif`

func newPull(s streams) *cobra.Command {
	o := &scanOptions{}
	save := ""
	cmd := &cobra.Command{
		Use:     "pull PACKAGE...",
		Short:   "Fetch a package and scan it without running it",
		Long:    longPull,
		Example: examplePull,
		RunE:    func(cmd *cobra.Command, args []string) error { return runPull(s, cmd, o, args, save) },
	}
	o.register(cmd)
	cmd.Flags().StringVar(&save, "save", "", "save the archives in `FOLDER`")
	hide(cmd, ofOwnFiles...)
	return cmd
}

// ofOwnFiles are flags of scan that make sense for files of the user only.
var ofOwnFiles = []string{"in-context", "fix", "dry-run", "since", "patch", "input"}

func runPull(s streams, cmd *cobra.Command, o *scanOptions, args []string, save string) error {
	for _, name := range ofOwnFiles {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is for your own files; pull scans packages by others", name)
		}
	}
	refs, err := pullRefs(args)
	if err != nil {
		return err
	}
	o.noLock = o.noLock || o.lockName == ""
	if err := o.prepare(cmd, nil); err != nil {
		return err
	}
	o.judgeAll(cmd)
	sinks, err := parseOutputs(o.outputs)
	if err != nil {
		return err
	}
	if save != "" && !userfile.IsFolder(save) {
		return hint.Errorf("Create it first.", "--save %q: the folder does not exist", save)
	}
	folder, err := os.MkdirTemp("", "mcp-lint-pull-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	packages, err := fetchAll(s, cmd, refs, folder)
	if err != nil {
		return err
	}
	r, err := o.scanPackages(s, cmd, packages, folder)
	if err != nil {
		return err
	}
	unread := slices.IndexFunc(packages, func(p *pull.Package) bool {
		rel, _ := filepath.Rel(folder, p.File)
		return slices.Contains(r.Empty, filepath.ToSlash(rel))
	})
	o.next = cmp.Or(nextCommand(refs[max(unread, 0)]), o.next)
	if err := keepArchives(packages, save); err != nil {
		return err
	}
	if err := writeAll(sinks, r, s, o, []string{"."}); err != nil {
		return err
	}
	return o.verdict(r)
}

// pullRefs reads the arguments: packages, or files that name them.
func pullRefs(args []string) (refs []pull.Ref, err error) {
	const most = 50
	if len(args) == 0 {
		return nil, hint.Errorf("Give one of "+pull.Kinds+", or a server.json.", "no package was given")
	}
	for _, arg := range args {
		if pull.IsServerJSON(arg) && (userfile.Exists(arg) || !strings.Contains(arg, ":")) {
			named, err := pull.ReadServerJSON(arg)
			if err != nil {
				return nil, err
			}
			refs = append(refs, named...)
			continue
		}
		r, err := pull.Parse(arg)
		if err != nil && packageName().MatchString(arg) {
			err = hint.Add(err, "Did you mean npm:"+arg+"?")
		}
		if err != nil {
			return nil, err
		}
		refs = append(refs, r)
	}
	if len(refs) > most {
		return nil, fmt.Errorf("%d packages were given; at most %d can be fetched at once", len(refs), most)
	}
	return refs, nil
}

// nextCommand says how to ask a package what it says when it runs; "" if that is not known.
func nextCommand(ref pull.Ref) string {
	launch := map[string]string{"npm": "npx -y %s", "pypi": "uvx %s", "oci": "docker run -i --rm %s"}
	_, name, _ := strings.Cut(ref.String(), ":")
	how := launch[ref.Kind]
	if how == "" || !plainArgument().MatchString(name) {
		return ""
	}
	return "To judge what the running server says, use mcp-lint live -- " + fmt.Sprintf(how, name) + "; that runs it."
}

// plainArgument matches what a shell takes as one word.
var plainArgument = lazy.Regexp(`^[A-Za-z0-9@._/:=+-]+$`)

// fetchAll fetches the packages, each into a folder of its own, and says what it has got.
func fetchAll(s streams, cmd *cobra.Command, refs []pull.Ref, folder string) ([]*pull.Package, error) {
	ctx, stop := s.signals.context(cmd.Context())
	defer stop()
	home, _ := os.UserHomeDir()
	client := &pull.Client{Env: s.env, ReadFile: readSettings, Home: home, Agent: "mcp-lint/" + versionNumber()}
	var all []*pull.Package
	for i, ref := range refs {
		own := filepath.Join(folder, fmt.Sprint(i+1))
		if len(refs) == 1 {
			own = folder
		} else if err := os.Mkdir(own, 0o700); err != nil {
			return nil, err
		}
		p, err := client.Fetch(ctx, ref, own)
		if errors.Is(err, context.Canceled) {
			return nil, &exitError{exitOf(ctx), errors.New("interrupted; nothing was scanned")}
		}
		if err == nil {
			err = checkArchive(p)
		}
		if err != nil {
			return nil, err
		}
		say(s.err, p)
		all = append(all, p)
	}
	return all, nil
}

// readSettings reads a file of settings of the user.
func readSettings(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	const longest = 1 << 20
	return io.ReadAll(io.LimitReader(f, longest))
}

// checkArchive makes sure that what was fetched is read as an archive, and not as a file of whatever it holds.
func checkArchive(p *pull.Package) error {
	head, err := headOf(p.File)
	if err != nil {
		return err
	}
	if !archive.Is(filepath.Base(p.File), head) {
		return fmt.Errorf("%s: the download is not an archive that can be read", p)
	}
	return nil
}

// say names a package that was fetched.
func say(w io.Writer, p *pull.Package) {
	line := func(label, words string) {
		if words != "" {
			fmt.Fprintf(w, "  %-8s %s\n", label, safe.Line(words))
		}
	}
	stated := "computed here; no digest was given to compare it with"
	if p.Stated != "" {
		stated = "matches " + p.Stated
	}
	fmt.Fprintln(w, safe.Line(p.String()))
	line("from", p.From)
	line("digest", p.Digest+" ("+stated+")")
	for _, n := range p.Notes {
		line("note", n)
	}
}

// scanPackages scans the archives under the names that they have in the folder.
func (o *scanOptions) scanPackages(s streams, cmd *cobra.Command, packages []*pull.Package, folder string) (*lint.Report, error) {
	var paths []string
	for _, p := range packages {
		rel, err := filepath.Rel(folder, p.File)
		if err != nil {
			return nil, err
		}
		paths = append(paths, rel)
	}
	opts := o.lintOptions(s, paths)
	opts.Skips = unfetched(packages)
	callback, wipe := progress(s, o.quiet)
	opts.Cwd, opts.Progress, opts.Columns = folder, callback, columns(s.out)
	r, err := lint.Run(opts)
	wipe()
	if err != nil {
		return nil, explainScanError(err, cmd, nil)
	}
	return r, nil
}

// unfetched are the files that were not fetched of packages that have several.
func unfetched(packages []*pull.Package) (skips []lint.Skip) {
	const most = 50
	for _, p := range packages {
		add := func(name string) {
			skips = append(skips, lint.Skip{
				Path: name, Reason: discover.SkipUnreadable, Missed: true,
				Detail: safe.Line(fmt.Sprintf("some machines install this file of %s instead, and it was not fetched", p)),
			})
		}
		for _, name := range p.Others[:min(len(p.Others), most)] {
			add(safe.Line(name))
		}
		if more := len(p.Others) - most; more > 0 {
			add(report.Count(more, "more file"))
		}
	}
	return skips
}

// keepArchives copies the archives into a folder of the user, each whole or not at all, and through no link in the working directory.
func keepArchives(packages []*pull.Package, folder string) error {
	for _, p := range packages {
		if folder == "" {
			break
		}
		to := filepath.Join(folder, filepath.Base(p.File))
		from, err := os.Open(p.File)
		if err != nil {
			return err
		}
		err = atomicfile.Write(to, []string{"."}, func(w io.Writer) error {
			_, err := io.Copy(w, from)
			return err
		})
		_ = from.Close()
		if err != nil {
			return fmt.Errorf("could not save %s: %w", to, err)
		}
	}
	return nil
}
