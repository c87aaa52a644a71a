package code

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/source"
)

// doubling are files of a thousand tools that take a type or text which holds two of another, and so on. In each line $n is its number, $p the
// number before it.
var doubling = map[string]struct {
	lang                    lex.Language
	head, first, next, tool string
}{
	"classes": {lex.Python, "", "class C0(BaseModel):\n  a: str\n", "class C$n(BaseModel):\n  a: C$p\n  b: C$p\n", "@mcp.tool()\ndef f$n(x: C29):\n  \"Reads the pots.\"\n"},
	"structs": {
		lex.Go, "package p\n", "type C0 struct{ A string `jsonschema:\"a pot\"` }\n", "type C$n struct{ A C$p; B C$p }\n",
		"func init() { mcp.AddTool(s, &mcp.Tool{Name: \"f$n\", Description: \"Reads the pots.\"}, func(ctx context.Context, r *mcp.CallToolRequest, in C29) {}) }\n",
	},
	"fields of Rust": {
		lex.Rust, "", "struct C0 { a: String }\n", "struct C$n { a: C$p, b: C$p }\n",
		"impl S { #[tool(description = \"Reads the pots.\")] fn f$n(&self, Parameters(x): Parameters<C29>) {} }\n",
	},
	"records": {lex.Java, "", "record C0(String a) {}\n", "record C$n(C$p a, C$p b) {}\n", "class S$n { @Tool(description=\"Reads the pots.\") String f$n(C29 x) { return null; } }\n"},
	"records of C#": {
		lex.CSharp, "", "record C0(string A);\n", "record C$n(C$p A, C$p B);\n",
		"class S$n { [McpServerTool, Description(\"Reads the pots.\")] string f$n(C29 x) => \"\"; }\n",
	},
	"schemas": {
		lex.JavaScript, "", "const c0 = z.object({a: z.string().describe('A pot.')});\n", "const c$n = z.object({a: c$p, b: c$p});\n",
		"server.registerTool('f$n', {description: 'Reads the pots.', inputSchema: c29}, cb);\n",
	},
	"objects": {lex.JavaScript, "", "const c0 = {a: 1};\n", "const c$n = {a: c$p, b: c$p};\n", "server.registerTool('f$n', {description: 'Reads the pots.', inputSchema: c29}, cb);\n"},
	"texts":   {lex.Python, "", "c0 = '" + strings.Repeat("Reads the pots. ", 150) + "'\n", "c$n = c$p + c$p\n", "@mcp.tool(description=c3)\ndef f$n(): pass\n"},
}

// TestBudgetOfARun reads small files whose definitions stand for millions of values or many megabytes of text. All tools are listed, with their names,
// and what is left out of one is said.
func TestBudgetOfARun(t *testing.T) {
	const nodes, bytes = 250_000, 20 << 20
	for name, c := range doubling {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			b.WriteString(c.head + c.first)
			line := func(text string, i int) {
				b.WriteString(strings.NewReplacer("$n", strconv.Itoa(i), "$p", strconv.Itoa(i-1)).Replace(text))
			}
			for i := range 29 {
				line(c.next, i+1)
			}
			for i := range 1000 {
				line(c.tool, i)
			}
			f := source.NewFile(name, name, []byte(b.String()))
			found := linkAll([]*link.Module{scan(f, c.lang)})
			require.Len(t, found[0].Entries, 1000)
			values, size, cut := 0, 0, 0
			for i, e := range found[0].Entries {
				assert.Equal(t, "f"+strconv.Itoa(i), e.Def.StringAt("name"))
				walkNode("", e.Def, func(_ string, n *source.Node) { values++; size += len(n.Text.Value) })
				if e.Static == link.Full {
					continue
				}
				cut++
				assert.Contains(t, e.Why, "too large")
			}
			assert.Less(t, values, nodes)
			assert.Less(t, size, bytes)
			assert.Greater(t, cut, 100)
		})
	}
}
