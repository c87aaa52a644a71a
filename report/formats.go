package report

import (
	"io"

	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/sarif"
)

// Format is a form of reports that --output can name.
type Format struct {
	Name string
	// Media is the media type of the document, by which tests choose what must hold for it.
	Media string
	// For is a phrase in Markdown that says who reads it, and Stable one that says what readers can rely on. Documents list both.
	For, Stable string
	Write       func(w io.Writer, r *lint.Report, o Options) error
}

// Options are the options of all formats; each format reads its own.
type Options struct {
	Text   TextOptions
	GitHub GitHubOptions
	SARIF  sarif.Options
}

// Formats returns all formats. The help of --output, its completion and the tables in README.md and docs/outputs.md are written from this list.
func Formats() []Format {
	return []Format{
		{
			"text", "text/plain", "people at a terminal or in a log: source lines with carets, evidence, confidence, how to fix (the default)",
			"no: wording and layout may change with every release",
			func(w io.Writer, r *lint.Report, o Options) error { return Text(w, r, o.Text) },
		},
		{"concise", "text/plain", "one line for each finding: file:line:column: severity[check]: what was found", "the form, not the wording", without(Concise)},
		{
			"json", "application/json", "scripts: one document that holds everything", "yes: versioned, with a published schema",
			without(JSON),
		},
		{
			"sarif", "application/sarif+json", "GitHub code scanning, editors, SARIF viewers", "yes: SARIF 2.1.0, rule IDs, fingerprints",
			func(w io.Writer, r *lint.Report, o Options) error { return sarif.Write(w, r, o.SARIF) },
		},
		{
			"github", "text/plain", "annotations of a workflow run on GitHub", "the form, not the wording",
			func(w io.Writer, r *lint.Report, o Options) error { return GitHubWith(w, r, o.GitHub) },
		},
		{"markdown", "text/markdown", "a job summary", "no", without(Markdown)},
		{"html", "text/html", "people with a browser: one file that asks for nothing from any network", "no", without(HTML)},
		{"gitlab", "application/json", "the code quality report of GitLab", "yes: names, severities, fingerprints", without(GitLab)},
		{
			"gitlab-sast", "application/json", "the vulnerability report and the merge request widget of GitLab",
			"yes: SAST schema 15, fingerprints", without(GitLabSAST),
		},
		{"junit", "application/xml", "the test results of GitLab, Jenkins, Azure DevOps and others", "yes: names, severities", without(JUnit)},
		{"rdjson", "application/json", "reviewdog, which comments on what a change touches", "yes: Reviewdog Diagnostic Format", without(RDJSON)},
		{"sonarqube", "application/json", "the generic issues of SonarQube 10.3 and later", "yes: rules, severities", without(SonarQube)},
		{"csv", "text/csv", "spreadsheets and databases: one row for each finding", "yes: columns are only added, at the end", without(CSV)},
	}
}

func without(write func(io.Writer, *lint.Report) error) func(io.Writer, *lint.Report, Options) error {
	return func(w io.Writer, r *lint.Report, _ Options) error { return write(w, r) }
}
