package config

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"

	"github.com/org/mcp-lint/internal/golden"
)

var known = []string{"unicode.hidden", "secret.embedded", "payload.decoded"}

const digest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// whole sets every key.
const whole = `# all of it
fail-on: high
only: [payload.decoded, unicode.hidden, secret.embedded]
skip: secret.embedded
min-confidence: 0.4
strict: true
require-lock: false
checks:
  unicode.hidden: {level: soft, min-confidence: 0.5}
  payload.decoded: {level: off}
include: ["/servers/**", "*.json"]
exclude: [vendor/]
classes:
  test: qa/**
  served: [examples/live/, "docs/*.json"]
placeholders: ["sk-example-*"]
trusted-servers:
  - [notes, notes-beta]
ignore:
  - check: unicode.hidden
    server: notes
    tool: read_*
    path: servers/**
    digest: ` + digest + `
    reason: Looked at by the team.
    expires: 2026-12-31
  - {tool: delete_note, reason: "Meant so."}
`

func TestParseWhole(t *testing.T) {
	c := must.OK(Parse([]byte(whole), known))(t)
	yes, no, low, half := true, false, 0.4, 0.5
	assert.Equal(t, Config{
		FailOn: "high", Only: []string{"payload.decoded", "unicode.hidden", "secret.embedded"}, Skip: []string{"secret.embedded"},
		MinConfidence: &low, Strict: &yes, RequireLock: &no,
		Checks:       map[string]Check{"unicode.hidden": {Level: "soft", MinConfidence: &half}, "payload.decoded": {Level: "off"}},
		Include:      []string{"/servers/**", "*.json"},
		Exclude:      []string{"vendor/"},
		Classes:      map[string][]string{"test": {"qa/**"}, "served": {"examples/live/", "docs/*.json"}},
		Placeholders: []string{"sk-example-*"}, TrustedServers: [][2]string{{"notes", "notes-beta"}},
		Ignore: []Ignore{
			{
				Check: []string{"unicode.hidden"}, Server: "notes", Tool: "read_*", Path: "servers/**", Digest: digest,
				Reason: "Looked at by the team.", Expires: "2026-12-31", Line: 20,
			},
			{Tool: "delete_note", Reason: "Meant so.", Line: 27},
		},
	}, c)
	assert.Equal(t, []string{
		"fail-on: high",
		"only: payload.decoded, unicode.hidden, secret.embedded",
		"skip: secret.embedded",
		"min-confidence: 0.4",
		"strict: true",
		"require-lock: false",
		"checks: payload.decoded off, unicode.hidden soft at confidence 0.5 or more",
		"include: /servers/**, *.json",
		"exclude: vendor/",
		"classes: served: examples/live/, docs/*.json",
		"classes: test: qa/**",
		"placeholders: sk-example-*",
		"trusted-servers: notes and notes-beta",
		"ignore: 2 entries",
		`ignore at line 20: unicode.hidden, server notes, tool read_*, path servers/**, definition ` + digest + `, until 2026-12-31: "Looked at by the team."`,
		`ignore at line 27: all checks, tool delete_note: "Meant so."`,
	}, c.Describe())
}

func TestParseEmpty(t *testing.T) {
	for _, data := range []string{"", "# nothing\n", "---\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF# nothing\r\n", "null\n", "{}\n", "ignore: []\n", "checks: {}\n"} {
		c, err := Parse([]byte(data), known)
		require.NoError(t, err, "%q", data)
		assert.Empty(t, c.Describe(), "%q", data)
	}
}

func TestFormsFollowDetection(t *testing.T) {
	for _, word := range forms["severity"].words {
		_, ok := detect.ParseSeverity(word)
		assert.Equal(t, word != "never", ok, word)
	}
}

