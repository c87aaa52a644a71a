package code

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// walkNode calls fn with all nodes of a definition and their paths.
func walkNode(path string, n *source.Node, fn func(path string, n *source.Node)) {
	fn(path, n)
	for _, m := range n.Members {
		walkNode(path+"/"+m.Name.Text.Value, m.Value, fn)
	}
	for i, item := range n.Items {
		walkNode(fmt.Sprintf("%s/%d", path, i), item, fn)
	}
}

// codeOf lists what is noted of the code of schemas in one file, with the place of each.
func codeOf(t *testing.T, name, data string) (out []string) {
	t.Helper()
	for _, e := range linked(name, data)[0].Entries {
		walkNode(e.Def.StringAt("name"), e.Def, func(path string, n *source.Node) {
			if path, ok := strings.CutSuffix(path, "/"+codeMember); ok {
				loc := n.Text.Locate(0, len(n.Text.Value))
				require.Len(t, loc, 1, path)
				assert.Less(t, loc[0].Span.Start, loc[0].Span.End, path)
				out = append(out, fmt.Sprintf("%s %s", path, n.Text.Value))
			}
		})
	}
	require.NotEmpty(t, out, data)
	return out
}

const tsServer = "import { z } from 'zod';\nconst MAX = 10;\nconst Mass = z.number().max(MAX);\n"

// TestCodeOfSchemas changes one thing that a framework sends to a model and that is not text of the definition.
func TestCodeOfSchemas(t *testing.T) {
	for name, c := range map[string]struct{ file, code, old, changed string }{
		"type":           {"a.ts", tsServer + `server.registerTool("w", {description: "Weighs.", inputSchema: {n: z.number()}}, cb)`, "z.number()}", "z.string()}"},
		"bound":          {"a.ts", tsServer + `server.registerTool("w", {description: "Weighs.", inputSchema: {n: z.number().max(5)}}, cb)`, "max(5)", "max(6)"},
		"optional":       {"a.ts", tsServer + `server.tool("w", "Weighs.", {n: z.string().optional()}, cb)`, ".optional()", ""},
		"named schema":   {"a.ts", tsServer + `server.tool("w", "Weighs.", {n: Mass}, cb)`, "z.number().max", "z.number().min"},
		"named bound":    {"a.ts", tsServer + `server.tool("w", "Weighs.", {n: Mass}, cb)`, "MAX = 10", "MAX = 11"},
		"whole object":   {"a.ts", tsServer + "const S = z.object({n: z.string()});\n" + `server.registerTool("w", {description: "Weighs.", inputSchema: S}, cb)`, "z.string()})", "z.any()})"},
		"strictness":     {"a.ts", tsServer + "const S = z.object({n: z.string()}).strict();\n" + `server.registerTool("w", {description: "Weighs.", inputSchema: S}, cb)`, ".strict()", ".passthrough()"},
		"pattern":        {"a.ts", tsServer + `server.tool("w", "Weighs.", {n: z.string().regex(/^a+$/)}, cb)`, "a+", "b+"},
		"annotation":     {"a.py", pyServer + "@mcp.tool()\ndef w(n: int) -> str:\n    \"\"\"Weighs.\"\"\"\n", "n: int", "n: str"},
		"default":        {"a.py", pyServer + "@mcp.tool()\ndef w(n: int = 3) -> str:\n    \"\"\"Weighs.\"\"\"\n", "= 3", "= 4"},
		"field bound":    {"a.py", pyServer + "@mcp.tool()\ndef w(n: Annotated[int, Field(ge=1)] = 3) -> str:\n    \"\"\"Weighs.\"\"\"\n", "ge=1", "ge=2"},
		"model":          {"a.py", pyServer + "class M(BaseModel):\n    n: int\n\n@mcp.tool()\ndef w(m: M) -> str:\n    \"\"\"Weighs.\"\"\"\n", "n: int", "n: bool"},
		"option of Go":   {"a.go", "package a\nfunc f() { s.AddTool(mcp.NewTool(\"w\", mcp.WithDescription(\"Weighs.\"), mcp.WithNumber(\"n\", mcp.Required())), h) }\n", "mcp.Required()", "mcp.Max(3)"},
		"field of Go":    {"a.go", "package a\ntype In struct { N int `json:\"n\"` }\nfunc h(ctx context.Context, r *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) { return nil, nil, nil }\nfunc f() { mcp.AddTool(s, &mcp.Tool{Name: \"w\", Description: \"Weighs.\"}, h) }\n", "N int", "N string"},
		"field of C#":    {"a.cs", "class A { [McpServerTool, Description(\"Weighs.\")] public static string W(int n) => \"\"; }", "int n", "long n"},
		"field of Rust":  {"a.rs", "#[derive(JsonSchema)]\nstruct In { n: u32 }\nimpl S { #[tool(description = \"Weighs.\")]\nfn w(&self, Parameters(i): Parameters<In>) -> String { s } }\n", "n: u32", "n: u8"},
		"field of Java":  {"a.java", "class A { @Tool(description = \"Weighs.\") String w(int n) { return \"\"; } }", "int n", "long n"},
		"nested":         {"a.ts", tsServer + `server.tool("w", "Weighs.", {n: z.array(z.object({m: z.string().min(1)}))}, cb)`, "min(1)", "min(2)"},
		"union":          {"a.ts", tsServer + `server.tool("w", "Weighs.", {n: z.union([z.string(), z.number()])}, cb)`, "z.number()]", "z.boolean()]"},
		"required there": {"a.py", pyServer + "@mcp.tool()\ndef w(n: int, k: str = \"a\") -> str:\n    \"\"\"Weighs.\"\"\"\n", " = \"a\"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, c.code, c.old)
			assert.NotEqual(t, codeOf(t, c.file, c.code), codeOf(t, c.file, strings.Replace(c.code, c.old, c.changed, 1)))
		})
	}
}

