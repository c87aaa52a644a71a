package report

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// shownSuppressed bounds what is listed of suppressions and suppressed findings where much is shown.
const shownSuppressed = 1_000

// suppressed says how much was suppressed, by what and why, and names it when everything is shown.
func (t *textWriter) suppressed() {
	head := suppressedHead(t.r)
	if head == "" {
		return
	}
	room := shownSkips
	if t.opts.Verbose {
		room = shownSuppressed
	}
	lines, left := suppressionLines(t.r, namedPaths, room)
	if len(lines) == 0 && (len(t.r.Suppressed) == 0 || !t.opts.Verbose) {
		t.line("%s.", head)
		return
	}
	t.line("%s:", head)
	for _, line := range lines {
		t.line("  %s", line)
	}
	t.more(left)
	if !t.opts.Verbose {
		return
	}
	for i := range t.r.Suppressed[:min(len(t.r.Suppressed), room)] {
		t.line("  suppressed %s", suppressedLine(t.r, &t.r.Suppressed[i], namedPaths))
	}
	t.more(len(t.r.Suppressed) - room)
}

// more counts what is left out of a list, if anything is.
func (t *textWriter) more(left int) {
	switch {
	case left > 0 && t.opts.Verbose:
		t.line("  and %d more", left)
	case left > 0:
		t.line("  and %d more; -v shows them", left)
	}
}

// approved writes what was approved under what is there now.
func (t *textWriter) approved(s detect.Signal, k int, p lint.Place) {
	rel := s.Related[k]
	words := t.dim("=") + " " + text.Safe(rel.Note, nameRunes)
	if rel.Field != "" && !isSame(s, rel) {
		words += " in " + text.Safe(rel.Field, nameRunes)
	}
	words += ":"
	if rel.Text != "" {
		words += " \u201c" + text.Safe(rel.Text, 0) + "\u201d"
	}
	if k < len(p.Related) && p.Related[k].File != nil {
		words += " (" + position(p.Related[k]) + ")"
	}
	t.line("       %s", words)
}
