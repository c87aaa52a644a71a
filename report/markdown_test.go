package report

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// checkLink is a link of our own: the ID of a check, which leads to its page.
var checkLink = regexp.MustCompile(`\[(<code>([a-z_.]+)</code>)\]\(https://github\.com/org/mcp-lint/blob/main/docs/checks/([a-z_.]+)\.md\)`)

// foldMark is what a section that has to be unfolded begins and ends with.
var foldMark = regexp.MustCompile(`(?m)^(?:<details><summary>(\d+ findings? suppressed(?: \([a-z0-9, ]+\))?|Settings: \d+)</summary>|</details>)$`)

func assertInert(t *testing.T, out string) {
	t.Helper()
	for _, m := range checkLink.FindAllStringSubmatch(out, -1) {
		require.Equal(t, m[2], m[3])
	}
	out = checkLink.ReplaceAllString(out, "$1")
	require.Equal(t, strings.Count(out, "<details>"), strings.Count(out, "</details>\n\n"))
	out = foldMark.ReplaceAllString(out, "$1")
	// These are the elements that codeElement writes; foreign words cannot write them, for their < is an entity.
	bare := strings.NewReplacer("<code>", "\x01", "</code>", "\x01", "<wbr>", "\x01", "<br>", "\x01").Replace(out)
	require.Equal(t, strings.Count(out, "<code>"), strings.Count(out, "</code>"))
	require.NotRegexp(t, "[<>`\\[\\]!*_~$@\\\\]|\\]\\(|://|(?i)www\\.", bare)
	require.NotRegexp(t, `#[0-9]*[^0-9;# m]`, regexp.MustCompile(`(?m)^#+ `).ReplaceAllString(bare, ""), "a hash that is no entity")
	require.NotRegexp(t, `&[^#]|&#[^0-9]`, bare)
	for _, line := range strings.Split(bare, "\n") {
		if strings.HasPrefix(line, "|") {
			require.Equal(t, 4, strings.Count(line, "|"), line)
		} else {
			require.NotContains(t, line, "|")
		}
		require.Regexp(t, `^(\||- |#{2,3} (mcp-lint|Not|Degraded|Suppressed)|By severity: |Scanned |Settings: |Skipped in all: |Lock .*: \d+ approved|\d+ findings? suppressed|\d+ more are|\d+ tools?: |\d+ findings? in tests|This report is partial: |$)`, line)
	}
	for _, r := range html.UnescapeString(out) {
		require.True(t, r == '\n' || !text.Invisible(r), "%U", r)
	}
}

func FuzzMarkdownIsInert(f *testing.F) {
	addHostile(f)
	f.Fuzz(func(t *testing.T, words string) {
		for _, r := range []*lint.Report{hostileReport(words, detect.SeverityLow), remarked(words)} {
			got := markdown(r, markdownBytes, sectionBytes)
			assertInert(t, got)
			assert.Contains(t, got, "<code>unicode.hidden</code>")
			assert.Contains(t, got, "\n| low")
		}
	})
}

func TestInertKeepsTheWords(t *testing.T) {
	strip := strings.NewReplacer("<code>", "", "</code>", "", "<wbr>", "")
	for _, words := range hostileWords {
		assert.Equal(t, text.Safe(words, 100), html.UnescapeString(strip.Replace(codeElement(words, 100))))
	}
	assert.Equal(t, "<code>servers/<wbr>mail box.json&#58;3&#58;7</code>", codeElement("servers/mail box.json:3:7", 0))
	assert.Empty(t, codeElement("", 5))
}

func TestMarkdownIsCapped(t *testing.T) {
	r := many(hostileReport(strings.Repeat("|`<@", 4000), detect.SeverityHigh), 5000, func(i int) detect.Severity {
		if i == 4999 {
			return detect.SeverityCritical
		}
		return detect.SeverityLow
	})
	for range 500 {
		r.Skips = append(r.Skips, r.Skips[0])
		r.Coverage.Caps = append(r.Coverage.Caps, r.Coverage.Caps[0])
	}
	var buf bytes.Buffer
	require.NoError(t, Markdown(&buf, r))
	assert.Less(t, buf.Len(), 1<<20)
	assert.Regexp(t, `\n\n\d+ more are not shown\.\n`, buf.String())
	assert.Regexp(t, `- and \d+ more\n`, buf.String())
	assert.Contains(t, buf.String(), "### Suppressed")
	assert.Regexp(t, `--- \|\n\| critical `, buf.String(), "the most severe comes first")
	assertInert(t, buf.String())
}

