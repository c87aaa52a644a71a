package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	// managed is a command of a package manager, in a shell or as a list of arguments: one that runs the first package it names, or one that installs all, of which eight words are read: what follows may be prose.
	managed = regexp.MustCompile(`\b(?:(uvx|npx|bunx|pipx run|uv tool run|npm exec|(?:pnpm|yarn) dlx)|(?:pip3?|pipx|uv tool|uv pip|npm|pnpm|poetry|yarn|uv|bun) (?:install|add|i|view|upgrade|uninstall))` +
		`((?: [^\s;|&` + "`" + `)(]+){1,8})`)
	// required is a dependency that names a version or a registry.
	required = regexp.MustCompile(`(?:^|[^/\w.@-])@?mcp-?lint(?:/[\w-]+)?(?:==|~=|>=|@[~^]?\d)|\b(?:npm|pypi):@?mcp-?lint\b`)
	// like is a name that people could take for that of our package, and ours the names that are.
	like = regexp.MustCompile(`(?i)mcp[-_]?lint`)
	ours = regexp.MustCompile(`^(?:org-mcp-lint|@org/mcp-lint(?:-[\w-]+)?)(?:[=@~<>\[].*|[.:]?)$`)
	// path is what a manager takes for a file or an address and not for a name.
	path = regexp.MustCompile(`^(?:[.$/~]|\w+://|git\+)|\.(?:whl|tgz|vsix)\b`)
)

// foreign returns the first package in words that a manager is to fetch and that is not ours, but has a name like it.
func foreign(words string) string {
	for _, m := range managed.FindAllStringSubmatch(strings.NewReplacer(`", "`, " ", `","`, " ", `"`, "", "'", "").Replace(words), -1) {
		var named []string
		for args := strings.Fields(m[2]); len(args) > 0; args = args[1:] {
			option, value, set := strings.Cut(args[0], "=")
			if slices.Contains([]string{"--from", "--spec", "--package", "-p"}, option) {
				if !set && len(args) > 1 {
					value = args[1]
				}
				named = append([]string{value}, named...)
				break
			}
			if !strings.HasPrefix(args[0], "-") {
				named = append(named, args[0])
			}
		}
		if m[1] != "" {
			named = named[:min(1, len(named))]
		}
		for _, name := range named {
			if like.MatchString(name) && !ours.MatchString(name) && !path.MatchString(name) {
				return m[0]
			}
		}
	}
	return required.FindString(words)
}

// TestPackageNames keeps the names of packages that are not ours out of every document, hook and message: mcp-lint is somebody else's on PyPI and may become that on npm.
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
		if like.Match(data) {
			assert.Empty(t, foreign(string(data)), name)
		}
	}
	assert.Greater(t, seen, 500, "the files are found")
	for _, words := range []string{
		"uvx mcp-lint .", "npx -y mcp-lint@1.0.0", "pip install mcp-lint", "npm install --save-dev mcp-lint", "pipx run mcp-lint .", "npm i -g mcp-lint", "npx @mcp-lint/linux-x64",
		"uvx --from mcp-lint mcp-lint .", "pipx run --spec=mcp-lint==1.0.0 mcp-lint", "pip install --upgrade pytest mcp_lint", `"npx", "-y", "mcp-lint", "mcp"`, "npm view mcplint",
		`additional_dependencies: ["mcp-lint==1.0.0"]`, `["mcp-lint@1.0.0"]`, "mcp-lint pull npm:mcp-lint", "pnpm dlx mcp-lint",
	} {
		assert.NotEmpty(t, foreign(words), words)
	}
	for _, words := range []string{
		"uvx --from org-mcp-lint mcp-lint .", "npx @org/mcp-lint .", "pip install org-mcp-lint", "pipx run --spec org-mcp-lint mcp-lint .", "uses: org/mcp-lint@v1", "npm i --save-dev @org/mcp-lint@1.0.0",
		`additional_dependencies: ["org-mcp-lint==1.0.0", "@org/mcp-lint@1.0.0"]`, "npx -y @acme/notes && mcp-lint .", "`npm install` and mcp-lint",
	} {
		assert.Empty(t, foreign(words), words)
	}
}
