package discover

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

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
			assert.True(t, g.fits(s, false, &steps), "%s matches %s", c.pattern, s)
		}
		for _, s := range strings.Fields(c.no) {
			assert.False(t, g.fits(s, false, &steps), "%s does not match %s", c.pattern, s)
		}
	}
}

func TestGlobIsNotExponential(t *testing.T) {
	// A matcher that tries one way after the other would not end before the sun does.
	steps, long := 0, strings.Repeat("a/", 2000)
	g := glob{pattern: strings.Repeat("**/*a*", 100) + "b"}
	assert.False(t, g.fits(long, false, &steps))
	g = glob{pattern: strings.Repeat("**/", 300) + "b"}
	assert.False(t, g.fits(long, false, &steps))
	assert.True(t, g.fits(long+"b", false, &steps))
}

func FuzzGlob(f *testing.F) {
	f.Add("a/**/b[!x]*?", "a/q/byz")
	f.Add("[[:alpha:]-z\\]", "a")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if len(pattern) > maxIgnorePattern {
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
