package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// listFormats are the formats that list entries for other programs.
func listFormats() []Format {
	var list []Format
	for _, f := range Formats() {
		switch f.Name {
		case "gitlab", "gitlab-sast", "junit", "rdjson", "sonarqube", "csv":
			list = append(list, f)
		}
	}
	return list
}

func writtenAs(t *testing.T, name string, r *lint.Report) string {
	t.Helper()
	for _, f := range Formats() {
		if f.Name == name {
			return written(t, func(b *bytes.Buffer) error { return f.Write(b, r, Options{}) })
		}
	}
	require.Fail(t, "no format "+name)
	return ""
}

// decoded validates JSON against a schema of testdata/schemas and decodes it into a value, which has to have all of its members.
func decoded[T any](t *testing.T, out, schema string) T {
	t.Helper()
	for i, c := range []byte(out) {
		require.True(t, c == '\n' || c >= 0x20 && c < 0x7F, "byte %#x at %d", c, i)
	}
	if schema != "" {
		data, err := os.ReadFile("testdata/schemas/" + schema)
		require.NoError(t, err)
		asked, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		require.NoError(t, err)
		c := jsonschema.NewCompiler()
		require.NoError(t, c.AddResource(schema, asked))
		compiled, err := c.Compile(schema)
		require.NoError(t, err)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
		require.NoError(t, err)
		require.NoError(t, compiled.Validate(doc))
	}
	var v T
	dec := json.NewDecoder(strings.NewReader(out))
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(&v))
	return v
}

// assertShown holds that words can be shown anywhere.
func assertShown(t *testing.T, all ...string) {
	t.Helper()
	for _, words := range all {
		require.True(t, utf8.ValidString(words))
		for _, r := range words {
			require.False(t, text.Invisible(r), "%U in %q", r, words)
		}
	}
}

// everySeverity is a report with one finding of each severity, from informational to critical.
func everySeverity() *lint.Report {
	r := many(sample("plain"), 5, func(i int) detect.Severity { return detect.Severity(i) })
	r.Findings[0].Signals = append([]lint.Signal{}, r.Findings[0].Signals...)
	r.Findings[0].Signals[0].Note = true
	r.Summary.Suppressed = 2
	return r
}

// The documents as their readers have them, whole: a member that is none of these fails the test.
type (
	sastReport struct {
		Version string
		Scan    struct {
			Analyzer, Scanner any
			Type, Status      string
			StartTime         string `json:"start_time"`
			EndTime           string `json:"end_time"`
			Messages          []struct{ Level, Value string }
		}
		Vulnerabilities []struct {
			ID, Name, Description, Severity, Solution string
			Identifiers                               []struct{ Type, Name, Value, URL string }
			Location                                  sastLocation
			Details                                   map[string]sastIs
			Tracking                                  struct {
				Type  string
				Items []struct {
					sastLocation
					Signatures []struct{ Algorithm, Value string }
				}
			}
		}
	}
	sastLocation struct {
		File      string
		StartLine int `json:"start_line"`
		EndLine   int `json:"end_line"`
	}
	sastIs struct{ Name, Type, Value string }

	rdResult struct {
		Source      struct{ Name, URL string }
		Diagnostics []struct {
			Message, Severity string
			Location          rdLocation
			Code              struct{ Value, URL string }
		}
	}
	rdLocation struct {
		Path  string
		Range *rdRange
	}
	rdRange    struct{ Start, End rdPosition }
	rdPosition struct{ Line, Column int }

	sonarReport struct {
		Rules  []sonarRule
		Issues []struct {
			RuleID   string
			Location struct {
				Message, FilePath string
				Range             *sonarRange `json:"textRange"`
			} `json:"primaryLocation"`
		}
	}
	sonarRule struct {
		ID, Name, Description, EngineID, CleanCodeAttribute, Type, Severity string
		Impacts                                                             []struct{ SoftwareQuality, Severity string }
	}
	sonarRange struct{ StartLine int }
)

