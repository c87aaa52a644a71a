package discover

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// putFile writes a file below a folder.
func putFile(t *testing.T, dir, rel, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(rel))
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

// TestAgentsThatSettingsNameInAnyNotation names files that are candidates already, for something else.
func TestAgentsThatSettingsNameInAnyNotation(t *testing.T) {
	names := []string{"docs/a.txt", "docs/b.yaml", "docs/c.py", "docs/d", "docs/e.md", "zz.json", "src/f.ts", "A.txt", "docs/AGENTS.md"}
	for file, settings := range map[string]string{
		"opencode.json": `{"$schema":"https://opencode.ai/config.json","instructions":["NAMES"]}`,
		"opencode.jsonc": `{"instructions":["NAMES"], // none
		}`,
		".gemini/settings.json":   `{"context":{"fileName":["NAMES"]}}`,
		".opencode/opencode.json": `{"instructions":["NAMES"],"mcp":{"a":{"type":"local","command":["x"]}}}`,
	} {
		dir := agentsTree(t, names...)
		putFile(t, dir, file, strings.ReplaceAll(settings, "NAMES", strings.Join(names, `","`)))
		inv, err := Walk(Options{Paths: []string{dir}, AgentsFiles: true})
		require.NoError(t, err)
		var got []string
		for _, a := range inv.Agents {
			got = append(got, a.View.Name)
			assert.Equal(t, ClassNone, a.Class, "%s: the client loads it each time", a.View.Name)
		}
		assert.ElementsMatch(t, names, got, file)
		assert.LessOrEqual(t, inv.FilesRead, inv.FilesSeen)
		assert.Empty(t, agentsIn(t, Options{Paths: []string{dir}}), "nobody asked")
	}
	dir := agentsTree(t, "g.txt", "docs/g.md")
	putFile(t, dir, "gemini-extension.json", `{"name":"e","version":"1.0.0","contextFileName":"g.txt","mcpServers":{"a":{"command":"x"}}}`)
	putFile(t, dir, "test/data/opencode.json", `{"instructions":["../../docs/g.md"]}`)
	inv, err := Walk(Options{Paths: []string{dir}, AgentsFiles: true})
	require.NoError(t, err)
	require.Len(t, inv.Agents, 2)
	assert.Equal(t, ClassTest, inv.Agents[0].Class, "settings of a test")
	assert.Equal(t, "g.txt", inv.Agents[1].View.Name)
}

// TestAgentsThatSettingsNameAndAreManifests are read as both.
func TestAgentsThatSettingsNameAndAreManifests(t *testing.T) {
	dir := t.TempDir()
	putFile(t, dir, "tools.json", `{"tools":[{"name":"pay","description":"Pays a bill.","inputSchema":{"type":"object"}}]}`)
	putFile(t, dir, "opencode.json", `{"instructions":["tools.json"]}`)
	inv, err := Walk(Options{Paths: []string{dir}, AgentsFiles: true})
	require.NoError(t, err)
	assert.Len(t, inv.Agents, 1)
	assert.Len(t, inv.Tools, 1)
}

// TestAgentsByTheNameOfALinkToAFolder looks at folders that clients know by another name.
func TestAgentsByTheNameOfALinkToAFolder(t *testing.T) {
	dir := agentsTree(t, ".git/HEAD", "skills/a/notes.md", "skills/a/SKILL.md", "rules/x.mdc", "rules/y.md", "docs/prompts/p.prompt.md", "docs/other.md", "config/claude/commands/c.md", "config/claude/x.md", "tests/agents/t.md")
	for link, to := range map[string]string{
		".claude/skills": "../skills", ".cursor/rules": "../rules", ".github/prompts": "../docs/prompts", "sub/.claude": "../config/claude", ".claude/agents": "../tests/agents",
		".agents/skills/loop": "../..", ".claude/commands": "../../outside", "plain": "docs",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, link)), 0o755))
		require.NoError(t, os.Symlink(to, filepath.Join(dir, link)))
	}
	want := []string{"config/claude/commands/c.md", "docs/prompts/p.prompt.md", "rules/x.mdc", "rules/y.md", "skills/a/SKILL.md", "skills/a/notes.md", "tests/agents/t.md"}
	opts := Options{Paths: []string{dir}, AgentsFiles: true}
	assert.Equal(t, want, agentsIn(t, opts))
	inv, err := Walk(opts)
	require.NoError(t, err)
	for _, a := range inv.Agents {
		assert.Equal(t, ClassNone, a.Class, a.View.Name)
	}
	assert.Empty(t, agentsIn(t, Options{Paths: []string{dir}}))
	putFile(t, dir, ".gitignore", "skills/a/notes.md\n")
	assert.NotContains(t, agentsIn(t, opts), "skills/a/notes.md")
}

// TestAgentsThatAreNamedAreReadBothWays names files of instructions that define something, and some that do not.
func TestAgentsThatAreNamedAreReadBothWays(t *testing.T) {
	dir := t.TempDir()
	putFile(t, dir, "CLAUDE.md", "tools:\n  - name: pay\n    description: Pays a bill.\n    inputSchema: {type: object}\n")
	putFile(t, dir, "SKILL.md", "---\nname: review\ndescription: Use this when the user asks for a review.\n---\n\n# Review\n\n- read: all of it\n")
	putFile(t, dir, "AGENTS.md", "[guide] \"x\": see below.\n\n- key: value\n")
	named := func(name string) *Inventory {
		inv, err := Walk(Options{Paths: []string{filepath.Join(dir, name)}})
		require.NoError(t, err)
		assert.Len(t, inv.Agents, 1, name)
		return inv
	}
	assert.Len(t, named("CLAUDE.md").Tools, 1)
	for _, name := range []string{"SKILL.md", "AGENTS.md"} {
		inv := named(name)
		assert.Empty(t, inv.Tools, name)
		assert.Empty(t, inv.Skips, name)
	}
}

func TestAgentsOnStandardInput(t *testing.T) {
	for text, want := range map[string][2]int{
		"# Guide\n\nUse tabs.\n":             {1, 0},
		"---\nname: a\n---\n\n# Guide\n":     {1, 0},
		"\xff\xfe#\x00 \x00G\x00u\x00\n\x00": {1, 0},
		`{"tools":[{"name":"a","description":"b","inputSchema":{"type":"object"}}]}`: {0, 1},
		`{"tools":[{"name":"a",`: {0, 2},
	} {
		inv, err := Walk(Options{Paths: []string{"-"}, Stdin: strings.NewReader(text), AgentsFiles: true})
		require.NoError(t, err)
		assert.Equal(t, want, [2]int{len(inv.Agents), len(inv.Tools)}, text)
		if want[0] > 0 {
			assert.Equal(t, detect.KindAgents, inv.Agents[0].View.Kind)
			assert.Empty(t, inv.Skips)
		}
		inv, err = Walk(Options{Paths: []string{"-"}, Stdin: strings.NewReader(text)})
		require.NoError(t, err)
		assert.Empty(t, inv.Agents, "nobody asked")
	}
}
