package launch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestUnpinned(t *testing.T) {
	for _, c := range []string{
		"npx -y some-server => some-server => npx -y some-server@X.Y.Z", "npx @s/p@latest => @s/p@latest => npx -y @s/p@X.Y.Z",
		"npm exec --yes -- p@^1 => p@^1 => npm exec --yes -- p@X.Y.Z", "npx -p a@1.0.0 -p b cmd => b => -p b@X.Y.Z",
		"pnpm dlx p => p => pnpm dlx p@X.Y.Z", "uvx p[x]>=1 => p[x]>=1 => uvx p[x]==X.Y.Z", "uvx --with q p==1 => q => --with q==X.Y.Z",
		"docker run -i o/i => o/i => o/i:X.Y.Z@sha256:…", "docker run -i o/i:stable => o/i:stable => o/i:X.Y.Z@sha256:…",
		"dnx P.Q --yes => P.Q => dnx P.Q@X.Y.Z", "deno run npm:p => npm:p => deno run npm:p@X.Y.Z",
		"deno run jsr:@s/p@1 => jsr:@s/p@1 => deno run jsr:@s/p@X.Y.Z", "deno run https://deno.land/x/m/mod.ts => https://deno.land/x/m/mod.ts " +
			"=> @X.Y.Z", "go run example.org/x@latest => example.org/x@latest => go run example.org/x@vX.Y.Z",
		"gem exec p => p => gem exec -v X.Y.Z p", "jbang g:a:RELEASE => g:a:RELEASE => jbang g:a:X.Y.Z",
		"cargo install p => p => cargo install p@X.Y.Z", "npx -p @s/p p-cli => @s/p => npx -y -p @s/p@X.Y.Z p-cli",
		"npx --package=@s/p@latest p-cli --key hunter2 => @s/p@latest => npx -y --package=@s/p@X.Y.Z p-cli",
		"npx -y -q p@next --key hunter2 => p@next => npx -y -q p@X.Y.Z", "npx --registry https://joe:hunter2@h.example p => p => npx -y … " +
			"p@X.Y.Z", "npm exec p => p => npm exec --yes -- p@X.Y.Z", "pnpm --package=a dlx cmd => a => pnpm --package=a@X.Y.Z dlx cmd",
		"pnpm dlx --package a cmd => a => pnpm dlx --package a@X.Y.Z cmd", "uvx --from acme-mcp acme => acme-mcp => uvx --from acme-mcp==X.Y.Z " +
			"acme", "uvx --from acme[cli]@latest acme serve => acme[cli]@latest => uvx --from acme[cli]==X.Y.Z acme",
		"uvx --from=acme acme => acme => uvx --from=acme==X.Y.Z acme", "uvx --python 3.12 acme>=1 => acme>=1 => uvx --python 3.12 acme==X.Y.Z",
		"uv run --with mcp[cli] mcp run server.py => mcp[cli] => uv run --with mcp[cli]==X.Y.Z",
		"uv tool run --from acme-mcp acme => acme-mcp => uv tool run --from acme-mcp==X.Y.Z acme",
		"pipx run --spec acme-mcp acme => acme-mcp => pipx run --spec acme-mcp==X.Y.Z acme",
		"uvx --with a==1,b acme==2 => b => uvx --with a==1,b==X.Y.Z", "cmd /c npx -y p => p => npx -y p@X.Y.Z",
		"env TOKEN=hunter2 npx p => p => npx -y p@X.Y.Z", "npx a@npm:p@latest => a@npm:p@latest => npx -y a@npm:p@X.Y.Z",
		"bunx --bun p => p => bunx --bun p@X.Y.Z", "uvx run acme-mcp --port 1 => run => runs the package “run”, which anyone may " +
			"publish; write uvx acme-mcp==X.Y.Z", "uvx tool run acme-mcp => tool => write uvx acme-mcp==X.Y.Z",
		"docker run localhost:5000/acme/x => localhost:5000/acme/x => localhost:5000/acme/x:X.Y.Z@sha256:…",
		"docker run localhost/acme/x => localhost/acme/x => localhost/acme/x:X.Y.Z@sha256:…", "podman run localhost/acme/x",
		"go run github.com/o/r@main", "npx p@1.2.3", "npx github:o/r", "npx https://h.example/x.tgz", "npx p@${V}", "npx tsx src/x.ts",
		"docker run -i mine", "docker run -i mine:latest", "docker run -i localhost/mine", "docker run -i o/i:local",
		"docker run -i python:3 => python:3 => python:X.Y.Z@sha256:…", "node index.js",
	} {
		line, rest, _ := strings.Cut(c, " => ")
		want, safe, _ := strings.Cut(rest, " => ")
		t.Run(line, func(t *testing.T) {
			def := launchJSON(t, strings.Fields(line), nil)
			assert.Equal(t, want, strings.TrimPrefix(strings.Join(seen(t, unpinned{}, def), " "), "~"))
			if safe != "" {
				s := unpinned{}.Inspect(launchOf(t, def), detect.NewRegistry(nil))
				require.Len(t, s, 1)
				assert.Contains(t, s[0].Detail, safe)
				assert.NotContains(t, s[0].Detail, "hunter2")
				assert.Equal(t, detect.SeverityLow, s[0].Severity)
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
	assert.Equal(t, []string{"supergateway", "p"}, seen(t, unpinned{},
		`{"command":"npx","args":["-y","supergateway","--stdio","npx -y p"]}`))
	assert.Equal(t, []string{"p", "p"}, seen(t, unpinned{}, `{"command":"uvx","args":["--with","p","p"]}`))
}

// TestAdviceEndsOnHostileLaunches holds what is said of a launch to a time that grows with its text.
func TestAdviceEndsOnHostileLaunches(t *testing.T) {
	for i, argv := range [][]string{
		{"npm", "exec", "", "p"},
		{"npx", "-p", "", "p", ""},
		{"uvx", "run"},
		{"uvx", "tool", "run"},
		{"uvx", "p[" + strings.Repeat("x", 400_000) + "]"},
		{"npx", strings.Repeat("p", 800_000)},
		append([]string{"uvx"}, strings.Fields(strings.Repeat("--with p ", 20_000)+"q")...),
		append([]string{"npx"}, strings.Fields(strings.Repeat("-y ", 20_000)+"q")...),
		{"sh", "-c", strings.Repeat("npx p;", 30_000)},
		{"sh", "-c", strings.Repeat("env ", 30_000) + "npx p"},
	} {
		v := launchOf(t, launchJSON(t, argv, nil))
		for _, s := range (unpinned{}).Inspect(v, detect.NewRegistry(nil)) {
			require.LessOrEqual(t, len(s.Detail), 1500, i)
		}
	}
}