func TestSASTSeverities(t *testing.T) {
	got := decoded[sastReport](t, writtenAs(t, "gitlab-sast", everySeverity()), "gitlab-sast.json")
	require.Len(t, got.Vulnerabilities, 5)
	seen := map[string]bool{}
	for i, want := range []string{"Info", "Low", "Medium", "High", "Critical"} {
		v := got.Vulnerabilities[i]
		assert.Equal(t, want, v.Severity)
		assert.Equal(t, "unicode.hidden", v.Identifiers[0].Value)
		assert.Equal(t, sastLocation{"dir/plain.json", 2, 2}, v.Location)
		assert.Equal(t, v.ID, v.Tracking.Items[0].Signatures[0].Value)
		assert.Equal(t, sastIs{"Finding", "text", entries(sample("plain"), 1)[0].Words}, v.Details["finding"])
		assert.False(t, seen[v.ID])
		seen[v.ID] = true
	}
	levels := map[string]int{}
	for _, m := range got.Scan.Messages {
		name, _, _ := strings.Cut(m.Value, ":")
		levels[m.Level+" "+name]++
	}
	assert.Equal(t, map[string]int{
		"warn " + entrySkipped: 1, "warn " + entryIncomplete: 1, "info " + entrySettings: 1, "info " + entryFiltered: 1,
	}, levels)
}

func TestRDJSONRanges(t *testing.T) {
	got := decoded[rdResult](t, writtenAs(t, "rdjson", everySeverity()), "")
	var severities []string
	for _, d := range got.Diagnostics[:5] {
		severities = append(severities, d.Severity)
	}
	assert.Equal(t, []string{"INFO", "INFO", "WARNING", "ERROR", "ERROR"}, severities)
	assert.Equal(t, rdLocation{"dir/plain.json", &rdRange{rdPosition{2, 25}, rdPosition{2, 30}}}, got.Diagnostics[0].Location)
	assert.Equal(t, rdLocation{Path: wholeTree}, got.Diagnostics[len(got.Diagnostics)-1].Location)

	at := func(data string, start, end int) (r *rdRange) {
		file := source.NewFile("f", "f", []byte(data))
		out, err := json.Marshal(rdRangeOf(linesOf(placed(source.Location{File: file, Span: source.Span{Start: start, End: end}}))))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(out, &r))
		return r
	}
	assert.Equal(t, &rdRange{rdPosition{1, 4}, rdPosition{1, 5}}, at("\u65e5x\n", 3, 4), "columns count bytes")
	assert.Equal(t, &rdRange{rdPosition{1, 2}, rdPosition{2, 2}}, at("ab\ncd\n", 1, 4))
	assert.Equal(t, &rdRange{rdPosition{Line: 1}, rdPosition{Line: 1}}, at("ab\rcd\n", 3, 4), "Git sees one line")
	assert.Equal(t, &rdRange{rdPosition{Line: 1}, rdPosition{Line: 1}}, at("ab\ncd\n", 0, 3), "the line end belongs to its line")
}

func TestSonarQubeRules(t *testing.T) {
	got := decoded[sonarReport](t, writtenAs(t, "sonarqube", everySeverity()), "sonarqube.json")
	rules := map[string]sonarRule{}
	for _, rule := range got.Rules {
		require.NotContains(t, rules, rule.ID, "SonarQube refuses a report with the same rule twice")
		rules[rule.ID] = rule
	}
	for i, want := range []string{
		"informational INFO LOW", "low MINOR LOW", "medium MAJOR MEDIUM", "high CRITICAL HIGH", "critical BLOCKER HIGH",
	} {
		rule := rules[got.Issues[i].RuleID]
		assert.Equal(t, "unicode.hidden-"+want, fmt.Sprintf("%s %s %s", rule.ID, rule.Severity, rule.Impacts[0].Severity))
	}
	assert.Equal(t, "Hidden", got.Rules[0].Name)
	for _, issue := range got.Issues {
		require.Contains(t, rules, issue.RuleID)
	}
	assert.Equal(t, &sonarRange{2}, got.Issues[0].Location.Range)
	// The line of a file that could not be read may be another one for SonarQube, which ends the analysis for one that is not there.
	skipped := got.Issues[5]
	assert.Equal(t, entrySkipped+"-informational", skipped.RuleID)
	assert.Nil(t, skipped.Location.Range)
}

// csvRows reads a table as spreadsheets do and holds that none of its cells is a formula.
func csvRows(t *testing.T, out string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, csvColumns, rows[0])
	for _, row := range rows[1:] {
		assertShown(t, row...)
	}
	// Where a comma is part of numbers, cells end at semicolons, and quotes count in the first place of a cell alone.
	for line := range strings.Lines(out) {
		for _, cell := range strings.Split(line, ";")[1:] {
			require.NotRegexp(t, "^[\" ]*[=+\\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]", cell, line)
		}
	}
	for _, row := range rows {
		for _, cell := range row {
			require.NotRegexp(t, "^[=+\\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]", cell)
		}
	}
	return rows
}

