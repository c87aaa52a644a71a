//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// origin is a repository with a base branch, a branch of a pull request and the merge of both, as GitHub makes it.
type origin struct{ dir, first, base, head, merge string }

func newOrigin(t *testing.T) origin {
	t.Helper()
	dir := t.TempDir()
	commit := func(message string) string {
		git(t, dir, "add", "-A")
		git(t, dir, "commit", "-q", "-m", message)
		return git(t, dir, "rev-parse", "HEAD")
	}
	git(t, dir, "init", "-q", "-b", "main")
	// The repository would rather have nobody see what changes.
	write(t, dir, ".gitattributes", "* -diff binary diff=evil\n*.json linguist-generated\n")
	write(t, dir, "tools.json", "1\n2\n3\n4\n5\n6\n7\n8\n")
	write(t, dir, "base.json", "1\n")
	o := origin{dir: dir, first: commit("first")}
	git(t, dir, "branch", "pr")
	write(t, dir, "base.json", "1\n2\n")
	o.base = commit("base moves on")
	git(t, dir, "checkout", "-q", "pr")
	write(t, dir, "tools.json", "1\n2\n3\nfour\n5\n6\n7\n8\n")
	write(t, dir, "odd name\twith \u00e9 and \\.json", "new\n")
	o.head = commit("change")
	git(t, dir, "checkout", "-q", "--detach", "main")
	git(t, dir, "merge", "-q", "--no-ff", "-m", "Merge "+strings.Repeat("long ", 20_000), "pr")
	o.merge = git(t, dir, "rev-parse", "HEAD")
	git(t, dir, "update-ref", "refs/pull/1/merge", o.merge)
	return o
}

// checkout clones a commit as actions/checkout does: depth 0 is the whole history.
func (o origin) checkout(t *testing.T, commit string, depth int) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	git(t, dir, "remote", "add", "origin", "file://"+o.dir)
	args := []string{"fetch", "-q", "--no-tags", "origin", "+" + commit + ":refs/remotes/pull/1/merge"}
	if depth > 0 {
		args = append(args, fmt.Sprintf("--depth=%d", depth))
	} else {
		args = append(args, "+refs/heads/*:refs/remotes/origin/*")
	}
	git(t, dir, args...)
	git(t, dir, "checkout", "-q", "--detach", commit)
	return dir
}

// change runs diff.sh as input changed-only does and returns its log and the diff, which is empty when there is none.
func change(t *testing.T, dir string, env ...string) (log, diff string) {
	t.Helper()
	log, said := runDiff(t, dir, append([]string{"MCP_LINT_CHANGED_ONLY=true"}, env...))
	file, ok := strings.CutPrefix(said, "diff=")
	if !ok {
		reason := strings.TrimPrefix(said, "unknown=")
		require.Regexp(t, `^::notice title=mcp-lint%3A changed-only::Everything is annotated, for [^\n]*\.\n$`, log)
		require.Contains(t, log, reason)
		return log, ""
	}
	return log, string(contents(t, file))
}

// runDiff runs diff.sh and returns its log and the output that it sets.
func runDiff(t *testing.T, dir string, env []string) (log, said string) {
	t.Helper()
	output := filepath.Join(t.TempDir(), "output")
	require.NoError(t, os.WriteFile(output, nil, 0o600))
	base := append([]string{"RUNNER_TEMP=" + t.TempDir(), "GITHUB_OUTPUT=" + output}, gitEnv()...)
	log, code := run(t, dir, append(base, env...), "bash", filepath.Join(root(t), "action", "diff.sh"))
	require.Zero(t, code, "a change that is not known fails nothing: %s", log)
	said = strings.TrimSuffix(string(contents(t, output)), "\n")
	require.NotContains(t, said, "\n")
	return log, said
}

