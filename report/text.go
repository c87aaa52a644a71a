// Package report writes a lint.Report for people and logs: text, JSON, GitHub annotations and a Markdown summary.
package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// TextOptions are the options of Text.
type TextOptions struct {
	// Color uses ANSI colours; Links makes check names hyperlinks to their pages.
	Color, Links bool
	// Width is the column at which prose wraps; 0 does not wrap.
	Width int
	// Quiet omits the closing summary; Verbose shows every signal and every skip.
	Quiet, Verbose bool
	// All shows every finding instead of the first few and a count.
	All bool
	// Verdict is the last line, such as lint.Outcome.String; "" leaves it out.
	Verdict string
	// Statistics counts the findings per check instead of showing them.
	Statistics bool
}

const (
	// shownFindings is the number of findings shown without --all-findings.
	shownFindings = 50
	// shownSkips is the number of skipped files named.
	shownSkips = 10
	// nameRunes bounds names of servers and tools, which an attacker controls.
	nameRunes = 80
	pathRunes = 200
	// partial is printed with --in-context.
	partial = "This report is partial: it covers only what concerns the paths that were named."
)

// Text writes the report for a terminal or a plain log, most severe findings first. Every line begins with a severity, a blank or a word of
// ours, so that none can pass for a workflow command.
func Text(w io.Writer, r *lint.Report, opts TextOptions) error {
	t := newTextWriter(w, r, opts)
	t.installed()
	if opts.Statistics {
		t.statistics(r.BySeverity(), "")
	} else {
		t.findings()
	}
	t.ending()
	return t.w.Flush()
}

// Summary writes only the end of Text: the counts, and what was not scanned.
func Summary(w io.Writer, r *lint.Report, opts TextOptions) error {
	t := newTextWriter(w, r, opts)
	t.ending()
	return t.w.Flush()
}

// ending writes the summary. With Quiet it still writes what the configuration suppresses, what the minimum severity hides, and which paths
// could not be read.
func (t *textWriter) ending() {
	if !t.opts.Quiet {
		t.summary()
		return
	}
	t.settings()
	t.hidden()
	if t.r.InContext {
		t.skipped()
		t.degraded()
	}
}

func (t *textWriter) hidden() {
	if n := t.r.Summary.BelowSeverity; n > 0 {
		t.line("Not shown: %s below the severity that was asked for.", Count(n, "finding"))
	}
}

// Concise writes one line per finding, most severe first: file:line:column: severity[check]: message.
func Concise(w io.Writer, r *lint.Report) error {
	t := newTextWriter(w, r, TextOptions{})
	for _, f := range r.BySeverity() {
		at := position(f.PrimarySignal().Where)
		if strings.HasPrefix(strings.TrimSpace(at), "::") {
			// A line that begins so would be a workflow command.
			at = "./" + at
		}
		t.line("%s: %s[%s]: %s", at, label(f), f.PrimarySignal().CheckID, text.Safe(f.Message, 0))
	}
	return t.w.Flush()
}

func newTextWriter(w io.Writer, r *lint.Report, opts TextOptions) *textWriter {
	return &textWriter{w: bufio.NewWriter(w), r: r, opts: opts, style: style{opts.Color, opts.Links}}
}

type textWriter struct {
	w    *bufio.Writer
	r    *lint.Report
	opts TextOptions
	style
	// help is the last advice printed.
	help string
}

// line writes one line and breaks up workflow commands in it.
func (t *textWriter) line(format string, args ...any) {
	// bufio.Writer keeps the first error until Flush.
	_, _ = t.w.WriteString(text.BreakCommands(fmt.Sprintf(format, args...)) + "\n")
}

func (t *textWriter) summary() {
	s := t.r.Summary
	switch {
	case s.Findings > 0:
		words := t.bold(Count(s.Findings, "finding")) + ": " + severities(t.r) + "."
		if !t.links {
			words += " To read about a check, run mcp-lint explain CHECK."
		}
		t.line("%s", words)
	case s.Definitions == 0 && s.Servers == 0:
		t.line("Nothing to scan, so nothing is judged: no MCP manifest, tool list, client configuration or source code that defines tools in %s.",
			Count(s.FilesSeen, "file"))
	default:
		t.line("%s", t.paint("32", "No findings."))
	}
	t.line("Scanned %s.", scannedWords(s))
	t.hidden()
	if t.r.InContext {
		t.line("%s", partial)
	}
	if words := lockLine(t.r, namedPaths); words != "" {
		t.line("%s.", words)
	}
	t.suppressed()
	t.remarks()
	t.settings()
	if s.BelowConfidence > 0 {
		t.line("Left out %s below the confidence floor.", Count(s.BelowConfidence, "signal"))
	}
	t.skips()
	t.degraded()
	if t.opts.Verdict != "" {
		t.line("Verdict: %s.", text.Safe(t.opts.Verdict, messageRunes))
	}
}

