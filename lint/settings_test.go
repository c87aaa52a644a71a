package lint

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/config"
)

// hidingSettings is a configuration whose long lists stand before what silences most.
func hidingSettings() []string {
	c := config.Config{FailOn: "high", Skip: []string{"unicode.hidden"}}
	for range 30 {
		c.Include = append(c.Include, strings.Repeat("i", 118))
		c.Exclude = append(c.Exclude, "servers/"+strings.Repeat("e", 30)+"/**")
		c.Ignore = append(c.Ignore, config.Ignore{Tool: "draw_*", Server: strings.Repeat("s", 90), Reason: strings.Repeat("because ", 14), Line: len(c.Ignore) + 3})
	}
	return append([]string{"settings of .mcp-lint.yaml"}, c.Describe()...)
}

func runesAnd2(s string) int { return utf8.RuneCountInString(s) + 2 }

func TestSettingsAreWhole(t *testing.T) {
	r := &Report{Settings: hidingSettings()}
	assert.Equal(t, strings.Join(r.Settings, "; "), r.SettingsWords())
	assert.Contains(t, r.SettingsWords(), "and 24 more; ignore: 30 entries")
	assert.Equal(t, r.Settings, r.SettingsWithin(100_000, runesAnd2))
	assert.Equal(t, []string{"fail-on: lowU+202E", "x"}, (&Report{Settings: []string{"fail-on: low\u202e", "x"}}).SettingsWithin(100, runesAnd2))
	assert.Empty(t, (&Report{}).SettingsWithin(0, runesAnd2))
}

// What silences most comes first where there is no room for all, each whole, and what is left out is counted.
func TestSettingsWithin(t *testing.T) {
	r := &Report{Settings: hidingSettings()}
	all := len(r.Settings)
	for _, limit := range []int{0, 1, 40, 120, 200, 460, 500, 1000, 3000} {
		lines := r.SettingsWithin(limit, runesAnd2)
		require.NotEmpty(t, lines)
		last := lines[len(lines)-1]
		assert.Regexp(t, `^and \d+ more settings \(`, last)
		assert.Contains(t, last, "ignore")
		size := 0
		for _, s := range lines[:len(lines)-1] {
			assert.Contains(t, r.Settings, s, "no setting is cut")
			size += runesAnd2(s)
		}
		if len(lines) > 1 {
			assert.LessOrEqual(t, size+runesAnd2(last), limit)
		}
		if limit >= 460 {
			assert.Equal(t, []string{"settings of .mcp-lint.yaml", "ignore: 30 entries"}, lines[:2])
			assert.True(t, strings.HasPrefix(lines[2], "exclude: servers/"), lines[2])
			assert.Contains(t, lines, "skip: unicode.hidden")
		}
	}
	assert.Equal(t, "and 1 more setting (exclude)", settingsLeft([]string{"exclude: x"}))
	assert.Equal(t, "and 3 more settings (exclude, checks)", settingsLeft([]string{"checks: x", "exclude: x", "a foreign word: x"}))
	assert.Equal(t, all, len(r.SettingLines()))
}

func TestLockCounts(t *testing.T) {
	assert.Equal(t, "0 approved", (&LockStatus{}).Counts())
	assert.Equal(t, "1 approved, 2 changed, 3 pending, 4 removed, 1 server renamed, 6 not looked at",
		(&LockStatus{Approved: 1, Changed: 2, Pending: 3, Removed: 4, Renamed: 1, Unseen: 6}).Counts())
	assert.Equal(t, "1 approved, 2 servers renamed", (&LockStatus{Approved: 1, Renamed: 2}).Counts())
}
