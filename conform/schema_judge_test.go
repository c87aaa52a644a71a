package conform

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// valueOf is a schema as the library takes it.
func valueOf(n *detect.Node) any {
	switch n.Kind {
	case detect.NodeString:
		return n.Text
	case detect.NodeArray:
		out := []any{}
		for _, item := range n.Items {
			out = append(out, valueOf(item))
		}
		return out
	case detect.NodeObject:
		out := map[string]any{}
		for _, m := range n.Members {
			out[m.Name.Text] = valueOf(m.Value)
		}
		return out
	}
	switch n.Text {
	case "true", "false":
		return n.Text == "true"
	case "null":
		return nil
	}
	return json.Number(n.Text)
}

// agree fails where a schema is judged otherwise than by the library: other places or other words.
func agree(t *testing.T, n *detect.Node, d dialect) (faulty bool) {
	t.Helper()
	if s := (size{nodes: maxSchemaNodes, bytes: maxSchemaBytes}); !s.fits(n, 0) {
		return false
	}
	j := judge{dialect: d, doc: document{root: n}}
	j.schema(n)
	var got, want []string
	for _, f := range j.faults() {
		got = append(got, fmt.Sprintf("%q %s", f.path, settled(f.words())))
	}
	for _, f := range oracle(valueOf(n), d) {
		want = append(want, fmt.Sprintf("%q %s", f.InstanceLocation, settled(plain(f))))
	}
	if !slices.Equal(got, want) {
		raw, err := json.Marshal(valueOf(n))
		require.NoError(t, err)
		require.Equal(t, want, got, "%s: %s", d, raw)
	}
	return len(got) > 0
}

// settled leaves out which of two bounds of draft-04 is missing, of which the library tells one by chance, and how it spells numbers.
func settled(words string) string {
	if strings.HasPrefix(words, "properties '") {
		return "properties"
	}
	if at := strings.Index(words, "inimum: got "); at >= 0 {
		return words[:at]
	}
	if strings.HasPrefix(words, "items at ") {
		return strings.ReplaceAll(words, ",", "")
	}
	return words
}

// TestJudgeAgrees makes many schemas, valid and not.
func TestJudgeAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // The same schemas in each run.
	rounds := 40_000
	if testing.Short() {
		rounds = 4_000
	}
	faulty := 0
	for i := range rounds {
		if agree(t, schemaOf(r, 0), draft4+dialect(i%5)) {
			faulty++
		}
	}
	require.Greater(t, faulty, rounds/5)
}

// valuesOf are values such that each keyword takes some and refuses some.
var valuesOf = []string{
	`null`, `true`, `false`, `0`, `-0`, `-1`, `1`, `1.5`, `1.0`, `1e2`, `-1234`, `-1e30`, `-1234567.25`, `-0.00001`, `1e-3`, `-999999`, `-1000000`, `-12345.5`, `-1e-99`, `-12345678901234567890123`,
	`""`, `"string"`, `"String"`, `"#"`, `"#a"`, `"a#"`, `"a##"`, `"a\n'\"#b"`, `"a b"`, `"\\"`, `"a\\"`, `"\\\\"`, `"'\\"`, `"a1"`, `"1a"`, `"_a"`, `"a:b"`, `"a.b-c_d"`, `"é"`,
	`[]`, `{}`, `[{}]`, `[true]`, `[null]`, `["a"]`, `["a","a"]`, `["string","null"]`, `["string","string"]`, `["string","str","str"]`, `[["string"]]`, `[1]`, `[1,1.0]`, `[1,"1"]`, `[{"a":1},{"a":1.0}]`,
	`[{"a":1,"b":[2]},{"b":[2],"a":1}]`, `[[],{}]`, `[null,null]`, `[true,1,"true"]`, `[{"type":"str"}]`, `[{"type":"str"},[]]`, `{"a":{}}`, `{"a":true}`, `{"a":null}`, `{"a":1}`, `{"a":["b"]}`, `{"a":["b","b"]}`, `{"a":[]}`,
	`{"a":[1,1]}`, `{"a":[{"type":"str"}]}`, `{"type":"string"}`, `{"type":"str"}`, `{"a":{"type":"str"}}`, `{"a":{"type":"str"},"b":{"minimum":"1"}}`,
}