func scannedWords(s lint.Summary) string {
	words := Count(s.Tools, "tool")
	if others := s.Definitions - s.Tools; others > 0 {
		words += " and " + Count(others, "other definition")
	}
	return words + " of " + Count(s.Servers, "server") + " in " + Count(s.Files, "file")
}

func (t *textWriter) skips() {
	s := t.r.Summary
	if len(s.Skipped) == 0 {
		return
	}
	words, total := byReason(s)
	t.line("Skipped %d: %s.", total, words)
	t.skipped()
}

func (t *textWriter) skipped() {
	list := t.r.Skips
	if !t.opts.Verbose {
		list = t.r.Missed()
	}
	t.first(each(list, func(s lint.Skip) string {
		return fmt.Sprintf("skipped %s (%s) %s", fileLine(s.Path, s.Line), reasonWords(s.Reason), text.Safe(s.Detail, pathRunes))
	}))
}

func (t *textWriter) degraded() {
	if t.r.Coverage.Degraded() {
		t.line("%s not everything was scanned, so no findings do not mean no problems.", t.severity(detect.SeverityMedium, "DEGRADED:"))
		t.first(coverageLines(t.r.Coverage))
	}
}

// first writes the first few lines, or all in verbose mode.
func (t *textWriter) first(lines []string) {
	for i, line := range lines {
		if i == shownSkips && !t.opts.Verbose {
			t.line("  and %d more; -v shows all", len(lines)-i)
			break
		}
		t.line("  %s", line)
	}
}

// coverageLines describes what was not scanned.
func coverageLines(c detect.Coverage) []string {
	var lines []string
	for _, f := range c.Failures {
		lines = append(lines, fmt.Sprintf("check %s failed on tool %s of server %s: %s", f.Check, quoted(f.Tool), quoted(f.Server),
			text.Safe(f.Reason, 0)))
	}
	for _, h := range c.Caps {
		line := h.String()
		if h.Tool != "" || h.Server != "" {
			line += fmt.Sprintf(" on tool %s of server %s", quoted(h.Tool), quoted(h.Server))
		}
		if h.Field != "" {
			line += " at " + text.Safe(h.Field, nameRunes)
		}
		if h.Check != "" {
			line += " by check " + h.Check
		}
		lines = append(lines, line)
	}
	return lines
}

func severities(r *lint.Report) string { return severityWords(r.Summary.Severities) }

// severityWords counts by severity; SeverityNone is informational.
func severityWords(counts map[detect.Severity]int) string {
	var parts []string
	for s := detect.SeverityCritical; s > detect.SeverityNone; s-- {
		if n := counts[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	if n := counts[detect.SeverityNone]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d informational", n))
	}
	return strings.Join(parts, ", ")
}

func ruleOf(r *lint.Report, id string) (detect.Documentation, bool) {
	i := slices.IndexFunc(r.Rules, func(d detect.Documentation) bool { return d.ID == id })
	if i < 0 {
		return detect.Documentation{}, false
	}
	return r.Rules[i], true
}

func quoted(name string) string { return "\u201c" + text.Safe(name, nameRunes) + "\u201d" }

// position writes file:line:column; columns count characters.
func position(p lint.Place) string { return namedPaths.position(p) }

// Count returns a number with its noun in singular or plural.
func Count(n int, noun string) string { return text.Count(n, noun) }

// plain removes Markdown code marks from one of our own paragraphs.
func plain(markdown string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(markdown, "`", "")), " ")
}

// shownSuppressed is the maximum number of suppressions and suppressed findings listed in verbose mode.
const shownSuppressed = 1_000

// suppressed says how much was suppressed, by what and why, and lists it in verbose mode.
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

func (t *textWriter) more(left int) {
	switch {
	case left > 0 && t.opts.Verbose:
		t.line("  and %d more", left)
	case left > 0:
		t.line("  and %d more; -v shows them", left)
	}
}

type style struct{ on, links bool }

func (s style) paint(code, words string) string {
	if !s.on || words == "" {
		return words
	}
	return "\x1b[" + code + "m" + words + "\x1b[0m"
}

func (s style) bold(w string) string { return s.paint("1", w) }
func (s style) dim(w string) string  { return s.paint("2", w) }

var severityColors = scale{"1;36", "1;36", "1;33", "1;31", "1;97;41"}

func (s style) severity(sev detect.Severity, words string) string {
	return s.paint(severityColors.of(sev), words)
}

func (s style) link(words, address string) string {
	if !s.links {
		return words
	}
	return "\x1b]8;;" + address + "\x1b\\" + words + "\x1b]8;;\x1b\\"
}
