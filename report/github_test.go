package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// command is the only form a line may have; its groups are the level, the properties and the message.
var command = regexp.MustCompile(`^::(error|warning|notice) ([^:]*)::(.*)$`)

func assertCommands(t *testing.T, out string, n int) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	require.Len(t, lines, n)
	for _, line := range lines {
		m := command.FindStringSubmatch(line)
		require.NotNil(t, m, "%q", line)
		// The runner may compare without what is not ASCII.
		ascii := strings.Map(func(r rune) rune {
			if r > 0x7E {
				return -1
			}
			return r
		}, m[2]+"\n"+m[3])
		require.NotContains(t, ascii, "::")
		require.NotContains(t, ascii, "##[")
		for _, r := range line {
			require.False(t, text.Invisible(r), "%U in %q", r, line)
		}
		for _, property := range strings.Split(m[2], ",") {
			require.Regexp(t, `^(title|file|line|endLine|col|endColumn)=`, property)
		}
	}
}

// annotated returns the annotations of a report.
func annotated(t testing.TB, r *lint.Report, opts GitHubOptions) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, GitHub(&b, r, opts))
	return b.String()
}

func FuzzGitHubIsDefused(f *testing.F) {
	addHostile(f)
	f.Fuzz(func(t *testing.T, words string) {
		for _, severity := range []detect.Severity{detect.SeverityMedium, detect.SeverityHigh} {
			got := annotated(t, hostileReport(words, severity), GitHubOptions{})
			assertCommands(t, got, 5)
		}
	})
}

func TestGitHubLimits(t *testing.T) {
	base := hostileReport("x", detect.SeverityHigh)
	base.Skips, base.Coverage, base.Settings = nil, detect.Coverage{}, nil
	base.Lock, base.Summary.Suppressed = nil, 0
	severities := []detect.Severity{detect.SeverityLow, detect.SeverityMedium, detect.SeverityHigh, detect.SeverityCritical}
	r := many(base, 200, func(i int) detect.Severity { return severities[i%4] })
	for i := range r.Findings {
		r.Findings[i].Message = fmt.Sprintf("finding %d", i)
	}
	got := annotated(t, r, GitHubOptions{})
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	counts := map[string]int{}
	for _, line := range lines {
		counts[command.FindStringSubmatch(line)[1]]++
	}
	assert.Equal(t, map[string]int{"error": 10, "warning": 10, "notice": 10}, counts)
	assert.Contains(t, lines[len(lines)-1], "171 of 200 findings have no annotation")
	assert.Contains(t, lines[0], "(critical")
	assert.Contains(t, lines[0], "Finding 3.", "equal severities keep the order of places")

	assert.Len(t, annotationsAfter(nil, r, nil, 10, 5), 5)
	assert.Len(t, annotationsAfter(nil, many(base, 9, func(int) detect.Severity { return detect.SeverityLow }), nil, 10, 50), 9,
		"nothing is left out")
	assert.Empty(t, annotationsAfter(nil, &lint.Report{}, nil, 2, 50))
}

func TestDefuse(t *testing.T) {
	for in, want := range map[string]string{
		"a::b": "a: :b", ":::": ": : :", "##[x]": "## [x]", "###[": "### [", "# [##": "# [##", ":\u65E5:": ":\u65E5 :",
		"plain: text": "plain: text",
	} {
		assert.Equal(t, want, defuse(in), in)
	}
}

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
	return located(
		detect.Finding{
			Severity: detect.SeverityHigh, CheckIDs: []string{"unicode.hidden"},
			Signals: []detect.Signal{{CheckID: "unicode.hidden"}},
		},
		lint.Located{Where: source.Location{File: f, Span: source.Span{Start: start, End: end}}},
	)
}

