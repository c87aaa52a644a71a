package code

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

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
func wholeOf(t *testing.T, nameData ...string) []string {
	t.Helper()
	var ms []*Module
	for i := 0; i < len(nameData); i += 2 {
		ms = append(ms, Scan(source.NewFile(nameData[i], nameData[i], []byte(nameData[i+1])), languages[filepath.Ext(nameData[i])]))
	}
	var out []string
	var walk func(path string, n *source.Node)
	walk = func(path string, n *source.Node) {
		if n.Text.Value != "" {
			out = append(out, path+" "+n.Text.Value)
		}
		for _, m := range n.Members {
			walk(path+"/"+m.Name.Text.Value, m.Value)
		}
		for _, item := range n.Items {
			walk(path+"/", item)
		}
	}
	found := Link(ms)
	for _, e := range found[0].Entries {
		walk("", e.Def)
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

// TestCodeStaysTheSame writes the same thing in another way, or changes what no model is told.
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

// TestCodeNoticesTheEndOfLargeValues changes the last of what a name stands for, and uses a large value often.
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

// TestNamesOfFunctionsAndSpellingsOfNumbers are no part of what a model is told.
func TestNamesOfFunctionsAndSpellingsOfNumbers(t *testing.T) {
	at := func(fn, number string) []string {
		return codeOf(t, "a.ts", tsServer+"function "+fn+"(x) { return x.trim() }\nserver.tool('w', 'Weighs.', { n: z.string().transform("+fn+"), m: z.number().min("+number+") }, cb)\n")
	}
	assert.Equal(t, at("trimIt", "0.5"), at("trimThat", ".5"))
	assert.Equal(t, at("trimIt", "1e3"), at("trimIt", "1E3"))
	assert.NotEqual(t, at("trimIt", "0.5"), at("trimIt", ".6"))
}
