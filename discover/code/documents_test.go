package code

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/source"
)

const rows = "[\n{\"n\": \"a\", \"d\": \"ORDER\"}]"

// loadedTables are registrations that take what they say from a document.
var loadedTables = []attempt{
	{"py json loop", "a tools.json:2", []string{"server.py", `for t in json.load(open("tools.json")):
    mcp.add_tool(run, name=t["n"], description=t["d"])`, "tools.json", rows}},
	{"py json with", "a tools.json:2", []string{"server.py", `with open(os.path.join(os.path.dirname(__file__), "tools.json"), encoding="utf-8") as f:
    TOOLS = json.load(f)
for t in TOOLS:
    mcp.add_tool(run, name=t["n"], description=t["d"])`, "tools.json", rows}},
	{"py json any name", "a defs.dat:2", []string{"server.py", `TOOLS = json.loads(Path(__file__).with_name("defs.dat").read_text())
for t in TOOLS:
    mcp.add_tool(run, name=t["n"], description=t["d"])`, "defs.dat", rows}},
	{"py json member", "a tools.json:1", []string{"server.py", `TEXTS = json.loads(Path("tools.json").read_text())
@mcp.tool(name="a", description=TEXTS["tools"]["a"]["description"])
def add(): pass`, "tools.json", `{"tools": {"a": {"description": "ORDER"}}}`}},
	{"py json unpacked", "a tools.json:1", []string{"server.py", `from mcp.types import Tool
@server.list_tools()
async def list_tools():
    return [Tool(**t) for t in json.load(open("tools.json"))["tools"]]`, "tools.json", `{"tools": [{"name": "a", "description": "ORDER"}]}`}},
	{"py json spread", "a tools.json:1", []string{"server.py", `for t in json.load(open("tools.json")):
    mcp.add_tool(run, **t)`, "tools.json", `[{"name": "a", "description": "ORDER"}]`}},
	{"py json listed", "a tools.json:1", []string{"server.py", `@server.list_tools()
async def list_tools():
    return json.load(open("tools.json"))`, "tools.json", `[{"name": "a", "description": "ORDER"}]`}},
	{"py own loader", "a tools.json:2", []string{"server.py", `def load_json(name):
    with open(DIR / name) as f:
        return json.load(f)
for t in load_json("tools.json"):
    mcp.add_tool(run, name=t["n"], description=t["d"])`, "tools.json", rows}},
	{"py loader without name", "a tools.json:2", []string{"server.py", `def load():
    return json.load(open("tools.json"))
for t in load():
    mcp.add_tool(run, name=t["n"], description=t["d"])`, "tools.json", rows}},
	{"py yaml with name", "a x.yml:2", []string{"server.py", `D = yaml.safe_load(Path(__file__).with_name("x.yml").read_text())
@mcp.tool(name="a", description=D["a"])
def add(): pass`, "x.yml", "b: c\na: ORDER\n"}},
	{"py toml", "a x.toml:1", []string{"server.py", `D = tomllib.load(open("x.toml", "rb"))
@mcp.tool(name="a", description=D["a"])
def add(): pass`, "x.toml", "a = \"ORDER\"\n"}},
	{"py other file", "a x.json:1", []string{"server.py", `from texts import T
@mcp.tool(name="a", description=T["a"])
def add(): pass`, "texts.py", `import json
T = json.load(open("x.json"))`, "x.json", `{"a": "ORDER"}`}},
	{"ts json parse", "a tools.json:2", []string{"index.ts", `const T = JSON.parse(readFileSync(join(__dirname, "tools.json"), "utf8"));
for (const t of T) server.registerTool(t.n, { description: t.d }, run);`, "tools.json", rows}},
	{"ts import", "a ./tools.json:1", []string{"index.ts", `import defs from "./tools.json" with { type: "json" };
server.registerTool("a", { description: defs.search.description }, run);`, "./tools.json", `{"search": {"description": "ORDER"}}`}},
	{"ts import member", "a ./tools.json:1", []string{"index.ts", `import { search as s } from "./tools.json";
server.registerTool("a", { description: s.description }, run);`, "./tools.json", `{"search": {"description": "ORDER"}}`}},
	{"ts import loop", "a ./tools.json:2", []string{"index.ts", `import * as defs from "./tools.json";
for (const { n, d } of defs) server.registerTool(n, { description: d }, run);`, "./tools.json", rows}},
	{"ts require", "a ./tools.json:2", []string{"index.ts", `const defs = require("./tools.json");
defs.forEach(t => server.tool(t.n, t.d, {}, run));`, "./tools.json", rows}},
	{"ts created require", "a ./tools.json:2", []string{"index.ts", `const defs = createRequire(import.meta.url)("./tools.json");
defs.forEach(t => server.tool(t.n, t.d, {}, run));`, "./tools.json", rows}},
	{"ts awaited import", "a ./tools.json:2", []string{"index.ts", `const defs = (await import("./tools.json", { with: { type: "json" } })).default;
defs.forEach(t => server.tool(t.n, t.d, {}, run));`, "./tools.json", rows}},
	{"ts entries", "a tools.json:1", []string{"index.ts", `const T = JSON.parse(readFileSync("tools.json", "utf8"));
for (const [n, t] of Object.entries(T)) server.tool(n, t.text, {}, run);`, "tools.json", `{"a": {"text": "ORDER"}}`}},
	{"ts handler", "a tools.json:1", []string{"index.ts", `const T = JSON.parse(readFileSync("tools.json", "utf8"));
server.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: T.tools }));`, "tools.json", `{"tools": [{"name": "a", "description": "ORDER"}]}`}},
	{"ts yaml", "a t.yaml:1", []string{"index.ts", `const T = yaml.load(readFileSync("t.yaml", "utf8"));
server.registerTool("a", { description: T.a }, run);`, "t.yaml", "a: ORDER\n"}},
	{"go embed", "a t.json:1", []string{"main.go", `_ "embed"
"encoding/json"
)
//go:embed t.json
var raw []byte
BEGIN
var ts []mcp.Tool
json.Unmarshal(raw, &ts)
for _, t := range ts { s.AddTool(t, run) }
END`, "t.json", `[{"name": "a", "description": "ORDER"}]`}},
	{"php json", "a t.json:1", []string{"s.php", `<?php
use PhpMcp\Server\Server;
foreach (json_decode(file_get_contents("t.json"), true) as $t) { $server->withTool($h, $t["name"], $t["description"]); }`, "t.json", `[{"name": "a", "description": "ORDER"}]`}},
}

