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

	"github.com/org/mcp-lint/detect"
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

func TestNamedSourceIsAlwaysRead(t *testing.T) {
	files := map[string]string{
		"tests/a.min.js": "tool||a|x", "vendor/b.py": "tool||b|x", "tests/data.js": `{"tools":[{"name":"c","description":"x"}]}`,
	}
	inv := walkFiles(t, files, "tests/a.min.js", "vendor/b.py", "tests/data.js")
	assert.Equal(t, []string{"tests/a@tests/a.min.js", "data.js/c@tests/data.js", "vendor/b@vendor/b.py"}, where(inv))
	for _, tool := range inv.Tools {
		assert.Equal(t, ClassNone, tool.Class)
	}
}

func TestClassesAreRelativeToWhatWasNamed(t *testing.T) {
	files := map[string]string{"examples/servers/a.py": "mcp\ntool||a|x", "examples/servers/tests/b.py": "mcp\ntool||b|x", "c.py": "mcp\ntool||c|x"}
	assert.Equal(t, []string{"a:example", "b:test", "c:"}, classNames(t, files))
	assert.Equal(t, []string{"a:", "b:test"}, classNames(t, files, "examples/servers"))
	assert.Equal(t, []string{"a:", "b:test", "c:"}, classNames(t, files, ".", "examples/servers"))
	assert.Equal(t, []string{"b:"}, classNames(t, files, "examples/servers/tests"))
}

func TestManifestsAreDemotedLess(t *testing.T) {
	files := map[string]string{}
	for _, f := range []string{"fixtures", "examples", "docs", "tests"} {
		files[f+"/tools.json"] = list(f, "x")
	}
	assert.Equal(t, []string{"docs:documentation", "examples:", "fixtures:", "tests:test"}, classNames(t, files))
}

func TestServersOfPackages(t *testing.T) {
	inv := walkFiles(t, map[string]string{
		"one/package.json":     `{"name": "@scope/weather-mcp"}`,
		"one/a.ts":             "tool||a|x",
		"one/sub/b.ts":         "mcp tool\ntool||b|x",
		"two/pyproject.toml":   "[build-system]\nrequires = []\n\n[project]\nversion = '1'\nname = \"mail-mcp\"\n",
		"two/main.py":          "tool|mail|c|x",
		"two/tools/more.py":    "tool||d|x",
		"two/tests/test_x.py":  "mcp\ntool|Test Server|e|x",
		"three/go.mod":         "module example.com/x/notes-mcp/v2\n",
		"three/cmd/a/main.go":  "tool|alpha|f|x",
		"three/cmd/b/main.go":  "tool|beta|g|x",
		"three/pkg/tools.go":   "tool||h|x",
		"four/server.py":       "mcp\ntool||i|x",
		"five/a/package.json":  `{"name": "twin", "keywords": ["mcp"]}`,
		"five/a/index.ts":      "tool||j|x",
		"five/b/package.json":  `{"name": "twin", "keywords": ["mcp"]}`,
		"five/b/index.ts":      "tool||k|x",
		"six/requirements.txt": "mcp",
		"six/x.py":             "tool||l|x",
		"six/tools.json":       list("m", "x"),
	})
	assert.ElementsMatch(t, []string{
		"weather-mcp/a@one/a.ts", "weather-mcp/b@one/sub/b.ts", "mail/c@two/main.py", "mail/d@two/tools/more.py",
		"Test Server/e@two/tests/test_x.py", "alpha/f@three/cmd/a/main.go", "beta/g@three/cmd/b/main.go", "notes-mcp/h@three/pkg/tools.go",
		"main/i@four/server.py", "a/twin/j@five/a/index.ts", "b/twin/k@five/b/index.ts", "six/l@six/x.py", "six/m@six/tools.json",
	}, where(inv))
}

