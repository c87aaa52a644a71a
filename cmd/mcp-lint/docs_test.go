package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/lint"

	"github.com/org/mcp-lint/internal/golden"
)

var (
	// console finds the fenced blocks of a document that show a session with what it prints.
	console = regexp.MustCompile("(?s)```console\n(.*?)```\n")
	// story finds what begins a story: the sessions that follow it in the document are run one after the other in one copy of a folder, which may be
	// the home of the user.
	story = regexp.MustCompile(`<!-- The commands run in a copy of ([^\s,]+)(, which is the home folder)?, one after the other\. -->\n`)
	// notHere are commands that a test cannot run: the tests themselves, and what would fetch this very version.
	notHere = regexp.MustCompile(`(^make test|^go install|&& go install) ?`)
)

// fetched is what a command begins with that fetches the project, which is here.
const fetched = "git clone https://github.com/org/mcp-lint && cd mcp-lint && "

// blocksOf returns the fenced blocks of a document in that language.
func blocksOf(t *testing.T, doc, language string) (blocks []string) {
	t.Helper()
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(contents(t, doc), -1) {
		blocks = append(blocks, m[1])
	}
	return blocks
}

func documents(t *testing.T, root string) []string {
	t.Helper()
	docs := must.OK(filepath.Glob(filepath.Join(root, "docs", "*.md")))(t)
	return append(docs, filepath.Join(root, "README.md"))
}

// TestSessions runs every command that a document shows in a console block and compares what it prints with what
// the document says. With -update the documents are rewritten.
func TestSessions(t *testing.T) {
	t.Parallel()
	root := must.OK(filepath.Abs("../.."))(t)
	bin := self(t)
	stories := 0
	for _, doc := range documents(t, root) {
		data := contents(t, doc)
		dir, home := root, ""
		either := regexp.MustCompile(story.String() + "|" + console.String())
		got := either.ReplaceAllStringFunc(data, func(block string) string {
			if from := story.FindStringSubmatch(block); from != nil {
				stories++
				dir = t.TempDir()
				require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, from[1]))))
				if home = ""; from[2] != "" {
					home = dir
				}
				return block
			}
			return "```console\n" + replay(t, dir, home, bin, console.FindStringSubmatch(block)[1]) + "```\n"
		})
		golden.Equal(t, doc, got)
	}
	const which = "the rug pull of docs/approvals.md, the configuration of docs/launches.md, the project of docs/fix.md, the home of docs/installed.md, the " +
		"archive of docs/archives.md, the package of docs/safe-to-install.md, the server of docs/maintainers.md, the lists of docs/gateways.md, " +
		"the changed package of docs/registry.md and the configuration of docs/security.md"
	assert.Equal(t, 10, stories, which)
}

// TestCommands runs the commands that documents list. They must end with 0, or with 1 where something is found.
func TestCommands(t *testing.T) {
	t.Parallel()
	root := must.OK(filepath.Abs("../.."))(t)
	bin := self(t)
	work := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(work, "examples"), os.DirFS(filepath.Join(root, "examples"))))
	firsts := 0
	for _, doc := range documents(t, root) {
		for _, block := range blocksOf(t, doc, "sh") {
			dir := work
			for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
				if to, ok := strings.CutPrefix(line, "cd "); ok {
					dir = filepath.Join(dir, to)
					continue
				}
				if notHere.MatchString(line) {
					continue
				}
				line, first := strings.CutPrefix(line, fetched)
				out, code := runShell(t, dir, bin, line)
				if first {
					firsts++
					assert.Equal(t, exitFindings, code, out)
				}
				assert.LessOrEqual(t, code, 1, "%s: %s\n%s", filepath.Base(doc), line, out)
			}
		}
	}
	assert.Equal(t, 1, firsts, "README.md begins with a command that fetches the project and scans")
}

// replay runs the commands of a session, the lines that begin with "$ ", and returns the session as it really goes.
func replay(t *testing.T, dir, home, bin, session string) string {
	t.Helper()
	var out bytes.Buffer
	for _, line := range strings.Split(strings.TrimSuffix(session, "\n"), "\n") {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		printed, _ := runShell(t, dir, bin, command, home)
		out.WriteString(line + "\n" + printed)
	}
	return out.String()
}