func TestCSVRows(t *testing.T) {
	rows := csvRows(t, writtenAs(t, "csv", everySeverity()))
	for i, want := range []string{"informational", "low", "medium", "high", "critical"} {
		assert.Equal(t, want, rows[i+1][0])
	}
	assert.Equal(t, []string{
		"high", "unicode.hidden", "dir/plain.json", "2", "25", "tool", "plain", "plain", "/plain",
		entries(sample("plain"), 1)[0].Words, "0.90", "77", rows[4][12], lint.CheckURL("unicode.hidden"),
	}, rows[4])
	assert.Equal(t, []string{"informational", entrySkipped, wholeTree}, rows[6][:3])
	assert.Equal(t, "notice", rows[6][5])

	many := many(sample("plain"), entryFindings+1, func(int) detect.Severity { return detect.SeverityLow })
	assert.Greater(t, strings.Count(writtenAs(t, "csv", many), "\nlow,"), entryFindings, "a table has all findings")
}

func TestCSVHasNoFormulas(t *testing.T) {
	for _, words := range []string{
		"=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\t=1", "\r=1", "a;=1", "a;\"=1\"", "a; =1", "a;;@x", "\uFF1D1", "a,\"=1\"\n=2", `";=1`,
	} {
		r := hostileReport(words, detect.SeverityHigh)
		r.Findings[0].Signals[0].Where.Rel = words
		rows := csvRows(t, writtenAs(t, "csv", r))
		name := strings.TrimPrefix(strings.ReplaceAll(rows[1][6], ";'", ";"), "'")
		assert.Equal(t, text.Safe(words, 0), name, "an apostrophe is all that is added")
	}
}

// antElements are the attributes that each element has by the schema of Ant, all of them and in any order, and the children that it may
// have, in their order. The schema of Jenkins allows all of that.
var antElements = map[string]struct{ attributes, children string }{
	"testsuites": {"", "(testsuite )*"},
	"testsuite": {
		"errors failures hostname id name package skipped tests time timestamp", "properties (testcase )*system-out system-err ",
	},
	"properties": {"", "(property )*"},
	"property":   {"name value", ""},
	"testcase":   {"classname name time", "(skipped |failure )?"},
	"failure":    {"message type", ""},
	"skipped":    {"message", ""},
	"system-out": {"", ""},
	"system-err": {"", ""},
}

func assertAnt(t *testing.T, out string) {
	t.Helper()
	var open, children []string
	for dec := xml.NewDecoder(strings.NewReader(out)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		switch e := token.(type) {
		case xml.StartElement:
			want, known := antElements[e.Name.Local]
			require.True(t, known, e.Name.Local)
			var names []string
			for _, a := range e.Attr {
				names = append(names, a.Name.Local)
			}
			slices.Sort(names)
			require.Equal(t, want.attributes, strings.Join(names, " "), e.Name.Local)
			if len(children) > 0 {
				children[len(children)-1] += e.Name.Local + " "
			}
			open, children = append(open, e.Name.Local), append(children, "")
		case xml.EndElement:
			last := len(open) - 1
			require.Regexp(t, "^"+antElements[open[last]].children+"$", children[last], open[last])
			open, children = open[:last], children[:last]
		}
	}
	require.Empty(t, open)
}

// junitOf reads results and holds that they are as the schema of Ant has them, and that the counts are right.
func junitOf(t *testing.T, out string) junitSuite {
	t.Helper()
	require.True(t, utf8.ValidString(out))
	assertAnt(t, out)
	var doc junitReport
	require.NoError(t, xml.Unmarshal([]byte(out), &doc))
	s := doc.Suite
	assert.Regexp(t, `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$`, s.Timestamp)
	failures, skipped, names := 0, 0, map[string]bool{}
	for _, c := range s.Cases {
		require.NotEmpty(t, c.Class)
		require.False(t, names[c.Class+c.Name], c.Name)
		names[c.Class+c.Name] = true
		assertShown(t, c.Name, c.Class)
		require.False(t, c.Failure != nil && c.Skipped != nil)
		if c.Failure != nil {
			failures++
			assertShown(t, c.Failure.Type, c.Failure.Message, strings.ReplaceAll(c.Failure.Text, "\n", ""))
		}
		if c.Skipped != nil {
			skipped++
			assertShown(t, c.Skipped.Message)
		}
	}
	require.Equal(t, []int{len(s.Cases), failures, 0, skipped}, []int{s.Tests, s.Failures, s.Errors, s.Skipped})
	return s
}

