package discover

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
)

func TestLanguagesThatAreReadAreNotNamedAsUnread(t *testing.T) {
	for ext, other := range otherLanguages {
		_, read := lex.OfExtension(ext)
		assert.False(t, read, "%s files are read: take %s out of otherLanguages", ext, other)
	}
}
