package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAnInputThatHoldsNoDefinition(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "empty", "\n \n")
	put(t, "garbage", "garbage\n[]\n")
	put(t, "some", "garbage\n{\"tool\":{\"name\":\"x\"}}\n")
	for _, c := range []struct {
		input  string
		code   int
		says   string
		strict int
	}{
		{"empty", 0, "Nothing to scan", exitNotJudged},
		{"garbage", exitUsage, "no line of the input could be read", exitUsage},
		{"some", 0, "1 line could not be read", exitIncomplete},
	} {
		_, errs, code := runHere(t, "--input", c.input)
		assert.Equal(t, c.code, code, c.input)
		assert.Contains(t, errs, c.says)
		_, _, code = runHere(t, "--input", c.input, "--strict")
		assert.Equal(t, c.strict, code, c.input)
	}
}
