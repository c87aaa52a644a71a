package sarif

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

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

// suppressionsFixture has suppressions of several kinds, one that fits nothing, and tools that share the words of a suppressed one.
func suppressionsFixture(t testing.TB) *lint.Report {
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
	r.Suppressed[0].SharedBy = []string{"beta", "[g](1)", "c", "d", "e", "f", "g"}
	r.Suppressed[1].Signals = []lint.Signal{{Signal: detect.Signal{CheckID: "undocumented.check"}}}
	return r
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

// pulledFixture has a definition that has changed since it was approved, and one that nobody has approved.
func pulledFixture(t testing.TB) *lint.Report {
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
	return r
}
