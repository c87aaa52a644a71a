package lint

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseConfig(t *testing.T) {
	c, err := ParseConfig([]byte("fail-on: high\nskip: [unicode.hidden, secret.embedded]\nonly: payload.decoded\nmin-confidence: 0.4\nstrict: true\n"))
	require.NoError(t, err)
	assert.Equal(t, "high", c.FailOn)
	assert.Equal(t, []string{"unicode.hidden", "secret.embedded"}, c.Skip)
	assert.Equal(t, []string{"payload.decoded"}, c.Only)
	assert.InDelta(t, 0.4, *c.MinConfidence, 1e-9)
	assert.True(t, *c.Strict)
	assert.Equal(t, []string{"fail-on: high", "only: payload.decoded", "skip: unicode.hidden, secret.embedded", "min-confidence: 0.4", "strict: true"}, c.Describe())
}

func TestParseConfigEmpty(t *testing.T) {
	for _, data := range []string{"", "# nothing\n", "---\n"} {
		c, err := ParseConfig([]byte(data))
		require.NoError(t, err)
		assert.Empty(t, c.Describe())
	}
}

func TestParseConfigErrors(t *testing.T) {
	for name, tc := range map[string]struct {
		data, want string
		line       int
	}{
		"unknown key":   {"strict: true\nfial-on: high\n", `there is no setting "fial-on"`, 2},
		"bad severity":  {"fail-on: none\n", "not one of", 1},
		"bad number":    {"min-confidence: .nan\n", "not a number", 1},
		"bad bool":      {"strict: yes please\n", "not true or false", 1},
		"nested list":   {"skip:\n  - [a]\n", "list of words", 2},
		"mapping":       {"skip: {a: b}\n", "list of words", 1},
		"twice":         {"strict: true\nstrict: false\n", "set twice", 2},
		"two documents": {"strict: true\n---\nfail-on: never\n", "one document", 2},
		"null list":     {"only:\n", "must not be empty", 1},
		"not a map":     {"- a\n", "must be a mapping", 1},
		"not yaml":      {"a: [\n", "not YAML", 0},
		"too large":     {strings.Repeat("#", MaxConfigBytes+1), "larger than", 0},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ParseConfig([]byte(tc.data))
			var ce *ConfigError
			require.True(t, errors.As(err, &ce), "%v", err)
			assert.Contains(t, ce.Error(), tc.want)
			assert.Equal(t, tc.line, ce.Line)
		})
	}
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte("fail-on: high\nskip: [a]\n"))
	f.Add([]byte("a: &a [*a]\n"))
	f.Fuzz(func(_ *testing.T, data []byte) { _, _ = ParseConfig(data) })
}
