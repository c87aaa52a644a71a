package launch

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// alikes renders what the check says of a launch: the words, a mark for notes.
func alikes(t *testing.T, v detect.ToolView, reg detect.RegistryView) []string {
	t.Helper()
	var out []string
	for _, s := range (lookalike{}).Inspect(v, reg) {
		assert.Equal(t, detect.TierSoft, s.Tier)
		assert.Equal(t, s.Evidence, v.Fields[s.FieldIndex].Text[s.Start:s.End])
		assertDetail(t, s.Detail)
		note := ""
		if s.Note {
			note = "note "
		}
		out = append(out, note+s.Evidence)
	}
	return out
}

func TestLookalikePackages(t *testing.T) {
	for _, c := range []string{
		// Slips in scopes and names.
		"npx -y @modelcontextprotocoI/server-github => @modelcontextprotocoI/server-github",
		"npx -y @modelcontextprotocols/server-github@1.0.0 => @modelcontextprotocols/server-github",
		"npx -y @modelcontextprotcol/server-made-up => @modelcontextprotcol/server-made-up", "npx -y @modelcontextprotcol/left-pad",
		"npx -y @playwrigth/mcp@latest => @playwrigth/mcp", "npx -y @notion-hq/notion-mcp-server => @notion-hq/notion-mcp-server",
		"npx --package=@upstach/context7-mcp context7-mcp => @upstach/context7-mcp", "bunx chrome-devtool-mcp => chrome-devtool-mcp",
		"pnpm dlx chrome-devtools-mpc@0.1.0 => chrome-devtools-mpc", "npx -y fire-crawl-mcp => fire-crawl-mcp", "npx -y tavi1y-mcp => tavi1y-mcp",
		"npx -y fіrecrawl-mcp => fіrecrawl-mcp", "npx -y mcp-remot@0.1.29 https://mcp.linear.app/mcp => mcp-remot",
		"uvx mcp-atlasssian==1.0.0 => mcp-atlasssian", "uvx --from awslabs.aws-documantation-mcp-server x => " +
			"awslabs.aws-documantation-mcp-server", "npx -y @anthropic/firecrawl-mcp => note @anthropic/firecrawl-mcp",
		"npx -y @anthropic/mcp-server-slack => note @anthropic/mcp-server-slack", "uvx mcp-server-gitt => mcp-server-gitt",
		"uvx mcp_server_gitt==2025.1.14 => mcp_server_gitt", "uvx --with fastmpc==2.3.4 mcp-server-git==2025.1.14 => fastmpc", "npx -y fastmcp",
		"uvx --with fastmcp==2.3.4 mcp-server-git==2025.1.14", "uvx mcp-server-gits==1.0.0", "uvx mcp-server-gist==1.0.0",
		"npx -y mcp-server-github@1.0.0 => note mcp-server-github", "npx -y mcp-server-memory@1.0.0", "npx -y mcp-server-buoys@1.0.0",
		"npx -y @modelcontext/server-github@1.0.0 => note @modelcontext/server-github", "npx -y @modelcontext/left-pad@1.0.0",
		// Without the scope.
		"npx -y context7-mcp => context7-mcp", "npx -y playwright-mcp@latest => note playwright-mcp",
		"npx -y modelcontextprotocol-server-memory => modelcontextprotocol-server-memory",
		"npx -y @modelcontextprotocol-server-memory => @modelcontextprotocol-server-memory",
		"npx -y modelcontextprotocol/server-github => modelcontextprotocol/server-github", "npx -y stripe-mcp => stripe-mcp",
		"npx -y sentry-mcp-server@1.0.0 => sentry-mcp-server", "npx -y server-filesystem /tmp => server-filesystem",
		// Another registry.
		"npx -y mcp-server-fetch => mcp-server-fetch", "uvx firecrawl-mcp => firecrawl-mcp", "uvx tavily-mcp", "uvx kubernetes-mcp-server@latest",
		// Honest ones.
		"npx -y @modelcontextprotocol/server-made-up", "npx -y @somebody/context7-mcp", "npx -y @storyblok/mcp-server", "npx -y n9n-mcp",
		"npx -y mcp-server-gist", "npx -y exo-mcp-server", "npx -y firecrawl-mcp2", "npx -y firecrawl-mcp-server", "npx -y redis-mcp-server3",
		"uvx mcp_server.fetch", "uvx chrome-mcp", "npx -y ${PACKAGE}", "npx -y ./playwright-mcp", "node playwright-mcp/index.js",
	} {
		line, want, _ := strings.Cut(c, " => ")
		words := strings.Split(line, " ")
		got := alikes(t, launchOf(t, launchJSON(t, words, nil)), detect.RegistryView{})
		assert.Equal(t, want, strings.Join(got, " | "), line)
	}
}

