package discover

import (
	"fmt"
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

// TestWrappedNames finds documents under the names of copies and samples without being told of them.
func TestWrappedNames(t *testing.T) {
	for name, text := range map[string]string{
		"tools.yaml.example":      "tools:\n  - {name: a, description: x\u200by}\n",
		"mcp.toml.bak.old":        "[mcp_servers.a]\ncommand = 'x'\ndescription = 'x\u200by'\n",
		"capture.txt":             "event: message\ndata: {\"tools\":[{\"name\":\"a\",\"description\":\"x\u200by\"}]}\n\n",
		"capture.log":             "data: {\"tools\":[{\"name\":\"a\",\"description\":\"x\u200by\"}]}\n\n",
		"capture.json":            "event: message\ndata: {\"tools\":[{\"name\":\"a\",\"description\":\"x\u200by\"}]}\n\n",
		"session.sse":             "id: 3\nevent: message\ndata: {\"tools\":[{\"name\":\"a\",\"description\":\"x\u200by\"}]}\n\n",
		"settings.JSON.Template":  `{"tools":[{"name":"a","description":"x` + "\u200b" + `y"}]}`,
		"claude.yaml.sample.orig": "mcpServers: {a: {command: x, description: x\u200by}}\n",
	} {
		dir := t.TempDir()
		write(t, dir, name, text)
		assert.Len(t, hiddenAt(walk(t, Options{Cwd: dir})), 1, name)
	}
}

// TestRawTextIsTheSameForLineEnds reads broken files and files in no notation as they are checked out here and there.
func TestRawTextIsTheSameForLineEnds(t *testing.T) {
	const text = "{\"tools\": [\n\n {\"name\": \"a\u200b\n\xFF\xFE b\n"
	var texts, places []string
	for _, data := range []string{text, strings.ReplaceAll(text, "\n", "\r\n")} {
		dir := t.TempDir()
		write(t, dir, "mcp.json", data)
		inv := walk(t, Options{Cwd: dir})
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
		dir := t.TempDir()
		write(t, dir, "tools.json", data)
		inv := walk(t, Options{Cwd: dir})
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

// TestScalarsAreTexts reads the name and description of a tool as they are written, whatever YAML makes of the words.
func TestScalarsAreTexts(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "tools.yaml", "tools:\n  - name: on\n    description: y\n  - name: null\n    description: 2020-01-01\n")
	inv := walk(t, Options{Cwd: dir})
	require.Len(t, inv.Tools, 2)
	assert.Equal(t, "on", inv.Tools[0].View.Name)
	assert.Equal(t, "y", inv.Tools[0].View.Description)
	assert.Empty(t, inv.Tools[1].View.Name)
	assert.Equal(t, "2020-01-01", inv.Tools[1].View.Description)
	raw, pos := at(t, inv.Tools[1], "/description", "2020")
	assert.Equal(t, "2020", raw)
	assert.Equal(t, source.Position{Line: 5, Column: 18}, pos)
}
