package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

func changedLines(lines map[string][]int) Changed {
	return func(file string, first, last int) bool {
		for _, n := range lines[file] {
			if first <= n && n <= last {
				return true
			}
		}
		return false
	}
}

// spanned returns a finding whose one signal stands on the bytes from start to end.
func spanned(f *source.File, start, end int) lint.Finding {
	return lint.Finding{
		Finding: detect.Finding{Severity: detect.SeverityHigh, CheckIDs: []string{"unicode.hidden"}, Signals: []detect.Signal{{CheckID: "unicode.hidden"}}},
		File:    f, Places: []lint.Place{{Where: source.Location{File: f, Span: source.Span{Start: start, End: end}}}},
	}
}

func TestGitHubChanged(t *testing.T) {
	f := source.NewFile("dir/a.json", "a.json", []byte("1\n22\n333\n4\n5\n"))
	other := source.NewFile("dir/b.json", "b.json", []byte("1\n2\n"))
	at := func(file *source.File, start, end int) source.Location {
		return source.Location{File: file, Span: source.Span{Start: start, End: end}}
	}
	for name, c := range map[string]struct {
		finding lint.Finding
		changed map[string][]int
		want    bool
	}{
		"line":               {spanned(f, 2, 4), map[string][]int{"a.json": {2}}, true},
		"line before":        {spanned(f, 2, 4), map[string][]int{"a.json": {1}}, false},
		"line after":         {spanned(f, 2, 4), map[string][]int{"a.json": {3}}, false},
		"line feed is of it": {spanned(f, 2, 5), map[string][]int{"a.json": {3}}, false},
		"first of several":   {spanned(f, 2, 6), map[string][]int{"a.json": {2}}, true},
		"last of several":    {spanned(f, 2, 6), map[string][]int{"a.json": {3}}, true},
		"empty span":         {spanned(f, 5, 5), map[string][]int{"a.json": {3}}, true},
		"other file":         {spanned(f, 2, 4), map[string][]int{"b.json": {2}}, false},
		"shown path":         {spanned(f, 2, 4), map[string][]int{"dir/a.json": {2}}, false},
		"nothing changed":    {spanned(f, 2, 4), nil, false},
		"second signal": {lint.Finding{
			Finding: detect.Finding{Severity: detect.SeverityHigh, Signals: []detect.Signal{{CheckID: "x"}, {CheckID: "y"}}},
			Places:  []lint.Place{{Where: at(f, 0, 1)}, {Where: at(f, 9, 10)}},
		}, map[string][]int{"a.json": {4}}, true},
		"further piece": {lint.Finding{
			Finding: detect.Finding{Severity: detect.SeverityHigh, Signals: []detect.Signal{{CheckID: "x"}}},
			Places:  []lint.Place{{Where: at(f, 0, 1), More: []source.Location{at(f, 9, 10)}}},
		}, map[string][]int{"a.json": {4}}, true},
		"tool that is imitated": {lint.Finding{
			Finding: detect.Finding{Severity: detect.SeverityHigh, Signals: []detect.Signal{{CheckID: "x"}}},
			Places:  []lint.Place{{Where: at(f, 0, 1), Related: []source.Location{{}, at(other, 2, 3)}}},
		}, map[string][]int{"b.json": {2}}, true},
		"related without a place": {lint.Finding{
			Finding: detect.Finding{Severity: detect.SeverityHigh, Signals: []detect.Signal{{CheckID: "x"}}},
			Places:  []lint.Place{{Where: at(f, 0, 1), Related: []source.Location{{}}}},
		}, map[string][]int{"b.json": {2}}, false},
		"no place": {lint.Finding{
			Finding: detect.Finding{Severity: detect.SeverityHigh, Signals: []detect.Signal{{CheckID: "x"}}}, Places: []lint.Place{{}},
		}, nil, true},
	} {
		var buf bytes.Buffer
		require.NoError(t, GitHubWith(&buf, &lint.Report{Findings: []lint.Finding{c.finding}}, GitHubOptions{Changed: changedLines(c.changed)}))
		assert.Equal(t, c.want, strings.Contains(buf.String(), "::error"), "%s: %s", name, buf.String())
		assert.Equal(t, !c.want, strings.Contains(buf.String(), "No annotation for 1 of 1 finding, on lines that the change does not touch"), "%s: %s", name, buf.String())
	}
}

