package discover

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

// hiddenAt returns the places of the zero width spaces in all fields, as line and column.
func hiddenAt(inv *Inventory) []string {
	var out []string
	for _, tool := range inv.Tools {
		for i, f := range tool.View.Fields {
			for from := 0; ; {
				k := strings.Index(f.Text[from:], "\u200b")
				if k < 0 {
					break
				}
				loc := tool.Texts[i].Locate(from+k, from+k+3)[0]
				p := loc.File.Position(loc.Span.Start, source.UTF16)
				out = append(out, fmt.Sprintf("%s %d:%d", tool.View.Kind, p.Line, p.Column))
				from += k + 3
			}
		}
	}
	return out
}

// TestNotationOfNamedDocuments writes one tool in ways in which the first bytes do not look like a document.
func TestNotationOfNamedDocuments(t *testing.T) {
	const tool = `{"name":"a","description":"x` + "\u200b" + `y"}`
	for text, kind := range map[string]string{
		"{tools: [{name: a, description: \"x\u200by\"}]}":                             "tool",
		"-\n name: a\n description: x\u200by\n":                                       "tool",
		"-   {name: a, description: x\u200by}\n":                                      "tool",
		"? tools\n:\n  - {name: a, description: x\u200by}\n":                          "tool",
		"&x tools:\n  - {name: a, description: x\u200by}\n":                           "tool",
		"!!map\ntools:\n  - {name: a, description: x\u200by}\n":                       "tool",
		"some words: 1\ntools: [{name: a, description: x\u200by}]\n":                  "tool",
		"%YAML 1.2\n---\ntools: [{name: a, description: x\u200by}]\n":                 "tool",
		"x.y-z = 1\n\n[[tools]]\nname = 'a'\ndescription = 'x\u200by'\n":              "tool",
		"event: message\ndata: {\"tools\":[" + tool + "]}\n\n":                        "tool",
		": ping\n\nid: 1\ndata: {\"tools\":\ndata: [" + tool + "]}\n\ndata: [DONE]\n": "tool",
		"event: endpoint\r\ndata: /x?y\r\n\r\ndata:{\"tools\":[" + tool + "]}\r\n":    "tool",
		"[" + tool + "]": "tool",
		"Dear reader,\nthis is x\u200by: no document, is it?\n": "file",
		"plain x\u200by\n": "file",
	} {
		k := strings.Index(text, "\u200b")
		want := fmt.Sprintf("%s %d:%d", kind, 1+strings.Count(text[:k], "\n"), k-strings.LastIndex(text[:k], "\n"))
		inv := walk(t, Options{Paths: []string{"-"}, Stdin: strings.NewReader(text), Cwd: t.TempDir()})
		assert.Equal(t, []string{want}, hiddenAt(inv), text)
		assert.Equal(t, kind == "file", inv.Skipped[SkipBroken] == 1, "%s: %v", text, inv.Skips)
		for _, name := range []string{"cap.txt", "noextension", "tools.json.d", "a.b.q", "x.log.bak"} {
			dir := t.TempDir()
			write(t, dir, name, text)
			inv = walk(t, Options{Paths: []string{name}, Cwd: dir})
			assert.Equal(t, []string{want}, hiddenAt(inv), "%s: %s", name, text)
		}
	}
	for _, nothing := range []string{"", " \n", "\ufeff", "\ufeff\r\n"} {
		_, err := Walk(Options{Paths: []string{"-"}, Stdin: strings.NewReader(nothing), Cwd: t.TempDir()})
		require.ErrorContains(t, err, "it is empty", "what was piped in has failed")
	}
}

// TestRawTextIsTheSameForLineEnds reads broken files and files in no notation as they are checked out here and there.
func TestRawTextIsTheSameForLineEnds(t *testing.T) {
	const text = "{\"tools\": [\n\n {\"name\": \"a\u200b\n\xFF\xFE b\n"
	var texts, places []string
	for _, data := range []string{text, strings.ReplaceAll(text, "\n", "\r\n")} {
		inv := walkReal(t, map[string]string{"mcp.json": data})
		require.NotEmpty(t, inv.Tools)
		for _, tool := range inv.Tools {
			if tool.View.Kind == detect.KindFile {
				texts = append(texts, tool.View.Fields[0].Text)
			}
		}
		places = append(places, fmt.Sprint(hiddenAt(inv)))
	}
	require.Len(t, texts, 2)
	assert.Equal(t, texts[0], texts[1])
	assert.NotContains(t, texts[0], "\r")
	assert.Equal(t, places[0], places[1])
}

func wide(text, mark string, big bool) string {
	b := []byte(mark)
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return string(b)
}

