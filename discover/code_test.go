package discover

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/source"
)

// walkFiles writes files and walks them.
func walkFiles(t *testing.T, files map[string]string, paths ...string) *Inventory {
	t.Helper()
	dir := t.TempDir()
	writeAll(t, dir, files)
	return walk(t, Options{link: fakeLink, Cwd: dir, Paths: paths})
}

func TestWhichSourcesAreRead(t *testing.T) {
	inv := walkFiles(t, map[string]string{
		"a.py":                         "import mcp\ntool||a|x",
		"b.py":                         "import os\ntool||b|x",
		"web/package.json":             `{"dependencies": {"@modelcontextprotocol/sdk": "1"}}`,
		"web/src/texts.ts":             "export const DESCRIPTION\ntool||c|x",
		"web/src/math.ts":              "export const pi\nt0ol||d|x",
		"web/inner/package.json":       `{"name": "plain"}`,
		"web/inner/texts.ts":           "tool||e|x",
		"web/src/app.min.js":           "mcp\ntool||f|x",
		"web/vendor/lib.ts":            "mcp\ntool||g|x",
		"cpp/CMakeLists.txt":           "add_library(mcp_server)",
		"cpp/main/CMakeLists.txt":      "add_library(x)",
		"cpp/main/tool.cc":             "tool||h|x",
		"notes.txt":                    "mcp\ntool||i|x",
		"page.html":                    "<form toolname=x>\ntool||j|x",
		"big.ts":                       "mcp\ntool||k|x\n" + strings.Repeat("x\n", maxSourceBytes/2),
		"bin.rs":                       "mcp\x00\x00\nt0ol||l|x",
		".git/HEAD":                    "ref: refs/heads/main",
		"web/.gitignore":               "never.ts",
		"web/never.ts":                 "mcp\ntool||m|x",
		"web/dist/index.js":            "mcp\ntool||n|x",
		"reqs/requirements-server.txt": "fastmcp==2",
		"reqs/app.py":                  "tool||o|x",
	})
	var names []string
	for _, tool := range inv.Tools {
		names = append(names, tool.View.Name)
	}
	slices.Sort(names)
	assert.Equal(t, []string{"a", "c", "h", "j", "o"}, names)
	assert.Equal(t, map[Reason]int{SkipMinified: 1, SkipVendored: 2, SkipTooLarge: 1, SkipBinary: 1, SkipIgnored: 1}, inv.Skipped, "%v", inv.Skips)
}

func TestBuiltFilesThatAreTrackedAreCopies(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "dist/index.js", "mcp\ntool||get|Weather.|City.\ntool||gone|Left over.")
	write(t, dir, "src/index.ts", "mcp\ntool||get|Weather.|City.")
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-f", ".")
	inv := walk(t, Options{link: fakeLink, Cwd: dir})
	assert.Equal(t, []string{"main/gone@dist/index.js", "main/get@src/index.ts"}, where(inv))
	require.Len(t, inv.Tools[1].Also, 1)
	assert.Equal(t, "dist/index.js", inv.Tools[1].Also[0].File.Path)
}

func TestSweepIsBounded(t *testing.T) {
	inv := walkFiles(t, map[string]string{"a.py": "mcp\n" + strings.Repeat("string|long enough to matter\n", sweptStrings+10)})
	require.Len(t, inv.LooseStrings, 1)
	assert.Len(t, inv.LooseStrings[0].View.Fields, sweptStrings)
	assert.Equal(t, 1, inv.Skipped[SkipPartial])
}

func TestCodeAndManifestsInOneOrder(t *testing.T) {
	dir := t.TempDir()
	for i := range 300 {
		folder := fmt.Sprintf("p%d/", i%7)
		write(t, dir, folder+fmt.Sprintf("%d.py", i), fmt.Sprintf("mcp\ntool||t%d|x\nstring|long enough to matter\ntool||u%d|x", i, i))
		write(t, dir, folder+fmt.Sprintf("%d.json", i), list(fmt.Sprintf("j%d", i), "x"))
	}
	inv := walk(t, Options{link: fakeLink, Cwd: dir})
	require.Len(t, inv.Tools, 900)
	assert.True(t, slices.IsSortedFunc(inv.Tools, func(a, b Tool) int { return strings.Compare(a.File.Path, b.File.Path) }))
	assert.Len(t, inv.LooseStrings, 300)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	assert.Equal(t, where(inv), where(walk(t, Options{link: fakeLink, Cwd: dir})))
}

