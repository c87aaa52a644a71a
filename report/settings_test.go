package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

// longSettings have what silences behind more than one line holds, and counts at the ends of long lines.
func longSettings() []string {
	out := []string{"settings of .mcp-lint.yaml", "include: " + strings.Repeat("in/**, ", 40) + "and 300 more"}
	out = append(out, "exclude: "+strings.Repeat("out/**, ", 30)+"and 498 more", "ignore: 30 entries")
	for i := range 20 {
		out = append(out, fmt.Sprintf("ignore at line %d: all checks, tool %s: \"%s\"", i+9, strings.Repeat("t", 100), strings.Repeat("r", 100)))
	}
	return append(out, "ignore: and 10 more")
}

func TestLongSettingsInEverySink(t *testing.T) {
	r := sample("plain")
	r.Settings = longSettings()
	got := render(t, r, TextOptions{})
	assert.Contains(t, got, "Settings:\n  "+strings.Join(r.Settings, "\n  ")+"\n")
	assert.Contains(t, render(t, r, TextOptions{Quiet: true}), "and 498 more\n")

	got = written(t, func(b *bytes.Buffer) error { return Markdown(b, r) })
	assertInert(t, got)
	assert.Contains(t, got, "<details><summary>Settings: 25</summary>\n\n- <code>settings of .mcp-lint.yaml</code>\n")
	list, _, _ := strings.Cut(got, "</details>")
	assert.Equal(t, len(r.Settings), strings.Count(list, "\n- "))
	assert.Contains(t, got, "and 498 more</code>\n")
	for limit := minMarkdown; limit < 40_000; limit += 997 {
		got = written(t, func(b *bytes.Buffer) error { return MarkdownWithin(b, r, limit) })
		assertInert(t, got)
		assert.LessOrEqual(t, len(got), limit)
		assert.Contains(t, got, "<summary>Settings: 25</summary>")
		if !strings.Contains(got, "ignore at line 28") {
			assert.Regexp(t, `<code>and \d+ more settings? \(.*ignore\)</code>`, got)
		}
	}

	got = written(t, func(b *bytes.Buffer) error { return GitHub(b, r) })
	assert.Regexp(t, `settings of the repository::settings of .mcp-lint.yaml; ignore: 30 entries; exclude: (out/\*\*, )+and 498 more; .*; and \d+ more settings \(.*ignore\)\n`, got)

	for _, e := range gitlabList(t, r) {
		if e.CheckName == gitlabSettings {
			assert.Regexp(t, `: settings of .mcp-lint.yaml; ignore: 30 entries; exclude: .*and 498 more; and \d+ more settings \(include, ignore\)$`, e.Description)
			assert.LessOrEqual(t, utf8.RuneCountInString(e.Description), gitlabRunes)
		}
	}
	got = plainText(page(t, r))
	for _, want := range []string{"and 498 more", "and 300 more", "ignore: and 10 more"} {
		holds(t, got, want)
	}
	var d Document
	require.NoError(t, json.Unmarshal([]byte(written(t, func(b *bytes.Buffer) error { return JSON(b, r) })), &d))
	assert.Equal(t, r.Settings, d.Settings)
}

// One line of settings stays one, however long the one setting is.
func TestShortSettingsStayOnOneLine(t *testing.T) {
	r := sample("plain")
	r.Settings = []string{"settings of x", "skip: a, b", "ignore: 1 entry"}
	assert.Contains(t, render(t, r, TextOptions{}), "Settings: settings of x; skip: a, b; ignore: 1 entry.\n")
	assert.NotContains(t, written(t, func(b *bytes.Buffer) error { return Markdown(b, r) }), "<summary>Settings")
	r.Settings = []string{"skip: " + strings.Repeat("a", 300)}
	assert.Contains(t, render(t, r, TextOptions{}), "Settings: "+r.Settings[0]+".\n")
	for _, e := range gitlabList(t, r) {
		assert.NotContains(t, e.Description, "more settings")
	}
}

