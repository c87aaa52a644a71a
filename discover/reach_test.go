package discover

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReach reads what named files need, and nothing else: what they import, what imports them, and their package where imports name no files.
func TestReach(t *testing.T) {
	const server = "import { Server } from '@modelcontextprotocol/sdk/server';\n"
	files := map[string]string{
		"package.json":   `{"name":"notes","dependencies":{"@modelcontextprotocol/sdk":"1"}}`,
		"src/texts.ts":   "export const READ = 'Reads a note of the user.';\n",
		"src/index.ts":   "export * from './texts';\n",
		"src/notes.ts":   server + "import { READ } from './texts';\nserver.tool('read', READ, {}, cb);\n",
		"src/other.ts":   server + "server.tool('write', 'Writes a note of texts.', {}, cb);\n",
		"src/barrel.ts":  server + "import { READ } from '../src';\nserver.tool('again', READ, {}, cb);\n",
		"tools.json":     `{"tools":[{"name":"a","description":"Adds.","inputSchema":{"type":"object"}}]}`,
		"net/a.csproj":   `<Project><ItemGroup><PackageReference Include="ModelContextProtocol"/></ItemGroup></Project>`,
		"net/Texts.cs":   "static class Texts { public const string Add = \"Adds two numbers.\"; }\n",
		"net/Tools.cs":   "using ModelContextProtocol.Server;\n[McpServerToolType] class T { [McpServerTool, Description(Texts.Add)] public int Add(int a) => a; }\n",
		"other/Tools.cs": "using ModelContextProtocol.Server;\n[McpServerToolType] class U { [McpServerTool, Description(\"Subtracts.\")] public int Sub(int a) => a; }\n",
	}
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	require.NoError(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".git/HEAD"), []byte("ref: refs/heads/main\n"), 0o600))
	t.Chdir(dir)
	for named, want := range map[string]string{
		"src/notes.ts": "read",
		"src/texts.ts": "read again",
		"src/other.ts": "write",
		"net/Texts.cs": "add",
		"tools.json":   "a",
	} {
		inv, err := Walk(Options{Paths: []string{named}, InContext: true, OnlyNeeded: true})
		require.NoError(t, err)
		var names []string
		for _, tool := range inv.Tools {
			if tool.View.Kind == "tool" {
				names = append(names, tool.View.Name)
				assert.NotEmpty(t, tool.View.Description, "%s of %s", tool.View.Name, named)
			}
		}
		assert.ElementsMatch(t, strings.Fields(want), names, named)
	}
}

func TestHoldsName(t *testing.T) {
	long := "x = 1; " + strings.Repeat("notes.y; ", 100_000)
	for text, want := range map[string]bool{
		"from .notes import a": true, "import app.notes": true, "const a = require('./notes')": true, "} from \"./notes.js\";": true,
		"import footnotes": false, "import notes_of": false, "a = notes\nimport b": false, long: false, long + "import notes": true,
	} {
		assert.Equal(t, want, holdsName([]byte(text), []byte("notes")), "%.60q", text)
	}
}
