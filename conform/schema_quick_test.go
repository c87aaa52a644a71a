package conform

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

var dialects = []dialect{draft4, draft6, draft7, draft2019, draft2020}

func TestMetaschemas(t *testing.T) {
	for _, d := range dialects {
		require.NotNil(t, metaschemas[d], d)
		assert.NotNil(t, metaschemas[d](), d)
	}
	assert.Len(t, metaschemas, len(dialects))
}

// keywords are all that the metaschemas know and some that they do not.
var keywords = []string{
	"type", "description", "title", "format", "pattern", "$comment", "$schema", "contentEncoding", "contentMediaType", "properties", "$defs",
	"definitions", "patternProperties", "dependentSchemas", "required", "items", "additionalProperties", "additionalItems", "contains",
	"propertyNames", "not", "if", "then", "else", "unevaluatedProperties", "unevaluatedItems", "contentSchema", "anyOf", "oneOf", "allOf",
	"prefixItems", "enum", "const", "default", "examples", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains", "uniqueItems",
	"readOnly", "writeOnly", "deprecated", "$ref", "$dynamicRef", "$recursiveRef", "$id", "id", "$anchor", "$dynamicAnchor",
	"$recursiveAnchor", "$vocabulary", "dependentRequired", "dependencies", "nullable", "example", "x-order", "discriminator",
}

// TestKeywords holds the list above, and with it the quick look, to the metaschemas themselves.
func TestKeywords(t *testing.T) {
	known := map[string]bool{}
	for _, k := range keywords {
		known[k] = true
	}
	for _, d := range dialects {
		all := keywordsOf(d)
		assert.Greater(t, len(all), 30, d)
		for _, k := range all {
			assert.True(t, known[k], "%s of %s", k, d)
		}
	}
}

// keywordsOf are the keywords that a dialect says anything of: those with which some value is refused.
func keywordsOf(d dialect) []string {
	var out []string
	meta := metaschemas[d]()
	for name := range meta.Properties {
		out = append(out, name)
	}
	for _, part := range meta.AllOf {
		if part.Ref != nil {
			for name := range part.Ref.Properties {
				out = append(out, name)
			}
		}
	}
	return out
}

// pick makes a value: one that may stand there, mostly, or any.
func pick(r *rand.Rand, keyword string, depth int) *detect.Node {
	if r.IntN(6) == 0 {
		return anyValue(r, depth)
	}
	switch keyword {
	case "type":
		if r.IntN(4) == 0 {
			return list(r, func() *detect.Node { return text(choose(r, "string", "null", "integer", "object", "any")) })
		}
		return text(choose(r, "string", "number", "integer", "boolean", "object", "array", "null", "String", "str", ""))
	case "required":
		return list(r, func() *detect.Node { return text(choose(r, "a", "b", "c", "d", "e")) })
	case "enum", "examples":
		return list(r, func() *detect.Node { return anyValue(r, depth+3) })
	case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas":
		return object(r, func(string) *detect.Node { return schemaOf(r, depth+1) }, "a", "b", "$ref", "required", "type")
	case "anyOf", "oneOf", "allOf", "prefixItems":
		return list(r, func() *detect.Node { return schemaOf(r, depth+1) })
	case "items":
		if r.IntN(3) == 0 {
			return list(r, func() *detect.Node { return schemaOf(r, depth+1) })
		}
		return schemaOf(r, depth+1)
	case "additionalProperties", "additionalItems", "contains", "propertyNames", "not", "if", "then", "else", "unevaluatedProperties",
		"unevaluatedItems", "contentSchema":
		return schemaOf(r, depth+1)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems",
		"minProperties", "maxProperties", "minContains", "maxContains":
		return scalar(choose(r, "0", "1", "-1", "2.5", "1.0", "0.0", "-0", "10000000000", "1e2", "true", "null", "01", "1_0", ".5"))
	case "uniqueItems", "readOnly", "writeOnly", "deprecated", "$recursiveAnchor":
		return scalar(choose(r, "true", "false"))
	}
	return text(choose(r, "", "#", "#/$defs/a", "x", "https://h.example/", "[", "#a b", "http://json-schema.org/draft-07/schema#", "^a+$"))
}

