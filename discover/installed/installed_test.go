package installed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/clients"
)

func put(t *testing.T, home, name, text string) {
	t.Helper()
	name = filepath.Join(home, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
}

func homeOf(t *testing.T) string {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	return home
}

// machine is one with this system, a home and these variables of the environment, each NAME=VALUE.
func machine(system, home string, env ...string) clients.Machine {
	return clients.Machine{System: system, Home: home, Env: func(name string) string {
		for _, e := range env {
			if key, value, _ := strings.Cut(e, "="); key == name {
				return value
			}
		}
		return ""
	}}
}

// documents are configurations with one server, by how the file that holds them ends.
var documents = []struct{ end, text string }{
	{".toml", "[mcp_servers.one]\ncommand = \"x\"\n"},
	{"goose/config.yaml", "extensions:\n  one: {type: stdio, cmd: x}\n"},
	{"goose/config/config.yaml", "extensions:\n  one: {type: stdio, cmd: x}\n"},
	{".yaml", "mcpServers:\n  - name: one\n    command: x\n"},
	{".yml", "mcpServers:\n  - name: one\n    command: x\n"},
	{"opencode.json", `{"mcp":{"one":{"type":"local","command":["x"]}}}`},
	{"opencode.jsonc", `{"mcp":{"one":{"type":"local","command":["x"]}}}`},
	{"opencode/config.json", `{"mcp":{"one":{"type":"local","command":["x"]}}}`},
	{"zed/settings.json", `{"context_servers":{"one":{"command":"x"}}}`},
	{"Zed/settings.json", `{"context_servers":{"one":{"command":"x"}}}`},
	{"User/settings.json", `{"mcp":{"servers":{"one":{"command":"x"}}}}`},
	{"User/mcp.json", `{"servers":{"one":{"command":"x"}}}`},
	{".md", "---\nname: one\nmcpServers:\n  one:\n    command: x\n---\nBe brief.\n"},
	{"/", `{"mcpServers":{"one":{"command":"x"}}}`},
	{"", `{"mcpServers":{"one":{"command":"x"}}}`},
}

// TestEveryPlace writes each file that the table of clients names, on each system, and finds the server in it and the client that reads it.
func TestEveryPlace(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		read := map[string]bool{}
		for _, l := range machine(system, "/h").Places() {
			home := homeOf(t)
			at := strings.ReplaceAll(strings.TrimPrefix(filepath.ToSlash(l.Pattern), "/h/"), "*", "any")
			require.NotContains(t, at, "..")
			file := at
			if l.Folder {
				file += "/.mcp.json"
			}
			for _, d := range documents {
				if strings.HasSuffix(file, d.end) {
					put(t, home, file, d.text)
					break
				}
			}
			f := New(machine(system, home))
			places := f.Configurations(nil)
			require.Len(t, places, 1, "%s: %s", system, at)
			assert.Empty(t, f.Skips)
			assert.Equal(t, l.Client, f.Client(places[0].Shown), at)
			inv, err := discover.Walk(discover.Options{Places: places})
			require.NoError(t, err)
			require.Len(t, inv.Servers, 1, "%s: %s: %v", system, at, inv.Skips)
			assert.Equal(t, "one", inv.Servers[0].Name, at)
			assert.Equal(t, "~/"+file, inv.Servers[0].File.Path)
			read[l.Client] = true
		}
		for _, c := range []string{
			"Claude Code", "Claude Desktop", "VS Code", "Cursor", "Windsurf", "Cline", "Roo Code", "Kilo Code", "Gemini CLI", "Codex", "opencode", "Zed", "Goose",
			"Kiro", "Amazon Q", "Junie", "Trae", "Continue", "Warp", "LM Studio", "Copilot CLI",
		} {
			assert.True(t, read[c], "%s on %s", c, system)
		}
	}
}

func TestProjects(t *testing.T) {
	home := homeOf(t)
	for _, l := range clients.In(filepath.Join(home, "shop")) {
		at := strings.ReplaceAll(l.Pattern, "*", "any")
		put(t, "/", at, "{}")
	}
	f := New(machine("linux", home))
	assert.GreaterOrEqual(t, len(f.Configurations([]string{filepath.Join(home, "shop")})), 20)
	assert.Equal(t, "Cursor", f.Client("~/shop/.cursor/mcp.json"))
	assert.Empty(t, f.Configurations(nil), "projects that nobody names are not looked at")
}

