package sarif

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/lint"
)

func notesOf(t *testing.T, r *lint.Report, kind string) []string {
	t.Helper()
	var out []string
	for _, n := range notices(r, len(r.Findings)) {
		if n.kind == kind {
			out = append(out, n.message)
		}
	}
	return out
}

func TestLockNotice(t *testing.T) {
	r := reportFixture(t)
	assert.Empty(t, notesOf(t, r, noticeLock))
	r.Lock = &lint.LockStatus{Path: "/home/me/[x](1)\u202e.lock", Approved: 3, Changed: 1, Pending: 2, Removed: 4, Renamed: 1, Unseen: 5}
	got := notesOf(t, r, noticeLock)
	require.Len(t, got, 1)
	assert.Equal(t, `Lock '\[x\] (1)U+202E.lock': 3 approved, 1 changed, 2 pending, 4 removed, 1 server renamed, 5 not looked at.`, got[0])
	_, l := render(t, r, Options{})
	found := false
	for _, n := range l.Runs[0].Invocations[0].ToolExecutionNotifications {
		found = found || n.Message.Text == got[0]
	}
	assert.True(t, found)
}

func TestSettingsNoticeIsWhole(t *testing.T) {
	r := reportFixture(t)
	r.Settings = []string{"exclude: " + strings.Repeat("out, ", 60) + "and 498 more", "ignore: 30 entries"}
	assert.Equal(t, []string{"Settings: " + r.Settings[0] + "; ignore: 30 entries."}, notesOf(t, r, noticeSettings))
}

func TestSharersOfSuppressedResults(t *testing.T) {
	r := suppressedFixture(t, lint.Suppression{Kind: lint.SuppressedByComment, Reason: "ok", Count: 1})
	r.Suppressed[0].SharedBy = []string{"beta", "[g](1)", "c", "d", "e", "f", "g"}
	want := ` Suppressed words are also part of 'beta', '\[g\] (1)', 'c', 'd', 'e' and 2 more.`
	assert.Contains(t, notesOf(t, r, noticeFiltered)[0], want)
	_, l := renderSuppressed(t, r)
	results := l.Runs[0].Results
	assert.True(t, strings.HasSuffix(results[len(results)-1].Message.Text, want), results[len(results)-1].Message.Text)
	assert.NotContains(t, results[0].Message.Text, "Suppressed words")
}
