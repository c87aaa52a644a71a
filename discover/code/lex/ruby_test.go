package lex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRubyHeredocs(t *testing.T) {
	f := readChecked(t, Ruby, "f(<<~A, 1, <<~B)\n  a\nA\n  b#{c}\nB\n").Inlined()
	var out []string
	for i := 0; i < len(f.Tokens); i = f.Next(i) {
		out = append(out, string(f.Raw(i)))
		if f.Tokens[i].Kind == Open {
			require.Equal(t, i, f.Pair(f.Pair(i)))
		}
	}
	assert.Equal(t, []string{"f", "(", "\n"}, out)
	assert.Equal(t, "a\n", f.Text(2).Value)
	assert.Equal(t, Quote, f.Tokens[6].Shape)
}

// TestRubyHeredocStorm reads ten thousand heredocs on one line, and in one another.
func TestRubyHeredocStorm(t *testing.T) {
	many := strings.Repeat("<<A,", 10_000)
	f := readChecked(t, Ruby, many+"\n"+strings.Repeat("x\nA\n", 10_000))
	assert.Len(t, f.heredocs, 10_000)
	assert.Len(t, f.Inlined().Tokens, len(f.Tokens)-10_000)
	assert.Empty(t, readChecked(t, Ruby, many+"\nx\n").heredocs)
	readChecked(t, Ruby, "<<A\n"+strings.Repeat("#{<<A}\nA\n", 10_000)).Inlined()
}
