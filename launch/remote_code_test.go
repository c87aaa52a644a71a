package launch

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// seen renders the signals of a check on a launch: a tilde before notes, then the words they are on.
func seen(t *testing.T, c detect.Check, def string) []string {
	t.Helper()
	v := launchOf(t, def)
	var out []string
	for _, s := range c.Inspect(v, detect.NewRegistry(nil)) {
		require.Less(t, s.FieldIndex, len(v.Fields))
		words := v.Fields[s.FieldIndex].Text[s.Start:s.End]
		if s.Note {
			words = "~" + words
		}
		out = append(out, words)
		assertDetail(t, s.Detail)
		assert.Equal(t, detect.TierSoft, s.Tier)
	}
	return out
}

func TestRemoteCode(t *testing.T) {
	commit := strings.Repeat("0a1b2c3d4e", 4)
	for _, c := range []string{
		"npx|-y|https://h.example/x.tgz => https://h.example/x.tgz", "cmd|/c|npx|owner/repo => owner/repo",
		"bash|-lc|cd /srv && exec npx -y 'github:owner/repo' --port 1 => 'github:owner/repo'",
		"npx|--package=git+https://h.example/r.git#dev|cmd => git+https://h.example/r.git#dev",
		"npx|github:owner/repo#" + commit,
		"npx|github:owner/repo#v1.2.3 => ~github:owner/repo#v1.2.3", "npx|github:owner/repo#0a1b2c3 => ~github:owner/repo#0a1b2c3",
		"npx|github:${input:repo} => github:${input:repo}", "npx|github:owner/repo#${BRANCH}",
		"uvx|--from|git+http://h.example/r.git@" + commit + "|cmd",
		"uvx|--from|git+http://h.example/r.git@main|cmd => git+http://h.example/r.git@main", "uvx|git+http://localhost:3000/o/r",
		"npx|http://127.0.0.1:8080/x.tgz", "npx|https://registry.npmjs.org/p/-/p-1.2.3.tgz",
		"uvx|--from|https://github.com/o/r/releases/download/v1.2.3/x.whl|cmd => ~https://github.com/o/r/releases/download/v1.2.3/x.whl",
		"uvx|--from|https://h.example/x.whl#sha256=" + strings.Repeat("ab", 32) + "|cmd",
		"deno|run|https://deno.land/x/m/mod.ts", "deno|run|http://deno.land/x/m@1.2.3/mod.ts => http://deno.land/x/m@1.2.3/mod.ts",
		"deno|run|-A|https://esm.sh/pkg@1.2.3", "sh|-c|git clone https://h.example/o/r && node r/index.js => https://h.example/o/r",
		"npx|-y|pkg@1.0.0|--repo|https://github.com/o/r", "uvx|git-mcp@1.0.0|--repository|git+https://github.com/o/r",
		"npx|mcp-remote@0.1.0|https://h.example/mcp", "npx|--registry|http://h.example|p@1.0.0 => http://h.example",
		"npx|--registry=http://localhost:4873|p@1.0.0", "npx|--registry|http://10.0.0.7:4873|p@1.0.0 => ~http://10.0.0.7:4873",
		"uvx|--index-url|https://pypi.company.example/simple|p==1", "uvx|--index|own=https://8.8.4.4/simple|p==1 => https://8.8.4.4",
		"sh|-c|UV_INDEX_URL=http://h.example/simple uvx p==1 => http://h.example", "go|run|github.com/o/r@main => github.com/o/r@main",
		"go|run|github.com/o/r/cmd/x@feature/y|serve => github.com/o/r/cmd/x@feature/y", "go|run|github.com/o/r@latest",
		"go|run|github.com/o/r@v1", "go|run|github.com/o/r@0a1b2c3d4e5f", "cargo|run|--git|https://h.example/o/r => https://h.example/o/r",
		"cargo|run|--release|--|--git|https://h.example/o/r", "npx|--registry|https://npm.h.example|p@1.0.0",
		"docker|run|--privileged=false|o/i:1.2.3", "docker|run|--privileged|-it|o/i:1.2.3 => --privileged", "docker|run|-v/:/host|o/i:1.2.3 => /",
		"docker|run|-v|" + `C:\:/host` + "|o/i:1.2.3 => " + `C:\`,
		"docker|run|-v|" + `C:\Users\me:/host` + "|o/i:1.2.3 => " + `C:\Users\me`,
		"docker|run|-v|//var/run/docker.sock:/var/run/docker.sock|o/i:1.2.3 => //var/run/docker.sock",
		"docker|run|-v|/srv/../:/x|o/i:1.2.3 => /srv/../", "docker|run|-v|~/.aws:/root/.aws|o/i:1.2.3 => ~/.aws",
		"docker|run|-v|/run/docker.sock:/x|docker.io/o/i:1.2.3 => /run/docker.sock", "docker|run|-v|/run/docker.sock:/x|o/docker-mcp:1.2.3 => " +
			"~/run/docker.sock",
		"sh|-c|" + `"$UVX" --from git+https://h.example/r cmd` + " => git+https://h.example/r",
		"docker|run|-v|/etc:/host/etc:ro|o/i:1.2.3 => /etc", "docker|run|-v|/etc/localtime:/etc/localtime:ro|o/i:1.2.3",
		"docker|run|-v|/home/me:/home/me|o/i:1.2.3 => /home/me", "docker|run|-v|/home/me/work:/work|o/i:1.2.3",
		"docker|run|-v|$HOME/.gnupg:/x|o/i:1.2.3 => $HOME/.gnupg", "docker|run|-v|${HOME}/.ssh/id_ed25519:/x:ro|o/i:1.2.3 => " +
			"${HOME}/.ssh/id_ed25519", "docker|run|-v|${HOME}/.ssh/known_hosts:/x:ro|o/i:1.2.3",
		"docker|run|-v|~/.aws:/root/aws:ro|o/aws-costs:1.2.3 => ~~/.aws",
		"docker|run|-v|${workspaceFolder}:/w|-v|$(pwd):/p|-v|data:/d|-v|./x:/x|o/i:1.2.3",
		"docker|run|--mount|type=bind,src=/,dst=/x|o/i:1.2.3 => /", "docker|run|--mount|type=volume,source=data,target=/|o/i:1.2.3",
		"docker|run|--net|host|--pid=host|o/i:1.2.3 => ~host" + " | " + "host",
		"docker|run|--ipc=host|--network=none|o/i:1.2.3", "podman|run|--cap-add=NET_RAW,cap_sys_admin|o/i:1.2.3 => cap_sys_admin",
		"docker|run|--cap-drop|ALL|o/i:1.2.3", "docker|run|--security-opt|apparmor:unconfined|o/i:1.2.3 => apparmor:unconfined",
		"docker|run|--security-opt|no-new-privileges|o/i:1.2.3", "docker|run|--device|/dev/sda:/dev/sda|--device=/dev/ttyUSB0|o/i:1.2.3 => " +
			"/dev/sda:/dev/sda", "docker|run|o/i:1.2.3|--privileged|-v|/:/x", "docker|build|--privileged|.",
		"npx|-y|gateway@1.0.0|--|docker|run|--privileged|o/i:1.2.3 => --privileged",
	} {
		line, want, _ := strings.Cut(c, " => ")
		t.Run(line, func(t *testing.T) {
			argv := strings.Split(line, "|")
			def := map[string]any{"name": "server", "command": argv[0], "args": argv[1:]}
			raw, err := json.Marshal(def)
			require.NoError(t, err)
			assert.Equal(t, want, strings.Join(seen(t, remoteCode{}, string(raw)), " | "))
		})
	}
}