// TestDiffWithoutChangedOnly makes the same diff for the summary, and stays quiet where there is none.
func TestDiffWithoutChangedOnly(t *testing.T) {
	o := newOrigin(t)
	dir := o.checkout(t, o.merge, 1)
	for _, value := range []string{"", "false", "FALSE", "\n"} {
		log, said := runDiff(t, dir, []string{"MCP_LINT_CHANGED_ONLY=" + value, "MCP_LINT_EVENT=pull_request", "GITHUB_SHA=" + o.merge})
		assert.Regexp(t, `^The change is what differs between [0-9a-f]{40} and [0-9a-f]{40}\.\n$`, log)
		require.Regexp(t, "^diff=/", said)
		assert.Contains(t, string(contents(t, strings.TrimPrefix(said, "diff="))), "@@ -4 +4 @@")
	}
	for event, want := range map[string]string{
		// Somebody asks for these to be taken.
		"pull_request": "unknown=the checked out commit is not that of the event", "pull_request_target": "unknown=the checked out commit is not that of the event",
		"merge_group": "unknown=the checked out commit is not that of the event",
		"push":        "", "schedule": "", "workflow_dispatch": "", "": "", "pull_request\nunknown=x": "",
	} {
		log, said := runDiff(t, dir, []string{"MCP_LINT_EVENT=" + event, "GITHUB_SHA=" + o.base})
		assert.Equal(t, want, said, event)
		assert.Regexp(t, `^What has changed is not known, for [^\n:]*\.\n$`, log, event)
	}
	for _, value := range []string{"True", " true\n"} {
		log, said := runDiff(t, dir, []string{"MCP_LINT_CHANGED_ONLY=" + value, "MCP_LINT_EVENT=pull_request", "GITHUB_SHA=" + o.base})
		assert.Contains(t, log, "::notice title=mcp-lint%3A changed-only::Everything is annotated, for ", "as the program reads the input")
		assert.Contains(t, said, "unknown=")
	}
}

func TestDiff(t *testing.T) {
	o := newOrigin(t)
	pr := []string{"MCP_LINT_EVENT=pull_request", "GITHUB_SHA=" + o.merge, "MCP_LINT_PR_BASE=" + o.base, "MCP_LINT_PR_HEAD=" + o.head}
	push := func(sha, before string, more ...string) []string {
		return append([]string{"MCP_LINT_EVENT=push", "GITHUB_SHA=" + sha, "MCP_LINT_BEFORE=" + before, "MCP_LINT_FORCED=false"}, more...)
	}
	const wholeChange = "@@ -4 +4 @@"
	for name, c := range map[string]struct {
		commit string
		depth  int
		env    []string
		want   string
		log    string
	}{
		"pull request, as checked out":       {o.merge, 1, pr, wholeChange, "Only what differs between " + o.base},
		"pull request, two deep":             {o.merge, 2, pr, wholeChange, "Only what differs"},
		"pull request, whole history":        {o.merge, 0, pr, wholeChange, "Only what differs"},
		"head of the pull request":           {o.head, 0, pr, wholeChange, "Only what differs between " + o.first},
		"head of the pull request, shallow":  {o.head, 1, pr, "", "let actions/checkout use fetch-depth. 0"},
		"pull_request_target, head":          {o.head, 0, append(pr, "MCP_LINT_EVENT=pull_request_target", "GITHUB_SHA="+o.base), wholeChange, "Only what differs"},
		"pull_request_target, base":          {o.base, 1, append(pr, "MCP_LINT_EVENT=pull_request_target", "GITHUB_SHA="+o.base), "", "is not that of the event"},
		"pull request, another commit":       {o.first, 1, pr, "", "is not that of the event"},
		"pull request that is no merge":      {o.head, 1, append(pr, "GITHUB_SHA="+o.head, "MCP_LINT_PR_HEAD="), "", "is no merge of the pull request"},
		"push":                               {o.head, 1, push(o.head, o.first), wholeChange, "Only what differs"},
		"push, whole history":                {o.head, 0, push(o.head, o.first), wholeChange, "Only what differs"},
		"push of a new branch":               {o.head, 1, push(o.head, strings.Repeat("0", 40)), "", "the branch or tag is new"},
		"forced push":                        {o.head, 1, push(o.head, o.base, "MCP_LINT_FORCED=true"), "", "the push has rewritten history"},
		"forced push that nobody called so":  {o.head, 0, push(o.head, o.base), "", "the push has rewritten history"},
		"push from a commit that is nowhere": {o.head, 1, push(o.head, otherCommit), "", "is not here and cannot be fetched"},
		"push of another commit":             {o.head, 1, push(o.merge, o.first), "", "is not that of the event"},
		"push with an odd before":            {o.head, 1, push(o.head, "--output=/tmp/x"), "", "does not name the commit before the push"},
		"merge queue":                        {o.merge, 1, []string{"MCP_LINT_EVENT=merge_group", "GITHUB_SHA=" + o.merge, "MCP_LINT_QUEUE_BASE=" + o.base}, wholeChange, "Only what differs"},
		"merge queue without a base":         {o.merge, 1, []string{"MCP_LINT_EVENT=merge_group", "GITHUB_SHA=" + o.merge}, "", "does not name the base"},
		"schedule":                           {o.merge, 1, []string{"MCP_LINT_EVENT=schedule", "GITHUB_SHA=" + o.merge}, "", "comes with no change"},
		"no event":                           {o.merge, 1, nil, "", "comes with no change"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := o.checkout(t, c.commit, c.depth)
			shallow := git(t, dir, "rev-parse", "--is-shallow-repository")
			log, diff := change(t, dir, c.env...)
			assert.Regexp(t, c.log, log)
			assert.Equal(t, c.want != "", diff != "")
			if c.want != "" {
				assert.Contains(t, diff, c.want)
				assert.Contains(t, diff, `+++ "b/odd name\twith \303\251 and \\.json"`)
				assert.NotContains(t, diff, "base.json", "what the base has done meanwhile is no part of it")
				assert.NotContains(t, diff, "Binary files")
			}
			assert.Equal(t, shallow, git(t, dir, "rev-parse", "--is-shallow-repository"), "the clone is not made shallow")
		})
	}
}