func anyValue(r *rand.Rand, depth int) *detect.Node {
	switch n := r.IntN(8); {
	case n < 2:
		return text(choose(r, "", "string", "a", "#", "1"))
	case n < 5:
		return scalar(choose(r, "0", "1", "-1", "1.5", "true", "false", "null", "1e3"))
	case n < 6 && depth < 4:
		return list(r, func() *detect.Node { return anyValue(r, depth+1) })
	case depth < 4:
		return schemaOf(r, depth+1)
	}
	return &detect.Node{Kind: detect.NodeArray}
}

func schemaOf(r *rand.Rand, depth int) *detect.Node {
	if depth > 3 || r.IntN(8) == 0 {
		return choose(r, scalar("true"), scalar("false"), object(r, nil), scalar("null"), text("string"))
	}
	n := &detect.Node{Kind: detect.NodeObject}
	for range r.IntN(4) {
		k := choose(r, keywords...)
		n.Members = append(n.Members, detect.Member{Name: text(k), Value: pick(r, k, depth)})
	}
	return n
}

func choose[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

func text(s string) *detect.Node { return &detect.Node{Kind: detect.NodeString, Text: s} }

func scalar(s string) *detect.Node { return &detect.Node{Text: s} }

func list(r *rand.Rand, make func() *detect.Node) *detect.Node {
	n := &detect.Node{Kind: detect.NodeArray}
	for range r.IntN(4) {
		n.Items = append(n.Items, make())
	}
	return n
}

func object(r *rand.Rand, make func(string) *detect.Node, names ...string) *detect.Node {
	n := &detect.Node{Kind: detect.NodeObject}
	if make == nil {
		return n
	}
	for range r.IntN(3) {
		name := choose(r, names...)
		n.Members = append(n.Members, detect.Member{Name: text(name), Value: make(name)})
	}
	return n
}

// sound reports whether the quick look calls a schema valid, and fails when the library does not.
func sound(t *testing.T, n *detect.Node, d dialect) bool {
	t.Helper()
	q := quick{dialect: d, left: maxSchemaNodes}
	if !q.schema(n, 0) {
		return false
	}
	c := conversion{nodes: maxSchemaNodes, bytes: maxSchemaBytes}
	doc := c.value(n, 0)
	if c.failed {
		return true
	}
	if found := oracle(doc, d); len(found) > 0 {
		raw, err := json.Marshal(doc)
		require.NoError(t, err)
		require.Fail(t, "called valid", "%s: %s\n%v", d, raw, found[0])
	}
	return true
}

// TestQuickIsSound makes many schemas, valid and not, and holds the quick look to what the library says of them.
func TestQuickIsSound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // The same schemas in each run.
	rounds := 40_000
	if testing.Short() {
		rounds = 4_000
	}
	valid := 0
	for i := range rounds {
		if sound(t, schemaOf(r, 0), dialects[i%len(dialects)]) {
			valid++
		}
	}
	assert.Greater(t, valid, rounds/20, "the generator makes too few that are valid")
}

// TestQuickOnEachKeyword gives each keyword each of many values.
func TestQuickOnEachKeyword(t *testing.T) {
	values := []string{
		`null`, `true`, `false`, `0`, `-1`, `1`, `1.5`, `1.0`, `1e2`, `""`, `"string"`, `"String"`, `"#"`, `"a b"`, `[]`, `{}`, `[{}]`, `[true]`, `[null]`, `["a"]`,
		`["a","a"]`, `["string","null"]`, `["string","string"]`, `[1]`, `[1,1]`, `[{"type":"str"}]`, `{"a":{}}`, `{"a":true}`, `{"a":null}`, `{"a":1}`,
		`{"a":["b"]}`, `{"a":["b","b"]}`, `{"type":"string"}`, `{"type":"str"}`, `{"a":{"type":"str"}}`,
	}
	for _, d := range dialects {
		for _, k := range keywords {
			for _, v := range values {
				n, err := detect.ParseJSON(fmt.Appendf(nil, `{%q:%s}`, k, v))
				require.NoError(t, err)
				sound(t, n, d)
			}
		}
	}
}

