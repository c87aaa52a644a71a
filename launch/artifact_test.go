package launch

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/internal/launcher"
)

var kindNames = map[launcher.Source]string{
	launcher.NPM: "npm", launcher.PyPI: "pypi", launcher.Image: "image", launcher.NuGet: "nuget", launcher.Crates: "crates", launcher.Gems: "gems", launcher.Maven: "maven",
	launcher.Go: "go", launcher.JSR: "jsr", launcher.Modules: "modules", launcher.Git: "git", launcher.URL: "url",
}

var pinNames = [...]string{launcher.Unversioned: "none", launcher.Moving: "moving", launcher.Exact: "exact", launcher.Digested: "digest", launcher.Unknown: "unknown"}

// shownArtifact renders an artifact: kind, name, version, pin, and what else holds.
func shownArtifact(a artifact) string {
	s := fmt.Sprintf("%s %s|%s %s", kindNames[a.Kind], a.Name, a.Version, pinNames[a.Pin])
	if a.extra {
		s += " extra"
	}
	if a.Local {
		s += " local"
	}
	return s
}

func TestArtifacts(t *testing.T) {
	commit := strings.Repeat("0a1b2c3d4e", 4)
	sum := "sha256:" + strings.Repeat("ab", 32)
	for _, c := range []string{
		"npx -y some-server => npm some-server| none", "npx -y @scope/name@1.2.3 --flag => npm @scope/name|1.2.3 exact",
		"npx --yes @scope/name@latest => npm @scope/name|latest moving", "npx pkg@^1.2 => npm pkg|^1.2 moving", "npx pkg@1 => npm pkg|1 moving",
		"npx pkg@1.x => npm pkg|1.x moving", "npx pkg@v1.2.3-rc.1+build.5 => npm pkg|v1.2.3-rc.1+build.5 exact",
		"npx pkg@${VERSION} => npm pkg|${VERSION} unknown", "npx ${input:package} => npm | unknown",
		"npx -p a@1.0.0 -p b cmd => npm a|1.0.0 exact; npm b| none extra", "npx --package=a@1.0.0 -- cmd => npm a|1.0.0 exact",
		"npx --registry https://r.example pkg => npm pkg| none", "npx --no-install pkg", "npx ./server", "npx . serve", "npx C:/dev/server.js",
		"npx file:../x", "npx ./out/x.tgz", "npx dist/index.js", "npx tsx src/index.ts => npm tsx| none local",
		"npx -y tsx src/index.ts => npm tsx| none", "npx alias@npm:other@2.0.0 => npm other|2.0.0 exact",
		"npx https://host.example/x.tgz => url https://host.example/x.tgz| none", "npx github:owner/repo => git github:owner/repo| none",
		"npx github:owner/repo#dev => git github:owner/repo|dev moving",
		"npx github:owner/repo#" + commit + " => git github:owner/repo|" + commit + " digest",
		"npx owner/repo#v1.2.3 => git owner/repo|v1.2.3 exact", "npx name@github:owner/repo => git github:owner/repo| none",
		"npx git+ssh://git@github.com/o/r.git => git git+ssh://git@github.com/o/r.git| none",
		"npx https://github.com/owner/repo => git https://github.com/owner/repo| none",
		"npx git@github.com:o/r.git => git git@github.com:o/r.git| none",
		"npx https://registry.npmjs.org/p/-/p-1.2.3.tgz => url https://registry.npmjs.org/p/-/p-1.2.3.tgz| exact",
		"npm exec --yes -- pkg@1.0.0 => npm pkg|1.0.0 exact", "npm x --package=a -- cmd => npm a| none", "npm run start",
		"npm --prefix dir exec pkg => npm pkg| none", "bunx --bun pkg => npm pkg| none", "bun x pkg@2.0.0 => npm pkg|2.0.0 exact",
		"bun run index.ts", "bun run https://host.example/s.ts => url https://host.example/s.ts| none", "pnpm dlx pkg => npm pkg| none",
		"pnpm --package=a@1.0.0 dlx cmd => npm a|1.0.0 exact", "pnpm exec pkg", "pnpm --filter x start", "yarn dlx -q pkg => npm pkg| none",
		"yarn start", "corepack pnpm@9 dlx pkg => npm pkg| none", "uvx pkg => pypi pkg| none", "uvx pkg@latest => pypi pkg|latest moving",
		"uvx pkg@1.2.3 run => pypi pkg|1.2.3 exact", "uvx pkg[cli]==1.2 => pypi pkg|1.2 exact", "uvx pkg==1.* => pypi pkg|==1.* moving",
		"uvx pkg>=1,<2 => pypi pkg|>=1,<2 moving", "uvx pkg~=1.2 => pypi pkg|~=1.2 moving",
		"uvx --python 3.12 --from pkg@1.0 cmd => pypi pkg|1.0 exact",
		"uvx --from git+https://github.com/o/r cmd => git git+https://github.com/o/r| none",
		"uvx --from git+https://github.com/o/r@main cmd => git git+https://github.com/o/r|main moving",
		"uvx --from git+https://github.com/o/r@feature/x#subdirectory=s cmd => git git+https://github.com/o/r|feature/x moving",
		"uvx --from git+https://github.com/o/r@" + commit + "#egg=x cmd => git git+https://github.com/o/r|" + commit + " digest",
		"uvx --from git+ssh://git@github.com/o/r@v1.2.3 cmd => git git+ssh://git@github.com/o/r|v1.2.3 exact", "uvx --from ./local cmd",
		"uvx --from ${workspaceFolder}/x cmd", "uvx --with a,b[c]>=1,<2,d==1 pkg==1 => pypi pkg|1 exact; pypi a| none extra; pypi b|>=1,<2 " +
			"moving extra; pypi d|1 exact extra", "uv tool run pkg => pypi pkg| none",
		"uv run --with mcp[cli] mcp run server.py => pypi mcp| none extra", "uv --directory /x run server.py",
		"uv run --with-editable . server.py", "uv run https://host.example/s.py => url https://host.example/s.py| none",
		"pipx run pkg => pypi pkg| none", "pipx run --spec git+https://h.example/r.git@main cmd => git git+https://h.example/r.git|main moving",
		"pipx run --spec pkg==1.0 cmd => pypi pkg|1.0 exact", "python -m server", "python3 -m pipx run pkg => pypi pkg| none",
		"rye tools run pkg => pypi pkg| none", "pip-run pkg==1.0 -- -m mod => pypi pkg|1.0 exact",
		"docker run -i --rm -e TOKEN ns/image => image ns/image| none", "docker run -it --rm -e A=b -v /x:/y --network=none ns/image:1.2.3 arg " +
			"=> image ns/image|1.2.3 exact", "docker run -dit --name x --init reg:5000/ns/image => image reg:5000/ns/image| none",
		"docker run reg:5000/ns/image:1.2@" + sum + " => image reg:5000/ns/image|" + sum + " digest",
		"docker run --mount type=bind,src=/x,dst=/y ghcr.io/o/i:main => image ghcr.io/o/i|main moving",
		"docker run o/i:1.2 => image o/i|1.2 moving", "docker run o/i:v1.2.3-alpine => image o/i|v1.2.3-alpine exact",
		"docker run o/i:2025-01-31 => image o/i|2025-01-31 exact", "docker run o/i:sha-0a1b2c3 => image o/i|sha-0a1b2c3 exact",
		"docker run my-server => image my-server| none local", "docker run my-server:latest => image my-server|latest moving local",
		"docker run ${IMAGE} => image | unknown", "docker run o/i:${TAG:-latest} => image o/i|${TAG:-latest} unknown",
		"docker run ${REG}/i:latest => image |latest moving", "docker --context c container run o/i => image o/i| none",
		"docker run --pull=never o/i", "docker exec -i box server", "docker compose run --rm svc",
		"podman run --rm -i --userns keep-id quay.io/o/i => image quay.io/o/i| none",
		"docker run -i node:22.1.0 npx -y pkg => image node|22.1.0 exact; npm pkg| none",
		"deno run -A npm:@s/p@1.2.3/bin => npm @s/p|1.2.3 exact", "deno run --allow-net=x jsr:@s/p@^1 => jsr @s/p|^1 moving",
		"deno run -A https://deno.land/x/m@1.2.3/mod.ts => modules https://deno.land/x/m@1.2.3/mod.ts|1.2.3 exact",
		"deno run https://raw.githubusercontent.com/o/r/main/s.ts => url https://raw.githubusercontent.com/o/r/main/s.ts|main moving",
		"deno run https://raw.githubusercontent.com/o/r/" + commit + "/s.ts => url https://raw.githubusercontent.com/o/r/" + commit + "/s.ts|" +
			commit + " digest",
		"deno run main.ts", "deno task start", "go run github.com/o/r/cmd/x@latest => go github.com/o/r/cmd/x|latest moving",
		"go run -mod=mod github.com/o/r@v1.2.3 arg => go github.com/o/r|v1.2.3 exact", "go run ./cmd/x",
		"dnx Some.Server@1.0.0-preview.2 --yes => nuget Some.Server|1.0.0-preview.2 exact",
		"dnx Some.Server --version 1.2 --yes -- arg => nuget Some.Server|1.2 exact", "dnx Some.Server --yes => nuget Some.Server| none",
		"dotnet run --project x.csproj", "dotnet tool exec Some.Server => nuget Some.Server| none",
		"cargo install x --version 1.2.3 => crates x|1.2.3 exact",
		"cargo install --git https://h.example/r --rev " + commit + " => git https://h.example/r|" + commit + " digest",
		"cargo install --path .", "cargo run --quiet", "gem exec -v 1.2.3 x => gems x|1.2.3 exact", "gem exec x => gems x| none",
		"jbang group:artifact:1.2.3 => maven group:artifact|1.2.3 exact", "jbang server.java", "jbang tool@owner/repo => git owner/repo| none",
		"nix run github:o/r/dev#x => git github:o/r|dev moving", "nix run nixpkgs#x", "node /opt/npm/bin/npx-cli.js -y pkg => npm pkg| none",
		"node build/index.js", "npx -y mcp-remote https://h.example/mcp => npm mcp-remote| none",
		"npx -y wrapper@1.0.0 --name x -- uvx pkg => npm wrapper|1.0.0 exact; pypi pkg| none", "pnpx tsx ./src/index.ts => npm tsx| none",
		"uvx shell-mcp@1.0.0 --allow npx uvx docker => pypi shell-mcp|1.0.0 exact", "uvx proxy@1.0.0 --port 80 npx -y pkg => pypi proxy|1.0.0 " +
			"exact; npm pkg| none", "npx -y gateway@1.0.0 --stdio uvx pkg => npm gateway|1.0.0 exact; pypi pkg| none",
		"docker run -i --entrypoint npx node:22.1.0 -y pkg => image node|22.1.0 exact; npm pkg| none", "uvx --from git+file:///srv/x cmd",
		"npm install -g a@1.0.0 b => npm a|1.0.0 exact extra; npm b| none extra", "npm ci", "pip3 install pkg => pypi pkg| none",
		"npx jsr:@s/p => jsr @s/p| none", "jbang https://h.example/x.java => url https://h.example/x.java| none",
		"pip install -U -r requirements.txt pkg => pypi pkg| none", "git clone --depth 1 -b v1.2.3 https://h.example/o/r dir => git " +
			"https://h.example/o/r|v1.2.3 exact", "git -C dir pull", "npx", "npx -y", "npx --package", "docker run", "docker run --rm -v",
		"uvx --from", "deno run", "npx @ => npm @| none", "npx pkg@ => npm pkg| none", "npx <package>@latest => npm |latest moving",
		"uvx <package> => pypi | unknown", "npx пакет@1.0.0 => npm пакет|1.0.0 exact", "aws-vault exec work -- npx -y pkg => npm pkg| none",
		"fnm exec --using=20 npx -y pkg => npm pkg| none", "some-server -- npx", "npx npx npx npx npx npx pkg => npm npx| none; npm npx| none; " +
			"npm npx| none",
	} {
		line, want, _ := strings.Cut(c, " => ")
		t.Run(line, func(t *testing.T) {
			v := launchOf(t, launchJSON(t, strings.Fields(line), nil))
			var shown []string
			f := fetcher{t: v}
			r := read(v)
			f.command(r.commands[0].name(), r.commands[0].args)
			for _, a := range f.found {
				shown = append(shown, shownArtifact(a))
				assert.NotEmpty(t, a.launcher)
			}
			assert.Equal(t, want, strings.Join(shown, "; "))
		})
	}
}
