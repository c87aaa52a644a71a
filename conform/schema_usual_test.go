package conform

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// holds fails where a schema is taken for a usual one though the metaschema or the walk has something against it.
func holds(t *testing.T, n *detect.Node, d dialect) (usual bool) {
	t.Helper()
	doc := document{root: n}
	if s := (size{nodes: maxSchemaNodes, bytes: maxSchemaBytes}); !s.fits(n, 0) || !doc.usual(n) {
		return false
	}
	require.Empty(t, doc.faults(d), "%s: %v", d, valueOf(n))
	if n.Kind == detect.NodeObject {
		w := walk{inspection: &inspection{}, doc: doc, left: maxSchemaNodes, input: true}
		w.run("")
		require.Empty(t, w.out, "%s: %v", d, valueOf(n))
	}
	return true
}

// TestUsualSchemasHold makes many schemas, valid and not.
func TestUsualSchemasHold(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // The same schemas in each run.
	rounds := 40_000
	if testing.Short() {
		rounds = 4_000
	}
	usual := 0
	for i := range rounds {
		if holds(t, schemaOf(r, 0), draft6+dialect(i%4)) {
			usual++
		}
	}
	require.Greater(t, usual, rounds/10)
}

// valuesOf are values such that each keyword takes some and refuses some.
var valuesOf = []string{
	`null`, `true`, `false`, `0`, `-0`, `-1`, `1`, `1.5`, `1.0`, `1e2`, `-1234`, `-1e30`, `-1234567.25`, `-0.00001`, `1e-3`, `-999999`,
	`-1000000`, `-12345.5`, `-1e-99`, `-12345678901234567890123`, `""`, `"string"`, `"String"`, `"#"`, `"#a"`, `"a#"`, `"a##"`, `"a\n'\"#b"`,
	`"a b"`, `"\\"`, `"a\\"`, `"\\\\"`, `"'\\"`, `"a1"`, `"1a"`, `"_a"`, `"a:b"`, `"a.b-c_d"`, `"é"`, `[]`, `{}`, `[{}]`, `[true]`, `[null]`,
	`["a"]`, `["a","a"]`, `["string","null"]`, `["string","string"]`, `["string","str","str"]`, `[["string"]]`, `[1]`, `[1,1.0]`, `[1,"1"]`,
	`[{"a":1},{"a":1.0}]`, `[{"a":1,"b":[2]},{"b":[2],"a":1}]`, `[[],{}]`, `[null,null]`, `[true,1,"true"]`, `[{"type":"str"}]`,
	`[{"type":"str"},[]]`, `{"a":{}}`, `{"a":true}`, `{"a":null}`, `{"a":1}`, `{"a":["b"]}`, `{"a":["b","b"]}`, `{"a":[]}`, `{"a":[1,1]}`,
	`{"a":[{"type":"str"}]}`, `{"type":"string"}`, `{"type":"str"}`, `{"a":{"type":"str"}}`, `{"a":{"type":"str"},"b":{"minimum":"1"}}`,
}

// TestEachKeywordHolds gives each keyword each of many values, alone, inside and beside another.
func TestEachKeywordHolds(t *testing.T) {
	forms := []string{`{%q:%s}`, `{"items":{"properties":{"p":{%q:%s}}}}`, `{"dependencies":{"p":{%q:%s}},"type":"str"}`}
	if testing.Short() {
		forms = forms[:1]
	}
	for d := draft6; d <= draft2020; d++ {
		for _, k := range allKeywords {
			for _, v := range valuesOf {
				for _, form := range forms {
					n, err := detect.ParseJSON(fmt.Appendf(nil, form, k, v))
					require.NoError(t, err)
					holds(t, n, d)
				}
			}
		}
	}
}

