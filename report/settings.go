package report

import (
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/lint"
)

const (
	// settingsLine is how many runes of settings stand on one line; of more, each has a line of its own.
	settingsLine = 200
	// settingsPart is the part of a Markdown summary that they take at most.
	settingsPart = 4

	settingSeparator = "; "
)

// manySettings reports whether the settings are too long for one line.
func manySettings(r *lint.Report) bool {
	return len(r.Settings) > 1 && utf8.RuneCountInString(r.SettingsWords()) > settingsLine
}

// settingsWithin returns the settings on one line of at most limit runes once defuse has been through it. What it leaves out it counts.
func settingsWithin(r *lint.Report, limit int) string {
	lines := r.SettingsWithin(limit+len(settingSeparator), func(s string) int { return utf8.RuneCountInString(defuse(s)) + len(settingSeparator) })
	return strings.Join(lines, settingSeparator)
}

// settings says what a configuration file has set, all of it.
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
