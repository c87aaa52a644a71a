package code

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWhatHandsOnIsNoTool finds nothing in code that lists, wraps or counts tools which others define.
func TestWhatHandsOnIsNoTool(t *testing.T) {
	for name, files := range map[string][]string{
		"a listing of what is registered": {"index.ts", `const shown = [];
for (const entry of installed()) {
  const about = manifestOf(entry);
  shownTools.push({ name: entry.name.slice(0, -3), description: about?.description || "(none)" });
}`},
		"a wrapper around any tool": {"index.ts", `export function timedTool(tool: Wrapped) {
  return createTool({ name: tool.label(), description: ` + "`${tool.about()} (timed)`" + `, inputSchema: tool.schema() }, run);
}`},
		"counters that are handed to what lists tools": {"Listing.cs", `class Listing {
  void List() {
    var tools = new List<object>();
    int installed = 0;
    int active = 0;
    AddBuiltInTools(tools, ref installed, ref active, category);
  }
}`},
		"a property that is handed to what makes tools": {"server.py", `class Server:
    @property
    def harbour(self):
        """Connects to the harbour when it is first asked for."""
        return self._harbour
    def tools(self):
        return create_search_tools(self.harbour)`},
		"products that are called tools": {"registry.ts", `export const drawingTools: DrawingTool[] = [
  { id: "d", name: "Dia", description: "Draws diagrams of any kind.", website: "https://dia.example", strengths: ["Simple"] },
  { id: "i", name: "Ink (SVG)", description: "Draws pictures.", homepage: "https://ink.example" },
];`},
		"packages that are called tools": {"Packages.cs", `var packages = new Dictionary<string, List<object>> {
  ["tools"] = new List<object> { new { packageId = "com.example.build", name = "Build", description = "Models houses and levels." } },
};`},
		"a label for a field of a tool": {"page.js", `const copy = { title: translatedToolField(tool, "title", tool.name), description: translatedToolField(tool, "description", text) };`},
	} {
		for _, f := range linked(files...) {
			assert.Empty(t, f.Entries, name)
		}
	}
}

// TestNamesOfFiguresAreNames keeps a tool that is called by a number.
func TestNamesOfFiguresAreNames(t *testing.T) {
	assert.Equal(t, map[string]string{"7": "Rings the seventh bell."}, toolsOf(linked("index.ts", heads[".ts"]+`server.tool("7", "Rings the seventh bell.", {}, run);`)))
}

// TestWhatHandsOnLeavesALine names the place where tools of which no file says anything are made.
func TestWhatHandsOnLeavesALine(t *testing.T) {
	found := linked("index.ts", heads[".ts"]+`export function convert(operation: Operation) {
  const tool: Tool = { name: operation.key(), description: `+"`${operation.summary()} (remote)`"+`, inputSchema: operation.schema() };
  return tool;
}`)
	assert.Empty(t, found[0].Entries)
	assert.Len(t, found[0].Gaps, 1)

	found = linked("main.go", `package main
import "github.com/mark3labs/mcp-go/mcp"
func (p *Proxy) buildRemoteTools() {
	for _, tool := range p.upstream() {
		name := fmt.Sprintf("%s__%s", tool.Server, tool.Name)
		p.add(mcp.NewTool(name, mcp.WithDescription(fmt.Sprintf("[%s] %s", tool.Server, tool.Description))))
	}
}`)
	assert.Empty(t, found[0].Entries)
	assert.Len(t, found[0].Gaps, 1)
}

// TestToolsWithAuthorsAreTools keeps a tool with a name and parameters whatever else its object says.
func TestToolsWithAuthorsAreTools(t *testing.T) {
	assert.Equal(t, map[string]string{"ring": "Rings the bell."}, toolsOf(linked("tools.ts",
		`export const tools = [{ name: "ring", description: "Rings the bell.", author: "x", website: "https://x.example", inputSchema: { type: "object", properties: {} } }];`)))
}
