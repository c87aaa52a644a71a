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

// TestSpellingsAreBounded: a server is read in few of the ways that clients may read it.
func TestSpellingsAreBounded(t *testing.T) {
	many := `{"command":"a"` + strings.Repeat(`,"cmd":"b","args":["c"],"url":"d"`, 200) + `}`
	assert.LessOrEqual(t, len(commandsOf(t, ".cursor/mcp.json", `{"mcpServers":{"n":`+many+`}}`)), 8)
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