func TestRemoteCodeOfManifests(t *testing.T) {
	manifest := func(rest string) string {
		return `{"name":"io.example/x",` + rest + `,"config":{"client":"server.json","file":"server.json"}}`
	}
	assert.Equal(t, []string{"/"}, seen(t, remoteCode{}, manifest(`"package":"ghcr.io/o/i:1.2.3","registry":"oci","args":["-v","/:/host"]`)))
	assert.Equal(t, []string{"--privileged"}, seen(t, remoteCode{}, manifest(`"command":"docker","package":"ghcr.io/o/i:1.2.3",`+
		`"registry":"oci","args":["run","--privileged"]`)))
	assert.Empty(t, seen(t, remoteCode{}, manifest(`"command":"npx","package":"@o/p","version":"1.2.3","registry":"npm",`+
		`"args":["owner/repo"]`)))
	assert.Empty(t, seen(t, remoteCode{}, manifest(`"package":"https://github.com/o/r/releases/download/v1.0.0/x.mcpb","registry":"mcpb"`)))
	assert.Empty(t, seen(t, unpinned{}, manifest(`"command":"npx","package":"@o/p","version":"^1.2.3","registry":"npm","args":["-y"]`)))
}

func TestCommandsInVariables(t *testing.T) {
	assert.Equal(t, []string{"github:o/r"}, seen(t, remoteCode{}, `{"command":"node","args":["proxy.js"],"env":{"SERVER_CMD":"npx -y `+
		`github:o/r","NOTE":"npx -y github:p/q"}}`))
	assert.Equal(t, []string{"p"}, seen(t, unpinned{}, `{"command":"node","env":{"MCP_COMMAND":"uvx p"}}`))
	assert.Empty(t, seen(t, unpinned{}, `{"command":"node","env":{"MCP_COMMAND":"npx","SHELL_ALLOWED_COMMAND":"npx `+
		`p","SERVER":"https://h.example"}}`))
}

func TestRegistryVariables(t *testing.T) {
	env := func(name, value string) []string {
		raw, err := json.Marshal(map[string]any{"command": "npx", "args": []string{"p@1.0.0"}, "env": map[string]string{name: value}})
		require.NoError(t, err)
		return seen(t, remoteCode{}, string(raw))
	}
	assert.Equal(t, []string{"http://h.example"}, env("NPM_CONFIG_REGISTRY", "http://h.example/npm"))
	assert.Equal(t, []string{"http://h.example"}, env("npm_config_@scope:registry", "http://h.example/npm"))
	assert.Equal(t, []string{"http://h.example"}, env("UV_EXTRA_INDEX_URL", "https://a.example/simple http://h.example/simple"))
	assert.Equal(t, []string{"http://h.example"}, env("GOPROXY", "https://proxy.golang.org,http://h.example,direct"))
	assert.Empty(t, env("npm_config_registry", "https://npm.company.example"))
	assert.Empty(t, env("npm_config_registry", "${REGISTRY}"))
	assert.Empty(t, env("SERVICE_REGISTRY", "http://h.example"))
}

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
