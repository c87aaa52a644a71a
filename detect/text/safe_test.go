package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBreakCommands(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "",
		"plain # and ## [x]":    "plain # and ## [x]",
		"##[error]x":            "## [error]x",
		"a ##[group]b##[c] é":   "a ## [group]b## [c] é",
		"###[x]":                "### [x]",
		"##vso[task.x]y":        "## vso[task.x]y",
		"##TeamCity[x y='z']":   "## TeamCity[x y='z']",
		"x####VsO[y]":           "x#### VsO[y]",
		"##vs[ ##vso ## vso[ #": "##vs[ ##vso ## vso[ #",
	} {
		assert.Equal(t, want, BreakCommands(in), in)
	}
}
