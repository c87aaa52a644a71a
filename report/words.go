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

// pathStyle says how a file is named: as it was named to mcp-lint, or from the root of the repository, which is the same on
// every machine.
type pathStyle bool

const (
	namedPaths    pathStyle = false
	relativePaths pathStyle = true
)

// name returns a printable path of what was named so; rel is its path from the root, or "".
func (s pathStyle) name(named, rel string) string {
	if s == relativePaths {
		named = portable(named, rel)
	}
	return text.Safe(named, pathRunes)
}

// portable is a path that is the same on every machine: the folders outside of the repository are those of one.
func portable(named, rel string) string {
	if rel != "" {
		return rel
	}
	slashed := strings.ReplaceAll(named, `\`, "/")
	if path.IsAbs(slashed) || strings.Contains(slashed, ":/") || slices.Contains(strings.Split(slashed, "/"), "..") {
		return path.Base(slashed)
	}
	return named
}

// place writes file:line, or only the file when the whole of it is meant. It is empty where there is none.
func (s pathStyle) place(p lint.Place) string {
	switch {
	case !p.Known():
		return ""
	case p.Whole:
		return s.name(p.Path, p.Rel)
	}
	return fmt.Sprintf("%s:%d", s.name(p.Path, p.Rel), p.Start.Line)
}

// position writes file:line:column, the column in characters.
func (s pathStyle) position(p lint.Place) string {
	if !p.Known() {
		return "(no place)"
	}
	return fmt.Sprintf("%s:%d:%d", s.name(p.Path, p.Rel), p.Start.Line, p.Start.Rune)
}

// fileLine writes file:line, or only the file when the line is not known.
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
		lint.SuppressedByTrust: "trusted servers", lint.SuppressedByBaseline: "the baseline",
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

// suppressionLines say, a line each, how much was suppressed by what and why: the first few, and how many are left out.
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

// suppressedHead says how much was suppressed and how severe that is; it is empty when that is nothing.
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

// whySuppressed joins suppressionLines to one line of at most about limit runes, which counts what it leaves out.
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
	return fmt.Sprintf("%s in tests, fixtures, examples, documentation, generated files, scanners or sibling servers",
		Count(s.Demoted, "finding"))
}

// kindWords and reasonWords say for people what something is and why it was skipped.
func kindWords(k detect.Kind) string { return strings.ReplaceAll(string(k), "_", " ") }

func reasonWords(r lint.Reason) string { return strings.ReplaceAll(string(r), "_", " ") }

// byReason says how much was skipped for which reasons, and how much in all; the words are empty when that is nothing.
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

// remarkLine words a remark: where, of what, and why.
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
	if words := knowledge(s); words != "" {
		t.line("%s.", words)
	}
	t.list("unresolved", t.r.Unresolved, s.Unresolved)
	t.list("note", t.r.Notes, s.Notes)
}

// list writes remarks, one to a line; there are all of them, of which some may not be listed.
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
	// sharedTools bounds the tools that suppressed words are part of where one line says it of all, sharedRunes each of their names.
	sharedTools = 3
	sharedRunes = 40
)

// suppressedShares says of which further tools suppressed words are part, all findings together, fit to be printed; it is empty when
// there is none.
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

// lockLine says how what was found differs from the lock file; it is empty without one.
func lockLine(r *lint.Report, style pathStyle) string {
	if r.Lock == nil {
		return ""
	}
	return fmt.Sprintf("Lock %s: %s", style.name(r.Lock.Path, ""), r.Lock.Counts())
}

// approvedWas says so in a message of one line; it is empty when there is nothing to say.
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

// severityOf says how severe a finding is, and where it would be more: "low (high, but in a test file)".
func severityOf(f *lint.Finding) string {
	if f.Note() {
		return "informational"
	}
	return f.Grade()
}

// verdict says how sure a finding is, and what to do with the definition: confidence 0.90, risk 77 of 100, quarantine.
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

// sentences say what was found and what to do about it, fit to be printed.
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
	// settingsLine is how many runes of settings stand on one line; of more, each has a line of its own.
	settingsLine = 200
	// settingsPart is the part of a Markdown summary that they take at most.
	settingsPart = 4

	settingSeparator = "; "
)

func manySettings(r *lint.Report) bool {
	return len(r.Settings) > 1 && utf8.RuneCountInString(r.SettingsWords()) > settingsLine
}

// settingsWithin returns the settings on one line of at most limit runes once defuse has been through it. What it leaves out it counts.
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

// settings says what a configuration file has set; what takes more than a line has to be unfolded.
func (m *markdownWriter) settings(r *lint.Report) {
	if len(r.Settings) == 0 || !manySettings(r) && m.add("Settings: %s.\n\n", inert(r.SettingsWords(), 0)) {
		return
	}
	const head, end = "<details><summary>Settings: %d</summary>\n\n", "\n</details>\n\n"
	row := func(s string) string { return "- " + inert(s, 0) + "\n" }
	room := min(m.limit/settingsPart, m.limit-m.b.Len()) - 2*len(head) - len(end)
	var rows strings.Builder
	for _, s := range r.SettingsWithin(room, func(s string) int { return len(row(s)) }) {
		rows.WriteString(row(s))
	}
	m.add(head+"%s"+end, len(r.Settings), rows.String())
}
