package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// gitlabList writes a report, checks everything that GitLab asks of every entry, and returns the entries.
func gitlabList(t *testing.T, r *lint.Report) []GitLabEntry {
	t.Helper()
	var buf bytes.Buffer
	require.NoError(t, GitLab(&buf, r))
	for i, c := range buf.Bytes() {
		require.True(t, c == '\n' || c >= 0x20 && c < 0x7F, "byte %#x at %d", c, i)
	}
	assert.NotContains(t, buf.String(), "##[")
	// The names of the fields as GitLab reads them, not as the types here spell them.
	var raw []struct {
		Description, Fingerprint, Severity string
		CheckName                          string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin, End int }
		}
	}
	dec := json.NewDecoder(bytes.NewReader(buf.Bytes()))
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(&raw))
	seen := map[string]bool{}
	var list []GitLabEntry
	for _, e := range raw {
		assert.NotEmpty(t, e.CheckName)
		assert.False(t, e.Fingerprint == "" || seen[e.Fingerprint], "fingerprint %q of %q is not its own", e.Fingerprint, e.Description)
		seen[e.Fingerprint] = true
		assert.Contains(t, []string{"info", "minor", "major", "critical", "blocker"}, e.Severity)
		assert.NotEmpty(t, e.Location.Path)
		assert.False(t, strings.HasPrefix(e.Location.Path, "/"), e.Location.Path)
		assert.NotContains(t, strings.Split(e.Location.Path, "/"), "..")
		assert.NotEmpty(t, strings.TrimSpace(e.Description))
		assert.LessOrEqual(t, len([]rune(e.Description)), gitlabRunes)
		assert.GreaterOrEqual(t, e.Location.Lines.Begin, 1)
		assert.GreaterOrEqual(t, e.Location.Lines.End, e.Location.Lines.Begin)
		for _, c := range e.Description + e.Location.Path + e.CheckName {
			assert.False(t, text.Invisible(c), "%U in %q", c, e.Description+e.Location.Path)
		}
		list = append(list, GitLabEntry{e.Description, e.CheckName, e.Fingerprint, e.Severity, GitLabLocation{e.Location.Path, GitLabLines(e.Location.Lines)}})
	}
	return list
}

func TestGitLabEntries(t *testing.T) {
	r := sample("plain")
	r.Summary.Suppressed, r.Summary.BelowConfidence, r.Summary.Unresolved = 2, 1, 3
	whole := GitLabLocation{wholeTree, GitLabLines{1, 1}}
	assert.Equal(t, []GitLabEntry{
		{
			`tool "plain" of server "plain" has "plain" in /plain: something hidden (high, dangerous, confidence 0.90, risk 77 of 100)`,
			"unicode.hidden", strings.Repeat("0a", 16), "critical",
			GitLabLocation{"dir/plain.json", GitLabLines{2, 2}},
		},
		{
			"Not looked at in full: broken, plain (plain)", gitlabSkipped, gitlabHash(gitlabSkipped, "plain", "broken", "plain"), "info",
			GitLabLocation{wholeTree, GitLabLines{3, 3}},
		},
		{
			"Not everything was looked at, so silence is no proof: 1 failure of a check, 1 limit reached, 1 file not read in full.",
			gitlabIncomplete, gitlabHash(gitlabIncomplete), "info", whole,
		},
		{
			"The text of 3 definitions is not known without running the code, and was not looked at.", gitlabUnknown,
			gitlabHash(gitlabUnknown), "info", whole,
		},
		{"A configuration file changed the scan: skip: plain", gitlabSettings, gitlabHash(gitlabSettings), "info", whole},
		{"Not shown: 2 findings suppressed, 1 signal below the confidence floor.", gitlabFiltered, gitlabHash(gitlabFiltered), "info", whole},
	}, gitlabList(t, r))
}

func TestGitLabWithoutFindingsIsAnEmptyList(t *testing.T) {
	var buf bytes.Buffer
	require.NoError(t, GitLab(&buf, &lint.Report{Summary: lint.Summary{Definitions: 1}, Skips: []discover.Skip{{Path: "v", Reason: discover.SkipVendored}}}))
	assert.Equal(t, "[]\n", buf.String())

	list := gitlabList(t, &lint.Report{})
	require.Len(t, list, 1)
	assert.Equal(t, gitlabNothing, list[0].CheckName, "silence over nothing is no silence")
}