// TestWideWithoutMark searches UTF-16 as text whether or not it says that it is.
func TestWideWithoutMark(t *testing.T) {
	const text = "{\"tools\": [\n {\"name\": \"a\", \"description\": \"x\u200by \u4e2d\"}]}\n"
	for name, data := range map[string]string{
		"little": wide(text, "", false), "big": wide(text, "", true), "little, marked": wide(text, "\xFF\xFE", false), "big, marked": wide(text, "\xFE\xFF", true),
		"CRLF": wide(strings.ReplaceAll(text, "\n", "\r\n"), "", false),
	} {
		inv := walkReal(t, map[string]string{"tools.json": data})
		require.Len(t, inv.Tools, 1, name)
		assert.Equal(t, text, inv.Tools[0].View.Fields[0].Text, name)
		require.Len(t, hiddenAt(inv), 1, name)
		if name != "CRLF" {
			assert.Contains(t, hiddenAt(inv)[0], "file 2:")
		}
	}
	for _, data := range []string{strings.Repeat("\x00", 64), strings.Repeat("\x00\x01\x00\x00", 16), "ab", strings.Repeat("a\x00\x00\x00", 16)} {
		_, _, ok := utf16Order([]byte(data))
		assert.False(t, ok, "%q", data)
	}
}

// spelled lists folders without some names, as file systems do that know a file by more names than they list.
func spelled(unlisted ...string) func(t *tree, rel string) ([]fs.DirEntry, bool, error) {
	return func(t *tree, rel string) ([]fs.DirEntry, bool, error) {
		entries, cut, err := t.list(rel)
		return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return slices.Contains(unlisted, e.Name()) }), cut, err
	}
}

// TestNamedFilesAreMet names files that a walk alone would pass by.
func TestNamedFilesAreMet(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, ".git/HEAD", "ref: refs/heads/main\n")
	write(t, dir, ".hg/requires", "revlogv1\n")
	write(t, dir, ".hg/tools.json", list("get", "Weather."))
	write(t, dir, "src/tools.json", list("put", "Weather."))
	write(t, dir, ".hg/notes.png", "x")
	inv := walk(t, Options{Cwd: dir})
	assert.Equal(t, []string{"src/put@src/tools.json"}, where(inv))
	inv = walk(t, Options{Cwd: dir, InContext: true, Paths: []string{".hg/tools.json", ".hg/notes.png"}}).Focused()
	assert.Equal(t, []string{".hg/get@.hg/tools.json"}, where(inv))
	assert.Equal(t, 2, inv.FilesSeen)
	assert.Equal(t, 1, inv.FilesRead)
	assert.Empty(t, inv.Skips)
}

// TestNamedFilesInOtherLetters names files by names that their folders do not list.
func TestNamedFilesInOtherLetters(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, ".git/HEAD", "ref: refs/heads/main\n")
	write(t, dir, "src/tools.json", list("get", "Weather."))
	require.NoError(t, os.Link(filepath.Join(dir, "src/tools.json"), filepath.Join(dir, "src/Tools.json")))
	write(t, dir, "src/other.json", list("put", "Weather."))
	inv := walk(t, Options{Cwd: dir, InContext: true, Paths: []string{"src/Tools.json"}, list: spelled("Tools.json")}).Focused()
	assert.Equal(t, []string{"src/get@src/tools.json"}, where(inv), "by the name that the folder lists, once")
	assert.Equal(t, 1, inv.FilesSeen)
	assert.Empty(t, inv.Skips)
	inv = walk(t, Options{Cwd: dir, InContext: true, Paths: []string{"src/Tools.json", "src/tools.json"}, list: spelled("Tools.json")}).Focused()
	assert.Len(t, inv.Tools, 1)
	assert.Equal(t, 1, inv.FilesSeen)

	// No folder lists it under any name.
	inv = walk(t, Options{Cwd: dir, InContext: true, Paths: []string{"src/Tools.json"}, list: spelled("Tools.json", "tools.json")}).Focused()
	assert.Empty(t, inv.Tools)
	require.Len(t, inv.Skips, 1)
	assert.Equal(t, Skip{Path: "src/Tools.json", Rel: "src/Tools.json", Reason: SkipUnreadable, Detail: notMet}, inv.Skips[0])
	assert.False(t, inv.Skips[0].Quiet())
}

