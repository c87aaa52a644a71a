package house

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maxWords is how long README.md may be; everything else is a page of docs.
const maxWords = 900

func TestReadmeIsShort(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	assert.LessOrEqual(t, len(bytes.Fields(data)), maxWords)
}