// TestDiffRunsNothing has the configuration of the clone name programs, which a diff of files would run.
func TestDiffRunsNothing(t *testing.T) {
	o := newOrigin(t)
	dir := o.checkout(t, o.merge, 0)
	mark := filepath.Join(t.TempDir(), "ran")
	script := filepath.Join(t.TempDir(), "evil")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\ntouch '"+mark+"'\necho nothing\n"), 0o700))
	for _, key := range []string{"diff.external", "diff.evil.command", "diff.evil.textconv", "core.fsmonitor", "core.pager", "pager.diff-tree", "core.sshCommand"} {
		git(t, dir, "config", key, script)
	}
	for key, value := range map[string]string{
		"diff.noprefix": "true", "diff.mnemonicPrefix": "true", "diff.context": "9", "diff.interHunkContext": "9", "color.ui": "always", "diff.renames": "copies", "core.quotePath": "false",
		"diff.submodule": "log", "diff.relative": "true", "diff.algorithm": "patience",
	} {
		git(t, dir, "config", key, value)
	}
	env := []string{"MCP_LINT_EVENT=pull_request", "GITHUB_SHA=" + o.merge, "GIT_EXTERNAL_DIFF=" + script, "GIT_DIFF_OPTS=-u9", "GIT_DIR=/nowhere"}
	_, diff := change(t, dir, env...)
	assert.Contains(t, diff, "diff --git a/tools.json b/tools.json")
	assert.Contains(t, diff, "@@ -4 +4 @@")
	assert.Contains(t, diff, `"b/odd name\twith \303\251 and \\.json"`)
	assert.NotContains(t, diff, "\x1b")
	assert.NoFileExists(t, mark)
}

// TestDiffElsewhere finds the repository around the workspace or around the first path, whoever owns it.
func TestDiffElsewhere(t *testing.T) {
	o := newOrigin(t)
	env := []string{"MCP_LINT_EVENT=pull_request", "GITHUB_SHA=" + o.merge}
	dir := o.checkout(t, o.merge, 1)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "sub"), 0o755))
	_, below := change(t, filepath.Join(dir, "sub"), env...)
	assert.Contains(t, below, "+++ b/tools.json", "names count from the root of the repository")

	beside := t.TempDir()
	require.NoError(t, os.Rename(dir, filepath.Join(beside, "-checkout dir")))
	for _, paths := range []string{"-checkout dir\n\n  -checkout dir/sub\t", "-checkout dir/tools.json\r\n", "./-checkout dir/sub", filepath.Join(beside, "-checkout dir")} {
		_, diff := change(t, beside, append(env, "MCP_LINT_PATHS="+paths)...)
		assert.Contains(t, diff, "+++ b/tools.json", paths)
	}
	log, diff := change(t, beside, append(env, "MCP_LINT_PATHS=.")...)
	assert.Empty(t, diff)
	assert.Contains(t, log, "a path is not in a Git repository")
	for _, paths := range []string{"nowhere/at/all\n::error::x", "\n", ""} {
		_, diff = change(t, beside, append(env, "MCP_LINT_PATHS="+paths)...)
		assert.Empty(t, diff)
	}

	if os.Geteuid() == 0 {
		require.NoError(t, os.Chown(filepath.Join(beside, "-checkout dir", ".git"), 65534, 65534))
		require.NoError(t, os.Chown(filepath.Join(beside, "-checkout dir"), 65534, 65534))
		_, code := run(t, filepath.Join(beside, "-checkout dir"), gitEnv(), "git", "status")
		require.NotZero(t, code, "Git itself minds the owner")
		_, diff = change(t, filepath.Join(beside, "-checkout dir"), env...)
		assert.Contains(t, diff, "+++ b/tools.json")
		_, diff = change(t, filepath.Join(beside, "-checkout dir", "sub"), append(env, "GITHUB_WORKSPACE="+beside)...)
		assert.Contains(t, diff, "+++ b/tools.json")
		// Above the workspace somebody else may have put it.
		for dir, more := range map[string]string{"sub": "", ".": "GITHUB_WORKSPACE=" + t.TempDir()} {
			log, diff = change(t, filepath.Join(beside, "-checkout dir", dir), append(env, more)...)
			assert.Empty(t, diff)
			assert.Contains(t, log, "outside of the workspace and belongs to another user")
		}
	}
}

