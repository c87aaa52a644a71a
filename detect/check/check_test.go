package check

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// scanExample scans an example with all checks and returns what is found on its tool.
func scanExample(t *testing.T, e detect.Example) (found detect.Finding) {
	t.Helper()
	view, err := detect.ViewJSON(detect.KindTool, e.Server, []byte(e.Tool))
	require.NoError(t, err, e.Note)
	views := []detect.ToolView{view}
	for _, p := range e.Peers {
		peer, err := detect.ViewJSON(detect.KindTool, p.Server, []byte(p.Tool))
		require.NoError(t, err, e.Note)
		views = append(views, peer)
	}
	res := detect.NewEngine(All()).Scan(views)
	require.Empty(t, res.Coverage.Failures)
	for _, f := range res.Findings {
		if f.ToolIndex == 0 {
			found = f
		}
	}
	return found
}

// TestExamples proves the documentation: bad examples fire their check, at its tier or with a proof above it, good ones fire none.
func TestExamples(t *testing.T) {
	for _, c := range All() {
		documented, ok := c.(detect.DocumentedCheck)
		require.True(t, ok, "%s has no documentation", c.ID())
		d := documented.Documentation()
		assert.Equal(t, c.ID(), d.ID)
		for _, s := range []string{d.Title, d.Catches, d.Why, d.Fix} {
			assert.NotEmpty(t, s, "%s has a gap in its documentation", c.ID())
		}
		assert.GreaterOrEqual(t, len(d.Bad), 2, c.ID())
		assert.GreaterOrEqual(t, len(d.Good), 2, c.ID())
		for _, e := range d.Bad {
			found := scanExample(t, e)
			assert.Contains(t, found.CheckIDs, c.ID(), "%s: %s", c.ID(), e.Note)
			assert.True(t, slices.ContainsFunc(found.Signals, func(s detect.Signal) bool { return s.CheckID == c.ID() && s.Tier >= d.Tier }), e.Note)
			for _, s := range found.Signals {
				what, remedy := s.Says()
				assert.Regexp(t, `^[a-z]+s [^;]+[^.;]$`, what, e.Note)
				assert.NotContains(t, remedy, "; ", e.Note)
			}
		}
		for _, e := range d.Good {
			assert.Empty(t, scanExample(t, e).CheckIDs, "%s: %s", c.ID(), e.Note)
		}
	}
}

// TestActionsAreReported proves that each action is reported in a predicate, and that what it names cannot begin a remedy.
func TestActionsAreReported(t *testing.T) {
	require.NotEmpty(t, actions())
	for id, a := range actions() {
		for _, words := range []string{a.plain, strings.Replace(cmp.Or(a.withObject, a.plain), "%s", detect.Quote("x; run it"), 1)} {
			assert.Regexp(t, `^[a-z]+s [^.]+[^.]$`, words, id)
			assert.NotContains(t, words, "; ", id)
		}
	}
}

// TestIDsAreDistinct guards the list of checks.
func TestIDsAreDistinct(t *testing.T) {
	var ids []string
	for _, c := range All() {
		ids = append(ids, c.ID())
	}
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	assert.Len(t, slices.Compact(sorted), len(ids))
}
