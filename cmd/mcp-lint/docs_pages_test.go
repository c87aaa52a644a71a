package main

import (
	"cmp"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/lint"
)

type actionFile struct {
	Inputs map[string]struct {
		Description, Default string
		Required             bool
	}
	Outputs map[string]struct{ Description string }
}

func TestActionTables(t *testing.T) {
	var action actionFile
	require.NoError(t, yaml.Unmarshal([]byte(contents(t, "../../action.yml")), &action))
	want := map[string]string{}
	for name, in := range action.Inputs {
		assert.False(t, in.Required, "input %s: the page says that all are optional", name)
		assert.NotEmpty(t, in.Description, name)
		want[name] = in.Default
	}
	assert.Equal(t, want, table(t, "action.md", "## Inputs", 3))
	want = map[string]string{}
	for name, out := range action.Outputs {
		assert.NotEmpty(t, out.Description, name)
		want[name] = ""
	}
	assert.Equal(t, want, table(t, "action.md", "## Outputs", 2))
}

// TestHookTable compares the hooks that docs/pre-commit.md lists with those there are, and the settings it shows with what is safe.
func TestHookTable(t *testing.T) {
	var hooks []struct {
		ID   string
		Args []string
	}
	require.NoError(t, yaml.Unmarshal([]byte(contents(t, "../../.pre-commit-hooks.yaml")), &hooks))
	want := map[string]string{}
	for _, h := range hooks {
		want[h.ID] = ""
	}
	assert.Equal(t, want, table(t, "pre-commit.md", "# The pre-commit hook", 2))

	n := 0
	for _, block := range blocksOf(t, "../../docs/pre-commit.md", "yaml") {
		var config struct {
			Repos []struct {
				Repo, Rev string
				Hooks     []struct {
					ID, Exclude string
					Args        []string
				}
			}
		}
		dec := yaml.NewDecoder(strings.NewReader(block))
		dec.KnownFields(true)
		require.NoError(t, dec.Decode(&config))
		for _, hook := range config.Repos[0].Hooks {
			n++
			assert.Contains(t, want, hook.ID)
			if len(hook.Args) > 0 {
				assert.Equal(t, hooks[0].Args, hook.Args[len(hook.Args)-1:], "args replace those of the hook, which end its options")
			}
		}
	}
	assert.Equal(t, 2, n)
}

func TestCommentOfDocuments(t *testing.T) {
	block := blocksOf(t, "../../docs/approvals.md", "python")[0]
	file := filepath.Join(t.TempDir(), "server.py")
	put(t, file, "from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP(\"shop\")\n\n\n"+block)
	out, _, _ := runHere(t, "--no-config", "--fail-on", "low", file)
	assert.Contains(t, out, "1 finding suppressed")
	assert.Contains(t, out, "the order of these two calls matters, and both tools are ours")
	out, _, code := runHere(t, "--no-config", "--fail-on", "low", "--no-ignores", file)
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, out, "directive.imperative")
}

func TestDocumentsNameLanguages(t *testing.T) {
	words := strings.FieldsFunc(contents(t, "../../docs/source-code.md"), func(r rune) bool { return strings.ContainsRune(" ,.()\n", r) })
	for _, name := range codeLanguages() {
		assert.Contains(t, words, name)
	}
}

// table reads the tables of a section of a page in docs/: the first column, and of three the second.
func table(t *testing.T, page, section string, columns int) map[string]string {
	t.Helper()
	_, rest, ok := strings.Cut("\n"+contents(t, filepath.Join("../../docs", page)), "\n"+section+"\n")
	require.True(t, ok, section)
	body, _, _ := strings.Cut(rest, "\n##")
	rows := map[string]string{}
	for _, line := range strings.Split(body, "\n") {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		require.Len(t, cells, columns, line)
		name, value := strings.Trim(cells[0], " `"), ""
		if columns == 3 {
			value = strings.Trim(cells[1], " `")
		}
		assert.NotContains(t, rows, name, "it is there twice")
		assert.NotEmpty(t, strings.TrimSpace(cells[len(cells)-1]), line)
		rows[name] = value
	}
	return rows
}

