package action

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/must"
)

var known = Known{
	FailOn: []string{"low", "medium", "high", "critical", "never"},
	Checks: []string{"unicode.hidden", "payload.decoded"},
	Suggest: func(word string, words []string) string {
		for _, w := range words {
			if w[0] == word[0] {
				return "Did you mean " + w + "?"
			}
		}
		return ""
	},
}

// lookup is an environment.
func lookup(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

// input returns an environment with one input.
func input(name, value string) func(string) string {
	return lookup(map[string]string{Prefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_")): value})
}

func TestReadDefaults(t *testing.T) {
	in := must.OK(Read(lookup(nil), known))(t)
	assert.Equal(t, Inputs{Paths: []string{"."}, Upload: uploadAuto, Annotations: true, Summary: true}, in)
}

func TestRead(t *testing.T) {
	in, err := Read(lookup(map[string]string{
		"MCP_LINT_PATHS": " a b \r\n\n-x\n-\nc,d\n", "MCP_LINT_CONFIG": "none", "MCP_LINT_FAIL_ON": "HIGH\n", "MCP_LINT_MIN_CONFIDENCE": "0.5",
		"MCP_LINT_ONLY": "unicode.hidden,\npayload.decoded\n", "MCP_LINT_SKIP": " payload.decoded ", "MCP_LINT_STRICT": "True", "MCP_LINT_SARIF_FILE": "out/x.sarif",
		"MCP_LINT_UPLOAD_SARIF": "FALSE", "MCP_LINT_CATEGORY": `a "b" <c>`, "MCP_LINT_ANNOTATIONS": "false", "MCP_LINT_SUMMARY": "false", "MCP_LINT_ARGS": " --verbose ",
		"MCP_LINT_CHANGED_ONLY": "true", "MCP_LINT_DIFF": "/tmp/x.diff", "MCP_LINT_AGENTS_FILES": "TRUE",
		"MCP_LINT_RULES": "rules/a b.yaml\r\n\n -\n", "MCP_LINT_SINCE": " HEAD^1\n",
	}), known)
	require.NoError(t, err)
	assert.Equal(t, Inputs{
		Paths: []string{"a b", "-x", "./-", "c,d"},
		Flags: []Flag{
			{"config", "no-config", "true"},
			{"rules", "rules", "rules/a b.yaml"},
			{"rules", "rules", "./-"},
			{"since", "since", "HEAD^1"},
			{"fail-on", "fail-on", "high"},
			{"min-confidence", "min-confidence", "0.5"},
			{"only", "only", "unicode.hidden"},
			{"only", "only", "payload.decoded"},
			{"skip", "skip", "payload.decoded"},
			{"strict", "strict", "true"},
			{"agents-files", "agents-files", "true"},
		},
		Args: "--verbose", SARIFFile: "out/x.sarif", Category: `a "b" <c>`, Upload: uploadNever, ChangedOnly: true, Diff: "/tmp/x.diff",
	}, in)

	in = must.OK(Read(input("config", "dir/conf.yaml"), known))(t)
	assert.Equal(t, []Flag{{"config", "config", "dir/conf.yaml"}}, in.Flags)
}

// TestReadOwnChecks holds that only the scan knows the checks of the user's own files.
func TestReadOwnChecks(t *testing.T) {
	for input, ok := range map[string]bool{"MCP_LINT_RULES": true, "MCP_LINT_CONFIG": true, "MCP_LINT_LOCK": false} {
		_, err := Read(lookup(map[string]string{input: "a.yaml", "MCP_LINT_ONLY": "acme.x"}), known)
		assert.Equal(t, ok, err == nil, input)
	}
	_, err := Read(lookup(map[string]string{"MCP_LINT_CONFIG": "none", "MCP_LINT_ONLY": "acme.x"}), known)
	require.ErrorContains(t, err, "which is not a check")
}

func TestReadLock(t *testing.T) {
	for _, c := range []struct {
		lock, require, baseline string
		want                    []Flag
	}{
		{"", "", "", nil},
		{"none", "", "", []Flag{{"lock", "no-lock", "true"}}},
		{" none ", "false", "", []Flag{{"lock", "no-lock", "true"}, {"require-lock", "require-lock", "false"}}},
		{"approved/all.lock", "TRUE", "old.jsonl", []Flag{{"lock", "lock", "approved/all.lock"}, {"require-lock", "require-lock", "true"}, {"baseline", "baseline", "old.jsonl"}}},
		// These are files; nothing but none is special.
		{"required", "", "none", []Flag{{"lock", "lock", "required"}, {"baseline", "baseline", "none"}}},
	} {
		in, err := Read(lookup(map[string]string{"MCP_LINT_LOCK": c.lock, "MCP_LINT_REQUIRE_LOCK": c.require, "MCP_LINT_BASELINE": c.baseline}), known)
		require.NoError(t, err)
		assert.Equal(t, c.want, in.Flags)
	}
	_, err := Read(lookup(map[string]string{"MCP_LINT_LOCK": "none", "MCP_LINT_REQUIRE_LOCK": "true"}), known)
	var bad *hint.Error
	require.ErrorAs(t, err, &bad)
	assert.Equal(t, "input require-lock cannot be true when the input lock is none", err.Error())
	assert.Equal(t, "Remove one of them.", bad.Hint)

	_, err = Read(lookup(map[string]string{"MCP_LINT_BASELINE": "old.jsonl", "MCP_LINT_SINCE": "HEAD^1"}), known)
	require.ErrorAs(t, err, &bad)
	assert.Equal(t, "input since cannot be set together with the input baseline", err.Error())
	assert.Equal(t, "Remove one of them.", bad.Hint)
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ input, value, message, hint string }{
		{"fail-on", "hihg", `input fail-on cannot be "hihg": use one of low, medium, high, critical, never`, "Did you mean high?"},
		{"fail-on", "low\nhigh", `input fail-on cannot be "low\nhigh": use one of`, ""},
		{"min-confidence", "much", `input min-confidence cannot be "much": use a number from 0 to 1`, ""},
		{"min-confidence", "1.5", "a number from 0 to 1", ""},
		{"min-confidence", "-1", "a number from 0 to 1", ""},
		{"min-confidence", "NaN", "a number from 0 to 1", ""},
		{"only", "unicode.hiden", `input only contains "unicode.hiden", which is not a check`, "Did you mean unicode.hidden? See mcp-lint rules."},
		{"skip", "payload.decoded,\x1b[31m", `input skip contains "U+001B[31m", which is not a check`, "See mcp-lint rules."},
		{"strict", "yes", `input strict cannot be "yes": use one of true, false`, ""},
		{"annotations", "1", "input annotations cannot be", ""},
		{"summary", "on", "input summary cannot be", ""},
		{"changed-only", "maybe", "input changed-only cannot be", ""},
		{"upload-sarif", "always", `input upload-sarif cannot be "always": use one of auto, true, false`, ""},
		{"sarif-file", "a\nupload=true", `input sarif-file cannot be "a\nupload=true": it contains a line break`, ""},
		{"sarif-file", "a\u202eb", "or an invisible character", ""},
		{"sarif-file", "a\xff", "or an invisible character", ""},
		{"category", "a\nb", "input category cannot be", ""},
		{"category", strings.Repeat("x", 201), "input category is too long: 201 characters, at most 200 are allowed", ""},
		{"config", "a\nb", "input config cannot be", ""},
		{"paths", "a\x00b", "input paths cannot contain", ""},
		{"lock", "a\nb", "input lock cannot be", ""},
		{"baseline", "a\u202eb", "input baseline cannot be", ""},
		{"since", "HEAD\nHEAD^", "input since cannot be", ""},
		{"require-lock", "required", `input require-lock cannot be "required": use one of true, false`, ""},
	} {
		_, err := Read(input(c.input, c.value), known)
		var bad *hint.Error
		if assert.True(t, errors.As(err, &bad), "%s %q: %v", c.input, c.value, err) {
			assert.True(t, strings.HasPrefix(err.Error(), "input "+c.input+" "))
			assert.ErrorContains(t, err, c.message)
			if c.hint != "" {
				assert.Equal(t, c.hint, bad.Hint)
			}
			assert.NotContains(t, err.Error(), "\n")
		}
	}
	_, err := Read(input("fail-on", strings.Repeat("x", 100_000)), known)
	assert.Less(t, len(err.Error()), 300, "a quoted value is bounded")
}

func TestFirstErrorWins(t *testing.T) {
	_, err := Read(lookup(map[string]string{"MCP_LINT_STRICT": "x", "MCP_LINT_SUMMARY": "y"}), known)
	assert.ErrorContains(t, err, "input summary")
}
