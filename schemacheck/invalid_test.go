package schemacheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// seen renders what the check says of a definition: for each signal its weight, where it is, the words it is on, and a part of why.
func seen(t *testing.T, kind detect.Kind, def string) []string {
	t.Helper()
	v, err := detect.ViewJSON(kind, "s", []byte(def))
	require.NoError(t, err, def)
	return shownOf(t, v)
}

func shownOf(t *testing.T, v detect.ToolView) []string {
	t.Helper()
	var out []string
	res := detect.NewEngine([]detect.Check{invalid{}}).Scan([]detect.ToolView{v})
	assert.Empty(t, res.Coverage.Failures)
	for _, f := range res.Findings {
		for _, s := range f.Signals {
			weight, on := "soft", ""
			if s.Note {
				weight = "note"
			}
			if s.Value != nil {
				on = s.Value.Text
			} else if len(v.Fields) > 0 {
				on = v.Fields[s.FieldIndex].Text[s.Start:s.End]
			}
			assert.Equal(t, detect.TierSoft, s.Tier)
			assert.NotEmpty(t, s.Evidence)
			assert.NotContains(t, s.Detail, "%!")
			assert.Regexp(t, `(?s)^[a-z]+s .*[^.]$`, s.Detail)
			assert.LessOrEqual(t, strings.Count(s.Detail, "; "), 1, s.Detail)
			out = append(out, fmt.Sprintf("%s %s %q", weight, s.Field, on))
		}
	}
	return out
}

func TestSchemas(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{}`, ""},
		{`null`, `note /inputSchema "null"`},
		{`"object"`, `note /inputSchema "object"`},
		{`"String"`, `note /inputSchema "String"`},
		{`"{\"type\":\"object\"}"`, ""},
		{`"TidesInput"`, ""},
		{`[]`, `note /name "a"`},
		{`true`, `note /inputSchema "true"`},
		{`"see schema.json"`, ""},
		{`[{"name":"a","type":"str"}]`, ""},
		{`7`, `note /inputSchema "7"`},
		{`{"properties":{"a":{"type":"string"}},"required":["a"]}`, ""},
		{`{"anyOf":[{"type":"object"},{"type":"object"}]}`, `note /inputSchema/anyOf/0/type "object"`},
		{`{"type":"object","properties":[]}`, ""},
		{`{"type":"object","properties":["a"]}`, `note /inputSchema/properties/0 "a"`},
		{`{"type":"Object","properties":{}}`, `note /inputSchema/type "Object"`},
		{`{"type":"object","properties":{"a":{"type":"str"},"b":{"type":"int","required":true}}}`, `note /inputSchema/properties/a/type "str" ` +
			`| note /inputSchema/properties/b/required "true" | note /inputSchema/properties/b/type "int"`},
		// What a definition says is not a remedy.
		{`{"type":"object","properties":{"a":{"type":"x; ;  run it"}}}`, `note /inputSchema/properties/a/type "x; ;  run it"`},
		{`{"type":"object","properties":{"a":{"type":["string","None"]}}}`, `note /inputSchema/properties/a/type/1 "None"`},
		{`{"type":"object","required":["a","b","a"]}`, `note /inputSchema/required/2 "a"`},
		{`{"type":"object","required":null}`, `note /inputSchema/required "null"`},
		{`{"type":"object","required":"a"}`, `note /inputSchema/required "a"`},
		{`{"type":"object","properties":{"a":{"minLength":1e2,"pattern":"("}}}`, `note /inputSchema/properties/a/pattern "("`},
		{`{"type":"object","properties":{"a":{"minLength":-1}}}`, `note /inputSchema/properties/a/minLength "-1"`},
		{`{"type":"object","properties":{"a":{"minimum":1e99999999}}}`, ""},
		{`{"type":"object","$schema":"https://example.com/dialect","properties":{"a":{"type":"str"}}}`, ""},
		{`{"type":"object","$schema":7,"properties":{"a":{"type":"str"}}}`, ""},
		{`{"type":"object","$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":{"minimum":1,"exclusiveMinimum":true}}}`, ""},
		{`{"type":"object","$schema":"http://json-schema.org/draft-07/schema","properties":{"a":{"items":[{},true]}}}`, ""},
		{`{"type":"object","$schema":"http://json-schema.org/draft-07/schema","properties":{"a":{"pattern":"(?<!a)b[","$id":"#a ` +
			`b"}}}`, `note /inputSchema/properties/a/pattern "(?<!a)b["`},
		{`{"type":"object","$schema":"http://json-schema.org/draft-07/schema","properties":{"a":{"items":[{},` +
			`7]}}}`, `note /inputSchema/properties/a/items/1 "7"`},
		// Of repeated names the last one counts.
		{`{"type":"array","type":"object","properties":{"a":{"type":"str","type":"string"}}}`, ""},
		{`{"type":"object","properties":{"a":{"type":"string","type":"str"}}}`, `note /inputSchema/properties/a/type "str"`},
		// Names of properties are not keywords.
		{`{"type":"object","properties":{"required":{"type":"boolean"},"$ref":{"type":"string"},"items":{"type":"array"}},` +
			`"required":["required","$ref"]}`, ""},
		{`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"b.json"}},"$defs":{"A":{}}}`, ""},
		{`{"type":"object","properties":{"a":{"$ref":"HTTPS://h.example/a.json"}}}`, `soft /inputSchema/properties/a/$ref ` +
			`"HTTPS://h.example/a.json"`},
		{`{"type":"object","properties":{"a":{"$ref":"http://json-schema.org.evil.example/a"}}}`, `soft /inputSchema/properties/a/$ref ` +
			`"http://json-schema.org.evil.example/a"`},
		{`{"type":"object","properties":{"a":{"$ref":"https://json-schema.org/draft/2020-12/schema#"}}}`, ""},
		{`{"type":"object","$id":"https://h.example/t/","properties":{"a":{"$ref":"https://h.example/t/a"},"b":{"$id":"a"}}}`, ""},
		{`{"type":"object","examples":[{"$ref":"https://h.example/a"}],"default":{"$ref":"https://h.example/a"}}`, ""},
		{`{"type":"object","allOf":[{"if":{"not":{"$ref":"ftp://h.example/a"}}}]}`, `soft /inputSchema/allOf/0/if/not/$ref "ftp://h.example/a"`},
	} {
		assert.Equal(t, c.want, strings.Join(seen(t, detect.KindTool, `{"name":"a","inputSchema":`+c.schema+`}`), " | "), c.schema)
	}
}

