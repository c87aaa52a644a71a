package discover

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

func TestClassOf(t *testing.T) {
	for want, rels := range map[Class]string{
		ClassNone: `server.py src/tools/weather.ts contest.py Latest.java docs/.well-known/mcp.json pkg/__toolsnaps__/get.snap
			src/__snapshots__/a.json testimony/x.py src/main/java/x/App.java attest/x.go test-server/index.ts server-docs/index.ts
			evaluator/x.py Latest/x.py src/tool_spec.py specs/tools.json src/tools/docs/search.ts Agent/src/Commands/Docs/List.cs
			apps/demo-day/index.ts`,
		ClassTest: `tests/x.py src/__tests__/x.ts src/x.test.ts src/x.spec.tsx pkg/x_test.go test_x.py conftest.py WeatherTest.java
			Weather.Tests/Weather.cs spec/x_spec.rb examples/a/tests/x.py src/test/java/x/App.java testdata/golden/tools.json
			My.UnitTests/X.cs integration-tests/src/index.ts src/commonTest/kotlin/X.kt lib/src/testFixtures/java/X.java MyTests/X.cs
			Core/TestFixtures/X.swift cypress/tools.cy.ts src/tool_spec.rb specs/tools.rb`,
		ClassFixture:       `fixtures/x.json evals/x.py`,
		ClassExample:       `examples/server.py Examples/Server/Program.cs mcp-servers-example/bad.js sample-server/index.ts`,
		ClassDocumentation: `docs/x.json docs/examples/x.py cookbook/weather.ipynb.json docs/src/x.py`,
		ClassGenerated:     `api/x.pb.go src/generated/x.ts`,
		ClassTranslation:   `ui/locales/de.json`,
	} {
		for rel := range strings.FieldsSeq(rels) {
			assert.Equal(t, want, classOf(rel), rel)
		}
	}
}

func TestWhatDemotes(t *testing.T) {
	for _, c := range classRank {
		assert.Equal(t, c != ClassTranslation, c.weighed(true, false) == c, c)
		assert.Equal(t, c, c.weighed(false, true))
		assert.Equal(t, c != ClassFixture && c != ClassExample, c.weighed(false, false) == c, c)
		assert.NotEmpty(t, c.Words())
	}
	assert.Equal(t, ClassNone, ClassNone.weighed(true, true))
}

func TestEntryPoints(t *testing.T) {
	for _, tc := range []struct{ manifest, data, want string }{
		{"package.json", `{"main": "./tests/server.js"}`, "tests/server.js"},
		{"package.json", `{"bin": {"x": "dist/demo/cli.js"}}`, "src/demo/cli.js"},
		{"package.json", `{"exports": {".": {"import": "./examples/a.mjs"}}}`, "examples/a.mjs"},
		{"package.json", `{"scripts": {"start": "node --x demo/a.js"}}`, "demo/a.js"},
		{"pyproject.toml", "[project.scripts]\nnotes = \"sample.server:main\"\n", "src/sample/server"},
		{"setup.py", "entry_points={'console_scripts': ['x = tests.server:main']}", "tests/server"},
		{"Cargo.toml", "[[bin]]\nname = \"x\"\npath = \"examples/x.rs\"\n", "examples/x.rs"},
		{"Cargo.toml", "[package]\n", "src/main.rs"},
		{"pom.xml", "<mainClass>com.acme.samples.App</mainClass>", "src/main/java/com/acme/samples/App"},
		{"build.gradle.kts", `mainClass.set("com.acme.demo.AppKt")`, "src/main/kotlin/com/acme/demo/App"},
	} {
		paths, _ := entryPoints(tc.manifest, []byte(tc.data))
		assert.Contains(t, paths, tc.want, tc.data)
	}
	paths, _ := entryPoints("Cargo.toml", []byte("[[example]]\npath = \"examples/x.rs\"\n"))
	assert.NotContains(t, paths, "examples/x.rs")
	paths, scripts := entryPoints("package.json", []byte(`{"main": "../outside.js", "scripts": {"test": "node tests/a.js"}}`))
	assert.Empty(t, paths)
	assert.Empty(t, scripts)
}

func TestGuards(t *testing.T) {
	for words, want := range map[string]bool{`"description": "Secure notes"`: false, `"description": "threat-free"`: false, `"name": "mcp-guard"`: true, `"name": "notes", "keywords": ["security"]`: true} {
		assert.Equal(t, want, guards([]byte(words)), words)
	}
}

func TestSourceWithOddBytesIsRead(t *testing.T) {
	inv := walkFiles(t, map[string]string{
		"nul.py": "mcp\n#\x00\ntool||a|x", "bytes.js": "//\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff mcp\ntool||b|x",
		"wide.cs": "\xff\xfem\x00c\x00p\x00\n\x00t\x00o\x00o\x00l\x00|\x00|\x00c\x00|\x00x\x00", "win.pyw": "mcp\ntool||d|x",
	})
	assert.Equal(t, []string{"main/b@bytes.js", "main/a@nul.py", "main/c@wide.cs", "main/d@win.pyw"}, where(inv))
	assert.Empty(t, inv.Skips)
}

