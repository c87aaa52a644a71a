//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestActionlint runs actionlint, which hands every script to shellcheck, over the workflows and the examples in the documents.
func TestActionlint(t *testing.T) {
	lint := func(dir string, paths ...string) (string, int) {
		return run(t, dir, nil, tool(t, "actionlint"), append([]string{"-no-color", "-shellcheck", tool(t, "shellcheck")}, paths...)...)
	}
	var paths []string
	for name := range ownWorkflows(t) {
		paths = append(paths, filepath.Join(".github", "workflows", name))
	}
	slices.Sort(paths)
	out, code := lint(root(t), paths...)
	assert.Zero(t, code)
	assert.Empty(t, out)

	// It does speak: of expressions that are foreign text, and of what shellcheck finds.
	bad := t.TempDir()
	write(t, bad, "bad.yml", "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.event.head_commit.message }}\n      - run: cat $FILE | wc\n")
	out, code = lint(bad, "bad.yml")
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "potentially untrusted")
	assert.Contains(t, out, "SC2086")
}

// TestShellScripts holds every script of the project against shellcheck.
func TestShellScripts(t *testing.T) {
	var scripts []string
	for _, path := range strings.Fields(must(t, root(t), nil, "git", "ls-files", "--cached", "--others", "--exclude-standard", "*.sh", ".ci")) {
		if _, err := os.Stat(filepath.Join(root(t), path)); err == nil {
			scripts = append(scripts, path)
		}
	}
	require.Subset(t, scripts, []string{"scripts/release-check.sh", "e2e/install.sh", ".ci/run", ".ci/nightly"})
	must(t, root(t), nil, tool(t, "shellcheck"), scripts...)
	// Those of the action run for strangers: they are held against all that it knows.
	action := slices.DeleteFunc(scripts, func(path string) bool { return filepath.Dir(path) != "action" })
	require.NotEmpty(t, action)
	must(t, root(t), nil, tool(t, "shellcheck"), append([]string{"--enable=all", "--exclude=SC2250,SC2310,SC2311,SC2312,SC2292,SC2154,SC2249"}, action...)...)
}

var pinned = regexp.MustCompile(`^\s*(?:- )?uses: ([\w.-]+/[\w./-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)$`)

// TestPins finds every action by the whole hash of a commit, beside its version, and the same one everywhere.
func TestPins(t *testing.T) {
	files := []string{"action.yml"}
	for name := range ownWorkflows(t) {
		files = append(files, filepath.Join(".github", "workflows", name))
	}
	seen := map[string]string{}
	for _, file := range files {
		for i, line := range strings.Split(projectFile(t, file), "\n") {
			if !regexp.MustCompile(`^\s*(- )?uses:`).MatchString(line) {
				continue
			}
			if regexp.MustCompile(`^\s*(?:- )?uses: \./(?:\.github/workflows/[\w-]+\.yml)? # zizmor: ignore\[self-repository\] \S`).MatchString(line) {
				continue
			}
			m := pinned.FindStringSubmatch(line)
			if !assert.NotNil(t, m, "%s:%d is not pinned with its version: %s", file, i+1, line) {
				continue
			}
			repository := strings.Join(strings.Split(m[1], "/")[:2], "/")
			pin := m[2] + " " + m[3]
			if seen[repository] == "" {
				seen[repository] = pin
			}
			assert.Equal(t, seen[repository], pin, "%s:%d: %s is pinned twice", file, i+1, repository)
		}
	}
	assert.GreaterOrEqual(t, len(seen), 8)
}

