package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lock"
)

func TestValue(t *testing.T) {
	plain, painted := &viewer{page: &page{}}, &viewer{page: &page{color: true}}
	long := strings.Repeat("é", 500)
	for name, tc := range map[string]struct {
		value      string
		start, end int
		want       string
	}{
		"a word":             {"Reads a note.", 8, 12, "Reads a {+note+}."},
		"nothing of it":      {"Reads a note.", 8, 8, "Reads a note."},
		"all of it":          {"Reads", 0, 5, "{+Reads+}"},
		"hidden":             {"Reads\u200b\u202e a note.\n", 5, 11, `Reads{+U+200BU+202E+} a note.\n`},
		"empty":              {"", 0, 0, "(empty)"},
		"out of range":       {"abc", -4, 90, "{+abc+}"},
		"end before start":   {"abc", 2, 1, "abc"},
		"no UTF-8":           {"a\xffb", 1, 2, `a{+\xFF+}b`},
		"an escape sequence": {"a\x1b[31mb", 0, 0, "aU+001B[31mb"},
		"long before":        {long + "x", 1000, 1001, "…" + strings.Repeat("é", contextRunes) + "{+x+}"},
		"long after":         {"x" + long, 0, 1, "{+x+}" + strings.Repeat("é", contextRunes-1) + "…"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tc.want, plain.value(true, tc.value, [][2]int{{tc.start, tc.end}}, added))
		})
	}
	assert.Equal(t, "(nothing)", plain.value(false, "x", [][2]int{{0, 1}}, added))
	assert.Equal(t, "Reads a \x1b[1;31mnote\x1b[0m.", painted.value(true, "Reads a note.", [][2]int{{8, 12}}, gone))

	// Of what is new both ends are shown: words are hidden behind others.
	got := plain.value(true, "first "+strings.Repeat("\u200b", 100_000)+" last", [][2]int{{0, 300_011}}, added)
	assert.True(t, strings.HasPrefix(got, "{+first U+200B"))
	assert.True(t, strings.HasSuffix(got, "U+200B last+}"))
	assert.Contains(t, got, " 99611 characters ")
	assert.Less(t, utf8.RuneCountInString(got), 2_000)
	assert.Equal(t, 99_611, plain.hidden)
}

func TestRedacted(t *testing.T) {
	const one, two = "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_26C7e42F292c6912E7710c838347Ae178B4b"
	word := func(s string) *detect.Node { return &detect.Node{Kind: detect.NodeString, Text: s} }
	for name, tc := range map[string]struct {
		before, after                string
		wantBefore, wantAfter        string
		changedBefore, wantedChanged string
	}{
		"none":               {"Reads a note.", "Reads a book.", "Reads a note.", "Reads a book.", "note", "book"},
		"beside the words":   {"Key " + one + " reads.", "Key " + one + " writes.", "Key ghp_[REDACTED] reads.", "Key ghp_[REDACTED] writes.", "reads", "writes"},
		"only the key":       {"Key " + one + " reads.", "Key " + two + " reads.", "Key ghp_[REDACTED] reads.", "Key ghp_[REDACTED] reads.", "", ""},
		"only one side":      {"Key reads.", "Key " + two + " reads.", "Key reads.", "Key ghp_[REDACTED] reads.", "", "ghp_[REDACTED]"},
		"nothing but a key":  {one, two, "ghp_[REDACTED]", "ghp_[REDACTED]", "", ""},
		"a key that is gone": {one, "", "ghp_[REDACTED]", "", "ghp_[REDACTED]", ""},
	} {
		t.Run(name, func(t *testing.T) {
			changes := redacted(lock.Fields(word(tc.before), word(tc.after)), nil)
			require.Len(t, changes, 1)
			c := changes[0]
			assert.Equal(t, tc.wantBefore, c.Before)
			assert.Equal(t, tc.wantAfter, c.After)
			assert.Equal(t, tc.changedBefore, strings.TrimSpace(c.Before[c.BeforeStart:c.BeforeEnd]))
			assert.Equal(t, tc.wantedChanged, strings.TrimSpace(c.After[c.AfterStart:c.AfterEnd]))
		})
	}
}
