package report

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"

	"github.com/org/mcp-lint/internal/golden"
)

// archived compares documents with an archive in testdata/golden.
func archived(t *testing.T, name string, documents []txtar.File) {
	t.Helper()
	golden.Equal(t, "testdata/golden/"+name+".txtar", string(txtar.Format(&txtar.Archive{Files: documents})))
}

// goldens are reports with everything that a format says.
func goldens() map[string]*lint.Report {
	counts, more, open, partial, suppressed, incomplete := sample("plain"), pulled(), pulled(), sample("plain"), pulled(), hostileReport("x", detect.SeverityLow)
	counts.Settings = []string{"skip: " + strings.Repeat("a", 300)}
	counts.Summary.Suppressed, counts.Summary.BelowConfidence, counts.Summary.Unresolved, counts.Summary.Definitions = 2, 1, 3, 5
	// A suppression that suppresses findings with the same words elsewhere, and notes inside and outside of the repository.
	more.Settings = []string{"settings of x", "skip: a, b", "ignore: 1 entry"}
	more.Lock.Unseen, more.Summary.Notes = 7, 3
	more.Suppressed[0].SharedBy = []string{"beta", "ga\u200bmma"}
	more.Suppressed[1].SharedBy = []string{"beta", "d1", "d2", "d3", "d4", "d5"}
	note := lint.Remark{Text: "an approved tool is gone", Where: more.Findings[0].Signals[0].Where}
	more.Notes = []lint.Remark{{Text: "the entry has expired\u202e", Where: more.Suppressions[1].Where}, note, note}
	// The index of a suppression may be that of none.
	open.Suppressed[0].By, open.Suppressed[1].By = -1, 99
	partial.InContext = true
	suppressed.Findings, suppressed.Summary.Findings, suppressed.Coverage.Checks = nil, 0, []string{"rugpull.changed"}
	incomplete.Findings, incomplete.Lock, incomplete.Summary.Suppressed = nil, nil, 0
	return map[string]*lint.Report{
		"sample": sample("plain"), "severities": everySeverity(), "remarks": remarked("plain"), "locked": pulled(), "empty": empty(),
		"nothing": {Version: "1.2.3", Summary: lint.Summary{FilesSeen: 3}}, "named": {InContext: true}, "counts": counts, "more": more,
		"open": open, "partial": partial, "suppressed": suppressed, "incomplete": incomplete, "places": places(),
	}
}

// places is a report with findings after a character of two UTF-16 code units, on two lines, and in standard input.
func places() *lint.Report {
	r := &lint.Report{Summary: lint.Summary{Findings: 3, Definitions: 1}}
	for _, at := range []struct {
		path, rel  string
		start, end int
	}{
		{"./a/b.json", "repo/a/b.json", 7, 8}, {"./a/b.json", "repo/a/b.json", 7, 14}, {"<stdin>", "stdin", 7, 14},
	} {
		file := source.NewFile(at.path, at.rel, []byte("{\n\"\U0001F600x\": 1,\n}"))
		r.Findings = append(r.Findings, located(detect.Finding{
			Kind: detect.KindTool, Server: "s", Tool: "t", Severity: detect.SeverityMedium, Level: detect.LevelWarning, Confidence: 0.5, RiskScore: 40,
			CheckIDs: []string{"directive.imperative"},
			Signals:  []detect.Signal{{CheckID: "directive.imperative", Evidence: "100% sure", Detail: "orders; stop it", Field: "/name"}},
		}, lint.Located{Where: source.Location{File: file, Span: source.Span{Start: at.start, End: at.end}, Exact: true}}))
		r.Findings[len(r.Findings)-1].ID = strings.Repeat("0c", 16)
	}
	return r
}

