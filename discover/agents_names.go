package discover

import (
	"path"
	"strings"
)

// agentsNames are the files that agents read as instructions wherever they lie, in lower case: file systems of two of three systems do
// not tell cases apart. Those of shoutedNames are words that pages are called as well.
var agentsNames = wordSet(`agents.md agents.override.md skill.md claude.md claude.local.md gemini.md .cursorrules .windsurfrules
	.clinerules .roorules .goosehints .rules`)

var shoutedNames = wordSet(`AGENT.md POWER.md QWEN.md WARP.md`)

// agentsFolders are the folders below which agents read instructions, with the ends of the names of the files. A folder with a star at its end
// stands for all that begin like it, one that is deep for what lies in its folders too.
var agentsFolders = []struct {
	folder, end string
	deep        bool
}{
	{".cursor/rules", ".mdc", true},
	{".cursor/rules", ".md", true},
	{".cursor/skills", ".md", true},
	{".cursor/commands", ".md", true},
	{".windsurf/rules", ".md", true},
	{".windsurf/workflows", ".md", true},
	{".clinerules", ".md", true},
	{".clinerules", ".txt", true},
	{".roo/rules*", ".md", true},
	{".roo/rules*", ".txt", true},
	{".github/instructions", ".instructions.md", true},
	{".github/prompts", ".prompt.md", true},
	{".github/chatmodes", ".md", false},
	{".github/agents", ".md", false},
	{".github/skills", ".md", true},
	{".claude/commands", ".md", true},
	{".claude/agents", ".md", true},
	{".claude/skills", ".md", true},
	{".claude/rules", ".md", true},
	{".claude/output-styles", ".md", true},
	{".agents/skills", ".md", true},
	{".codex/prompts", ".md", false},
	{".gemini/commands", ".toml", true},
	{".kiro/steering", ".md", true},
	{".amazonq/rules", ".md", true},
	{".continue/rules", ".md", true},
	{".augment/rules", ".md", true},
	{".trae/rules", ".md", true},
	{".opencode/agent", ".md", true},
	{".opencode/agents", ".md", true},
	{".opencode/command", ".md", true},
	{".opencode/commands", ".md", true},
}

// agentsPaths are single files in folders of clients.
var agentsPaths = []string{".github/copilot-instructions.md", ".junie/guidelines.md", ".augment-guidelines"}

// pluginFolders are the folders of a plugin of Claude Code that hold instructions.
var pluginFolders = wordSet(`commands agents skills`)

// isAgentsPath reports whether agents read the file at a path as instructions. isPlugin tells whether a folder is a plugin.
func isAgentsPath(rel string, isPlugin func(dir string) bool) bool {
	low := strings.ToLower(rel)
	name := path.Base(low)
	if agentsNames[name] || shoutedNames[path.Base(rel)] {
		return true
	}
	for _, p := range agentsPaths {
		if low == p || strings.HasSuffix(low, "/"+p) {
			return true
		}
	}
	for _, f := range agentsFolders {
		if strings.HasSuffix(name, f.end) && liesIn(parent(low), f.folder, f.deep) {
			return true
		}
	}
	return strings.HasSuffix(name, ".md") && inPlugin(rel, isPlugin)
}

// liesIn reports whether a folder is the given one of some project, or, when it is deep, lies in it.
func liesIn(dir, folder string, deep bool) bool {
	folder, open := strings.CutSuffix(folder, "*")
	above, last := path.Split(folder)
	above = strings.TrimSuffix(above, "/")
	for ; dir != ""; dir = parent(dir) {
		name := path.Base(dir)
		if (name == last || open && strings.HasPrefix(name, last)) && (above == "" || path.Base(parent(dir)) == above) {
			return true
		}
		if !deep {
			return false
		}
	}
	return false
}

// inPlugin reports whether a file lies in one of the folders of a plugin: commands and agents in any depth, and what skills consist of.
func inPlugin(rel string, isPlugin func(dir string) bool) bool {
	for dir := parent(rel); dir != ""; dir = parent(dir) {
		if pluginFolders[path.Base(dir)] && isPlugin(parent(dir)) {
			return true
		}
	}
	return false
}
