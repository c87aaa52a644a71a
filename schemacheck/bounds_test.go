package schemacheck

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func viewOf(t *testing.T, kind detect.Kind, def string) detect.ToolView {
	t.Helper()
	v, err := detect.ViewJSON(kind, "s", []byte(def))
	require.NoError(t, err)
	return v
}

// TestCaps: what is too large to be judged is reported.
func TestCaps(t *testing.T) {
	for name, c := range map[string]struct {
		kind detect.Kind
		def  string
		want []detect.Cap
	}{
		"ordinary": {detect.KindTool, `{"name":"a","inputSchema":{"type":"object","properties":{"a":{"type":"str"}}}}`, nil},
		"bytes": {detect.KindTool, `{"name":"a","inputSchema":{"type":"object","required":true,"description":"` +
			strings.Repeat("x", maxSchemaBytes) + `"}}`, []detect.Cap{capBytes}},
		"values": {detect.KindTool, `{"name":"a","inputSchema":{"type":"object","required":true,"enum":[` +
			strings.Repeat("1,", maxSchemaNodes) + `1]}}`, []detect.Cap{capValues}},
		"depth": {detect.KindTool, `{"name":"a","inputSchema":{"type":"object","required":true,"items":` + strings.Repeat(`{"items":`, 80) +
			`{}` + strings.Repeat(`}`, 80) + `}}`, []detect.Cap{capDepth}},
		"packages": {detect.KindManifest, manifestOf("2025-12-11", head+`,"packages":[`+strings.Repeat("{},", 300)+
			`{}]`), []detect.Cap{capListed}},
		"inputs": {detect.KindLaunch, `{"args":["${input:a}"],"config":{"client":"vscode","inputs":[` + strings.Repeat(`"b",`, maxInputs) +
			`"b"]}}`, []detect.Cap{capInputs}},
		"no input": {detect.KindLaunch, `{"args":["a"],"config":{"client":"vscode","inputs":[` + strings.Repeat(`"b",`, maxInputs) +
			`"b"]}}`, nil},
	} {
		_, hits := invalid{}.InspectCapped(viewOf(t, c.kind, c.def), detect.RegistryView{})
		var got []detect.Cap
		for _, h := range hits {
			assert.Greater(t, h.Seen, h.Limit, name)
			if len(got) == 0 || got[len(got)-1] != h.Cap {
				got = append(got, h.Cap)
			}
		}
		assert.Equal(t, c.want, got, name)
	}
}

// TestFromCode: what code leaves to its framework is not missing, and what it says is judged as before.
func TestFromCode(t *testing.T) {
	for _, schema := range []string{
		`null`, `"object"`, `[]`, `{"anyOf":[{"type":"object"}]}`, `{"type":"object","properties":{"a":{"pattern":"(?P<x>a)"},` +
			`"b":{"$ref":"#/$defs/B"}}}`,
	} {
		v := viewOf(t, detect.KindTool, `{"name":"a","inputSchema":`+schema+`}`)
		assert.Len(t, shownOf(t, v), 1+strings.Count(schema, "$ref"), schema)
		v.FromCode = true
		assert.Empty(t, shownOf(t, v), schema)
	}
	v := viewOf(t, detect.KindTool, `{"name":"a","inputSchema":{"type":"object","properties":{"a":{"type":"any"}}}}`)
	v.FromCode = true
	assert.Len(t, shownOf(t, v), 1)
}

