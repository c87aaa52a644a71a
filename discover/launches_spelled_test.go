package discover

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

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
