package discover

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRootOfTheRun is about the folder that reported paths are relative to.
func TestRootOfTheRun(t *testing.T) {
	const doc = `{"tools":[{"name":"t","description":"x"}]}`
	top, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, name := range []string{"a/t.json", "b/t.json", "repo/.git/HEAD", "repo/sub/t.json", "repo/t.json", "other/.git/HEAD", "other/t.json"} {
		path := filepath.Join(top, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(doc), 0o644))
	}
	for name, tc := range map[string]struct {
		cwd   string
		paths []string
		want  []string
	}{
		"two folders outside of git":        {".", []string{"a", "b"}, []string{"a/t.json", "b/t.json"}},
		"one folder below the cwd":          {".", []string{"./a"}, []string{"a/t.json"}},
		"one folder elsewhere":              {"b", []string{"../a"}, []string{"t.json"}},
		"two folders elsewhere":             {"repo", []string{"../a", "../b"}, []string{"outside/a/t.json", "outside/b/t.json"}},
		"below the repository":              {"repo/sub", nil, []string{"sub/t.json"}},
		"a repository elsewhere":            {"a", []string{"../repo/sub"}, []string{"sub/t.json"}},
		"the repository and a file outside": {"repo", []string{".", "../other/t.json"}, []string{"outside/other/t.json", "sub/t.json", "t.json"}},
		"a file of another repository":      {"repo", []string{"../other/t.json"}, []string{"t.json"}},
	} {
		t.Run(name, func(t *testing.T) {
			inv, err := Walk(Options{Cwd: filepath.Join(top, tc.cwd), Paths: tc.paths})
			require.NoError(t, err)
			var got []string
			for _, tool := range inv.Tools {
				got = append(got, tool.File.Rel)
				for _, also := range tool.Also {
					got = append(got, also.File.Rel)
				}
			}
			assert.ElementsMatch(t, tc.want, got)
		})
	}
}
