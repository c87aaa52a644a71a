package sarif

import (
	"bytes"
	"testing"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

func wordsReport(words string) *lint.Report {
	data := []byte("{\"a\": \"" + words + "\"}\n" + words)
	f := source.NewFile(words, words, data)
	here := source.Location{File: f, Span: source.Span{Start: 2, End: len(data) / 2}, Exact: true}
	end := source.Location{File: f, Span: source.Span{Start: bytes.LastIndexByte(data, '\n') + 1, End: len(data)}}
	s := detect.Signal{
		CheckID: "unicode.hidden", Tier: detect.TierHard, Evidence: detect.Evidence(words), Detail: words, Field: words,
		Related: []detect.Related{{Server: words, Tool: words, Note: words}},
	}
	one := lint.Finding{
		Finding: detect.Finding{
			Kind: detect.KindTool, Server: words, Tool: words, Severity: detect.SeverityHigh, CheckIDs: []string{"unicode.hidden"}, Signals: []detect.Signal{s, s},
		},
		ID: "id", File: f, SharedBy: []string{words}, Places: []lint.Place{{Where: here, More: []source.Location{end}, Related: []source.Location{end}}, {Where: end, Encoded: words}},
	}
	return &lint.Report{
		Rules: rulesFixture, Findings: []lint.Finding{one}, Suppressed: []lint.Suppressed{{Finding: one}}, Settings: []string{words},
		Suppressions: []lint.Suppression{{Kind: lint.SuppressedByComment, Reason: words, Where: here, Count: 1}},
		Skips:        []discover.Skip{{Path: words, Rel: words, Reason: discover.SkipBroken, Line: 2, Detail: words}},
		Notes:        []lint.Remark{{Kind: detect.KindTool, Name: words, Text: words, Where: here}},
		Coverage: detect.Coverage{
			Failures: []detect.CheckFailure{{Check: "unicode.hidden", Server: words, Tool: words, Reason: words}},
			Caps:     []detect.CapHit{{Cap: detect.CapText, Server: words, Tool: words, Field: words, Limit: 1, Seen: 2}},
		},
		Summary: lint.Summary{Findings: 1, Suppressed: 1},
	}
}

// FuzzSARIFIsInert: whatever a file says, what is written is JSON in plain ASCII with no links but those to places of the result.
func FuzzSARIFIsInert(f *testing.F) {
	for _, words := range []string{
		"plain", "[click](https://evil.example)", "\\[a](1) [b](2", "a\u200b\u202eb\x00\xff\r\n", "##[error]x", "../../etc/passwd", "file:///etc", "C:\\x#y?z", "%2e%2e/",
		"\U000E0041\ufeff", "]]](((", "\u2028", ".../etc/pas\x10\x10d",
	} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		data, l := render(t, wordsReport(words), Options{Category: words, IncludeSuppressed: true})
		if bytes.Contains(data, []byte("##[")) {
			t.Fatal("a command of the runner")
		}
		assertInert(t, data, l)
	})
}
