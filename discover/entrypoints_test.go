package discover

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
		assert.Contains(t, entryPoints(tc.manifest, []byte(tc.data)), tc.want, tc.data)
	}
	assert.NotContains(t, entryPoints("Cargo.toml", []byte("[[example]]\npath = \"examples/x.rs\"\n")), "examples/x.rs")
	assert.Empty(t, entryPoints("package.json", []byte(`{"main": "../outside.js", "scripts": {"test": "node tests/a.js"}}`)))
}

// classNames walks files and returns the tools with their classes.
func classNames(t *testing.T, files map[string]string) (out []string) {
	t.Helper()
	for _, tool := range walkFiles(t, files).Tools {
		out = append(out, tool.View.Name+":"+string(tool.Class))
	}
	slices.Sort(out)
	return out
}

func TestWhatIsStartedIsNotDemoted(t *testing.T) {
	files := map[string]string{
		"pyproject.toml":         "[project]\ndependencies = ['mcp']\n[project.scripts]\nx = \"tests.server:main\"\n",
		"tests/server.py":        "tool||a|x",
		"tests/more/b.py":        "tool||b|x",
		"tests/test_c.py":        "tool||c|x",
		"examples/d.py":          "mcp\ntool||d|x",
		"e.py":                   "tool||e|x",
		"examples/package.json":  `{"main": "index.js"}`,
		"examples/index.js":      "mcp\ntool||f|x",
		"examples/vendor/lib.js": "mcp\ntool||g|x",
	}
	assert.Equal(t, []string{"a:", "b:", "c:test", "d:example", "e:", "f:example"}, classNames(t, files))
}

func TestClassOfAllToolsIsNone(t *testing.T) {
	assert.Equal(t, []string{"a:"}, classNames(t, map[string]string{"src/sample_mcp/a.py": "mcp\ntool||a|x", "src/b.py": "mcp\nstring|no tool"}))
	assert.Equal(t, []string{"a:"}, classNames(t, map[string]string{"demo/package.json": "{}", "demo/a.js": "mcp\ntool||a|x"}))
	assert.Equal(t, []string{"a:example", "b:"}, classNames(t, map[string]string{"demo/package.json": "{}", "demo/a.js": "mcp\ntool||a|x", "b.js": "mcp\ntool||b|x"}))
}

func TestGeneratedFilesThatRegisterAreJudged(t *testing.T) {
	assert.Equal(t, []string{"a:", "b:", "c:generated", "d:"}, classNames(t, map[string]string{
		"a.py": "# @generated\nmcp\ntool||a|x", "b.py": "# @generated\nFastMCP()\nobject||b|x", "c.py": "# @generated\nmcp\nobject||c|x", "d.py": "mcp\ntool||d|x",
	}))
}

func TestScannersThatServeKeepTheirTools(t *testing.T) {
	assert.Equal(t, []string{"a:", "b:scanner", "c:", "d:"}, classNames(t, map[string]string{
		"package.json": `{"name": "mcp-guard"}`, "server.py": "mcp\nFastMCP()\npatterns\ntool||a|x", "rules.py": "mcp\npatterns\nobject||b|x", "list.py": "mcp\nobject||c|x",
		"more.py": "mcp\npatterns\ntool||d|x",
	}))
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
	inv := walkFiles(t, map[string]string{
		"a.py": "# -*- coding: utf-7 -*-\nimport mcp\ntool||a|x", "b.py": "#!/usr/bin/python\n# vim: fileencoding=latin-1\nimport mcp\ntool||b|x",
	})
	require.Len(t, inv.Skips, 1)
	assert.Equal(t, "a.py", inv.Skips[0].Path)
	assert.False(t, inv.Skips[0].Quiet())
	for coding, odd := range map[string]bool{"unicode_escape": true, "raw_unicode_escape": true, "rot13": true, "UTF-8": false, "cp1252": false, "utf_16": true} {
		assert.Equal(t, odd, oddCoding([]byte("\n# coding="+coding+"\n")) != "", coding)
	}
	assert.Empty(t, oddCoding([]byte("x = 1\n\n# coding: rot13")))
}

func TestHelpersAndBundlesOfMCPPackages(t *testing.T) {
	inv := walkFiles(t, map[string]string{
		"package.json": `{"main": "index.min.js", "bin": "vendor/x.js", "dependencies": {"mcp": "1"}}`,
		"index.min.js": "tool||a|x", "other.min.js": "tool||b|x", "words.min.js": "s.tool(\"c\", \"x\")\ntool||c|x",
		"texts.js": "string|what is said elsewhere",
	})
	assert.Equal(t, []string{"@index.min.js a", "@words.min.js c"}, func() (out []string) {
		for _, tool := range inv.Tools {
			out = append(out, "@"+tool.File.Path+" "+tool.View.Name)
		}
		return out
	}())
	require.Len(t, inv.Swept, 1)
	assert.Equal(t, "texts.js", inv.Swept[0].File.Path)
}

func TestScriptsWithoutExtensionAreRead(t *testing.T) {
	inv := walkFiles(t, map[string]string{
		"bin/server": "#!/usr/bin/env -S python3.12 -u\nimport mcp\ntool||a|x", "bin/run": "#!/bin/sh\nmcp\ntool||b|x",
	})
	require.Len(t, inv.Tools, 1)
	assert.Equal(t, "bin/server", inv.Tools[0].File.Path)
}

func TestSkipOfTheOnlyServerIsNotQuiet(t *testing.T) {
	files := map[string]string{"package.json": `{"dependencies": {"mcp": "1"}}`, "a.min.js": "mcp\ntool||a|x"}
	inv := walkFiles(t, files)
	require.Len(t, inv.Skips, 1)
	assert.False(t, inv.Skips[0].Quiet())
	files["b.js"] = "tool||b|x"
	inv = walkFiles(t, files)
	require.Len(t, inv.Skips, 1)
	assert.True(t, inv.Skips[0].Quiet())
}
