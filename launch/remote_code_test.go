package launch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestAddressesAreShownWithoutCredentials(t *testing.T) {
	token := "to" + "ken-of-mine"
	for _, argv := range [][]string{
		{"npx", "https://me:" + token + "@h.example/x.tgz"},
		{"npx", "https://h.example/x.tgz?key=" + token},
		{"uvx", "--from", "git+https://" + token + "@h.example/o/r@main", "cmd"},
		{"npx", "--registry", "http://u:" + token + "@h.example/npm?x=" + token, "p@1.0.0"},
		{"sh", "-c", "git clone https://" + token + "@h.example/o/r"},
		{"deno", "run", "https://deno.land/x/m/mod.ts?" + token},
	} {
		v := launchOf(t, launchJSON(t, argv, nil))
		var found []detect.Signal
		for _, c := range []detect.Check{remoteCode{}, unpinned{}} {
			found = append(found, c.Inspect(v, detect.NewRegistry(nil))...)
		}
		require.NotEmpty(t, found, argv)
		for _, s := range found {
			assert.NotContains(t, s.Evidence+s.Detail, token, argv)
			assert.True(t, s.Sensitive, argv)
		}
	}
}

func TestLaunchersEndOnHostileWords(t *testing.T) {
	many := func(n int, words ...string) []string {
		var out []string
		for range n {
			out = append(out, words...)
		}
		return out
	}
	long := strings.Repeat("a,", 400_000)
	for _, argv := range [][]string{
		append([]string{"uvx", "--with", long}, "p"), append([]string{"uvx", "--with", strings.Repeat("[", 400_000) + long}, "p"),
		append([]string{"npx"}, many(5000, "-p", "x")...), append([]string{"npx", "p"}, many(5000, "npx", "q")...),
		append([]string{"npx", "p"}, many(3000, "docker run x")...),
		{"npx", strings.Repeat("@", 800_000)},
		{"npx", "p@" + strings.Repeat("1.", 400_000)},
		{"docker", "run", strings.Repeat("a/", 400_000)},
		{"docker", "run", "-v", strings.Repeat("{:", 400_000), "i"},
		append([]string{"docker", "run"}, many(5000, "-v", "/:/x")...),
		{"docker", "run", "-" + strings.Repeat("i", 800_000), "o/i"},
		{"docker", "run", "--mount", strings.Repeat("src=/,", 150_000), "o/i"},
		{"docker", "run", "--cap-add", strings.Repeat("ALL,", 200_000), "o/i"},
		{"uvx", "git+https://h/" + strings.Repeat("@/", 400_000)},
		{"npx", "--registry", strings.Repeat("http://h ", 90_000), "p"},
		{"jbang", strings.Repeat(":", 800_000)},
		{"deno", "run", "https://deno.land/" + strings.Repeat("x@/", 250_000)},
		{"uvx", "p" + strings.Repeat(">=1,", 200_000)},
	} {
		v := launchOf(t, launchJSON(t, argv, nil))
		for _, c := range []detect.Check{remoteCode{}, unpinned{}} {
			assert.LessOrEqual(t, len(c.Inspect(v, detect.NewRegistry(nil))), 512)
		}
	}
}