// program finds the two ways in which documents call the program.
var program = regexp.MustCompile(`(^|[|;&] *)(go run ./cmd/mcp-lint|mcp-lint)( |$)`)

// runShell runs a line in a folder, and in a home that is empty unless one is given.
func runShell(t *testing.T, dir, bin, line string, home ...string) (string, int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", program.ReplaceAllString(line, `$1"$$BIN"$3`))
	cmd.Dir = dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "BIN=" + bin, "TERM=dumb", "HOME=" + cmp.Or(append(home, t.TempDir())...), "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@acme.example", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@acme.example",
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// TestConfigSchema compares the schema that is published with that of this version. With -update it is rewritten.
func TestConfigSchema(t *testing.T) {
	golden.Equal(t, "../../docs/config.schema.json", string(must.OK(configSchema())(t)))
	golden.Equal(t, "../../docs/rules.schema.json", string(must.OK(config.RulesSchema())(t)))
}

// TestConfigExamples reads every configuration that a page shows as a scan does, and as an editor does.
func TestConfigExamples(t *testing.T) {
	data := must.OK(configSchema())(t)
	doc := must.OK(jsonschema.UnmarshalJSON(bytes.NewReader(data)))(t)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource(config.SchemaURL, doc))
	schema := must.OK(c.Compile(config.SchemaURL))(t)

	var blocks []string
	verified := 0
	for _, name := range documents(t, "../..") {
		for _, block := range blocksOf(t, name, "yaml") {
			// Elsewhere a comment names the file.
			named := strings.HasPrefix(block, "# "+config.Name+"\n")
			if named || filepath.Base(name) == "configuration.md" {
				blocks = append(blocks, block)
			}
			if named {
				verified++
				file := filepath.Join(t.TempDir(), "settings.yaml")
				put(t, file, block)
				out, errs, code := runHere(t, "config", "verify", file)
				assert.Equal(t, exitOK, code, "%s:\n%s%s%s", filepath.Base(name), block, out, errs)
				assert.NotContains(t, out, "Probably not meant", name)
			}
		}
	}
	require.Greater(t, len(blocks), 3)
	assert.GreaterOrEqual(t, verified, 3)
	shown := map[string]bool{}
	for _, block := range blocks {
		c, err := config.Parse([]byte(block), lint.CheckIDs())
		require.NoError(t, err, block)
		for _, r := range c.Remarks("") {
			// The page shows how only and skip go together.
			assert.Contains(t, r.Text, "in both only and skip", block)
		}
		var v map[string]any
		require.NoError(t, yaml.Unmarshal(undated.ReplaceAll([]byte(block), []byte(`$1"$2"`)), &v))
		require.NoError(t, schema.Validate(v), block)
		for key := range v {
			shown[key] = true
		}
	}
	var published struct {
		Properties map[string]any `json:"properties"`
	}
	require.NoError(t, json.Unmarshal(data, &published))
	for key := range published.Properties {
		assert.True(t, shown[key], "docs/configuration.md has no example of %s", key)
	}
	assert.Contains(t, contents(t, "../../docs/configuration.md"), "# yaml-language-server: $schema="+config.SchemaURL+"\n")
}

// undated finds days, which are strings for editors.
var undated = regexp.MustCompile(`(expires: )(\d{4}-\d\d-\d\d)`)