// TestCodeIsTheSameHoweverItIsLaidOut reformats code, and changes what reaches no model.
func TestCodeIsTheSameHoweverItIsLaidOut(t *testing.T) {
	one := tsServer + `server.registerTool("w", {description: "Weighs.", inputSchema: {n: z.number().max(5).describe("Mass"), s: Mass.optional(), f: z.string().refine((v) => v > 1)}}, async () => 1)`
	two := tsServer + "// moved\nserver.registerTool('w', {\n  description: 'Weighs.',\n  inputSchema: {\n    n: z\n      .number() // of it\n      .max( 5 )\n      .describe('Mass'),\n    s: Mass\n      .optional(),\n    f: z.string().refine((v) => {\n return v > 2 }),\n  },\n}, async () => { return 2 })\n"
	assert.Equal(t, codeOf(t, "a.ts", one), codeOf(t, "a.ts", two))
	one = pyServer + "@mcp.tool()\ndef w(n: Annotated[int, Field(ge=1, description='Mass')] = 3) -> str:\n    \"\"\"Weighs.\"\"\"\n    return 1\n"
	two = pyServer + "@mcp.tool()\n# moved\ndef w(\n    n: Annotated[\n        int,\n        Field(ge=1, description=\"Mass\")\n    ] = 3,\n) -> str:\n    \"\"\"Weighs.\"\"\"\n    return 2\n"
	assert.Equal(t, codeOf(t, "a.py", one), codeOf(t, "a.py", two))
}

// TestCodeOfHostileSchemas bounds what is noted, and still notices what lies beyond the bound.
func TestCodeOfHostileSchemas(t *testing.T) {
	deep := func(n int, inner string) string {
		return tsServer + `server.tool("w", "Weighs.", {n: ` + strings.Repeat("z.array(", n) + inner + strings.Repeat(")", n) + `}, cb)`
	}
	wide := func(last string) string {
		return tsServer + `server.tool("w", "Weighs.", {n: z.enum([` + strings.Repeat(`"word", `, 20_000) + last + `])}, cb)`
	}
	for _, pair := range [][2]string{{deep(500, "z.string()"), deep(500, "z.number()")}, {wide(`"a"`), wide(`"b"`)}} {
		a, b := codeOf(t, "a.ts", pair[0]), codeOf(t, "a.ts", pair[1])
		assert.NotEqual(t, a, b)
		for _, s := range a {
			assert.Less(t, len(s), 3*maxCode)
		}
	}
	cycle := "const A = z.object({b: B}); const B = z.object({a: A});\n"
	codeOf(t, "a.ts", tsServer+cycle+`server.tool("w", "Weighs.", {n: A}, cb)`)
}

