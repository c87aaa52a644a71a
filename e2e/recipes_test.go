//go:build e2e

package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// insert puts lines behind the line that begins with another one.
func insert(t *testing.T, dir, path, behind, lines string) {
	t.Helper()
	data := contents(t, filepath.Join(dir, path))
	_, rest, ok := strings.Cut("\n"+string(data), "\n"+behind)
	require.True(t, ok, "%s has no line that begins with %q", path, behind)
	at := len(data) - len(rest) + strings.Index(rest, "\n") + 1
	write(t, dir, path, string(data[:at])+lines+string(data[at:]))
}

// TestRecipes does to a copy of the project what CONTRIBUTING says, and no more: the tests of what it names pass.
func TestRecipes(t *testing.T) {
	nightly(t)
	for name, recipe := range map[string]struct {
		apply func(t *testing.T, dir string)
		tests []string
	}{
		"a check": {func(t *testing.T, dir string) {
			write(t, dir, "detect/check/prize.go", projectFile(t, "e2e/testdata/recipes/prize.go.txt"))
			insert(t, dir, "detect/check/check.go", "\t\tembeddedSecret{},", "\t\tprize{},\n")
			class := "corpus/data/preference_manipulation.jsonl"
			write(t, dir, class, string(contents(t, filepath.Join(dir, class)))+projectFile(t, "e2e/testdata/recipes/prize.jsonl"))
			out, _ := run(t, dir, nil, "make", "gate")
			assert.Contains(t, out, "GATE FAILED: 2 entries are not in the committed scorecard")
			out, _ = run(t, dir, nil, "go", "run", "./cmd/mcp-lint", "corpus", "gate", "--update-scorecard", "corpus/scorecard.json")
			assert.Contains(t, out, "compared with the previous scorecard")
			must(t, dir, nil, "make", "gate")
			must(t, dir, nil, "make", "docs")
			assert.FileExists(t, filepath.Join(dir, "docs/checks/wording.prize.md"))
		}, []string{
			"./detect/...", "./corpus/...", "./internal/docs", "./internal/api", "./internal/house", "./report", "./sarif", "./lint", "./mcplint",
			"./config", "./cmd/mcp-lint",
		}},
		"an output format": {func(t *testing.T, dir string) {
			write(t, dir, "report/tap.go", projectFile(t, "e2e/testdata/recipes/tap.go.txt"))
			insert(t, dir, "report/formats.go", "\t\t{\"markdown\",", "\t\t{\"tap\", \"text/plain\", \"readers of TAP\", \"yes: the protocol\", noOptions(TAP)},\n")
			must(t, dir, nil, "make", "docs")
			assert.Contains(t, string(contents(t, filepath.Join(dir, "docs/outputs.md"))), "| `tap` | readers of TAP |")
			assert.Contains(t, must(t, dir, nil, "go", "run", "./cmd/mcp-lint", "--help"), "markdown, tap, html")
			out := must(t, dir, nil, "go", "run", "./cmd/mcp-lint", "--fail-on", "never", "--output", "tap", "examples/servers/poisoned")
			assert.Contains(t, out, "TAP version 14\n1..5\nnot ok 1 - examples/servers/poisoned/")
		}, []string{"./report", "./cmd/mcp-lint", "./internal/docs", "./internal/api", "./internal/bench", "./internal/house", "./mcplint"}},
		"a language of code": {func(t *testing.T, dir string) {
			insert(t, dir, "discover/code/lex/language.go", "\tElixir", "\tHaxe\n")
			insert(t, dir, "discover/code/lex/language.go", "\tGo: {name:",
				"\tHaxe: {name: \"Haxe\", extensions: \".hx\", editors: \"haxe\", comments: \"//\", syntax: &haxe, read: haxe.read},\n")
			write(t, dir, "discover/code/lex/haxe.go", projectFile(t, "e2e/testdata/recipes/haxe_lex.go.txt"))
			insert(t, dir, "discover/code/syntax/dialect.go", "\tlex.PHP: &php", "\tlex.Haxe: &haxe,\n")
			write(t, dir, "discover/code/syntax/haxe.go", projectFile(t, "e2e/testdata/recipes/haxe_syntax.go.txt"))
			write(t, dir, "discover/code/testdata/haxe/pond.hx", projectFile(t, "e2e/testdata/recipes/pond.hx.txt"))
			insert(t, dir, ".pre-commit-hooks.yaml", "      |\\.(pyw?|", "      |\\.hx$\n")
			insert(t, dir, "docs/source-code.md", "Python, TypeScript and JavaScript", "Haxe,\n")
			must(t, dir, nil, "go", "test", "./discover/code", "-run", "TestGolden", "-update")
			assert.Equal(t, projectFile(t, "e2e/testdata/recipes/pond.golden"), string(contents(t, filepath.Join(dir, "discover/code/testdata/haxe/pond.golden"))))
		}, []string{"./discover/...", "./internal/lsp", "./internal/house", "./cmd/mcp-lint"}},
		"an input shape": {func(t *testing.T, dir string) {
			shapes := "discover/manifest/testdata/shapes/skillset.json"
			write(t, dir, shapes, `{"skillset":[{"name":"feed_fish","description":"Feed the fish"}]}`)
			write(t, dir, "discover/manifest/testdata/none/skillset.json", `{"skillset":[{"name":"fishing","level":3}]}`)
			insert(t, dir, "discover/manifest/lists.go", "\t\"mcp_tools\": true", "\t\"skillset\": true,\n")
			insert(t, dir, "discover/manifest/shape_candidate.go", "\t{{\"toolset\"}}", "\t{{\"skillset\"}, {\"desc\"}},\n")
			must(t, dir, nil, "go", "test", "./discover/manifest", "-run", "TestShapes", "-update")
			assert.Contains(t, string(contents(t, filepath.Join(dir, shapes+".golden"))), `/description 1:49 "Feed the fish"`)
		}, []string{"./discover", "./discover/manifest"}},
		"a setting": {func(t *testing.T, dir string) {
			insert(t, dir, "config/config.go", "\tRequireLock ", "\tVerbose *bool `key:\"verbose\" doc:\"Print every signal and every skipped file.\"`\n")
			insert(t, dir, "cmd/mcp-lint/config.go", "\t\t{&o.AgentsFiles,", "\t\t{&o.verbose, c.Verbose, changed(\"verbose\") || changed(\"quiet\")},\n")
			insert(t, dir, "docs/configuration.md", "agents-files: true", "verbose: true\n")
			must(t, dir, nil, "make", "docs")
			assert.Contains(t, string(contents(t, filepath.Join(dir, "docs/config.schema.json"))), `"verbose"`)
			project := t.TempDir()
			write(t, project, "settings.yaml", "verbose: true\n")
			out := must(t, dir, nil, "go", "run", "./cmd/mcp-lint", "--config", filepath.Join(project, "settings.yaml"), project)
			assert.Contains(t, out, "verbose: true")
		}, []string{"./config", "./cmd/mcp-lint", "./internal/api", "./internal/house", "./internal/lsp"}},
		"a concept": {func(t *testing.T, dir string) {
			insert(t, dir, "detect/reading/concepts/en.txt", "covert_actor:", "horoscope: horoscope, star sign\n")
			insert(t, dir, "detect/reading/concepts/de.txt", "must:", "horoscope: horoskop*, sternzeichen\n")
		}, []string{"./detect/...", "./internal/learn"}},
		"a language": {func(t *testing.T, dir string) {
			write(t, dir, "detect/reading/concepts/la.txt", "# Concepts in Latin. See en.txt for the form.\n\nmust: debes, oportet\ncall: voca, vocare\n")
		}, []string{"./detect/...", "./internal/learn"}},
		"an axis": {func(t *testing.T, dir string) {
			insert(t, dir, "corpus/grammar/data/en.txt", "# 7. The actions.", "\naxis stars\nunder [a good|a bad] star\n")
		}, []string{"./corpus/grammar", "./internal/learn"}},
		"a client": {func(t *testing.T, dir string) {
			insert(t, dir, "discover/clients/clients.go", "\t{Name: \"Warp\"", projectFile(t, "e2e/testdata/recipes/client.go.txt"))
			insert(t, dir, "discover/clients/approvals.go", "\t{Clients: \"any\"", projectFile(t, "e2e/testdata/recipes/approvals.go.txt"))
			insert(t, dir, "discover/clients/approvals.go", "\t{Clients: \"Zed\", Names:", "\t{Clients: \"Acme\", Names: \"acme_shell\", Single: `\"%s(npm test)\"`},\n")
			insert(t, dir, "discover/clients_test.go", "\t\"Warp\":", "\t\"Acme\": {\".acme/settings.json\", `{\"mcpServers\":{\"a\":{\"command\":\"x\"}},\"acme.approval\":\"never\"}`, \"mcpServers acme.approval\"},\n")
			insert(t, dir, "docs/installed.md", "| LM Studio, Warp, Trae", "| Acme | `~/.acme/settings.json` | `.acme/settings.json` |\n")
			project := t.TempDir()
			write(t, project, ".acme/settings.json", `{"mcpServers":{"a":{"url":"https://acme.io/sse","acmeTrust":["*"]}},"acme.approval":"never"}`)
			out := must(t, dir, nil, "go", "run", "./cmd/mcp-lint", "--output", "json", "--fail-on", "never", project)
			for _, reported := range []string{
				`lets every tool of every server run without confirmation; write \"always\"`, "lets all of its tools run without confirmation", "/acmeTrust/0", "acmeUrl",
			} {
				assert.Contains(t, out, reported)
			}
		}, []string{"./discover/...", "./launch", "./schemacheck", "./internal/house"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			copyProject(t, root(t), dir)
			// Tests of lint name files as they lie below the root of a repository, and one of the house reads all that are tracked.
			must(t, dir, nil, "git", "init", "-q")
			must(t, dir, nil, "git", "add", ".")
			recipe.apply(t, dir)
			out, code := run(t, dir, nil, "go", append([]string{"test"}, recipe.tests...)...)
			assert.Zero(t, code, out)
		})
	}
}