func TestIncludedFilesStayInTheTree(t *testing.T) {
	top := t.TempDir()
	dir := top + "/repo"
	for name, data := range map[string]string{
		"repo/package.json": `{"name":"mcp"}`, "repo/.gitignore": "private.md\n", "repo/private.md": "private", "repo/top.md": "top of it all",
		"repo/src/a.md": "beside the code", "outside.md": "outside", "repo/.git/HEAD": "a secret of git", "repo/src/main/resources/p.md": "on the class path",
		"repo/src/bin.md": "\x00\x00\x00\x00", "repo/node_modules/x.md": "of a dependency",
		"repo/src/a.py": "mcp\n" + strings.Join([]string{
			"include|a.md", "include|../top.md", "include|top.md", "include|../private.md", "include|../../outside.md", "include|" + top + "/outside.md",
			"include|/p.md", "include|../.git/HEAD", "include|bin.md", "include|..", "include|a.md", "include|../node_modules/x.md", "include|nowhere.md",
		}, "\n"),
	} {
		write(t, top, name, data)
	}
	inv := walk(t, Options{link: fakeLink, Cwd: dir})
	require.Len(t, inv.LooseStrings, 1)
	var texts []string
	for _, f := range inv.LooseStrings[0].View.Fields {
		texts = append(texts, f.Text)
	}
	assert.Equal(t, []string{"beside the code", "top of it all", "top of it all", "on the class path", "beside the code"}, texts)
	assert.Equal(t, "src/a.md", inv.LooseStrings[0].Texts[0].Locate(0, 1)[0].File.Path)
}

// fakeLink stands in for the recogniser of code: each line of a file is a kind and what it defines, with bars between. Thus
// these tests are about what becomes of definitions, and not about languages.
//
//	tool|server|name|description|parameter description
//	string|text   doc|text   pattern|text   assert|text   note|text   patterns   panic
//	unresolved|name|why   include|file
func fakeLink(modules []*link.Module, read link.FileReader, _ link.DocumentParser) []link.Found {
	out := make([]link.Found, len(modules))
	for i, m := range modules {
		out[i] = fakeFound(m, read)
	}
	return out
}

func fakeFound(m *link.Module, read link.FileReader) link.Found {
	found := link.Found{Module: m}
	at := 0
	for line := range bytes.SplitSeq(m.File.Data, []byte("\n")) {
		parts := strings.Split(string(line), "|")
		text := func(i int) source.Text {
			if i >= len(parts) {
				return source.Text{}
			}
			start := at + len(strings.Join(parts[:i], "|")) + min(i, 1)
			return source.VerbatimText(m.File, source.Span{Start: start, End: start + len(parts[i])})
		}
		span := source.Span{Start: at, End: at + len(line)}
		switch parts[0] {
		case "tool", "prompt", "object":
			e := link.Entry{Kind: parts[0], Server: parts[1], Shape: "call", Def: fakeDef(m.File, span, text(2), text(3), text(4))}
			if parts[0] == "object" {
				e.Kind, e.Shape = "tool", "object"
			}
			found.Entries = append(found.Entries, e)
		case "unresolved":
			found.Entries = append(found.Entries, link.Entry{
				Kind: "tool", Def: fakeDef(m.File, span, text(1), source.Text{}, source.Text{}), Static: link.Unresolved, Why: parts[2], At: span,
			})
		case "string", "doc", "pattern", "assert":
			found.Strings = append(found.Strings, sdk.LooseString{
				Text: text(1), Doc: parts[0] == "doc", Pattern: parts[0] == "pattern", Assert: parts[0] == "assert",
			})
		case "include":
			if f := read(m.File, parts[1]); f != nil {
				found.Strings = append(found.Strings, sdk.LooseString{Text: source.VerbatimText(f, source.Span{End: len(f.Data)})})
			}
		case "note":
			found.Notes = append(found.Notes, sdk.Note{Span: span, Text: parts[1]})
		case "patterns":
			found.Patterns = true
		case "panic":
			panic("a defect")
		}
		at += len(line) + 1
	}
	return found
}

func fakeDef(f *source.File, span source.Span, name, description, parameter source.Text) *source.Node {
	str := func(t source.Text) *source.Node {
		return &source.Node{Kind: source.String, Text: t, File: f, Span: span}
	}
	key := func(s string) *source.Node { return str(source.Text{Value: s}) }
	obj := func(members ...source.Member) *source.Node {
		return &source.Node{Kind: source.Object, Members: members, File: f, Span: span}
	}
	def := obj(source.Member{Name: key("name"), Value: str(name)})
	if description.Value != "" {
		def.Members = append(def.Members, source.Member{Name: key("description"), Value: str(description)})
	}
	if parameter.Value != "" {
		city := obj(source.Member{Name: key("description"), Value: str(parameter)})
		properties := obj(source.Member{Name: key("city"), Value: city})
		def.Members = append(def.Members, source.Member{Name: key("inputSchema"), Value: obj(source.Member{Name: key("properties"), Value: properties})})
	}
	return def
}