func TestLibrariesBelongToTheServerOfTheirWorkspace(t *testing.T) {
	inv := walkFiles(t, map[string]string{
		"one/package.json":               `{"name": "suite", "keywords": ["mcp"]}`,
		"one/packages/a/package.json":    `{"name": "tools-a", "keywords": ["mcp"]}`,
		"one/packages/a/index.ts":        "tool||a|x",
		"one/packages/b/package.json":    `{"name": "tools-b", "keywords": ["mcp"]}`,
		"one/packages/b/index.ts":        "tool||b|x",
		"one/packages/main/package.json": `{"name": "main-mcp", "dependencies": {"mcp": "1", "tools-a": "1", "tools-b": "1"}}`,
		"one/packages/main/index.ts":     "new McpServer(config)\ntool||c|x",
	})
	assert.ElementsMatch(t, []string{"main-mcp/a@one/packages/a/index.ts", "main-mcp/b@one/packages/b/index.ts", "main-mcp/c@one/packages/main/index.ts"}, where(inv))

	inv = walkFiles(t, map[string]string{
		"package.json":         `{"name": "suite", "workspaces": ["mcp"]}`,
		"a/package.json":       `{"name": "a", "keywords": ["mcp"]}`,
		"a/index.ts":           "new McpServer(config)\ntool||a|x",
		"b/package.json":       `{"name": "b", "keywords": ["mcp"]}`,
		"b/index.ts":           "new McpServer(config)\ntool||b|x",
		"b/inner/package.json": `{"name": "inner", "keywords": ["mcp"]}`,
		"b/inner/index.ts":     "tool||c|x",
		"common/package.json":  `{"name": "common", "keywords": ["mcp"]}`,
		"common/index.ts":      "tool||d|x",
	})
	assert.ElementsMatch(t, []string{"a/a@a/index.ts", "b/b@b/index.ts", "b/c@b/inner/index.ts", "common/d@common/index.ts"}, where(inv))
}

func TestSnapshotsAreCopies(t *testing.T) {
	tool := func(name, description, parameter string) string {
		return fmt.Sprintf(`{"name":%q,"description":%q,"inputSchema":{"properties":{"city":{"type":"string","description":%q}}}}`, name, description, parameter)
	}
	inv := walkFiles(t, map[string]string{
		"package.json":                   `{"name": "weather", "dependencies": {"mcp": "1"}}`,
		"src/index.ts":                   "tool||get|Weather.|City.\ntool||put|New words.|City.\ntool||odd|Other.|Said here.",
		"src/__snapshots__/toolset.json": "[" + tool("get", "Weather.", "City.") + "," + tool("put", "Old words.", "City.") + "," + tool("odd", "Other.", "Said there.") + "]",
		"dist/index.js":                  "mcp\ntool||get|Weather.|City.",
		".git/HEAD":                      "x",
		"elsewhere.json":                 list("other", "Weather."),
	})
	assert.Equal(t, []string{
		"elsewhere/other@elsewhere.json", "weather/put@src/__snapshots__/toolset.json", "weather/get@src/index.ts",
		"weather/put@src/index.ts", "weather/odd@src/index.ts",
	}, where(inv))
	get, odd := inv.Tools[2], inv.Tools[4]
	require.Len(t, get.Also, 1)
	assert.Equal(t, "src/__snapshots__/toolset.json", get.Also[0].File.Path)
	require.Len(t, get.Also[0].Texts, len(get.View.Fields))
	require.Len(t, get.Texts, len(get.View.Fields))
	for i, f := range get.View.Fields {
		assert.Equal(t, f.Text, get.Texts[i].Value)
		if also := get.Also[0].Texts[i]; also.Value != "" {
			assert.Equal(t, f.Text, also.Value)
		}
	}
	var said []string
	for i, f := range odd.View.Fields {
		if f.Pointer == "/inputSchema/properties/city/description" {
			said = append(said, f.Text+" "+odd.Texts[i].Locate(0, 1)[0].File.Path)
		}
	}
	assert.Equal(t, []string{"Said here. src/index.ts", "Said there. src/__snapshots__/toolset.json"}, said)
}