func TestLookalikeSources(t *testing.T) {
	for spec, want := range map[string]string{
		"docker run -i ghrc.io/github/github-mcp-server":   "ghrc.io/github/github-mcp-server",
		"docker run -i ghcr.io/githud/github-mcp-server:1": "ghcr.io/githud/github-mcp-server", "docker run -i mpc/filesystem": "mpc/filesystem",
		"docker run -i docker.io/hashlcorp/terraform-mcp-server": "docker.io/hashlcorp/terraform-mcp-server",
		"docker run -i mcr.micros0ft.com/playwright/mcp":         "mcr.micros0ft.com/playwright/mcp", "docker run -i mcp/whatever": "",
		"docker run -i ghcr.io/somebody/github-mcp-server": "", "docker run -i gcr.io/project/server": "",
		"docker run -i registry.corp.example:5000/mcp/filesystem": "", "docker run -i playwright-mcp": "",
		"uvx --from git+https://github.com/orai0s/serena serena":      "orai0s/serena",
		"uvx --from git+https://github.com/oraois/serena@main serena": "oraois/serena",
		"uvx --from git+https://githud.com/oraios/serena serena":      "githud.com",
		"uvx --from git+https://github.com/somebody/serena serena":    "", "npx -y github:upstash/context7": "",
		"uvx --from git+ssh://git@github.com/oraios/serena.git serena":       "",
		"uvx --from git+https://user:pw@github.com/oraios/serena.git serena": "",
	} {
		words := strings.Split(spec, " ")
		got := alikes(t, launchOf(t, launchJSON(t, words, nil)),
			detect.RegistryView{})
		assert.Equal(t, want, strings.Join(got, " "), spec)
	}
}

func TestLookalikeHosts(t *testing.T) {
	for url, want := range map[string]string{
		"https://mcp.linaer.app/mcp": "mcp.linaer.app", "https://mcp.liinear.app:8443/mcp": "mcp.liinear.app:8443",
		"https://mcp.notlon.com/mcp": "mcp.notlon.com", "https://mcp.sеntry.dev": "mcp.sеntry.dev",
		"https://mcp.xn--strpe-1sa.com/": "mcp.xn--strpe-1sa.com", "https://api.g1thubcopilot.com/mcp": "api.g1thubcopilot.com",
		"https://api-githubcopilot.com/mcp": "api-githubcopilot.com", "https://api.githubcopilot.co/mcp": "api.githubcopilot.co",
		"https://mcp.notion.com.tools.example.net/mcp": "mcp.notion.com.tools.example.net", "https://mcp-notion.com/mcp": "mcp-notion.com",
		"https://notion-mcp.com/mcp": "notion-mcp.com", "https://linearmcp.dev": "linearmcp.dev",
		"https://mcp.linear.dev/mcp": "note mcp.linear.dev", "https://mcp.notion.com@evil.example.net/x": "mcp.notion.com@evil.example.net",
		"https://user:secret@mcp.notion.com/x": "", "https://mcp.notion.com@mcp.notion.com/x": "", "https://notion-mcp.vercel.app/mcp": "",
		"https://supabase-mcp.somebody.workers.dev/sse": "", "https://mcp.notion.com.proxy.internal/mcp": "", "https://mcp.notion.so/sse": "",
		"https://project.supabase.co/functions/v1/mcp": "", "https://www.mercadopago.com.ar/mcp": "", "https://mcp.acme.example/linear": "",
		"https://mcp.bilinear.io/mcp": "", "https://close-mcp.com/mcp": "", "http://localhost:3000/mcp.notion.com": "", "http://10.0.0.1/mcp": "",
		"http://[::1]:3000/mcp": "", "https://${HOST}/mcp": "", "https://mcp.${REGION}.linaer.app/mcp": "", "https://": "", "://": "",
		"https://" + strings.Repeat("notion.com.", 400) + "x": "", "https://xn--\uFFFD.com/": "",
	} {
		assert.Equal(t, want, strings.Join(alikes(t, launchOf(t, fmt.Sprintf(`{"url":%q}`, url)), detect.RegistryView{}), " "), url)
	}
	got := alikes(t, launchOf(t, `{"command":"sh","args":["-c","exec npx -y mcp-remote@0.1.29 'https://mcp.linaer.app/mcp' --debug"]}`),
		detect.RegistryView{})
	assert.Len(t, got, 1)
	assert.Contains(t, got[0], "mcp.linaer.app")

	// Words of an encoded script are all at one place, and none hides another.
	script := utf16.Encode([]rune("npx mcp-remote https://good.acme.example/mcp --alt=https://mcp.linaer.app/mcp"))
	var raw []byte
	for _, u := range script {
		raw = append(raw, byte(u), byte(u>>8))
	}
	got = alikes(t, launchOf(t, fmt.Sprintf(`{"command":"powershell","args":["-EncodedCommand",%q]}`, base64.StdEncoding.EncodeToString(raw))), detect.RegistryView{})
	assert.Len(t, got, 1)
}

