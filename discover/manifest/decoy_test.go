package manifest

import (
	"fmt"
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

// TestDuplicateNames writes a name twice, the first time with nothing in it. JSON clients take the last of the two.
func TestDuplicateNames(t *testing.T) {
	const schema = `"inputSchema":{"type":"object"}`
	for _, c := range []struct{ text, kind string }{
		{`{"tools":[{"name":"a","description":null,"description":"D!"}]}`, kindTool},
		{`{"tools":[{"name":"a","description":"D!","description":null}]}`, kindTool},
		{`{"tools":[{"name":"a","description":{},"description":"D!"}]}`, kindTool},
		{`{"tools":[{"name":null,"name":"a","description":"D!"}]}`, kindTool},
		{`{"tools":[{"name":{},"name":"a","description":"D!"}]}`, kindTool},
		{`{"tools":null,"tools":[{"name":"a","description":"D!"}]}`, kindTool},
		{`{"result":null,"result":{"tools":[{"name":"a","description":"D!"}]}}`, kindTool},
		{`{"name":"a","description":"D!","inputSchema":null,` + schema + `}`, kindTool},
		{`{"name":"a","description":"D!","inputSchema":[],` + schema + `}`, kindTool},
		{`{"x":[{"name":"a","description":[],"description":"D!",` + schema + `}]}`, kindTool},
		{`{"name":"a","description":"D!","parameters":null,"parameters":{"type":"object"}}`, kindTool},
		{`{"name":"a","description":"D!","parameters":{"type":1,"type":"object"}}`, kindTool},
		{`{"name":"a","description":"D!","parameters":{"properties":1,"properties":{}}}`, kindTool},
		{`{"name":"a","description":"D!","annotations":1,"annotations":{"readOnlyHint":true}}`, kindTool},
		{`{"name":"a","description":"D!","arguments":1,"arguments":[{"name":"x","desc":"y"}]}`, kindTool},
		{`{"type":1,"type":"function","function":{"name":"a","description":"D!"}}`, kindTool},
		{`{"prompts":[{"name":1,"name":"a","description":null,"description":"D!"}]}`, kindPrompt},
		{`{"result":{"messages":null,"messages":[{"role":"user","content":{"type":"text","text":"D!"}}]}}`, kindPrompt},
		{`{"result":{"messages":[],"messages":[{"role":1,"role":"user","content":{"type":"text","text":"D!"}}]}}`, kindPrompt},
		{`{"serverInfo":null,"serverInfo":{"name":"s"},"instructions":null,"instructions":"D!"}`, kindInstructions},
		{`{"result":{"serverInfo":1,"serverInfo":{"name":"s","description":"D!"}}}`, kindInstructions},
		{`{"mcpServers":null,"mcpServers":{"s":{"command":null,"command":"x","description":"D!"}}}`, kindServer},
		{`{"type":1,"type":"mcp","server_url":"u","server_description":1,"server_description":"D!"}`, kindServer},
		{`{"manifest_version":"1","server":1,"server":{"entry_point":"x"},"name":"a","description":"D!"}`, kindServer},
		{`{"name":1,"name":"a","$schema":1,"$schema":"https://static.modelcontextprotocol.io/schemas/server.schema.json","description":"D!"}`, kindServer},
		{`{"name":"a","plugins":1,"plugins":[{"name":1,"name":"p","description":"D!"}],"owner":{}}`, kindServer},
	} {
		f := inline("data.json", c.text)
		assert.Contains(t, kindsWith(read(f), "D!"), c.kind, c.text)
		assert.True(t, Candidate(f), c.text)
	}
	d := read(inline("data.json", `{"serverInfo":{"name":"first"},"serverInfo":{"name":"last"},"tools":[{"name":"a","description":"b"}]}`))
	require.NotEmpty(t, d.Entries)
	assert.Equal(t, "last", d.Entries[0].Server, "of equal names the last one counts")
}

// TestFunctionBesideTool puts a second definition into one: a client takes either.
func TestFunctionBesideTool(t *testing.T) {
	const outer = `"description":"D!","inputSchema":{"type":"object"}`
	for _, inner := range []string{
		`{"name":"b"}`, `{"name":"b","description":"E!"}`, `{"name":"b","parameters":{"type":"object"},"description":"E!"}`, `{"x":1}`, `null`,
	} {
		for _, text := range []string{
			`{"tools":[{"name":"a",` + outer + `,"function":%s}]}`, `{"tools":{"a":{` + outer + `,"function":%s}}}`,
			`{"name":"a","type":"function",` + outer + `,"function":%s}`, `[{"function":%s,"name":"a",` + outer + `}]`,
			`{"tools":[{"type":"function","description":"D!","function":%s}]}`, `{"srv":{"a":{` + outer + `,"function":%s}}}`,
			`{"tools":[{"function":null,"function":%s,"name":"a",` + outer + `}]}`,
		} {
			text := fmt.Sprintf(text, inner)
			if strings.Contains(text, `"tools":[{"type"`) && !strings.Contains(inner, "name") {
				continue
			}
			d := read(inline("data.json", text))
			assert.Equal(t, []string{kindTool}, kindsWith(d, "D!"), text)
			if strings.Contains(inner, "E!") {
				assert.Equal(t, []string{kindTool}, kindsWith(d, "E!"), text)
			}
		}
	}
	d := read(inline("data.json", `{"name":"x","description":"D!","inputSchema":{},"tools":[{"name":"b","description":"E!"}]}`))
	assert.Len(t, d.Entries, 2, "a definition that is a server as well")
	assert.Equal(t, []string{kindTool}, kindsWith(d, "E!"))
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

// TestSchemasStaySilent describes tools and servers without defining any.
func TestSchemasStaySilent(t *testing.T) {
	const server = `{"type":"object","additionalProperties":{"type":"object","description":"A server.","properties":{"command":{"type":"string","description":"Program."},"url":{"type":"string"},"args":{"type":"array"}}}}`
	for _, text := range []string{
		`{"type":"object","properties":{"mcpServers":` + server + `,"servers":` + server + `,"mcp":` + server + `}}`,
		`{"mcpServers":` + server + `}`,
		`{"properties":{"tools":{"description":"Tools.","type":"array","items":{"type":"object","description":"A tool.","properties":{"name":{"type":"string","description":"Its name."}}}}}}`,
		`{"tools":{"description":"Tools.","anyOf":[{"type":"string","description":"One."}],"items":{"description":"A tool.","$ref":"#/x"}}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","examples":[{"tools":[{"name":"a","description":"b","inputSchema":{"type":"object"}}]}]}`,
		`{"openapi":"3.0.0","info":{},"components":{"schemas":{"tools":{"type":"object","description":"x","properties":{"a":{"description":"y"}}}},"examples":{"e":{"value":{"tools":[{"name":"a","description":"b"}]}}}}}`,
		`{"name":"app","version":"1","dependencies":{"prompts":"^2","tools":"1"},"engines":{"tools":"2"},"resources":[{"name":"a","description":"b"}]}`,
	} {
		assert.Empty(t, listing(read(inline("data.json", text))), text)
	}
}

// TestTextsOfManifests holds texts of recognised shapes in places where a client shows or passes them on.
func TestTextsOfManifests(t *testing.T) {
	const registry = `"$schema":"https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json","name":"a/b"`
	for _, c := range []struct{ name, text, kind string }{
		{".vscode/mcp.json", `{"inputs":[{"id":"k","type":"promptString","description":"D!"}],"servers":{}}`, kindServer},
		{".vscode/mcp.json", `{"inputs":[{"id":"k","type":"pickString","options":["a","D!"]}],"servers":{}}`, kindServer},
		{"marketplace.json", `{"name":"m","owner":{},"metadata":{"description":"D!"},"plugins":[]}`, kindServer},
		{"marketplace.json", `{"name":"m","owner":{},"description":"D!","plugins":[]}`, kindServer},
		{"registry.json", `{"servers":{"x":{"image":"i","transport":"stdio","tools":["ok","D!"]}}}`, kindServer},
		{"registry.json", `{"servers":{"x":{"image":"i","transport":"stdio","env_vars":[{"name":"K","description":"D!"}]}}}`, kindServer},
		{"server.json", `{` + registry + `,"packages":[{"packageArguments":[{"name":"n","value":"D!"}]}]}`, kindServer},
		{"server.json", `{` + registry + `,"remotes":[{"url":"u","headers":[{"name":"n","value":"D!"}]}]}`, kindServer},
		{"server.json", `{` + registry + `,"_meta":{"io.example/x":{"note":"D!"}}}`, kindServer},
		{"manifest.json", `{"manifest_version":"0.3","name":"a","user_config":{},"_meta":{"x":{"y":"D!"}}}`, kindServer},
		{"card.json", `{` + registry + `,"serverInfo":{"name":"n","description":"D!"}}`, kindInstructions},
		{"init.json", `{"result":{"serverInfo":{"name":"n","version":"D!"}}}`, kindInstructions},
		{"tools.yaml", "sources: {}\ntools: {}\ntoolsets:\n  \"D!\": [a]\n", kindServer},
		{"tools.yaml", "toolsets:\n  all: [a, \"D!\"]\n", kindServer},
		{"tools.yaml", "kind: source\nname: s\n---\nkind: toolset\nname: t\ntools: [\"D!\"]\n", kindServer},
		{"read.json", `{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"a://b","text":"D!"}]}}`, kindResource},
		{"read.json", `{"contents":[{"uri":"a://b","mimeType":"text/plain","text":"D!"}]}`, kindResource},
	} {
		f := inline(c.name, c.text)
		d := read(f)
		assert.Equal(t, []string{c.kind}, kindsWith(d, "D!"), c.text)
		assert.True(t, Candidate(f), c.text)
	}
}

// TestScalarTexts has names and descriptions that YAML reads as something else than strings.
func TestScalarTexts(t *testing.T) {
	for _, text := range []string{
		"tools:\n  - name: a\n    description: y\n", "tools:\n  - name: null\n    description: text\n", "tools:\n  - name: ~\n    description: text\n",
		"tools:\n  - name: 12\n    description: 2020-01-01\n", "tools:\n  a: {description: on}\n", "name: on\ndescription: no\ninputSchema: {type: object}\n",
		"- name: 1\n  description: 2\n  inputSchema: {type: object}\n",
	} {
		d := read(inline("a.yaml", text))
		require.Len(t, d.Entries, 1, text)
		assert.Equal(t, kindTool, d.Entries[0].Kind)
	}
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
