package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
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
	"github.com/org/mcp-lint/internal/must"
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

// schemas are the compiled ones of testdata/schemas and docs.
var schemas = map[string]*jsonschema.Schema{}

// decoded validates JSON against a schema, if there is one, and decodes it.
func decoded[T any](t *testing.T, out, schema string) (v T) {
	t.Helper()
	for i, c := range []byte(out) {
		require.True(t, c == '\n' || c >= 0x20 && c < 0x7F, "byte %#x at %d", c, i)
	}
	if schema != "" {
		if schemas[schema] == nil {
			asked := must.OK(jsonschema.UnmarshalJSON(bytes.NewReader(must.OK(os.ReadFile(schema))(t))))(t)
			c := jsonschema.NewCompiler()
			require.NoError(t, c.AddResource("schema.json", asked))
			schemas[schema] = must.OK(c.Compile("schema.json"))(t)
		}
		require.NoError(t, schemas[schema].Validate(must.OK(jsonschema.UnmarshalJSON(strings.NewReader(out)))(t)))
	}
	require.NoError(t, json.Unmarshal([]byte(out), &v))
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

func TestRDJSONRanges(t *testing.T) {
	for _, tt := range []struct {
		data       string
		start, end int
		want, why  string
	}{
		{"\u65e5x\n", 3, 4, `{"start":{"line":1,"column":4},"end":{"line":1,"column":5}}`, "columns count bytes"},
		{"ab\ncd\n", 1, 4, `{"start":{"line":1,"column":2},"end":{"line":2,"column":2}}`, "two lines"},
		{"ab\rcd\n", 3, 4, `{"start":{"line":1},"end":{"line":1}}`, "Git sees one line"},
		{"ab\ncd\n", 0, 3, `{"start":{"line":1},"end":{"line":1}}`, "the line end belongs to its line"},
	} {
		file := source.NewFile("f", "f", []byte(tt.data))
		out := must.OK(json.Marshal(rdRangeOf(linesOf(placed(source.Location{File: file, Span: source.Span{Start: tt.start, End: tt.end}})))))(t)
		assert.Equal(t, tt.want, string(out), tt.why)
	}
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

func TestCSVHasAllFindings(t *testing.T) {
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
		assertFormats(t, r)
		assertFormats(t, sample(words))
		decoded[any](t, writtenAs(t, "json", sample(words)), "../docs/report.schema.json")
		// GitLab reads all but the details as Markdown.
		var sast struct {
			Vulnerabilities []struct{ Name, Description string }
		}
		require.NoError(t, json.Unmarshal([]byte(writtenAs(t, "gitlab-sast", r)), &sast))
		for _, v := range sast.Vulnerabilities {
			require.Equal(t, "unicode.hidden unicode.hidden", v.Name+" "+v.Description)
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

func TestFormatsReportWriteErrors(t *testing.T) {
	for _, f := range Formats() {
		assert.ErrorContains(t, f.Write(failingWriter{}, sample("plain"), Options{}), "pipe closed", f.Name)
	}
	assert.ErrorContains(t, GitHub(failingWriter{}, sample("plain"), GitHubOptions{}), "could not write the annotations")
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("pipe closed") }
