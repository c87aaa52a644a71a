package sarif

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/lint"

	"github.com/org/mcp-lint/internal/golden"
)

type log struct {
	Version string `json:"version"`
	Runs    []struct {
		Tool struct {
			Driver struct {
				Rules, Notifications []struct {
					ID, Name                                string
					ShortDescription, FullDescription, Help struct{ Text, Markdown string }
					Properties                              map[string]any
				}
			}
		}
		AutomationDetails struct{ ID string }
		Invocations       []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct {
				Message    struct{ Text string }
				Level      string
				Descriptor struct {
					ID    string
					Index int
				}
			}
		}
		Results []logResult
	}
}

type logResult struct {
	RuleID    string
	RuleIndex int
	Level     string
	Message   struct{ Text string }
	Locations []logLocation
	// RelatedLocations have ids from 1.
	RelatedLocations    []logLocation
	PartialFingerprints map[string]string
	Properties          map[string]any
	Suppressions        *[]struct {
		Kind, Status, Justification string
		Location                    *logLocation
	}
}

type logLocation struct {
	ID               int
	PhysicalLocation struct {
		ArtifactLocation struct{ URI, URIBaseID string }
		Region           struct {
			StartLine, StartColumn, EndLine, EndColumn, ByteOffset, ByteLength int
			Snippet                                                            struct{ Rendered struct{ Text string } }
		}
	}
}

func render(t testing.TB, r *lint.Report, opts Options) ([]byte, log) {
	t.Helper()
	var buf bytes.Buffer
	require.NoError(t, Write(&buf, r, opts))
	var l log
	require.NoError(t, json.Unmarshal(buf.Bytes(), &l))
	return buf.Bytes(), l
}

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	f, err := os.Open("testdata/sarif-schema-2.1.0.json")
	require.NoError(t, err)
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("sarif.json", doc))
	s, err := c.Compile("sarif.json")
	require.NoError(t, err)
	return s
}

// TestGolden holds documents in whole, each with the options of its name, and that the schema of the standard allows them.
func TestGolden(t *testing.T) {
	s := schema(t)
	for name, r := range map[string]*lint.Report{
		"report": reportFixture(t), "empty": {}, "demoted": demotedFixture(t), "pulled": pulledFixture(t), "suppressed": suppressionsFixture(t),
		"with-suppressed": suppressionsFixture(t), "partial": {InContext: true},
	} {
		data, l := render(t, r, Options{IncludeSuppressed: name == "with-suppressed"})
		file := "testdata/" + name + ".sarif"
		golden.Equal(t, file, string(data))
		assertInert(t, data, l)
		doc := must.OK(jsonschema.UnmarshalJSON(bytes.NewReader(data)))(t)
		require.NoError(t, s.Validate(doc), name)
		delete(doc.(map[string]any), "version")
		assert.Error(t, s.Validate(doc), "the schema does not bite")
	}
}

// TestSchema holds what is too large or too hostile to be read, with and without what is suppressed.
func TestSchema(t *testing.T) {
	s := schema(t)
	hostile := hostileReport(t)
	for i := range hostile.Findings {
		words := hostile.Findings[i].Tool
		hostile.Suppressed = append(hostile.Suppressed, lint.Suppressed{Finding: hostile.Findings[i], By: i - 1})
		hostile.Suppressions = append(hostile.Suppressions,
			lint.Suppression{Kind: lint.SuppressionKind(words), Reason: words, Where: hostile.Findings[i].Signals[0].Where, Count: 1})
	}
	hostile.Suppressions = hostile.Suppressions[:len(hostile.Suppressions)-3]
	hostile.Summary.Suppressed = len(hostile.Suppressed)
	for name, r := range map[string]*lint.Report{"empty": {}, "fixture": reportFixture(t), "hostile": hostile, "many": manyFindings(t, maxResults+1)} {
		for _, opts := range []Options{{}, {Category: "caf\u00E9\u200B/", IncludeSuppressed: true}} {
			data, l := render(t, r, opts)
			if name != "many" {
				assertInert(t, data, l)
			}
			require.NoError(t, s.Validate(must.OK(jsonschema.UnmarshalJSON(bytes.NewReader(data)))(t)), name)
			// What the schema cannot say: GitHub wants the list even when it is empty.
			assert.Contains(t, string(data), `"results": [`, name)
			assert.NotContains(t, string(data), "null", name)
			assert.NotContains(t, string(data), "/home/me", name)
			again, _ := render(t, r, opts)
			assert.True(t, bytes.Equal(data, again), name)
		}
	}
}

