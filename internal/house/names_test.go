package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// foreign matches a line that has a package manager install or run the package mcp-lint, which is not ours on PyPI, or may become somebody
// else's on npm.
var foreign = regexp.MustCompile(`\b(?:uvx|npx|bunx|pip3? install|pipx (?:run|install)|uv tool (?:run|install)|uv (?:add|pip install)|` +
	`npm (?:i|install|exec|add)|pnpm (?:dlx|add)|yarn (?:dlx|add))(?: -\S+)*(?: --)? ["']?(?:mcp-lint|@mcp-lint/[\w-]+)(?:[@=\s"'` + "`" + `]|$)`)

// TestPackageNames keeps the names of packages that are not ours out of every document, hook and message.
func TestPackageNames(t *testing.T) {
	out, err := exec.Command("git", "-C", "../..", "ls-files", "-z").Output()
	require.NoError(t, err)
	seen := 0
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if name == "internal/house/names_test.go" {
			continue
		}
		data, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			continue // a link, or a file that is being removed
		}
		seen++
		assert.Empty(t, foreign.FindString(string(data)), name)
	}
	assert.Greater(t, seen, 500, "the files are found")
	for _, words := range []string{"uvx mcp-lint .", "npx -y mcp-lint@1.0.0", "pip install mcp-lint", "npm install --save-dev mcp-lint", "pipx run mcp-lint ."} {
		assert.Regexp(t, foreign, words)
	}
	for _, words := range []string{"uvx --from org-mcp-lint mcp-lint .", "npx @org/mcp-lint .", "pip install org-mcp-lint", "pipx run --spec org-mcp-lint mcp-lint ."} {
		assert.NotRegexp(t, foreign, words)
	}
}