// A lone carriage return ends a line for editors, though not for Git: it must not move a finding out of the change.
func TestGitHubChangedCountsAsGit(t *testing.T) {
	f := source.NewFile("a.json", "a.json", []byte("1\r\r\r\r1\r\n2\u2028\rwords\n"))
	r := &lint.Report{Findings: []lint.Finding{spanned(f, 13, 16)}}
	var buf bytes.Buffer
	require.NoError(t, GitHubWith(&buf, r, GitHubOptions{Changed: changedLines(map[string][]int{"a.json": {2}})}))
	assert.Contains(t, buf.String(), "::error")
}

func TestGitHubChangedRemarks(t *testing.T) {
	f := source.NewFile("a.py", "a.py", []byte("1\n2\n3\n"))
	on := func(start int) source.Location {
		return source.Location{File: f, Span: source.Span{Start: start, End: start + 1}}
	}
	r := &lint.Report{
		Settings:   []string{"settings of x"},
		Notes:      []lint.Remark{{Text: "first note", Where: on(0)}, {Text: "second note", Where: on(2)}},
		Unresolved: []lint.Remark{{Text: "first unknown", Where: on(0)}, {Text: "second unknown", Where: on(2)}},
	}
	var buf bytes.Buffer
	require.NoError(t, GitHubWith(&buf, r, GitHubOptions{Changed: changedLines(map[string][]int{"a.py": {2}})}))
	out := buf.String()
	assert.Contains(t, out, "second note")
	assert.Contains(t, out, "second unknown")
	assert.NotContains(t, out, "first")
	assert.Contains(t, out, "settings of x", "what is about the whole run stays")
}

func TestGitHubChangedLimits(t *testing.T) {
	f := source.NewFile("a.json", "a.json", []byte("1\n2\n"))
	r := &lint.Report{}
	for range 40 {
		for _, at := range []int{0, 2} {
			finding := spanned(f, at, at+1)
			finding.Severity = detect.SeverityLow
			r.Findings = append(r.Findings, finding)
		}
	}
	list := annotations(r, changedLines(map[string][]int{"a.json": {2}}), 10, 50)
	require.Len(t, list, 10, "both counts have their place among the ten notices")
	assert.Contains(t, list[8].message, "32 of 40 findings have no annotation")
	assert.Contains(t, list[9].message, "No annotation for 40 of 80 findings, on lines")
	assert.Len(t, annotations(r, changedLines(map[string][]int{"a.json": {2}}), 100, 20), 20)
}

func TestMessageIsDefused(t *testing.T) {
	for _, words := range hostileWords {
		for _, level := range []string{LevelError, LevelWarning, LevelNotice} {
			var buf bytes.Buffer
			require.NoError(t, Message(&buf, level, words, words))
			assertCommands(t, buf.String(), 1)
			assert.True(t, strings.HasPrefix(buf.String(), "::"+level+" "))
		}
	}
}

func TestMarkdownWithin(t *testing.T) {
	r := many(hostileReport(strings.Repeat("x", 300), detect.SeverityHigh), 3000, func(int) detect.Severity { return detect.SeverityHigh })
	for _, limit := range []int{-5, 0, 1, 30, 200, 1000, 5000, 100_000, 700_000, 1 << 20, 1 << 30} {
		var buf bytes.Buffer
		require.NoError(t, MarkdownWithin(&buf, r, limit))
		assert.LessOrEqual(t, buf.Len(), max(limit, 0))
		assert.LessOrEqual(t, buf.Len(), markdownBytes)
		if limit >= 1000 {
			assert.Contains(t, buf.String(), "## mcp-lint: 3000 findings", limit)
		}
		if limit >= 5000 {
			assert.Contains(t, buf.String(), "more are not shown", limit)
			assert.Contains(t, buf.String(), "### Suppressed", limit)
		}
	}
	var whole, within bytes.Buffer
	require.NoError(t, Markdown(&whole, r))
	require.NoError(t, MarkdownWithin(&within, r, 1<<20))
	assert.True(t, whole.String() == within.String(), "a limit that does not bite changes nothing")
}
