package config

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/internal/must"
)

func validator(t testing.TB) *jsonschema.Schema {
	t.Helper()
	var titles []CheckTitle
	for _, id := range known {
		titles = append(titles, CheckTitle{ID: id, Title: "What it <catches>"})
	}
	data := must.OK(Schema(titles))(t)
	doc := must.OK(jsonschema.UnmarshalJSON(bytes.NewReader(data)))(t)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource(SchemaURL, doc))
	s := must.OK(c.Compile(SchemaURL))(t)
	return s
}

// asJSON converts a document as editors do, with YAML 1.2, in which a date is a string.
func asJSON(t testing.TB, data string) (any, bool) {
	t.Helper()
	var doc yaml.Node
	require.NoError(t, yaml.Unmarshal([]byte(data), &doc))
	if len(doc.Content) == 0 {
		return map[string]any{}, true
	}
	for todo := []*yaml.Node{&doc}; len(todo) > 0; {
		n := todo[0]
		todo = append(todo[1:], n.Content...)
		if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!timestamp" {
			n.Tag = "!!str"
		}
	}
	var v any
	if err := doc.Decode(&v); err != nil {
		return nil, false
	}
	_, object := v.(map[string]any)
	return v, object
}

func TestSchemaAndLoaderAgree(t *testing.T) {
	ignore := func(entry string) string { return "ignore: [" + entry + "]\n" }
	schema := validator(t)
	for ok, documents := range map[bool][]string{
		true: {
			whole, "{}", "only: unicode.hidden", "only: [unicode.hidden]", "skip: []", "ignore: []", "trusted-servers: []", "checks: {}",
			"classes: {}", "fail-on: critical", "min-confidence: 0", "min-confidence: 1", "strict: True",
			"checks: {unicode.hidden: {level: note}}", "checks: {unicode.hidden: {level: off}}", "checks: {unicode.hidden: {level: medium}}",
			"exclude: ['*.json', '**/a', 'a/**/b', '/a', 'b/', '.github/', 'a ', '..a', 'a[!b-d]', '\\#a', 'a b']",
			"exclude: " + strings.Repeat("é", maxName), "exclude: 2026-11-22", "classes: {served: a, test: [b, c]}",
			"placeholders: ['*abcd', 'a*bcde*f', 'sk-x']", "trusted-servers: [[a, b], [a, c]]", ignore("{check: unicode.hidden, reason: a}"),
			ignore("{check: [unicode.hidden, secret.embedded], reason: a}"), ignore("{path: 'a/**', reason: a}"),
			ignore("{digest: '" + digest + "', reason: a}"), ignore("{tool: a, reason: a, expires: 2026-12-31}"),
			ignore("{tool: a, reason: a, expires: '2026-12-31'}"), ignore("{tool: a, reason: a, expires: 2028-02-29}"),
			"skip: [" + strings.Repeat("secret.embedded,", MaxItems) + "]",
		},
		false: {
			"only: []", "fial-on: high", "strict:", "skip:", "skip: [null]", "fail-on: none", "fail-on: High", "min-confidence: 1.5",
			"min-confidence: -1", "min-confidence: '0.5'", "strict: 'true'", "strict: yes", "skip: nothing", "checks: {unicode.hidden: {}}",
			"checks: {unicode.hidden: }", "checks: {nothing: {level: off}}", "checks: {unicode.hidden: {level: none}}",
			"checks: {unicode.hidden: {level: off, reason: a}}", "exclude: a/..", "exclude: ./a", "exclude: '!a'", "exclude: '#a'",
			"exclude: /", "exclude: ''", "exclude: ' '", "exclude: " + strings.Repeat("é", maxName+1), "exclude: 12", "classes: {scanner: a}",
			"classes: {test: ../a}", "placeholders: ['a*b*c*d']", "placeholders: ['*abc*']", "trusted-servers: [[a]]",
			"trusted-servers: [[a, b, c]]", "trusted-servers: [[a, a]]", "trusted-servers: [[a, 'b*']]", "trusted-servers: [a, b]",
			ignore("{check: [], reason: a}"), ignore("{path: '!a', reason: a}"), ignore("{path: [a], reason: a}"),
			ignore("{digest: '" + digest[:60] + "', reason: a}"), ignore("{digest: '" + digest + "0', reason: a}"), ignore("{tool: a}"),
			ignore("{tool: a, reason: ' '}"), ignore("{tool: a, reason: " + strings.Repeat("a", maxReason+1) + "}"), ignore("{reason: a}"),
			ignore("{reason: a, expires: 2026-12-31}"), ignore("{tool: a, reason: a, expires: 2026-02-30}"),
			ignore("{tool: a, reason: a, expires: 2026-02-29}"), ignore("{tool: a, reason: a, expires: 2026-12-31T00:00:00Z}"),
			ignore("{tool: a, reason: a, until: 2026-12-31}"), "skip: [" + strings.Repeat("secret.embedded,", MaxItems+1) + "]",
		},
	} {
		for _, data := range documents {
			_, err := Parse([]byte(data), known)
			assert.Equal(t, ok, err == nil, "loader: %.300q: %v", data, err)
			v, _ := asJSON(t, data)
			err = schema.Validate(v)
			assert.Equal(t, ok, err == nil, "schema: %.300q: %v", data, err)
		}
	}
}

