package sarif

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// suppressedFixture is reportFixture with its findings suppressed once more, each by what the suppressions say.
func suppressedFixture(t testing.TB, suppressions ...lint.Suppression) *lint.Report {
	t.Helper()
	r := reportFixture(t)
	for i, s := range suppressions {
		s.Count = 1
		f := r.Findings[i%2]
		f.ID = strings.Repeat("c", 31) + string(rune('0'+i%10))
		r.Suppressed = append(r.Suppressed, lint.Suppressed{Finding: f, By: i})
		r.Suppressions = append(r.Suppressions, s)
	}
	r.Summary.Suppressed = len(r.Suppressed)
	return r
}

func renderSuppressed(t testing.TB, r *lint.Report) ([]byte, log) {
	t.Helper()
	return render(t, r, Options{IncludeSuppressed: true})
}

func TestSuppressedResultsAreLeftOutUnlessAskedFor(t *testing.T) {
	config := source.NewFile(".mcp-lint.yaml", ".mcp-lint.yaml", []byte("ignore:\n  - check: a\n"))
	r := suppressedFixture(t,
		lint.Suppression{Kind: lint.SuppressedByComment, Reason: "our own words"},
		lint.Suppression{
			Kind: lint.SuppressedByConfig, Reason: "see [x](https://evil.example) ghp_[REDACTED]",
			Where: placed(at(t, config, "check: a")),
		},
		lint.Suppression{Kind: lint.SuppressedByBaseline},
	)
	r.Suppressions = append(r.Suppressions, lint.Suppression{Kind: lint.SuppressedByTrust, Reason: "fits nothing"})
	plain, l := render(t, r, Options{})
	assert.Len(t, l.Runs[0].Results, 2)
	assert.NotContains(t, string(plain), `"suppressions"`)
	var said []string
	for _, n := range l.Runs[0].Invocations[0].ToolExecutionNotifications {
		if n.Descriptor.ID == noticeFiltered {
			said = append(said, n.Message.Text)
		}
	}
	assert.Equal(t, []string{
		"Suppressed findings: 3. 1 by a comment beside the words, 1 by an ignore of the configuration, 1 by the baseline.",
		"Suppressed findings: 1. By: A comment beside the words. Our own words.",
		`Suppressed findings: 1. By: An ignore of the configuration. See \[x\] (https://evil.example) ghp_\[REDACTED\].`,
		"Suppressed findings: 1. By: The baseline.",
		"Signals below the confidence floor: 4.",
	}, said)

	_, with := renderSuppressed(t, r)
	results := with.Runs[0].Results
	require.Len(t, results, 5)
	for i, res := range results {
		require.NotNil(t, res.Suppressions, "when one result says so, all of them have to")
		if i < 2 {
			assert.Empty(t, *res.Suppressions)
			continue
		}
		require.Len(t, *res.Suppressions, 1)
		assert.Equal(t, "accepted", (*res.Suppressions)[0].Status)
	}
	first, second, third := (*results[2].Suppressions)[0], (*results[3].Suppressions)[0], (*results[4].Suppressions)[0]
	assert.Equal(t, "inSource", first.Kind)
	assert.Equal(t, "A comment beside the words. Our own words.", first.Justification)
	assert.Nil(t, first.Location)
	assert.Equal(t, "external", second.Kind)
	require.NotNil(t, second.Location)
	assert.Equal(t, ".mcp-lint.yaml", second.Location.PhysicalLocation.ArtifactLocation.URI)
	assert.Equal(t, 2, second.Location.PhysicalLocation.Region.StartLine)
	assert.Equal(t, "external", third.Kind)

	// What is not asked for changes nothing, and the results that are in both files are the same.
	r.Suppressed = nil
	again, _ := render(t, r, Options{})
	assert.Equal(t, string(plain), string(again))
	_, none := renderSuppressed(t, reportFixture(t))
	for _, res := range none.Runs[0].Results {
		require.NotNil(t, res.Suppressions)
	}
}

