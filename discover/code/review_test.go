package code

import (
	"path"
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
			texts[path.Clean(files[i])] = f
		}
	}
	return link.Files(modules, func(_ *source.File, name string) *source.File { return texts[path.Clean(name)] }, parsed)
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