// What is suppressed is named as far as what is told: also the tools that have the very same words.
func TestSharersOfSuppressedFindings(t *testing.T) {
	r := pulled()
	r.Suppressed[0].SharedBy = []string{"beta", "ga\u200bmma"}
	r.Suppressed[1].SharedBy = []string{"beta", "d1", "d2", "d3", "d4", "d5"}
	for name, got := range map[string]string{
		"text": render(t, r, TextOptions{Verbose: true}), "html": plainText(page(t, r)),
		"markdown": strings.NewReplacer("&#58;", ":", "&#34;", `"`, "&#43;", "+").Replace(written(t, func(b *bytes.Buffer) error { return Markdown(b, r) })),
	} {
		assert.Contains(t, got, `, and in 2 more: "beta", "gaU+200Bmma", by an ignore`, name)
		assert.Contains(t, got, `, and in 6 more: "beta", "d1", "d2", "d3", "d4", …, by the baseline`, name)
	}
	got := written(t, func(b *bytes.Buffer) error { return GitHub(b, r) })
	assert.Contains(t, got, `1 by the baseline in repo/base.jsonl; suppressed words are also part of "beta", "gaU+200Bmma", "d1" and 4 more`+"\n")
	for _, e := range gitlabList(t, r) {
		if e.CheckName == gitlabFiltered {
			assert.Contains(t, e.Description, `confidence floor. Suppressed words are also part of "beta", "gaU+200Bmma", "d1" and 4 more. Suppressed: 1 by a comment`)
		}
	}
	for i := range r.Suppressed {
		for range 2000 {
			r.Suppressed[i].SharedBy = append(r.Suppressed[i].SharedBy, strings.Repeat("x", 500)+fmt.Sprint(len(r.Suppressed[i].SharedBy)))
		}
	}
	assert.Less(t, len(render(t, r, TextOptions{Verbose: true})), 10_000)
	assert.Regexp(t, `suppressed findings::.* and \d+ more\n`, written(t, func(b *bytes.Buffer) error { return GitHub(b, r) }))
}

// GitLab says how the lock stands, and has the notes at their places.
func TestGitLabLockAndNotes(t *testing.T) {
	r := pulled()
	r.Lock.Unseen = 7
	outside := r.Suppressions[1].Where
	inTree := r.Findings[0].Places[0].Where
	r.Notes = []lint.Remark{{Text: "the entry has expired\u202e", Where: outside}, {Text: "an approved tool is gone", Where: inTree}, {Text: "an approved tool is gone", Where: inTree}}
	r.Summary.Notes = 3
	var notes []GitLabEntry
	locks := 0
	for _, e := range gitlabList(t, r) {
		switch e.CheckName {
		case gitlabNote:
			notes = append(notes, e)
		case gitlabLock:
			locks++
			assert.Equal(t, "Lock mcp-lint.lock: 41 approved, 1 changed, 2 pending, 1 removed, 7 not looked at.", e.Description)
			assert.Equal(t, gitlabInfo, e.Severity)
		}
	}
	assert.Equal(t, 1, locks)
	require.Len(t, notes, 3)
	assert.Equal(t, "the entry has expiredU+202E (.mcp-lint.yaml:3)", notes[0].Description)
	assert.Equal(t, wholeTree, notes[0].Location.Path)
	assert.Equal(t, "repo/srv/tools.json", notes[1].Location.Path)
	assert.Equal(t, 2, notes[1].Location.Lines.Begin)
	assert.Equal(t, gitlabInfo, notes[1].Severity)
	assert.NotEqual(t, notes[1].Fingerprint, notes[2].Fingerprint, "GitLab keeps one of equal fingerprints")

	for range 2 * lint.KeptRemarks {
		r.Notes = append(r.Notes, r.Notes[0])
	}
	r.Summary.Notes = 5000
	list := gitlabList(t, r)
	assert.Equal(t, "Further notes that are not in this report: 4900", list[len(list)-1].Description)
	assert.Equal(t, gitlabCut, list[len(list)-1].CheckName)
	assert.Less(t, len(list), 200)
}

// Every format that counts says how much of what was approved was not looked at.
func TestUnseenInEverySink(t *testing.T) {
	r := pulled()
	r.Lock.Unseen = 7
	for name, got := range map[string]string{
		"text": render(t, r, TextOptions{}), "github": written(t, func(b *bytes.Buffer) error { return GitHub(b, r) }),
		"markdown": written(t, func(b *bytes.Buffer) error { return Markdown(b, r) }), "html": plainText(page(t, r)),
		"gitlab": written(t, func(b *bytes.Buffer) error { return GitLab(b, r) }),
	} {
		assert.Contains(t, got, "1 removed, 7 not looked at.", name)
	}
	assert.Contains(t, written(t, func(b *bytes.Buffer) error { return JSON(b, r) }), `"unseen": 7`)
}

func TestManySettingsAreInert(t *testing.T) {
	for _, words := range hostileWords {
		r := hostileReport(words, detect.SeverityHigh)
		for range 30 {
			r.Settings = append(r.Settings, words+strings.Repeat("x", 50), "exclude: "+words)
		}
		assertInert(t, written(t, func(b *bytes.Buffer) error { return Markdown(b, r) }))
		assertInert(t, written(t, func(b *bytes.Buffer) error { return MarkdownWithin(b, r, 3000) }))
		assert.NotContains(t, strings.ReplaceAll(written(t, func(b *bytes.Buffer) error { return GitHub(b, r) }), "\n::", ""), "##[")
		for _, line := range strings.Split(render(t, r, TextOptions{}), "\n") {
			assert.NotRegexp(t, `^::|##\[`, line)
		}
		gitlabList(t, r)
	}
}
