package pypi

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNormal(t *testing.T) {
	for _, name := range []string{"acme-tides", "Acme_Tides", "acme.tides", "acme--tides", "ACME-_.tides"} {
		assert.Equal(t, "acme-tides", Normal(name), name)
	}
	assert.Equal(t, "-x-", Normal("_x."))
	for name, valid := range map[string]bool{"a": true, "acme_tides.mcp-2": true, "": false, "-a": false, "a.": false, "a b": false, "a/b": false, "a\n": false} {
		assert.Equal(t, valid, Valid(name), "%q", name)
	}
}
