package fix_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/fix"
	"github.com/org/mcp-lint/lint"
)

// key is assembled here, so that scanners of this repository do not report it.
var key = "ghp_" + "R7kQ2mZx9TbW4vNc8LpYs3HdJf6GaE" + "1UuOq5"

var otherKey = strings.Replace(key, "R7", "Q3", 1)

const hidden = "\u200b\u202e\u2063"

// plan writes files, scans them and plans their changes.
func plan(t *testing.T, files map[string]string) (dir string, planned map[string]fix.File) {
	t.Helper()
	dir = t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o700))
	for name, text := range files {
		full := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o700))
		require.NoError(t, os.WriteFile(full, []byte(text), 0o600))
	}
	opts := lint.Options{Cwd: dir}
	r, err := lint.Run(opts)
	require.NoError(t, err)
	list, err := fix.Plan(r, opts)
	require.NoError(t, err)
	planned = map[string]fix.File{}
	for _, f := range list {
		planned[filepath.ToSlash(f.Path)] = f
	}
	return dir, planned
}

const npmLock = `{"lockfileVersion": 3, "packages": {"": {}, "node_modules/@acme/tides": {"version": "2.4.1"},
	"node_modules/other/node_modules/@acme/tides": {"version": "1.0.0"}}}`

// TestFixes checks that only the bytes of the problem change, in every notation.
func TestFixes(t *testing.T) {
	for name, c := range map[string]struct {
		file, before, after string
		beside              map[string]string
	}{
		"hidden, JSON": {
			"tools.json", "{\n  \"tools\": [ {\"name\": \"read\",\t\"description\": \"Reads" + hidden + " a file.\"} ]\n}\n",
			"{\n  \"tools\": [ {\"name\": \"read\",\t\"description\": \"Reads a file.\"} ]\n}\n", nil,
		},
		"hidden, escapes": {
			"tools.json", `{"tools": [{"name": "read", "description": "Reads\u200b\u202E\u2063 a file."}]}`,
			`{"tools": [{"name": "read", "description": "Reads a file."}]}`, nil,
		},
		"hidden, YAML": {
			"tools.yaml", "# kept\ntools:\n  - name: read  # too\n    description: >-\n      Reads\n      a" + hidden + " file.\n",
			"# kept\ntools:\n  - name: read  # too\n    description: >-\n      Reads\n      a file.\n", nil,
		},
		"hidden, Python": {
			"server.py", "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n\n@mcp.tool()\ndef read(path: str) -> str:\n    \"\"\"Reads" +
				hidden + " a file.\"\"\"\n    return ''\n",
			"from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n\n@mcp.tool()\ndef read(path: str) -> str:\n    \"\"\"Reads a file.\"\"\"\n    return ''\n", nil,
		},
		"version, npm": {
			".mcp.json", `{"mcpServers": {"tides": {"command": "npx", "args": ["-y", "@acme/tides"]}}}`,
			`{"mcpServers": {"tides": {"command": "npx", "args": ["-y", "@acme/tides@2.4.1"]}}}`,
			map[string]string{"package-lock.json": npmLock},
		},
		"version, moving tag, JSONC": {
			".vscode/mcp.json", "{ // kept\n  \"servers\": {\"tides\": {\"command\": \"npx\", \"args\": [\"-y\", \"@acme/tides@latest\",]}}\n}\n",
			"{ // kept\n  \"servers\": {\"tides\": {\"command\": \"npx\", \"args\": [\"-y\", \"@acme/tides@2.4.1\",]}}\n}\n",
			map[string]string{"package-lock.json": npmLock},
		},
		"version, pnpm": {
			".mcp.json", `{"mcpServers": {"tides": {"command": "npx", "args": ["-y", "@acme/tides"]}}}`,
			`{"mcpServers": {"tides": {"command": "npx", "args": ["-y", "@acme/tides@2.4.1"]}}}`,
			map[string]string{"pnpm-lock.yaml": "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      '@acme/tides':\n        specifier: ^2\n        version: 2.4.1(zod@3.1.0)\n"},
		},
		"version, yarn": {
			".mcp.json", `{"mcpServers": {"tides": {"command": "npx", "args": ["-y", "@acme/tides"]}}}`,
			`{"mcpServers": {"tides": {"command": "npx", "args": ["-y", "@acme/tides@2.4.1"]}}}`,
			map[string]string{"yarn.lock": "\"@acme/tides@^2.0.0\":\n  version \"2.4.1\"\n  resolved \"https://registry.yarnpkg.com/@acme/tides/-/tides-2.4.1.tgz#0f\"\n"},
		},
		"version, uv": {
			".mcp.json", `{"mcpServers": {"tides": {"command": "uvx", "args": ["acme-tides"]}}}`,
			`{"mcpServers": {"tides": {"command": "uvx", "args": ["acme-tides==0.9.3"]}}}`,
			map[string]string{"uv.lock": "version = 1\n\n[[package]]\nname = \"acme_tides\"\nversion = \"0.9.3\"\n"},
		},
		"version, registry entry": {
			".mcp.json", `{"mcpServers": {"tides": {"command": "npx", "args": ["-y", "@acme/tides"]}}}`,
			`{"mcpServers": {"tides": {"command": "npx", "args": ["-y", "@acme/tides@3.0.0"]}}}`,
			map[string]string{"server.json": `{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json", "name": "io.github.acme/tides", "description": "Tides.", "version": "3.0.0", "packages": [{"registryType": "npm", "identifier": "@acme/tides", "version": "3.0.0", "transport": {"type": "stdio"}}]}`},
		},
		"credential, Claude Code": {
			".mcp.json", `{"mcpServers": {"tides": {"command": "node", "args": ["a.js"], "env": {"GITHUB_TOKEN": "` + key + `"}}}}`,
			`{"mcpServers": {"tides": {"command": "node", "args": ["a.js"], "env": {"GITHUB_TOKEN": "${GITHUB_TOKEN}"}}}}`, nil,
		},
		"credential, Cursor": {
			".cursor/mcp.json", `{"mcpServers": {"tides": {"command": "node", "args": ["a.js"], "env": {"GITHUB_TOKEN": "` + key + `"}}}}`,
			`{"mcpServers": {"tides": {"command": "node", "args": ["a.js"], "env": {"GITHUB_TOKEN": "${env:GITHUB_TOKEN}"}}}}`, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{c.file: c.before}
			for n, text := range c.beside {
				files[n] = text
			}
			dir, planned := plan(t, files)
			f, ok := planned[c.file]
			require.True(t, ok, "nothing is offered")
			require.Empty(t, f.Why)
			assert.Equal(t, c.after, string(f.After))
			assert.Equal(t, c.before, string(f.Before))
			// A second run changes nothing.
			require.NoError(t, os.WriteFile(filepath.Join(dir, c.file), f.After, 0o600))
			opts := lint.Options{Cwd: dir}
			r, err := lint.Run(opts)
			require.NoError(t, err)
			again, err := fix.Plan(r, opts)
			require.NoError(t, err)
			assert.Empty(t, again)
		})
	}
}

