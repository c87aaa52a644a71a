package lsp

import (
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/lint"
)

func severityOf(f *lint.Finding, s *lint.Signal) protocol.DiagnosticSeverity {
	switch {
	case s.Note:
		return protocol.DiagnosticSeverityHint
	case f.Severity >= detect.SeverityHigh:
		return protocol.DiagnosticSeverityError
	case f.Severity == detect.SeverityMedium:
		return protocol.DiagnosticSeverityWarning
	}
	return protocol.DiagnosticSeverityInformation
}

// message says what was seen and where: in words that cannot do anything, whoever shows them.
func message(f *lint.Finding, s *lint.Signal) string {
	var b strings.Builder
	what, remedy := s.Says()
	b.WriteString(f.Subject() + " " + text.Safe(what, 500))
	if s.Evidence != "" {
		b.WriteString(": \u201c" + text.Safe(s.Evidence, 500) + "\u201d")
	}
	if remedy != "" {
		b.WriteString("; " + text.Safe(remedy, 500))
	}
	if f.Demoted != discover.ClassNone {
		b.WriteString("; severity " + f.Grade())
	}
	if !s.Where.Exact {
		b.WriteString("; the exact position in the value is unknown")
	}
	if n := len(f.SharedBy); n > 0 {
		fmt.Fprintf(&b, "; %d more have the same text", n)
	}
	return b.String()
}

// owner names what was found: tool "x" of server "y".
func owner(kind, tool, server string) string {
	var parts []string
	if tool != "" {
		if kind == "" {
			kind = "tool"
		}
		parts = append(parts, fmt.Sprintf("%s \u201c%s\u201d", kind, text.Safe(tool, nameRunes)))
	}
	if server != "" {
		parts = append(parts, fmt.Sprintf("server \u201c%s\u201d", text.Safe(server, nameRunes)))
	}
	return strings.Join(parts, " of ")
}
