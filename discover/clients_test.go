package discover

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/must"
)

func TestClients(t *testing.T) {
	fixtures := string(must.OK(os.ReadFile("testdata/documents/clients.txt"))(t))
	for _, c := range clients.All {
		require.Contains(t, fixtures, "\n# "+c.Name+"\n", "%s needs a file: add one to testdata/documents/clients.txt", c.Name)
		// Every file that is its own is read, and is a file of a client.
		for _, file := range c.Files {
			text := `{"` + file.Key + `":{"a":{"type":"stdio","command":["x"]}}}`
			if strings.HasSuffix(file.Path, ".toml") {
				text = "[" + file.Key + ".a]\ncommand = \"x\"\n"
			}
			dir := t.TempDir()
			write(t, dir, file.Path[1:], text)
			inv := walk(t, Options{Paths: []string{dir}})
			assert.Len(t, inv.Servers, 1, file.Path)
			owner, _ := clients.FileOf(file.Path)
			assert.Equal(t, c.Name, owner.Name)
		}
	}
}

// TestApprovedSettingsAreRead writes each value that approves something into a file of each of its clients, and finds one that the walk passes over.
func TestApprovedSettingsAreRead(t *testing.T) {
	files := map[string]string{"Claude Code": ".claude/settings.json", "VS Code": ".vscode/settings.json", "Cursor": ".cursor/cli.json", "Zed": ".zed/settings.json"}
	for _, v := range clients.Approved {
		for name := range strings.SplitSeq(v.Clients, ", ") {
			at := slices.IndexFunc(clients.All, func(c clients.Client) bool { return c.Name == name })
			require.GreaterOrEqual(t, at, 0, name)
			file := files[name]
			for _, parts := range [][]string{strings.Fields(v.In), clients.All[at].Whole, clients.All[at].Folders} {
				if file == "" && len(parts) > 0 && v.In != clients.Beside {
					file = strings.TrimPrefix(strings.TrimSuffix(parts[0], "$"), "/")
				}
			}
			for place := range strings.FieldsSeq(v.At) {
				if v.Shape != clients.Value || file == "" || path.Ext(file) == ".toml" {
					continue
				}
				doc := strconv.Quote(v.Value)
				names := strings.Split(place[1:], "/")
				for _, part := range slices.Backward(names) {
					doc = "{" + strconv.Quote(part) + ":" + doc + "}"
				}
				if name == "Zed" { // whose settings count beside servers
					doc = `{"context_servers":{"a":{"command":"a"}},` + doc[1:]
				}
				inv := walkFiles(t, map[string]string{file: doc})
				assert.True(t, slices.ContainsFunc(inv.Launches, func(l Tool) bool { return l.View.Kind == detect.KindSettings && l.View.Definition.Get(names[0]) != nil }), "%s in %s", doc, file)
			}
		}
	}
}

// TestHooksPassWhatIsRead compares the files that the pre-commit hooks ask for with those that the walk opens.
func TestHooksPassWhatIsRead(t *testing.T) {
	data, err := os.ReadFile("../.pre-commit-hooks.yaml")
	require.NoError(t, err)
	var hooks []struct {
		ID, Entry, Files, Exclude string
		Types                     []string
	}
	require.NoError(t, yaml.Unmarshal(data, &hooks))
	scans := 0
	for _, h := range hooks {
		if strings.Contains(h.Entry, " --agents-files ") {
			continue // See TestAgentsHookPassesWhatIsRead.
		}
		scans++
		// A document in an odd encoding is not text to pre-commit, and a reason to fail.
		assert.Empty(t, h.Types, h.ID)
		assert.Regexp(t, " --strict$", h.Entry, h.ID)
		pattern, ok := strings.CutPrefix(strings.Join(strings.Fields(h.Files), ""), "(?xi)")
		require.True(t, ok, "the pattern is one of many lines")
		files, exclude := regexp.MustCompile("(?i)"+pattern), regexp.MustCompile(h.Exclude)
		names := []string{".mcp", "bin/serve", "a b/.mcp.json", "prompts/order.md", "Server.PY"}
		for _, lang := range lex.Languages() {
			for _, ext := range lang.Extensions() {
				names = append(names, "a"+ext)
			}
		}
		for ext := range formats {
			names = append(names, "a"+ext, "src/a"+strings.ToUpper(ext))
		}
		for _, name := range names {
			assert.True(t, files.MatchString(name), "%s: %s", h.ID, name)
			assert.False(t, exclude.MatchString(name), "%s: %s", h.ID, name)
		}
		for _, ext := range []string{"md", "mdc", "rst", "adoc", "text", "prompt", "poml", "ejs", "njk", "xml", "hbs", "gotmpl", "erb"} {
			assert.True(t, files.MatchString("prompts/order."+ext), "%s: %s", h.ID, ext)
		}
		for _, name := range []string{"a.png", "go.sum", "Cargo.lock", "a.css", "x/logo.svg", "a.pyc"} {
			assert.False(t, files.MatchString(name), "%s: %s", h.ID, name)
		}
		assert.True(t, exclude.MatchString("web/package-lock.json"))
	}
	assert.Equal(t, 2, scans)
}
