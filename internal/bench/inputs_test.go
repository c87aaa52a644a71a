package bench

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// vocabulary is what the texts are made of: the words of ordinary tools.
var vocabulary = strings.Fields("return list record file name page number filter result search query user project issue date time update create remove the a of in for " +
	"with given all by id status text value table column order limit sort each repository branch commit message channel thread folder path calendar event " +
	"customer invoice payment product account report")

// maker makes inputs that are the same in each run.
type maker struct{ *rand.Rand }

func newMaker() maker { return maker{rand.New(rand.NewPCG(1, 2))} } //nolint:gosec // Nothing depends on it being hard to foretell.

func (m maker) words(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = vocabulary[m.IntN(len(vocabulary))]
	}
	return strings.ToUpper(list[0][:1]) + strings.Join(list, " ")[1:]
}

// prose is some sentences of at least so many bytes.
func (m maker) prose(bytes int) string {
	var b strings.Builder
	for b.Len() < bytes {
		b.WriteString(m.words(6+m.IntN(9)) + ". ")
	}
	return strings.TrimSpace(b.String())
}

func (m maker) name(i int) string {
	return fmt.Sprintf("%s_%s_%d", vocabulary[m.IntN(len(vocabulary))], vocabulary[m.IntN(len(vocabulary))], i)
}

// tool is a definition as servers send it.
type tool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema map[string]any `json:"inputSchema,omitempty"`
}

// short is a tool of some 300 bytes, full one of the size of real ones, with a schema.
func (m maker) short(i int) tool { return tool{Name: m.name(i), Description: m.prose(230)} }

func (m maker) full(i int) tool {
	t := tool{Name: m.name(i), Description: m.prose(500)}
	properties := map[string]any{}
	for i := range 5 {
		properties[fmt.Sprintf("%s_%d", vocabulary[m.IntN(len(vocabulary))], i)] = map[string]any{"type": "string", "description": m.words(9)}
	}
	t.InputSchema = map[string]any{"type": "object", "properties": properties, "required": []string{}}
	return t
}

// tools are n of what one makes.
func tools(n int, one func(int) tool) []tool {
	list := make([]tool, n)
	for i := range list {
		list[i] = one(i)
	}
	return list
}

func encoded(tb testing.TB, v any) []byte {
	tb.Helper()
	data, err := json.Marshal(v)
	require.NoError(tb, err)
	return data
}

func write(tb testing.TB, data []byte, path ...string) int {
	tb.Helper()
	file := filepath.Join(path...)
	require.NoError(tb, os.MkdirAll(filepath.Dir(file), 0o750))
	require.NoError(tb, os.WriteFile(file, data, 0o600))
	return len(data)
}

// python is a server in source code, javaScript the same in another language.
func (m maker) python(tools int) string {
	var b strings.Builder
	b.WriteString("from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP(\"files\")\n")
	for i := range tools {
		fmt.Fprintf(&b, "\n\n@mcp.tool()\ndef %s(path: str, limit: int = 10) -> str:\n    \"\"\"%s\"\"\"\n    with open(path) as f:\n        return f.read()[:limit]\n", m.name(i), m.prose(300))
	}
	return b.String()
}

func (m maker) javaScript(tools int) string {
	var b strings.Builder
	b.WriteString("import { McpServer } from \"@modelcontextprotocol/sdk/server/mcp.js\";\nconst server = new McpServer({ name: \"files\", version: \"1.0.0\" });\n")
	for i := range tools {
		fmt.Fprintf(&b, "server.tool(%q, %q, { path: z.string().describe(%q) }, async ({ path }) => ({ content: [{ type: \"text\", text: read(path) }] }));\n", m.name(i), m.prose(300), m.words(8))
	}
	return b.String()
}

// repository writes a folder of code and of files that are none of ours, and returns its size.
func (m maker) repository(tb testing.TB, dir string, files int) (size int) {
	tb.Helper()
	for i := range files {
		name, data := fmt.Sprintf("server%d.py", i), m.python(4)
		switch i % 5 {
		case 1:
			name, data = fmt.Sprintf("server%d.js", i), m.javaScript(4)
		case 2, 3:
			name, data = fmt.Sprintf("notes%d.md", i), m.prose(6_000)
		case 4:
			name, data = fmt.Sprintf("data%d.json", i), string(encoded(tb, map[string]any{"rows": m.prose(6_000)}))
		}
		size += write(tb, []byte(data), dir, fmt.Sprintf("part%d", i/50), name)
	}
	return size
}
