package action

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/must"

	"github.com/org/mcp-lint/internal/golden"
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
	golden.Lines(t, "testdata/refused.txt", func(line string) []string {
		name, value, _ := strings.Cut(line, " ")
		_, err := Read(input(name, golden.Text(value)), known)
		var bad *hint.Error
		require.ErrorAs(t, err, &bad, line)
		assert.True(t, strings.HasPrefix(err.Error(), "input "+name+" "))
		assert.NotContains(t, err.Error(), "\n")
		return []string{err.Error(), bad.Hint}
	})
	_, err := Read(input("category", strings.Repeat("x", 201)), known)
	require.ErrorContains(t, err, "input category is too long: 201 characters, at most 200 are allowed")
	_, err = Read(input("fail-on", strings.Repeat("x", 100_000)), known)
	assert.Less(t, len(err.Error()), 300, "a quoted value is bounded")
}

func TestFirstErrorWins(t *testing.T) {
	_, err := Read(lookup(map[string]string{"MCP_LINT_STRICT": "x", "MCP_LINT_SUMMARY": "y"}), known)
	assert.ErrorContains(t, err, "input summary")
}
