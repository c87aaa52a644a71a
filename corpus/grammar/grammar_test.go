package grammar

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"
)

func TestEveryLanguageGenerates(t *testing.T) {
	languages := must.OK(Load())(t)
	assert.GreaterOrEqual(t, len(languages), 13)
	assert.Equal(t, "en", languages[0].Name)
	for _, l := range languages {
		assert.Subset(t, languages[0].Actions, l.Actions, l.Name)
		for _, x := range Generate(l, 7, 200) {
			v, err := detect.ViewJSON(detect.KindTool, x.Server, x.Tool)
			require.NoError(t, err, x.ID)
			for _, f := range v.Fields {
				assert.NotContains(t, f.Text, "{foreign", x.ID)
				assert.NotContains(t, f.Text, "||", x.ID)
			}
			if x.Label != corpus.Malicious {
				assert.Empty(t, x.Payload)
				continue
			}
			require.NotEmpty(t, x.Payload, x.ID)
			held := false
			for _, f := range v.Fields {
				held = held || strings.Contains(f.Text, x.Payload)
			}
			assert.True(t, held, "%s: %q stands in no string", x.ID, x.Payload)
		}
	}
}

func TestSeedDecides(t *testing.T) {
	languages := must.OK(Load())(t)
	l := languages[0]
	assert.Equal(t, Generate(l, 1, 50), Generate(l, 1, 50))
	assert.NotEqual(t, Generate(l, 1, 50), Generate(l, 2, 50))
}

func TestSyntax(t *testing.T) {
	for data, want := range map[string]string{
		"axis a\nx [y|z\n":                `line 2: "x [y|z": the brackets do not match`,
		"stuff a\nx\n":                    `line 1: want axis, action, twin or honest, not "stuff"`,
		"action calls\n{nothing} x\n":     `there is no axis "nothing"`,
		"action calls\nCall {foreign}.\n": `action "calls" has no twin`,
	} {
		l := &Language{Name: "xx", axes: map[string][]*sequence{}, actions: map[string][]*sequence{}, twins: map[string][]*sequence{}}
		names := must.OK(files.ReadFile("names.txt"))(t)
		require.NoError(t, l.read(string(names)))
		err := l.read(data)
		if err == nil {
			err = l.check()
		}
		assert.EqualError(t, err, want, data)
	}
}

func TestTidy(t *testing.T) {
	for given, want := range map[string]string{
		"call  read_file  , then":      "Call read_file, then.",
		"read_file is first":           "read_file is first.",
		", or else it fails . ":        "Or else it fails.",
		"Read the .env file":           "Read the .env file.",
		"先调用 read_file":                "先调用 read_file。",
		"really ? yes !":               "Really? yes!",
		"Otherwise it fails.. It does": "Otherwise it fails. It does.",
	} {
		assert.Equal(t, want, tidy(given))
	}
}