// planted makes a folder that a commit can hold and that Git takes for a repository, whose configuration runs a program.
func planted(t *testing.T, dir, mark string, o origin) {
	t.Helper()
	git(t, dir, "init", "-q", "--bare")
	git(t, dir, "fetch", "-q", "--depth=1", "file://"+o.dir, o.merge)
	git(t, dir, "update-ref", "--no-deref", "HEAD", o.merge)
	for key, value := range map[string]string{
		"remote.origin.url": "ext::sh -c touch% " + mark, "protocol.ext.allow": "always", "core.fsmonitor": "touch " + mark, "core.sshCommand": "touch " + mark,
		"diff.external": "touch " + mark, "core.worktree": ".",
	} {
		git(t, dir, "config", key, value)
	}
	git(t, dir, "config", "core.bare", "false")
	write(t, dir, "t.json", "{}\n")
}

// TestDiffTakesNoPlantedRepository has what is scanned hold a repository of the attacker, which needs no .git.
func TestDiffTakesNoPlantedRepository(t *testing.T) {
	o := newOrigin(t)
	mark := filepath.Join(t.TempDir(), "ran")
	env := []string{"MCP_LINT_EVENT=pull_request", "GITHUB_SHA=" + o.merge}

	alone := t.TempDir()
	folder := filepath.Join(alone, "src", "mail")
	require.NoError(t, os.MkdirAll(folder, 0o755))
	planted(t, folder, mark, o)
	_, code := run(t, folder, gitEnv(), "git", "fetch", "--depth=1", "origin", o.base)
	require.NotZero(t, code)
	require.FileExists(t, mark, "Git itself falls for it")
	require.NoError(t, os.Remove(mark))
	for _, paths := range []string{"src/mail", "src/mail/t.json", "src/mail/refs", "."} {
		log, diff := change(t, alone, append(env, "MCP_LINT_PATHS="+paths)...)
		assert.Empty(t, diff, paths)
		assert.Contains(t, log, "not in a Git repository", paths)
	}
	log, _ := change(t, folder, env...)
	assert.Contains(t, log, "the workspace is not in a Git repository", "the workspace itself is one")
	assert.NoFileExists(t, mark)

	// In a checkout the repository is that of the checkout.
	dir := o.checkout(t, o.merge, 1)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "mail"), 0o755))
	planted(t, filepath.Join(dir, "mail"), mark, o)
	for _, paths := range []string{"mail", "mail/t.json\ntools.json", "."} {
		_, diff := change(t, dir, append(env, "MCP_LINT_PATHS="+paths)...)
		assert.Contains(t, diff, "+++ b/tools.json", paths)
	}
	assert.NoFileExists(t, mark)

	// A link named .git, and the configuration of a checkout that has a stranger's remote.
	linked := t.TempDir()
	require.NoError(t, os.Symlink(folder, filepath.Join(linked, ".git")))
	log, _ = change(t, linked, env...)
	assert.Contains(t, log, "not in a Git repository")
	dir = o.checkout(t, o.merge, 1)
	for _, remote := range []string{"ext::sh -c touch% " + mark, "file://" + o.dir} {
		git(t, dir, "config", "protocol.ext.allow", "always")
		git(t, dir, "config", "remote.origin.uploadpack", "touch "+mark+";")
		git(t, dir, "config", "remote.origin.url", remote)
		change(t, dir, env...)
		assert.NoFileExists(t, mark, remote)
	}
}