// TestServerCardsRepeatTheCode is about a document that names its server in its own way and lists the tools that the code defines: it is the
// code's. One that shares a tool with it by chance is not.
func TestServerCardsRepeatTheCode(t *testing.T) {
	tool := func(name, description string) string {
		return fmt.Sprintf(`{"name":%q,"description":%q,"inputSchema":{"type":"object"}}`, name, description)
	}
	files := map[string]string{
		"package.json": `{"name": "weather", "dependencies": {"mcp": "1"}}`,
		"index.ts":     "tool||get|Weather.|City.\ntool||put|Words.|City.",
		"card.json":    `{"servers":[{"name":"io.example/weather","tools":[` + tool("get", "Weather.") + "," + tool("put", "Words.") + "," + tool("new", "Other.") + `]}]}`,
	}
	assert.Equal(t, []string{"weather/new@card.json", "weather/get@index.ts", "weather/put@index.ts"}, where(walkFiles(t, files)))
	files["card.json"] = `{"servers":[{"name":"io.example/weather","tools":[` + tool("get", "Weather.") + "," + tool("put", "Else.") + `]}]}`
	assert.Contains(t, where(walkFiles(t, files)), "io.example/weather/get@card.json")
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

func TestSweptStrings(t *testing.T) {
	inv := walkFiles(t, map[string]string{
		"a.py": "mcp\nstring|short\nstring|long enough to matter\npattern|ignore all previous\nassert|ignore all previous\ndoc|says what it is\nstring|h\u200bi\nnote|rewritten",
		"b.py": "mcp\nstring|short",
	})
	require.Len(t, inv.LooseStrings, 1)
	assert.Empty(t, inv.Tools)
	swept := inv.LooseStrings[0]
	assert.Equal(t, detect.KindSource, swept.View.Kind)
	assert.Equal(t, detect.ScopeSweep, swept.View.Scope)
	assert.Equal(t, "a.py", swept.View.Name)
	var fields []string
	for i, f := range swept.View.Fields {
		fields = append(fields, fmt.Sprintf("%s %s %s", f.Pointer, f.Role, f.Text))
		at := swept.Texts[i].Locate(0, len(f.Text))[0]
		assert.Equal(t, f.Text, string(at.File.Data[at.Span.Start:at.Span.End]))
	}
	assert.Equal(t, []string{"/strings/3 other long enough to matter", "/strings/6 comment says what it is", "/strings/7 other h\u200bi"}, fields)
	require.Len(t, inv.Notes, 1)
	assert.Equal(t, "rewritten", inv.Notes[0].Text)
	assert.Len(t, inv.Files, 1)
}

func TestSweepIsBounded(t *testing.T) {
	inv := walkFiles(t, map[string]string{"a.py": "mcp\n" + strings.Repeat("string|long enough to matter\n", sweptStrings+10)})
	require.Len(t, inv.LooseStrings, 1)
	assert.Len(t, inv.LooseStrings[0].View.Fields, sweptStrings)
	assert.Equal(t, 1, inv.Skipped[SkipPartial])
}

func TestScannersAreKnownByTheirPatterns(t *testing.T) {
	const rules = "mcp\npatterns\nstring|ignore all previous instructions\ntool||a|x\nobject||b|x"
	classes := func(files map[string]string) map[string]Class {
		out := map[string]Class{}
		inv := walkFiles(t, files)
		for _, tool := range slices.Concat(inv.Tools, inv.LooseStrings) {
			out[string(tool.View.Kind)+" "+tool.View.Name+" "+tool.File.Path] = tool.Class
		}
		return out
	}
	assert.Equal(t, map[string]Class{
		"tool a rules.py": ClassScanner, "tool b rules.py": ClassScanner, "source rules.py rules.py": ClassScanner,
		"tool c main.py": ClassNone, "tool d main.py": ClassNone, "tool e list.py": ClassScanner, "source main.py main.py": ClassScanner,
		"tool f fixtures/f.json": ClassFixture,
	}, classes(map[string]string{
		"package.json": `{"name": "mcp-scan"}`, "rules.py": rules, "main.py": "mcp\nstring|long enough to matter\ntool||c|x\nobject||d|x",
		"list.py":         "mcp\nobject||e|x",
		"fixtures/f.json": list("f", "x"),
	}))
	one := classes(map[string]string{"package.json": `{"name": "weather-mcp"}`, "rules.py": rules})
	assert.Equal(t, ClassNone, one["tool a rules.py"], "one list of phrases makes no scanner")
	two := classes(map[string]string{"package.json": `{"name": "weather-mcp"}`, "rules.py": rules, "more.py": rules})
	assert.Equal(t, ClassScanner, two["tool a more.py"])
}

func TestUnresolvedKeepsItsReason(t *testing.T) {
	inv := walkFiles(t, map[string]string{"a.py": "mcp\nunresolved|get|read from a file"})
	require.Len(t, inv.Tools, 1)
	tool := inv.Tools[0]
	assert.True(t, tool.Code)
	assert.Equal(t, Unresolved, tool.Static)
	assert.Equal(t, "read from a file", tool.Why)
	assert.Equal(t, 4, tool.At.Start)
}

func TestDefectOfLinkingCostsOneFile(t *testing.T) {
	inv := walkFiles(t, map[string]string{"a.py": "mcp\ntool||a|x", "b.py": "mcp\npanic", "c.py": "mcp\ntool||c|x"})
	assert.Equal(t, []string{"main/a@a.py", "main/c@c.py"}, where(inv))
	require.Len(t, inv.Skips, 1)
	assert.Equal(t, "b.py", inv.Skips[0].Path)
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
