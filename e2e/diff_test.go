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

// gitEnv keeps the settings of the machine out.
var gitEnv = []string{
	"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull, "GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=e@example.com", "GIT_COMMITTER_NAME=n",
	"GIT_COMMITTER_EMAIL=e@example.com", "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z",
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	return strings.TrimSpace(must(t, dir, gitEnv, "git", args...))
}

// origin is a repository with a base branch, a branch of a pull request and the merge of both, as GitHub makes it.
type origin struct{ dir, first, base, head, merge string }

func newOrigin(t *testing.T) origin {
	t.Helper()
	dir := t.TempDir()
	write := func(name, words string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(words), 0o600))
	}
	commit := func(message string) string {
		git(t, dir, "add", "-A")
		git(t, dir, "commit", "-q", "-m", message)
		return git(t, dir, "rev-parse", "HEAD")
	}
	git(t, dir, "init", "-q", "-b", "main")
	// The repository would rather have nobody see what changes.
	write(".gitattributes", "* -diff binary diff=evil\n*.json linguist-generated\n")
	write("tools.json", "1\n2\n3\n4\n5\n6\n7\n8\n")
	write("base.json", "1\n")
	o := origin{dir: dir, first: commit("first")}
	git(t, dir, "branch", "pr")
	write("base.json", "1\n2\n")
	o.base = commit("base moves on")
	git(t, dir, "checkout", "-q", "pr")
	write("tools.json", "1\n2\n3\nfour\n5\n6\n7\n8\n")
	write("odd name\twith \u00e9 and \\.json", "new\n")
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

// change runs diff.sh and returns its log and the diff, which is empty when there is none.
func change(t *testing.T, dir string, env ...string) (log, diff string) {
	t.Helper()
	output := filepath.Join(t.TempDir(), "output")
	require.NoError(t, os.WriteFile(output, nil, 0o600))
	base := append([]string{"RUNNER_TEMP=" + t.TempDir(), "GITHUB_OUTPUT=" + output}, gitEnv...)
	log, code := run(t, dir, append(base, env...), "bash", filepath.Join(root(t), "action", "diff.sh"))
	require.Zero(t, code, "a change that is not known fails nothing: %s", log)
	said, err := os.ReadFile(output)
	require.NoError(t, err)
	file, ok := strings.CutPrefix(strings.TrimSpace(string(said)), "diff=")
	if !ok {
		require.Empty(t, string(said))
		require.Regexp(t, `^::notice title=mcp-lint%3A changed-only::Everything is annotated, for [^\n]*\.\n$`, log)
		return log, ""
	}
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	return log, string(data)
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
	for _, paths := range []string{"-checkout dir\nother", "-checkout dir/tools.json\r\n", "./-checkout dir/sub"} {
		_, diff := change(t, beside, append(env, "MCP_LINT_PATHS="+paths)...)
		assert.Contains(t, diff, "+++ b/tools.json", paths)
	}
	log, diff := change(t, beside, append(env, "MCP_LINT_PATHS=.")...)
	assert.Empty(t, diff)
	assert.Contains(t, log, "neither the workspace nor the first path is in a Git repository")
	for _, paths := range []string{"nowhere/at/all\n::error::x", "\n", ""} {
		_, diff = change(t, beside, append(env, "MCP_LINT_PATHS="+paths)...)
		assert.Empty(t, diff)
	}

	if os.Geteuid() == 0 {
		require.NoError(t, os.Chown(filepath.Join(beside, "-checkout dir", ".git"), 65534, 65534))
		require.NoError(t, os.Chown(filepath.Join(beside, "-checkout dir"), 65534, 65534))
		_, code := run(t, filepath.Join(beside, "-checkout dir"), gitEnv, "git", "status")
		require.NotZero(t, code, "Git itself minds the owner")
		_, diff = change(t, filepath.Join(beside, "-checkout dir"), env...)
		assert.Contains(t, diff, "+++ b/tools.json")
	}
}

func TestVerdict(t *testing.T) {
	for value, want := range map[string]int{"0": 0, "1": 1, "2": 2, "3": 3, "": 2, "4": 2, "1\n::error::x": 2, "x": 2, " 0": 2, "0; exit 0": 2} {
		log, code := run(t, t.TempDir(), []string{"MCP_LINT_EXIT_CODE=" + value}, "bash", filepath.Join(root(t), "action", "verdict.sh"))
		assert.Equal(t, want, code, "%q: %s", value, log)
		assert.NotContains(t, log, "::error::x")
	}
}
