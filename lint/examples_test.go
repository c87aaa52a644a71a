package lint

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// TestExamplesOfFiles proves the documentation of checks that look at whole files: bad examples fire their check, good ones fire none.
func TestExamplesOfFiles(t *testing.T) {
	for _, c := range Checks() {
		documented, ok := c.(detect.DocumentedCheck)
		require.True(t, ok, "%s has no documentation", c.ID())
		d := documented.Documentation()
		assert.Equal(t, c.ID(), d.ID)
		for _, s := range []string{d.Title, d.Catches, d.Why, d.Fix} {
			assert.NotEmpty(t, s, "%s has a gap in its documentation", c.ID())
		}
		assert.GreaterOrEqual(t, len(d.Bad), 2, c.ID())
		assert.GreaterOrEqual(t, len(d.Good), 2, c.ID())
		for i, e := range slices.Concat(d.Bad, d.Good) {
			if e.File == "" || e.Approved != "" {
				continue
			}
			dir := t.TempDir()
			path := filepath.Join(dir, filepath.FromSlash(e.File))
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, []byte(e.Text), 0o644))
			r, err := Run(Options{Paths: []string{e.File}, Cwd: dir})
			require.NoError(t, err)
			var fired []string
			for _, f := range r.Findings {
				fired = append(fired, f.CheckIDs...)
			}
			if i < len(d.Bad) {
				assert.Contains(t, fired, c.ID(), "%s: %s", c.ID(), e.Note)
			} else {
				assert.Empty(t, fired, "%s: %s", c.ID(), e.Note)
			}
		}
	}
}

// TestChecksAreDistinct guards the list of checks.
func TestChecksAreDistinct(t *testing.T) {
	var ids []string
	for _, c := range Checks() {
		ids = append(ids, c.ID())
	}
	assert.Len(t, slices.Compact(slices.Sorted(slices.Values(ids))), len(ids))
}