func TestGitLabSeverities(t *testing.T) {
	r := many(sample("plain"), 4, func(i int) detect.Severity { return detect.SeverityLow + detect.Severity(i) })
	var got []string
	for _, e := range gitlabList(t, r)[:4] {
		got = append(got, e.Severity)
	}
	assert.Equal(t, []string{"minor", "major", "critical", "blocker"}, got)
}

// TestGitLabKeepsFingerprints moves a finding to other lines, and puts it beside its twin.
func TestGitLabKeepsFingerprints(t *testing.T) {
	r := sample("plain")
	first := gitlabList(t, r)[0]
	moved := many(r, 2, func(int) detect.Severity { return detect.SeverityLow })
	for i := range moved.Findings {
		f := source.NewFile("x.json", "x.json", []byte("\n\n\n\n\n do it"))
		moved.Findings[i].Places = []lint.Place{{Where: source.Location{File: f, Span: source.Span{Start: 6, End: 11}}}}
	}
	list := gitlabList(t, moved)
	assert.Equal(t, first.Fingerprint, list[0].Fingerprint)
	assert.Equal(t, GitLabLines{6, 6}, list[0].Location.Lines)
	assert.Equal(t, gitlabHash(first.Fingerprint, "2"), list[1].Fingerprint)
}

func TestGitLabPlaces(t *testing.T) {
	data := []byte("one\ntwo\nthree")
	at := func(path, rel string, start, end int) source.Location {
		return source.Location{File: source.NewFile(path, rel, data), Span: source.Span{Start: start, End: end}}
	}
	for _, c := range []struct {
		where source.Location
		want  GitLabLocation
	}{
		{at("a/b.json", "a/b.json", 0, 8), GitLabLocation{"a/b.json", GitLabLines{1, 2}}},
		{at("a/b.json", "a/b.json", 5, 13), GitLabLocation{"a/b.json", GitLabLines{2, 3}}},
		{at("a/b.json", "./a//../b.json", -3, -7), GitLabLocation{"a/b.json", GitLabLines{1, 1}}},
		{at("/etc/x.json", "outside/etc/x.json", 99, 999), GitLabLocation{"outside/etc/x.json", GitLabLines{3, 3}}},
		{at("<stdin>", "<stdin>", 4, 5), GitLabLocation{"stdin", GitLabLines{2, 2}}},
		{at("", "..", 4, 5), GitLabLocation{".", GitLabLines{2, 2}}},
		{at("n", "a\x00b/\u202Ec", 4, 5), GitLabLocation{"aU+0000b/U+202Ec", GitLabLines{2, 2}}},
		{source.Location{}, GitLabLocation{".", GitLabLines{1, 1}}},
	} {
		assert.Equal(t, c.want, gitlabPlace(c.where))
	}
}

func TestGitLabIsInert(t *testing.T) {
	for _, words := range hostileWords {
		r := hostileReport(words, detect.SeverityHigh)
		r.Skips = append(r.Skips, discover.Skip{Path: words, Rel: "../" + words, Reason: discover.SkipBroken, Detail: words})
		r.Findings = append(r.Findings, r.Findings[0], remarked(words).Findings[0])
		list := gitlabList(t, r)
		assert.Len(t, list, 3+1+2+4, "%q", words)
	}
}

func FuzzGitLabIsInert(f *testing.F) {
	for _, words := range hostileWords {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		r := hostileReport(words, detect.SeverityCritical)
		r.Findings = append(r.Findings, remarked(words).Findings[0])
		gitlabList(t, r)
	})
}

func TestGitLabLimits(t *testing.T) {
	r := many(sample("plain"), 30, func(i int) detect.Severity { return detect.SeverityLow + detect.Severity(i%4) })
	got := gitlabEntries(r, 7)
	var severities []string
	for _, e := range got[:7] {
		severities = append(severities, e.Severity)
	}
	assert.Equal(t, []string{"blocker", "blocker", "blocker", "blocker", "blocker", "blocker", "blocker"}, severities)
	assert.Equal(t, "23 of 30 findings are not in this report: the most severe 7 are.", got[7].Description)

	r.Skips = nil
	for i := range gitlabSkips + 5 {
		r.Skips = append(r.Skips, discover.Skip{Path: fmt.Sprint(i), Rel: fmt.Sprint(i), Reason: discover.SkipTooLarge})
	}
	list := gitlabList(t, r)
	assert.Contains(t, list[30+gitlabSkips].Description, "not in this report: 5")
}

func TestGitLabWriteError(t *testing.T) {
	assert.ErrorContains(t, GitLab(failingWriter{}, sample("plain")), "pipe closed")
}