func TestSchemaCannotSee(t *testing.T) {
	schema := validator(t)
	for _, data := range []string{
		"skip: &a [secret.embedded]", "fail-on: !!str high", "exclude: 'a['", `exclude: 'a\b'`, `exclude: 'a\'`, "fail-on: ! high", "ignore: [{tool: a, reason: \"\\u200b\"}]",
	} {
		_, err := Parse([]byte(data), known)
		require.Error(t, err, data)
		v, _ := asJSON(t, data)
		assert.NoError(t, schema.Validate(v), data)
	}
}

func TestEveryKeyIsDescribed(t *testing.T) {
	data := must.OK(Schema([]CheckTitle{{"unicode.hidden", "Hidden <characters>"}}))(t)
	assert.Contains(t, string(data), "Hidden <characters>", "it is read by people too")
	var walk func(v any, path string)
	walk = func(v any, path string) {
		m, ok := v.(map[string]any)
		if !ok {
			return
		}
		properties, _ := m["properties"].(map[string]any)
		for key, value := range properties {
			words := value.(map[string]any)["description"]
			if !strings.Contains(path, "classes") {
				assert.NotEmpty(t, words, path+"/"+key)
			}
		}
		for key, value := range m {
			walk(value, path+"/"+key)
		}
	}
	doc := must.OK(jsonschema.UnmarshalJSON(bytes.NewReader(data)))(t)
	walk(doc, "")
}

// FuzzParse checks that the loader does not panic, that the schema accepts what the loader does, and that Describe is deterministic.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		whole, "", "a: &a [*a]\n", "fail-on: high\nskip: [a]\n", "---\n---\n", "? [a]\n: b\n", "\xEF\xBB\xBFstrict: true\r\n",
		"ignore:\n- {tool: a, reason: b, expires: 2026-02-28}\n", "checks: {unicode.hidden: {level: off}}", "checks: {unicode.hidden: {level: medium}}", "exclude: '[[:alpha:]!]'", strings.Repeat("[", 200),
	} {
		f.Add([]byte(seed))
	}
	schema := validator(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data, known)
		if err != nil {
			var all Problems
			require.ErrorAs(t, err, &all)
			require.NotEmpty(t, all)
			require.LessOrEqual(t, len(all), MaxProblems)
			return
		}
		again := must.OK(Parse(data, known))(t)
		require.Equal(t, c.Describe(), again.Describe())
		require.Equal(t, c.Remarks("2026-11-22"), again.Remarks("2026-11-22"))
		for _, line := range c.Describe() {
			require.NotContains(t, line, "\n")
		}
		for _, e := range c.Ignore {
			require.Positive(t, e.Line)
			require.NotEmpty(t, e.Reason, strconv.Itoa(e.Line))
		}
		if v, object := asJSON(t, string(data)); object {
			require.NoError(t, schema.Validate(v), "the schema refuses what the loader accepts")
		}
	})
}
