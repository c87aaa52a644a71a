package config

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDescribeIsBounded describes the most that a file can hold.
func TestDescribeIsBounded(t *testing.T) {
	var c Config
	for i := range MaxItems {
		c.Exclude = append(c.Exclude, strings.Repeat("x", maxName)+fmt.Sprint(i))
		c.Ignore = append(c.Ignore, Ignore{Tool: strings.Repeat("y", maxName), Reason: strings.Repeat("z", maxReason), Line: i + 1})
	}
	lines := c.Describe()
	require.Len(t, lines, 1+1+described+1)
	for _, line := range lines {
		assert.Less(t, utf8.RuneCountInString(line), 400)
	}
	assert.Contains(t, lines[0], " and 498 more")
	assert.Equal(t, "skip: "+strings.Repeat("a, ", described-1)+"a and 10 more", Config{Skip: strings.Split(strings.Repeat("a", described+10), "")}.Describe()[0])
	assert.Equal(t, "ignore: 500 entries", lines[1])
	assert.Equal(t, "ignore: and 480 more", lines[len(lines)-1])
}

func TestDescribeIsFitToBePrinted(t *testing.T) {
	secret := "ghp_" + strings.Repeat("a1B2c3D4", 4) + "e5F6"
	data := fmt.Sprintf("placeholders: [%s]\nignore:\n  - tool: \"read\\u200b\\n*\"\n    reason: \"the key %s\\u202e is old\\x1b[31m\"\n", secret, secret)
	c, err := Parse([]byte(data), nil)
	require.NoError(t, err)
	assert.Equal(t, []string{secret}, c.Placeholders)
	all := strings.Join(c.Describe(), "\n")
	assert.NotContains(t, all, secret)
	assert.Contains(t, all, "[REDACTED]")
	assert.Contains(t, all, `tool readU+200B\n*`)
	for _, hidden := range []string{"\u200b", "\u202e", "\x1b"} {
		assert.NotContains(t, all, hidden)
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
		{0, "unicode.hidden is under only and under skip: it does not run"},
		{0, "secret.embedded is under skip: what checks says of it has no effect"},
		{0, "payload.decoded is under only, and off under checks: it does not run"},
		{7, "the entry has expired on 2026-11-21 and counts no longer"},
		{9, "the entry leaves out everything that any check finds"},
		{11, "the entry says the same as that of line 10"},
	}, c.Remarks("2026-11-22"))
	for _, r := range c.Remarks("") {
		assert.NotContains(t, r.Text, "expired", "without a day nothing has expired")
	}
}
