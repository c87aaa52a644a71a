package launch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestUnpinned(t *testing.T) {
	for _, c := range []struct {
		line string
		want string
		safe string
	}{
		{"npx -y some-server", "some-server", "npx -y some-server@X.Y.Z"},
		{"npx @s/p@latest", "@s/p@latest", "npx -y @s/p@X.Y.Z"},
		{"npm exec --yes -- p@^1", "p@^1", "npm exec --yes -- p@X.Y.Z"},
		{"npx -p a@1.0.0 -p b cmd", "b", "-p b@X.Y.Z"},
		{"pnpm dlx p", "p", "pnpm dlx p@X.Y.Z"},
		{"uvx p[x]>=1", "p[x]>=1", "uvx p==X.Y.Z"},
		{"uvx --with q p==1", "q", "--with q==X.Y.Z"},
		{"docker run -i o/i", "o/i", "o/i:X.Y.Z@sha256:…"},
		{"docker run -i o/i:stable", "o/i:stable", "o/i:X.Y.Z@sha256:…"},
		{"dnx P.Q --yes", "P.Q", "dnx P.Q@X.Y.Z"},
		{"deno run npm:p", "npm:p", "deno run npm:p@X.Y.Z"},
		{"deno run jsr:@s/p@1", "jsr:@s/p@1", "deno run jsr:@s/p@X.Y.Z"},
		{"deno run https://deno.land/x/m/mod.ts", "https://deno.land/x/m/mod.ts", "@X.Y.Z"},
		{"go run example.org/x@latest", "example.org/x@latest", "go run example.org/x@vX.Y.Z"},
		{"gem exec p", "p", "gem exec -v X.Y.Z p"},
		{"jbang g:a:RELEASE", "g:a:RELEASE", "jbang g:a:X.Y.Z"},
		{"cargo install p", "p", "cargo install p@X.Y.Z"},
		{"npx p@1.2.3", "", ""},
		{"npx github:o/r", "", ""},
		{"npx https://h.example/x.tgz", "", ""},
		{"npx p@${V}", "", ""},
		{"npx tsx src/x.ts", "", ""},
		{"docker run -i mine", "", ""},
		{"docker run -i mine:latest", "", ""},
		{"docker run -i localhost/mine", "", ""},
		{"docker run -i o/i:local", "", ""},
		{"docker run -i python:3", "python:3", "python:X.Y.Z@sha256:…"},
		{"node index.js", "", ""},
	} {
		t.Run(c.line, func(t *testing.T) {
			def := argvLaunch(t, strings.Fields(c.line)...)
			assert.Equal(t, c.want, strings.TrimPrefix(strings.Join(seen(t, unpinned{}, def), " "), "~"))
			if c.safe != "" {
				s := unpinned{}.Inspect(launchOf(t, def), detect.NewRegistry(nil))
				require.Len(t, s, 1)
				assert.Contains(t, s[0].Detail, c.safe)
				assert.True(t, s[0].Note)
			}
		})
	}
}

func TestUnpinnedIsSilentOfServersThatAreOff(t *testing.T) {
	assert.Empty(t, seen(t, unpinned{}, `{"command":"npx","args":["-y","p"],"disabled":true}`))
	assert.Empty(t, seen(t, unpinned{}, `{"command":"npx","args":["-y","p"],"enabled":false}`))
	assert.NotEmpty(t, seen(t, unpinned{}, `{"command":"npx","args":["-y","p"],"disabled":false}`))
}

func TestUnpinnedIsSaidOncePerPlace(t *testing.T) {
	assert.Equal(t, []string{"~supergateway", "~p"}, seen(t, unpinned{}, `{"command":"npx","args":["-y","supergateway","--stdio","npx -y p"]}`))
	assert.Equal(t, []string{"~p", "~p"}, seen(t, unpinned{}, `{"command":"uvx","args":["--with","p","p"]}`))
}
