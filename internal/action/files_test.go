package action

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
)

func TestWriteFile(t *testing.T) {
	t.Chdir(t.TempDir())
	cwd := must.OK(os.Getwd())(t)
	elsewhere := t.TempDir()
	for _, name := range []string{
		"x.sarif", "./a/b/x.sarif", "-x", filepath.Join(cwd, "c", "x.sarif"), filepath.Join(elsewhere, "d", "e", "x.sarif"),
		filepath.Join("..", filepath.Base(cwd)+"-beside", "x.sarif"),
	} {
		for _, words := range []string{"first", "2"} {
			require.NoError(t, WriteFile(name, []byte(words)), name)
			data, err := os.ReadFile(name)
			require.NoError(t, err, name)
			assert.Equal(t, words, string(data), name)
		}
		left := must.OK(os.ReadDir(filepath.Dir(name)))(t)
		for _, e := range left {
			assert.NotContains(t, e.Name(), ".mcp-lint-", "nothing is left beside %s", name)
		}
	}
	for _, name := range []string{".", "a", elsewhere} {
		assert.ErrorContains(t, WriteFile(name, nil), "cannot write", name)
	}
	assert.ErrorContains(t, WriteFile("x.sarif/y", nil), `cannot write "x.sarif/y"`)
}

// TestWriteFileMeetsLinks has a scanned repository put links where the report goes.
func TestWriteFileMeetsLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
	t.Chdir(t.TempDir())
	outside := t.TempDir()
	precious := filepath.Join(outside, "precious")
	require.NoError(t, os.WriteFile(precious, []byte("keep"), 0o600))
	require.NoError(t, os.Symlink(precious, "out.sarif"))
	require.NoError(t, os.Symlink(outside, "reports"))
	require.NoError(t, os.Symlink(filepath.Join(outside, "none"), "dangling.sarif"))

	require.NoError(t, WriteFile("out.sarif", []byte("report")), "a link in the file's place is replaced")
	require.NoError(t, WriteFile("dangling.sarif", []byte("report")))
	assert.Error(t, WriteFile("reports/out.sarif", []byte("report")), "a folder that leads out is not followed")
	assert.Error(t, WriteFile("reports/deeper/out.sarif", []byte("report")))

	data := must.OK(os.ReadFile(precious))(t)
	assert.Equal(t, "keep", string(data))
	data = must.OK(os.ReadFile("out.sarif"))(t)
	assert.Equal(t, "report", string(data))
	left := must.OK(os.ReadDir(outside))(t)
	assert.Len(t, left, 1)

	// Elsewhere the workflow names the file; what is not an ordinary one is left alone.
	require.NoError(t, os.Symlink(precious, filepath.Join(outside, "link")))
	assert.ErrorContains(t, WriteFile(filepath.Join(outside, "link"), nil), "not a regular file")
	assert.ErrorContains(t, WriteFile("/dev/null", nil), "not a regular file")
}

func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.WriteFile(name, []byte("12345"), 0o600))
	data := must.OK(ReadFile(name, 5))(t)
	assert.Equal(t, "12345", string(data))
	_, err := ReadFile(name, 4)
	assert.ErrorContains(t, err, "too large")
	_, err = ReadFile(filepath.Dir(name), 4)
	assert.Error(t, err)
	_, err = ReadFile(name+"y", 4)
	assert.ErrorIs(t, err, os.ErrNotExist)
}