// TestGolden holds what every format but SARIF, which has its own test, says of every report, and that it says so each time.
func TestGolden(t *testing.T) {
	for name, r := range goldens() {
		t.Run(name, func(t *testing.T) {
			assertFormats(t, r)
			if !slices.Contains([]string{"severities", "incomplete", "open", "places"}, name) {
				// These hold what the engine does not make.
				decoded[any](t, writtenAs(t, "json", r), "../docs/report.schema.json")
			}
			var documents []txtar.File
			add := func(name string, write func(io.Writer) error) {
				said := written(t, func(b *bytes.Buffer) error { return write(b) })
				require.Equal(t, said, written(t, func(b *bytes.Buffer) error { return write(b) }), name)
				if name == "html" {
					said = contents(t, said)
				}
				documents = append(documents, txtar.File{Name: name, Data: []byte(said)})
			}
			for _, f := range Formats() {
				if f.Name != "sarif" {
					add(f.Name, func(w io.Writer) error { return f.Write(w, r, Options{}) })
				}
			}
			add("text, verbose", func(w io.Writer) error { return Text(w, r, TextOptions{Verbose: true}) })
			add("text, quiet", func(w io.Writer) error { return Text(w, r, TextOptions{Quiet: true}) })
			add("text, in colour", func(w io.Writer) error { return Text(w, r, TextOptions{Color: true, Links: true}) })
			archived(t, name, documents)
		})
	}
}

// TestGoldenPages holds the pages of large reports.
func TestGoldenPages(t *testing.T) {
	for name, r := range map[string]*lint.Report{"examples": examples(t), "hostile": hostilePage(htmlWords)} {
		whole := page(t, r)
		assert.True(t, whole == page(t, r), "%s is not twice the same", name)
		archived(t, name, []txtar.File{{Name: "html", Data: []byte(contents(t, whole))}})
	}
}

func TestGoldenListing(t *testing.T) {
	var documents []txtar.File
	for _, l := range []*lint.Listing{listing("plain"), listing("z\u200bw"), {FilesSeen: 2}} {
		documents = append(documents,
			txtar.File{Name: "text", Data: []byte(listed(t, l))},
			txtar.File{Name: "json", Data: []byte(written(t, func(b *bytes.Buffer) error { return ListJSON(b, l) }))})
	}
	archived(t, "listing", documents)
}

func TestGoldenCautions(t *testing.T) {
	list := []Caution{
		{File: "ci/.mcp-lint.yaml", Text: "the change edits the settings"},
		{
			File: "mcp-lint.lock", Line: 3, Text: "it approves 2 definitions itself",
			Items: []string{"notes/read_note", "a|b/`run` <script>\u202e\n::error::x"},
		},
		{Text: "what the change touches is not known"},
	}
	var documents []txtar.File
	for _, f := range []struct {
		name  string
		write func(b *bytes.Buffer) error
	}{
		{"markdown", func(b *bytes.Buffer) error { return MarkdownCautions(b, list, 10_000) }},
		{"text", func(b *bytes.Buffer) error { return TextCautions(b, list) }},
		{"github", func(b *bytes.Buffer) error { return GitHub(b, &lint.Report{}, GitHubOptions{Cautions: list}) }},
		{"markdown, none", func(b *bytes.Buffer) error { return MarkdownCautions(b, nil, 10_000) }},
		{"markdown, no room", func(b *bytes.Buffer) error { return MarkdownCautions(b, list, 20) }},
		{"text, none", func(b *bytes.Buffer) error { return TextCautions(b, nil) }},
	} {
		documents = append(documents, txtar.File{Name: f.name, Data: []byte(written(t, f.write))})
	}
	archived(t, "cautions", documents)
}

// assertFormats holds what readers ask of each format whatever a report says.
func assertFormats(t *testing.T, r *lint.Report) {
	t.Helper()
	for _, f := range listFormats() {
		require.NotContains(t, writtenAs(t, f.Name, r), runnerMark, f.Name)
	}
	gitlabList(t, r)
	junitOf(t, writtenAs(t, "junit", r))
	csvRows(t, writtenAs(t, "csv", r))
	assertInert(t, writtenAs(t, "markdown", r))
	decoded[any](t, writtenAs(t, "rdjson", r), "")
	sonar := decoded[struct{ Rules []struct{ ID string } }](t, writtenAs(t, "sonarqube", r), "testdata/schemas/sonarqube.json")
	seen := map[string]bool{}
	for _, rule := range sonar.Rules {
		require.False(t, seen[rule.ID], "SonarQube refuses a report with the same rule twice")
		seen[rule.ID] = true
	}
	type vulnerability struct {
		Name, Description string
		Location          struct{ File string }
		Details           struct{ Finding struct{ Value string } }
	}
	sast := decoded[struct{ Vulnerabilities []vulnerability }](t, writtenAs(t, "gitlab-sast", r), "testdata/schemas/gitlab-sast.json")
	for _, v := range sast.Vulnerabilities {
		assertShown(t, v.Name, v.Location.File, v.Details.Finding.Value)
	}
}
