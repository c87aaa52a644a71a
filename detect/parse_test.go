package detect_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"

	"github.com/org/mcp-lint/internal/golden"
)

func TestParseJSONKeepsWhatIsThere(t *testing.T) {
	n, err := detect.ParseJSON([]byte(`{"b":1e400,"a":"x","a":"\u200by\ud83d\ude00","c":[9007199254740993,true,null,{}],"":-0.10}`))
	require.NoError(t, err)
	var names []string
	for _, m := range n.Members {
		names = append(names, m.Name.Text)
	}
	assert.Equal(t, []string{"b", "a", "a", "c", ""}, names, "order and repeated names are kept")
	assert.Equal(t, "\u200by\U0001f600", n.StringAt("a"), "the last one is found")
	assert.Equal(t, "\u200by\U0001f600", n.Members[2].Value.Text)
	assert.Equal(t, "1e400", n.Get("b").Text)
	assert.Equal(t, "9007199254740993", n.Get("c").Items[0].Text, "no integer is rounded")
	assert.Equal(t, "-0.10", n.Get("").Text)
	assert.Equal(t, "", n.StringAt("c"))
	assert.Nil(t, n.Get("nothing"))
	assert.Nil(t, (*detect.Node)(nil).Get("a"))
}

func TestParseJSONErrors(t *testing.T) {
	for _, s := range []string{``, `{`, `{"a"}`, `{"a":1,}`, `[1 2]`, `{} {}`, `{"a":1}x`, `'a'`, `nul`, `{1:2}`, "\"\n\"", `[`, `]`, `{"a":tru}`} {
		_, err := detect.ParseJSON([]byte(s))
		assert.ErrorContains(t, err, "not a JSON value", s)
	}
	_, err := detect.ParseJSON([]byte(strings.Repeat("[", 100_000)))
	assert.ErrorIs(t, err, detect.ErrTooDeep)
	_, err = detect.ParseJSON([]byte(strings.Repeat(`{"a":`, 100_000)))
	assert.ErrorIs(t, err, detect.ErrTooDeep)
	_, err = detect.ParseJSON([]byte(strings.Repeat("[", detect.ParseDepth) + strings.Repeat("]", detect.ParseDepth)))
	assert.NoError(t, err)
	_, err = detect.ViewJSON(detect.KindTool, "s", []byte(`[]`))
	assert.ErrorContains(t, err, "must be a JSON object")
	_, err = detect.ViewJSON(detect.KindTool, "s", []byte(`{`))
	assert.Error(t, err)
}