// TestDiffInOneRepository annotates everything where the report names files from another folder than the diff.
func TestDiffInOneRepository(t *testing.T) {
	o := newOrigin(t)
	env := []string{"MCP_LINT_EVENT=pull_request", "GITHUB_SHA=" + o.merge}
	outer, inner := o.checkout(t, o.merge, 0), o.checkout(t, o.merge, 0)
	require.NoError(t, os.Rename(inner, filepath.Join(outer, "inner")))
	beside, workspace := t.TempDir(), t.TempDir()
	for _, name := range []string{"a", "b"} {
		require.NoError(t, os.Rename(o.checkout(t, o.merge, 0), filepath.Join(beside, name)))
	}
	write(t, beside, "x.json", "")
	require.NoError(t, os.Symlink(filepath.Join(beside, "b"), filepath.Join(beside, "a", "link")))
	require.NoError(t, os.Symlink(filepath.Join(beside, "b", "tools.json"), filepath.Join(beside, "a", "link.json")))
	for _, c := range []struct{ dir, paths, want string }{
		{beside, "a\nb", "several Git repositories"},
		{beside, "a\na/link", "several Git repositories"},
		{beside, "a/link.json", "a link to a file"},
		{beside, "a\nx.json", "a path is not in a Git repository"},
		{beside, "a\nnowhere", "a path is not there"},
		{outer, ".\ninner", "several Git repositories"},
		{outer, "inner", "inside that of the workspace"},
		{outer, filepath.Join(beside, "a") + "\ntools.json", "several Git repositories"},
		{beside, "a\na/tools.json", ""},
		{beside, "a/link", ""},
		{workspace, filepath.Join(beside, "b"), ""},
		{outer, filepath.Join(beside, "b"), ""},
		{outer, ".", ""},
		{filepath.Join(outer, "inner"), ".", ""},
	} {
		log, diff := change(t, c.dir, append(env, "MCP_LINT_PATHS="+c.paths)...)
		assert.Equal(t, c.want == "", strings.Contains(diff, "+++ b/tools.json"), "%+v: %s", c, log)
		assert.Contains(t, log, c.want, "%+v", c)
	}
}

// TestDiffFetchesAsTheCheckout fetches with what actions/checkout keeps in files beside the repository, in a worktree and a submodule too.
func TestDiffFetchesAsTheCheckout(t *testing.T) {
	o := newOrigin(t)
	env := []string{"MCP_LINT_EVENT=pull_request", "GITHUB_SHA=" + o.merge}
	dir := o.checkout(t, o.merge, 1)
	kept := filepath.Join(t.TempDir(), "git-credentials.config")
	require.NoError(t, os.WriteFile(kept, []byte("[url \"file://"+o.dir+"\"]\n\tinsteadOf = https://host.invalid/octo/example\n"), 0o600))
	real, err := filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	git(t, dir, "config", "includeIf.gitdir:"+filepath.Join(real, ".git")+".path", kept)
	git(t, dir, "config", "remote.origin.url", "https://host.invalid/octo/example")
	worktree := filepath.Join(t.TempDir(), "tree")
	git(t, dir, "worktree", "add", "-q", "--detach", worktree, o.merge)
	log, diff := change(t, dir, env...)
	assert.Contains(t, diff, "@@ -4 +4 @@", log)
	log, diff = change(t, worktree, env...)
	assert.Contains(t, diff, "@@ -4 +4 @@", log)
}

func TestVerdict(t *testing.T) {
	for value, want := range map[string]int{"0": 0, "1": 1, "2": 2, "3": 3, "4": 4, "": 2, "5": 2, "1\n::error::x": 2, "x": 2, " 0": 2, "0; exit 0": 2} {
		log, code := run(t, t.TempDir(), []string{"MCP_LINT_EXIT_CODE=" + value}, "bash", filepath.Join(root(t), "action", "verdict.sh"))
		assert.Equal(t, want, code, "%q: %s", value, log)
		assert.NotContains(t, log, "::error::x")
	}
}