func TestGitHubChanged(t *testing.T) {
	f := source.NewFile("dir/a.json", "a.json", []byte("1\n22\n333\n4\n5\n"))
	other := source.NewFile("dir/b.json", "b.json", []byte("1\n2\n"))
	at := func(file *source.File, start, end int) source.Location {
		return source.Location{File: file, Span: source.Span{Start: start, End: end}}
	}
	related := []detect.Related{{}, {}}
	one := detect.Finding{Severity: detect.SeverityHigh, Signals: []detect.Signal{{CheckID: "x", Related: related}}}
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
		"second signal": {located(
			detect.Finding{Severity: detect.SeverityHigh, Signals: []detect.Signal{{CheckID: "x"}, {CheckID: "y"}}},
			lint.Located{Where: at(f, 0, 1)}, lint.Located{Where: at(f, 9, 10)},
		), map[string][]int{"a.json": {4}}, true},
		"further piece": {
			located(one, lint.Located{Where: at(f, 0, 1), More: []source.Location{at(f, 9, 10)}}),
			map[string][]int{"a.json": {4}},
			true,
		},
		"tool that is imitated": {
			located(one, lint.Located{Where: at(f, 0, 1), Related: []source.Location{{}, at(other, 2, 3)}}),
			map[string][]int{"b.json": {2}},
			true,
		},
		"related without a place": {
			located(one, lint.Located{Where: at(f, 0, 1), Related: []source.Location{{}}}),
			map[string][]int{"b.json": {2}},
			false,
		},
		"no place": {located(one, lint.Located{}), nil, true},
	} {
		got := annotated(t, &lint.Report{Findings: []lint.Finding{c.finding}}, GitHubOptions{Changed: changedLines(c.changed)})
		assert.Equal(t, c.want, strings.Contains(got, "::error"), "%s: %s", name, got)
		assert.Equal(t, !c.want, strings.Contains(got, "No annotation for 1 of 1 finding, on lines that the change does not touch"),
			"%s: %s", name, got)
	}
}

// A lone carriage return ends a line for editors, though not for Git: it must not move a finding out of the change.
func TestGitHubChangedCountsAsGit(t *testing.T) {
	f := source.NewFile("a.json", "a.json", []byte("1\r\r\r\r1\r\n2\u2028\rwords\n"))
	r := &lint.Report{Findings: []lint.Finding{spanned(f, 13, 16)}}
	got := annotated(t, r, GitHubOptions{Changed: changedLines(map[string][]int{"a.json": {2}})})
	assert.Contains(t, got, "::error")
}

