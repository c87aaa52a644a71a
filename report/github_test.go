package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// command is the only form a line may have; its groups are the level, the properties and the message.
var command = regexp.MustCompile(`^::(error|warning|notice) ([^:]*)::(.*)$`)

func assertCommands(t *testing.T, out string, n int) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	require.Len(t, lines, n)
	for _, line := range lines {
		m := command.FindStringSubmatch(line)
		require.NotNil(t, m, "%q", line)
		// The runner may compare without what is not ASCII.
		ascii := strings.Map(func(r rune) rune {
			if r > 0x7E {
				return -1
			}
			return r
		}, m[2]+"\n"+m[3])
		require.NotContains(t, ascii, "::")
		require.NotContains(t, ascii, "##[")
		for _, r := range line {
			require.False(t, text.Invisible(r), "%U in %q", r, line)
		}
		for _, property := range strings.Split(m[2], ",") {
			require.Regexp(t, `^(title|file|line|endLine|col|endColumn)=`, property)
		}
	}
}

func TestGitHubIsDefused(t *testing.T) {
	for _, words := range hostileWords {
		var buf bytes.Buffer
		require.NoError(t, GitHub(&buf, hostileReport(words, detect.SeverityHigh)))
		assertCommands(t, buf.String(), 5)
	}
}

func FuzzGitHubIsDefused(f *testing.F) {
	for _, words := range hostileWords {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		var buf bytes.Buffer
		require.NoError(t, GitHub(&buf, hostileReport(words, detect.SeverityMedium)))
		assertCommands(t, buf.String(), 5)
	})
}

func TestGitHubLine(t *testing.T) {
	f := source.NewFile("./a/b.json", "repo/a/b.json", []byte("{\n\"\U0001F600x\": 1,\n}"))
	r := &lint.Report{Findings: []lint.Finding{{
		Finding: detect.Finding{
			Kind: detect.KindTool, Server: "s", Tool: "t", Severity: detect.SeverityMedium, Level: detect.LevelWarning, Confidence: 0.5, RiskScore: 40,
			CheckIDs: []string{"directive.imperative"},
			Signals:  []detect.Signal{{CheckID: "directive.imperative", Evidence: "100% sure", Detail: "It orders.", Field: "/name"}},
		},
		Places: []lint.Place{{Where: source.Location{File: f, Span: source.Span{Start: 7, End: 8}, Exact: true}}},
	}}}
	var buf bytes.Buffer
	require.NoError(t, GitHub(&buf, r))
	assert.Equal(t, "::warning col=4,endColumn=5,endLine=2,file=repo/a/b.json,line=2,title=directive.imperative%3A tool \"t\" of server \"s\""+
		"::\"100%25 sure\" in /name: It orders. (medium, warning, confidence 0.50, risk 40 of 100)\n", buf.String())

	// A span that crosses lines has no columns, and what is in no file has no place.
	r.Findings[0].Places[0].Where.Span.End = 14
	buf.Reset()
	require.NoError(t, GitHub(&buf, r))
	assert.Contains(t, buf.String(), "::warning endLine=3,file=repo/a/b.json,line=2,title=")
	f.Rel, f.Path = "stdin", "<stdin>"
	buf.Reset()
	require.NoError(t, GitHub(&buf, r))
	assert.Contains(t, buf.String(), "::warning title=")
	assert.Contains(t, buf.String(), "At <stdin>:2:3.")
}

func TestGitHubLimits(t *testing.T) {
	base := hostileReport("x", detect.SeverityHigh)
	base.Skips, base.Coverage, base.Settings = nil, detect.Coverage{}, nil
	base.Lock, base.Summary.Suppressed = nil, 0
	severities := []detect.Severity{detect.SeverityLow, detect.SeverityMedium, detect.SeverityHigh, detect.SeverityCritical}
	r := many(base, 200, func(i int) detect.Severity { return severities[i%4] })
	for i := range r.Findings {
		r.Findings[i].RiskScore = i
	}
	var buf bytes.Buffer
	require.NoError(t, GitHub(&buf, r))
	lines := strings.Split(strings.TrimSuffix(buf.String(), "\n"), "\n")
	counts := map[string]int{}
	for _, line := range lines {
		counts[command.FindStringSubmatch(line)[1]]++
	}
	assert.Equal(t, map[string]int{"error": 10, "warning": 10, "notice": 10}, counts)
	assert.Contains(t, lines[len(lines)-1], "171 of 200 findings have no annotation")
	assert.Contains(t, lines[0], "(critical")
	assert.Contains(t, lines[0], "risk 3 of 100", "equal severities keep the order of places")

	assert.Len(t, annotations(r, nil, 10, 5), 5)
	assert.Len(t, annotations(many(base, 9, func(int) detect.Severity { return detect.SeverityLow }), nil, 10, 50), 9, "nothing is left out")
	assert.Empty(t, annotations(&lint.Report{}, nil, 2, 50))
}

func TestGitHubSaysWhenIncomplete(t *testing.T) {
	r := hostileReport("x", detect.SeverityLow)
	r.Findings, r.Lock, r.Summary.Suppressed = nil, nil, 0
	var buf bytes.Buffer
	require.NoError(t, GitHub(&buf, r))
	assert.Equal(t, "::notice title=mcp-lint%3A settings of the repository::x\n::warning title=mcp-lint%3A the scan is incomplete::Not everything was looked at, so silence is no proof: "+
		"1 failure of a check, 1 limit reached, 1 file not read in full.\n", buf.String())
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("pipe closed") }

func TestGitHubWriteError(t *testing.T) {
	err := GitHub(failingWriter{}, hostileReport("x", detect.SeverityHigh))
	assert.ErrorContains(t, err, "could not write the annotations")
	assert.ErrorContains(t, err, "pipe closed")
}

func TestDefuse(t *testing.T) {
	for in, want := range map[string]string{
		"a::b": "a: :b", ":::": ": : :", "##[x]": "## [x]", "###[": "### [", "# [##": "# [##", ":\u65E5:": ":\u65E5 :", "plain: text": "plain: text",
	} {
		assert.Equal(t, want, defuse(in), in)
	}
}

func BenchmarkGitHub(b *testing.B) {
	r := many(hostileReport(fmt.Sprint(hostileWords), detect.SeverityHigh), 1000, func(int) detect.Severity { return detect.SeverityLow })
	for b.Loop() {
		_ = GitHub(io.Discard, r)
	}
}
