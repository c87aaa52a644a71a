package report

import (
	"io"

	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

// rdScale has the levels of the annotations on GitHub: errors are what a reviewer has to stop.
var rdScale = scale{"INFO", "INFO", "WARNING", "ERROR", "ERROR"}

type rdResult struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdDiagnostic struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
	Severity string     `json:"severity"`
	Code     rdCode     `json:"code"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url"`
}

type rdLocation struct {
	Path  string   `json:"path"`
	Range *rdRange `json:"range,omitempty"`
}

type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

// rdPosition counts lines and bytes of UTF-8 from 1. A range without columns is of whole lines, the last one included.
type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

// RDJSON writes the report in the Reviewdog Diagnostic Format (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf): a diagnostic
// for each finding, and those of the severity INFO for what the scan did not look at or does not show. It is pure ASCII.
func RDJSON(w io.Writer, r *lint.Report) error {
	out := rdResult{Source: rdSource{toolName, toolURL}, Diagnostics: []rdDiagnostic{}}
	for _, e := range entries(r, entryFindings) {
		out.Diagnostics = append(out.Diagnostics, rdDiagnostic{
			e.Words, rdLocation{e.At.Path, rdRangeOf(e.At)}, rdScale.of(e.Severity), rdCode{e.Check, e.url()},
		})
	}
	return asciijson.Write(w, out, "the report")
}

// rdRangeOf has columns where the lines of Git, by which reviewdog finds what a change touches, are those that columns are counted in.
func rdRangeOf(at lineRange) *rdRange {
	p := at.Place
	switch {
	case at.Path == wholeTree:
		return nil
	case p.Start.Line == at.First && p.End.Line == at.Last:
		return &rdRange{rdPosition{at.First, p.Start.Byte}, rdPosition{at.Last, p.End.Byte}}
	}
	return &rdRange{rdPosition{Line: at.First}, rdPosition{Line: at.Last}}
}
