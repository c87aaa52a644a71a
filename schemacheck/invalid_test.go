package schemacheck

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"

	"github.com/org/mcp-lint/internal/golden"
)

// TestDefinitions reads definitions of the kind that a file of testdata is named after, one a line, each with the signals about it below it.
func TestDefinitions(t *testing.T) {
	golden.Each(t, "testdata/*.txt", func(t *testing.T, file string) {
		kind, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".txt"), "-")
		golden.Lines(t, file, func(line string) []string { return seen(t, detect.Kind(kind), line) })
	})
}

// seen renders what the check says of a definition: for each signal its weight, where it is, the words it is on, and what it says.
func seen(t *testing.T, kind detect.Kind, def string) []string {
	t.Helper()
	return shownOf(t, viewOf(t, kind, def))
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
			out = append(out, fmt.Sprintf("%s %s %q: %s", weight, s.Field, on, s.Detail))
		}
	}
	return out
}

func TestProposedNames(t *testing.T) {
	assert.Equal(t, "a name of letters and digits", proposed("検索"))
	assert.Equal(t, "dir_list_files", proposed("dir/list files"))
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

// TestCode leaves schemas alone that were put together from code.
func TestCode(t *testing.T) {
	def, err := detect.ParseJSON([]byte(`{"name":"List ` +
		`files","inputSchema":{"type":"object","properties":{"a":{"type":"str","$code":0,"$ref":"https://h.example/a"}}},` +
		`"icons":[{"src":"javascript:x"}]}`))
	require.NoError(t, err)
	code := def.Get("inputSchema").Get("properties").Get("a").Get("$code")
	code.Text = "z.string().min(1)"
	shown := shownOf(t, detect.NewView(detect.KindTool, "s", def))
	require.Len(t, shown, 1)
	assert.Contains(t, shown[0], `soft /icons/0/src "javascript:x"`)
	// A document cannot say that it is code.
	code.Text = "0"
	assert.Len(t, shownOf(t, detect.NewView(detect.KindTool, "s", def)), 4)
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
