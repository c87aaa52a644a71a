package launch

import (
	"fmt"
	"strings"
	"testing"

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