// TestAllGreen needs every other job, runs whatever became of them, and takes nothing but success for one.
func TestAllGreen(t *testing.T) {
	ci := ownWorkflows(t)["ci.yml"]
	all, ok := ci.Jobs["all-green"]
	require.True(t, ok)
	want := namesOf(ci.Jobs)
	want = slices.DeleteFunc(want, func(id string) bool { return id == "all-green" })
	assert.ElementsMatch(t, want, needs(all.Needs))
	assert.Equal(t, "always()", all.If)
	require.Len(t, all.Steps, 1)
	for results, code := range map[string]int{
		"success success": 0, "success failure": 1, "success skipped": 1, "cancelled success": 1, "failure": 1, "success  success": 0,
	} {
		_, got := run(t, t.TempDir(), []string{"RESULTS=" + results}, "bash", "-e", "-c", all.Steps[0].Run)
		assert.Equal(t, code, got, results)
	}
	for id, j := range ci.Jobs {
		for _, s := range j.Steps {
			assert.Nil(t, s.ContinueOnError, "a step of %s cannot fail", id)
		}
	}
	minimum := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(projectFile(t, "go.mod"))
	require.NotNil(t, minimum)
	assert.Contains(t, ci.Jobs["test"].Strategy["matrix"].(map[string]any)["go"], minimum[1], "the version of go.mod is not tested")
}

// TestReleaseWorkflow looks at the order of things: no job that writes goes before the tests, no cache is restored, and the names that people
// use move last.
func TestReleaseWorkflow(t *testing.T) {
	w := ownWorkflows(t)["release.yml"]
	assert.Equal(t, []string{"push"}, triggers(w))
	var before func(id string) []string
	before = func(id string) []string {
		var ids []string
		for _, n := range needs(w.Jobs[id].Needs) {
			ids = append(append(ids, n), before(n)...)
		}
		return ids
	}
	for id, j := range w.Jobs {
		var grants map[string]string
		require.NoError(t, j.Permissions.Decode(&grants))
		for scope, access := range grants {
			if access == "write" {
				assert.Subset(t, before(id), []string{"check"}, "%s may write %s", id, scope)
			}
			if scope == "id-token" || scope == "attestations" && access == "write" {
				assert.Contains(t, []string{"build", "registries"}, id, "one job signs, and one publishes what was signed")
			}
		}
		for _, s := range j.Steps {
			if strings.HasPrefix(s.Uses, "actions/setup-go@") {
				assert.Equal(t, false, s.With["cache"], "%s restores a cache", id)
			}
			if strings.HasPrefix(s.Uses, "docker/setup-buildx-action@") {
				assert.Equal(t, false, s.With["cache-binary"], "%s restores a cache", id)
			}
			assert.NotContains(t, s.Uses, "actions/cache")
		}
	}
	assert.Equal(t, "release", w.Jobs["build"].Environment)
	assert.Equal(t, "release", w.Jobs["registries"].Environment)
	assert.Subset(t, before("registries"), []string{"build", "publish", "try"})
	assert.Subset(t, before("build"), []string{"check", "test"})
	assert.Subset(t, before("publish"), []string{"build"})
	assert.Subset(t, before("try"), []string{"publish"})
	assert.Subset(t, before("names"), []string{"check", "test", "build", "publish", "try"})
	for id, j := range w.Jobs {
		for _, s := range j.Steps {
			if strings.Contains(s.Run, "release-move.sh") || strings.Contains(s.Run, "imagetools") {
				assert.Equal(t, "names", id)
			}
		}
	}
	assert.NotRegexp(t, `(?m)^\s+tags: .*(latest|Major)`, projectFile(t, ".goreleaser.yaml"), "the release makes only the image by its version")
}

// TestFuzzList lists what Go itself calls a fuzz target.
func TestFuzzList(t *testing.T) {
	var want []string
	for _, line := range strings.Fields(must(t, root(t), nil, "go", "list", "-f", "{{.Dir}}", "./...")) {
		dir, err := filepath.Rel(root(t), line)
		require.NoError(t, err)
		tests, err := filepath.Glob(filepath.Join(line, "*_test.go"))
		require.NoError(t, err)
		for _, file := range tests {
			for _, m := range regexp.MustCompile(`(?m)^func (Fuzz\w+)\(\w+ \*testing\.F\)`).FindAllStringSubmatch(string(contents(t, file)), -1) {
				want = append(want, filepath.ToSlash(dir)+" "+m[1])
			}
		}
	}
	require.NotEmpty(t, want)
	got := strings.Split(strings.TrimSpace(must(t, root(t), nil, "bash", "scripts/fuzz-list.sh")), "\n")
	assert.ElementsMatch(t, want, got)
}
