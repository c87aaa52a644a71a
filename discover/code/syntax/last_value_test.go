package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// TestLastValueSteps asks nested groups for their last values: no expression is looked at once for every group around it.
func TestLastValueSteps(t *testing.T) {
	for name, c := range map[string]struct {
		lang        lex.Language
		open, close string
	}{
		"rust blocks":         {lex.Rust, "{ a(); b ", "}"},
		"rust closures":       {lex.Rust, "f(a, |x| { b(c); ", "})"},
		"rust conditions":     {lex.Rust, "if x { a(b); ", "}"},
		"rust unclosed":       {lex.Rust, "f(a, |x| { b(c); ", ""},
		"kotlin lambdas":      {lex.Kotlin, "f(a) { x -> b(c)\n", "}"},
		"kotlin conditions":   {lex.Kotlin, "val y = if (x) { b(c)\n", "}"},
		"swift closures":      {lex.Swift, "f { x in b(c); return g ", "}"},
		"swift conditions":    {lex.Swift, "if x { ", "}"},
		"ruby blocks":         {lex.Ruby, "f(a) do |x|\n b(c)\n", "end\n"},
		"ruby conditions":     {lex.Ruby, "if x\n b(c)\n", "end\n"},
		"ruby functions":      {lex.Ruby, "def f\n b(c)\n", "end\n"},
		"elixir functions":    {lex.Elixir, "f fn a -> b(c)\n", "end\n"},
		"dart functions":      {lex.Dart, "f(() { b(c); ", "});"},
		"javascript closures": {lex.JavaScript, "f(() => { b(c); ", "});"},
	} {
		t.Run(name, func(t *testing.T) {
			const deep = 200
			one := strings.Repeat(c.open, deep) + "d" + strings.Repeat(c.close, deep) + "\n"
			text := strings.Repeat(one, 5)
			r := readTokens(source.NewFile("x", "x", []byte(text)), c.lang, dialects[c.lang])
			require.Greater(t, len(r.all), 5*deep/2)
			assert.LessOrEqual(t, r.looks, 3*len(r.all))
		})
	}
}