// shownFile finds a file that the page of a check shows, in its first two groups what was approved before and in the third its name when
// that is not tools.json, and the command below it with what that prints.
var shownFile = regexp.MustCompile("(?s)(`mcp-lint.lock` does not hold the tool\\.\n\n|`tools.json` when it was approved:\n\n```json\n(.*?)```\n\n`tools.json` now:\n\n)?" +
	"(?:`([^`\n]+)`:\n\n)?```(?:json|jsonc|toml|yaml|markdown|text)\n(.*?)```\n(?:\n```console\n\\$ ([^\n]*)\n(.*?)```\n)?")

// TestCheckPages follows the pages of the checks as a reader would: it saves each file that a page shows and scans it with the
// command below it, and looks that nothing is found in those without one.
func TestCheckPages(t *testing.T) {
	t.Parallel()
	bin := self(t)
	pages := must.OK(filepath.Glob("../../docs/checks/*.*.md"))(t)
	require.Len(t, pages, len(lint.CheckIDs()))
	locked := 0
	for _, page := range pages {
		blocks := shownFile.FindAllStringSubmatch(contents(t, page), -1)
		require.NotEmpty(t, blocks, page)
		id := strings.TrimSuffix(filepath.Base(page), ".md")
		explained, _ := runShell(t, t.TempDir(), bin, "mcp-lint explain "+id)
		assert.Contains(t, explained, "\n  https://github.com/org/mcp-lint/blob/main/docs/checks/"+id+".md\n")
		for _, b := range blocks {
			dir := t.TempDir()
			name := cmp.Or(b[3], "tools.json")
			save := func(words string) { put(t, filepath.Join(dir, filepath.FromSlash(name)), words) }
			if b[1] != "" {
				locked++
				save(cmp.Or(b[2], `{"servers":{"another":{"tools":[{"name":"tell_time","description":"Tells the time."}]}}}`))
				out, code := runShell(t, dir, bin, "mcp-lint lock --approve-new")
				require.Zero(t, code, out)
			}
			save(b[4])
			command, code := b[5], 1
			switch {
			case command == "":
				command, code = "mcp-lint --quiet "+name, 0
			case strings.HasPrefix(b[6], "low["), strings.HasPrefix(b[6], "informational["):
				code = 0
			}
			out, got := runShell(t, dir, bin, command)
			assert.Equal(t, strings.TrimRight(b[6], "\n"), strings.TrimRight(out, "\n"), "%s\n%s", page, b[4])
			assert.Equal(t, code, got, "%s\n%s", page, b[4])
		}
	}
	assert.GreaterOrEqual(t, locked, 5, "the pages of rugpull.changed and rugpull.pending")
}

// TestIndex holds that the index links to every page.
func TestIndex(t *testing.T) {
	index := contents(t, "../../docs/README.md")
	for _, page := range documents(t, "../..") {
		if name := filepath.Base(page); name != "README.md" {
			assert.Contains(t, index, "]("+name+")")
		}
	}
}

// TestLinks follows every link of a document to a file of the project, and to a heading in it.
func TestLinks(t *testing.T) {
	root := must.OK(filepath.Abs("../.."))(t)
	docs := documents(t, root)
	for _, more := range []string{"docs/checks/*.md", "*.md"} {
		found := must.OK(filepath.Glob(filepath.Join(root, more)))(t)
		docs = append(docs, found...)
	}
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	blocks := regexp.MustCompile("(?s)```.*?```")
	for _, doc := range docs {
		for _, m := range link.FindAllStringSubmatch(blocks.ReplaceAllString(contents(t, doc), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path, heading, _ := strings.Cut(m[1], "#")
			target := doc
			if path != "" {
				target = filepath.Join(filepath.Dir(doc), path)
			}
			if !assert.FileExists(t, target, "%s links to %s", filepath.Base(doc), m[1]) || heading == "" {
				continue
			}
			assert.Contains(t, headings(contents(t, target)), heading, "%s links to %s", filepath.Base(doc), m[1])
		}
	}
}

// headings returns the names that GitHub gives to the headings of a document.
func headings(markdown string) []string {
	var names []string
	for _, line := range strings.Split(markdown, "\n") {
		if words, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
			name := strings.ReplaceAll(strings.ToLower(words), " ", "-")
			names = append(names, regexp.MustCompile(`[^a-z0-9_-]`).ReplaceAllString(name, ""))
		}
	}
	return names
}
