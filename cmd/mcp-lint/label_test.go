package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lock"
)

func TestLabels(t *testing.T) {
	for want, k := range map[string]lock.Key{
		"notes/read":              {Kind: detect.KindTool, Server: "notes", Name: "read"},
		"a/b/c/d":                 {Kind: detect.KindTool, Server: "a/b", Name: "c/d"},
		"notes/prompt:hello":      {Kind: detect.KindPrompt, Server: "notes", Name: "hello"},
		"notes/instructions":      {Kind: detect.KindInstructions, Server: "notes"},
		"hints/instructions":      {Kind: detect.KindInstructions, Server: "hints", Name: "hints"},
		"same/prompt:same":        {Kind: detect.KindPrompt, Server: "same", Name: "same"},
		"notes/instructions:main": {Kind: detect.KindInstructions, Server: "notes", Name: "main"},
	} {
		assert.Equal(t, want, k.Label())
	}
}

func TestMatching(t *testing.T) {
	labels := []string{"a/read", "a/*", "a/b/c", "a/prompt:x", "a/hid\u200bden", "a/hidU+200Bden", "a/read", "a/\x1b[31m"}
	for name, want := range map[string][]int{
		"a/read":           {0, 6},
		"a/*":              {1},
		"a/b/c":            {2},
		"a/b*":             {2},
		"*":                {0, 1, 2, 3, 4, 5, 6, 7},
		"a/prompt:*":       {3},
		"a/hid\u200bden":   {4},
		"a/hidU+200Bden":   {5},
		"a/U+001B[31m":     {7},
		"a/hid*den":        {4, 5},
		"b/*":              nil,
		"":                 nil,
		"A/READ":           nil,
		"a/re*read":        nil,
		"**read":           {0, 6},
		"a/[r]ead":         nil,
		"a/hid?den":        nil,
		"a/prompt:x\u200b": nil,
	} {
		assert.Equal(t, want, matching(labels, name), "%q", name)
	}
}

func TestChosen(t *testing.T) {
	labels := []string{"a/read", "a/write", "b/read"}
	got, err := chosen(labels, nil)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 2}, got)
	got, err = chosen(labels, []string{"b/read", "a/*", "a/read"})
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 2}, got)

	_, err = chosen(labels, []string{"a/read", "a/raed", "c/\x1b[31m"})
	var hint *hintError
	require.ErrorAs(t, err, &hint)
	assert.Equal(t, `there is no definition "a/raed" and no "c/U+001B[31m"`, err.Error())
	assert.Contains(t, hint.hint, "a/read")

	_, err = chosen(labels, []string{"1", "2", "3", "4", "5", "6", "7"})
	assert.ErrorContains(t, err, "(and 2 more)")
}
