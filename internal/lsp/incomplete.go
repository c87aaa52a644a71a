package lsp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
)

func (g *converter) note(m lint.Remark, code, words string) {
	d := g.in(m.Where)
	if d == nil {
		return
	}
	at := d.text.rangeOf(m.Where.Start.Offset, m.Where.End.Offset, g.columns)
	g.out.add(d, newDiagnostic(at, protocol.DiagnosticSeverityHint, code, text.Safe(words, maxMessageRunes)))
}

// skip marks open documents that were not scanned, or not in full. A deliberate skip is a hint.
func (g *converter) skip(s *discover.Skip) {
	if strings.HasSuffix(s.Path, "/") {
		_, folder := g.at(s.Path)
		for path, d := range g.docs {
			if folder != "" && scanservice.Within(realPath(folder), path) {
				g.skipped(d, s)
			}
		}
		return
	}
	if d, _ := g.at(s.Path); d != nil {
		g.skipped(d, s)
	}
}

func (g *converter) skipped(d *opened, s *discover.Skip) {
	severity, words := protocol.DiagnosticSeverityWarning, "not scanned: "
	switch {
	case s.Quiet():
		severity = protocol.DiagnosticSeverityHint
	case s.Reason == discover.SkipPartial || s.Line > 1:
		words = "not scanned in full: "
	}
	words += cmp.Or(reasons[s.Reason], string(s.Reason))
	if s.Detail != "" {
		words += ": " + s.Detail
	}
	g.out.add(d, g.lineDiagnostic(d, s.Line, severity, codeNotScanned, words))
}

// reasons are the messages for skipped files.
var reasons = map[discover.Reason]string{
	discover.SkipIgnored:    "git ignores the file",
	discover.SkipVendored:   "the file is in a folder of dependencies or build output",
	discover.SkipBinary:     "the file is not text",
	discover.SkipTooLarge:   "the file is too large",
	discover.SkipSymlink:    "the link leads out of the folder",
	discover.SkipUnreadable: "the file cannot be read",
	discover.SkipBroken:     "the file is broken",
	discover.SkipTemplate:   "the file is a template",
	discover.SkipMinified:   "the file is minified",
	discover.SkipPartial:    "part of it cannot be read",
	discover.SkipExcluded:   "the settings exclude the file",
}

// incomplete marks all documents of an incomplete scan, unless only other files were skipped.
func (g *converter) incomplete(r *lint.Report, docs []*opened) {
	var lines []string
	for _, f := range r.Coverage.Failures {
		lines = append(lines, fmt.Sprintf("check %s failed on %s", f.Check, owner(f.Tool, f.Server)))
	}
	for _, h := range r.Coverage.Caps {
		line := h.String()
		if h.Tool != "" || h.Server != "" {
			line += " of " + owner(h.Tool, h.Server)
		}
		lines = append(lines, line)
	}
	for _, s := range r.Missed() {
		if s.Reason == discover.SkipTooMany {
			lines = append(lines, "not all files of the folder were read: "+s.Detail)
		}
	}
	if len(lines) == 0 {
		return
	}
	words := "the scan is incomplete and may have missed something: " + lines[0]
	if more := len(lines) - 1; more > 0 {
		words += fmt.Sprintf(" (and %d more)", more)
	}
	for _, d := range docs {
		g.out.add(d, g.lineDiagnostic(d, 0, protocol.DiagnosticSeverityWarning, codeIncomplete, words))
	}
}

// limitShown keeps the most severe diagnostics of a document, as many as editors can show, and counts the others.
func limitShown(snap *snapshot, d *opened, out *outcome) {
	list := out.of[d.uri]
	if len(list) <= maxShown {
		return
	}
	slices.SortStableFunc(list, func(a, b diagnostic) int { return cmp.Compare(a.Severity, b.Severity) })
	kept := list[:maxShown-1]
	words := fmt.Sprintf("%d more diagnostics are not shown; run mcp-lint on the command line to see all", len(list)-len(kept))
	out.of[d.uri] = append(kept, snap.lineDiagnostic(d, 0, protocol.DiagnosticSeverityWarning, codeCut, words))
}