// assertInert fails where a file is not plain ASCII, a text holds what nobody sees, or a link or an address is not our own.
func assertInert(t *testing.T, data []byte, l log) {
	t.Helper()
	for i, c := range data {
		require.True(t, c == '\n' || c >= 0x20 && c < 0x7F, "byte %#x at %d", c, i)
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			assert.True(t, utf8.ValidString(v))
			// The line ends of newlineSequences are meant, and those between the lines of a region.
			for _, r := range strings.ReplaceAll(v, "\r\n", "\n") {
				assert.True(t, r == '\n' || v == "\r" || !text.Invisible(r), "%U in %q", r, v)
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for k, e := range v {
				walk(k)
				walk(e)
			}
		}
	}
	var doc any
	require.NoError(t, json.Unmarshal(data, &doc))
	walk(doc)
	for _, res := range l.Runs[0].Results {
		assertLinks(t, res)
		for _, loc := range append(res.Locations, res.RelatedLocations...) {
			uri := loc.PhysicalLocation.ArtifactLocation.URI
			assert.Equal(t, uri != noPlace, loc.PhysicalLocation.ArtifactLocation.URIBaseID == srcRoot)
			assert.NotContains(t, strings.Split(uri, "/"), "..")
			assert.NotRegexp(t, `^[a-zA-Z]+:|^/|[ \\#?:\[\]]`, uri)
		}
	}
	for _, n := range l.Runs[0].Invocations[0].ToolExecutionNotifications {
		assert.Empty(t, links(n.Message.Text), n.Message.Text)
	}
}