// configured makes the launch of a server in a file.
func configured(t *testing.T, file, name, def string) detect.ToolView {
	t.Helper()
	v := launchOf(t, fmt.Sprintf(`{"name":%q,%s,"config":{"client":"mcpServers","file":%q}}`, name, strings.Trim(def, "{}"), file))
	require.Equal(t, name, v.Name)
	return v
}

func npx(spec string) string { return fmt.Sprintf(`{"command":"npx","args":["-y",%q]}`, spec) }

func TestNamesakes(t *testing.T) {
	const cursor, vscode = ".cursor/mcp.json", ".vscode/mcp.json"
	for _, c := range []struct {
		name, file, def    string
		other, place, that string
		want               string
	}{
		{"playwright", vscode, npx("github:brightwater/pilot"), "playwright", cursor, npx("@playwright/mcp@1.0.0"), "brightwater/pilot"},
		{
			"Linear", vscode, `{"url":"https://issues.kestrel.example.net/mcp"}`, "linear", cursor, `{"url":"https://mcp.linear.app/mcp"}`,
			"issues.kestrel.example.net",
		},
		{"docs", vscode, npx("@halyard/desk"), "docs", cursor, npx("@quorum/tickets"), "note @halyard/desk"},
		{"x", vscode, npx("@vendor/x"), "x", cursor, npx("github:other/x"), "note @vendor/x"},
		// The well-known one is not reported.
		{"playwright", vscode, npx("@playwright/mcp@1.0.0"), "playwright", cursor, npx("github:brightwater/pilot"), ""},
		// The same in other words.
		{"playwright", vscode, npx("@playwright/mcp@1.0.0"), "playwright", cursor, `{"command":"cmd","args":["/c","npx",` +
			`"@playwright/mcp@latest","--headless"]}`, ""},
		{"issues", vscode, npx("mcp-remote@0.1.29"), "issues", cursor, `{"url":"https://desk.example.net/mcp"}`, ""},
		{"issues", vscode, `{"command":"npx","args":["mcp-remote@0.1.29",` +
			`"https://desk.example.net/mcp"]}`, "issues", cursor, `{"url":"https://desk.example.net/mcp"}`, ""},
		{"gh", vscode, `{"command":"docker","args":["run","-i",` +
			`"ghcr.io/github/github-mcp-server"]}`, "gh", cursor, `{"url":"https://api.githubcopilot.com/mcp/"}`, ""},
		{"acme", vscode, `{"command":"docker","args":["run","-i","acme/acme-mcp:1.0.0"]}`, "acme", cursor, npx("@acmecorp/acme-mcp"), ""},
		// What the project builds itself, and what nothing is known of.
		{"mine", vscode, `{"command":"node","args":["dist/index.js"]}`, "mine", cursor, npx("@mine/server"), ""},
		{"mine", vscode, npx("@mine/server"), "mine", cursor, `{"command":"uv","args":["run","server.py"]}`, ""},
		// Another project, another name, a sample, the same file.
		{"docs", "a/" + vscode, npx("@halyard/desk"), "docs", "b/" + cursor, npx("@quorum/tickets"), ""},
		{"docs", vscode, npx("@halyard/desk"), "doc", cursor, npx("@quorum/tickets"), ""},
		{"docs", vscode, npx("@halyard/desk"), "docs", "examples/claude.json", npx("@quorum/tickets"), ""},
		{"docs", vscode, npx("@halyard/desk"), "docs", vscode, npx("@quorum/tickets"), ""},
	} {
		own, other := configured(t, c.file, c.name, c.def), configured(t, c.place, c.other, c.that)
		for _, views := range [][]detect.ToolView{{own, other}, {other, own}} {
			assert.Equal(t, c.want, strings.Join(alikes(t, own, detect.NewRegistry(views)), " "), "%s %s / %s", c.name, c.def, c.that)
		}
	}
	own, other := configured(t, vscode, "docs", npx("@halyard/desk")), configured(t, cursor, "docs", npx("@quorum/tickets"))
	signals := lookalike{}.Inspect(own, detect.NewRegistry([]detect.ToolView{other, own}))
	require.Len(t, signals, 1)
	require.Len(t, signals[0].Related, 1)
	related := signals[0].Related[0]
	assert.Equal(t, 0, related.ToolIndex)
	assert.Equal(t, "@quorum/tickets", other.Fields[related.FieldIndex].Text[related.Start:related.End])
}

