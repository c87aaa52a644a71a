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

// codeOf lists what is noted of the code of schemas in one file, with the place of each.
func codeOf(t *testing.T, name, data string) []string {
	t.Helper()
	found := Link([]*Module{Scan(source.NewFile(name, name, []byte(data)), languages[filepath.Ext(name)])})
	require.Len(t, found, 1)
	var out []string
	var walk func(path string, n *source.Node)
	walk = func(path string, n *source.Node) {
		for _, m := range n.Members {
			if m.Name.Text.Value == codeMember {
				loc := m.Value.Text.Locate(0, len(m.Value.Text.Value))
				require.Len(t, loc, 1, path)
				assert.Less(t, loc[0].Span.Start, loc[0].Span.End, path)
				out = append(out, fmt.Sprintf("%s %s", path, m.Value.Text.Value))
			}
			walk(path+"/"+m.Name.Text.Value, m.Value)
		}
		for i, item := range n.Items {
			walk(fmt.Sprintf("%s/%d", path, i), item)
		}
	}
	for _, e := range found[0].Entries {
		walk(e.Def.StringAt("name"), e.Def)
	}
	require.NotEmpty(t, out, data)
	return out
}

const tsServer = "import { z } from 'zod';\nconst MAX = 10;\nconst Mass = z.number().max(MAX);\n"

// TestCodeOfSchemas changes one thing that a model is told by a framework and that is no text of the definition.
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

// TestCodeIsTheSameHoweverItIsLaidOut reformats code, and changes what no model is told.
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
			assert.Less(t, len(s), 3*maxSpelling)
		}
	}
	cycle := "const A = z.object({b: B}); const B = z.object({a: A});\n"
	codeOf(t, "a.ts", tsServer+cycle+`server.tool("w", "Weighs.", {n: A}, cb)`)
}