func TestOddCodingsOfPython(t *testing.T) {
	for coding, odd := range map[string]bool{"unicode_escape": true, "raw_unicode_escape": true, "rot13": true, "UTF-8": false, "cp1252": false, "utf_16": true} {
		assert.Equal(t, odd, oddCoding([]byte("\n# coding="+coding+"\n")) != "", coding)
	}
	assert.Empty(t, oddCoding([]byte("x = 1\n\n# coding: rot13")))
}

// scalarAt returns the content of the file where a number, boolean or null of a tool is.
func scalarAt(t *testing.T, tool *Tool, names ...string) (string, int) {
	t.Helper()
	n := tool.View.Definition
	for _, name := range names {
		n = n.Get(name)
		require.NotNil(t, n, "%v", names)
	}
	require.Equal(t, detect.NodeScalar, n.Kind)
	if n.Ref == 0 {
		return "", 0
	}
	text := tool.Scalars[n.Ref]
	assert.Equal(t, n.Text, text.Value)
	locs := text.Locate(0, len(text.Value))
	require.Len(t, locs, 1)
	s := locs[0].Span
	return string(locs[0].File.Data[s.Start:s.End]), locs[0].File.Position(s.Start, source.UTF16).Line
}

func TestScalarsKeepTheirPlaces(t *testing.T) {
	largest := []string{"inputSchema", "properties", "n", "maximum"}
	for name, data := range map[string]string{
		"tools.json": "\uFEFF{\"tools\": [{\"name\": \"set\", \"description\": \"Sets.\",\r\n" +
			"\"annotations\": {\"readOnlyHint\": false, \"destructiveHint\": true},\r\n" +
			"\"inputSchema\": {\"type\": \"object\", \"properties\": {\"n\": {\"type\": \"integer\",\r\n\"maximum\": 10, \"default\": null}}}}]}",
		"tools.yaml": "tools:\n- name: set\n  description: Sets.\n  annotations: {readOnlyHint: false,\n    destructiveHint: true}\n" +
			"  inputSchema:\n    type: object\n    properties:\n      n:\n        type: integer\n        maximum: 10\n        default:\n",
		"tools.toml": "[[tools]]\nname = \"set\"\ndescription = \"Sets.\"\n[tools.annotations]\ndestructiveHint = true\nreadOnlyHint = false\n" +
			"[tools.inputSchema]\ntype = \"object\"\nproperties.n = {type = \"integer\", maximum = 10}\n",
		"server.ts": "import { Server } from '@modelcontextprotocol/sdk/server/index.js';\n" +
			"export const tools = [{ name: 'set', description: 'Sets a number.',\n annotations: { readOnlyHint: false, destructiveHint: true },\n" +
			" inputSchema: { type: 'object', properties: { n: { type: 'number',\n maximum: 10 } } } }];\n" +
			"server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }));\n",
	} {
		t.Run(name, func(t *testing.T) {
			inv := walkReal(t, map[string]string{name: data})
			require.Len(t, inv.Tools, 1)
			tool := &inv.Tools[0]
			raw, line := scalarAt(t, tool, "annotations", "destructiveHint")
			assert.Equal(t, "true", raw)
			assert.Equal(t, tool.File.Position(strings.Index(data, "true"), source.Bytes).Line, line)
			raw, _ = scalarAt(t, tool, "annotations", "readOnlyHint")
			assert.Equal(t, "false", raw)
			raw, line = scalarAt(t, tool, largest...)
			assert.Equal(t, "10", raw)
			assert.Equal(t, tool.File.Position(strings.Index(data, "10"), source.Bytes).Line, line)
			for i, f := range tool.View.Fields {
				assert.Equal(t, f.Text, tool.Texts[i].Value, "%s: what is no text takes no place among the texts", f.Pointer)
			}
		})
	}
	t.Run("server.py", func(t *testing.T) {
		inv := walkReal(t, map[string]string{"server.py": "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n" +
			"@mcp.tool(annotations={\"readOnlyHint\": False, \"destructiveHint\": True})\ndef put(n: int) -> str:\n    \"\"\"Puts a number.\"\"\"\n"})
		require.Len(t, inv.Tools, 1)
		raw, line := scalarAt(t, &inv.Tools[0], "annotations", "destructiveHint")
		assert.Equal(t, "True", raw)
		assert.Equal(t, 3, line)
	})
	t.Run("none", func(t *testing.T) {
		inv := walkReal(t, map[string]string{"tools.json": list("get", "Weather.")})
		require.Len(t, inv.Tools, 1)
		assert.Empty(t, inv.Tools[0].Scalars, "a definition of texts alone costs nothing")
	})
}
