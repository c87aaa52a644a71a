package ignore

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/internal/golden"
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
	golden.Lines(t, "testdata/globs.txt", func(line string) []string {
		pattern, names, ok := strings.Cut(line, " => ")
		assert.True(t, ok, line)
		g, steps := glob{pattern: pattern}, 0
		var fit []string
		for name := range strings.FieldsSeq(names) {
			if g.fits(name, &steps) {
				fit = append(fit, name)
			}
		}
		return []string{strings.Join(fit, " ")}
	})
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
