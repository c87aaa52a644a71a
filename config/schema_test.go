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
)

func validator(t testing.TB) *jsonschema.Schema {
	t.Helper()
	var titles []CheckTitle
	for _, id := range known {
		titles = append(titles, CheckTitle{ID: id, Title: "What it <catches>"})
	}
	data, err := Schema(titles)
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource(SchemaURL, doc))
	s, err := c.Compile(SchemaURL)
	require.NoError(t, err)
	return s
}

// asJSON returns a document as editors see it: YAML 1.2, in which a day is a string.
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
	for name, tc := range map[string]struct {
		data string
		ok   bool
	}{
		"whole":                {whole, true},
		"nothing":              {"{}", true},
		"one word":             {"only: unicode.hidden", true},
		"words":                {"only: [unicode.hidden]", true},
		"empty only":           {"only: []", false},
		"empty skip":           {"skip: []", true},
		"empty ignore":         {"ignore: []", true},
		"empty trust":          {"trusted-servers: []", true},
		"empty checks":         {"checks: {}", true},
		"empty classes":        {"classes: {}", true},
		"unknown key":          {"fial-on: high", false},
		"null":                 {"strict:", false},
		"null word":            {"skip:", false},
		"null item":            {"skip: [null]", false},
		"severity":             {"fail-on: critical", true},
		"severity none":        {"fail-on: none", false},
		"severity in capitals": {"fail-on: High", false},
		"share 0":              {"min-confidence: 0", true},
		"share 1":              {"min-confidence: 1", true},
		"share above":          {"min-confidence: 1.5", false},
		"share below":          {"min-confidence: -1", false},
		"share in quotes":      {"min-confidence: '0.5'", false},
		"bool":                 {"strict: True", true},
		"bool in quotes":       {"strict: 'true'", false},
		"bool as a word":       {"strict: yes", false},
		"unknown check":        {"skip: nothing", false},
		"check":                {"checks: {unicode.hidden: {level: note}}", true},
		"check off":            {"checks: {unicode.hidden: {level: off}}", true},
		"check unset":          {"checks: {unicode.hidden: {}}", false},
		"check null":           {"checks: {unicode.hidden: }", false},
		"check unknown":        {"checks: {nothing: {level: off}}", false},
		"level unknown":        {"checks: {unicode.hidden: {level: medium}}", false},
		"key of check":         {"checks: {unicode.hidden: {level: off, reason: a}}", false},
		"pattern":              {"exclude: ['*.json', '**/a', 'a/**/b', '/a', 'b/', '.github/', 'a ', '..a', 'a[!b-d]', '\\#a', 'a b']", true},
		"pattern up":           {"exclude: a/..", false},
		"pattern here":         {"exclude: ./a", false},
		"pattern negated":      {"exclude: '!a'", false},
		"pattern comment":      {"exclude: '#a'", false},
		"pattern slash":        {"exclude: /", false},
		"pattern empty":        {"exclude: ''", false},
		"pattern blank":        {"exclude: ' '", false},
		"pattern long":         {"exclude: " + strings.Repeat("é", maxName), true},
		"pattern too long":     {"exclude: " + strings.Repeat("é", maxName+1), false},
		"pattern a number":     {"exclude: 12", false},
		"pattern a day":        {"exclude: 2026-11-22", true},
		"class":                {"classes: {served: a, test: [b, c]}", true},
		"class unknown":        {"classes: {scanner: a}", false},
		"class pattern":        {"classes: {test: ../a}", false},
		"placeholder":          {"placeholders: ['*abcd', 'a*bcde*f', 'sk-x']", true},
		"placeholder in bits":  {"placeholders: ['a*b*c*d']", false},
		"placeholder broad":    {"placeholders: ['*abc*']", false},
		"pair":                 {"trusted-servers: [[a, b], [a, c]]", true},
		"pair of one":          {"trusted-servers: [[a]]", false},
		"pair of three":        {"trusted-servers: [[a, b, c]]", false},
		"pair of same":         {"trusted-servers: [[a, a]]", false},
		"pair with a star":     {"trusted-servers: [[a, 'b*']]", false},
		"no pair":              {"trusted-servers: [a, b]", false},
		"ignore check":         {ignore("{check: unicode.hidden, reason: a}"), true},
		"ignore checks":        {ignore("{check: [unicode.hidden, secret.embedded], reason: a}"), true},
		"ignore no checks":     {ignore("{check: [], reason: a}"), false},
		"ignore path":          {ignore("{path: 'a/**', reason: a}"), true},
		"ignore not path":      {ignore("{path: '!a', reason: a}"), false},
		"ignore paths":         {ignore("{path: [a], reason: a}"), false},
		"ignore digest":        {ignore("{digest: '" + digest + "', reason: a}"), true},
		"ignore short digest":  {ignore("{digest: '" + digest[:60] + "', reason: a}"), false},
		"ignore long digest":   {ignore("{digest: '" + digest + "0', reason: a}"), false},
		"ignore no reason":     {ignore("{tool: a}"), false},
		"ignore blank reason":  {ignore("{tool: a, reason: ' '}"), false},
		"ignore long reason":   {ignore("{tool: a, reason: " + strings.Repeat("a", maxReason+1) + "}"), false},
		"ignore nothing":       {ignore("{reason: a}"), false},
		"ignore only a day":    {ignore("{reason: a, expires: 2026-12-31}"), false},
		"day":                  {ignore("{tool: a, reason: a, expires: 2026-12-31}"), true},
		"day in quotes":        {ignore("{tool: a, reason: a, expires: '2026-12-31'}"), true},
		"no such day":          {ignore("{tool: a, reason: a, expires: 2026-02-30}"), false},
		"leap day":             {ignore("{tool: a, reason: a, expires: 2028-02-29}"), true},
		"no leap day":          {ignore("{tool: a, reason: a, expires: 2026-02-29}"), false},
		"day and time":         {ignore("{tool: a, reason: a, expires: 2026-12-31T00:00:00Z}"), false},
		"ignore key":           {ignore("{tool: a, reason: a, until: 2026-12-31}"), false},
		"most items":           {"skip: [" + strings.Repeat("secret.embedded,", MaxItems) + "]", true},
		"too many items":       {"skip: [" + strings.Repeat("secret.embedded,", MaxItems+1) + "]", false},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse([]byte(tc.data), known)
			assert.Equal(t, tc.ok, err == nil, "loader: %v", err)
			v, _ := asJSON(t, tc.data)
			err = schema.Validate(v)
			assert.Equal(t, tc.ok, err == nil, "schema: %v", err)
		})
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
	data, err := Schema([]CheckTitle{{"unicode.hidden", "Hidden <characters>"}})
	require.NoError(t, err)
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
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err)
	walk(doc, "")
}

// FuzzParse looks that nothing breaks the loader, that what it accepts the schema accepts too, and that a configuration says the same
// of itself each time.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		whole, "", "a: &a [*a]\n", "fail-on: high\nskip: [a]\n", "---\n---\n", "? [a]\n: b\n", "\xEF\xBB\xBFstrict: true\r\n",
		"ignore:\n- {tool: a, reason: b, expires: 2026-02-28}\n", "checks: {unicode.hidden: {level: off}}", "exclude: '[[:alpha:]!]'", strings.Repeat("[", 200),
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
		again, err := Parse(data, known)
		require.NoError(t, err)
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
