package house

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maxLines is how long a file of code may be without being split.
const maxLines = 500

func TestFilesAreShort(t *testing.T) {
	seen := 0
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		seen++
		assert.LessOrEqual(t, bytes.Count(data, []byte("\n")), maxLines, path)
		return err
	}))
	assert.Greater(t, seen, 500, "the files are found")
}

// maxWords is how long README.md may be; everything else is a page of docs.
const maxWords = 900

func TestReadmeIsShort(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	assert.LessOrEqual(t, len(bytes.Fields(data)), maxWords)
}
