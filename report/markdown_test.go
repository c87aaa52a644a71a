package report

import (
	"bytes"
	"html"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
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
	// These are the elements that inert writes; foreign words cannot write them, for their < is an entity.
	bare := strings.NewReplacer("<code>", "\x01", "</code>", "\x01", "<wbr>", "\x01", "<br>", "\x01").Replace(out)
	require.Equal(t, strings.Count(out, "<code>"), strings.Count(out, "</code>"))
	require.NotRegexp(t, "[<>`\\[\\]!*_~$@\\\\]|\\]\\(|://|(?i)www\\.", bare)
	require.NotRegexp(t, `#[0-9]*[^0-9;# m]`, regexp.MustCompile(`(?m)^#+ `).ReplaceAllString(bare, ""), "a hash that is no entity")
	require.NotRegexp(t, `&[^#]|&#[^0-9]`, bare)
	for _, line := range strings.Split(bare, "\n") {
		if strings.HasPrefix(line, "|") {
			require.Equal(t, 5, strings.Count(line, "|"), line)
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

// What is shown is what was there, in its printable form.
func TestInertKeepsTheWords(t *testing.T) {
	strip := strings.NewReplacer("<code>", "", "</code>", "", "<wbr>", "")
	for _, words := range hostileWords {
		assert.Equal(t, text.Safe(words, 100), html.UnescapeString(strip.Replace(inert(words, 100))))
	}
	assert.Equal(t, "<code>servers/<wbr>mail box.json&#58;3&#58;7</code>", inert("servers/mail box.json:3:7", 0))
	assert.Empty(t, inert("", 5))
}

func TestMarkdownSections(t *testing.T) {
	out := markdown(hostileReport("x", detect.SeverityCritical), markdownBytes, sectionBytes)
	for _, part := range []string{
		"## mcp-lint: 1 finding\n", "By severity: 1 critical.", "### Not looked at\n\n- <code>x&#58;2</code>: broken, <code>x</code>\n",
		"### Degraded", "limit text&#95;bytes&#95;per&#95;field reached", "- 2 findings suppressed\n- 3 signals below the confidence floor\n",
	} {
		assert.Contains(t, out, part)
	}
}

// The name of a check leads to its page, if it has one.
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

func BenchmarkMarkdown(b *testing.B) {
	r := many(hostileReport("read |the| `file` at http://x", detect.SeverityHigh), 1000, func(int) detect.Severity { return detect.SeverityLow })
	for b.Loop() {
		_ = Markdown(io.Discard, r)
	}
}