// TestNotFixed checks that findings without a certain fix are left alone.
func TestNotFixed(t *testing.T) {
	launch := `{"mcpServers": {"tides": {"command": "npx", "args": ["-y", "@acme/tides"]}}}`
	python := `{"mcpServers": {"tides": {"command": "uvx", "args": ["acme-tides"]}}}`
	npm := func(entry string) map[string]string {
		return map[string]string{".mcp.json": launch, "package-lock.json": `{"packages": {"node_modules/@acme/tides": {` + entry + `}}}`}
	}
	yarn := func(text string) map[string]string { return map[string]string{".mcp.json": launch, "yarn.lock": text} }
	uv := func(text string) map[string]string {
		return map[string]string{".mcp.json": python, "uv.lock": "[[package]]\nname = \"acme-tides\"\n" + text}
	}
	env := func(name, value string) string {
		return `"` + name + value[len(value)-1:] + `": {"command": "node", "args": ["a.js"], "env": {"` + name + `": "` + value + `"}}`
	}
	secrets := func(servers ...string) string { return `{"mcpServers": {` + strings.Join(servers, ",") + `}}` }
	schema := func(rest string) map[string]string {
		return map[string]string{"tools.json": `{"tools": [{"name": "read", "description": "Reads.", "inputSchema": {"type": "object", "properties": {"p": {"type": "string", ` + rest + `}}}}]}`}
	}
	const unpinned, secret, unicode = "launch.unpinned", "launch.secret", "unicode.hidden"
	for name, c := range map[string]struct {
		check, why string
		files      map[string]string
	}{
		"no lock file":           {unpinned, "", map[string]string{".mcp.json": launch}},
		"other package":          {unpinned, "", map[string]string{".mcp.json": launch, "package-lock.json": `{"packages": {"node_modules/@acme/tide": {"version": "1.0.0"}}}`}},
		"two versions":           {unpinned, "", yarn("\"@acme/tides@1\":\n  version \"1.0.0\"\n\n\"@acme/tides@2\":\n  version \"2.0.0\"\n")},
		"a command":              {unpinned, "", npm(`"version": "1.0.0; curl x | sh"`)},
		"an address":             {unpinned, "", npm(`"version": "https://x.example/a.tgz"`)},
		"a quote":                {unpinned, "", npm(`"version": "1\", \"--inspect"`)},
		"a range":                {unpinned, "", npm(`"version": "1.x"`)},
		"half a version":         {unpinned, "", npm(`"version": "1.2"`)},
		"an alias":               {unpinned, "", npm(`"name": "@other/thing", "version": "9.9.9"`)},
		"from Git":               {unpinned, "", npm(`"version": "9.9.9", "resolved": "git+ssh://git@github.com/acme/tides.git#abc"`)},
		"from a folder":          {unpinned, "", npm(`"version": "9.9.9", "resolved": "packages/tides", "link": true`)},
		"from a host":            {unpinned, "", npm(`"version": "9.9.9", "resolved": "https://x.example/tides.tgz"`)},
		"a broken lock":          {unpinned, "", map[string]string{".mcp.json": launch, "package-lock.json": `{"packages": {"node_modules/@acme/tides": {"version": "1.0.0"}`}},
		"alias of yarn":          {unpinned, "", yarn("\"@acme/tides@npm:@evil/other@^2\":\n  version \"2.0.0\"\n")},
		"workspace of yarn":      {unpinned, "", yarn("\"@acme/tides@workspace:packages/tides\":\n  version: 0.0.1\n")},
		"patch of yarn":          {unpinned, "", yarn("\"@acme/tides@npm:^2, @acme/tides@patch:@acme/tides@npm%3A^2#a.patch\":\n  version: 2.0.0\n")},
		"file of yarn":           {unpinned, "", yarn("\"@acme/tides@^2\":\n  version \"2.0.0\"\n  resolved \"https://x.example/tides.tgz\"\n")},
		"Git of uv":              {unpinned, "", uv("version = \"0.9.3\"\nsource = { git = \"https://x.example/a\" }\n")},
		"folder of uv":           {unpinned, "", uv("version = \"0.9.3\"\nsource = { editable = \".\" }\n")},
		"range of PyPI":          {unpinned, "", uv("version = \"0.9.*\"\n")},
		"lock above the project": {unpinned, "", map[string]string{"inner/.git/HEAD": "x", "inner/.mcp.json": launch, "package-lock.json": npmLock}},

		"part of a header":   {secret, "", map[string]string{".mcp.json": `{"mcpServers": {"tides": {"command": "sh", "args": ["-c", "TOKEN=` + key + ` node a.js"]}}}`}},
		"an input's matter":  {secret, "", map[string]string{".vscode/mcp.json": `{"servers": {"tides": {"command": "node", "args": ["a.js"], "env": {"GITHUB_TOKEN": "` + key + `"}}}}`}},
		"no variable":        {secret, "", map[string]string{".mcp.json": secrets(env("MY-TOKEN", key))}},
		"PATH":               {secret, "", map[string]string{".mcp.json": secrets(env("PATH", key))}},
		"one of the loader":  {secret, "", map[string]string{".mcp.json": secrets(env("LD_PRELOAD", key))}},
		"one for two":        {secret, "GITHUB_TOKEN would stand for different credentials", map[string]string{".mcp.json": secrets(env("GITHUB_TOKEN", key), env("GITHUB_TOKEN", otherKey))}},
		"one for two, apart": {secret, "GITHUB_TOKEN would stand for different credentials", map[string]string{"a/.mcp.json": secrets(env("GITHUB_TOKEN", key)), "b/.mcp.json": secrets(env("GITHUB_TOKEN", otherKey))}},

		"a name":      {unicode, "", map[string]string{"tools.json": `{"tools": [{"name": "read` + hidden + `", "description": "Reads."}, {"name": "read", "description": "Reads other."}]}`}},
		"an enum":     {unicode, "", schema(`"enum": ["a` + hidden + `b", "ab"]`)},
		"a default":   {unicode, "", schema(`"default": "a` + hidden + `b"`)},
		"a pattern":   {unicode, "", schema(`"pattern": "^a` + hidden + `b$"`)},
		"a launch":    {unicode, "", map[string]string{".mcp.json": `{"mcpServers": {"tides": {"command": "node", "args": ["a` + hidden + `.js"]}}}`}},
		"a separator": {unicode, "", map[string]string{"a.py": "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\nSEP = 'a" + hidden + "b'\n\n@mcp.tool()\ndef read(path: str) -> str:\n    \"\"\"Reads.\"\"\"\n    return path.split(SEP)[0]\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir, planned := plan(t, c.files)
			r, err := lint.Run(lint.Options{Cwd: dir})
			require.NoError(t, err)
			require.True(t, slices.ContainsFunc(r.Findings, func(f lint.Finding) bool {
				return slices.ContainsFunc(f.Signals, func(s lint.Signal) bool { return s.CheckID == c.check })
			}), "%s is not found", c.check)
			for path, f := range planned {
				assert.Nil(t, f.After, "%s becomes %s", path, f.After)
				assert.Equal(t, c.why, f.Why)
			}
			assert.Equal(t, c.why != "", len(planned) > 0)
		})
	}
}

