package ignore

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRulesAreBounded(t *testing.T) {
	list, ok := Parse([]byte(strings.Repeat("*.json\n", maxRules+1)))
	assert.True(t, ok)
	_, ok = (*Rules)(nil).Push("", list)
	assert.False(t, ok)
	_, ok = Parse([]byte(strings.Repeat("*", MaxPattern+1)))
	assert.False(t, ok)
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, yes, no string
	}{
		{"*.json", "a.json .json", "a.jsonx a/b.json"},
		{"a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb axb"},
		{"**/b", "b a/b a/x/b", "ab a/xb"},
		{"a/**", "a/b a/b/c a/", "a ab"},
		{"a**b", "ab axb", "a/b"},
		{"?", "a", "/ ab"},
		{"[a-c]x", "ax cx", "dx /x"},
		{"[!a-c]x", "dx", "ax /x"},
		{"[]]", "]", "a"},
		{"[]-]", "] -", "a"},
		{"[[:digit:]]", "0 9", "a :"},
		{"[[:nope:]]", "", ": n"},
		{`\*`, "*", "a"},
		{`a\`, "", `a a\`},
		{"[", "", "["},
		{"[a", "", "a"},
	} {
		g, steps := glob{pattern: c.pattern}, 0
		for _, s := range strings.Fields(c.yes) {
			assert.True(t, g.fits(s, &steps), "%s matches %s", c.pattern, s)
		}
		for _, s := range strings.Fields(c.no) {
			assert.False(t, g.fits(s, &steps), "%s does not match %s", c.pattern, s)
		}
	}
}

func TestGlobIsNotExponential(t *testing.T) {
	// A matcher that tries one way after the other would not end before the sun does.
	steps, long := 0, strings.Repeat("a/", 2000)
	g := glob{pattern: strings.Repeat("**/*a*", 100) + "b"}
	assert.False(t, g.fits(long, &steps))
	g = glob{pattern: strings.Repeat("**/", 300) + "b"}
	assert.False(t, g.fits(long, &steps))
	assert.True(t, g.fits(long+"b", &steps))
}

func FuzzGlob(f *testing.F) {
	f.Add("a/**/b[!x]*?", "a/q/byz")
	f.Add("[[:alpha:]-z\\]", "a")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if len(pattern) > MaxPattern {
			return
		}
		r, ok := parseRule(pattern)
		if !ok {
			return
		}
		steps := 0
		r.match(path, path[strings.LastIndexByte(path, '/')+1:], &steps)
		assert.LessOrEqual(t, steps, (globStep*len(pattern)+2)*(len(path)+2)+globCompile*len(pattern)+1)
	})
}
