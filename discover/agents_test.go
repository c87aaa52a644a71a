package discover

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
)

// agentsTree writes files, each with its path as its text, and returns the folder.
func agentsTree(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, rel := range files {
		file := filepath.Join(dir, filepath.FromSlash(rel))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte("# "+rel+"\n"), 0o644))
	}
	return dir
}

// agentsIn walks paths and returns the names of the files of instructions.
func agentsIn(t *testing.T, opts Options) []string {
	t.Helper()
	inv, err := Walk(opts)
	require.NoError(t, err)
	var names []string
	for _, a := range inv.Agents {
		assert.Equal(t, detect.KindAgents, a.View.Kind)
		names = append(names, a.View.Name)
	}
	return names
}

// agentsYes are names of files of instructions, agentsNo those of files beside them; p is a plugin.
var (
	agentsYes = []string{
		".agents/skills/a/ref/x.md", ".claude/agents/a/b.md", ".claude/commands/c.md", ".claude/output-styles/o.md", ".claude/skills/s/notes.md", ".clinerules/a.md",
		".cursor/rules/a/b.mdc", ".cursor/rules/plain.md", ".cursor/skills/s/notes.md", ".cursorrules", ".gemini/commands/git/c.toml", ".github/agents/a.md", ".github/chatmodes/a.chatmode.md", ".github/copilot-instructions.md", ".github/instructions/go/x.instructions.md",
		".github/prompts/x.prompt.md", ".github/skills/s/notes.md", ".junie/guidelines.md", ".kiro/steering/product.md", ".opencode/agents/a.md", ".opencode/commands/c.md",
		".roo/rules-code/x.md", ".roo/rules/x.md", ".rules", ".windsurf/rules/x.md", ".windsurfrules", "AGENT.md", "AGENTS.md", "CLAUDE.local.md", "CLAUDE.md", "GEMINI.md", "POWER.md", "QWEN.md", "WARP.md", "Web/agents.MD", "p/agents/a.md", "p/commands/c.md", "p/skills/s/SKILL.md",
		"src/.clinerules", "x/SKILL.md",
	}
	agentsNo = []string{
		"README.md", "agent.md", "docs/power.md", "docs/warp.md", ".cursor/readme.md", ".cursor/mcp.mdc", ".gemini/x.toml", "firestore.rules", ".github/README.md", ".github/agents/deep/a.md", ".github/prompts/x.md",
		".windsurf/x.md", "agents/a.md", "commands/c.md", "skills/s/readme.md", "p/docs/x.md", "rules/x.md", "AGENTS.md.bak", "claude.txt", "roo/rules/x.md",
	}
)

func TestAgentsNames(t *testing.T) {
	dir := agentsTree(t, slices.Concat([]string{"p/.claude-plugin/README"}, agentsYes, agentsNo)...)
	assert.Equal(t, agentsYes, agentsIn(t, Options{Paths: []string{dir}, AgentsFiles: true}))
	assert.Empty(t, agentsIn(t, Options{Paths: []string{dir}}), "nobody asked")
	assert.Equal(t, []string{"AGENTS.md"}, agentsIn(t, Options{Paths: []string{filepath.Join(dir, "AGENTS.md")}}), "named")
	assert.Empty(t, agentsIn(t, Options{Paths: []string{filepath.Join(dir, "AGENTS.md")}, InContext: true}), "a hook names all that has changed")
	assert.Equal(t, []string{"README.md"}, agentsIn(t, Options{Paths: []string{filepath.Join(dir, "README.md")}, AgentsFiles: true}), "named as text")
	assert.Equal(t, []string{"agents/a/b.md"}, agentsIn(t, Options{Paths: []string{filepath.Join(dir, ".claude")}, Include: []string{"/agents/**"}, AgentsFiles: true}), "a folder of a client")
	assert.Equal(t, []string{"c.md"}, agentsIn(t, Options{Paths: []string{filepath.Join(dir, ".claude", "commands")}, AgentsFiles: true}))
	assert.Equal(t, []string{"CLAUDE.md"}, agentsIn(t, Options{Paths: []string{dir}, Include: []string{"CLAUDE.*"}, Exclude: []string{"*.local.md"}, AgentsFiles: true}))
}

// TestAgentsHookPassesWhatIsRead compares the files that the pre-commit hook asks for with those that are read.
func TestAgentsHookPassesWhatIsRead(t *testing.T) {
	data, err := os.ReadFile("../.pre-commit-hooks.yaml")
	require.NoError(t, err)
	var hooks []struct{ ID, Entry, Files string }
	require.NoError(t, yaml.Unmarshal(data, &hooks))
	i := slices.IndexFunc(hooks, func(h struct{ ID, Entry, Files string }) bool { return h.ID == "mcp-lint-agents" })
	require.GreaterOrEqual(t, i, 0)
	assert.Regexp(t, " --agents-files --in-context .*--strict$", hooks[i].Entry)
	pattern, ok := strings.CutPrefix(strings.Join(strings.Fields(hooks[i].Files), ""), "(?xi)")
	require.True(t, ok)
	files := regexp.MustCompile("(?i)" + pattern)
	names := slices.Clone(agentsYes)
	for _, c := range clients.All {
		for _, r := range c.Rules {
			for _, end := range strings.Fields(r.Ends) {
				names = append(names, strings.TrimSuffix(r.Folder, "*")+"/a"+end)
			}
		}
		for _, p := range c.Paths {
			names = append(names, strings.Trim(p, "/$"))
		}
	}
	for name := range agentsNames {
		names = append(names, name, "sub/"+name)
	}
	for _, name := range names {
		assert.True(t, files.MatchString(name), name)
	}
	for _, name := range []string{"README.md", "docs/a.md", "AGENTS.md.bak", "src/main.go", ".github/README.md", ".cursor/mcp.json"} {
		assert.False(t, files.MatchString(name), name)
	}
}

