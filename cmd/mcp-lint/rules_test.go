package main

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/lint"
)

// TestRuleExamples proves the rules that the project shows: those of examples/rules, and those of the page.
func TestRuleExamples(t *testing.T) {
	files := must.OK(filepath.Glob("../../examples/rules/*.yaml"))(t)
	require.Len(t, files, 2)
	for i, block := range blocksOf(t, "../../docs/rules.md", "yaml") {
		if strings.HasPrefix(block, "# yaml-language-server: $schema="+config.RulesSchemaURL+"\n") {
			file := filepath.Join(t.TempDir(), string(rune('a'+i))+".yaml")
			put(t, file, block)
			out, errs, code := runHere(t, "rules", "test", file)
			assert.Equal(t, exitOK, code, "%s%s", out, errs)
			continue
		}
		assert.True(t, strings.HasPrefix(block, "    ") || strings.HasPrefix(block, "rules: ["), "a test must know what it is:\n%s", block)
	}
	for _, file := range files {
		out, errs, code := runHere(t, "rules", "test", file)
		assert.Equal(t, exitOK, code, "%s%s", out, errs)
	}
}

// TestRulesPageIsWhole looks that the page of rules has every key, kind, role and concept that there is.
func TestRulesPageIsWhole(t *testing.T) {
	var schema struct {
		Properties struct {
			Rules struct {
				Items struct{ Properties map[string]any }
			}
		}
		Defs map[string]struct {
			Enum  []string
			AnyOf []struct{ Enum []string }
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal([]byte(contents(t, "../../docs/rules.schema.json")), &schema))
	shown := map[string]bool{}
	for _, m := range regexp.MustCompile("`([a-z_-]+)`").FindAllStringSubmatch(contents(t, "../../docs/rules.md"), -1) {
		shown[m[1]] = true
	}
	words := schema.Defs["kind"].Enum
	for _, name := range []string{"field", "concept"} {
		words = append(words, schema.Defs[name].AnyOf[0].Enum...)
	}
	for key := range schema.Properties.Rules.Items.Properties {
		words = append(words, key)
	}
	assert.Greater(t, len(words), 70)
	for _, word := range words {
		assert.True(t, shown[word], "docs/rules.md does not say what %s is", word)
	}
}

// TestExplainListsChanges reads the table of changes as a user does: each check is in it once, beside the beginning of its own remedy, and
// checks with the same remedy are together.
func TestExplainListsChanges(t *testing.T) {
	out, _, code := runHere(t, "explain")
	require.Equal(t, exitOK, code)
	rows := strings.Split(out, "\n\n")
	rows[0] = strings.TrimPrefix(rows[0], strings.SplitAfter(out, "\n")[0])
	changes, together := map[string]string{}, 0
	for _, row := range rows[:len(rows)-1] {
		var change, checks []string
		for _, line := range strings.Split(row, "\n") {
			assert.LessOrEqual(t, len(line), 80, line)
			words, check := line, ""
			if len(line) > changeColumns {
				words, check = line[:changeColumns], line[changeColumns:]
			}
			change, checks = append(change, strings.Fields(words)...), append(checks, strings.Fields(check)...)
		}
		require.NotEmpty(t, checks, row)
		together = max(together, len(checks))
		for _, id := range checks {
			assert.NotContains(t, changes, id)
			changes[id] = strings.Join(change, " ")
		}
	}
	for _, d := range lint.Rules() {
		assert.Regexp(t, `^\S.*\.$`, changes[d.ID], d.ID)
		assert.True(t, strings.HasPrefix(d.Fix, changes[d.ID]), "%s: %s", d.ID, changes[d.ID])
	}
	assert.Len(t, changes, len(lint.Rules()))
	assert.Equal(t, 3, together, "the checks of wording ask for the same change")
}