// parseOddities are what parsers of JSON disagree about.
var parseOddities = []string{
	``, ` `, `{`, `[`, `}`, `]`, `,`, `:`, `"`, `"\`, `"\u`, `"\u12`, `nul`, `nulls`, `truefalse`, `tru`, `-`, `-0`, `01`, `-01`, `1.`, `.5`, `1.5`, `1e`, `1e+`, `1e+5`,
	`1E-05`, `0e0`, `00`, `0x1`, `+1`, `NaN`, `Infinity`, `1 2`, `1,`, `1x`, `"a""b"`, `"a" x`, "\ufeff{}", "{}\x00", "\v1", "\u00a01", "\t\r\n 1 \n",
	`[1 2]`, `[1,]`, `[,1]`, `[,]`, `[1,,2]`, `[1}`, `{"a":1]`, `{]`, `[}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{,"a":1}`, `{"a":1 "b":2}`, `{"a" 1}`, `{1:2}`, `{null:1}`,
	`{"a":1,"a":2}`, `{"":""}`, `[[],{},[[]],[{}]]`, `{"a":[{"b":[1,"x",null,true,false]}]}`,
	`"\u0041\u00e9\u4e2d\ud83d\ude00"`, `"\ud83d"`, `"\ud83dx"`, `"\ude00\ud83d"`, `"\ud83d\ud83d\ude00"`, `"\ud83d\u0041"`, `"\ud83d\n"`, `"\uD83D\uDE00"`, `"\ufffd\ufffe"`,
	`"\ud83d\u00"`, `"\b\f\n\r\t\/\\\""`, `"\a"`, `"\'"`, `"\x41"`, `"\U0041"`, "\"\n\"", "\"\x1f\"", "\"\x7f\"", "\"\x00\"",
	"\"\xff\"", "\"\xff\xfe a\"", "\"a\xe2\x80\"", "\"\xed\xa0\x80\"", "\"\xc0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xff\\n\xff\"", "\"\\ud83d\xff\"", "\"\u2028\u0085\"", "\"\xe2\x80\\n\xa8\"",
}

// TestParseJSONRefusesWhatEncodingJSONRefuses also at each place where a value may be.
func TestParseJSONRefusesWhatEncodingJSONRefuses(t *testing.T) {
	for _, s := range parseOddities {
		for _, around := range []string{"%s", "[%s]", `{"a":%s}`, `{%s}`, `[0,%s,0]`, `{"a":0,%s}`} {
			data := []byte(strings.Replace(around, "%s", s, 1))
			_, err := detect.ParseJSON(data)
			assert.Equal(t, json.Valid(data), err == nil, "%q: %v", data, err)
		}
	}
	for _, depth := range []int{detect.ParseDepth, detect.ParseDepth + 1} {
		for inner, levels := range map[string]int{"": 0, "1": 1, "[]": 1, "[[]]": 2, `{"a":1}`: 2} {
			_, err := detect.ParseJSON([]byte(strings.Repeat("[", depth) + inner + strings.Repeat("]", depth)))
			assert.Equal(t, depth+levels > detect.ParseDepth+1, errors.Is(err, detect.ErrTooDeep), "%d %s", depth, inner)
		}
	}
}

// TestFields lists the fields of one definition that has all kinds of them.
func TestFields(t *testing.T) {
	const definition = `{
		"name": "n", "title": "t", "description": "d", "description": "d2", "unknown": {"k": "v", "n": 1},
		"inputSchema": {"type": "object", "title": "st", "$comment": "c", "properties": {
			"a/b~c": {"description": "pd", "enum": ["e1", {"x": "e2"}], "default": "df", "const": "co", "pattern": "pa", "examples": ["ex"],
				"items": {"$ref": "#/$defs/q"}, "x-note": "xn"}},
			"$defs": {"q": {"title": "qt", "anyOf": [{"description": "deep"}]}}, "required": ["a/b~c"]},
		"outputSchema": {"properties": {"o": {"description": "od"}}},
		"annotations": {"title": "at", "readOnlyHint": true, "hint": "h"},
		"_meta": {"vendor/key": ["m"]}, "icons": [{"src": "i"}]
	}`
	v := view(t, "s", definition)
	var got []string
	for _, f := range v.Fields {
		got = append(got, strings.Join([]string{f.Pointer, f.Text, string(f.Role), f.Parameter}, "|"))
	}
	golden.Equal(t, "testdata/fields.golden", strings.Join(got, "\n")+"\n")
	assert.True(t, v.Fields[v.FieldAt("/outputSchema/properties/o#")].Output)
	value, given := v.Hint("readOnlyHint")
	assert.True(t, value && given)
	_, given = v.Hint("destructiveHint")
	assert.False(t, given)
	assert.Equal(t, -1, v.FieldAt("/nowhere"))
	assert.Equal(t, "d2", v.Description, "clients take the last one")
}

// TestHandMadeNodes are trees that no parser makes.
func TestHandMadeNodes(t *testing.T) {
	odd := &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{
		{},
		{Name: str("name")},
		{Value: str("x")},
		{Name: str("description"), Value: &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{nil, str("y")}}},
		{Name: str("arguments"), Value: &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{nil}}},
		{Name: str("inputSchema"), Value: &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{
			{},
			{Name: str("properties"), Value: &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{{}, {Name: str("p")}}}},
			{Name: str("anyOf"), Value: &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{nil}}},
		}}},
	}}
	v := detect.NewView(detect.KindTool, "s", odd)
	require.Len(t, v.Fields, 1)
	assert.Equal(t, "y", v.Fields[0].Text)
	assert.Empty(t, detect.NewView(detect.KindTool, "s", nil).Fields)
	assert.Empty(t, detect.NewView(detect.KindTool, "s", str("x")).Fields)
	detect.NewEngine(nil).Scan([]detect.ToolView{v})
}

func FuzzParseJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,"x",null]}`, `{"a":1,"a":2}`, `[[[]]]`, `"\ud800"`, "\xff", `{"inputSchema":{"properties":{"p":{"enum":["x"]}}}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := detect.ParseJSON(data)
		if err != nil {
			require.Nil(t, n)
			return
		}
		require.True(t, json.Valid(data), "accepted what encoding/json refuses")
		v := detect.NewView(detect.KindTool, "s", n)
		for _, field := range v.Fields {
			require.True(t, strings.HasPrefix(field.Pointer, "/"))
		}
	})
}

func TestParseTools(t *testing.T) {
	const list = `[{"name":"a","description":"A."},{"name":"b"}]`
	for _, answer := range []string{list, `{"tools":` + list + `}`, `{"jsonrpc":"2.0","id":1,"result":{"tools":` + list + `,"nextCursor":"x"}}`} {
		tools, err := detect.ParseTools("s", []byte(answer))
		require.NoError(t, err, answer)
		require.Len(t, tools, 2)
		assert.Equal(t, "a", tools[0].Name)
		assert.Equal(t, "s", tools[1].Server)
		assert.Equal(t, detect.KindTool, tools[1].Kind)
	}
	tools, err := detect.ParseTools("s", []byte(`{"tools":[]}`))
	require.NoError(t, err)
	assert.Empty(t, tools)

	for _, answer := range []string{`{}`, `5`, `null`, `{"tools":{"a":{}}}`, `{"jsonrpc":"2.0","error":{"code":-32601,"message":"tools"}}`, `{"result":[]}`[:10] + `{}}`} {
		_, err := detect.ParseTools("s", []byte(answer))
		require.ErrorIs(t, err, detect.ErrNoTools, answer)
	}
	_, err = detect.ParseTools("s", []byte(`{"tools":[{"name":"a"},"b"]}`))
	require.ErrorContains(t, err, "item 1")
	// What one reader takes for the list and another does not must not reach a model.
	const good, bad = `[{"name":"a"}]`, `[{"name":"b"}]`
	for _, twofold := range []string{
		`{"tools":` + bad + `,"tools":` + good + `}`, `{"tools":` + good + `,"Tools":` + bad + `}`, `{"tools":` + good + `,"tool\u017f":` + bad + `}`,
		`{"result":{"tools":` + good + `},"result":{"tools":` + bad + `}}`, `{"result":{"tools":` + good + `},"RESULT":{"tools":` + bad + `}}`,
		`{"result":{"tools":` + good + `},"tools":` + bad + `}`,
	} {
		_, err := detect.ParseTools("s", []byte(twofold))
		require.ErrorContains(t, err, "readers disagree", twofold)
	}
	for _, broken := range []string{``, `{"tools":[{"name":"a"}`, strings.Repeat("[", 1000)} {
		_, err := detect.ParseTools("s", []byte(broken))
		require.Error(t, err)
	}
}

func TestWordsAreReadBack(t *testing.T) {
	for want := detect.SeverityNone; want <= detect.SeverityCritical; want++ {
		var s detect.Severity
		require.NoError(t, s.UnmarshalText([]byte(want.String())))
		assert.Equal(t, want, s)
	}
	for want := detect.TierNone; want <= detect.TierHard; want++ {
		var tier detect.Tier
		require.NoError(t, tier.UnmarshalText([]byte(want.String())))
		assert.Equal(t, want, tier)
	}
	require.Error(t, new(detect.Tier).UnmarshalText([]byte("loud")))
	require.Error(t, new(detect.Severity).UnmarshalText([]byte("loud")))
}

func TestArgumentsOfPrompts(t *testing.T) {
	v, err := detect.ViewJSON(detect.KindPrompt, "s", []byte(`{"arguments":[{"name":"a","description":"d"},"x"]}`))
	require.NoError(t, err)
	require.Len(t, v.Fields, 3)
	for i, want := range []detect.Role{detect.RoleParameterName, detect.RoleParameterDescription, detect.RoleOther} {
		assert.Equal(t, want, v.Fields[i].Role)
	}
}
