//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// script returns the script of a workflow's step that holds some words.
func script(t *testing.T, file, job, words string) string {
	t.Helper()
	for _, s := range ownWorkflows(t)[file].Jobs[job].Steps {
		if strings.Contains(s.Run, words) {
			return s.Run
		}
	}
	require.Fail(t, "no such step", "%s, %s: %s", file, job, words)
	return ""
}

// TestCorpusWorkflow runs the scripts of the corpus workflow on a change that brings its own scorecard: the base has one in which an attack fares
// better. The gate passes, and the summary still shows them.
func TestCorpusWorkflow(t *testing.T) {
	dir := sourceTree(t, root(t), "change", time.Unix(1_000_000_000, 0))
	temp := t.TempDir()
	summary := filepath.Join(temp, "summary.md")
	env := []string{"RUNNER_TEMP=" + temp, "GITHUB_STEP_SUMMARY=" + summary}
	base := filepath.Join(dir, ".base", "corpus")
	require.NoError(t, os.MkdirAll(base, 0o755))
	for _, name := range []string{"scorecard.json", "thresholds.json"} {
		write(t, base, name, string(contents(t, filepath.Join(dir, "corpus", name))))
	}
	step := func(words string) (string, int) {
		return run(t, dir, env, "bash", "-e", "-c", script(t, "corpus.yml", "gate", words))
	}
	passes := func(words string) string {
		t.Helper()
		out, code := step(words)
		require.Zero(t, code, out)
		return out
	}

	passes("go build")

	// Nothing differs.
	assert.NotContains(t, passes(".base/corpus"), "::warning")
	passes(`--markdown "$RUNNER_TEMP/gate.md"`)
	passes("GITHUB_STEP_SUMMARY")
	written := contents(t, summary)
	assert.True(t, strings.HasPrefix(string(written), "## Corpus gate: passed\n"), "%s", written)
	assert.NotContains(t, string(written), "before this change")
	assert.Empty(t, strings.TrimSpace(must(t, dir, nil, "git", "status", "--porcelain", "corpus")), "the files of the change are put back")

	// An entry that the base does not know.
	id := forget(t, filepath.Join(base, "scorecard.json"))
	require.NoError(t, os.Remove(summary))
	assert.Contains(t, passes(".base/corpus"), "::warning title=Corpus::Some entries fare worse")
	passes("GITHUB_STEP_SUMMARY")
	written = contents(t, summary)
	assert.True(t, strings.HasPrefix(string(written), "## Corpus gate: passed\n"), "%s", written)
	assert.Contains(t, string(written), "<details><summary>Against the scorecard and the floors before this change</summary>\n\n## Corpus gate: failed\n")
	// The summary is Markdown, in which names are inert.
	assert.Contains(t, string(written), strings.ReplaceAll(id, "_", "&#95;"))

	// What cannot be compared is reported, and what cannot be built leaves a summary.
	write(t, base, "scorecard.json", "{")
	assert.Contains(t, passes(".base/corpus"), "::warning title=Corpus::The scorecard of the base could not be compared with.")
	require.NoError(t, os.Remove(filepath.Join(temp, "gate.md")))
	require.NoError(t, os.Remove(summary))
	passes("GITHUB_STEP_SUMMARY")
	written = contents(t, summary)
	assert.Contains(t, string(written), "## Corpus gate: could not run\n")

	// A scorecard that says better than it is: the gate fails with its own code.
	own := filepath.Join(dir, "corpus", "scorecard.json")
	forget(t, own)
	out, code := step(`--markdown "$RUNNER_TEMP/gate.md"`)
	assert.Equal(t, 6, code, out)
}

// forget takes an entry out of a scorecard and returns its ID.
func forget(t *testing.T, path string) string {
	t.Helper()
	var card map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(contents(t, path), &card))
	var entries []json.RawMessage
	require.NoError(t, json.Unmarshal(card["entries"], &entries))
	require.NotEmpty(t, entries)
	var first struct{ ID string }
	require.NoError(t, json.Unmarshal(entries[0], &first))
	var err error
	card["entries"], err = json.Marshal(entries[1:])
	require.NoError(t, err)
	data, err := json.Marshal(card)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data, 0o644))
	return first.ID
}

// TestFuzzMatrix makes the matrix of the nightly run.
func TestFuzzMatrix(t *testing.T) {
	output := filepath.Join(t.TempDir(), "output")
	must(t, root(t), []string{"GITHUB_OUTPUT=" + output}, "bash", "-e", "-c", script(t, "fuzz.yml", "list", "fuzz-list.sh"))
	value, ok := strings.CutPrefix(string(contents(t, output)), "targets=")
	require.True(t, ok)
	assert.Equal(t, 1, strings.Count(value, "\n"))
	var targets []struct{ Folder, Name string }
	require.NoError(t, json.Unmarshal([]byte(value), &targets))
	assert.Greater(t, len(targets), 20)
	// A matrix makes 256 jobs at most.
	assert.Less(t, len(targets), 256)
	for _, target := range targets {
		assert.DirExists(t, filepath.Join(root(t), target.Folder))
		assert.Regexp(t, `^Fuzz\w+$`, target.Name)
	}
}

// TestReproducibleJob compares what three systems built.
func TestReproducibleJob(t *testing.T) {
	compare := script(t, "nightly.yml", "reproducible", "LINUX")
	for _, c := range []struct {
		linux, macos, windows string
		code                  int
	}{
		{"a", "a", "a", 0}, {"a", "b", "a", 1}, {"a", "a", "b", 1}, {"", "", "", 1}, {"a", "", "a", 1},
	} {
		out, code := run(t, t.TempDir(), []string{"LINUX=" + c.linux, "MACOS=" + c.macos, "WINDOWS=" + c.windows}, "bash", "-e", "-c", compare)
		assert.Equal(t, c.code, code, "%v %s", c, out)
	}
}

// TestImageDigest reads the digest of the image from what goreleaser writes: one line a tag.
func TestImageDigest(t *testing.T) {
	read := script(t, "release.yml", "build", "digests.txt")
	digest := func(digests string) (string, int) {
		dir := t.TempDir()
		write(t, dir, "dist/digests.txt", digests)
		output := filepath.Join(dir, "output")
		_, code := run(t, dir, []string{"GITHUB_OUTPUT=" + output}, "bash", "-eo", "pipefail", "-c", read)
		return maybe(t, output), code
	}
	a, b := strings.Repeat("a", 64), strings.Repeat("b", 64)
	out, code := digest(a + "  ghcr.io/org/mcp-lint:v1.2.3\n")
	assert.Zero(t, code)
	assert.Equal(t, "digest=sha256:"+a+"\n", out)
	for _, bad := range []string{"", a + "  x:1\n" + b + "  x:2\n", "  x:1\n", "abc  x:1\n"} {
		out, code := digest(bad)
		assert.NotZero(t, code, "%q", bad)
		assert.Empty(t, out)
	}
}

// TestSelfScan runs the scan of the self-scan workflow: what is said to be clean is clean, and is all there.
func TestSelfScan(t *testing.T) {
	scanned := 0
	for _, s := range ownWorkflows(t)["self-scan.yml"].Jobs["scan"].Steps {
		if paths, ok := s.With["paths"].(string); ok {
			scanned++
			args := append([]string{"scan", "--quiet", "--"}, strings.Fields(paths)...)
			out, code := run(t, root(t), nil, binary(t), args...)
			assert.Zero(t, code, out)
		}
	}
	assert.Equal(t, 1, scanned)
}