// TestCodeNoticesWhatIsNotUnderstood changes one thing that no reader of texts needs to understand.
func TestCodeNoticesWhatIsNotUnderstood(t *testing.T) {
	ts := func(member string) string {
		return tsServer + `server.registerTool("w", {description: "Weighs.", inputSchema: {n: z.number()}, ` + member + `}, cb)`
	}
	js := func(schema string) string {
		return `const T = {name: "w", description: "Weighs.", inputSchema: {type: "object", properties: {n: ` + schema + `}}};` + "\n"
	}
	zod := func(s string) string {
		return tsServer + `server.tool("w", "Weighs.", {n: ` + s + `}, cb)`
	}
	py := func(param string) string {
		return pyServer + "from typing import Literal\n@mcp.tool()\ndef w(" + param + ") -> str:\n    \"\"\"Weighs.\"\"\"\n"
	}
	golang := func(option string) string {
		return "package a\ntype In struct { N int `json:\"n\"` }\nfunc f() { s.AddTool(mcp.NewTool(\"w\", mcp.WithDescription(\"Weighs.\"), mcp.WithNumber(\"n\"), " + option + "), h) }\n"
	}
	for name, c := range map[string]struct{ file, code, old, changed string }{
		"minus in zod":         {"a.ts", zod("z.number().min(-11)"), "-11", "11"},
		"not in zod":           {"a.ts", zod("z.boolean().default(!true)"), "!true", "true"},
		"minus of a name":      {"a.ts", zod("z.number().min(-MAX)"), "-MAX", "MAX"},
		"minus of a constant":  {"a.ts", strings.Replace(zod("z.number().min(MAX)"), "= 10", "= -10", 1), "-10", "10"},
		"minus in a default":   {"a.py", py("y: int = -22"), "-22", "22"},
		"minus in Field":       {"a.py", py("y: int = Field(ge=-21)"), "-21", "21"},
		"minus in Literal":     {"a.py", py("y: Literal[-23]"), "-23", "23"},
		"not":                  {"a.py", py("y: bool = not True"), "not True", "True"},
		"arithmetic":           {"a.ts", js(`{type: "number", maximum: 2 * 77}`), "77", "78"},
		"arithmetic of names":  {"a.ts", tsServer + js(`{type: "number", maximum: 2 * MAX}`), "= 10", "= 11"},
		"call":                 {"a.ts", js(`{type: "number", maximum: Math.max(1, 5)}`), "5", "6"},
		"part of a list":       {"a.ts", js(`{type: "number", enum: [1, 2 * 3]}`), "* 3", "* 4"},
		"annotation":           {"a.ts", ts(`annotations: {readOnlyHint: mode() === "safe"}`), "safe", "deep"},
		"media type":           {"a.ts", tsServer + `server.registerResource("w", "a://b", {description: "Weighs.", mimeType: "text/plain"}, cb)`, "text/plain", "text/html"},
		"regex space":          {"a.ts", zod("z.string().regex(/^a b$/)"), "a b", "ab"},
		"string in arithmetic": {"a.ts", js(`{type: "number", maximum: 2 * parse("a b")}`), "a b", "ab"},
		"option of Go":         {"a.go", golang("mcp.WithDestructiveHintAnnotation(true)"), "true", "false"},
		"option without args":  {"a.go", golang("mcp.WithSchemaAdditionalProperties(false)"), "false", "true"},
		"type of an option":    {"a.go", golang("mcp.WithInputSchema[In]()"), "N int", "N string"},
		"structured output":    {"a.py", pyServer + "@mcp.tool(structured_output=True, tags={\"a\"})\ndef w(n: int) -> str:\n    \"\"\"Weighs.\"\"\"\n", "True", "False"},
		"tags":                 {"a.py", pyServer + "@mcp.tool(structured_output=True, tags={\"a\"})\ndef w(n: int) -> str:\n    \"\"\"Weighs.\"\"\"\n", `{"a"}`, `{"b"}`},
		"return type":          {"a.py", py("n: int"), "-> str", "-> int"},
		"default of go-sdk":    {"a.go", "package a\nfunc f() { mcp.AddTool(s, &mcp.Tool{Name: \"w\", Description: \"Weighs.\", InputSchema: &jsonschema.Schema{Type: \"object\", Properties: map[string]*jsonschema.Schema{\"n\": {Type: \"number\", Default: json.RawMessage(\"5\"), Minimum: ptr(-3)}}}}, h) }\n", "ptr(-3)", "ptr(3)"},
		"raw default":          {"a.go", "package a\nfunc f() { mcp.AddTool(s, &mcp.Tool{Name: \"w\", Description: \"Weighs.\", InputSchema: &jsonschema.Schema{Type: \"object\", Properties: map[string]*jsonschema.Schema{\"n\": {Type: \"number\", Default: json.RawMessage(`5`)}}}}, h) }\n", "`5`", "`6`"},
		"raw schema":           {"a.go", "package a\nfunc f() { s.AddTool(mcp.NewToolWithRawSchema(\"w\", \"Weighs.\", json.RawMessage(`{\"type\":\"object\"}`)), h) }\n", `"object"`, `"string"`},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, c.code, c.old)
			a, b := wholeOf(t, c.file, c.code), wholeOf(t, c.file, strings.Replace(c.code, c.old, c.changed, 1))
			assert.NotEqual(t, a, b)
		})
	}
}