// TestFaults holds what is said to one place each, in one order and the same words each time.
func TestFaults(t *testing.T) {
	for schema, want := range map[string]string{
		`{"items":{"minLength":-1,"required":[1,1]},"anyOf":[]}`: `[anyOf] minItems: got 0, want 1|[items minLength] minimum: got -1, want ` +
			`0|[items required 0] got number, want string|[items required 1] got number, want string|`,
		`{"exclusiveMaximum":true,"exclusiveMinimum":true}`: `[] properties 'maximum' required, if 'exclusiveMaximum' exists|`,
		`{"type":"str","a":{"$ref":7}}`: `[type] value must be one of 'array', 'boolean', 'integer', 'null', 'number', ` +
			`'object', 'string'|`,
	} {
		n, err := detect.ParseJSON([]byte(schema))
		require.NoError(t, err)
		for range 10 {
			said := ""
			doc := document{root: n}
			for _, f := range doc.faults(draft4) {
				said += fmt.Sprintf("%v %s|", f.path, f.words)
				assert.NotNil(t, f.node)
			}
			assert.Equal(t, want, said)
		}
	}
}

// TestUsualSchemas makes sure that nothing more is done with what nearly all tools have.
func TestUsualSchemas(t *testing.T) {
	for _, s := range []string{
		ordinarySchema, `{"type":"object"}`, `{"type":"object","properties":{},"additionalProperties":false,` +
			`"$schema":"http://json-schema.org/draft-07/schema#"}`, `{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},` +
			`{"type":"null"}],"default":null,"title":"A"}},"title":"Arguments"}`, `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},` +
			`"$defs":{"A":{"enum":["x","y"],"type":"string"}}}`, `{"type":"object","properties":{"a":{"type":["integer","null"],"minimum":0,` +
			`"exclusiveMaximum":10.5,"nullable":true}}}`,
	} {
		n, err := detect.ParseJSON([]byte(s))
		require.NoError(t, err)
		assert.True(t, holds(t, n, dialectOf(n)), s)
	}
}

func FuzzUsualSchemasHold(f *testing.F) {
	f.Add([]byte(ordinarySchema), uint8(4))
	f.Add([]byte(`{"type":["string","str"],"enum":[1,1.0],"items":[{}],"$id":"a#b","$anchor":"1"}`), uint8(3))
	f.Add([]byte(`{"multipleOf":-1234567,"minLength":-0.5,"exclusiveMaximum":true,"dependencies":{"a":[1,1],"b":null}}`), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		n, err := detect.ParseJSON(data)
		if err != nil {
			t.Skip()
		}
		holds(t, n, draft6+dialect(which%4))
	})
}

const ordinarySchema = `{"type":"object","properties":{"query":{"type":"string","description":"What to look for, in words as people ` +
	`write them."},` +
	`"folder":{"type":"string","description":"Folder to look in; all folders when it is left out.","default":"inbox"},` +
	`"limit":{"type":"integer","description":"How many at most.","minimum":1,"maximum":100,"default":20},` +
	`"order":{"type":"string","enum":["newest","oldest","best"],"description":"Which come first."},` +
	`"labels":{"type":"array","items":{"type":"string","maxLength":40},"description":"Only those with all of these labels."},` +
	`"since":{"type":"string","format":"date-time","description":"Only those that came later."},` +
	`"unread":{"type":"boolean","description":"Only those that nobody has read."}},"required":["query"],"additionalProperties":false,` +
	`"$schema":"https://json-schema.org/draft/2020-12/schema"}`

func ordinaryTool(tb testing.TB) detect.ToolView {
	tb.Helper()
	v, err := detect.ViewJSON(detect.KindTool, "mail", []byte(`{"name":"search_mail","description":"Finds mails by words, folder and `+
		`labels.","inputSchema":`+
		ordinarySchema+`,"annotations":{"readOnlyHint":true}}`))
	require.NoError(tb, err)
	return v
}

// TestOrdinaryToolIsCheap keeps the check from slowing down each scan: hardly anything is allocated for an ordinary tool.
func TestOrdinaryToolIsCheap(t *testing.T) {
	v := ordinaryTool(t)
	assert.Empty(t, invalid{}.Inspect(v, detect.RegistryView{}))
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { invalid{}.Inspect(v, detect.RegistryView{}) }), 2.0)
}