func TestByteOrderMarkAndLineEndings(t *testing.T) {
	c := must.OK(Parse([]byte("\xEF\xBB\xBFfail-on: high\r\nskip:\r\n  - secret.embedded\r\n"), known))(t)
	assert.Equal(t, "high", c.FailOn)
	assert.Equal(t, []string{"secret.embedded"}, c.Skip)
	_, err := Parse([]byte("\xEF\xBB\xBFfail-on: high\r\n\r\nskp: a\r\n"), known)
	assert.EqualError(t, err, `line 3: unknown setting "skp"`)
}

// TestMistakes reports what is wrong with the settings in testdata/mistakes.txt.
func TestMistakes(t *testing.T) {
	golden.Lines(t, "testdata/mistakes.txt", func(line string) (out []string) {
		data, ok := golden.Snippet(line)
		require.True(t, ok, line)
		for _, e := range mistakesIn(t, data) {
			said := e.Error()
			if e.Key != "" {
				assert.NotEmpty(t, e.Known)
				said += ", key " + e.Key
			} else {
				assert.Empty(t, e.Known)
			}
			out = append(out, said)
		}
		return out
	})
	for name, tc := range map[string]struct {
		data, want string
		line       int
	}{
		"too large":     {strings.Repeat("#", MaxBytes+1), "larger than", 0},
		"deep":          {strings.Repeat("[", 500) + strings.Repeat("]", 500), "must be a mapping", 1},
		"too deep":      {strings.Repeat("[", 30_000), "not valid YAML", 0},
		"long patterns": {"exclude:\n" + strings.Repeat("  - "+strings.Repeat("a", 400)+"\n", 100), "more than 32768 bytes in total", 2},
		"many":          {"skip: [" + strings.Repeat("secret.embedded, ", MaxItems+1) + "]\n", "more than 500 items", 1},
		"many ignores":  {"ignore:\n" + strings.Repeat("  - {tool: a, reason: b}\n", MaxItems+1), "more than 500 items", 2},
		"many keys":     {manyKeys(), "more than 500 keys", 1},
	} {
		e := mistakesIn(t, tc.data)[0]
		assert.Contains(t, e.Error(), tc.want, name)
		assert.Equal(t, tc.line, e.Line, name)
	}
}

func mistakesIn(t *testing.T, data string) Problems {
	t.Helper()
	c, err := Parse([]byte(data), known)
	var first *Error
	require.ErrorAs(t, err, &first)
	all := Problems{first}
	if errors.As(err, &all) {
		assert.Same(t, first, all[0])
	}
	assert.Equal(t, Config{}, c, "nothing of a file that is wrong counts")
	return all
}

func manyKeys() string {
	var b strings.Builder
	for i := range MaxItems + 1 {
		fmt.Fprintf(&b, "k%d: a\n", i)
	}
	return b.String()
}

func TestAllMistakesAreReported(t *testing.T) {
	_, err := Parse([]byte("strct: true\nignore:\n  - tool: a\n    expires: 2026-02-30\n  - reason: b\nskip: [nothing, unicode.hidden]\n"), known)
	var all Problems
	require.ErrorAs(t, err, &all)
	var got []string
	for _, e := range all {
		got = append(got, e.Error())
	}
	assert.Equal(t, []string{
		`line 1: unknown setting "strct"`,
		`line 3: ignore: "reason" is missing`,
		`line 4: ignore: expires: "2026-02-30" is not a valid date: there is no such day`,
		`line 5: ignore: must have at least one of check, server, tool, path or digest`,
		`line 6: skip: unknown check "nothing"`,
	}, got)
	assert.EqualError(t, err, `line 1: unknown setting "strct" (and 4 more)`)

	_, err = Parse([]byte(strings.Repeat("- &a b\n", 100)), known)
	require.ErrorAs(t, err, &all)
	assert.Len(t, all, MaxProblems)
}