// wholeOf lists everything in the definitions of files, the first of which has them.
func wholeOf(t *testing.T, nameData ...string) (out []string) {
	t.Helper()
	for _, e := range linked(nameData...)[0].Entries {
		walkNode("", e.Def, func(path string, n *source.Node) {
			if n.Text.Value != "" {
				out = append(out, path+" "+n.Text.Value)
			}
		})
	}
	require.NotEmpty(t, out, nameData[1])
	return out
}

// TestCodeNoticesOtherFiles changes what another file binds an imported name to.
func TestCodeNoticesOtherFiles(t *testing.T) {
	tsImports := "import { MAX, MODES, ANN, Limits, SCHEMA } from './other.js';\n" + tsServer
	tsImports = strings.Replace(tsImports, "const MAX = 10;\n", "", 1)
	tsOther := "import { DEEP } from './deep.js';\nexport const MAX = 5;\nexport const MODES = ['a', 'b'];\nexport const ANN = {readOnlyHint: true};\n" +
		"export const Limits = {most: 3};\nconst TOP = 9;\nexport const SCHEMA = {type: 'object', properties: {n: {type: 'number', maximum: TOP}, k: {maximum: DEEP}}};\n"
	pyImports := "from other import ARGS, ANN, DEF, Model\nimport other\n" + pyServer
	pyOther := "LOW = 4\nARGS = {\"type\": \"object\", \"properties\": {\"n\": {\"minimum\": LOW}}}\nANN = {\"readOnlyHint\": True}\nDEF = 7\nclass Model(BaseModel):\n    n: int = 6\n"
	goOther := "package a\nconst Most = 4\nvar hints = mcp.ToolAnnotation{ReadOnlyHint: true}\n"
	for name, c := range map[string]struct{ file, code, other, data, old, changed string }{
		"bound":        {"a.ts", tsImports + `server.tool("w", "Weighs.", {n: z.number().max(MAX)}, cb)`, "other.ts", tsOther, "MAX = 5", "MAX = 6"},
		"list":         {"a.ts", tsImports + `server.tool("w", "Weighs.", {n: z.enum(MODES)}, cb)`, "other.ts", tsOther, "'b'", "'c'"},
		"annotations":  {"a.ts", tsImports + `server.registerTool("w", {description: "Weighs.", annotations: ANN}, cb)`, "other.ts", tsOther, "true", "false"},
		"member":       {"a.ts", tsImports + `server.tool("w", "Weighs.", {n: z.number().max(Limits.most)}, cb)`, "other.ts", tsOther, "most: 3", "most: 4"},
		"schema":       {"a.ts", tsImports + `server.registerTool("w", {description: "Weighs.", inputSchema: SCHEMA}, cb)`, "other.ts", tsOther, "TOP = 9", "TOP = 8"},
		"json schema":  {"a.ts", tsImports + `const T = {name: "w", description: "Weighs.", inputSchema: {type: "object", properties: {n: {maximum: MAX}}}};`, "other.ts", tsOther, "MAX = 5", "MAX = 6"},
		"spread":       {"a.ts", tsImports + `const T = {name: "w", description: "Weighs.", inputSchema: {type: "object", properties: {n: {...Limits}}}};`, "other.ts", tsOther, "most: 3", "most: 4"},
		"Python":       {"a.py", pyImports + "@mcp.tool()\ndef w(n: int = DEF) -> str:\n    \"\"\"Weighs.\"\"\"\n", "other.py", pyOther, "DEF = 7", "DEF = 8"},
		"module":       {"a.py", pyImports + "@mcp.tool()\ndef w(n: int = other.DEF) -> str:\n    \"\"\"Weighs.\"\"\"\n", "other.py", pyOther, "DEF = 7", "DEF = 8"},
		"dict":         {"a.py", pyImports + "t = Tool(name=\"w\", description=\"Weighs.\", inputSchema=ARGS)\n", "other.py", pyOther, "LOW = 4", "LOW = 5"},
		"Python hints": {"a.py", pyImports + "@mcp.tool(annotations=ANN)\ndef w(n: int) -> str:\n    \"\"\"Weighs.\"\"\"\n", "other.py", pyOther, "True", "False"},
		"model":        {"a.py", pyImports + "@mcp.tool()\ndef w(m: Model) -> str:\n    \"\"\"Weighs.\"\"\"\n", "other.py", pyOther, "n: int", "n: str"},
		"Go":           {"a.go", "package a\nfunc f() { s.AddTool(mcp.NewTool(\"w\", mcp.WithDescription(\"Weighs.\"), mcp.WithNumber(\"n\", mcp.Max(Most))), h) }\n", "b.go", goOther, "Most = 4", "Most = 5"},
		"Go hints":     {"a.go", "package a\nfunc f() { s.AddTool(mcp.NewTool(\"w\", mcp.WithDescription(\"Weighs.\"), mcp.WithToolAnnotation(hints)), h) }\n", "b.go", goOther, "true", "false"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, c.data, c.old)
			a := wholeOf(t, c.file, c.code, c.other, c.data)
			assert.NotEqual(t, a, wholeOf(t, c.file, c.code, c.other, strings.Replace(c.data, c.old, c.changed, 1)))
			assert.Equal(t, a, wholeOf(t, c.file, c.code, c.other, c.data+"\n"), "layout of the other file")
		})
	}
	// Two files further on.
	deep := func(n string) []string {
		return wholeOf(t, "a.ts", tsImports+`server.registerTool("w", {description: "Weighs.", inputSchema: SCHEMA}, cb)`, "other.ts", tsOther, "deep.ts", "import { MAX } from './other.js';\nexport const DEEP = "+n+" + MAX;\n")
	}
	assert.NotEqual(t, deep("1"), deep("2"))
}

