package report

import (
	"io"

	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

// rdScale has the levels of the annotations on GitHub: errors are what a reviewer has to stop.
var rdScale = scale{"INFO", "INFO", "WARNING", "ERROR", "ERROR"}

// RDJSON writes the report in the Reviewdog Diagnostic Format (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf): a diagnostic
// for each finding, and those of the severity INFO for what the scan did not look at or does not show. It is pure ASCII.
func RDJSON(w io.Writer, r *lint.Report) error {
	diagnostics := []object{}
	for _, e := range entries(r, entryFindings) {
		location := object{{"path", e.At.Path}}
		if e.At.Path != wholeTree {
			location = append(location, member{"range", rdRangeOf(e.At)})
		}
		diagnostics = append(diagnostics, object{
			{"message", e.Words},
			{"location", location},
			{"severity", rdScale.of(e.Severity)},
			{"code", object{{"value", e.Check}, {"url", e.url()}}},
		})
	}
	return asciijson.Write(w, object{{"source", object{{"name", toolName}, {"url", toolURL}}}, {"diagnostics", diagnostics}}, "the report")
}

// rdRangeOf counts lines and bytes of UTF-8 from 1. It has columns where the lines of Git, by which reviewdog finds what a change touches,
// are those that columns are counted in; a range without columns is of whole lines, the last one included.
func rdRangeOf(at lineRange) object {
	start, end := object{{"line", at.First}}, object{{"line", at.Last}}
	if p := at.Place; p.Start.Line == at.First && p.End.Line == at.Last {
		start, end = append(start, member{"column", p.Start.Byte}), append(end, member{"column", p.End.Byte})
	}
	return object{{"start", start}, {"end", end}}
}
