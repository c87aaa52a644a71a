package discover

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

// TestEveryItemOfAListOfTools has lists with items that the specification does not know. A client may take them for tools, so each of
// them is read, or it is told that it was not.
func TestEveryItemOfAListOfTools(t *testing.T) {
	const good = `{"name":"b","description":"Reads b.","inputSchema":{"type":"object"}}`
	for doc, want := range map[string][]string{
		`{"tools":[{"name":"a","inputSchema":null},` + good + `]}`:                     {"x/a@x.json", "x/b@x.json"},
		`{"tools":[{"name":"a","input_schema":true},{"name":"b","description":"B."}]}`: {"x/a@x.json", "x/b@x.json"},
		`{"tools":[{"name":"a","description":["all of it"]},` + good + `]}`:            {"x/a@x.json", "x/b@x.json"},
		`{"tools":[` + good + `,{"description":"all of it"}]}`:                         {"x/b@x.json", "x/@x.json"},
		`{"tools":[` + good + `,{"usage":"all of it"}]}`:                               {"x/b@x.json", "x/@x.json"},
		`{"tools":[` + good + `,{"tools":[{"name":"c","description":"C."}]}]}`:         {"x/b@x.json", "x/c@x.json"},
		`{"tools":[` + good + `,{}]}`:                                                  {"x/b@x.json"},
		`{"tools":[` + good + `,null]}`:                                                {"x/b@x.json"},
		// Names alone say nothing.
		`{"tools":[` + good + `,"Read","mcp__github__*"]}`:                                        {"x/b@x.json"},
		`{"tools":[` + good + `,{"type":"web_search"},{"type":"file_search","stores":["a", 1]}]}`: {"x/b@x.json"},
		`{"tools":[` + good + `,{"type":"web_search","all of it":1}]}`:                            {"x/b@x.json", "x/@x.json"},
		`{"tools":[` + good + `,{"type":["ignore_all_previous_instructions"]}]}`:                  {"x/b@x.json", "x/@x.json"},
		`{"tools":[` + good + `,{"type":"\u200bRead"}]}`:                                          {"x/b@x.json", "x/@x.json"},
		`{"tools":[` + good + `],"Tools":[{"name":"c","description":"C."}]}`:                      {"x/b@x.json", "x/c@x.json"},
		`{"Tools":[{"name":"c","description":"C."}],"tools":[` + good + `]}`:                      {"x/c@x.json", "x/b@x.json"},
		// Nothing tells that these are lists of tools at all.
		`{"Tools":[{"name":"c","description":"C."}]}`:    {},
		`{"tools":["hammer","saw"]}`:                     {},
		`{"tools":[{"usage":"hammer"},{"usage":"saw"}]}`: {},
	} {
		dir := t.TempDir()
		write(t, dir, "x.json", doc)
		inv := walk(t, Options{Cwd: dir})
		assert.ElementsMatch(t, want, where(inv), doc)
		assert.Empty(t, inv.Skips, doc)
	}
	t.Run("what YAML leaves empty", func(t *testing.T) {
		for doc, want := range map[string][]string{
			"tools:\n  - name: b\n    description: Reads b.\n    inputSchema: {type: object}\n  - usage: all of it\n    more:\n": {"x/b@x.yaml", "x/@x.yaml"},
			"tools: [{name: b, description: Reads b., inputSchema: {type: object}}, {usage: all of it, more}]\n":                 {"x/b@x.yaml", "x/@x.yaml"},
			"tools:\n  - name: b\n    description:\n    usage: all of it\n":                                                      {"x/b@x.yaml"},
		} {
			dir := t.TempDir()
			write(t, dir, "x.yaml", doc)
			inv := walk(t, Options{Cwd: dir})
			assert.ElementsMatch(t, want, where(inv), doc)
			assert.Empty(t, inv.Skips, doc)
		}
	})
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
