package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// settingRunes bounds one setting where it is shown. It is more than a configuration file can make of one, so that it cuts none that has
// counted what it leaves out.
const settingRunes = 2_000

// silencing are the keys of a configuration by how much of a report they can take away; those of no other key come behind them.
var silencing = []string{
	"settings", "ignore", "exclude", "skip", "only", "checks", "classes", "include", "placeholders", "trusted-servers", "min-confidence",
	"fail-on", "strict", "require-lock",
}

// ignoresEnd begins what ends a list of ignores, which is misleading without the list, and ignoresEntry one of the list.
const ignoresEnd, ignoresEntry = "ignore: and ", "ignore at "

func settingRank(s string) int {
	i := slices.Index(silencing, settingKey(s))
	if i < 0 || strings.HasPrefix(s, ignoresEnd) || strings.HasPrefix(s, ignoresEntry) {
		return len(silencing)
	}
	return i
}

// settingKey is the key of a setting if it is one of ours, for people to look it up where the setting itself is left out.
func settingKey(s string) string {
	key, _, _ := strings.Cut(s, " ")
	if key = strings.TrimSuffix(key, ":"); slices.Contains(silencing, key) {
		return key
	}
	return ""
}

// SettingLines returns the settings in their order, each whole and fit to be printed.
func (r *Report) SettingLines() []string {
	lines := make([]string, len(r.Settings))
	for i, s := range r.Settings {
		lines[i] = text.Safe(s, settingRunes)
	}
	return lines
}

// SettingsWords returns all settings on one line, fit to be printed.
func (r *Report) SettingsWords() string { return strings.Join(r.SettingLines(), settingSeparator) }

const settingSeparator = "; "

// SettingsWithin returns settings that take at most limit, where size is what one takes with what parts it from the next: all of them in
// their order, or else those that have room, each whole, what silences most first, and as the last one how many are left out and of
// which keys.
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
	words := fmt.Sprintf("and %d more settings", len(left))
	if len(left) == 1 {
		words = "and 1 more setting"
	}
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
