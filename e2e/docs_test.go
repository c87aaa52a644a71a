//go:build e2e

package e2e

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ourAction is how workflows of the documentation use the action.
var ourAction = regexp.MustCompile(`org/mcp-lint@\S+(?: +#[^\n]*)?`)

// workflows returns the workflows that a document shows, as whole ones and with the action taken from the folder itself, so that
// its inputs and outputs can be checked.
func workflows(t *testing.T, doc string) []string {
	t.Helper()
	var list []string
	for _, block := range fenced.FindAllStringSubmatch(projectFile(t, doc), -1) {
		if block[1] != "yaml" || !ourAction.MatchString(block[2]) {
			continue
		}
		flow := block[2]
		switch {
		case strings.HasPrefix(flow, "steps:\n"):
			flow = "jobs:\n  lint:\n    runs-on: ubuntu-latest\n    " + strings.ReplaceAll(strings.TrimSpace(flow), "\n", "\n    ") + "\n"
			fallthrough
		case strings.HasPrefix(flow, "jobs:\n"):
			flow = "on: pull_request\n" + flow
		}
		list = append(list, ourAction.ReplaceAllString(flow, "./"))
	}
	return list
}

// lintWorkflow runs actionlint over a workflow in a repository that holds the action.
func lintWorkflow(t *testing.T, flow string) (string, int) {
	t.Helper()
	repo := t.TempDir()
	must(t, repo, nil, "git", "init", "--quiet")
	write(t, repo, "action.yml", projectFile(t, "action.yml"))
	write(t, repo, ".github/workflows/docs.yml", flow)
	return run(t, repo, nil, tool(t, "actionlint"), "-no-color", "-shellcheck", tool(t, "shellcheck"))
}

func TestWorkflowsOfTheDocumentation(t *testing.T) {
	n := 0
	for _, doc := range []string{"README.md", "docs/action.md", "docs/approvals.md", "docs/outputs.md"} {
		for _, flow := range workflows(t, doc) {
			n++
			out, code := lintWorkflow(t, flow)
			assert.Zero(t, code, "%s:\n%s\n%s", doc, flow, out)
		}
	}
	assert.GreaterOrEqual(t, n, 6, "the documents show workflows")
	assert.Contains(t, projectFile(t, "README.md"), "\non:\n", "the workflow of README.md is shown whole")
	// What must be found is found: an input and an output that do not exist.
	good := workflows(t, "docs/action.md")
	for from, to := range map[string]string{"fail-on: never": "fail-off: never", "outputs.findings": "outputs.finding"} {
		i := -1
		for k, flow := range good {
			if strings.Contains(flow, from) && strings.Contains(flow, "outputs.findings") {
				i = k
			}
		}
		require.GreaterOrEqual(t, i, 0, "no workflow has %q", from)
		out, code := lintWorkflow(t, strings.Replace(good[i], from, to, 1))
		assert.NotZero(t, code, "%s passes", to)
		assert.Contains(t, out, strings.TrimPrefix(strings.Split(to, ":")[0], "outputs."))
	}
}

// TestPagesInABrowser draws the pages of the documentation, for people to look at, and looks that nothing is wider than the
// page but code, which scrolls.
func TestPagesInABrowser(t *testing.T) {
	nightly(t)
	pages, err := filepath.Glob(filepath.Join(root(t), "docs", "*.md"))
	require.NoError(t, err)
	checks, err := filepath.Glob(filepath.Join(root(t), "docs", "checks", "*.md"))
	require.NoError(t, err)
	pages = append(append(pages, checks...), filepath.Join(root(t), "README.md"))
	out := node(t, "pages.mjs", append([]string{pictures(t)}, pages...)...)
	for _, page := range pages {
		name, err := filepath.Rel(root(t), page)
		require.NoError(t, err)
		assert.Contains(t, out, fmt.Sprintf("%s: ok\n", filepath.ToSlash(name)))
	}
}