func TestSuppressedSchema(t *testing.T) {
	hostile := hostileReport(t)
	for i := range hostile.Findings {
		words := hostile.Findings[i].Tool
		where := hostile.Findings[i].Signals[0].Where
		hostile.Suppressed = append(hostile.Suppressed, lint.Suppressed{Finding: hostile.Findings[i], By: i - 1})
		hostile.Suppressions = append(hostile.Suppressions,
			lint.Suppression{Kind: lint.SuppressionKind(words), Reason: words, Where: where, Count: 1})
	}
	hostile.Suppressions = hostile.Suppressions[:len(hostile.Suppressions)-3]
	hostile.Summary.Suppressed = len(hostile.Suppressed)
	s := schema(t)
	for name, r := range map[string]*lint.Report{"empty": {}, "fixture": reportFixture(t), "hostile": hostile} {
		data, l := renderSuppressed(t, r)
		assertInert(t, data, l)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		require.NoError(t, err)
		assert.NoError(t, s.Validate(doc), name)
		assert.Contains(t, string(data), `"results": [`, name)
		again, _ := renderSuppressed(t, r)
		assert.Equal(t, data, again)
		assert.NotContains(t, string(data), "null")
	}
	_, l := render(t, hostile, Options{})
	for _, n := range l.Runs[0].Invocations[0].ToolExecutionNotifications {
		assert.Empty(t, links(n.Message.Text), n.Message.Text)
	}
}

// What is not suppressed has the room first, and what has none is counted.
func TestSuppressedLimits(t *testing.T) {
	r := suppressedFixture(t, make([]lint.Suppression, 3*maxSuppressions)...)
	r.Suppressed[7].Severity = detect.SeverityCritical
	for room, want := range map[int][2]int{1: {1, 0}, 3: {2, 1}, 302: {2, 300}} {
		var buf bytes.Buffer
		require.NoError(t, write(&buf, r, Options{IncludeSuppressed: true}, limits{room, maxUpload}))
		var l log
		require.NoError(t, json.Unmarshal(buf.Bytes(), &l))
		results := l.Runs[0].Results
		require.Len(t, results, want[0]+want[1])
		if want[1] == 1 {
			assert.Equal(t, "critical", results[2].Properties["severity"])
			assert.Contains(t, buf.String(), "299 of 300 suppressed findings are not in this file.")
		}
	}
	_, l := render(t, r, Options{})
	first := l.Runs[0].Invocations[0].ToolExecutionNotifications[0]
	assert.Contains(t, first.Message.Text, "Suppressed findings: 300.")
	assert.Contains(t, first.Message.Text, "200 of the suppressions are not listed.")
	// Nothing that a tree can hold any number of takes its place.
	for range 3 * maxNotices {
		r.Skips = append(r.Skips, r.Skips[0])
	}
	_, l = render(t, r, Options{})
	assert.Contains(t, l.Runs[0].Invocations[0].ToolExecutionNotifications[0].Message.Text, "Suppressed findings: 300.")
}

func TestRulesOfSuppressedResults(t *testing.T) {
	r := suppressedFixture(t, lint.Suppression{Kind: lint.SuppressedByConfig, Reason: "x"})
	r.Suppressed[0].Signals = []lint.Signal{{Signal: detect.Signal{CheckID: "undocumented.check"}}}
	_, l := renderSuppressed(t, r)
	rules := l.Runs[0].Tool.Driver.Rules
	assert.Equal(t, "undocumented.check", rules[l.Runs[0].Results[2].RuleIndex].ID)
	_, plain := render(t, r, Options{})
	assert.Len(t, plain.Runs[0].Tool.Driver.Rules, len(rulesFixture))
}