// links parses the links of a SARIF message as section 3.11.6 says: brackets are live unless escaped.
func links(message string) []string {
	var out []string
	open := false
	for i := 0; i < len(message); i++ {
		switch {
		case message[i] == '\\' && i+1 < len(message) && strings.IndexByte(`[]\`, message[i+1]) >= 0:
			i++
		case message[i] == '[' && open:
			out = append(out, "unclosed")
		case message[i] == '[':
			open = true
		case message[i] == ']' && open && strings.HasPrefix(message[i+1:], "("):
			target, _, _ := strings.Cut(message[i+2:], ")")
			out = append(out, target)
			open = false
		}
	}
	return out
}

// assertLinks asserts that a message links every related location, in order, and nothing else.
func assertLinks(t *testing.T, res logResult) {
	t.Helper()
	var want []string
	for i, rel := range res.RelatedLocations {
		assert.Equal(t, i+1, rel.ID)
		want = append(want, fmt.Sprint(i+1))
	}
	assert.Equal(t, want, links(res.Message.Text), res.Message.Text)
	assert.LessOrEqual(t, len(res.RelatedLocations), maxRelated)
}

func TestRegionsAgreeWithBytes(t *testing.T) {
	_, l := render(t, reportFixture(t), Options{})
	lines := strings.Split(strings.TrimPrefix(mail, "\uFEFF"), "\r\n")
	seen := 0
	for _, res := range l.Runs[0].Results {
		for _, loc := range append(res.Locations, res.RelatedLocations...) {
			g := loc.PhysicalLocation.Region
			bytesSay := mail[g.ByteOffset : g.ByteOffset+g.ByteLength]
			require.Equal(t, g.StartLine, g.EndLine)
			units := utf16.Encode([]rune(lines[g.StartLine-1]))
			assert.Equal(t, bytesSay, string(utf16.Decode(units[g.StartColumn-1:g.EndColumn-1])))
			assert.Equal(t, "servers/mail%20box.json", loc.PhysicalLocation.ArtifactLocation.URI)
			assert.Equal(t, srcRoot, loc.PhysicalLocation.ArtifactLocation.URIBaseID)
			seen++
		}
	}
	assert.Equal(t, 4, seen)
	g := l.Runs[0].Results[0].Locations[0].PhysicalLocation.Region
	assert.Equal(t, "U+200B", g.Snippet.Rendered.Text)
	// Tab, blank and the key are 19 units, the envelope is two.
	assert.Equal(t, [3]int{3, 19 + 2 + 12, 3}, [3]int{g.StartLine, g.StartColumn, g.ByteLength})
}

func TestByteOrderMarkHasNoColumn(t *testing.T) {
	_, l := render(t, hostileReport(t), Options{})
	for _, res := range l.Runs[0].Results {
		for _, loc := range append(res.Locations, res.RelatedLocations...) {
			g := loc.PhysicalLocation.Region
			assert.GreaterOrEqual(t, g.ByteLength, 0)
			assert.False(t, g.StartLine == g.EndLine && g.StartColumn > g.EndColumn)
			assert.Equal(t, g.ByteLength == 0, g.StartLine == g.EndLine && g.StartColumn == g.EndColumn, "%+v", g)
		}
	}
}

func demotedFixture(t testing.TB) *lint.Report {
	r := reportFixture(t)
	f := &r.Findings[0]
	f.Demoted, f.Was, f.Severity = discover.ClassTest, f.Severity, detect.SeverityLow
	r.Unresolved = []lint.Remark{{Kind: detect.KindTool, Name: "x", Text: "read from a file", Where: f.Signals[0].Where}}
	r.Notes = []lint.Remark{{Text: "rewritten", Where: f.Signals[0].Where}}
	r.Summary.Unresolved, r.Summary.Notes = 1, 3
	r.Lock = &lint.LockStatus{Path: "/home/me/[x](1)\u202e.lock", LockCounts: lint.LockCounts{Approved: 3, Changed: 1, Pending: 2, Removed: 4, Renamed: 1, Unseen: 5}}
	r.Settings = []string{"exclude: " + strings.Repeat("out, ", 60) + "and 498 more", "ignore: 30 entries"}
	return r
}

func TestRulesDoNotDependOnFindings(t *testing.T) {
	full := reportFixture(t)
	clean := &lint.Report{Rules: full.Rules}
	_, a := render(t, full, Options{})
	_, b := render(t, clean, Options{})
	assert.Equal(t, a.Runs[0].Tool.Driver.Rules, b.Runs[0].Tool.Driver.Rules)
}

func TestNames(t *testing.T) {
	for category, want := range map[string]string{
		"": "mcp-lint/", "mcp-lint": "mcp-lint/", "servers": "mcp-lint/servers/", "a/b/": "mcp-lint/a/b/", "/": "mcp-lint/",
	} {
		assert.Equal(t, want, automationID(category), category)
	}
	for v, want := range map[string]string{
		"v1.2.3": "1.2.3", "1.2.3-rc.1": "1.2.3-rc.1", "": "0.0.0-devel", "(devel)": "0.0.0-devel", "abc1234": "0.0.0-abc1234",
		"a b": "0.0.0-devel",
	} {
		assert.Equal(t, want, version(v), v)
	}
	for path, want := range map[string]string{
		"a/b.json": "a/b.json", "./a//b/": "a/b", "../../etc": "etc", "a b/\u00E9.json": "a%20b/%C3%A9.json", "c:/x": "c%3A/x",
		"100%/[id]": "100%25/%5Bid%5D", "\xff": "%EF%BF%BD", `a\b`: "a%5Cb", "": noPlace, "/": noPlace,
	} {
		uri, inRoot := relativeURI(path)
		assert.Equal(t, want, uri, path)
		assert.Equal(t, want != noPlace, inRoot, path)
	}
}

func manyFindings(t testing.TB, n int) *lint.Report {
	r := reportFixture(t)
	base := r.Findings[0]
	r.Findings = nil
	for i := range n {
		f := base
		f.ID = fmt.Sprintf("%032x", i)
		f.RiskScore = i % 100
		f.Severity = detect.SeverityLow
		if i == n-1 {
			f.Severity, f.RiskScore = detect.SeverityCritical, 0
		}
		r.Findings = append(r.Findings, f)
	}
	return r
}

func TestLimits(t *testing.T) {
	r := manyFindings(t, 50)
	decode := func(max limits) (log, int) {
		var buf bytes.Buffer
		require.NoError(t, write(&buf, r, Options{}, max))
		var l log
		require.NoError(t, json.Unmarshal(buf.Bytes(), &l))
		return l, buf.Len()
	}
	l, size := decode(limits{10, maxUpload})
	require.Len(t, l.Runs[0].Results, 10)
	assert.Equal(t, "critical", l.Runs[0].Results[9].Properties["severity"], "the order of the report is kept")
	assert.InDelta(t, 49, l.Runs[0].Results[8].Properties["riskScore"], 10)
	cut := l.Runs[0].Invocations[0].ToolExecutionNotifications[0]
	assert.Equal(t, "40 of 50 findings are not in this file: the most severe 10 are.", cut.Message.Text)
	// The bound is on the compressed size, and the file stays valid when nothing fits.
	l, _ = decode(limits{50, size / 4})
	assert.Len(t, l.Runs[0].Results, 50, "fifty like findings compress well")
	l, _ = decode(limits{50, 1})
	assert.Empty(t, l.Runs[0].Results)
	r.Findings = nil
	l, _ = decode(limits{50, maxUpload})
	assert.Len(t, l.Runs[0].Invocations[0].ToolExecutionNotifications, 5)
	for range 3 * maxNotices {
		r.Skips = append(r.Skips, r.Skips[0])
	}
	l, _ = decode(limits{50, maxUpload})
	assert.Len(t, l.Runs[0].Invocations[0].ToolExecutionNotifications, maxNotices+1)
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteError(t *testing.T) {
	assert.ErrorContains(t, Write(brokenWriter{}, reportFixture(t), Options{}), "disk full")
}