// TestNamedFilesThatGitIgnores stay ignored by whatever name they go, unless git tracks them by the name that is given.
func TestNamedFilesThatGitIgnores(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	write(t, dir, ".gitignore", "private.json\n")
	write(t, dir, "private.json", list("get", "Weather."))
	require.NoError(t, os.Link(filepath.Join(dir, "private.json"), filepath.Join(dir, "Private.json")))
	write(t, dir, "node_modules/x/tools.json", list("put", "Weather."))
	require.NoError(t, os.Link(filepath.Join(dir, "node_modules/x/tools.json"), filepath.Join(dir, "node_modules/x/Tools.json")))
	named := Options{
		Cwd: dir, InContext: true, Paths: []string{"Private.json", "node_modules/x/Tools.json"},
		list: spelled("Private.json", "Tools.json"),
	}
	inv := walk(t, named).Focused()
	assert.Empty(t, inv.Tools)
	assert.Equal(t, map[Reason]int{SkipIgnored: 1, SkipVendored: 2}, inv.Skipped, "%v", inv.Skips)

	git(t, dir, "add", "-f", "Private.json", "node_modules/x/Tools.json")
	inv = walk(t, named).Focused()
	assert.Equal(t, []string{"x/put@node_modules/x/tools.json", "private/get@private.json"}, where(inv))
}

// TestEveryItemOfAListOfTools has lists with items that the specification does not know. A client may take them for tools, so each of
// them is read, or reported as not read.
func TestEveryItemOfAListOfTools(t *testing.T) {
	const good = `{"name":"b","description":"Reads b.","inputSchema":{"type":"object"}}`
	t.Run("what is no object", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, "x.json", `{"tools":[`+good+`,
			"all\u200b of it", ["more of it"], "and more", "Read"]}`)
		inv := walk(t, Options{Cwd: dir})
		if assert.Len(t, inv.Skips, 1) {
			assert.Equal(t, SkipPartial, inv.Skips[0].Reason)
			assert.Equal(t, 2, inv.Skips[0].Line)
			assert.Contains(t, inv.Skips[0].Detail, "(3, the first of them here)")
			assert.False(t, inv.Skips[0].Quiet())
		}
		// Its characters are looked at all the same.
		assert.Len(t, inv.Tools, 2)
	})
	t.Run("a record that is not a whole one", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, "x.json", `{"protocolVersion":"2025-06-18","serverInfo":{"name":"s"},"tools":[`+good+`],
			"partial":["prompts"]}`)
		inv := walk(t, Options{Cwd: dir})
		if assert.Len(t, inv.Skips, 1) {
			assert.Equal(t, 2, inv.Skips[0].Line)
			assert.False(t, inv.Skips[0].Quiet())
		}
	})
	t.Run("a record that is a whole one", func(t *testing.T) {
		for _, mark := range []string{`false`, `"false"`, `null`, `""`, `[]`, `{}`} {
			dir := t.TempDir()
			write(t, dir, "x.json", `{"protocolVersion":"2025-06-18","tools":[`+good+`],"partial":`+mark+`}`)
			assert.Empty(t, walk(t, Options{Cwd: dir}).Skips, mark)
			write(t, dir, "x.json", `{"protocolVersion":"2025-06-18","tools":[`+good+`],"partial":["tools"],"partial":`+mark+`}`)
			assert.Len(t, walk(t, Options{Cwd: dir}).Skips, 1, "%s is not all that it says", mark)
		}
	})
	t.Run("values that nest too deep", func(t *testing.T) {
		dir := t.TempDir()
		doc := good
		for range 600 {
			doc = `{"tools":[` + doc + `]}`
		}
		write(t, dir, "x.json", doc)
		assert.NotEmpty(t, walk(t, Options{Cwd: dir}).Skips)
	})
}

// TestUnreadInConfiguration: names that stand nowhere in the file, which normalised definitions have, hide nothing of it.
func TestUnreadInConfiguration(t *testing.T) {
	for _, text := range []string{
		`{"mcpServers": {"gh": {"command": "x" /*HIDDEN*/}}, "a":, 1}`,
		`{"mcpServers": {"gh": {"command": "x", "env": {"a": "b" /*HIDDEN*/, "c":,}}}}`,
		`{"mcpServers": {"gh": {"description": "x" /*HIDDEN*/, "x":,}}}`,
	} {
		f := source.NewFile("mcp.json", "mcp.json", []byte(text))
		var raw []string
		r := readManifest(f, true)
		for _, tool := range r.tools {
			if tool.View.Kind == detect.KindFile {
				raw = append(raw, tool.View.Fields[0].Text)
			}
		}
		require.Len(t, r.skips, 1)
		require.Len(t, raw, 1, text)
		assert.Contains(t, raw[0], "/*HIDDEN*/")
		assert.NotContains(t, raw[0], `"x"`)
	}
}
