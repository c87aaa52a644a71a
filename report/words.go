package report

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// pathStyle says whether a file is named as the user named it, or relative to the repository, which is the same on every machine.
type pathStyle bool

const (
	namedPaths    pathStyle = false
	relativePaths pathStyle = true
)

// name returns a printable path. rel is the path relative to the repository, or "".
func (s pathStyle) name(named, rel string) string {
	if s == relativePaths {
		named = portablePath(named, rel)
	}
	return text.Safe(named, pathRunes)
}

// portablePath returns a path that is the same on every machine. Outside the repository that is the base name.
func portablePath(named, rel string) string {
	if rel != "" {
		return rel
	}
	slashed := strings.ReplaceAll(named, `\`, "/")
	if path.IsAbs(slashed) || strings.Contains(slashed, ":/") || slices.Contains(strings.Split(slashed, "/"), "..") {
		return path.Base(slashed)
	}
	return named
}

// place returns file:line, only the file when the whole file is meant, or "" for no place.
func (s pathStyle) place(p lint.Place) string {
	switch {
	case !p.Known():
		return ""
	case p.Whole:
		return s.name(p.Path, p.Rel)
	}
	return fmt.Sprintf("%s:%d", s.name(p.Path, p.Rel), p.Start.Line)
}

// position returns file:line:column; columns count characters.
func (s pathStyle) position(p lint.Place) string {
	if !p.Known() {
		return "(no place)"
	}
	return fmt.Sprintf("%s:%d:%d", s.name(p.Path, p.Rel), p.Start.Line, p.Start.Rune)
}

// fileLine returns file:line, or only the file when the line is unknown.
func fileLine(path string, line int) string {
	path = text.Safe(path, pathRunes)
	if line > 0 {
		path += fmt.Sprintf(":%d", line)
	}
	return path
}

func suppressorWords(k lint.SuppressionKind) string {
	return cmp.Or(map[lint.SuppressionKind]string{
		lint.SuppressedByConfig: "an ignore", lint.SuppressedByComment: "a comment", lint.SuppressedByPlaceholder: "a placeholder",
		lint.SuppressedByTrust: "trusted servers", lint.SuppressedByApproval: "an approval", lint.SuppressedByBaseline: "the baseline",
	}[k], text.Safe(string(k), nameRunes))
}

func suppressorLine(s lint.Suppression, style pathStyle) string {
	words := suppressorWords(s.Kind)
	if at := style.place(s.Where); at != "" {
		words += " in " + at
	} else if s.Kind == lint.SuppressedByBaseline {
		words = "--since"
	}
	if s.Reason != "" {
		words += ": \u201c" + text.Safe(s.Reason, evidenceRunes) + "\u201d"
	}
	return words
}

// suppressionLines returns a line per suppression with count, source and reason, at most few, and the number left out.
func suppressionLines(r *lint.Report, style pathStyle, few int) (lines []string, left int) {
	for _, s := range r.Suppressions {
		switch {
		case s.Count <= 0:
		case len(lines) == few:
			left++
		default:
			lines = append(lines, fmt.Sprintf("%d by %s", s.Count, suppressorLine(s, style)))
		}
	}
	return lines, left
}

// suppressedHead counts what was suppressed by severity, or "".
func suppressedHead(r *lint.Report) string {
	if r.Summary.Suppressed == 0 {
		return ""
	}
	words := Count(r.Summary.Suppressed, "finding") + " suppressed"
	severities := map[detect.Severity]int{}
	for i := range r.Suppressed {
		severities[r.Suppressed[i].Severity]++
	}
	if parts := severityWords(severities); parts != "" {
		words += " (" + parts + ")"
	}
	return words
}

func suppressedLine(r *lint.Report, s *lint.Suppressed, style pathStyle) string {
	signal := s.PrimarySignal()
	return fmt.Sprintf("%s  %s  %s  %s", s.Severity, text.Safe(signal.CheckID, nameRunes), style.position(signal.Where),
		suppressedWords(r, s, style))
}

func suppressedWords(r *lint.Report, s *lint.Suppressed, style pathStyle) string {
	signal := s.PrimarySignal()
	words := fmt.Sprintf("%s: \u201c%s\u201d", s.Finding.Subject(), text.Safe(signal.Evidence, evidenceRunes))
	if more := len(s.Signals) - 1; more > 0 {
		words += " and " + Count(more, "more signal")
	}
	if n := len(s.SharedBy); n > 0 {
		words += fmt.Sprintf(", and in %d more: %s", n, few(s.SharedBy, quoted))
	}
	if s.By >= 0 && s.By < len(r.Suppressions) {
		by := r.Suppressions[s.By]
		by.Reason = ""
		words += ", by " + suppressorLine(by, style)
	}
	return words
}

// whySuppressed joins suppressionLines to one line of about limit runes and counts what it leaves out.
func whySuppressed(r *lint.Report, style pathStyle, limit int) string {
	const sep = "; "
	lines, left := suppressionLines(r, style, shownSkips)
	var b strings.Builder
	n := 0
	for i, line := range lines {
		n += utf8.RuneCountInString(line) + len(sep)
		if i > 0 && n > limit {
			left += len(lines) - i
			break
		}
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(line)
	}
	if left > 0 {
		fmt.Fprintf(&b, "%sand %d more", sep, left)
	}
	return b.String()
}

// staticWords says how many tools are known without running code, or "" when all are.
func staticWords(s lint.Summary) string {
	if s.Partly+s.Open+s.Unresolved == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %d fully static, %d partly, %d unresolved", Count(s.Tools, "tool"), s.Static, s.Partly, s.Open)
}

// demoted counts the findings with lowered severity, or "".
func demoted(s lint.Summary) string {
	if s.Demoted == 0 {
		return ""
	}
	return fmt.Sprintf("%s in tests, fixtures, examples, documentation, generated files, scanners or sibling servers",
		Count(s.Demoted, "finding"))
}

// kindWords and reasonWords are the names of kinds and skip reasons for people.
func kindWords(k detect.Kind) string { return strings.ReplaceAll(string(k), "_", " ") }

func reasonWords(r lint.Reason) string { return strings.ReplaceAll(string(r), "_", " ") }

// byReason counts skips by reason; words is "" when there are none.
func byReason(s lint.Summary) (words string, total int) {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(s.Skipped)) {
		total += s.Skipped[reason]
		parts = append(parts, fmt.Sprintf("%d %s", s.Skipped[reason], reasonWords(reason)))
	}
	return strings.Join(parts, ", "), total
}

func leftOut(s lint.Summary) []string {
	var lines []string
	if s.Suppressed > 0 {
		lines = append(lines, Count(s.Suppressed, "finding")+" suppressed")
	}
	if s.BelowConfidence > 0 {
		lines = append(lines, Count(s.BelowConfidence, "signal")+" below the confidence floor")
	}
	if s.BelowSeverity > 0 {
		lines = append(lines, Count(s.BelowSeverity, "finding")+" below the severity that was asked for")
	}
	return lines
}

// remarkLine returns place, definition and text of a remark.
func remarkLine(m lint.Remark) string {
	line := position(m.Where) + " "
	if m.Kind != "" {
		line += kindWords(m.Kind) + " " + quoted(m.Name) + ": "
	}
	return line + text.Safe(m.Text, pathRunes)
}

func (t *textWriter) remarks() {
	s := t.r.Summary
	if words := demoted(s); words != "" {
		t.line("Demoted %s.", words)
	}
	if words := staticWords(s); words != "" {
		t.line("%s.", words)
	}
	t.list("unresolved", t.r.Unresolved, s.Unresolved)
	t.list("note", t.r.Notes, s.Notes)
}

// list writes one remark per line. all is their total number, which may exceed the list.
func (t *textWriter) list(label string, remarks []lint.Remark, all int) {
	shown := remarks
	if !t.opts.Verbose {
		shown = shown[:min(len(shown), shownSkips)]
	}
	for _, m := range shown {
		t.line("  %s %s", label, remarkLine(m))
	}
	t.more(all - len(shown))
}

const (
	// sharedTools is the number of tools named per line for suppressed words, sharedRunes the bound on each name.
	sharedTools = 3
	sharedRunes = 40
)

// suppressedShares names, in printable form, other tools that contain suppressed words, or "".
func suppressedShares(r *lint.Report) string {
	names := r.SuppressedShares()
	if len(names) == 0 {
		return ""
	}
	shown := each(names[:min(len(names), sharedTools)], func(name string) string { return `"` + text.Safe(name, sharedRunes) + `"` })
	words := "suppressed words are also part of " + strings.Join(shown, ", ")
	if left := len(names) - len(shown); left > 0 {
		words += fmt.Sprintf(" and %d more", left)
	}
	return words
}

// lockLine says how the scan differs from the lock file, or "" without one.
func lockLine(r *lint.Report, style pathStyle) string {
	if r.Lock == nil {
		return ""
	}
	return fmt.Sprintf("Lock %s: %s", style.name(r.Lock.Path, ""), r.Lock.Counts())
}

// approvedWas quotes the approved text on one line, or "".
func approvedWas(s *lint.Signal) string {
	field, words := s.ApprovedText()
	if words == "" {
		return ""
	}
	if field != "" {
		field = " in " + text.Safe(field, nameRunes)
	}
	return "approved" + field + ` was "` + text.Safe(words, annotationQuote) + `"`
}

// severityOf returns the severity, and the full one if it is lowered: "low (high, but in a test file)".
func severityOf(f *lint.Finding) string {
	if f.Note() {
		return "informational"
	}
	return f.Grade()
}

// verdict returns confidence, risk and action: confidence 0.90, risk 77 of 100, quarantine.
func verdict(f *lint.Finding) string {
	if f.Note() {
		return "informational"
	}
	return fmt.Sprintf("confidence %.2f, risk %d of 100, %s", f.Confidence, f.RiskScore, f.Action)
}

func weight(s *lint.Signal) string {
	if s.Note {
		return "informational"
	}
	return fmt.Sprintf("%s evidence, confidence %.2f", s.Tier, s.Confidence)
}

// sentences say in printable form what was found and what to do about it.
func sentences(f *lint.Finding) string {
	words := capital(text.Safe(f.Message, 2*annotationQuote)) + "."
	if _, remedy := f.PrimarySignal().Says(); remedy != "" {
		words += " Fix: " + text.Safe(remedy, 2*annotationQuote) + "."
	}
	return words
}

func capital(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

const (
	// settingsLine is the number of runes up to which settings share a line; beyond it each has its own.
	settingsLine = 200
	// settingsPart is the divisor for the part of a Markdown summary that settings may take.
	settingsPart = 4

	settingSeparator = "; "
)

func manySettings(r *lint.Report) bool {
	return len(r.Settings) > 1 && utf8.RuneCountInString(r.SettingsWords()) > settingsLine
}

// settingsWithin returns the settings on one line of at most limit runes after defuse, and counts what it leaves out.
func settingsWithin(r *lint.Report, limit int) string {
	lines := r.SettingsWithin(limit+len(settingSeparator),
		func(s string) int { return utf8.RuneCountInString(defuse(s)) + len(settingSeparator) })
	return strings.Join(lines, settingSeparator)
}

func (t *textWriter) settings() {
	switch {
	case len(t.r.Settings) == 0:
	case manySettings(t.r):
		t.line("Settings:")
		for _, s := range t.r.SettingLines() {
			t.line("  %s", s)
		}
	default:
		t.line("Settings: %s.", t.r.SettingsWords())
	}
}

// settings writes the settings of the configuration file, folded if they exceed a line.
func (m *markdownWriter) settings(r *lint.Report) {
	if len(r.Settings) == 0 || !manySettings(r) && m.add("Settings: %s.\n\n", codeElement(r.SettingsWords(), 0)) {
		return
	}
	const head, end = "<details><summary>Settings: %d</summary>\n\n", "\n</details>\n\n"
	row := func(s string) string { return "- " + codeElement(s, 0) + "\n" }
	room := min(m.limit/settingsPart, m.limit-m.b.Len()) - 2*len(head) - len(end)
	var rows strings.Builder
	for _, s := range r.SettingsWithin(room, func(s string) int { return len(row(s)) }) {
		rows.WriteString(row(s))
	}
	m.add(head+"%s"+end, len(r.Settings), rows.String())
}
