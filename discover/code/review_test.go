package code

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/source"
)

// listingOf links files, given as names and texts in turn, and lists what is defined in them.
func listingOf(t *testing.T, files ...string) string {
	return listing(t, linked(files...), true)
}

// linked links files, given as names and texts in turn.
func linked(files ...string) []link.Found {
	var modules []*link.Module
	texts := map[string]*source.File{}
	for i := 0; i+1 < len(files); i += 2 {
		f := source.NewFile(files[i], files[i], []byte(files[i+1]))
		if lang := languageOf(files[i]); lang != 0 {
			modules = append(modules, scan(f, lang))
		} else {
			texts[files[i]] = f
		}
	}
	return link.Files(modules, func(_ *source.File, name string) *source.File { return texts[name] }, parsed)
}

const pyServer = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP(\"harbour\")\n"

// TestIndexByText takes members by literals that are not names.
func TestIndexByText(t *testing.T) {
	for i, code := range []string{
		`class A { [McpServerTool, Description(loc["Weighs the ship."])] public static string W() => ""; }`,
		`$server->tool("weigh", $loc["Weighs the ship."]); $server->tool("weigh", Loc["Weighs."]);`,
		"server.tool('weigh', Loc['Weighs the ship.'])\nserver.tool('weigh', loc['.'])\n",
		`server.addTool("weigh", Loc["Weighs the ship."]) { }; server.addTool("weigh", Loc["."]) { }`,
		`class A { void f() { server.addTool(new Tool("weigh", Loc["Weighs the ship."], "{}")); } }`,
	} {
		ext := []string{".cs", ".php", ".rb", ".kt", ".java"}[i]
		assert.NotPanics(t, func() { linked("a"+ext, code) }, code)
	}
	for lang := lex.Language(1); lang <= 13; lang++ {
		for _, e := range []string{`""`, `"."`, `".."`, `"a."`, `".a"`, `"A."`} {
			code := "from x import Loc\nimport x.Loc;\nserver.tool(\"weigh\", Loc[" + e + "], {x: Loc[" + e + "]})\n"
			assert.NotPanics(t, func() { linkAll([]*link.Module{scan(source.NewFile("x", "x", []byte(code)), lang)}) })
		}
	}
}

// TestTwins lists a definition again when any of its texts differs, and not when it says the same from the same places.
func TestTwins(t *testing.T) {
	got := listingOf(t, "a.py", pyServer+`BASE = "Weighs the ship."
POISON = " Then tells the tide."
mcp.add_tool(f, name="weigh", description=BASE)
mcp.add_tool(f, name="weigh", description=BASE + POISON)
`)
	assert.Equal(t, 2, strings.Count(got, "tool call \"weigh\""), got)
	assert.Contains(t, got, `"Weighs the ship. Then tells the tide."`)

	got = listingOf(t, "a.ts", `const WEIGH = "Weighs the ship.";
server.registerTool("weigh", {description: WEIGH, inputSchema: {ship: z.string().describe("The ship.")}}, cb);
server.registerTool("weigh", {description: WEIGH, inputSchema: {ship: z.string().describe("The ship and its crew.")}}, cb);
`)
	assert.Equal(t, 2, strings.Count(got, "tool call \"weigh\""), got)
	assert.Contains(t, got, "The ship and its crew.")

	got = listingOf(t, "a.ts", `const WEIGH = {name: "weigh", description: "Weighs the ship.", inputSchema: {type: "object"}};
server.registerTool(WEIGH.name, {description: WEIGH.description, inputSchema: {type: "object"}}, cb);
`)
	assert.Equal(t, 1, strings.Count(got, "tool "), got)
}

// TestToolOfModule takes types.Tool under any name of the module.
func TestToolOfModule(t *testing.T) {
	for _, as := range []string{"T", "t", "log", "mock"} {
		got := listingOf(t, "a.py", "from mcp import types as "+as+"\n"+as+`.Tool(name="weigh", description="Weighs the ship.", inputSchema={})`)
		assert.Contains(t, got, `tool call "weigh"`)
	}
}

// TestInstructions finds the instructions of servers however they are made.
func TestInstructions(t *testing.T) {
	for _, files := range [][]string{
		{"a.py", "class Harbour(FastMCP):\n    def __init__(self):\n        super().__init__(\"harbour\", instructions=\"Ask the tide first.\")\n"},
		{"a.ts", `class Harbour extends McpServer { constructor() { super({name: "harbour", version: "1"}, {instructions: "Ask the tide first."}); } }`},
		{"a.py", pyServer + "mcp.instructions = \"Ask the tide first.\"\n"},
		{"a.py", "app = FastMCP(\"harbour\")\napp._mcp_server.instructions = \"Ask the tide first.\"\n"},
		{"a.py", "app = FastMCP(\"harbour\")\napp.instructions = \"Ask the tide first.\"\n"},
		{"a.py", "run(InitializationOptions(server_name=\"harbour\", instructions=\"Ask the tide first.\"))\n"},
		{"a.py", "s = Server(\"harbour\", instructions=\"Ask the tide first.\")\n"},
		{"a.py", "s = Server(\"harbour\", \"1\", \"Ask the tide first.\")\n"},
		{"a.py", "s = FastMCP(\"harbour\", \"Ask the tide first.\")\n"},
	} {
		got := listingOf(t, files...)
		assert.Equal(t, 1, strings.Count(got, "instructions call"), "%s\n%s", files[1], got)
		assert.Contains(t, got, "/instructions \"Ask the tide first.\"", files[1])
	}
	got := listingOf(t, "a.py", "recipe.instructions = \"Ask the cook first.\"\n")
	assert.NotContains(t, got, "instructions call")
}

// TestUnknownDescription checks that an unknown description is reported wherever it is.
func TestUnknownDescription(t *testing.T) {
	for i, code := range []string{
		`server.tool("weigh", pick("weigh"), {}, cb);`,
		`server.tool("weigh", pick("weigh"), async () => ({}));`,
		`server.tool("weigh", String.fromCharCode(87, 101), {}, cb);`,
		`server.tool("weigh", Object.values(words).join(" "), {}, cb);`,
		`server.tool("weigh", words[k], {}, cb);`,
		`server.tool("weigh", words.weigh, {}, cb);`,
		`class A { Tool a = new Tool("weigh", bundle.getString("weigh"), "{}"); }`,
	} {
		name := "a.ts"
		if i == 6 {
			name = "a.java"
		}
		got := listingOf(t, name, code)
		assert.Contains(t, got, " unresolved: the description is", code)
		assert.Contains(t, got, `"weigh" `+name, code)
	}
	for _, code := range []string{
		`server.tool("weigh", {ship: z.string()}, async () => ({}));`,
		`server.tool("weigh", shipSchema, async () => ({}));`,
		`const ship = {ship: z.string()}; server.tool("weigh", ship, async () => ({}));`,
		`server.tool("weigh", "Weighs the ship.", pick("weigh"), async () => ({}));`,
	} {
		got := listingOf(t, "a.ts", code)
		assert.Contains(t, got, `"weigh" a.ts`, code)
		assert.NotContains(t, got, "unresolved", code)
	}
}

// TestBoundsTell lists a text of which alternatives were left out as known in part only, and sweeps what was left out.
func TestBoundsTell(t *testing.T) {
	var returns, assigned strings.Builder
	for range 20 {
		returns.WriteString("    if k: return \"Weighs the ship safely.\"\n")
		assigned.WriteString("d = \"Weighs the ship safely.\"\n")
	}
	for _, code := range []string{
		"def pick(k):\n" + returns.String() + "    return \"Tells the tide.\"\nmcp.add_tool(f, name=\"weigh\", description=pick(1))\n",
		assigned.String() + "d = \"Tells the tide.\"\nmcp.add_tool(f, name=\"weigh\", description=d)\n",
		strings.Repeat(assigned.String(), 4) + "d = \"Tells the tide.\"\nmcp.add_tool(f, name=\"weigh\", description=d)\n",
	} {
		got := listingOf(t, "a.py", pyServer+code)
		assert.Regexp(t, `"weigh" a.py:\d+ server=harbour partly`, got)
		assert.Contains(t, got, `"Tells the tide."`)
	}
}

// TestSweepKeeps sweeps as text what only looks like a pattern or an assertion.
func TestSweepKeeps(t *testing.T) {
	for name, code := range map[string]string{
		"blocks":      `BLOCKS = ["aa bb", "bb", "cc", "dd", "Tells the tide."]`,
		"indexed":     `RULES = ["aa bb", "bb", "cc", "dd", "Tells the tide."]` + "\nmcp.add_tool(f, name=\"weigh\", description=make(*RULES[3:]))",
		"by function": `RULES = ["aa bb", "bb", "cc", "dd", "Tells the tide."]` + "\ndef pick(k):\n    return join_all(RULES[k:])\nmcp.add_tool(f, name=\"weigh\", description=pick(3))",
		"by name":     `RULES = ["aa bb", "bb", "cc", "dd", "Tells the tide."]` + "\nx = RULES[k]\nmcp.add_tool(f, name=\"weigh\", description=x)",
		"payload":     `S = {"payload": "Tells the tide."}`,
		"match":       `S = {"match": "Tells the tide."}`,
		"expected":    `S = {"expected": "Tells the tide."}`,
		"member":      `S = {"pattern": "Tells the tide."}` + "\nmcp.add_tool(f, name=\"weigh\", description=S.get(\"pat\" + \"tern\"))",
		"replacement": `x = re.sub("a+", "Tells the tide.", y)`,
		"type":        `expectType("Tells the tide.")`,
		"assertively": `assertively("Tells the tide.")`,
	} {
		got := "\n" + listingOf(t, "a.py", pyServer+code+"\n")
		assert.Contains(t, got, "\nstring \"Tells the tide.\"", "%s\n%s", name, got)
	}
	for name, code := range map[string]string{
		"pattern rules": `RULES = ["aa bb", "bb", "cc", "dd", "Tells the tide."]`,
		"pattern camel": `tidePatterns = ["aa bb", "bb", "cc", "dd", "Tells the tide."]`,
		"pattern re":    `x = re.compile("Tells the tide.")`,
		"assert equals": `assertEqual(x, "Tells the tide.")`,
		"assert in":     `self.assertIn("Tells the tide.", x)`,
		"assert member": `Assert.equal(x, "Tells the tide.")`,
	} {
		kind, _, _ := strings.Cut(name, " ")
		got := "\n" + listingOf(t, "a.py", pyServer+code+"\n")
		assert.Contains(t, got, "\n"+kind+" \"Tells the tide.\"", "%s\n%s", name, got)
	}
}

// TestAssertedTool lists tools that are registered inside of an assertion.
func TestAssertedTool(t *testing.T) {
	for _, code := range []string{
		`assert(server.tool("weigh", "Weighs the ship.", {}, cb));`,
		`expect(server.registerTool("weigh", {description: "Weighs the ship.", inputSchema: {}}, cb));`,
		`assert(keep({name: "weigh", description: "Weighs the ship.", inputSchema: {type: "object"}}));`,
	} {
		assert.Contains(t, listingOf(t, "a.ts", code), `"weigh" a.ts:1`, code)
	}
	got := listingOf(t, "a.ts", `expect(list).toEqual([{name: "weigh", description: "Weighs the ship.", inputSchema: {type: "object"}}]);`)
	assert.NotContains(t, got, "tool")
}

// TestNamesOfOtherFiles follows names through the files that they are brought from.
func TestNamesOfOtherFiles(t *testing.T) {
	const tide = "Tells the tide."
	for name, files := range map[string][]string{
		"static import":  {"A.java", "package n;\nimport static n.Texts.ADD;\nclass A { @Tool(description = ADD) String weigh() {} }", "Texts.java", `class Texts { static final String ADD = "Tells the tide."; }`},
		"static star":    {"A.java", "package n;\nimport static n.Texts.*;\nclass A { @Tool(description = ADD) String weigh() {} }", "Texts.java", `class Texts { static final String ADD = "Tells the tide."; }`},
		"interface":      {"A.java", "class A implements Texts { @Tool(description = ADD) String weigh() {} }", "Texts.java", `interface Texts { String ADD = "Tells the tide."; }`},
		"class":          {"A.java", "class A extends Texts { @Tool(description = ADD) String weigh() {} }", "Texts.java", `class Texts { static final String ADD = "Tells the tide."; }`},
		"export as":      {"a.ts", `import {Y} from "./texts"; server.tool("weigh", Y, {}, cb);`, "texts/index.ts", `export {x as Y} from "./inner"`, "texts/inner.ts", `export const x = "Tells the tide.";`},
		"export star":    {"a.ts", `import {x} from "./texts"; server.tool("weigh", x, {}, cb);`, "texts/index.ts", `export * from "./inner.js"`, "texts/inner.ts", `export const x = "Tells the tide.";`, "z/inner.ts", `export const x = "No.";`},
		"export default": {"a.ts", `import texts from "./texts"; server.tool("weigh", texts.tide, {}, cb);`, "texts.ts", `export default {tide: "Tells the tide."}`},
		"default name":   {"a.ts", `import texts from "./texts"; server.tool("weigh", texts.tide, {}, cb);`, "texts.ts", `const t = "Tells the tide."; export default {tide: t}`},
		"module exports": {"a.js", `const texts = require("./texts"); server.tool("weigh", texts.tide, {}, cb);`, "texts.js", `module.exports = {tide: "Tells the tide."}`},
		"exports named":  {"a.js", `const {tide} = require("./texts"); server.tool("weigh", tide, {}, cb);`, "texts.js", `const t = "Tells the tide."; module.exports = {tide: t}`},
		"init":           {"a.py", pyServer + "from .texts import ADD\nmcp.add_tool(f, name=\"weigh\", description=ADD)\n", "texts/__init__.py", "from .inner import D as ADD\n", "texts/inner.py", "D = \"Tells the tide.\"\n"},
		"planted":        {"a.py", pyServer + "from .texts import D\nmcp.add_tool(f, name=\"weigh\", description=D)\n", "zz/texts.py", "D = \"No.\"\n", "texts/__init__.py", "from .inner import D\n", "texts/inner.py", "D = \"Tells the tide.\"\n"},
		"module of init": {"a.py", pyServer + "from . import texts\nmcp.add_tool(f, name=\"weigh\", description=texts.D)\n", "zz/texts.py", "D = \"No.\"\n", "texts/__init__.py", "from .inner import D\n", "texts/inner.py", "D = \"Tells the tide.\"\n"},
		"circle":         {"a.py", pyServer + "from .b import D\nmcp.add_tool(f, name=\"weigh\", description=D)\n", "b.py", "from .c import *\n", "c.py", "from .b import *\nfrom .d import D\n", "d.py", "D = \"Tells the tide.\"\n"},
	} {
		got := listingOf(t, files...)
		assert.Contains(t, got, "/description \""+tide+"\"", "%s\n%s", name, got)
	}
}

// TestTypeInClass takes a described type that a class of another file holds.
func TestTypeInClass(t *testing.T) {
	got := listingOf(t, "server.py", "from app.models import Models\n\ntools = [types.Tool(name='w', description='Weighs.', inputSchema={'type': 'object', 'properties': {'a': Models.found}})]\n",
		"lib/models.py", "class Models:\n    found = Annotated[str, Field(description='What was found.')] | None\n")
	assert.Contains(t, got, `/inputSchema/properties/a/description "What was found."`)
}

// TestSpreadAndComputed takes what a later spread puts in the place of a member, and members whose key is a constant.
func TestSpreadAndComputed(t *testing.T) {
	for _, code := range []string{
		`const over = {description: "Tells the tide."}; server.registerTool("weigh", {description: "Weighs the ship.", inputSchema: {}, ...over}, cb);`,
		`const over = {description: "Tells the tide."}; export const tools = [{name: "weigh", description: "Weighs the ship.", inputSchema: {type: "object"}, ...over}];`,
		`const over = {description: "Tells the tide."}; export const tools = [{name: "weigh", description: "Weighs.", inputSchema: {type: "object", properties: {ship: {type: "string", description: "Weighs the ship.", ...over}}}}];`,
		`const K = "description"; server.registerTool("weigh", {[K]: "Tells the tide.", title: "Weighs the ship.", inputSchema: {}}, cb);`,
		`const K = "description"; export const tools = [{name: "weigh", [K]: "Tells the tide.", title: "Weighs the ship.", inputSchema: {type: "object"}}];`,
	} {
		got := listingOf(t, "a.ts", code)
		assert.Contains(t, got, `"weigh" a.ts:1`, code)
		assert.Contains(t, got, `description "Tells the tide."`, code)
		assert.Contains(t, got, `"Weighs the ship."`, code)
		assert.NotContains(t, got, "\nstring", code)
	}
}

// TestIndexByNumber takes the element that is meant, counted from either end, and none for several.
func TestIndexByNumber(t *testing.T) {
	for index, want := range map[string]string{
		"0": `"Weighs a ship."`, "2": `"Tells the tide."`, "-1": `"Tells the tide."`, "- 2": `"Weighs two."`, "1:": "", "-1:": "",
	} {
		got := listingOf(t, "a.py", pyServer+"L = [\"Weighs a ship.\", \"Weighs two.\", \"Tells the tide.\"]\nmcp.add_tool(f, name=\"a\", description=L["+index+"])\n")
		if want == "" {
			assert.Contains(t, got, "unresolved", index)
		} else {
			assert.Contains(t, got, "/description "+want, index)
		}
	}
}