// TestAgents checks that of the agents only those are taken that bring servers, and that these are found where they stand in the file.
func TestAgents(t *testing.T) {
	home := homeOf(t)
	put(t, home, ".kiro/agents/plain.md", "---\nname: plain\n---\nmcpServers: none\n")
	put(t, home, ".kiro/agents/prose.md", "Be brief.\n")
	put(t, home, ".kiro/agents/backend.md", "---\nname: backend\nmcpServers:\n  pg:\n    command: npx\n    args: [\"-y\", \"pg-mcp\"]\n---\nAnswer: {\"mcpServers\": {\"no\": {\"command\": \"x\"}}}\n")
	f := New(machine("linux", home))
	places := f.Configurations(nil)
	require.Len(t, places, 1)
	assert.Equal(t, "Kiro", f.Client("~/.kiro/agents/backend.md"))
	inv, err := discover.Walk(discover.Options{Places: places})
	require.NoError(t, err)
	require.Len(t, inv.Servers, 1)
	assert.Empty(t, inv.Skips)
	assert.Equal(t, detect.KindLaunch, inv.Launches[0].View.Kind)
	assert.Equal(t, "pg", inv.Launches[0].View.Name)
	assert.Contains(t, string(inv.Launches[0].File.Data[inv.Launches[0].Span.Start:inv.Launches[0].Span.End]), "pg-mcp")
}

// TestRecentProjects checks that the projects which a client keeps a list of are looked at, and that the list leads nowhere else.
func TestRecentProjects(t *testing.T) {
	home := homeOf(t)
	shop := filepath.Join(home, "src", "shop")
	put(t, home, "src/shop/.mcp.json", `{"mcpServers":{"a":{"command":"x"}}}`)
	put(t, home, ".mcp.json", "{}")
	put(t, home, ".claude.json", `{"projects":{"`+filepath.ToSlash(shop)+`":{},"/no/such/folder":{},"src/shop":{},"":{},"`+filepath.ToSlash(home)+`/src/..":{}}}`)
	f := New(machine("linux", home))
	var shown []string
	for _, p := range f.Configurations(nil) {
		shown = append(shown, p.Shown)
	}
	assert.Equal(t, []string{"~/.claude.json", "~/.mcp.json", "~/src/shop/.mcp.json"}, shown)
	assert.Equal(t, "Visual Studio", f.Client("~/.mcp.json"))
	put(t, home, ".claude.json", `{"projects":[1]}`)
	assert.Len(t, New(machine("linux", home)).Configurations(nil), 2)
}

// TestVariables checks that variables move what they say, and that those which are relative are ignored.
func TestVariables(t *testing.T) {
	home := homeOf(t)
	put(t, home, "cfg/opencode/opencode.json", "{}")
	put(t, home, "codex/config.toml", "")
	places := New(machine("linux", home, "XDG_CONFIG_HOME="+home+"/cfg", "CODEX_HOME="+home+"/codex")).Configurations(nil)
	require.Len(t, places, 2)
	assert.Empty(t, New(machine("linux", home, "XDG_CONFIG_HOME=cfg", "CODEX_HOME=codex")).Configurations(nil))
	assert.Empty(t, machine("linux", home).Expand("~/Library/x"))
	assert.Empty(t, machine("darwin", home).Expand("%APPDATA%/x"))
	assert.Empty(t, machine("linux", "").Expand("{~,$APPS,$XDG_CACHE_HOME}/x"), "without a home nothing is known")
}