func remarked(words string) *lint.Report {
	r := sample(words)
	f := &r.Findings[0]
	f.Demoted, f.Was, f.Severity = discover.ClassTest, f.Severity, detect.SeverityLow
	r.Unresolved = []lint.Remark{{Kind: detect.KindTool, Name: words, Text: words, Where: f.Signals[0].Where}}
	r.Notes = []lint.Remark{{Text: words, Where: f.Signals[0].Where}}
	r.Summary.Demoted, r.Summary.InCode, r.Summary.Open, r.Summary.Unresolved, r.Summary.Notes = 1, 1, 1, 1, 1
	return r
}

func TestManyRemarksAreCounted(t *testing.T) {
	r := remarked("plain")
	for range 30 {
		r.Notes = append(r.Notes, r.Notes[0])
	}
	r.Summary.Notes = 50
	assert.Contains(t, render(t, r, TextOptions{}), "and 40 more; -v shows them")
	assert.Contains(t, render(t, r, TextOptions{Verbose: true}), "  and 19 more\n")
}

func listing(words string) *lint.Listing {
	f := source.NewFile("src/"+words+".py", "src/x.py", []byte("\n  '"+words+"'\n"))
	at := placed(source.Location{File: f, Span: source.Span{Start: 1, End: 8}, Exact: true})
	return &lint.Listing{
		FilesSeen: 1,
		Definitions: []lint.Definition{{
			Kind: detect.KindTool, Server: words, Name: words, Description: words, Where: at, Copies: []lint.Place{at}, Shape: "decorator",
			Static: "partly", Reason: words, Class: discover.ClassTest, Digest: lock.Digest("sha256:" + strings.Repeat("0", 64)),
			Fields: []lint.Field{{
				Pointer: "/description", Text: words, Role: detect.RoleDescription,
				Places: []lint.Place{placed(source.Location{File: f, Span: source.Span{Start: 4, End: 4 + len(words)}})},
			}},
		}},
	}
}

func listed(t *testing.T, inv *lint.Listing) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, ListText(&b, inv, TextOptions{}))
	return b.String()
}

func sample(words string) *lint.Report {
	data := []byte("{\n  \"description\": \"" + words + " do it\"\n}\n")
	file := source.NewFile("dir/"+words+".json", "dir/"+words+".json", data)
	start := bytes.Index(data, []byte(" do it")) + 1
	where := source.Location{File: file, Span: source.Span{Start: start, End: start + 5}, Exact: true}
	f := detect.Finding{
		Kind: detect.KindTool, Server: words, Tool: words, Tier: detect.TierHard, Severity: detect.SeverityHigh,
		Level: detect.LevelDangerous, Action: detect.ActionQuarantine, ThreatType: detect.ThreatToolPoisoning,
		Confidence: 0.9, RiskScore: 77, CheckIDs: []string{"unicode.hidden"},
		Signals: []detect.Signal{{
			CheckID: "unicode.hidden", Tier: detect.TierHard, ThreatType: detect.ThreatToolPoisoning, Confidence: 0.9,
			Evidence: detect.Evidence(words), Detail: "something hidden", Field: "/" + words, Start: 1, End: 6,
			Related: []detect.Related{{Server: words, Tool: words, Field: "/name", Note: "the tool that is imitated"}},
		}},
	}
	r := &lint.Report{
		Version: "1.2.3", Settings: []string{"skip: " + words},
		Findings: []lint.Finding{located(f, lint.Located{Where: where, Related: []source.Location{where}})},
		Skips:    []discover.Skip{{Path: words, Reason: discover.SkipBroken, Line: 3, Detail: words}, {Path: "v", Reason: discover.SkipVendored}},
		Coverage: detect.Coverage{
			Checks: []string{"unicode.hidden"}, Tools: 1,
			Failures: []detect.CheckFailure{{Check: "x", Server: words, Tool: words, Reason: "panic"}},
			Caps:     []detect.CapHit{{Cap: detect.CapText, Server: words, Tool: words, Limit: 1, Seen: 2}},
		},
		Rules: []detect.Documentation{{ID: "unicode.hidden", Title: "Hidden", Fix: "Remove `it`.\n"}},
		Summary: lint.Summary{
			Severities: map[detect.Severity]int{detect.SeverityHigh: 1}, Findings: 1, Tools: 1, Definitions: 2, Servers: 1, Files: 1,
			FilesSeen: 3, Skipped: map[discover.Reason]int{discover.SkipBroken: 1, discover.SkipVendored: 1}, Degraded: true, Incomplete: true,
		},
	}
	r.Findings[0].ID = strings.Repeat("0a", 16)
	return r
}

func render(t *testing.T, r *lint.Report, opts TextOptions) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, Text(&b, r, opts))
	return b.String()
}
