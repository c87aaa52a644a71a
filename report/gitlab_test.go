package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// gitlabEntry has the names of the members as GitLab reads them.
type gitlabEntry struct {
	Description, Fingerprint, Severity string
	CheckName                          string `json:"check_name"`
	Location                           struct {
		Path  string
		Lines struct{ Begin, End int }
	}
}

// gitlabList writes a report, checks everything that GitLab asks of every entry, and returns the entries.
func gitlabList(t *testing.T, r *lint.Report) (list []gitlabEntry) {
	t.Helper()
	var buf bytes.Buffer
	require.NoError(t, GitLab(&buf, r))
	for i, c := range buf.Bytes() {
		require.True(t, c == '\n' || c >= 0x20 && c < 0x7F, "byte %#x at %d", c, i)
	}
	assert.NotContains(t, buf.String(), "##[")
	dec := json.NewDecoder(bytes.NewReader(buf.Bytes()))
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(&list))
	seen := map[string]bool{}
	for _, e := range list {
		assert.NotEmpty(t, e.CheckName)
		assert.False(t, e.Fingerprint == "" || seen[e.Fingerprint], "fingerprint %q of %q is not its own", e.Fingerprint, e.Description)
		seen[e.Fingerprint] = true
		assert.Contains(t, []string{"info", "minor", "major", "critical", "blocker"}, e.Severity)
		assert.NotEmpty(t, e.Location.Path)
		assert.False(t, strings.HasPrefix(e.Location.Path, "/"), e.Location.Path)
		assert.NotContains(t, strings.Split(e.Location.Path, "/"), "..")
		assert.NotEmpty(t, strings.TrimSpace(e.Description))
		assert.LessOrEqual(t, len([]rune(e.Description)), entryRunes)
		assert.GreaterOrEqual(t, e.Location.Lines.Begin, 1)
		assert.GreaterOrEqual(t, e.Location.Lines.End, e.Location.Lines.Begin)
		for _, c := range e.Description + e.Location.Path + e.CheckName {
			assert.False(t, text.Invisible(c), "%U in %q", c, e.Description+e.Location.Path)
		}
	}
	return list
}

func TestGitLabKeepsFingerprints(t *testing.T) {
	r := sample("plain")
	first := gitlabList(t, r)[0]
	moved := many(r, 2, func(int) detect.Severity { return detect.SeverityLow })
	for i := range moved.Findings {
		f := source.NewFile("x.json", "x.json", []byte("\n\n\n\n\n do it"))
		moved.Findings[i].Signals = slices.Clone(moved.Findings[i].Signals)
		moved.Findings[i].Signals[0].Where = placed(source.Location{File: f, Span: source.Span{Start: 6, End: 11}})
	}
	list := gitlabList(t, moved)
	assert.Equal(t, first.Fingerprint, list[0].Fingerprint)
	assert.Equal(t, []int{6, 6}, []int{list[0].Location.Lines.Begin, list[0].Location.Lines.End})
	assert.Equal(t, entryHash(first.Fingerprint, "2"), list[1].Fingerprint)
}

func TestGitLabPlaces(t *testing.T) {
	data := []byte("one\ntwo\nthree")
	at := func(path, rel string, start, end int) source.Location {
		return source.Location{File: source.NewFile(path, rel, data), Span: source.Span{Start: start, End: end}}
	}
	for _, c := range []struct {
		where source.Location
		want  lineRange
	}{
		{at("a/b.json", "a/b.json", 0, 8), lineRange{Path: "a/b.json", First: 1, Last: 2}},
		{at("a/b.json", "a/b.json", 5, 13), lineRange{Path: "a/b.json", First: 2, Last: 3}},
		{at("a/b.json", "./a//../b.json", -3, -7), lineRange{Path: "a/b.json", First: 1, Last: 1}},
		{at("/etc/x.json", "outside/etc/x.json", 99, 999), lineRange{Path: "outside/etc/x.json", First: 3, Last: 3}},
		{at("<stdin>", "<stdin>", 4, 5), lineRange{Path: "stdin", First: 2, Last: 2}},
		{at("", "..", 4, 5), lineRange{Path: ".", First: 2, Last: 2}},
		{at("n", "a\x00b/\u202Ec", 4, 5), lineRange{Path: "aU+0000b/U+202Ec", First: 2, Last: 2}},
		{source.Location{}, lineRange{Path: ".", First: 1, Last: 1}},
	} {
		got := linesOf(placed(c.where))
		got.Place = lint.Place{}
		assert.Equal(t, c.want, got)
	}
}