func TestProjectOf(t *testing.T) {
	for file, want := range map[string]string{
		".cursor/mcp.json": ".", ".mcp.json": ".", "/srv/app/.vscode/mcp.json": "/srv/app", "app/.kiro/settings/mcp.json": "app",
		"app/.junie/mcp/mcp.json": "app", "app/.codex/config.toml": "app", "/.mcp.json": "/",
	} {
		got, ok := projectOf(file)
		assert.True(t, ok, file)
		assert.Equal(t, want, got, file)
	}
	for _, file := range []string{"", "/", "examples/claude.json", "README.md", "server.json"} {
		_, ok := projectOf(file)
		assert.False(t, ok, file)
	}
}

func TestLookalikeIsBounded(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	for _, def := range []string{
		npx(long), npx("@" + long + "/mcp"), `{"url":"https://` + long + `.com/"}`, `{"url":"https://` + strings.Repeat("a.", 1<<18) + `com/"}`,
		`{"command":"docker","args":["run","` + strings.Repeat("a/", 1<<18) + `b"]}`, npx("github:" + strings.Repeat("a/", 1<<18) + "b"),
		`{"command":"npx","args":["` + strings.Repeat(`https://mcp.linaer.app/","`, 20000) + `"]}`, npx(strings.Repeat("\u0430", 1<<16)),
		npx("@"), npx("@/"), npx("/"),
		`{"url":"https://@/"}`, `{"url":"https://@@:::/"}`, `{"url":"https://.../"}`, `{"url":"https://\u202e.com/"}`,
	} {
		assert.LessOrEqual(t, len(lookalike{}.Inspect(launchOf(t, def), detect.RegistryView{})), maxAddresses)
	}
}

func TestLookalikeDetails(t *testing.T) {
	for args, want := range map[string]string{
		`{"url":"https://mcp.sеntry.dev/mcp"}`:                                    "letter 6 is U+0435 CYRILLIC SMALL LETTER IE",
		`{"url":"https://mcp.xn--sntry-zwe.dev/mcp"}`:                             "letter 6 is U+0435 CYRILLIC SMALL LETTER IE",
		`{"command":"npx","args":["-y","tavi1y-mcp"]}`:                            "letter 5 is U+0031 DIGIT ONE",
		`{"command":"npx","args":["-y","@modelcontextprotocoI/server-github"]}`:   "letter 21 is U+0049 LATIN CAPITAL LETTER I",
		`{"command":"uvx","args":["awslabs.aws-documentation-mcp-sever==1.0.0"]}`: "write awslabs.aws-documentation-mcp-server if",
		`{"url":"https://mcp.linear.app.proxy.corp.example.org/mcp"}`:             "connects to example.org under a host name that imitates",
		`{"command":"npx","args":["-y","fіrеcrаwl-mcp@1.0.0"]}`: "letter 2 is U+0456 CYRILLIC SMALL LETTER " +
			"BYELORUSSIAN-UKRAINIAN I, letter 4 is U+0435 CYRILLIC SMALL LETTER IE, letter 7 is U+0430 CYRILLIC SMALL LETTER A",
		`{"command":"npx","args":["-y","chrome-devtool-mcp@1.0.0"]}`: "one letter away from the official chrome-devtools-mcp; write",
	} {
		got := lookalike{}.Inspect(launchOf(t, args), detect.RegistryView{})
		if assert.Len(t, got, 1, args) {
			assert.Contains(t, got[0].Detail, want)
		}
	}
	own := lookalike{}.Inspect(launchOf(t, `{"url":"https://mcp.linear.app.proxy.corp.example.org/mcp"}`), detect.RegistryView{})
	other := lookalike{}.Inspect(launchOf(t, `{"url":"https://x.mcp.linear.app.example.org/mcp"}`), detect.RegistryView{})
	assert.Less(t, own[0].Confidence, other[0].Confidence)
}
