package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/lint"
)

// csvColumns are the column names. Append new ones at the end: readers may rely on the order.
var csvColumns = []string{
	"severity", "check", "path", "line", "column", "kind", "name", "server", "field", "message", "confidence", "risk", "fingerprint", "url",
}

// formula matches what a spreadsheet runs: at the start of a cell, or after a semicolon, which separates cells in many locales. Full-width
// characters count too.
var formula = lazy.Regexp("(^|;)([\" ]*[=+\\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])")

// CSV writes one row per finding, and rows of kind "notice" for what was not scanned or is not shown. Cells that a spreadsheet would run
// get a leading apostrophe.
func CSV(w io.Writer, r *lint.Report) error {
	out := csv.NewWriter(w)
	_ = out.Write(csvColumns)
	for _, e := range entries(r, len(r.Findings)) {
		row := csvRow(&e)
		for i, cell := range row {
			row[i] = formula().ReplaceAllString(text.BreakCommands(cell), "$1'$2")
		}
		_ = out.Write(row)
	}
	// csv.Writer keeps the first error.
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("could not write the table: %w", err)
	}
	return nil
}

func csvRow(e *entry) []string {
	line, column := "", ""
	switch p := e.At.Place; {
	case p.Start.Line > 0:
		line, column = strconv.Itoa(p.Start.Line), strconv.Itoa(p.Start.Rune)
	case e.At.Path != wholeTree:
		line = strconv.Itoa(e.At.First)
	}
	kind, name, server, field, confidence, risk := "notice", "", "", "", "", ""
	if f := e.Finding; f != nil {
		kind, name, server = kindWords(f.Kind), text.Safe(f.Tool, nameRunes), text.Safe(f.Server, nameRunes)
		field = text.Safe(f.PrimarySignal().Field, nameRunes)
		confidence, risk = fmt.Sprintf("%.2f", f.Confidence), strconv.Itoa(f.RiskScore)
	}
	return []string{
		severityName(e.Severity), e.Check, e.At.Path, line, column, kind, name, server, field, e.Words, confidence, risk, e.Fingerprint, e.url(),
	}
}
