package manifest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// kindsWith returns the kinds of the entries that hold the text, in order.
func kindsWith(d Document, text string) []string {
	var out []string
	for _, e := range d.Entries {
		var b strings.Builder
		leaves(&b, "", e.Def)
		if strings.Contains(b.String(), text) {
			out = append(out, e.Kind)
		}
	}
	return out
}

// TestDecoyKinds makes documents look like something else at the top, or a map like a schema.
func TestDecoyKinds(t *testing.T) {
	holders := map[string]string{
		kindTool + " list":        `{"tools":[{"name":"a","description":"D!"}]}`,
		kindTool + " strict":      `[{"name":"a","description":"D!","inputSchema":{"type":"object"}}]`,
		kindTool + " map":         `{"tools":{"a":{"description":"D!"}}}`,
		kindTool + " typed map":   `{"tools":{"type":"object","a":{"description":"D!","inputSchema":{"type":"object"}}}}`,
		kindTool + " schema map":  `{"tools":{"type":"object","properties":{},"a":{"description":"D!"}}}`,
		kindTool + " typed array": `{"tools":{"type":["object","null"],"items":{},"a":{"description":"D!"}}}`,
		kindTool + " toolbox":     `{"tools":{"a":{"kind":"sqlite-sql","source":"db","description":"D!","statement":"SELECT 1"}}}`,
		kindTool + " functions":   `{"functionDeclarations":[{"name":"a","description":"D!"}]}`,
		kindPrompt + " list":      `{"prompts":[{"name":"a","description":"D!"}]}`,
		kindResource + " list":    `{"resources":[{"uri":"a://b","name":"n","description":"D!"}]}`,
		kindServer + " map":       `{"mcpServers":{"w":{"command":"x","description":"D!"}}}`,
		kindServer + " typed map": `{"mcpServers":{"type":"object","w":{"command":"x","description":"D!"}}}`,
		kindServer + " schema":    `{"mcpServers":{"type":"object","properties":{},"w":{"command":"x","description":"D!"}}}`,
		kindInstructions:          `{"serverInfo":{"name":"s"},"instructions":"D!"}`,
		kindTool + " in server":   `{"mcpServers":{"w":{"command":"x","more":{"tools":[{"name":"a","description":"D!"}]}}}}`,
	}
	decoys := []string{
		`"services":{}`, `"name":"app","version":"1","dependencies":{}`, `"type":"object","properties":{"x":{}}`,
		`"openapi":"3.1.0","info":{},"paths":{}`, `"apiVersion":"v1","kind":"ConfigMap","metadata":{}`, `"lockfileVersion":3`,
		`"jobs":{},"on":"push"`, `"$schema":"https://json-schema.org/draft/2020-12/schema"`, `"parameters":{}`, `"x":1`,
	}
	for name, holder := range holders {
		kind, _, _ := strings.Cut(name, " ")
		for _, decoy := range decoys {
			texts := []string{`{` + decoy + `,"srv":` + holder + `}`, `{"srv":{"deep":[` + holder + `]},` + decoy + `}`}
			if strings.HasPrefix(holder, "{") {
				texts = append(texts, `{`+decoy+`,`+holder[1:])
			}
			for _, text := range texts {
				f := inline("data.json", text)
				assert.Contains(t, kindsWith(read(f), "D!"), kind, "%s: %s", name, text)
				assert.True(t, Candidate(f), text)
			}
		}
	}
	d := read(inline("a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ntools:\n  q: {kind: sqlite-sql, source: db, description: \"D!\"}\n"))
	assert.Equal(t, []string{kindTool}, kindsWith(d, "D!"))
	d = read(inline(".mcp.json", `{"w":{"command":"x","description":"D!"},"zz":{},"version":1}`))
	assert.Equal(t, []string{kindServer}, kindsWith(d, "D!"), "a flat map with something else in it")
}

func TestNamedBareList(t *testing.T) {
	const list = `[{"name":"a","description":"b"},{"name":"c","description":"d"}]`
	f := inline("capture.json", list)
	docs, _ := Parse(f)
	assert.Empty(t, Recognise(f, docs, false).Entries)
	assert.Len(t, Recognise(f, docs, true).Entries, 2)
	for _, text := range []string{`[{"name":"a","description":"b"},{"name":"c"}]`, `[{"name":"a","description":"b"},1]`, `[]`} {
		f := inline("capture.json", text)
		docs, _ := Parse(f)
		assert.Empty(t, Recognise(f, docs, true).Entries, text)
	}
}

// TestManyDuplicates would not end in reasonable time if each of many equal names cost a look at the others.
func TestManyDuplicates(t *testing.T) {
	for _, member := range []string{
		`"function":{"name":"a"}`, `"serverInfo":{}`, `"instructions":1`, `"tools":[{"name":"a","description":"b"}]`, `"toolsets":{"a":["b"]}`,
		`"contents":[{"uri":"a"}]`, `"packages":[{}]`, `"metadata":{}`, `"description":"b"`, `"inputSchema":{}`, `"properties":{"a":{}}`,
	} {
		for _, head := range []string{``, `"type":"object","properties":{},`, `"name":"a",`} {
			text := "{" + head + strings.Repeat(member+",", 10_000) + member + "}"
			assert.NotPanics(t, func() { read(inline("a.json", text)) })
		}
	}
}

// TestNestedHolders would not end if some value were looked at in two ways at each level.
func TestNestedHolders(t *testing.T) {
	const levels = 120
	for _, open := range []string{
		`{"mcpServers":[{"command":"x","more":`, `{"mcpServers":{"a":{"command":"x","more":`, `{"mcpServers":[{"command":"x","config":`, `{"servers":[{"command":"x","args":[],"more":`,
		`{"tools":{"type":"object","items":`, `{"tools":{"type":"object","a":`, `{"name":"a","description":"b","inputSchema":{},"tools":[`, `{"type":"object","properties":{},"a":`,
		`{"mcp":{"servers":{"a":{"command":"x","b":`, `{"tools":{"a":{"function":`, `{"function":`, `{"tools":[{"function":{"name":"a"},"more":`, `{"result":`, `{"jsonrpc":"2","properties":{},"result":`,
		`{"services":{},"mcpServers":{"type":"object","a":{"command":"x","b":`, `{"closed":{"parameters":`, `{"type":"mcp","server_url":"x","tools":[`, `{"extensions":{"a":{"type":"stdio","cmd":"x","b":`,
	} {
		text := strings.Repeat(open, levels) + `{"name":"deep","description":"D!","inputSchema":{"type":"object"}}`
		for i := len(open) * levels; i > 0; i-- {
			switch text[i-1] {
			case '{':
				text += "}"
			case '[':
				text += "]"
			case '}', ']':
				i = strings.LastIndexAny(text[:i-1], "{[") + 1
			}
		}
		f := inline("data.json", text)
		docs, problems := Parse(f)
		require.Empty(t, problems, open)
		d := Recognise(f, docs, false)
		assert.Less(t, len(d.Entries)+len(d.Servers), 4*levels, open)
	}
}
