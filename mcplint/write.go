package mcplint

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	// shownFindings, shownSignals and shownLines bound what is said of one kind.
	shownFindings = 50
	shownSignals  = 6
	shownLines    = 10
	// nameRunes and pathRunes bound names and paths, which may be anybody's.
	nameRunes = 80
	pathRunes = 200
)

// writer prints a report for the log of a test: all that is foreign is printable there, and follows words of ours.
type writer struct {
	*settings
	report *lint.Report
	failOn detect.Severity
	doc    document
	// failures fail the test, and what is logged does not.
	failures, logged []string
}

func (w *writer) fail(lines ...string) {
	w.failures = append(w.failures, strings.Join(lines, "\n"))
}

func (w *writer) remark(lines ...string) {
	w.logged = append(w.logged, strings.Join(lines, "\n"))
}

// incomplete lists what was not scanned.
func (w *writer) incomplete(hint string, lines ...string) {
	if w.lenient {
		w.remark(lines...)
		return
	}
	w.fail(append(lines, hint)...)
}

func (w *writer) findings() {
	failed, passed := 0, 0
	for i := range w.report.Findings {
		f := &w.report.Findings[i]
		if w.failOn != detect.SeverityNone && f.Severity >= w.failOn {
			if failed++; failed <= shownFindings {
				w.fail(w.finding(f)...)
			}
		} else if passed++; passed <= shownFindings {
			w.remark(w.finding(f)...)
		}
	}
	if failed > shownFindings {
		w.fail(fmt.Sprintf("%s more that fail the test", text.Count(failed-shownFindings, "finding")))
	}
	if passed > shownFindings {
		w.remark(fmt.Sprintf("%s more that do not fail the test", text.Count(passed-shownFindings, "finding")))
	}
}

// finding says a finding: what it is of, each signal with its field and words, and what to do.
func (w *writer) finding(f *lint.Finding) []string {
	primary := f.PrimarySignal()
	severity := f.Grade()
	if f.Note() {
		severity = "informational"
	}
	of := f.Finding
	if of.Server == stdin {
		of.Server = ""
	}
	what, remedy := primary.Says()
	lines := []string{fmt.Sprintf("%s%s[%s]: %s %s", w.position(primary.Where), severity, primary.CheckID, of.Subject(), text.Safe(what, 0))}
	lines = append(lines, found(primary)...)
	shown := 1
	for i := range f.Signals {
		if s := &f.Signals[i]; i != f.Primary && shown < shownSignals {
			what, _ := s.Says()
			lines = append(append(lines, fmt.Sprintf("  also %s: %s", s.CheckID, text.Safe(what, 0))), found(s)...)
			shown++
		}
	}
	if more := len(f.Signals) - shown; more > 0 {
		lines = append(lines, fmt.Sprintf("  and %s more", text.Count(more, "signal")))
	}
	if n := len(f.SharedBy); n > 0 {
		lines = append(lines, "  the same words are part of "+text.Count(n, "more tool")+": "+names(f.SharedBy))
	}
	for _, rule := range w.report.Rules {
		if rule.ID == primary.CheckID && remedy == "" {
			remedy = plain(rule.Fix)
		}
	}
	if remedy != "" {
		lines = append(lines, "fix: "+text.Safe(remedy, 0))
	}
	return append(lines, "why: "+lint.CheckURL(primary.CheckID))
}

// found quotes the words that a signal is about, and what they relate to.
func found(s *lint.Signal) []string {
	lines := []string{fmt.Sprintf("    \u201c%s\u201d in %s", text.Safe(s.Evidence, 0), text.Safe(s.Field, nameRunes))}
	for _, rel := range s.Related[:min(len(s.Related), 3)] {
		words := "    " + text.Safe(rel.Note, nameRunes) + ": " + quoted(rel.Tool)
		if rel.Server != "" {
			words += " of server " + quoted(rel.Server)
		}
		lines = append(lines, words)
	}
	return lines
}

const (
	// stdin is what the scan calls the server of a document that names none, and stdinPath the document.
	stdin     = "stdin"
	stdinPath = "<stdin>"
)

// position is the place of words in a file; a document in memory has no lines that people know.
func (w *writer) position(p lint.Place) string {
	if !p.Known() || w.doc.path == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d: ", text.Safe(p.Path, pathRunes), p.Start.Line, p.Start.Rune)
}

func quoted(name string) string { return `"` + text.Safe(name, nameRunes) + `"` }

func names(list []string) string {
	out := make([]string, 0, shownLines+1)
	for _, n := range list[:min(len(list), shownLines)] {
		out = append(out, quoted(n))
	}
	if len(list) > shownLines {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}

// plain takes the Markdown code marks out of our own texts.
func plain(markdown string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(markdown, "`", "")), " ")
}

// label begins a message with the name of the program and keeps its lines together, none of which a runner of CI takes for a command.
func label(words string) string {
	lines := strings.Split(words, "\n")
	for i, line := range lines {
		lines[i] = text.BreakCommands(line)
	}
	return "mcp-lint: " + strings.Join(lines, "\n  ")
}
