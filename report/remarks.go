package report

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/lint"
)

// knowledge says how much of the tools is known without running code; it is empty where no code defines any.
func knowledge(s lint.Summary) string {
	if s.InCode == 0 && s.Partly+s.Open+s.Unresolved == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %d fully static, %d partly, %d unresolved", Count(s.Tools, "tool"), s.Static, s.Partly, s.Open)
}

// demoted says how many findings weigh less; it is empty when none does.
func demoted(s lint.Summary) string {
	if s.Demoted == 0 {
		return ""
	}
	return fmt.Sprintf("%s in tests, fixtures, examples, documentation, generated files, scanners or sibling servers", Count(s.Demoted, "finding"))
}

// kindWords and reasonWords say for people what something is and why it was skipped.
func kindWords(k detect.Kind) string { return strings.ReplaceAll(string(k), "_", " ") }

func reasonWords(r discover.Reason) string { return strings.ReplaceAll(string(r), "_", " ") }

// byReason says how much was skipped for which reasons, and how much in all; the words are empty when that is nothing.
func byReason(s lint.Summary) (words string, total int) {
	var parts []string
	for _, reason := range sortedReasons(s) {
		total += s.Skipped[reason]
		parts = append(parts, fmt.Sprintf("%d %s", s.Skipped[reason], reasonWords(reason)))
	}
	return strings.Join(parts, ", "), total
}

// leftOut says, a line each, what was found and is not told.
func leftOut(s lint.Summary) []string {
	var lines []string
	if s.Suppressed > 0 {
		lines = append(lines, Count(s.Suppressed, "finding")+" suppressed")
	}
	if s.BelowConfidence > 0 {
		lines = append(lines, Count(s.BelowConfidence, "signal")+" below the confidence floor")
	}
	return lines
}

// remarkLine words a remark: where, of what, and why.
func remarkLine(m lint.Remark) string {
	line := position(m.Where) + " "
	if m.Kind != "" {
		line += kindWords(m.Kind) + " " + quoted(m.Name) + ": "
	}
	return line + text.Safe(m.Text, pathRunes)
}

// remarks writes what is not known of the code, and what should be known.
func (t *textWriter) remarks() {
	s := t.r.Summary
	if words := demoted(s); words != "" {
		t.line("Demoted %s.", words)
	}
	if words := knowledge(s); words != "" {
		t.line("%s.", words)
	}
	t.list("unresolved", t.r.Unresolved, s.Unresolved)
	t.list("note", t.r.Notes, s.Notes)
}

// list writes remarks, one to a line; there are all of them, of which some may not be listed.
func (t *textWriter) list(label string, remarks []lint.Remark, all int) {
	for i, m := range remarks {
		if i == shownSkips && !t.opts.Verbose {
			break
		}
		t.line("  %s %s", label, remarkLine(m))
	}
	shown := len(remarks)
	if !t.opts.Verbose {
		shown = min(shown, shownSkips)
	}
	switch {
	case all > shown && !t.opts.Verbose:
		t.line("  and %d more; -v shows them", all-shown)
	case all > shown:
		t.line("  and %d more", all-shown)
	}
}