// TestHostileFiles checks that links are not followed, and that a fix that would change more than the problem is dropped.
func TestHostileFiles(t *testing.T) {
	text := "{\"tools\": [{\"name\": \"read\", \"description\": \"Reads" + hidden + " a file.\"}]}"
	dir := t.TempDir()
	victim := filepath.Join(t.TempDir(), "victim.json")
	require.NoError(t, os.WriteFile(victim, []byte(text), 0o600))
	require.NoError(t, os.Symlink(victim, filepath.Join(dir, "tools.json")))
	opts := lint.Options{Cwd: dir, Paths: []string{"tools.json"}}
	r, err := lint.Run(opts)
	require.NoError(t, err)
	list, err := fix.Plan(r, opts)
	require.NoError(t, err)
	require.Len(t, r.Findings, 1)
	require.Len(t, list, 1)
	assert.Nil(t, list[0].After)
	assert.Equal(t, "it is not a regular file", list[0].Why)
	var many []string
	for i := range 300 {
		many = append(many, fmt.Sprintf(`{"name": "t%d", "description": "x`+hidden+` y"}`, i))
	}
	_, planned := plan(t, map[string]string{"tools.json": `{"tools": [` + strings.Join(many, ",") + `]}`})
	require.Len(t, planned, 1)
	assert.Equal(t, 300, planned["tools.json"].Fixed)
	assert.NotContains(t, string(planned["tools.json"].After), "\u200b")
}

// TestFixedInPart checks that a file that cannot be fixed does not affect others, and that a fix that leaves its finding is dropped.
func TestFixedInPart(t *testing.T) {
	tool := func(name, rest string) string {
		return `{"tools": [{"name": "` + name + `", "description": "Reads` + hidden + ` a file."}` + rest + `]}`
	}
	dir, planned := plan(t, map[string]string{"a.json": tool("a", ""), "b.json": tool("b", "")})
	require.Len(t, planned, 2)
	opts := lint.Options{Cwd: dir}
	r, err := lint.Run(opts)
	require.NoError(t, err)
	// One file changed after the scan, so the offsets are wrong.
	shifted := strings.Replace(tool("b", ""), "Reads", "Re", 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b.json"), []byte(shifted), 0o600))
	list, err := fix.Plan(r, opts)
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, tool("a", "")[:len(`{"tools": [{"name": "a", "description": "Reads`)]+` a file."}]}`, string(list[0].After))
	assert.Nil(t, list[1].After, "%s", list[1].After)
	assert.NotEmpty(t, list[1].Why)
}
