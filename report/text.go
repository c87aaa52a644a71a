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

// TextOptions says how Text writes.
type TextOptions struct {
	// Color paints with ANSI escapes.
	Color bool
	// Quiet leaves out the closing summary; Verbose shows every signal and every skip.
	Quiet, Verbose bool
}

const (
	// shownSignals is how many signals of a finding get a source line of their own.
	shownSignals = 4
	// shownSkips is how many skipped files are named.
	shownSkips = 10
	// nameRunes bounds names of servers and tools, which are the attacker's.
	nameRunes = 80
	pathRunes = 200
	// partial is said of a run with --in-context.
	partial = "This report is partial: it tells only what concerns the paths that were named."
)

// Text writes the report for a person at a terminal or a plain log. Every line begins with a severity, a blank or a
// word of ours, so that no line can be taken for a workflow command.
func Text(w io.Writer, r *lint.Report, opts TextOptions) error {
	t := newTextWriter(w, r, opts)
	for i := range r.Findings {
		t.finding(&r.Findings[i])
	}
	if !opts.Quiet {
		t.summary()
		return t.w.Flush()
	}
	// What a configuration silences is said even then, and what was named and not looked at.
	t.settings()
	if r.InContext {
		t.skipped()
		t.degraded()
	}
	return t.w.Flush()
}

// Summary writes only what Text ends with: the counts, and what was not looked at.
func Summary(w io.Writer, r *lint.Report, opts TextOptions) error {
	t := newTextWriter(w, r, opts)
	t.summary()
	return t.w.Flush()
}

func newTextWriter(w io.Writer, r *lint.Report, opts TextOptions) *textWriter {
	return &textWriter{w: bufio.NewWriter(w), r: r, opts: opts, style: style{opts.Color}}
}

type textWriter struct {
	w    *bufio.Writer
	r    *lint.Report
	opts TextOptions
	style
}

// line writes one line, which may stand in the log of a runner.
func (t *textWriter) line(format string, args ...any) {
	// A bufio.Writer keeps its first error until Flush.
	_, _ = t.w.WriteString(text.BreakCommands(fmt.Sprintf(format, args...)) + "\n")
}

// prefix returns the first characters of s; here a character is a column, near enough to count marks.
func prefix(s string, columns int) string {
	for i := range s {
		if columns--; columns < 0 {
			return s[:i]
		}
	}
	return s
}

