package config

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"

	"github.com/org/mcp-lint/internal/golden"
)

// aRule returns a valid rule with further keys, which replace existing ones.
func aRule(keys ...string) string {
	lines := []string{
		"id: acme.no-delete", "title: Deletes", "severity: low", "pattern: delete", "message: It says {match}.", "why: Because.", "fix: Do not.",
		"examples: {bad: [{tool: {name: delete}}], good: [{text: '{}'}]}",
	}
	for _, k := range keys {
		name, _, _ := strings.Cut(k, ":")
		kept := lines[:0:0]
		for _, l := range lines {
			if !strings.HasPrefix(l, name+":") {
				kept = append(kept, l)
			}
		}
		lines = kept
		if !strings.HasSuffix(k, ": -") {
			lines = append(lines, k)
		}
	}
	return "- " + strings.Join(lines, "\n  ") + "\n"
}

func aFile(rules ...string) string { return "rules:\n" + strings.Join(rules, "") }

func rulesValidator(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc := must.OK(jsonschema.UnmarshalJSON(bytes.NewReader(must.OK(RulesSchema())(t))))(t)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource(RulesSchemaURL, doc))
	return must.OK(c.Compile(RulesSchemaURL))(t)
}

func TestRulesSchemaAndLoaderAgree(t *testing.T) {
	schema := rulesValidator(t)
	for ok, documents := range map[bool][]string{
		true: {
			aFile(aRule()), aFile(aRule(), aRule("id: acme.other")), aFile(aRule("kinds: launch", "fields: [command_line, '/env/*', env_name]")),
			aFile(aRule("pattern: -", "all: [a, b]", "not: c")), aFile(aRule("pattern: -", "concepts: [send, secrets|personal-data]", "without: never", "in-order: true")),
			aFile(aRule("severity: note")), aFile(aRule("severity: critical")), aFile(aRule("sensitive: true", "message: A key.")),
			aFile(aRule(`pattern: "\u200b"`)), aFile(aRule(`pattern: '\x{200B}{3}'`)),
			aFile(aRule("examples: {bad: [{file: a/.mcp.json, text: x, note: n}], good: [{server: s, tool: {}}]}")),
		},
		false: {
			"rules: []", "rules: {}", "{}", "rule: []", aFile(aRule("id: -")), aFile(aRule("title: -")), aFile(aRule("severity: -")), aFile(aRule("message: -")),
			aFile(aRule("why: -")), aFile(aRule("fix: -")), aFile(aRule("examples: -")), aFile(aRule("pattern: -")), aFile(aRule("id: nothing")),
			aFile(aRule("id: Acme.x")), aFile(aRule("id: acme.")), aFile(aRule("id: acme/x")), aFile(aRule("severity: none")), aFile(aRule("kinds: file")),
			aFile(aRule("fields: nothing")), aFile(aRule("fields: 'inputSchema/x'")), aFile(aRule("pattern: []")), aFile(aRule("pattern: ''")),
			aFile(aRule("pattern: " + strings.Repeat("a", maxPattern+1))), aFile(aRule("concepts: secret")), aFile(aRule("concepts: 'send|'")),
			aFile(aRule("without: never", "concepts: []")), aFile(aRule("in-order: 'yes'")), aFile(aRule("title: ' '")), aFile(aRule(`title: "a\nb"`)),
			aFile(aRule("examples: {bad: [], good: [{text: a}]}")), aFile(aRule("examples: {bad: [{text: a}]}")), aFile(aRule("examples: {bad: [{note: a}], good: [{text: a}]}")),
			aFile(aRule("examples: {bad: [{tool: []}], good: [{text: a}]}")), aFile(aRule("examples: {bad: [{file: ../a, text: a}], good: [{text: a}]}")),
			aFile(aRule("examples: {bad: [{file: /a, text: a}], good: [{text: a}]}")), aFile(aRule("nothing: 1")), aFile(strings.Repeat(aRule(), MaxItems+1)),
		},
	} {
		for _, data := range documents {
			_, err := ParseRules([]byte(data), known)
			assert.Equal(t, ok, err == nil, "loader: %.300q: %v", data, err)
			v, _ := asJSON(t, data)
			err = schema.Validate(v)
			assert.Equal(t, ok, err == nil, "schema: %.300q: %v", data, err)
		}
	}
}

// TestRuleMistakes checks the messages.
func TestRuleMistakes(t *testing.T) {
	written := regexp.MustCompile(`«[^»]*»`)
	first := func(data string) []string {
		_, err := ParseRules([]byte(data), known)
		var all Problems
		require.ErrorAs(t, err, &all, "%.200q", data)
		return []string{fmt.Sprintf("line %d: %s", all[0].Line, all[0].Reason)}
	}
	golden.Lines(t, "testdata/rule-mistakes.txt", func(line string) []string {
		data, _ := golden.Snippet(line)
		return first(written.ReplaceAllStringFunc(data, func(keys string) string {
			if keys = strings.Trim(keys, "«»"); keys == "" {
				return aRule()
			}
			return aRule(strings.Split(keys, " ; ")...)
		}))
	})
	assert.Contains(t, first(strings.Repeat(" ", MaxRulesBytes+1))[0], "line 0: the file is larger than 262144 bytes")
}

func TestRulesAreRead(t *testing.T) {
	rules := must.OK(ParseRules([]byte("\xEF\xBB\xBF"+aFile(aRule("kinds: [tool, launch]"), aRule("id: acme.b", "pattern: [a, b]"))), known))(t)
	require.Len(t, rules, 2)
	assert.Equal(t, []string{"tool", "launch"}, rules[0].Kinds)
	assert.JSONEq(t, `{"name":"delete"}`, string(rules[0].Examples.Bad[0].Tool))
	assert.Equal(t, 9, rules[0].Examples.Good[0].Line)
	assert.Equal(t, []string{"a", "b"}, rules[1].Pattern)
	assert.Equal(t, 11, rules[1].Line)
}

func FuzzParseRules(f *testing.F) {
	for _, seed := range []string{
		aFile(aRule()), aFile(aRule("concepts: [send, secrets|money]", "in-order: false")), "rules:\n- {}", "rules: [a]", "rules: &a [*a]", "\xEF\xBB\xBF", "rules:\n- pattern: '('",
		aFile(aRule("examples: {bad: [{tool: {1: {a: [.nan]}}}], good: [{text: a}]}")),
	} {
		f.Add([]byte(seed))
	}
	schema := rulesValidator(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		rules, err := ParseRules(data, known)
		if err != nil {
			var all Problems
			require.True(t, errors.As(err, &all) && len(all) > 0 && len(all) <= MaxProblems)
			return
		}
		for i := range rules {
			for _, p := range append(rules[i].Pattern, rules[i].All...) {
				regexp.MustCompile(p)
			}
		}
		if v, object := asJSON(t, string(data)); object {
			require.NoError(t, schema.Validate(v), "the schema refuses what the loader accepts")
		}
	})
}