// TestCodeStaysTheSame writes the same thing in another way, or changes what reaches no model.
func TestCodeStaysTheSame(t *testing.T) {
	py := func(head, param string) string {
		return pyServer + head + "@mcp.tool()\ndef w(" + param + ") -> str:\n    \"\"\"Weighs.\"\"\"\n"
	}
	ts := func(s, handler string) string {
		return tsServer + "const w = async () => 1;\n" + `server.registerTool("w", {description: "Weighs.", inputSchema: {n: ` + s + `}}, ` + handler + `)`
	}
	for name, c := range map[string][3]string{
		"name of a constant":   {"a.ts", ts("z.number().max(MAX)", "cb"), strings.ReplaceAll(ts("z.number().max(MAX)", "cb"), "MAX", "MOST")},
		"value of a constant":  {"a.ts", ts("z.number().max(MAX)", "cb"), ts("z.number().max(10)", "cb")},
		"literals":             {"a.ts", ts(`z.literal("a" + "b")`, "cb"), ts("z.literal(`ab`)", "cb")},
		"number":               {"a.ts", ts("z.number().max(7.0)", "cb"), ts("z.number().max(7)", "cb")},
		"handler":              {"a.ts", ts("z.number()", "cb"), ts("z.number()", "handleIt")},
		"handler of the file":  {"a.ts", ts("z.number()", "w"), ts("z.number()", "wrap(w)")},
		"named arguments":      {"a.py", py("", "y: int = Field(ge=1, le=2)"), py("", "y: int = Field(le=2, ge=1)")},
		"dotted typing":        {"a.py", py("import typing\n", `y: typing.Literal["a"]`), py("from typing import Literal\n", `y: Literal["a"]`)},
		"layout of arithmetic": {"a.ts", ts("z.number().max(2 * f('a b'))", "cb"), ts("z.number().max(2*f(\n\"a b\",\n))", "cb")},
		"members":              {"a.ts", ts("z.object({a: z.string(), b: z.number()})", "cb"), ts("z.object({b: z.number(), a: z.string()})", "cb")},
	} {
		t.Run(name, func(t *testing.T) {
			assert.ElementsMatch(t, wholeOf(t, c[0], c[1]), wholeOf(t, c[0], c[2]))
		})
	}
}