// TestQuickKnowsOrdinarySchemas makes sure that nothing is converted of what nearly all tools have.
func TestQuickKnowsOrdinarySchemas(t *testing.T) {
	for _, s := range []string{
		ordinarySchema,
		`{"type":"object"}`,
		`{"type":"object","properties":{},"additionalProperties":false,"$schema":"http://json-schema.org/draft-07/schema#"}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null,"title":"A"}},"title":"Arguments"}`,
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"enum":["x","y"],"type":"string"}}}`,
		`{"type":"object","properties":{"a":{"type":["integer","null"],"minimum":0,"exclusiveMaximum":10.5,"nullable":true}}}`,
	} {
		n, err := detect.ParseJSON([]byte(s))
		require.NoError(t, err)
		q := quick{dialect: dialectOf(n), left: maxSchemaNodes}
		assert.True(t, q.schema(n, 0), s)
		assert.False(t, q.more, s)
	}
}

func FuzzQuickIsSound(f *testing.F) {
	f.Add([]byte(ordinarySchema), uint8(4))
	f.Add([]byte(`{"type":["string","null"],"enum":[1,1],"items":[{}]}`), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		n, err := detect.ParseJSON(data)
		if err != nil {
			t.Skip()
		}
		sound(t, n, dialects[int(which)%len(dialects)])
	})
}

const ordinarySchema = `{"type":"object","properties":{"query":{"type":"string","description":"What to look for, in words as people write them."},` +
	`"folder":{"type":"string","description":"Folder to look in; all folders when it is left out.","default":"inbox"},` +
	`"limit":{"type":"integer","description":"How many at most.","minimum":1,"maximum":100,"default":20},` +
	`"order":{"type":"string","enum":["newest","oldest","best"],"description":"Which come first."},` +
	`"labels":{"type":"array","items":{"type":"string","maxLength":40},"description":"Only those with all of these labels."},` +
	`"since":{"type":"string","format":"date-time","description":"Only those that came later."},` +
	`"unread":{"type":"boolean","description":"Only those that nobody has read."}},"required":["query"],"additionalProperties":false,` +
	`"$schema":"https://json-schema.org/draft/2020-12/schema"}`

func ordinaryTool(tb testing.TB) detect.ToolView {
	tb.Helper()
	v, err := detect.ViewJSON(detect.KindTool, "mail", []byte(`{"name":"search_mail","description":"Finds mails by words, folder and labels.","inputSchema":`+
		ordinarySchema+`,"annotations":{"readOnlyHint":true}}`))
	require.NoError(tb, err)
	return v
}

// TestOrdinaryToolIsCheap keeps the check from slowing down each scan: nothing is allocated for an ordinary tool.
func TestOrdinaryToolIsCheap(t *testing.T) {
	v := ordinaryTool(t)
	assert.Empty(t, invalid{}.Inspect(v, detect.RegistryView{}))
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { invalid{}.Inspect(v, detect.RegistryView{}) }), 1.0)
}

func BenchmarkOrdinaryTool(b *testing.B) {
	v := ordinaryTool(b)
	for b.Loop() {
		invalid{}.Inspect(v, detect.RegistryView{})
	}
}

// BenchmarkJudge is what a schema costs that is not ordinary.
func BenchmarkJudge(b *testing.B) {
	n, err := detect.ParseJSON([]byte(strings.Replace(ordinarySchema, `"integer"`, `"int"`, 1)))
	require.NoError(b, err)
	for b.Loop() {
		c := conversion{nodes: maxSchemaNodes, bytes: maxSchemaBytes}
		faults(c.value(n, 0), draft2020)
	}
}
