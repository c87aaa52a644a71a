package schemacheck

import (
	"fmt"
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

func TestManyInputs(t *testing.T) {
	def := `{"args":["` + strings.Repeat("${input:b}", 90_000) + `","` + strings.Repeat("${input:", 100_000) +
		`"],"config":{"client":"vscode","inputs":[]}}`
	assert.Len(t, invalid{}.Inspect(viewOf(t, detect.KindLaunch, def), detect.RegistryView{}), maxReported)
}
