package conform

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// agree fails where a schema is judged otherwise than by the library: other places or other words.
func agree(t *testing.T, n *detect.Node, d dialect) (faulty bool) {
	t.Helper()
	c := conversion{nodes: maxSchemaNodes, bytes: maxSchemaBytes}
	doc := c.value(n, 0)
	if c.failed {
		return false
	}
	var got, want []string
	for _, f := range faults(doc, d) {
		got = append(got, fmt.Sprintf("%q %s", f.path, settled(f.words())))
	}
	for _, f := range oracle(doc, d) {
		want = append(want, fmt.Sprintf("%q %s", f.InstanceLocation, settled(plain(f))))
	}
	if len(got) != len(want) || strings.Join(got, "\n") != strings.Join(want, "\n") {
		raw, err := json.Marshal(doc)
		require.NoError(t, err)
		require.Equal(t, want, got, "%s: %s", d, raw)
	}
	return len(got) > 0
}

// settled leaves out which of two bounds of draft-04 is missing: the library tells one of the two by chance.
func settled(words string) string {
	if strings.HasPrefix(words, "properties '") {
		return "properties"
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
		if agree(t, schemaOf(r, 0), dialects[i%len(dialects)]) {
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
	for _, d := range dialects {
		for _, k := range keywords {
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
	for _, d := range dialects {
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

func FuzzJudgeAgrees(f *testing.F) {
	f.Add([]byte(ordinarySchema), uint8(4))
	f.Add([]byte(`{"type":["string","str"],"enum":[1,1.0],"items":[{}],"$id":"a#b","$anchor":"1"}`), uint8(3))
	f.Add([]byte(`{"multipleOf":-1234567,"minLength":-0.5,"exclusiveMaximum":true,"dependencies":{"a":[1,1],"b":null}}`), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		n, err := detect.ParseJSON(data)
		if err != nil {
			t.Skip()
		}
		agree(t, n, dialects[int(which)%len(dialects)])
	})
}