// TestEditorSnippets reads the settings of editors in docs/editor.md.
func TestEditorSnippets(t *testing.T) {
	block := func(language string) string {
		found := blocksOf(t, "../../docs/editor.md", language)
		require.Len(t, found, 1, language)
		return found[0]
	}
	var extension struct {
		Contributes struct {
			Configuration struct {
				Properties map[string]struct{ Default, Scope string }
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(contents(t, "../../editors/vscode/package.json")), &extension))
	defaults := map[string]string{}
	for name, setting := range extension.Contributes.Configuration.Properties {
		defaults[name] = setting.Default
		if strings.Count(name, ".") == 1 {
			assert.Equal(t, "machine", setting.Scope, "a workspace cannot choose what is started")
		}
	}
	defaults["mcp-lint.path"] = "none"
	assert.Equal(t, defaults, table(t, "editor.md", "### VS Code", 3))

	docs, problems := manifest.ParseAs(source.NewFile("languages.toml", "languages.toml", []byte(block("toml"))), manifest.TOML)
	require.Empty(t, problems)
	require.Len(t, docs, 1)
	server := docs[0].Get("language-server").Get("mcp-lint")
	assert.Equal(t, "mcp-lint", server.StringAt("command"))
	assert.Equal(t, "lsp", server.Get("args").Items[0].Text.Value)
	languages := docs[0].Get("language").Items
	assert.NotEmpty(t, languages)
	for _, l := range languages {
		servers := l.Get("language-servers").Items
		assert.Equal(t, "mcp-lint", servers[len(servers)-1].Text.Value)
		assert.Greater(t, len(servers), 1, "the list replaces that of Helix")
	}

	assert.Contains(t, block("lua"), `cmd = { "mcp-lint", "lsp" }`)
	assert.Contains(t, block("elisp"), `("mcp-lint" "lsp")`)
	for _, pair := range []string{"()", "{}"} {
		for _, language := range []string{"lua", "elisp"} {
			assert.Equal(t, strings.Count(block(language), pair[:1]), strings.Count(block(language), pair[1:]), "%s %s", language, pair)
		}
	}
}

func TestSettingsOf(t *testing.T) {
	s := streams{env: func(string) string { return "" }}
	dir := t.TempDir()
	put := func(name, data string) { put(t, filepath.Join(dir, name), data) }
	opts, failOn, err := settingsOf(s, dir, false, settings.Rules{})
	require.NoError(t, err)
	assert.Equal(t, detect.SeverityMedium, failOn)
	assert.Equal(t, dir, opts.Cwd)
	assert.Nil(t, opts.Config)

	put(".mcp-lint.yaml", "fail-on: high\nskip: [unicode.hidden]\nmin-confidence: 0.5\n")
	opts, failOn, err = settingsOf(s, dir, false, settings.Rules{})
	require.NoError(t, err)
	assert.Equal(t, detect.SeverityHigh, failOn)
	assert.Equal(t, []string{"unicode.hidden"}, opts.Skip)
	assert.InDelta(t, 0.5, opts.MinConfidence, 0)

	t.Run("counts where nothing is read", func(t *testing.T) {
		opts, failOn, err := settingsOf(s, "", false, settings.Rules{})
		require.NoError(t, err)
		assert.Equal(t, detect.SeverityMedium, failOn)
		assert.Equal(t, lint.Options{Version: versionNumber()}, opts)
	})
	t.Run("never", func(t *testing.T) {
		put(".mcp-lint.yaml", "fail-on: never\n")
		_, failOn, err := settingsOf(s, dir, false, settings.Rules{})
		require.NoError(t, err)
		assert.Equal(t, detect.SeverityNone, failOn)
	})
	t.Run("a lock file that is required", func(t *testing.T) {
		put(".mcp-lint.yaml", "require-lock: true\n")
		_, _, err := settingsOf(s, dir, false, settings.Rules{})
		require.ErrorContains(t, err, "mcp-lint.lock")
		put("tools.json", `{"tools":[{"name":"t","description":"old"}]}`)
		t.Chdir(dir)
		require.Equal(t, 0, run([]string{"lock", "--approve-new"}, streams{out: os.Stderr, err: os.Stderr, env: s.env}))
		t.Chdir("/")
		put("tools.json", `{"tools":[{"name":"t","description":"new"}]}`)
		opts, _, err := settingsOf(s, dir, false, settings.Rules{})
		require.NoError(t, err)
		r := must.OK(lint.Run(opts))(t)
		require.Len(t, r.Findings, 1)
		assert.Equal(t, "rugpull.changed", r.Findings[0].Signals[0].CheckID)
	})
	t.Run("a broken file", func(t *testing.T) {
		put(".mcp-lint.yaml", "fail-on: sometimes\n")
		_, _, err := settingsOf(s, dir, false, settings.Rules{})
		require.ErrorContains(t, err, "fail-on")
	})
}