// TestLoadedTables takes the texts of tools from the documents that the code loads, with their places there.
func TestLoadedTables(t *testing.T) {
	for _, a := range loadedTables {
		assert.Equal(t, []string{a.want}, said(linkedAttempt(a)), a.name)
	}
}

// TestRepeatedMembersOfDocuments takes all descriptions that a document gives a tool: readers differ in which one they take.
func TestRepeatedMembersOfDocuments(t *testing.T) {
	for _, doc := range []string{`[{"name": "a", "description": "ORDER", "description": "Adds."}]`, `[{"name": "a", "description": "Adds.", "description": "ORDER"}]`} {
		found := linkedAttempt(attempt{files: []string{"server.py", "for t in json.load(open(\"tools.json\")):\n    mcp.add_tool(run, **t)", "tools.json", doc}})
		require.Len(t, found[0].Entries, 1, doc)
		var texts []string
		for _, m := range found[0].Entries[0].Def.Members {
			if m.Name.Text.Value == "description" {
				texts = append(texts, m.Value.Text.Value)
			}
		}
		assert.ElementsMatch(t, []string{"Adds.", hiddenOrder}, texts, doc)
	}
}

// TestTablesThatAreNotTools leaves a line where a document does not hold what the code lists, or holds no more than a part of it.
func TestTablesThatAreNotTools(t *testing.T) {
	const handler = `@server.list_tools()
async def list_tools():
    return json.load(open("tools.json"))`
	for _, doc := range []string{`{"x": 1}`, `[]`, `[{"n": "a", "d": "ORDER"}]`, `[{"name": "a", "description": "Adds."}, {"title": "b"}]`, `"tools"`, `[`} {
		assert.Equal(t, []string{"? server.py:6"}, said(linkedAttempt(attempt{files: []string{"server.py", handler, "tools.json", doc}})), doc)
	}
}

// TestHostileDocuments loads documents that are deep, wide, or name each other, in files that load many.
func TestHostileDocuments(t *testing.T) {
	deep := strings.Repeat("[", 500) + strings.Repeat("]", 500)
	wide := "[" + strings.Repeat(`{"n": "a", "d": "b"},`, 30_000) + `{"n": "z", "d": "ORDER"}]`
	loop := "for t in json.load(open(\"tools.json\")):\n    mcp.add_tool(run, name=t[\"n\"], description=t[\"d\"])\n"
	for _, doc := range []string{deep, wide} {
		assert.Equal(t, []string{"? server.py:5"}, said(linkedAttempt(attempt{files: []string{"server.py", loop, "tools.json", doc}})))
	}

	var many strings.Builder
	for i := range 2 * static.MaxDocuments {
		fmt.Fprintf(&many, "T%d = json.load(open(\"t%d.json\"))\n@mcp.tool(description=T%d[\"a\"])\ndef f%d(): pass\n", i, i, i, i)
	}
	m := scan(source.NewFile("server.py", "server.py", []byte("import json\n"+pyServer+many.String())), lex.Python)
	assert.Len(t, m.Wants, static.MaxDocuments)
}
