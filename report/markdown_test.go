package report

import (
	"bytes"
	"encoding/json"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
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
		require.Regexp(t, `^(\||- |#{2,3} (mcp-lint|Not|Degraded|Suppressed)|By severity: |Scanned |Settings: |Skipped in all: |Lock .*: \d+ approved|\d+ findings? suppressed|\d+ more are|\d+ tools?: |\d+ findings? in tests|$)`, line)
	}
	for _, r := range html.UnescapeString(out) {
		require.True(t, r == '\n' || !text.Invisible(r), "%U", r)
	}
}

func TestMarkdownIsInert(t *testing.T) {
	for _, words := range hostileWords {
		var buf bytes.Buffer
		require.NoError(t, Markdown(&buf, hostileReport(words, detect.SeverityHigh)))
		assertInert(t, buf.String())
		assert.Contains(t, buf.String(), "<code>unicode.hidden</code>")
		assert.Contains(t, buf.String(), "\n| high | <code>")
	}
}

func FuzzMarkdownIsInert(f *testing.F) {
	for _, words := range hostileWords {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		assertInert(t, markdown(hostileReport(words, detect.SeverityLow), markdownBytes, sectionBytes))
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

func TestMarkdownSections(t *testing.T) {
	out := markdown(hostileReport("x", detect.SeverityCritical), markdownBytes, sectionBytes)
	for _, part := range []string{
		"## mcp-lint: 1 finding\n", "By severity: 1 critical.", "### Not scanned\n\n- <code>x&#58;2</code>: broken, <code>x</code>\n",
		"### Degraded", "only the first 1 of at least 2 bytes of the text were scanned", "- 2 findings suppressed\n- 3 signals below the confidence floor\n",
	} {
		assert.Contains(t, out, part)
	}
}

func TestMarkdownLinksChecks(t *testing.T) {
	r := hostileReport("x", detect.SeverityHigh)
	r.Rules = []detect.Documentation{{ID: "unicode.hidden"}}
	out := markdown(r, markdownBytes, sectionBytes)
	assert.Contains(t, out, "[<code>unicode.hidden</code>]("+lint.CheckURL("unicode.hidden")+")")
	assertInert(t, out)
	r.Rules[0].ID = "other.check"
	assert.NotContains(t, markdown(r, markdownBytes, sectionBytes), "](")
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

func TestRemarksInEverySink(t *testing.T) {
	r := remarked("plain")
	got := render(t, r, TextOptions{})
	for _, want := range []string{
		"= severity low (high, but in a test file)\n", "Demoted 1 finding in tests", "1 tool: 0 fully static, 0 partly, 1 unresolved.",
		"  unresolved dir/plain.json:2:25 tool “plain”: plain\n", "  note dir/plain.json:2:25 plain\n",
	} {
		assert.Contains(t, got, want)
	}
	var md, gh, js strings.Builder
	require.NoError(t, Markdown(&md, r))
	assert.Contains(t, md.String(), "low (high, but in a test file)")
	assert.Contains(t, md.String(), "### Not known without running the code")
	assert.Contains(t, md.String(), "### Notes")
	require.NoError(t, GitHub(&gh, r))
	assert.Contains(t, gh.String(), "low (high%2C but in a test file)")
	assert.Equal(t, 4, strings.Count(gh.String(), "::notice "), "the settings, the finding and two remarks: %s", gh.String())
	require.NoError(t, JSON(&js, r))
	var d Document
	require.NoError(t, json.Unmarshal([]byte(js.String()), &d))
	require.Len(t, d.Unresolved, 1)
	assert.Equal(t, "dir/plain.json", d.Unresolved[0].Path)
	assert.Equal(t, 2, d.Unresolved[0].Line)
	require.Len(t, d.Notes, 1)
	assert.Equal(t, discover.ClassTest, d.Findings[0].Demoted)
	assert.Equal(t, detect.SeverityHigh, *d.Findings[0].FullSeverity)
	assert.Equal(t, 1, d.Summary.Demoted)
}

func TestRemarksAreSafe(t *testing.T) {
	for _, words := range hostileWords {
		r := remarked(words)
		for _, line := range strings.Split(render(t, r, TextOptions{Verbose: true})+listed(t, listing(words)), "\n") {
			assert.False(t, strings.HasPrefix(strings.TrimLeft(line, " "), "::"), "%q", line)
			assert.NotContains(t, line, "##[")
			for _, c := range line {
				assert.Truef(t, c >= 0x20 && (c < 0x7F || c > 0x9F) && !strings.ContainsRune("\u200b\u202e\u2028\u2066\ufeff", c), "%U in %q", c, line)
			}
		}
		var md strings.Builder
		require.NoError(t, Markdown(&md, r))
		assertInert(t, md.String())
	}
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

func TestListText(t *testing.T) {
	assert.Equal(t, "tool plain  src/plain.py:2:1 (decorator, a test file) and 1 copy\n"+
		"    \u201cplain\u201d\n    partly: plain\n1 definition: 0 fully static, 1 partly, 0 unresolved.\n", listed(t, listing("plain")))
	assert.Contains(t, listed(t, &lint.Listing{FilesSeen: 2}), "Nothing found that would reach a model, in 2 files.")
}

func TestListJSON(t *testing.T) {
	const words = "z\u200bw"
	var b bytes.Buffer
	require.NoError(t, ListJSON(&b, listing(words)))
	for _, c := range b.Bytes() {
		require.True(t, c == '\n' || c >= 0x20 && c < 0x7F, "not printable ASCII: %q", c)
	}
	var d ListDocument
	require.NoError(t, json.Unmarshal(b.Bytes(), &d))
	require.Len(t, d.Definitions, 1)
	def := d.Definitions[0]
	assert.Equal(t, "partly", def.Static)
	assert.Regexp(t, `^sha256:[0-9a-f]{64}$`, string(def.Digest))
	assert.Len(t, def.Copies, 1)
	require.Len(t, def.Fields, 1)
	assert.Equal(t, words, def.Fields[0].Text)
	require.Len(t, def.Fields[0].Places, 1)
	at := def.Fields[0].Places[0]
	assert.Equal(t, []int{2, 4, 4, 5}, []int{at.Start.Line, at.Start.Column, at.Start.Offset, at.End.Offset - at.Start.Offset})
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

func TestTextShowsWhatMatters(t *testing.T) {
	got := render(t, sample("plain"), TextOptions{})
	for _, want := range []string{
		"high[unicode.hidden]: tool “plain” of server “plain” something hidden\n    --> dir/plain.json:2:25\n     |\n",
		"   2 | \"description\": \"plain do it\"\n",
		"     |                       ^^^^^ /plain\n",
		"     = the tool that is imitated: “plain” of server “plain” (dir/plain.json:2:25)\n",
		"     = help: Remove it.\n", "mcp-lint explain CHECK",
		"1 finding: 1 high.", "Scanned 1 tool and 1 other definition of 1 server in 1 file.\n",
		"Skipped 2: 1 broken, 1 vendored.", "skipped plain:3 (broken) plain", "DEGRADED:",
		"check x failed on tool “plain”", "only the first 1 of at least 2 bytes of the text were scanned", "Settings: skip: plain.",
	} {
		assert.Contains(t, got, want)
	}
	assert.NotContains(t, got, "skipped v")
	assert.NotContains(t, got, "confidence 0.90")
	assert.Contains(t, render(t, sample("plain"), TextOptions{Verbose: true}), "= confidence 0.90, risk 77 of 100, quarantine\n")
	assert.Contains(t, render(t, sample("plain"), TextOptions{Verbose: true}),
		"= unicode.hidden (hard evidence, confidence 0.90) in /plain at dir/plain.json:2:25\n")
	assert.Contains(t, render(t, sample("plain"), TextOptions{Verbose: true}), "skipped v")
	assert.NotContains(t, render(t, sample("plain"), TextOptions{Quiet: true}), "Scanned")
}

func TestTextIsSafeOnTerminalsAndInLogs(t *testing.T) {
	for _, words := range hostileWords {
		got := render(t, sample(words), TextOptions{Verbose: true}) +
			render(t, hostileReport(words, detect.SeverityLow), TextOptions{Verbose: true})
		for _, line := range strings.Split(got, "\n") {
			assert.False(t, strings.HasPrefix(strings.TrimLeft(line, " "), "::"), "%q", line)
			assert.NotContains(t, line, "##[")
			for _, r := range line {
				assert.Truef(t, r >= 0x20 && (r < 0x7F || r > 0x9F) && !strings.ContainsRune("\u200b\u202e\u2028\u2066\ufeff", r), "%U in %q", r, line)
			}
		}
	}
}

func TestColourOnlyWhereAsked(t *testing.T) {
	assert.NotContains(t, render(t, sample("plain"), TextOptions{}), "\x1b")
	assert.Contains(t, render(t, sample("plain"), TextOptions{Color: true}), "\x1b[1;31mhigh\x1b[0m")
}

func TestNothingToScanIsSaid(t *testing.T) {
	assert.Contains(t, render(t, &lint.Report{Summary: lint.Summary{FilesSeen: 3}}, TextOptions{}), "Nothing to scan")
	assert.Contains(t, render(t, &lint.Report{Summary: lint.Summary{Definitions: 1}}, TextOptions{}), "No findings.")
}

func TestJSONFollowsItsSchema(t *testing.T) {
	raw, err := os.Open("../docs/report.schema.json")
	require.NoError(t, err)
	defer raw.Close()
	doc, err := jsonschema.UnmarshalJSON(raw)
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("report.schema.json", doc))
	schema, err := c.Compile("report.schema.json")
	require.NoError(t, err)
	for _, words := range append([]string{"plain"}, hostileWords...) {
		for _, r := range []*lint.Report{sample(words), {}, pulled()} {
			var b bytes.Buffer
			require.NoError(t, JSON(&b, r))
			for _, c := range b.Bytes() {
				require.True(t, c == '\n' || c >= 0x20 && c < 0x7F, "not printable ASCII: %q", c)
			}
			inst, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
			require.NoError(t, err)
			require.NoError(t, schema.Validate(inst))
		}
	}
}

func TestJSONKeepsNamesAsTheyAre(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, JSON(&b, sample("z\u200bw\U0001F600")))
	var d Document
	require.NoError(t, json.Unmarshal(b.Bytes(), &d))
	require.Len(t, d.Findings, 1)
	assert.Equal(t, "z\u200bw\U0001F600", d.Findings[0].Tool)
	assert.Equal(t, 2, d.Findings[0].Location.Start.Line)
	assert.Equal(t, 5, d.Findings[0].Location.End.Offset-d.Findings[0].Location.Start.Offset)
}
