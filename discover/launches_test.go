package discover

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// launchesOf walks a folder with one file and renders its launches: kind, name, then each field with the text at its place.
func launchesOf(t *testing.T, rel, text string) (all []Tool, shown []string) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, rel, text)
	inv := walk(t, Options{Paths: []string{dir}})
	for _, l := range inv.Launches {
		parts := []string{string(l.View.Kind), l.View.Name}
		for i, f := range l.View.Fields {
			for _, at := range l.Texts[i].Locate(0, len(f.Text)) {
				parts = append(parts, f.Pointer+"="+string(at.File.Data[at.Span.Start:at.Span.End]))
			}
		}
		shown = append(shown, strings.Join(parts, " "))
	}
	return inv.Launches, shown
}

func TestLaunches(t *testing.T) {
	for _, c := range []struct {
		name, rel, text string
		want            []string
	}{
		{"cursor", ".cursor/mcp.json", `{"mcpServers":{"gh":{"command":"npx","args":["-y","p"],"env":{"T\u004fKEN":"x"},"autoApprove":["*"]}}}`, []string{
			`launch gh /name=gh /command=npx /args/0=-y /args/1=p /env/TOKEN#=T\u004fKEN /env/TOKEN=x /autoApprove/0=*`,
			`settings mcp.json /keys/0=mcpServers`,
		}},
		{"vscode", ".vscode/mcp.json", "{\"inputs\":[{\"id\":\"pat\",\"type\":\"promptString\"}],// x\n\"servers\":{\"gh\":{\"type\":\"sse\",\"url\":\"http://h/\",\"headers\":{\"A\":\"${input:pat}\"}},}}", []string{
			`launch gh /name=gh /url=http://h/ /headers/A#=A /headers/A=${input:pat} /transport=sse`,
			`settings mcp.json /inputs/0/id#=id /inputs/0/id=pat /inputs/0/type=promptString /keys/0=servers`,
		}},
		{"codex", ".codex/config.toml", "[mcp_servers.x]\ncommand = \"uvx\"\nargs = [\"p\"]\n[mcp_servers.x.env]\nK = \"v\"\n", []string{
			`launch x /name=x /command=uvx /args/0=p /env/K#=K /env/K=v`,
			`settings config.toml /keys/0=mcp_servers`,
		}},
		{"goose", ".config/goose/config.yaml", "GOOSE_MODE: auto\nextensions:\n  x:\n    type: stdio\n    cmd: npx\n    args: [\"p@1.0.0\"]\n    enabled: true\n", []string{
			`launch x /name=x /command=npx /args/0=p@1.0.0 /transport=stdio`,
			`settings config.yaml /GOOSE_MODE=auto /keys/0=extensions`,
		}},
		{"codex profiles", ".codex/config.toml", "profile = \"x\"\n[profiles.x]\napproval_policy = \"never\"\n", []string{
			`settings config.toml /profile=x /profiles/x#=x /profiles/x/approval_policy#=approval_policy /profiles/x/approval_policy=never`,
		}},
		{"gemini tools", ".gemini/settings.json", `{"general":{"defaultApprovalMode":"yolo"},"tools":{"allowed":["*"]}}`, []string{
			`settings settings.json /general/defaultApprovalMode#=defaultApprovalMode /general/defaultApprovalMode=yolo /tools/allowed#=allowed /tools/allowed/0=*`,
		}},
		{"zed", "zed/settings.json", `{"agent":{"always_allow_tool_actions":true},"context_servers":{"x":{"command":"npx","args":["p@1.0.0"]}}}`, []string{
			`launch x /name=x /command=npx /args/0=p@1.0.0`,
			`settings settings.json /agent/always_allow_tool_actions#=always_allow_tool_actions /keys/0=context_servers`,
		}},
		{"other agents and tools", "x/settings.json", `{"agent":{"name":"x"},"general":{"a":"b"},"tools":{"allowed":["*"]},"mcpServers":{"x":{"command":"npx"}}}`, []string{
			`launch x /name=x /command=npx`,
			`settings settings.json /keys/0=mcpServers`,
		}},
		{"opencode", "opencode.json", `{"mcp":{"x":{"type":"local","command":["bunx","p@1"],"environment":{"K":"v"}}}}`, []string{
			`launch x /name=x /command=bunx /args/0=p@1 /env/K#=K /env/K=v /transport=local`,
			`settings opencode.json /keys/0=mcp`,
		}},
		{"continue", ".continue/mcpServers/a.yaml", "mcpServers:\n  - name: x\n    command: npx\n    args: [\"p\", 80]\n", []string{
			`launch x /name=x /command=npx /args/0=p`,
			`settings a.yaml /keys/0=mcpServers`,
		}},
		{"settings of Claude Code", ".claude/settings.json", `{"enableAllProjectMcpServers":true,"permissions":{"allow":["mcp__*"]},"env":{"ANTHROPIC_BASE_URL":"http://h"}}`, []string{
			`settings settings.json /permissions/allow#=allow /permissions/allow/0=mcp__* /env/ANTHROPIC_BASE_URL#=ANTHROPIC_BASE_URL /env/ANTHROPIC_BASE_URL=http://h`,
		}},
		{"what VS Code runs in its terminal", ".vscode/settings.json", `{"editor.tabSize":2,"chat.tools.terminal.autoApprove":{"/.*/":true},"chat.tools.autoApprove":true}`, []string{
			`settings settings.json /chat.tools.terminal.autoApprove/~1.*~1#=/.*/`,
		}},
		{"the mode that asks nothing", ".claude/settings.json", `{"skipDangerousModePermissionPrompt":true,"permissions":{"defaultMode":"bypassPermissions"}}`, []string{
			`settings settings.json /permissions/defaultMode#=defaultMode /permissions/defaultMode=bypassPermissions`,
		}},
		{"tools of a Kiro agent", ".kiro/agents/review.json", `{"name":"review","prompt":"Look.","allowedTools":["fs_read","@git"]}`, []string{
			`settings review.json /allowedTools/0=fs_read /allowedTools/1=@git`,
		}},
		{"permissions of opencode alone", "opencode.json", `{"permission":{"*":"allow"}}`, []string{
			`settings opencode.json /permission/*#=* /permission/*=allow`,
		}},
		{"permissions of Cursor's agent", ".cursor/cli.json", `{"permissions":{"allow":["Shell(*)"]}}`, []string{
			`settings cli.json /permissions/allow#=allow /permissions/allow/0=Shell(*)`,
		}},
		{"settings without a word of MCP", ".claude/settings.local.json", `{"permissions":{"allow":["Bash(*)"]},"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}`, []string{
			`settings settings.local.json /permissions/allow#=allow /permissions/allow/0=Bash(*) /hooks/Stop#=Stop /hooks/Stop/0/hooks#=hooks /hooks/Stop/0/hooks/0/type=command /hooks/Stop/0/hooks/0/command#=command /hooks/Stop/0/hooks/0/command=x`,
		}},
		{"registry", "server.json", `{"$schema":"https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json","name":"io.x/y","packages":[{"registryType":"npm","identifier":"@x/y","version":"1.0.0","transport":{"type":"stdio"},"runtimeArguments":[{"type":"named","name":"--k","value":"v"}]}]}`, []string{
			`launch io.x/y /name=io.x/y /args/0=--k /args/1=v /transport=stdio /package=@x/y /registry=npm /version=1.0.0`,
			`manifest io.x/y /$schema=https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json /name=io.x/y /packages/0/registryType#=registryType`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, shown := launchesOf(t, c.rel, c.text)
			for i := range c.want {
				if assert.Less(t, i, len(shown)) {
					assert.True(t, strings.HasPrefix(shown[i], c.want[i]), "%s\nis not\n%s", shown[i], c.want[i])
				}
			}
			assert.Len(t, shown, len(c.want))
		})
	}
}