const poisoned = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
new McpServer({ name: "own" }).tool("read", "Reads.", {}, async () => ({}));
`

// TestPackages puts a package into each store and finds it by its name and version.
func TestPackages(t *testing.T) {
	npm := func(version string) map[string]string {
		return map[string]string{"package.json": `{"name":"@acme/notes","version":"` + version + `"}`, "index.js": poisoned}
	}
	python := func(version string) map[string]string {
		return map[string]string{
			"acme_notes-" + version + ".dist-info/RECORD": "acme_notes/__init__.py,,\n../../../bin/acme-notes,,\nacme_single.py,,\nacme_notes-" + version + ".dist-info/RECORD,,\n",
			"acme_notes/__init__.py":                      "x = 1\n", "acme_single.py": "x = 1\n", "other/__init__.py": "x = 1\n",
		}
	}
	for _, c := range []struct{ system, registry, folder string }{
		{"linux", "npm", ".npm/_npx/0a1b/node_modules/@acme/notes"},
		{"windows", "npm", "AppData/Local/npm-cache/_npx/0a1b/node_modules/@acme/notes"},
		{"windows", "npm", "AppData/Roaming/npm/node_modules/@acme/notes"},
		{"linux", "npm", ".nvm/versions/node/v22.1.0/lib/node_modules/@acme/notes"},
		{"linux", "npm", ".cache/pnpm/dlx/0a/1b/node_modules/@acme/notes"},
		{"darwin", "npm", "Library/Caches/pnpm/dlx/0a/1b/node_modules/@acme/notes"},
		{"linux", "npm", ".bun/install/cache/@acme/notes@1.2.0@@@1"},
		{"linux", "npm", "tmp/bunx-501-@acme/notes@latest/node_modules/@acme/notes"},
		{"linux", "pypi", ".local/share/uv/tools/acme-notes/lib/python3.12/site-packages"},
		{"windows", "pypi", "AppData/Roaming/uv/tools/acme-notes/Lib/site-packages"},
		{"linux", "pypi", ".cache/uv/archive-v0/xYz/lib/python3.12/site-packages"},
		{"darwin", "pypi", ".cache/uv/archive-v0/xYz"},
		{"windows", "pypi", "AppData/Local/uv/cache/archive-v0/xYz/Lib/site-packages"},
		{"linux", "pypi", ".local/share/pipx/venvs/acme-notes/lib/python3.11/site-packages"},
		{"darwin", "pypi", ".local/pipx/venvs/acme-notes/lib/python3.11/site-packages"},
		{"windows", "pypi", "pipx/venvs/acme-notes/Lib/site-packages"},
		{"linux", "pypi", ".local/lib/python3.11/site-packages"},
		{"darwin", "pypi", "Library/Python/3.11/lib/python/site-packages"},
	} {
		home := homeOf(t)
		files, name := npm("1.2.0"), "@acme/notes"
		if c.registry == "pypi" {
			files, name = python("1.2.0"), "Acme_Notes"
		}
		for file, text := range files {
			put(t, home, c.folder+"/"+file, text)
		}
		f := New(machine(c.system, home, "TMPDIR="+home+"/tmp"))
		for _, version := range []string{"", "1.2.0"} {
			found, ok := f.Locate(Package{c.registry, name, version})
			require.True(t, ok, "%s: %s", c.system, c.folder)
			assert.Equal(t, "1.2.0", found.Version)
			assert.Equal(t, "~/"+strings.TrimSuffix(c.folder, "/"), strings.TrimSuffix(found.Places[0].Shown, "/acme_notes"))
			if c.registry == "pypi" {
				assert.Len(t, found.Places, 2, "what the package has put there, and nothing else")
			}
		}
		_, ok := f.Locate(Package{c.registry, name, "1.3.0"})
		assert.False(t, ok, "another version is another package: %s", c.folder)
	}
}

// TestNamesLeadNowhereElse checks that the name of a package, which anybody may have written, is not a path.
func TestNamesLeadNowhereElse(t *testing.T) {
	home := homeOf(t)
	put(t, home, "secret/package.json", `{"name":"../../../secret","version":"1"}`)
	put(t, home, ".npm/_npx/a/node_modules/x/package.json", `{"name":"other","version":"1"}`)
	require.NoError(t, os.MkdirAll(filepath.Join(home, ".npm/_npx/b/node_modules"), 0o700))
	f := New(machine("linux", home))
	for _, name := range []string{"../../../secret", "..", "", "*", "@*/x", "a/b/c", strings.Repeat("a", 1000), "x"} {
		_, ok := f.Locate(Package{"npm", name, ""})
		assert.False(t, ok, name)
		_, ok = f.Locate(Package{"pypi", name, ""})
		assert.False(t, ok, name)
	}
	// What a RECORD names outside of the environment is not looked at.
	put(t, home, ".local/lib/python3.11/site-packages/evil-1.dist-info/RECORD", "../../../../secret/package.json,,\n/etc/x.py,,\n..,,\n")
	_, ok := f.Locate(Package{"pypi", "evil", ""})
	assert.False(t, ok)
}

func TestNamedByALaunch(t *testing.T) {
	home := homeOf(t)
	put(t, home, "src/server/package.json", "{}")
	put(t, home, "src/server/dist/index.js", poisoned)
	put(t, home, "venv/lib/python3.12/site-packages/acme/__init__.py", "x = 1\n")
	put(t, home, "data/notes.txt", "mine")
	f := New(machine("linux", home))
	shown := func(words ...string) (out []string) {
		for _, p := range f.Named(words) {
			out = append(out, p.Shown)
		}
		return out
	}
	assert.Equal(t, []string{"~/src/server/dist/index.js"}, shown("node", home+"/src/server/dist/index.js"))
	assert.Equal(t, []string{"~/src/server/dist/index.js"}, shown("node", "~/src/server/dist/index.js"))
	assert.Equal(t, []string{"~/src/server"}, shown("uv", "--directory", home+"/src/server", "run", "serve"))
	assert.Equal(t, []string{"~/venv/lib/python3.12/site-packages/acme"}, shown(home+"/venv/bin/python", "-m", "acme.server"))
	assert.Empty(t, shown("files", home, home+"/data", home+"/data/notes.txt", "--directory", home), "folders that a server is given are no code of it")
	assert.Equal(t, filepath.Join(home, "src/server"), f.Named([]string{"node", home + "/src/server/dist/index.js"})[0].Top)
}

// TestHostile checks that nothing stops the search: links that lead nowhere or in circles, folders with the names of files, too many of them.
func TestHostile(t *testing.T) {
	home := homeOf(t)
	require.NoError(t, os.MkdirAll(filepath.Join(home, ".cursor/mcp.json"), 0o700))
	require.NoError(t, os.MkdirAll(filepath.Join(home, ".codex"), 0o700))
	require.NoError(t, os.Symlink(filepath.Join(home, "nowhere"), filepath.Join(home, ".codex/config.toml")))
	require.NoError(t, os.MkdirAll(filepath.Join(home, ".gemini"), 0o700))
	require.NoError(t, os.Symlink("settings.json", filepath.Join(home, ".gemini/settings.json")))
	put(t, home, "dotfiles/kiro", `{"mcpServers":{"a":{"command":"x"}}}`)
	require.NoError(t, os.MkdirAll(filepath.Join(home, ".kiro/settings"), 0o700))
	require.NoError(t, os.Symlink(filepath.Join(home, "dotfiles/kiro"), filepath.Join(home, ".kiro/settings/mcp.json")))
	put(t, home, ".warp/.mcp.json", "{")
	put(t, home, ".lmstudio/mcp.json", `{"mcpServers":{"`+strings.Repeat("a", 17<<20)+`":{"command":"x"}}}`)
	for i := range 110 {
		put(t, home, ".kiro/agents/"+strings.Repeat("a", i%200)+string(rune('a'+i/200))+".json", "{}")
	}
	f := New(machine("linux", home))
	f.most = 100
	places := f.Configurations(nil)
	inv, err := discover.Walk(discover.Options{Places: places})
	require.NoError(t, err)
	require.Len(t, inv.Servers, 1, "a link is followed, as the client does")
	assert.Equal(t, "~/.kiro/settings/mcp.json", inv.Servers[0].File.Path)
	reasons := map[string]discover.Reason{}
	for _, s := range append(f.Skips, inv.Skips...) {
		reasons[s.Path] = s.Reason
		assert.False(t, s.Quiet(), "%v", s)
	}
	assert.Equal(t, map[string]discover.Reason{
		"~/.cursor/mcp.json": discover.SkipSpecial, "~/.codex/config.toml": discover.SkipUnreadable, "~/.gemini/settings.json": discover.SkipUnreadable,
		"~/.warp/.mcp.json": discover.SkipBroken, "~/.lmstudio/mcp.json": discover.SkipTooLarge, "~/.kiro/agents": discover.SkipTooMany,
	}, reasons)
}

// TestPageNamesClients compares docs/installed.md with the table of clients.
func TestPageNamesClients(t *testing.T) {
	page, err := os.ReadFile("../../docs/installed.md")
	require.NoError(t, err)
	_, table, ok := strings.Cut(string(page), "| Client | For you | In a project |")
	require.True(t, ok)
	for _, c := range clients.All {
		if len(c.User) > 0 {
			assert.Contains(t, table, c.Name, "add the files of %s to the table in docs/installed.md", c.Name)
		}
	}
}
