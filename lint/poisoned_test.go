package lint

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

// TestPoisonIsReportedOnItsOwnLine scans small servers that hide an order where a quick reader of code does not look: each line with the
// word WANT must be touched by a signal.
func TestPoisonIsReportedOnItsOwnLine(t *testing.T) {
	servers, err := os.ReadDir("testdata/poisoned")
	require.NoError(t, err)
	require.NotEmpty(t, servers)
	for _, s := range servers {
		t.Run(s.Name(), func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join("testdata/poisoned", s.Name()))
			require.NoError(t, err)
			r, err := Run(Options{Cwd: dir})
			require.NoError(t, err)
			touched := map[*source.File]map[int]bool{}
			for _, f := range r.Findings {
				for _, p := range f.Places {
					for _, l := range append([]source.Location{p.Where}, p.More...) {
						if l.File == nil {
							continue
						}
						if touched[l.File] == nil {
							touched[l.File] = map[int]bool{}
						}
						from, to := l.File.Position(l.Span.Start, source.Bytes).Line, l.File.Position(max(l.Span.Start, l.Span.End-1), source.Bytes).Line
						for n := from; n <= to; n++ {
							touched[l.File][n] = true
						}
					}
				}
			}
			worst := detect.SeverityNone
			for _, f := range r.Findings {
				worst = max(worst, f.Severity)
			}
			if s.Name() == "sweep" {
				assert.Equal(t, detect.SeverityLow, worst, "a stray string")
			} else {
				assert.GreaterOrEqual(t, worst, detect.SeverityMedium, "the run does not fail")
			}
			wanted := 0
			require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				data, err := os.ReadFile(path)
				require.NoError(t, err)
				for n, line := range strings.Split(string(data), "\n") {
					if !strings.Contains(line, "WANT") {
						continue
					}
					wanted++
					found := false
					for f, lines := range touched {
						found = found || filepath.Base(f.Path) == d.Name() && lines[n+1]
					}
					assert.True(t, found, "%s:%d is not reported: %s", d.Name(), n+1, strings.TrimSpace(line))
				}
				return nil
			}))
			assert.Positive(t, wanted)
		})
	}
}
