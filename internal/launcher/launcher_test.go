package launcher

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTableIsSound checks that the table gives nothing that is not read, and names nothing that it does not have.
func TestTableIsSound(t *testing.T) {
	keys := map[string]bool{}
	for _, k := range strings.Fields("short front read namedRead named unless beside version offline verbs valued skip") {
		keys[k] = true
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\n  ", " "), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		head, _, ok := strings.Cut(line, ":")
		assert.True(t, ok, line)
		words := strings.Fields(head)
		if words[0] == "fetch" {
			assert.NotNil(t, programs().options[words[1]], line)
		}
		for _, w := range words[1:] {
			if key, value, ok := strings.Cut(w, "="); ok && !strings.HasPrefix(w, "-") {
				assert.True(t, keys[key], line)
				assert.True(t, !strings.HasSuffix(strings.ToLower(key), "read") || readers[value] != nil, line)
			}
		}
	}
	for _, l := range []List{
		Servers, Nested, Scripts, Code, Passwords, AnyCode, AnyPackage, Wrappers, ProjectRunners, Shells, Downloaders, Copiers, Netcats, Shims,
	} {
		assert.NotEmpty(t, programs().lists[l], l)
	}
	assert.Len(t, programs().lists, 14)
}

func TestTable(t *testing.T) {
	assert.True(t, Options("npm").Takes("--registry"))
	assert.False(t, Options("npm").Takes("--yes"))
	assert.False(t, Options("npm").Takes("--no-fund"))
	assert.True(t, Options("pip").Takes("--index-url"))
	assert.False(t, Options("pip").Takes("--user"))
	assert.True(t, Options("go").Words)
	assert.False(t, Options("unheard-of").Takes("--x"))
	exec, _ := FetchOf("npm exec")
	assert.Equal(t, []string{"--package", "-p"}, exec.Named)
	cargo, ok := FrontOf("cargo")
	assert.True(t, ok)
	assert.Nil(t, cargo)
	pnpm, _ := FrontOf("pnpm")
	assert.Equal(t, Options("npm"), pnpm)
	timeout, _ := StarterOf("timeout")
	assert.Equal(t, 1, timeout.Skip)
	assert.True(t, Servers.Has("uvx") && Nested.Has("uvx") && !Nested.Has("node"))
	assert.Equal(t, []string{"-c"}, Code.Of("pypy"))
	assert.NotNil(t, AnyPackage.Of("pnpx"))
}
