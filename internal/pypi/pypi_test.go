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

func TestVersion(t *testing.T) {
	for want, all := range map[string][]string{
		"1":             {"1", "1.0", "v1.0.0", "01.00", "0!1"},
		"1.10":          {"1.10", "1.10.0"},
		"1.0.1":         {"1.0.1", "1.00.01.0"},
		"2!1":           {"2!1.0", "02!1"},
		"1rc1":          {"1.0rc1", "1.0-RC.1", "1.0.c1", "1.0_pre01", "1preview1"},
		"1a0":           {"1.0a", "1.0alpha0", "1.0.a.0"},
		"1post1":        {"1.0-1", "1.0.post1", "1.0.rev1", "1r1"},
		"1rc1post2dev3": {"1.0rc1.post2.dev3", "1.0-c1-2-dev3"},
		"1+ubuntu.1":    {"1.0+ubuntu-1", "1+Ubuntu_1"},
	} {
		for _, v := range all {
			assert.Equal(t, want, Version(v), v)
		}
	}
	for _, v := range []string{"", "x", "extra-1.0", "1.0.x", "1..0", "1.0+", "1 0", "1.0\n"} {
		assert.Empty(t, Version(v), "%q", v)
	}
}