func TestOutputSchemas(t *testing.T) {
	assert.Empty(t, seen(t, detect.KindTool, `{"name":"a","outputSchema":{"type":"array","items":{"type":"string"}}}`))
	assert.Empty(t, seen(t, detect.KindTool, `{"name":"a","outputSchema":true}`))
	assert.Empty(t, seen(t, detect.KindTool, `{"name":"a","outputSchema":{"type":"object","properties":{"a":{"x-mcp-header":"a b"}}}}`))
	assert.Equal(t, []string{`note /outputSchema/type "text"`}, seen(t, detect.KindTool, `{"name":"a","outputSchema":{"type":"text"}}`))
	assert.Equal(t, []string{`note /outputSchema/0 "a"`}, seen(t, detect.KindTool, `{"name":"a","outputSchema":["a"]}`))
}

func TestHeaders(t *testing.T) {
	for _, c := range []struct{ properties, want string }{
		{`"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"integer","x-mcp-header":"X_b.1~"}`, ""},
		{`"a":{"x-mcp-header":"Region"}`, ""},
		{`"a":{"type":["string","null"],"x-mcp-header":"Region"}`, ""},
		{`"a":{"type":"object","properties":{"b":{"type":"boolean","x-mcp-header":"B"}}}`, ""},
		{`"a":{"type":"string","x-mcp-header":""}`, `note /inputSchema/properties/a/x-mcp-header ""`},
		{`"a":{"type":"string","x-mcp-header":true}`, `note /inputSchema/properties/a/x-mcp-header "true"`},
		{`"a":{"type":"string","x-mcp-header":"A:"}`, `note /inputSchema/properties/a/x-mcp-header "A:"`},
		{`"a":{"type":"string","x-mcp-header":"A\nB: c"}`, "soft /inputSchema/properties/a/x-mcp-header \"A\\nB: c\""},
		{`"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}`, `note /inputSchema/properties/b/x-mcp-header "a"`},
		{`"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}`, `note /inputSchema/properties/a/items/x-mcp-header "A"`},
		{`"a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]}`, `note /inputSchema/properties/a/anyOf/0/x-mcp-header "A"`},
		{`"a":{"type":"number","x-mcp-header":"A"}`, `note /inputSchema/properties/a/x-mcp-header "A"`},
		{`"clientSecret":{"type":"string","x-mcp-header":"A"}`, `soft /inputSchema/properties/clientSecret/x-mcp-header "A"`},
		{`"x-mcp-header":{"type":"string"}`, ""},
	} {
		got := seen(t, detect.KindTool, `{"name":"a","inputSchema":{"type":"object","properties":{`+c.properties+`}}}`)
		assert.Equal(t, c.want, strings.Join(got, " | "), c.properties)
	}
}

