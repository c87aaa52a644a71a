package report

import (
	"io"

	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/sarif"
)

// Format is a report format that --output can name.
type Format struct {
	Name string
	// Media is the media type of the document. Tests use it to choose what to validate.
	Media string
	// For says who reads the format, in Markdown; Stable says what readers can rely on. The documentation lists both.
	For, Stable string
	Write       func(w io.Writer, r *lint.Report, o Options) error
}

// Options are the options of all formats; each format reads its own.
type Options struct {
	Text   TextOptions
	GitHub GitHubOptions
	SARIF  sarif.Options
	HTML   HTMLOptions
}

// Formats returns all formats. The help and completion of --output and the table in docs/outputs.md are generated from it.
func Formats() []Format {
	return []Format{
		{
			"text", "text/plain", "people at a terminal or in a log: source lines with carets, evidence, confidence, how to fix (the default)",
			"no: wording and layout may change with every release",
			func(w io.Writer, r *lint.Report, o Options) error { return Text(w, r, o.Text) },
		},
		{"concise", "text/plain", "one line for each finding: file:line:column: severity[check]: what was found", "the form, not the wording", noOptions(Concise)},
		{
			"json", "application/json", "scripts: one document that holds everything", "yes: versioned, with a published schema",
			noOptions(JSON),
		},
		{
			"sarif", "application/sarif+json", "GitHub code scanning, editors, SARIF viewers", "yes: SARIF 2.1.0, rule IDs, fingerprints",
			func(w io.Writer, r *lint.Report, o Options) error { return sarif.Write(w, r, o.SARIF) },
		},
		{
			"github", "text/plain", "annotations of a workflow run on GitHub", "the form, not the wording",
			func(w io.Writer, r *lint.Report, o Options) error { return GitHub(w, r, o.GitHub) },
		},
		{"markdown", "text/markdown", "a job summary", "no", noOptions(Markdown)},
		{
			"html", "text/html", "people with a browser: one file that loads nothing from a network", "no",
			func(w io.Writer, r *lint.Report, o Options) error { return HTML(w, r, o.HTML) },
		},
		{"gitlab", "application/json", "the code quality report of GitLab", "yes: names, severities, fingerprints", noOptions(GitLab)},
		{
			"gitlab-sast", "application/json", "the vulnerability report and the merge request widget of GitLab",
			"yes: SAST schema 15, fingerprints", noOptions(GitLabSAST),
		},
		{"junit", "application/xml", "the test results of GitLab, Jenkins, Azure DevOps and others", "yes: names, severities", noOptions(JUnit)},
		{"rdjson", "application/json", "reviewdog, which comments on what a change touches", "yes: Reviewdog Diagnostic Format", noOptions(RDJSON)},
		{"sonarqube", "application/json", "the generic issues of SonarQube 10.3 and later", "yes: rules, severities", noOptions(SonarQube)},
		{"csv", "text/csv", "spreadsheets and databases: one row for each finding", "yes: columns are only added, at the end", noOptions(CSV)},
	}
}

func noOptions(write func(io.Writer, *lint.Report) error) func(io.Writer, *lint.Report, Options) error {
	return func(w io.Writer, r *lint.Report, _ Options) error { return write(w, r) }
}