func TestJUnitCases(t *testing.T) {
	s := junitOf(t, writtenAs(t, "junit", everySeverity()))
	assert.Equal(t, junitCase{Name: "scan", Class: "mcp-lint", Time: "0"}, s.Cases[0])
	assert.NotNil(t, s.Cases[1].Skipped, "informational")
	for i, want := range []string{"low", "medium", "high", "critical"} {
		c := s.Cases[i+2]
		assert.Equal(t, want, c.Failure.Type)
		assert.Equal(t, "dir/plain.json", c.Class)
		assert.Regexp(t, `^unicode.hidden: tool .plain. of server .plain. \[[0-9a-f]{32}\]$`, c.Name)
		assert.Equal(t, entries(sample("plain"), 1)[0].Words, c.Failure.Message)
		assert.Equal(t, "dir/plain.json:2\n"+c.Failure.Message+"\n"+lint.CheckURL("unicode.hidden"), c.Failure.Text)
	}
	assert.Equal(t, 4, s.Failures)
	assert.Equal(t, 1, junitOf(t, writtenAs(t, "junit", &lint.Report{Summary: lint.Summary{Definitions: 1}})).Tests,
		"a scan without findings is a test that passes")
}

// Whatever a file says, every format stays what its reader takes it for, says the same twice, and says what is missing.
func TestListFormatsAreInert(t *testing.T) {
	require.Len(t, listFormats(), 6)
	for _, words := range append(append([]string{}, hostileWords...), htmlWords...) {
		r := hostileReport(words, detect.SeverityCritical)
		r.Skips = append(r.Skips, discover.Skip{Path: words, Rel: "../" + words, Reason: discover.SkipBroken, Detail: words})
		r.Findings = append(r.Findings, r.Findings[0], remarked(words).Findings[0])
		for _, f := range listFormats() {
			out := writtenAs(t, f.Name, r)
			require.Equal(t, out, writtenAs(t, f.Name, r))
			require.NotContains(t, out, runnerMark, f.Name)
			for _, name := range []string{entrySkipped, entryIncomplete, entrySettings, entryFiltered, entryLock} {
				require.Contains(t, out, name, f.Name)
			}
		}
		decoded[sonarReport](t, writtenAs(t, "sonarqube", r), "sonarqube.json")
		decoded[rdResult](t, writtenAs(t, "rdjson", r), "")
		junitOf(t, writtenAs(t, "junit", r))
		csvRows(t, writtenAs(t, "csv", r))
		// GitLab reads all but the details as Markdown.
		for _, v := range decoded[sastReport](t, writtenAs(t, "gitlab-sast", r), "gitlab-sast.json").Vulnerabilities {
			require.Equal(t, "unicode.hidden", v.Description)
			require.Equal(t, "unicode.hidden", v.Name)
			assertShown(t, v.Location.File, v.Details["finding"].Value)
		}
	}
}

func TestListFormatsAreBounded(t *testing.T) {
	words := strings.Repeat("=<\u202e&", 5_000)
	r := hostileReport(words, detect.SeverityHigh)
	for range 2 * entrySkips {
		r.Skips = append(r.Skips, discover.Skip{Path: words, Rel: words, Reason: discover.SkipBroken, Detail: words})
		r.Notes = append(r.Notes, lint.Remark{Text: words, Where: r.Findings[0].Signals[0].Where})
	}
	for _, f := range listFormats() {
		out := writtenAs(t, f.Name, r)
		assert.Less(t, len(out), 20_000_000, f.Name)
		assert.Contains(t, out, entryCut, f.Name)
	}
	r = many(sample("plain"), entryFindings+3, func(int) detect.Severity { return detect.SeverityLow })
	for _, f := range listFormats() {
		if f.Name != "csv" {
			assert.Contains(t, writtenAs(t, f.Name, r), "3 of 5003 findings are not in this report", f.Name)
		}
	}
}

func TestListFormatsReportWriteErrors(t *testing.T) {
	for _, f := range listFormats() {
		assert.ErrorContains(t, f.Write(failingWriter{}, sample("plain"), Options{}), "pipe closed", f.Name)
	}
}