func TestSecretNames(t *testing.T) {
	for _, name := range []string{
		"token", "access_token", "apiKey", "API_KEY", "x-api-key", "password", "userPassword", "DBPassword", "client_secret", "privateKey", "jwt",
		"secret_value", "authToken2",
	} {
		assert.True(t, isSecretName(name), name)
	}
	for _, name := range []string{
		"", "page_token", "nextToken", "max_tokens", "tokens", "token_count", "secret_name", "secretId", "key", "sort_key", "primaryKey",
		"password_policy", "tokenizer", "continuationToken", "monkey", "passwordless", "認証",
	} {
		assert.False(t, isSecretName(name), name)
	}
	assert.True(t, isSecretName(strings.Repeat("x", 1<<20)+"_token"))
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"a": "", "A.b-c_9": "", strings.Repeat("a", 128): "", "dir/tool": "", "{prefix}_x y": "", "get ${x}": "", "<name> x": "",
		"a b": ` `, "búsqueda": `ú`, "a\tb": "\t", "": "", "x\u200by": "\u200b",
	} {
		got := seen(t, detect.KindTool, fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, name))
		switch {
		case name == "":
			assert.Equal(t, []string{`note /name ""`}, got)
		case want == "":
			assert.Empty(t, got, name)
		default:
			assert.Equal(t, []string{fmt.Sprintf(`note /name %q`, want)}, got, name)
		}
	}
	// A name for people in something that only looks like a tool.
	assert.Empty(t, seen(t, detect.KindTool, `{"name":"List files","description":"x"}`))
	assert.Empty(t, seen(t, detect.KindPrompt, `{"name":"List files","arguments":[]}`))
	assert.Equal(t, "a name of letters and digits", proposed("検索"))
	assert.Equal(t, "dir_list_files", proposed("dir/list files"))
}

// TestCode leaves schemas alone that were put together from code.
func TestCode(t *testing.T) {
	def, err := detect.ParseJSON([]byte(`{"name":"List ` +
		`files","inputSchema":{"type":"object","properties":{"a":{"type":"str","$code":0,"$ref":"https://h.example/a"}}},` +
		`"icons":[{"src":"javascript:x"}]}`))
	require.NoError(t, err)
	code := def.Get("inputSchema").Get("properties").Get("a").Get("$code")
	code.Text = "z.string().min(1)"
	assert.Equal(t, []string{`soft /icons/0/src "javascript:x"`}, shownOf(t, detect.NewView(detect.KindTool, "s", def)))
	// A document cannot say that it is code.
	code.Text = "0"
	assert.Len(t, shownOf(t, detect.NewView(detect.KindTool, "s", def)), 4)
}

func TestAddresses(t *testing.T) {
	for src, bad := range map[string]bool{
		"https://h.example/a.png": false, "http://h.example/a.png": false, "icon.png": false, "./icons/a.svg": false,
		"data:image/png;base64,AA==": false, "DATA:IMAGE/svg+xml,<svg/>": false, "data:,x": false, "javascript": false, "/javascript:x": false,
		"ui://icon": false, "": false, "C:\\icon.png": false, "javascript:alert(1)": true, "\x01 JavaScript:x": true, "java\nscript:x": true,
		"vbscript:x": true, "file:///a.png": true, "FILE:a.png": true, "data:text/html,<script>": true,
		"data:application/javascript;base64,AA==": true,
	} {
		got := seen(t, detect.KindTool, fmt.Sprintf(`{"name":"a","icons":[{"src":%s}]}`, quotedJSON(src)))
		assert.Equal(t, bad, len(got) == 1 && strings.HasPrefix(got[0], "soft /icons/0/src"), "%q: %v", src, got)
	}
	assert.Len(t, seen(t, detect.KindServer, `{"name":"a","icon":"javascript:x"}`), 1)
	assert.Len(t, seen(t, detect.KindInstructions, `{"name":"a","websiteUrl":"javascript:x","icons":"file:///x"}`), 2)
	assert.Len(t, seen(t, detect.KindResource, `{"uri":"vbscript:x"}`), 1)
	assert.Empty(t, seen(t, detect.KindResource, `{"uri":"file:///x","name":"a b"}`))
	assert.Empty(t, seen(t, detect.KindTool, `{"name":"a","icons":[[["javascript:x"]],{"src":["javascript:x"]},null,7]}`))
}

func quotedJSON(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		fmt.Fprintf(&b, `\u%04x`, r)
	}
	b.WriteByte('"')
	return b.String()
}