func TestAgentsAreWalkedAsOtherFiles(t *testing.T) {
	dir := agentsTree(t, ".git/HEAD", "AGENTS.md", "CLAUDE.local.md", "node_modules/x/AGENTS.md", "test/CLAUDE.md", ".claude/skills/testing/SKILL.md", "docs/GEMINI.md", "notes/style.txt")
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("CLAUDE.local.md\n"), 0o644))
	require.NoError(t, os.Symlink("notes/style.txt", filepath.Join(dir, "CLAUDE.md")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "GEMINI.md"), []byte(" \n"), 0o644))
	inv, err := Walk(Options{Paths: []string{dir}, AgentsFiles: true})
	require.NoError(t, err)
	classes := map[string]Class{}
	for _, a := range inv.Agents {
		classes[a.View.Name] = a.Class
	}
	assert.Equal(t, map[string]Class{
		"AGENTS.md": ClassNone, "test/CLAUDE.md": ClassTest, ".claude/skills/testing/SKILL.md": ClassNone, "docs/GEMINI.md": ClassDocumentation, "notes/style.txt": ClassNone,
	}, classes)
	large := filepath.Join(dir, "big", "AGENTS.md")
	require.NoError(t, os.Mkdir(filepath.Dir(large), 0o755))
	require.NoError(t, os.WriteFile(large, make([]byte, 300), 0o644))
	inv, err = Walk(Options{Paths: []string{filepath.Dir(large)}, AgentsFiles: true, Limits: Limits{FileBytes: 200}})
	require.NoError(t, err)
	require.Len(t, inv.Skips, 1)
	assert.Equal(t, SkipTooLarge, inv.Skips[0].Reason)
}

func TestAgentsText(t *testing.T) {
	for name, c := range map[string]struct{ data, text string }{
		"marks and line ends": {"\ufeff---\r\ndescription: x\r\n---\r\nbody\r\n", "---\ndescription: x\n---\nbody\n"},
		"no UTF-8":            {"a\xffb", "a\ufffdb"},
		"bytes of a binary":   {"a\x00b: send it", "a\x00b: send it"},
		"UTF-16":              {"\xff\xfeh\x00i\x00\n\x00", "hi\n"},
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "AGENTS.md"), []byte(c.data), 0o644))
		inv, err := Walk(Options{Paths: []string{dir}, AgentsFiles: true})
		require.NoError(t, err)
		require.Len(t, inv.Agents, 1, name)
		a := inv.Agents[0]
		assert.Equal(t, []detect.Field{{Pointer: "/text", Text: c.text, Role: detect.RoleText}}, a.View.Fields, name)
		assert.Equal(t, c.text, a.Texts[0].Value, name)
		assert.Empty(t, a.View.Server)
		assert.Len(t, inv.Files, 1)
		assert.Empty(t, inv.Tools, name)
	}
}

func TestAgentsThatSettingsName(t *testing.T) {
	dir := agentsTree(t, "docs/style.md", "CONTEXT.md", "ext/GUIDE.md", "docs/other.md", "out/x.md")
	put := func(rel, text string) {
		file := filepath.Join(dir, filepath.FromSlash(rel))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	put("opencode.json", `{"$schema":"https://opencode.ai/config.json","instructions":["docs/style.md","./docs/*.md","../../etc/passwd","/etc/passwd","missing.md"],"mcp":{"a":{"type":"local","command":["x"]}}}`)
	put(".gemini/settings.json", `{"contextFileName":["CONTEXT.md","GEMINI.md"],"mcpServers":{"a":{"command":"x"}}}`)
	put("ext/gemini-extension.json", `{"name":"ext","version":"1.0.0","contextFileName":"GUIDE.md","mcpServers":{"a":{"command":"x"}}}`)
	assert.Equal(t, []string{"CONTEXT.md", "docs/style.md", "ext/GUIDE.md"}, agentsIn(t, Options{Paths: []string{dir}, AgentsFiles: true}))
	assert.Empty(t, agentsIn(t, Options{Paths: []string{dir}}))
	assert.Equal(t, []string{"CONTEXT.md", "ext/GUIDE.md"}, agentsIn(t, Options{Paths: []string{dir}, AgentsFiles: true, Exclude: []string{"docs/"}}))
}
