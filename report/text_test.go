package report

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

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
		Findings: []lint.Finding{{
			Finding: f, ID: strings.Repeat("0a", 16), File: file, Definition: where,
			Places: []lint.Place{{Where: where, Related: []source.Location{where}}},
		}},
		Skips: []discover.Skip{{Path: words, Reason: discover.SkipBroken, Line: 3, Detail: words}, {Path: "v", Reason: discover.SkipVendored}},
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
		"high  unicode.hidden  dir/plain.json:2:25\n",
		`tool "plain" of server "plain": dangerous (quarantine), confidence 0.90, risk 77`,
		"     2 | \"description\": \"plain do it\"\n",
		"       |                       ^^^^^\n",
		"= unicode.hidden (hard, 0.90) in /plain: something hidden",
		"the tool that is imitated: \"plain\" of server \"plain\", dir/plain.json:2:25",
		"fix: Remove it.\n", "mcp-lint explain unicode.hidden",
		"1 finding: 1 high.", "Scanned 1 tool (2 definitions) of 1 server in 1 file; suppressed 0.",
		"Skipped 2: 1 broken, 1 vendored.", "skipped plain:3 (broken) plain", "DEGRADED:",
		"check x failed on tool \"plain\"", "limit text_bytes_per_field reached: 1 of 2", "Settings: skip: plain.",
	} {
		assert.Contains(t, got, want)
	}
	assert.NotContains(t, got, "skipped v")
	assert.Contains(t, render(t, sample("plain"), TextOptions{Verbose: true}), "skipped v")
	assert.NotContains(t, render(t, sample("plain"), TextOptions{Quiet: true}), "Scanned")
}

func TestTextIsSafeOnTerminalsAndInLogs(t *testing.T) {
	for _, words := range hostileWords {
		got := render(t, sample(words), TextOptions{Verbose: true}) + render(t, hostileReport(words, detect.SeverityLow), TextOptions{Verbose: true})
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
	assert.Equal(t, 2, d.Findings[0].Location.StartLine)
	assert.Equal(t, 5, d.Findings[0].Location.ByteLength)
}
