package launch

import "github.com/org/mcp-lint/detect"

// Documentation implements detect.DocumentedCheck.
func (autoApprove) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "launch.auto-approve", Title: "Tools that run without a question",
		Tier: detect.TierSoft, ThreatType: detect.ThreatMaliciousCode, CWE: "862", Scope: detect.ScopeFull,
		Only: []detect.Kind{detect.KindLaunch, detect.KindSettings},
		Catches: "Configurations that approve in advance: a whole client (`permissions.allow` with `mcp__*` or `Bash`, `defaultMode: bypassPermissions`, " +
			"`chat.tools.autoApprove`, Codex without sandbox and approval, `\"permission\": \"allow\"` of opencode, `always_allow_tool_actions` of Zed, `yolo` of Gemini), " +
			"interpreters and wrappers with whatever follows (`Bash(bash *)`, `Bash(python:*)`, `Bash(sudo:*)`, which is as good as `Bash(*)`), hooks that print `allow` whatever the call, every server of a project " +
			"(`enableAllProjectMcpServers`), a whole server (`trust`, `alwaysAllow: [\"*\"]`), tools that run commands or code, and agents started as servers with " +
			"`--dangerously-skip-permissions`. Lists of tools that write, delete, send or script a web page, long lists, `mcp__server` rules, `Bash(npx:*)`, " +
			"`GOOSE_MODE: auto`, and interpreters in `settings.local.json` are notes. Short lists of tools that read, " +
			"commands with a script or verb (`Bash(python manage.py:*)`, `Bash(npm run:*)`), empty lists, named servers and servers that are switched off are silent.",
		Why: "The question before a call is where a person stops what a poisoned tool or a planted text has talked the model into. What a repository's configuration approves is " +
			"approved for whoever opens it, also for tools that a server offers only after its next update.",
		Fix: "Name the tools that only read: `\"alwaysAllow\": [\"search_docs\"]`, `\"allow\": [\"mcp__docs__search\", \"Bash(npm test:*)\"]`, " +
			"`\"enabledMcpjsonServers\": [\"docs\"]`. Let everything else ask. What you approve for yourself belongs in your own settings and not in the repository.",
		Bad: []detect.Example{
			{
				Note: "Every tool of a server, whatever it offers.", File: ".roo/mcp.json",
				Text: `{"mcpServers":{"files":{"command":"node","args":["./servers/files.js"],"alwaysAllow":["*"]}}}`,
			},
			{
				Note: "Every server that the project will ever name, and every command.", File: ".claude/settings.json",
				Text: `{"enableAllProjectMcpServers":true,"permissions":{"allow":["Bash(*)"]}}`,
			},
			{
				Note: "One tool, which runs anything.", File: ".kiro/settings/mcp.json",
				Text: `{"mcpServers":{"desktop":{"command":"node","args":["./servers/desktop.js"],"autoApprove":["list_sessions","execute_command"]}}}`,
			},
		},
		Good: []detect.Example{
			{
				Note: "Tools that only read.", File: ".roo/mcp.json",
				Text: `{"mcpServers":{"files":{"command":"node","args":["./servers/files.js"],"alwaysAllow":["read_file","list_directory"]}}}`,
			},
			{
				Note: "Servers and commands by name.", File: ".claude/settings.json",
				Text: `{"enabledMcpjsonServers":["docs"],"permissions":{"allow":["Bash(npm test:*)","mcp__docs__search_pages"]}}`,
			},
		},
	}
}