// TestJudgeOnEachKeyword gives each keyword each of many values, alone, inside and beside another.
func TestJudgeOnEachKeyword(t *testing.T) {
	forms := []string{`{%q:%s}`, `{"items":{"properties":{"p":{%q:%s}}}}`, `{"dependencies":{"p":{%q:%s}},"type":"str"}`}
	if testing.Short() {
		forms = forms[:1]
	}
	for d := draft4; d <= draft2020; d++ {
		for _, k := range allKeywords {
			for _, v := range valuesOf {
				for _, form := range forms {
					n, err := detect.ParseJSON(fmt.Appendf(nil, form, k, v))
					require.NoError(t, err)
					agree(t, n, d)
				}
			}
		}
	}
}

// TestJudgeOnLongLists has lists in which what is there twice stands far back.
func TestJudgeOnLongLists(t *testing.T) {
	for d := draft4; d <= draft2020; d++ {
		for _, at := range []int{3, 19, 20, 999, 1_000, 1_500} {
			var b strings.Builder
			for i := range 1_600 {
				fmt.Fprintf(&b, `"n%d",`, i)
			}
			n, err := detect.ParseJSON(fmt.Appendf(nil, `{"required":[%s"n%d"],"enum":[%s"n%d"],"type":[%s"n%d"]}`, b.String(), at, b.String(), at, b.String(), at))
			require.NoError(t, err)
			agree(t, n, d)
		}
	}
}

// TestOrdinarySchemas makes sure that nothing more is done with what nearly all tools have.
func TestOrdinarySchemas(t *testing.T) {
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
		j := judge{dialect: dialectOf(n), doc: document{root: n}}
		j.schema(n)
		assert.Empty(t, j.found, s)
		assert.False(t, j.more, s)
	}
}

// TestKeywords holds the list of the generator to the metaschemas themselves.
func TestKeywords(t *testing.T) {
	for d := draft4; d <= draft2020; d++ {
		meta := metaschemas[d]()
		require.NotNil(t, meta, d)
		known := slices.Collect(maps.Keys(meta.Properties))
		for _, part := range meta.AllOf {
			if part.Ref != nil {
				known = slices.AppendSeq(known, maps.Keys(part.Ref.Properties))
			}
		}
		require.Greater(t, len(known), 30, d)
		require.Subset(t, allKeywords, known, d)
	}
}

func FuzzJudgeAgrees(f *testing.F) {
	f.Add([]byte(ordinarySchema), uint8(4))
	f.Add([]byte(`{"type":["string","str"],"enum":[1,1.0],"items":[{}],"$id":"a#b","$anchor":"1"}`), uint8(3))
	f.Add([]byte(`{"multipleOf":-1234567,"minLength":-0.5,"exclusiveMaximum":true,"dependencies":{"a":[1,1],"b":null}}`), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		n, err := detect.ParseJSON(data)
		if err != nil {
			t.Skip()
		}
		agree(t, n, draft4+dialect(which%5))
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

// TestOrdinaryToolIsCheap keeps the check from slowing down each scan: hardly anything is allocated for an ordinary tool.
func TestOrdinaryToolIsCheap(t *testing.T) {
	v := ordinaryTool(t)
	assert.Empty(t, invalid{}.Inspect(v, detect.RegistryView{}))
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { invalid{}.Inspect(v, detect.RegistryView{}) }), 2.0)
}

func BenchmarkOrdinaryTool(b *testing.B) {
	v := ordinaryTool(b)
	for b.Loop() {
		invalid{}.Inspect(v, detect.RegistryView{})
	}
}