// sharers lists the first few names of tools.
func sharers(names []string) string {
	const few = 5
	out := make([]string, 0, few+1)
	for _, n := range names[:min(len(names), few)] {
		out = append(out, quoted(n))
	}
	if len(names) > few {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}

func (t *textWriter) finding(f *lint.Finding) {
	primary := f.PrimarySignal()
	t.line("%s  %s  %s", t.severity(f.Severity, grade(f)), t.bold(primary.CheckID), position(primary.Where))
	t.line("  %s: %s", owner(f), verdict(f))
	if f.Digest != "" && t.opts.Verbose {
		t.line("  digest %s", text.Safe(string(f.Digest), nameRunes))
	}
	if n := len(f.SharedBy); n > 0 {
		t.line("  the same words are part of %s: %s", Count(n, "more tool"), sharers(f.SharedBy))
	}
	order := signalOrder(f)
	shown := order
	if !t.opts.Verbose && len(order) > shownSignals {
		shown = order[:shownSignals]
	}
	var above lint.Place
	for k, i := range shown {
		s := &f.Signals[i]
		if k == 0 || !covers(above, s.Where) {
			t.source(f.Severity, s.Snippet, k == 0)
			above = s.Where
		}
		t.signal(s)
	}
	if more := len(order) - len(shown); more > 0 {
		t.line("       %s", t.dim(fmt.Sprintf("and %d more; -v shows all", more)))
	}
	if rule, ok := ruleOf(t.r, primary.CheckID); ok {
		t.line("  %s %s", t.bold("fix:"), plain(rule.Fix))
		t.line("  %s mcp-lint explain %s", t.bold("why:"), rule.ID)
	}
	t.line("")
}

// covers reports whether the words in b can be seen under the carets of a.
func covers(a, b lint.Place) bool {
	return a.Start.Offset <= b.Start.Offset && b.End.Offset <= a.End.Offset
}

// source writes the source line of a signal with carets under its words.
func (t *textWriter) source(severity detect.Severity, sn lint.Snippet, first bool) {
	if sn.Line == 0 {
		return
	}
	if !first {
		t.line("       %s", t.dim("|"))
	}
	// A runner's command mark is broken up by line; the carets after it move along.
	before := prefix(sn.Text, sn.CaretStart)
	shift := len(text.BreakCommands(before)) - len(before)
	sn.CaretStart, sn.CaretEnd = sn.CaretStart+shift, sn.CaretEnd+shift
	t.line(" %5d %s %s", sn.Line, t.dim("|"), sn.Text)
	t.line("       %s %s%s", t.dim("|"), strings.Repeat(" ", sn.CaretStart),
		t.severity(severity, strings.Repeat("^", sn.CaretEnd-sn.CaretStart)))
}

func (t *textWriter) signal(s *lint.Signal) {
	t.line("       %s %s (%s) in %s: %s", t.dim("="), s.CheckID, weight(s), text.Safe(s.Field, nameRunes), text.Safe(s.Detail, 0))
	t.line("         \u201c%s\u201d", text.Safe(s.Evidence, 0))
	if !s.Where.Exact {
		t.line("         %s", t.dim("(the exact place in the value is not known)"))
	}
	for i := range s.Related {
		rel := &s.Related[i]
		if rel.Approved() {
			t.approved(s, rel)
			continue
		}
		at := ""
		if rel.Where.Known() {
			at = ", " + position(rel.Where)
		}
		t.line("       %s %s: %s of server %s%s", t.dim("="), text.Safe(rel.Note, 0), quoted(rel.Tool), quoted(rel.Server), at)
	}
}

// signalOrder puts the primary signal first and leaves the others in document order.
func signalOrder(f *lint.Finding) []int {
	order := []int{f.Primary}
	for i := range f.Signals {
		if i != f.Primary {
			order = append(order, i)
		}
	}
	return order
}

func (t *textWriter) summary() {
	s := t.r.Summary
	if s.Findings == 0 {
		switch {
		case s.Definitions == 0 && s.Servers == 0:
			t.line("Nothing to scan: no MCP manifest, tool list, client configuration or source code that defines tools found in %s.",
				Count(s.FilesSeen, "file"))
		default:
			t.line("%s", t.good("No findings."))
		}
	} else {
		t.line("%s: %s.", t.bold(Count(s.Findings, "finding")), severities(t.r))
	}
	t.line("Scanned %s (%s) of %s in %s; suppressed %d.", Count(s.Tools, "tool"), Count(s.Definitions, "definition"),
		Count(s.Servers, "server"), Count(s.Files, "file"), s.Suppressed)
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
	left := 0
	if !t.opts.Verbose {
		list = t.r.Missed()
		left = max(len(list)-shownSkips, 0)
	}
	for _, skip := range list[:len(list)-left] {
		where := text.Safe(skip.Path, pathRunes)
		if skip.Line > 0 {
			where += fmt.Sprintf(":%d", skip.Line)
		}
		t.line("  skipped %s (%s) %s", where, reasonWords(skip.Reason), text.Safe(skip.Detail, pathRunes))
	}
	if left > 0 {
		t.line("  and %d more; -v shows all", left)
	}
}

func (t *textWriter) degraded() {
	c := t.r.Coverage
	if !c.Degraded() {
		return
	}
	t.line("%s not everything was looked at, so silence is no proof.", t.severity(detect.SeverityMedium, "DEGRADED:"))
	lines := coverageLines(c)
	for i, line := range lines {
		if i == shownSkips && !t.opts.Verbose {
			t.line("  and %d more; -v shows all", len(lines)-i)
			break
		}
		t.line("  %s", line)
	}
}

// coverageLines says in words what a scan did not look at.
func coverageLines(c detect.Coverage) []string {
	var lines []string
	for _, f := range c.Failures {
		lines = append(lines, fmt.Sprintf("check %s failed on tool %s of server %s: %s", f.Check, quoted(f.Tool), quoted(f.Server),
			text.Safe(f.Reason, 0)))
	}
	for _, h := range c.Caps {
		line := fmt.Sprintf("limit %s reached: %d of %d", h.Cap, h.Limit, h.Seen)
		if h.Tool != "" || h.Server != "" {
			line += fmt.Sprintf(" on tool %s of server %s", quoted(h.Tool), quoted(h.Server))
		}
		if h.Field != "" {
			line += " at " + text.Safe(h.Field, nameRunes)
		}
		if h.Check != "" {
			line += " in check " + h.Check
		}
		lines = append(lines, line)
	}
	return lines
}

func severities(r *lint.Report) string { return severityWords(r.Summary.Severities) }

func severityWords(counts map[detect.Severity]int) string {
	var parts []string
	for s := detect.SeverityCritical; s >= detect.SeverityLow; s-- {
		if n := counts[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
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

// owner names what was found: tool "x" of server "y".
func owner(f *lint.Finding) string {
	words := kindWords(f.Kind) + " " + quoted(f.Tool)
	if standsAlone(f) {
		return words
	}
	return words + " of server " + quoted(f.Server)
}

// standsAlone reports whether a finding is of no part of a server: of the server itself, or of a file.
func standsAlone(f *lint.Finding) bool {
	return f.Server == "" && f.Kind.Apart() || f.Kind.OfServer() && f.Tool == f.Server
}

func quoted(name string) string { return `"` + text.Safe(name, nameRunes) + `"` }

// position writes file:line:column, the column in characters.
func position(p lint.Place) string { return namedPaths.position(p) }

// Count writes a number with its noun.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// plain takes the Markdown code marks out of our own one-paragraph texts.
func plain(markdown string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(markdown, "`", "")), " ")
}

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

func (t *textWriter) more(left int) {
	switch {
	case left > 0 && t.opts.Verbose:
		t.line("  and %d more", left)
	case left > 0:
		t.line("  and %d more; -v shows them", left)
	}
}

func (t *textWriter) approved(s *lint.Signal, rel *lint.Related) {
	words := t.dim("=") + " " + text.Safe(rel.Note, nameRunes)
	if rel.Field != "" && !s.StandsAt(rel) {
		words += " in " + text.Safe(rel.Field, nameRunes)
	}
	words += ":"
	if rel.Text != "" {
		words += " \u201c" + text.Safe(rel.Text, 0) + "\u201d"
	}
	if rel.Where.Known() {
		words += " (" + position(rel.Where) + ")"
	}
	t.line("       %s", words)
}

type style struct{ on bool }

func (s style) paint(code, words string) string {
	if !s.on || words == "" {
		return words
	}
	return "\x1b[" + code + "m" + words + "\x1b[0m"
}

func (s style) bold(w string) string { return s.paint("1", w) }
func (s style) dim(w string) string  { return s.paint("2", w) }
func (s style) good(w string) string { return s.paint("32", w) }

func (s style) severity(sev detect.Severity, words string) string {
	switch sev {
	case detect.SeverityCritical:
		return s.paint("1;97;41", words)
	case detect.SeverityHigh:
		return s.paint("1;31", words)
	case detect.SeverityMedium:
		return s.paint("1;33", words)
	default:
		return s.paint("1;36", words)
	}
}