func TestRugPulls(t *testing.T) {
	r := reportFixture(t)
	locked := source.NewFile("mcp-lint.lock", "mcp-lint.lock",
		[]byte("{\"mcp-lint-lock\":1}\n{\"server\":\"mailer\",\"tool\":\"send_mail\"}\n{\"end\":true}\n"))
	f := &r.Findings[0]
	where := f.Signals[0].Where
	f.Digest = lock.Digest("sha256:" + strings.Repeat("ab", 32))
	f.Signals = located(detect.Finding{Signals: []detect.Signal{{
		CheckID: "rugpull.changed", Tier: detect.TierHard, ThreatType: detect.ThreatRugPull, Confidence: 1, Field: "/description",
		Evidence: "mail.U+200B First", Detail: "it said something else when it was approved",
		Related: []detect.Related{{
			ToolIndex: detect.Outside, Server: "mailer", Tool: "send_mail", Field: "/description", Note: "approved",
			Text: "mail. [Then](x) it waits",
		}},
	}}}, lint.Located{Related: []source.Location{at(t, locked, `{"server":"mailer","tool":"send_mail"}`)}}).Signals
	f.Signals[0].Where = where
	pending := &r.Findings[1]
	pending.Severity = detect.SeverityLow
	pending.Signals[0].Signal = detect.Signal{
		CheckID: "rugpull.pending", ThreatType: detect.ThreatRugPull, Note: true, Field: "/name",
		Evidence: "send-mail", Detail: "nobody has approved it",
	}
	pending.Signals[0].Related = nil
	r.Rules = []detect.Documentation{
		{ID: "rugpull.changed", Title: "Changed", Tier: detect.TierSoft, Severity: detect.SeverityHigh, ThreatType: detect.ThreatRugPull, Catches: "x"},
		{ID: "rugpull.pending", Title: "Pending", Tier: detect.TierSoft, ThreatType: detect.ThreatRugPull, Catches: "x"},
	}
	data, l := render(t, r, Options{})
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err)
	require.NoError(t, schema(t).Validate(doc))
	first, second := l.Runs[0].Results[0], l.Runs[0].Results[1]
	assertLinks(t, first)
	assert.Equal(t, "error", first.Level)
	assert.Equal(t, string(f.Digest), first.Properties["digest"])
	assert.Contains(t, first.Message.Text, `Approved was 'mail. \[Then\] (x) it waits'.`)
	assert.Contains(t, first.Message.Text, "See also [approved 'mail. (Then)(x) it waits'](1).")
	require.Len(t, first.RelatedLocations, 1)
	assert.Equal(t, "mcp-lint.lock", first.RelatedLocations[0].PhysicalLocation.ArtifactLocation.URI)
	assert.Equal(t, 2, first.RelatedLocations[0].PhysicalLocation.Region.StartLine)
	assert.Equal(t, "note", second.Level)
	assert.Contains(t, second.Message.Text, " Informational.")
	assert.NotContains(t, second.Message.Text, "risk")
	assert.NotContains(t, second.Properties, "digest")
	rules := l.Runs[0].Tool.Driver.Rules
	assert.Contains(t, rules[0].Properties["tags"], "external/cwe/cwe-494")
	assert.Equal(t, "8.0", rules[0].Properties["security-severity"])
	assert.Equal(t, "1.0", rules[1].Properties["security-severity"])
	assert.Equal(t, "recommendation", rules[1].Properties["problem.severity"])
}

func notesOf(t *testing.T, r *lint.Report, kind string) []string {
	t.Helper()
	var out []string
	for _, n := range notices(r, len(r.Findings)) {
		if *n.Descriptor.Id == kind {
			out = append(out, *n.Message.Text)
		}
	}
	return out
}

func TestLockNotice(t *testing.T) {
	r := reportFixture(t)
	assert.Empty(t, notesOf(t, r, noticeLock))
	r.Lock = &lint.LockStatus{Path: "/home/me/[x](1)\u202e.lock", Approved: 3, Changed: 1, Pending: 2, Removed: 4, Renamed: 1, Unseen: 5}
	got := notesOf(t, r, noticeLock)
	require.Len(t, got, 1)
	assert.Equal(t, `Lock '\[x\] (1)U+202E.lock': 3 approved, 1 changed, 2 pending, 4 removed, 1 server renamed, 5 not read.`, got[0])
	_, l := render(t, r, Options{})
	found := false
	for _, n := range l.Runs[0].Invocations[0].ToolExecutionNotifications {
		found = found || n.Message.Text == got[0]
	}
	assert.True(t, found)
}

func TestSettingsNoticeIsWhole(t *testing.T) {
	r := reportFixture(t)
	r.Settings = []string{"exclude: " + strings.Repeat("out, ", 60) + "and 498 more", "ignore: 30 entries"}
	assert.Equal(t, []string{"Settings: " + r.Settings[0] + "; ignore: 30 entries."}, notesOf(t, r, noticeSettings))
}

func TestSharersOfSuppressedResults(t *testing.T) {
	r := suppressedFixture(t, lint.Suppression{Kind: lint.SuppressedByComment, Reason: "ok", Count: 1})
	r.Suppressed[0].SharedBy = []string{"beta", "[g](1)", "c", "d", "e", "f", "g"}
	want := ` Suppressed words are also part of 'beta', '\[g\] (1)', 'c', 'd', 'e' and 2 more.`
	assert.Contains(t, notesOf(t, r, noticeFiltered)[0], want)
	_, l := renderSuppressed(t, r)
	results := l.Runs[0].Results
	assert.True(t, strings.HasSuffix(results[len(results)-1].Message.Text, want), results[len(results)-1].Message.Text)
	assert.NotContains(t, results[0].Message.Text, "Suppressed words")
}
