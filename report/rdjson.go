package report

import (
	"io"

	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

// rdScale matches the GitHub annotation levels: an error should block a review.
var rdScale = scale{"INFO", "INFO", "WARNING", "ERROR", "ERROR"}

// RDJSON writes the Reviewdog Diagnostic Format (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf) in pure ASCII: a diagnostic
// per finding, and diagnostics of severity INFO for what was not scanned or is not shown.
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

// rdRangeOf counts lines and UTF-8 bytes from 1. It has columns only where Git, which reviewdog uses to find changed lines, counts lines in
// the same way; a range without columns covers whole lines, the last included.
func rdRangeOf(at lineRange) object {
	start, end := object{{"line", at.First}}, object{{"line", at.Last}}
	if p := at.Place; p.Start.Line == at.First && p.End.Line == at.Last {
		start, end = append(start, member{"column", p.Start.Byte}), append(end, member{"column", p.End.Byte})
	}
	return object{{"start", start}, {"end", end}}
}
