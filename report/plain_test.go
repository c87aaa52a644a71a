package report

import (
	"bytes"
	"encoding/gob"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

// TestReportIsAPlainValue writes a report that is made by hand, without a file, through every sink, and once more after it was stored and
// read again.
func TestReportIsAPlainValue(t *testing.T) {
	where := lint.Place{
		Path: "srv/a.json", Rel: "srv/a.json", First: 3, Last: 3, Exact: true,
		Start: lint.Position{Offset: 40, Line: 3, Column: 12, Rune: 12, Byte: 12},
		End:   lint.Position{Offset: 47, Line: 3, Column: 19, Rune: 19, Byte: 19},
	}
	one := lint.Finding{
		Finding: detect.Finding{
			Kind: detect.KindTool, Server: "shop", Tool: "pay", Tier: detect.TierHard, Severity: detect.SeverityHigh, Level: detect.LevelDangerous,
			Action: detect.ActionQuarantine, ThreatType: detect.ThreatToolPoisoning, Confidence: 0.9, RiskScore: 77,
			CheckIDs: []string{"unicode.hidden"},
		},
		ID: "00112233445566778899aabbccddeeff", Message: "tool \u201cpay\u201d of server \u201cshop\u201d: something hidden", Definition: where,
		Signals: []lint.Signal{{
			Signal: detect.Signal{
				CheckID: "unicode.hidden", Tier: detect.TierHard, Confidence: 0.9, Evidence: "ordered", Detail: "something hidden",
				Field: "/description",
			},
			Where: where, Snippet: lint.Snippet{Line: 3, Text: "it was ordered so", CaretStart: 7, CaretEnd: 14},
		}},
		Region: lint.Region{Text: "ordered", Verbatim: true, Hash: "abc:1"},
		Excerpts: []lint.Excerpt{{Rel: "srv/a.json", Signals: []int{0}, Lines: []lint.ExcerptLine{{Number: 3, Pieces: []lint.Piece{
			{Text: "it was "}, {Text: "ordered", Signals: []int{0}, Begins: []int{0}}, {Text: " so"},
		}}}}},
	}
	r := &lint.Report{
		Version: "1.2.3", Findings: []lint.Finding{one}, Suppressed: []lint.Suppressed{{Finding: one}},
		Suppressions: []lint.Suppression{{Kind: lint.SuppressedByConfig, Reason: "known", Where: where, Count: 1}},
		Notes:        []lint.Remark{{Text: "look here", Where: where}},
		Rules:        []detect.Documentation{{ID: "unicode.hidden", Title: "Hidden", Fix: "Remove it."}},
		Summary:      lint.Summary{Findings: 1, Suppressed: 1, Notes: 1, Severities: map[detect.Severity]int{detect.SeverityHigh: 1}},
	}
	var stored bytes.Buffer
	require.NoError(t, gob.NewEncoder(&stored).Encode(r))
	again := &lint.Report{}
	require.NoError(t, gob.NewDecoder(&stored).Decode(again))
	assert.Equal(t, "high[unicode.hidden]: "+one.Message, again.Findings[0].String())
	for name, sink := range sinks() {
		var first, second bytes.Buffer
		require.NoError(t, sink(&first, r), name)
		require.NoError(t, sink(&second, again), name)
		assert.Equal(t, first.String(), second.String(), name)
		if name != "concise" {
			assert.Contains(t, first.String(), "ordered", name)
		}
		assert.Regexp(t, `srv/(<wbr>)?a\.json`, first.String(), name)
	}
	assert.Contains(t, render(t, r, TextOptions{}), "   3 | it was ordered so\n     |        ^^^^^^^ /description\n")
}