// TestHostile gives what nobody writes: nothing may hang, and little is said.
func TestHostile(t *testing.T) {
	nested := func(open, end string, n int) string { return strings.Repeat(open, n) + "{}" + strings.Repeat(end, n) }
	many := func(n int, one string) string { return strings.TrimSuffix(strings.Repeat(one+",", n), ",") }
	numbered := func(n int, one string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"p%d":%s,`, i, one)
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	for name, schema := range map[string]string{
		"deep": nested(`{"type":"str","items":`, `}`, 200),
		"deep and in reach": nested(`{"type":"object","$schema":"http://json-schema.org/draft-07/schema#","items":{"dependencies":{"a":`,
			`}}}`, 20),
		"deep choices":    nested(`{"type":"object","$id":"x","anyOf":[{"type":"str"},`, `]}`, 25),
		"deep old":        nested(`{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","$id":7,"items":`, `}`, 60),
		"wide":            `{"type":"object","properties":{` + numbered(6_000, `{"type":"str"}`) + `}}`,
		"wide references": `{"type":"object","properties":{` + numbered(6_000, `{"$ref":"https://h.example/"}`) + `}}`,
		"wide headers":    `{"type":"object","properties":{` + numbered(6_000, `{"x-mcp-header":"a b"}`) + `}}`,
		"many addresses":  `{"type":"object","properties":{` + numbered(6_000, `{"$id":"https://h.example/x"}`) + `}}`,
		"many names":      `{"type":"object","required":[` + many(15_000, `"aaaaaaaaa"`) + `]}`,
		"many different values": `{"type":"object","$schema":"http://json-schema.org/draft-07/schema#","enum":[` + many(15_000, `{"a":[1]}`) +
			`]}`,
		"one name many times": `{"type":"object",` + many(9_000, `"required":true`) + `}`,
		"large":               `{"type":"object","required":true,"description":"` + strings.Repeat("x", 1<<20) + `"}`,
		"pattern": `{"type":"object","$schema":"http://json-schema.org/draft-07/schema#","required":true,"pattern":"` +
			strings.Repeat("(", 100_000) + `"}`,
		"repeated pattern": `{"type":"object","$schema":"http://json-schema.org/draft-07/schema#","required":true,` +
			`"pattern":"((a{1000}){1000}){1000}"}`,
		"number":    `{"type":"object","required":true,"minimum":1` + strings.Repeat("0", 100_000) + `}`,
		"exponent":  `{"type":"object","required":true,"minimum":1e999999999,"multipleOf":1e-999999999}`,
		"odd names": `{"type":"object","properties":{"~/#\u0000\ud800":{"type":"str"},"":{"type":"str"}}}`,
	} {
		v, err := detect.ViewJSON(detect.KindTool, "s", []byte(`{"name":"a","inputSchema":`+schema+`}`))
		require.NoError(t, err, name)
		got := invalid{}.Inspect(v, detect.RegistryView{})
		assert.LessOrEqual(t, len(got), maxReported, name)
	}
}

// TestSameEachTime: objects have no order in the library, what is said has one.
func TestSameEachTime(t *testing.T) {
	def := `{"name":"a","inputSchema":{"type":"object","properties":{"a":{"type":"str"},"b":7,"c":{"items":[1]},"d":{"required":true,` +
		`"enum":1},"e":{"anyOf":[]}}}}`
	want := seen(t, detect.KindTool, def)
	assert.Len(t, want, 6)
	for range 20 {
		assert.Equal(t, want, seen(t, detect.KindTool, def))
	}
}

func TestNoDefinition(t *testing.T) {
	assert.Empty(t, invalid{}.Inspect(detect.ToolView{Kind: detect.KindTool}, detect.RegistryView{}))
	for _, k := range []detect.Kind{detect.KindTool, detect.KindLaunch, detect.KindSettings, detect.KindManifest, detect.KindServer} {
		def := &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{
			{},
			{Name: text("inputSchema")},
			{Value: text("x")},
			{Name: text("inputSchema"), Value: &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{{}, {Name: text("properties")}}}},
			{Name: text("icons"), Value: &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{nil}}},
			{Name: text("packages"), Value: &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{nil}}},
			{Name: text("keys"), Value: &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{nil}}},
			{Name: text("inputs"), Value: &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{nil, {Kind: detect.NodeObject}}}},
		}}
		assert.NotPanics(t, func() { invalid{}.Inspect(detect.ToolView{Kind: k, Definition: def}, detect.RegistryView{}) }, k)
	}
}

func text(s string) *detect.Node { return &detect.Node{Kind: detect.NodeString, Text: s} }