func TestGitHubChangedRemarks(t *testing.T) {
	f := source.NewFile("a.py", "a.py", []byte("1\n2\n3\n"))
	on := func(start int) lint.Place {
		return placed(source.Location{File: f, Span: source.Span{Start: start, End: start + 1}})
	}
	r := &lint.Report{
		Settings:   []string{"settings of x"},
		Notes:      []lint.Remark{{Text: "first note", Where: on(0)}, {Text: "second note", Where: on(2)}},
		Unresolved: []lint.Remark{{Text: "first unknown", Where: on(0)}, {Text: "second unknown", Where: on(2)}},
	}
	got := annotated(t, r, GitHubOptions{Changed: changedLines(map[string][]int{"a.py": {2}})})
	assert.Contains(t, got, "second note")
	assert.Contains(t, got, "second unknown")
	assert.NotContains(t, got, "first")
	assert.Contains(t, got, "settings of x", "what is about the whole run stays")
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
	list := annotationsAfter(nil, r, changedLines(map[string][]int{"a.json": {2}}), 10, 50)
	require.Len(t, list, 10, "both counts have their place among the ten notices")
	assert.Contains(t, list[8].Message, "32 of 40 findings have no annotation")
	assert.Contains(t, list[9].Message, "No annotation for 40 of 80 findings, on lines")
	assert.Len(t, annotationsAfter(nil, r, changedLines(map[string][]int{"a.json": {2}}), 100, 20), 20)
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

// TestCautionsAreBounded has more to say than anybody reads, in words that are as long as they may be.
func TestCautionsAreBounded(t *testing.T) {
	long := strings.Repeat("\u202e<b>##[error]", 5000)
	many := Caution{File: long, Line: 7, Text: "it approves many"}
	for i := range 5000 {
		many.Items = append(many.Items, fmt.Sprint(i, long))
	}
	list := []Caution{many, many, many}
	for _, limit := range []int{0, 500, 10_000, 200_000} {
		var b bytes.Buffer
		require.NoError(t, MarkdownCautions(&b, list, limit))
		assert.LessOrEqual(t, b.Len(), limit)
		assert.NotContains(t, b.String(), "<b>")
	}
	var log, gh bytes.Buffer
	require.NoError(t, TextCautions(&log, list))
	assert.Less(t, log.Len(), 100_000)
	assert.Equal(t, 3, strings.Count(log.String(), " and more.\n"))
	require.NoError(t, GitHub(&gh, &lint.Report{}, GitHubOptions{Cautions: list}))
	assert.Equal(t, 1, strings.Count(gh.String(), "\n"))
	assert.NotContains(t, gh.String(), "##[")
	for _, r := range log.String() + gh.String() {
		assert.True(t, r == '\n' || !text.Invisible(r))
	}
}

func TestCautionsTakeRoom(t *testing.T) {
	r := &lint.Report{}
	for i := range 10 {
		r.Findings = append(r.Findings, located(
			detect.Finding{Tool: fmt.Sprint(i), Severity: detect.SeverityMedium, Signals: []detect.Signal{{CheckID: "a.b"}}}, lint.Located{},
		))
	}
	count := func(o GitHubOptions) (warnings, left int) {
		var b bytes.Buffer
		require.NoError(t, GitHub(&b, r, o))
		return strings.Count(b.String(), "::warning "), strings.Count(b.String(), "1 of 10 findings have no annotation")
	}
	warnings, left := count(GitHubOptions{})
	assert.Equal(t, "10 0", fmt.Sprint(warnings, left))
	warnings, left = count(GitHubOptions{Cautions: []Caution{{Text: "look"}}})
	assert.Equal(t, "10 1", fmt.Sprint(warnings, left))
}

func TestSuppressedByChange(t *testing.T) {
	file := source.NewFile("x/s.py", "s.py", []byte("one\ntwo\nthree\nfour\n"))
	at := func(start, end int) source.Location {
		return source.Location{File: file, Span: source.Span{Start: start, End: end}, Exact: true}
	}
	suppressed := func(where source.Location, by int) lint.Suppressed {
		return lint.Suppressed{By: by, Finding: located(
			detect.Finding{Tool: "t", Signals: []detect.Signal{{CheckID: "a.b", Evidence: "words"}}}, lint.Located{Where: where},
		)}
	}
	r := &lint.Report{
		Suppressions: []lint.Suppression{
			{Kind: lint.SuppressedByComment, Where: placed(at(0, 3)), Count: 1, Reason: "fine"},
			{Kind: lint.SuppressedByConfig, Where: placed(at(0, 3)), Count: 1, Reason: "fine"},
		},
		Suppressed: []lint.Suppressed{suppressed(at(8, 13), 0), suppressed(at(14, 18), 1), suppressed(at(4, 7), -1)},
	}
	for line, want := range map[int]string{
		1: "s.py:1 1 finding is suppressed", 2: "s.py:2 1 finding is suppressed", 3: "s.py:3 1 finding is suppressed",
		4: "s.py:4 1 finding is suppressed", 5: "",
	} {
		c, ok := SuppressedByChange(r, func(name string, first, last int) bool { return name == "s.py" && first <= line && line <= last })
		assert.Equal(t, want != "", ok, line)
		if ok {
			assert.Contains(t, fileLine(c.File, c.Line)+" "+c.Text, want, "of the entry in the settings the caution is another one")
		}
	}
	c, ok := SuppressedByChange(r, func(string, int, int) bool { return true })
	require.True(t, ok)
	assert.Equal(t, "3 findings are suppressed in what the change writes, or by a comment that it writes", c.Text)
	assert.Len(t, c.Items, 3)
}
