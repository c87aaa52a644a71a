package fix_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/fix"
	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/lint"

	"github.com/org/mcp-lint/internal/golden"
)

const hidden = "\u200b\u202e\u2063"

// plan writes files, scans them and plans their changes.
func plan(t *testing.T, files map[string]string) (dir string, planned map[string]fix.File) {
	t.Helper()
	dir = t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o700))
	for name, text := range files {
		full := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o700))
		require.NoError(t, os.WriteFile(full, []byte(text), 0o600))
	}
	opts := lint.Options{Cwd: dir}
	r, err := lint.Run(opts)
	require.NoError(t, err)
	list, err := fix.Plan(r, opts)
	require.NoError(t, err)
	planned = map[string]fix.File{}
	for _, f := range list {
		planned[filepath.ToSlash(f.Path)] = f
	}
	return dir, planned
}

// TestPlans fixes the folders of testdata. Below each command are the checks that find something, the lines that change and what is not fixed.
func TestPlans(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, file string) {
		t.Parallel()
		golden.Script(t, file, func(dir string, words []string) (out []string) {
			require.Equal(t, "fix", words[0])
			opts := lint.Options{Cwd: filepath.Join(dir, words[1])}
			require.NoError(t, os.MkdirAll(filepath.Join(opts.Cwd, ".git"), 0o700))
			r := must.OK(lint.Run(opts))(t)
			for i := range r.Findings {
				for _, s := range r.Findings[i].Signals {
					out = append(out, "found "+s.CheckID)
				}
			}
			for _, f := range must.OK(fix.Plan(r, opts))(t) {
				name := filepath.Join(opts.Cwd, f.Path)
				assert.Equal(t, string(must.OK(os.ReadFile(name))(t)), string(f.Before))
				if f.Why != "" {
					out = append(out, filepath.ToSlash(f.Path)+": "+f.Why)
				}
				if f.After == nil {
					continue
				}
				before, after := strings.Split(string(f.Before), "\n"), strings.Split(string(f.After), "\n")
				require.Len(t, after, len(before))
				for i := range before {
					if before[i] != after[i] {
						out = append(out, fmt.Sprintf("%s:%d: %s", filepath.ToSlash(f.Path), i+1, after[i]))
					}
				}
				require.NoError(t, os.WriteFile(name, f.After, 0o600))
			}
			again := must.OK(fix.Plan(must.OK(lint.Run(opts))(t), opts))(t)
			assert.False(t, slices.ContainsFunc(again, func(f fix.File) bool { return f.After != nil }), words[1])
			return out
		})
	})
}

// TestHostileFiles checks that links are not followed, and that a fix that would change more than the problem is dropped.
func TestHostileFiles(t *testing.T) {
	text := "{\"tools\": [{\"name\": \"read\", \"description\": \"Reads" + hidden + " a file.\"}]}"
	dir := t.TempDir()
	victim := filepath.Join(t.TempDir(), "victim.json")
	require.NoError(t, os.WriteFile(victim, []byte(text), 0o600))
	require.NoError(t, os.Symlink(victim, filepath.Join(dir, "tools.json")))
	opts := lint.Options{Cwd: dir, Paths: []string{"tools.json"}}
	r, err := lint.Run(opts)
	require.NoError(t, err)
	list, err := fix.Plan(r, opts)
	require.NoError(t, err)
	require.Len(t, r.Findings, 1)
	require.Len(t, list, 1)
	assert.Nil(t, list[0].After)
	assert.Equal(t, "it is not a regular file", list[0].Why)
	var many []string
	for i := range 300 {
		many = append(many, fmt.Sprintf(`{"name": "t%d", "description": "x`+hidden+` y"}`, i))
	}
	_, planned := plan(t, map[string]string{"tools.json": `{"tools": [` + strings.Join(many, ",") + `]}`})
	require.Len(t, planned, 1)
	assert.Equal(t, 300, planned["tools.json"].Fixed)
	assert.NotContains(t, string(planned["tools.json"].After), "\u200b")
}

// TestFixedInPart checks that a file that cannot be fixed does not affect others, and that a fix that leaves its finding is dropped.
func TestFixedInPart(t *testing.T) {
	tool := func(name, rest string) string {
		return `{"tools": [{"name": "` + name + `", "description": "Reads` + hidden + ` a file."}` + rest + `]}`
	}
	dir, planned := plan(t, map[string]string{"a.json": tool("a", ""), "b.json": tool("b", "")})
	require.Len(t, planned, 2)
	opts := lint.Options{Cwd: dir}
	r, err := lint.Run(opts)
	require.NoError(t, err)
	// One file changed after the scan, so the offsets are wrong.
	shifted := strings.Replace(tool("b", ""), "Reads", "Re", 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b.json"), []byte(shifted), 0o600))
	list, err := fix.Plan(r, opts)
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, tool("a", "")[:len(`{"tools": [{"name": "a", "description": "Reads`)]+` a file."}]}`, string(list[0].After))
	assert.Nil(t, list[1].After, "%s", list[1].After)
	assert.NotEmpty(t, list[1].Why)
}
