package discover

import (
	"testing"

	"github.com/stretchr/testify/assert"
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
		// Nothing tells that these are lists of tools at all.
		`{"tools":["hammer","saw"]}`:                     {},
		`{"tools":[{"usage":"hammer"},{"usage":"saw"}]}`: {},
	} {
		dir := t.TempDir()
		write(t, dir, "x.json", doc)
		inv := walk(t, Options{Cwd: dir})
		assert.ElementsMatch(t, want, where(inv), doc)
		assert.Empty(t, inv.Skips, doc)
	}
	t.Run("what is no object", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, "x.json", `{"tools":[`+good+`,
			"all\u200b of it", ["more"], "and more"]}`)
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