func TestLaunchContext(t *testing.T) {
	all, _ := launchesOf(t, "sub/.vscode/mcp.json", `{"inputs":[{"id":"pat"},{"id":"b"}],"servers":{"gh":{"command":"x"}}}`)
	require.Len(t, all, 2)
	c := all[0].View.Context
	assert.Equal(t, "vscode", c.StringAt("client"))
	assert.True(t, strings.HasSuffix(c.StringAt("file"), "sub/.vscode/mcp.json"))
	var ids []string
	for _, id := range c.Get("inputs").Items {
		ids = append(ids, id.Text)
	}
	assert.Equal(t, []string{"pat", "b"}, ids)
	assert.Nil(t, all[0].View.Definition.Get(detect.LaunchContext))
	_, shown := launchesOf(t, ".cursor/mcp.json", `{"mcpServers":{"gh":{"command":"x","config":{"headersHelper":"run it"}}}}`)
	assert.Contains(t, shown[0], "/config/headersHelper=run it", "what the file calls so is part of what it says of the server")
	assert.False(t, slices.ContainsFunc(all[0].View.Definition.Members, func(m detect.Member) bool { return m.Value == nil }))
}

// TestLaunchContextOfCut: where a launch stands is known however much of its definition is cut, and whatever stands in that.
func TestLaunchContextOfCut(t *testing.T) {
	for name, more := range map[string]string{"nothing": "", "a switch": `"disabled":false,`, "a context": `"config":{"file":"x"},`} {
		text := `{"mcpServers":{"gh":{"command":"x",` + more + `"trust":[` + strings.Repeat("1,", 2000) + `1]}}}`
		f := source.NewFile("mcp.json", "mcp.json", []byte(text))
		docs, _ := manifest.Parse(f)
		for left := range 40 {
			doc := manifest.Recognise(f, docs, false)
			c := converter{file: f, left: left}
			for _, l := range c.launches(f, &doc) {
				require.NotNil(t, l.View.Context, "%s %d", name, left)
				assert.Equal(t, "mcp.json", l.View.Context.StringAt("file"), "%s %d", name, left)
				if l.View.Kind == detect.KindLaunch {
					assert.Equal(t, "mcpServers", l.View.Context.StringAt("client"), "%s %d", name, left)
				}
			}
		}
	}
}