func FuzzGitLabIsInert(f *testing.F) {
	addHostile(f)
	f.Fuzz(func(t *testing.T, words string) {
		for _, severity := range []detect.Severity{detect.SeverityHigh, detect.SeverityCritical} {
			r := hostileReport(words, severity)
			r.Skips = append(r.Skips, discover.Skip{Path: words, Rel: "../" + words, Reason: discover.SkipBroken, Detail: words})
			r.Findings = append(r.Findings, r.Findings[0], remarked(words).Findings[0])
			assert.Len(t, gitlabList(t, r), 3+1+2+4, "%q", words)
		}
	})
}

func TestGitLabLimits(t *testing.T) {
	r := many(sample("plain"), 30, func(i int) detect.Severity { return detect.SeverityLow + detect.Severity(i%4) })
	got := entries(r, 7)
	for _, e := range got[:7] {
		assert.Equal(t, detect.SeverityCritical, e.Severity)
	}
	assert.Equal(t, "23 of 30 findings are not in this report: the most severe 7 are.", got[7].Words)

	r.Skips = nil
	for i := range entrySkips + 5 {
		r.Skips = append(r.Skips, discover.Skip{Path: fmt.Sprint(i), Rel: fmt.Sprint(i), Reason: discover.SkipTooLarge})
	}
	list := gitlabList(t, r)
	assert.Contains(t, list[30+entrySkips].Description, "not in this report: 5")
}

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

	got = written(t, func(b *bytes.Buffer) error { return GitHub(b, r, GitHubOptions{}) })
	assert.Regexp(t, `settings of the repository::settings of .mcp-lint.yaml; ignore: 30 entries; exclude: (out/\*\*, )+and 498 more; .*; and \d+ more settings \(.*ignore\)\n`, got)

	for _, e := range gitlabList(t, r) {
		if e.CheckName == entrySettings {
			assert.Regexp(t, `: settings of .mcp-lint.yaml; ignore: 30 entries; exclude: .*and 498 more; and \d+ more settings \(include, ignore\)$`,
				e.Description)
			assert.LessOrEqual(t, utf8.RuneCountInString(e.Description), entryRunes)
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

func TestSharersOfSuppressedFindingsAreBounded(t *testing.T) {
	r := pulled()
	for i := range r.Suppressed {
		for range 2000 {
			r.Suppressed[i].SharedBy = append(r.Suppressed[i].SharedBy, strings.Repeat("x", 500)+fmt.Sprint(len(r.Suppressed[i].SharedBy)))
		}
	}
	assert.Less(t, len(render(t, r, TextOptions{Verbose: true})), 10_000)
	assert.Regexp(t, `suppressed findings::.* and \d+ more\n`, written(t, func(b *bytes.Buffer) error { return GitHub(b, r, GitHubOptions{}) }))
}

func TestGitLabNotesAreBounded(t *testing.T) {
	r := goldens()["more"]
	for range 2 * lint.KeptRemarks {
		r.Notes = append(r.Notes, r.Notes[0])
	}
	r.Summary.Notes = 5000
	list := gitlabList(t, r)
	assert.Equal(t, "Further notes that are not in this report: 4900", list[len(list)-1].Description)
	assert.Equal(t, entryCut, list[len(list)-1].CheckName)
	assert.Less(t, len(list), 200)
}

func TestManySettingsAreInert(t *testing.T) {
	for _, words := range hostileWords {
		r := hostileReport(words, detect.SeverityHigh)
		for range 30 {
			r.Settings = append(r.Settings, words+strings.Repeat("x", 50), "exclude: "+words)
		}
		assertInert(t, written(t, func(b *bytes.Buffer) error { return Markdown(b, r) }))
		assertInert(t, written(t, func(b *bytes.Buffer) error { return MarkdownWithin(b, r, 3000) }))
		assert.NotContains(t, strings.ReplaceAll(written(t, func(b *bytes.Buffer) error { return GitHub(b, r, GitHubOptions{}) }), "\n::", ""), "##[")
		for _, line := range strings.Split(render(t, r, TextOptions{}), "\n") {
			assert.NotRegexp(t, `^::|##\[`, line)
		}
		gitlabList(t, r)
	}
}

// hostileWords try to leave whatever they are quoted in.
var hostileWords = []string{
	"| a | b |", "a\n\n# x\n\n- y", "`` ` ``` ````", "<script>alert(1)</script><!--", "[click](https://evil.example)",
	"![x](http://e.example/p.png)",
	"[[x]][1]\n\n[1]: http://e.example", "@octocat @org/team", "a@evil.example", "www.evil.example WWW.evil.example", "www",
	"http://evil.example ftp://e.example", "#1 GH-1 org/repo#2",
	"**b** _i_ ~~s~~ $x$ $$y$$", `\| \\| \`, "&lt;b&gt; &#96; &amp;", "</code></td></tr></table><h1>", "::error::x", "##[error]x",
	"##\u200B[error]", ":\u200D:set-output name=a::b",
	"%0A::add-mask::x", "\r\n::stop-commands::x", "\x00\x1b]0;x\x07\xff", "\u202Egnp.exe\u202C", "\U000E0041\U000E007F", ":tada: :+1:",
	"<https://evil.example>", "\u65E5\u672C \U0001F600", "####[[", ":::::",
	"\u0301:\u0301:\u0301", "#\u0301#\u0301[error]", strings.Repeat("|`<@", 4000),
	"\x1b[31mred\x1b]0;title\a", "\u202eevil\u2066", "tag\U000E0041\U000E0042", "\u2028next", "\xff\xfe", "\x9b2J", "\ufeffbom",
	"\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\", "</details><details open><summary>0 findings suppressed</summary>", "\r  3 findings suppressed:\r",
}

func hostileReport(words string, severity detect.Severity) *lint.Report {
	return hostileIn(lint.NewQuoter(0), words, severity)
}

func hostileIn(q *lint.Quoter, words string, severity detect.Severity) *lint.Report {
	f := source.NewFile(words, words, []byte("{\n\"a\": \""+words+"\"\n}"))
	s := detect.Signal{
		CheckID: "unicode.hidden", Tier: detect.TierHard, Evidence: words, Detail: words, Field: words,
		Related: []detect.Related{{Server: words, Tool: words, Note: words}, {ToolIndex: detect.Outside, Server: words, Tool: words, Field: words, Note: words, Text: words}},
	}
	here := source.Location{File: f, Span: source.Span{Start: 8, End: 10}, Exact: true}
	find := func(kind detect.Kind) lint.Finding {
		f := q.Finding(
			detect.Finding{Kind: kind, Server: words, Tool: words, Severity: severity, CheckIDs: []string{"unicode.hidden"}, Signals: []detect.Signal{s, s}},
			[]lint.Located{{Where: here, Related: []source.Location{here, here}}, {Where: here}},
		)
		f.ID, f.Digest = "id", lock.Digest(words)
		return f
	}
	suppressed := lint.Suppressed{Finding: find(detect.KindPrompt)}
	again := suppressed
	again.By = 1
	return &lint.Report{
		Suppressed: []lint.Suppressed{suppressed, again},
		Suppressions: []lint.Suppression{
			{Kind: lint.SuppressedByConfig, Reason: words, Where: q.Place(here), Count: 1},
			{Kind: lint.SuppressionKind(words), Reason: words, Where: q.Place(here), Count: 1},
			{Kind: lint.SuppressedByComment, Reason: words},
		},
		Lock:     &lint.LockStatus{Path: words, LockCounts: lint.LockCounts{Approved: 1, Pending: 2, Changed: 3, Removed: 4, Renamed: 5}},
		Settings: []string{words},
		Installed: []lint.InstalledServer{{
			Client: words, Name: words, Launch: words, Where: q.Place(here), Code: []string{words}, Approval: lint.AllApproved, Findings: 1, Worst: severity,
			Packages: []lint.InstalledPackage{{Registry: words, Name: words, Version: words, Found: words}},
		}},
		Findings: []lint.Finding{find(detect.KindTool)},
		Skips:    []discover.Skip{{Path: words, Reason: discover.SkipBroken, Line: 2, Detail: words}},
		Coverage: detect.Coverage{
			Failures: []detect.CheckFailure{{Check: "unicode.hidden", Server: words, Tool: words, Reason: words}},
			Caps:     []detect.CapHit{{Cap: detect.CapText, Server: words, Tool: words, Field: words, Limit: 1, Seen: 2}},
		},
		Summary: lint.Summary{
			Findings: 1, Suppressed: 2, BelowConfidence: 3, Severities: map[detect.Severity]int{severity: 1},
			Skipped: map[discover.Reason]int{discover.SkipBroken: 1},
		},
	}
}

// many returns a report of n findings like the first one of r; severity gives each its own.
func many(r *lint.Report, n int, severity func(i int) detect.Severity) *lint.Report {
	base := r.Findings[0]
	out := *r
	out.Findings = nil
	for i := range n {
		base.Severity = severity(i)
		out.Findings = append(out.Findings, base)
	}
	return &out
}