func TestPatterns(t *testing.T) {
	for _, s := range []string{
		"", "a", `\(`, `[(]`, `[\]]`, "[]", "[^]", "[]a]", "[[:alpha:]]", "(?<x>a)", "(?=a)(?!b)(?<!c)", `^[\w.+-]+@[\w-]+$`, "(a|b)*", "a{2,}",
		".*", `\\`, "[a-z", "(", "a)", "*a", `a\`, "(?P<x>a)",
	} {
		broken := slices.Contains([]string{"[a-z", "(", "a)", "*a", `a\`, "(?P<x>a)"}, s)
		def := fmt.Sprintf(`{"name":"a","inputSchema":{"type":"object","properties":{"a":{"type":"string","pattern":%q}}}}`, s)
		assert.Len(t, seen(t, detect.KindTool, def), map[bool]int{true: 1}[broken], s)
	}
	assert.Empty(t, seen(t, detect.KindTool, `{"name":"a","inputSchema":{"type":"object","properties":{"pattern":{"type":"string",`+
		`"default":"("}},"examples":[{"pattern":"("}]}}`))
}

func TestDangling(t *testing.T) {
	for ref, want := range map[string]int{
		"#": 0, "": 0, "#a": 0, "#/": 1, "#/$defs/A": 0, "#/$defs/B": 1, "#/$defs/A/type": 0, "#/$defs/A/type/x": 0, "#/properties/a": 0,
		"#/allOf/0": 0, "#/allOf/1": 1, "#/allOf/x": 1, "#/$defs/a~1b": 0, "#/$defs/a%2Fb": 0, "#/$defs/%zz": 1, "#/components/schemas/A": 1,
		"b.json#/x": 0,
	} {
		def := fmt.Sprintf(`{"name":"a","inputSchema":{"type":"object","properties":{"a":{"$ref":%q}},"allOf":[{}],`+
			`"$defs":{"A":{"type":"string"},"a/b":{}}}}`, ref)
		assert.Len(t, seen(t, detect.KindTool, def), want, ref)
	}
}

func TestIcons(t *testing.T) {
	for src, want := range map[string][]string{
		"http://a.example/i.png":      {`note /icons/0/src "http://a.example/i.png"`},
		"ftp://a.example/i.png":       {`note /icons/0/src "ftp://a.example/i.png"`},
		"http://localhost:3000/i.png": nil, "http://127.0.0.1/i.png": nil, "http://[::1]/i.png": nil, "http://${HOST}/i.png": nil, "http:": nil,
		"https://a.example/i.png": nil, "i.png": nil,
	} {
		assert.Equal(t, want, seen(t, detect.KindTool, fmt.Sprintf(`{"name":"a","icons":[{"src":%q}]}`, src)), src)
	}
	assert.Len(t, seen(t, detect.KindManifest, manifestOf("2025-12-11", head+`,"icons":[{"src":"http://a.example/i.png"}]`)), 1)
}

func TestInputsOfOtherClients(t *testing.T) {
	for file, want := range map[string]string{
		".cursor/mcp.json": "write ${env:NAME} ", "a/.mcp.json": "write ${NAME} ", ".roo/mcp.json": "write ${env:NAME} ",
		"opencode.json": "write {env:NAME} ", "claude_desktop_config.json": "set it in", "mcp.json": "", ".vscode/mcp.json": "",
	} {
		got := invalid{}.Inspect(viewOf(t, detect.KindLaunch, fmt.Sprintf(`{"args":["${input:a}"],"config":{"client":"mcpServers","file":%q,`+
			`"inputs":["a"]}}`, file)), detect.RegistryView{})
		if want == "" {
			assert.Empty(t, got, file)
		} else if assert.Len(t, got, 1, file) {
			assert.Contains(t, got[0].Detail, want)
		}
	}
}

// TestLinear: references among many definitions, and inputs among many of one file.
func TestLinear(t *testing.T) {
	var props, defs strings.Builder
	for i := range 3_000 {
		fmt.Fprintf(&props, `"p%d":{"$ref":"#/$defs/d%d"},`, i, i)
		fmt.Fprintf(&defs, `"d%d":{},`, i)
	}
	schema := viewOf(t, detect.KindTool, `{"name":"a","inputSchema":{"type":"object","properties":{`+props.String()+
		`"z":{"$ref":"#/$defs/none"}},"$defs":{`+defs.String()+`"z":{}}}}`)
	many := viewOf(t, detect.KindLaunch, `{"args":["`+strings.Repeat("${input:b}", 90_000)+`"],"config":{"client":"vscode","inputs":[`+
		strings.Repeat(`"a",`, maxInputs-1)+`"b"]}}`)
	assert.Len(t, invalid{}.Inspect(schema, detect.RegistryView{}), 1)
	assert.Empty(t, invalid{}.Inspect(many, detect.RegistryView{}))
}