func TestMessagesAreFitToBePrinted(t *testing.T) {
	secret := "ghp_" + strings.Repeat("a1B2c3D4", 4) + "e5F6"
	_, err := Parse([]byte(`"`+strings.Repeat(`\u202e`, 150)+`": b`+"\nfail-on: "+secret+"\n"), known)
	var all Problems
	require.ErrorAs(t, err, &all)
	require.Len(t, all, 2)
	assert.Less(t, len(all[0].Reason), 200)
	assert.Contains(t, all[0].Reason, "U+202E")
	assert.NotContains(t, all[1].Reason, secret)
}

func TestNoChecksMeansAny(t *testing.T) {
	c := must.OK(Parse([]byte("skip: anything\nchecks: {other: {level: off}}\n"), nil))(t)
	assert.Equal(t, []string{"anything"}, c.Skip)
	assert.Contains(t, c.Checks, "other")
}

func TestDescribeIsBounded(t *testing.T) {
	var c Config
	for i := range MaxItems {
		c.Exclude = append(c.Exclude, strings.Repeat("x", maxName)+fmt.Sprint(i))
		c.Ignore = append(c.Ignore, Ignore{Tool: strings.Repeat("y", maxName), Reason: strings.Repeat("z", maxReason), Line: i + 1})
	}
	lines := c.Describe()
	require.Len(t, lines, 1+1+maxDescribed+1)
	for _, line := range lines {
		assert.Less(t, utf8.RuneCountInString(line), 400)
	}
	assert.Contains(t, lines[0], " and 498 more")
	assert.Equal(t, "skip: "+strings.Repeat("a, ", maxDescribed-1)+"a and 10 more", Config{Skip: strings.Split(strings.Repeat("a", maxDescribed+10), "")}.Describe()[0])
	assert.Equal(t, "ignore: 500 entries", lines[1])
	assert.Equal(t, "ignore: and 480 more", lines[len(lines)-1])
}

func TestDescribeIsFitToBePrinted(t *testing.T) {
	secret := "ghp_" + strings.Repeat("a1B2c3D4", 4) + "e5F6"
	data := fmt.Sprintf("placeholders: [%s]\nignore:\n  - tool: \"read\\u200b\\n*\"\n    reason: \"the key %s\\u202e is old\\x1b[31m\"\n", secret, secret)
	c := must.OK(Parse([]byte(data), nil))(t)
	assert.Equal(t, []string{secret}, c.Placeholders)
	all := strings.Join(c.Describe(), "\n")
	assert.NotContains(t, all, secret)
	assert.Contains(t, all, "[REDACTED]")
	assert.Contains(t, all, `tool readU+200B\n*`)
	for _, hiddenCharacter := range []string{"\u200b", "\u202e", "\x1b"} {
		assert.NotContains(t, all, hiddenCharacter)
	}
}

func TestRemarks(t *testing.T) {
	c, err := Parse([]byte(`skip: [unicode.hidden, secret.embedded]
only: [unicode.hidden, payload.decoded]
checks:
  secret.embedded: {level: soft}
  payload.decoded: {level: off}
ignore:
  - {tool: a, reason: b, expires: 2026-11-21}
  - {tool: a, reason: b, expires: 2026-11-22}
  - {tool: "*", path: "**/*", reason: b}
  - {tool: "*", check: [unicode.hidden, payload.decoded], reason: b}
  - {tool: "*", check: [payload.decoded, unicode.hidden], reason: c}
`), known)
	require.NoError(t, err)
	assert.Equal(t, []Remark{
		{0, "unicode.hidden is in both only and skip, so it does not run"},
		{0, "secret.embedded is in skip, so its settings in checks have no effect"},
		{0, "payload.decoded is in only but off in checks, so it does not run"},
		{7, "the entry expired on 2026-11-21 and has no effect"},
		{9, "the entry ignores everything that any check finds"},
		{11, "the entry repeats the one on line 10"},
	}, c.Remarks("2026-11-22"))
	for _, r := range c.Remarks("") {
		assert.NotContains(t, r.Text, "expired", "without a day nothing has expired")
	}
}