// commandsOf renders the commands of the launches of a file.
func commandsOf(t *testing.T, rel, text string) []string {
	t.Helper()
	all, _ := launchesOf(t, rel, text)
	var out []string
	for _, l := range all {
		if l.View.Kind != detect.KindLaunch {
			continue
		}
		var words []string
		for _, f := range l.View.Fields {
			if f.Role == detect.RoleCommand || f.Role == detect.RoleArgument || f.Role == detect.RoleURI {
				words = append(words, f.Text)
			}
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

// TestSpellings has servers of which clients that know other names, or keep the first of equal ones, start something else.
func TestSpellings(t *testing.T) {
	for _, c := range []struct {
		server string
		want   []string
	}{
		{`{"command":"a","args":["b"]}`, []string{"a b"}},
		{`{"command":"bash","args":["-c"],"cmd":"node"}`, []string{"bash -c", "node -c"}},
		{`{"arguments":["a"],"command":"bash","args":["-c"]}`, []string{"bash a", "bash -c"}},
		{`{"command":"bash","args":["-c"],"args":["a"]}`, []string{"bash -c", "bash a"}},
		{`{"url":"http://a","uri":"https://b"}`, []string{"http://a", "https://b"}},
	} {
		assert.ElementsMatch(t, c.want, commandsOf(t, ".cursor/mcp.json", `{"mcpServers":{"n":`+c.server+`}}`), c.server)
	}
	many := `{"command":"a"` + strings.Repeat(`,"cmd":"b","args":["c"],"url":"d"`, 200) + `}`
	assert.LessOrEqual(t, len(commandsOf(t, ".cursor/mcp.json", `{"mcpServers":{"n":`+many+`}}`)), 8)
}

func TestServersBesideDefinition(t *testing.T) {
	assert.Equal(t, []string{"bash a"}, commandsOf(t, ".mcp.json", `{"name":"x","inputSchema":{"type":"object"},"mcpServers":{"n":{"command":"bash","args":["a"]}}}`))
}

func TestPlatformOverrides(t *testing.T) {
	assert.Equal(t, []string{"bash -c", "node b", "node a"}, commandsOf(t, "manifest.json", `{"manifest_version":"0.3","name":"x","server":{"type":"node","entry_point":"a",
		"mcp_config":{"command":"node","args":["a"],"platform_overrides":{"darwin":{"command":"bash","args":["-c"]},"win32":{"args":["b"]}}}}}`))
}

// TestSwitchIsNoPartOfLaunch: whether a server is switched on says nothing of what runs.
func TestSwitchIsNoPartOfLaunch(t *testing.T) {
	all, _ := launchesOf(t, ".mcp.json", `{"mcpServers":{"n":{"command":"a","disabled":true,"timeout":5,"oauth":{"clientSecret":"x"}}}}`)
	require.NotEmpty(t, all)
	assert.Nil(t, all[0].View.Definition.Get("disabled"))
	assert.Nil(t, all[0].View.Definition.Get("timeout"))
	assert.Equal(t, "true", all[0].View.Context.Get("disabled").Text)
	assert.Equal(t, "x", all[0].View.Definition.Get("oauth").StringAt("clientSecret"))
}

// TestSettingsAreWhole: files of settings alone are looked at as a whole.
func TestSettingsAreWhole(t *testing.T) {
	all, _ := launchesOf(t, "opencode.json", `{"provider":{"p":{"options":{"apiKey":"x"}}},"mcp":{"n":{"type":"local","command":["a"]}}}`)
	require.Len(t, all, 2)
	assert.GreaterOrEqual(t, all[1].View.FieldAt("/provider/p/options/apiKey"), 0)
	assert.Equal(t, -1, all[1].View.FieldAt("/mcp/n/command/0"))

	// What has the name of a setting further inside is part of another one, and listed once.
	all, _ = launchesOf(t, ".claude/settings.json", `{"a":{"env":{"K":"v"}},"b":{"permissions":{"allow":["Bash(*)"]}}}`)
	require.Len(t, all, 1)
	assert.GreaterOrEqual(t, all[0].View.FieldAt("/a/env/K"), 0)
	assert.Equal(t, -1, all[0].View.FieldAt("/env/K"))
	assert.Equal(t, -1, all[0].View.FieldAt("/permissions/allow/0"))
}

// TestInputsAreShared: a file may hold as many inputs as servers.
func TestInputsAreShared(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"inputs":[`)
	for i := range 300 {
		fmt.Fprintf(&b, `{"id":"i%d"},`, i)
	}
	b.WriteString(`{"id":"last"}],"servers":{`)
	for i := range 300 {
		fmt.Fprintf(&b, `"s%d":{"command":"a"},`, i)
	}
	b.WriteString(`"last":{"command":"a"}}}`)
	all, _ := launchesOf(t, ".vscode/mcp.json", b.String())
	require.Len(t, all, 302)
	assert.Same(t, all[0].View.Context.Get("inputs"), all[300].View.Context.Get("inputs"))
	assert.Len(t, all[0].View.Context.Get("inputs").Items, 301)
}
