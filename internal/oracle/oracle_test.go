package oracle

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFiles compares the files of testdata, all of which must parse.
func TestFiles(t *testing.T) {
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			paths := below(t, filepath.Join("testdata", l.name), l)
			require.NotEmpty(t, paths)
			literals := 0
			for _, path := range paths {
				src, err := os.ReadFile(path)
				require.NoError(t, err)
				r := compareFile(l, path, src)
				require.Empty(t, r.skipped, path)
				report(t, r.diffs)
				literals += r.literals
			}
			require.Greater(t, literals, 20)
		})
	}
}

// TestGenerated compares files put together from pieces.
func TestGenerated(t *testing.T) {
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			const files = 24
			literals, left, skipped := 0, 0, 0
			for seed := range uint64(files) {
				sources, n := generate(l, seed)
				left += n
				for _, src := range sources {
					r := compareFile(l, generatedName(l, seed), []byte(src))
					if r.skipped != "" {
						skipped++
						continue
					}
					literals += r.literals
					report(t, r.diffs)
					if len(r.diffs) > 0 {
						t.Log(src)
						return
					}
				}
			}
			t.Logf("%d literals; %d of %d pieces and %d of %d files left out", literals, left, files*pieces, skipped, files)
			require.Less(t, left, files*pieces/4)
			require.Less(t, skipped, files/4)
			require.Greater(t, literals, files*pieces/2)
		})
	}
}

// TestFolder compares the files below the folder that MCP_LINT_ORACLE_FILES names.
func TestFolder(t *testing.T) {
	dir := os.Getenv("MCP_LINT_ORACLE_FILES")
	if dir == "" {
		t.Skip("MCP_LINT_ORACLE_FILES is not set")
	}
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			files, literals, bytes := 0, 0, 0
			skipped := map[string]int{}
			var diffs []difference
			for _, path := range below(t, dir, l) {
				src, err := os.ReadFile(path)
				require.NoError(t, err)
				r := compareFile(l, path, src)
				if r.skipped != "" {
					skipped[r.skipped]++
					continue
				}
				files, literals, bytes = files+1, literals+r.literals, bytes+len(src)
				diffs = append(diffs, r.diffs...)
			}
			t.Logf("%d files, %.1f MB, %d literals, %d differences; skipped: %v", files, float64(bytes)/1e6, literals, len(diffs), skipped)
			report(t, diffs)
		})
	}
}

// below lists the files of a language below a folder.
func below(t *testing.T, dir string, l *language) []string {
	t.Helper()
	var out []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && slices.Contains(l.exts, filepath.Ext(path)) {
			out = append(out, path)
		}
		return err
	}))
	return out
}
