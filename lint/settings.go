package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// settingRunes bounds a displayed setting. It exceeds what a configuration file can produce, so that a list that counts its omissions is
// not cut again.
const settingRunes = 2_000

// silencing are the configuration keys in order of how much of a report they can remove. Other keys come last.
var silencing = []string{
	"settings", "ignore", "exclude", "skip", "only", "checks", "classes", "include", "placeholders", "trusted-servers", "min-confidence",
	"fail-on", "strict", "require-lock",
}

// ignoresEnd starts the count that ends a list of ignores, misleading without the list; ignoresEntry starts each entry.
const ignoresEnd, ignoresEntry = "ignore: and ", "ignore at "

func settingRank(s string) int {
	i := slices.Index(silencing, settingKey(s))
	if i < 0 || strings.HasPrefix(s, ignoresEnd) || strings.HasPrefix(s, ignoresEntry) {
		return len(silencing)
	}
	return i
}

// settingKey returns the key of a known setting, or "". It is shown when the setting itself is left out.
func settingKey(s string) string {
	key, _, _ := strings.Cut(s, " ")
	if key = strings.TrimSuffix(key, ":"); slices.Contains(silencing, key) {
		return key
	}
	return ""
}

// SettingLines returns the settings in order, uncut and printable.
func (r *Report) SettingLines() []string {
	lines := make([]string, len(r.Settings))
	for i, s := range r.Settings {
		lines[i] = text.Safe(s, settingRunes)
	}
	return lines
}

// SettingsWords returns all settings on one printable line.
func (r *Report) SettingsWords() string { return strings.Join(r.SettingLines(), settingSeparator) }

const settingSeparator = "; "

// SettingsWithin returns settings whose sizes add up to at most limit; size includes the separator. If not all fit, it prefers those that
// silence most, cuts none, and ends with the number and the keys of those left out.
func (r *Report) SettingsWithin(limit int, size func(string) int) []string {
	lines := r.SettingLines()
	total := 0
	for _, s := range lines {
		total += size(s)
	}
	if total <= limit {
		return lines
	}
	slices.SortStableFunc(lines, func(a, b string) int { return cmp.Compare(settingRank(a), settingRank(b)) })
	var kept, left []string
	total = 0
	for _, s := range lines {
		if n := size(s); total+n <= limit && (len(left) == 0 || !strings.HasPrefix(s, ignoresEnd)) {
			kept = append(kept, s)
			total += n
		} else {
			left = append(left, s)
		}
	}
	for len(kept) > 0 && total+size(settingsLeft(left)) > limit {
		last := len(kept) - 1
		total -= size(kept[last])
		left = append(left, kept[last])
		kept = kept[:last]
	}
	return append(kept, settingsLeft(left))
}

func settingsLeft(left []string) string {
	words := "and " + text.Count(len(left), "more setting")
	ranked := slices.SortedStableFunc(slices.Values(left), func(a, b string) int { return cmp.Compare(settingRank(a), settingRank(b)) })
	var keys []string
	for _, s := range ranked {
		if key := settingKey(s); key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	if len(keys) > 0 {
		words += " (" + strings.Join(keys, ", ") + ")"
	}
	return words
}