// TestCodeNoticesTheEndOfLargeValues changes the last of what a name means, and uses a large value often.
func TestCodeNoticesTheEndOfLargeValues(t *testing.T) {
	for _, n := range []int{700, 40_000} {
		code := func(last string) string {
			return tsServer + "const L = [" + strings.Repeat(`"word", `, n) + last + "];\n" + `server.tool("w", "Weighs.", {n: z.enum(L)}, cb)`
		}
		assert.NotEqual(t, codeOf(t, "a.ts", code(`"a"`)), codeOf(t, "a.ts", code(`"b"`)), n)
	}
	var b strings.Builder
	b.WriteString(tsServer + "const L = \"" + strings.Repeat("word ", 200_000) + "\";\nserver.tool(\"w\", \"Weighs.\", {")
	for range 1_500 {
		b.WriteString("n: z.literal(L), ")
	}
	codeOf(t, "a.ts", b.String()+"}, cb)")
}

// TestCodeOfOthersIsBounded links files that lead to each other in circles and widely.
func TestCodeOfOthersIsBounded(t *testing.T) {
	a := "import { B } from './b.js';\nexport const A = [B, B];\n" + tsServer + `server.tool("w", "Weighs.", {n: z.enum(B)}, cb)`
	b := "import { A } from './a.js';\nexport const B = [A, A];\n"
	assert.Equal(t, wholeOf(t, "a.ts", a, "b.ts", b), wholeOf(t, "a.ts", a, "b.ts", b))
	var wide strings.Builder
	wide.WriteString("export const X0 = [1, 2];\n")
	for i := range 2_000 {
		wide.WriteString("export const X" + strings.Repeat("1", i%5+1) + "y = [X0, X0, X0, X0];\n")
	}
	wholeOf(t, "a.ts", strings.ReplaceAll(a, "B", "X1y"), "b.ts", wide.String())
}

// TestImportedValuesKeepTheirNames has two values change places, and one far down a list change.
func TestImportedValuesKeepTheirNames(t *testing.T) {
	main := "import { z } from 'zod';\nimport { L } from './c.js';\nserver.tool('w', 'Weighs.', { n: z.number().min(L.lo).max(L.hi) }, cb)\n"
	c := "import { A, B } from './d.js';\nexport const L = { lo: A, hi: B };\n"
	one := wholeOf(t, "a.ts", main, "c.ts", c, "d.ts", "export const A = 1;\nexport const B = 100;\n")
	two := wholeOf(t, "a.ts", main, "c.ts", c, "d.ts", "export const A = 100;\nexport const B = 1;\n")
	assert.NotEqual(t, one, two)

	var names, values []string
	for i := range 40 {
		names = append(names, fmt.Sprintf("A%d", i))
		values = append(values, fmt.Sprintf("export const A%d = 'v%d';\n", i, i))
	}
	main = "import { z } from 'zod';\nimport { " + strings.Join(names, ", ") + " } from './d.js';\nserver.tool('w', 'Weighs.', { n: z.enum([" + strings.Join(names, ", ") + "]) }, cb)\n"
	one = wholeOf(t, "a.ts", main, "d.ts", strings.Join(values, ""))
	values[33] = "export const A33 = 'other';\n"
	assert.NotEqual(t, one, wholeOf(t, "a.ts", main, "d.ts", strings.Join(values, "")))
}

// TestNamesOfFunctionsAndSpellingsOfNumbers are not part of what reaches a model.
func TestNamesOfFunctionsAndSpellingsOfNumbers(t *testing.T) {
	at := func(fn, number string) []string {
		return codeOf(t, "a.ts", tsServer+"function "+fn+"(x) { return x.trim() }\nserver.tool('w', 'Weighs.', { n: z.string().transform("+fn+"), m: z.number().min("+number+") }, cb)\n")
	}
	assert.Equal(t, at("trimIt", "0.5"), at("trimThat", ".5"))
	assert.Equal(t, at("trimIt", "1e3"), at("trimIt", "1E3"))
	assert.NotEqual(t, at("trimIt", "0.5"), at("trimIt", ".6"))
}
