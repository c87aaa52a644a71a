package clients

import (
	"regexp"

	"github.com/org/mcp-lint/internal/lazy"
)

// Approval is one way in which clients let something run without a question.
type Approval struct {
	// Clients are the names of those that read it, with commas between them.
	Clients string
	// In and Kind say which settings are meant where the names are common words; see Setting.
	In    string
	Kind  Kind
	Shape Shape
	// At are its places, with blanks between them: JSON pointers in the settings or in a server, or options. A name in braces matches any, and
	// is a note when it is not the one that the setting of the name in the braces chooses.
	At string
	// Value is the value at the place: "true" matches a string too. For Patterns it is the member that has true, for Hooks what they answer, or
	// one of several answers.
	Value string
	// With and Without are other settings, POINTER=VALUE, that it needs, and that must not be.
	With, Without string
	// Held is the place of an object in which "ask", "deny" or "confirm" takes a grade away: from a finding to a note, from a note to nothing. For
	// Rules it is the places, with blanks between them, of lists of rules that allow nothing.
	Held string
	// Holding are the names in Held that count, or none for all. Patterns always count.
	Holding string
	// As is how rules would be written that only say which call of a tool they are about: docs:search in place of Mcp(docs:search).
	As   string
	Note bool
	// Detail is what the settings file or the server does, and what to write instead; see detect.Signal. What rules allow is in the rules.
	Detail string
}

// Shape is how an approval is written.
type Shape uint8

// The shapes: of settings, of a server, and of the command that starts an agent.
const (
	Value    Shape = iota // A value.
	Rules                 // A list of rules.
	Patterns              // An object of patterns of commands with true, or with an object that has true under Value.
	Hooks                 // A list of groups of hooks that print an answer.
	Member                // A value of a server.
	Tools                 // A list of tools of a server, an object of tools with true, or "*" or true for all.
	Flag                  // An option.
)

// OfSettings reports whether the shape is one of settings.
func (s Shape) OfSettings() bool { return s <= Hooks }

// Approved is the table of all approvals. Whose file settings are is not always certain, so each is looked for in all files that may have it.
var Approved = []Approval{
	{
		Clients: "Claude Code", At: "/enableAllProjectMcpServers", Value: "true",
		Detail: "starts every server in this project's .mcp.json without confirmation, including ones added later; " +
			`list the ones you trust: "enabledMcpjsonServers": ["docs"]`,
	},
	{
		Clients: "Claude Code", At: "/skipDangerousModePermissionPrompt", Value: "true",
		Detail: "skips the warning before bypass mode, in which nothing needs approval; remove it",
	},
	{
		Clients: "Claude Code", In: Beside, At: "/permissions/defaultMode", Value: "bypassPermissions",
		Detail: "lets every command and tool run without confirmation, for anyone who opens this project; " +
			`write "default" or "acceptEdits", and allow single commands: "Bash(npm test:*)"`,
	},
	{Clients: "Claude Code, Cursor", In: Beside, Shape: Rules, At: "/permissions/allow", Held: "/permissions/deny /permissions/ask"},
	{
		Clients: "Claude Code", In: Beside, Kind: Object, Shape: Hooks, At: "/hooks/PreToolUse /hooks/PermissionRequest",
		Value:  "permissionDecision:allow behavior:allow decision:approve",
		Detail: `has a hook that answers every permission request with "allow"; remove it`,
	},
	{Clients: "Claude Code", Shape: Flag, At: "--dangerously-skip-permissions --permission-mode=bypassPermissions", Detail: agent},

	{Clients: "VS Code", At: "/chat.tools.autoApprove /chat.tools.global.autoApprove", Value: "true", Detail: EveryTool + ask},
	{
		Clients: "VS Code", Shape: Patterns, At: "/chat.tools.terminal.autoApprove", Value: "approve",
		Detail: EveryCommand + `allow single commands: "npm test": true`,
	},

	{Clients: "Cursor", In: "/.cursor/permissions.json$", Shape: Rules, At: "/mcpAllowlist", As: "Mcp(%s)"},
	{Clients: "Cursor", In: "/.cursor/permissions.json$", Shape: Rules, At: "/terminalAllowlist", As: "Shell(%s)"},

	{Clients: "Gemini CLI", In: Beside, At: "/yolo", Value: "true", Detail: anything + ask},
	{
		Clients: "Gemini CLI", In: "/.gemini/settings.json$", Kind: Object, At: "/general/defaultApprovalMode", Value: "yolo",
		Detail: anything + `write "default"`,
	},
	// With autoAccept, tools of the client that only read are not asked for.
	{Clients: "Gemini CLI", In: "/.gemini/settings.json$", Kind: Object, Shape: Rules, At: "/tools/allowed"},
	{Clients: "Gemini CLI", Shape: Member, At: "/trust", Value: "true", Detail: allOfIts + "; " + ask},
	{Clients: "Gemini CLI", Shape: Flag, At: "--yolo --approval-mode=yolo", Detail: agent},

	{
		Clients: "Codex", In: "/.codex/config.toml$", At: "/approval_policy", Value: "never", With: "/sandbox_mode=danger-full-access",
		Detail: noSandbox,
	},
	{
		Clients: "Codex", In: "/.codex/config.toml$", At: "/sandbox_mode", Value: "danger-full-access", Without: "/approval_policy=never", Note: true,
		Detail: `lets commands run outside the sandbox, with all rights of the user; write sandbox_mode = "workspace-write"`,
	},
	{
		Clients: "Codex", In: "/.codex/config.toml$", At: "/profiles/{profile}/approval_policy", Value: "never",
		With: "/profiles/{profile}/sandbox_mode=danger-full-access", Detail: noSandbox,
	},
	{
		Clients: "Codex", Shape: Member, At: "/default_tools_approval_mode", Value: "approve",
		Detail: allOfIts + `; write "prompt", and "approve" for single tools that only read`,
	},
	{Clients: "Codex", Shape: Flag, At: "--dangerously-bypass-approvals-and-sandbox", Detail: agent},

	{
		Clients: "opencode", In: Beside, At: "/permission /permission/*", Value: "allow", Held: "/permission", Holding: "bash edit write patch",
		Detail: "lets every command and every tool of every server run without confirmation; " +
			`allow only tools that read: "permission": {"*": "ask", "read": "allow"}`,
	},
	{
		Clients: "opencode", In: Beside, At: "/permission/bash /permission/bash/*", Value: "allow", Held: "/permission/bash", Note: true,
		Detail: EveryCommand + `write "bash": {"*": "ask", "git status": "allow"}`,
	},

	{
		Clients: "Zed", Kind: Holder, At: "/always_allow_tool_actions /agent/always_allow_tool_actions", Value: "true",
		Detail: EveryTool + ask,
	},
	{
		Clients: "Zed", Kind: Holder, At: "/agent/tool_permissions/default", Value: "allow", Held: "/agent/tool_permissions/tools/terminal",
		Holding: "default",
		Detail:  EveryTool + `write "confirm", and "allow" for tools that only read: "tools": {"read_file": {"default": "allow"}}`,
	},
	{
		Clients: "Zed", Kind: Holder, At: "/agent/tool_permissions/tools/terminal/default", Value: "allow",
		Without: "/agent/tool_permissions/default=allow", Note: true,
		Detail: EveryCommand + `write "confirm", and list single commands in "always_allow"`,
	},

	{
		Clients: "Goose", Kind: Single, At: "/GOOSE_MODE", Value: "auto", Note: true,
		Detail: "lets the agent do anything without confirmation, which is Goose's default; write GOOSE_MODE: smart_approve, or approve",
	},

	{Clients: "Kiro, Amazon Q", In: "/.kiro/agents/ /.amazonq/cli-agents/", Shape: Rules, At: "/allowedTools"},
	{Clients: "Kiro, Amazon Q", Shape: Flag, At: "--trust-all-tools", Detail: agent},

	{Clients: "Cline, Kiro, Amazon Q", Shape: Tools, At: "/autoApprove", Detail: allNow},
	{Clients: "Cline, Roo Code, Kilo Code", Shape: Tools, At: "/alwaysAllow", Detail: allNow},

	{Clients: "any", Shape: Tools, At: "/auto_approve /always_allow /autoAllow /autoApproveTools /alwaysApprove", Detail: allNow},
	{
		Clients: "any", Shape: Flag, At: "--allow-all-tools --dangerously-allow-all --auto-approve --auto-approve-all --skip-permissions-unsafe",
		Detail: agent,
	},
}

// Form is how a rule for tools of a server is written.
type Form struct {
	Clients string
	// Names matches it, with the names of the server and of the tool as groups. Without a tool, or with stars, it is about the whole server.
	Names func() *regexp.Regexp
	// Single is how the rule for a single tool looks, with %s for the name of the server.
	Single string
}

// Forms are the forms of rules for tools. Of Amazon's, those for single tools are passed over.
var Forms = []Form{
	{"Claude Code", lazy.Regexp(`(?s)^mcp__(.*?)(?:__(.*))?$`), "mcp__%s__list_things"},
	{"Cursor", lazy.Regexp(`(?is)^mcp\(([^:]*):(.*?)\)?$`), "Mcp(%s:list_things)"},
	{"Kiro, Amazon Q", lazy.Regexp(`^@([^/]*)()$`), "@%s/list_things"},
	{"Kiro, Amazon Q", lazy.Regexp(`(?s)^@(.*)/(\*)$`), "@%s/list_things"},
}

// Everything matches what stands for all tools of all servers, in rules and in lists of tools.
var Everything = lazy.Regexp(`(?i)^(?:\*{1,2}|\.\*|/\.\*/|@\*|\*(?::|/|__)\*|mcp_\*|mcp__\*(?:__\*)?|mcp\([*: ]+\)?|all)$`)

// Commands are names of tools that run commands, as rules call them.
type Commands struct {
	Clients, Names string
	// Prefix is set when a rule fits whatever follows it.
	Prefix bool
	// Single is how a rule for a single command looks, with %s for the name.
	Single string
}

// CommandTools are those of all clients.
var CommandTools = []Commands{
	{Clients: "Claude Code", Names: "Bash PowerShell", Single: `"%s(npm test:*)"`},
	{Clients: "Cursor", Names: "Shell", Prefix: true, Single: `"%s(npm:test)"`},
	{Clients: "Gemini CLI", Names: "run_shell_command ShellTool", Prefix: true},
	{Clients: "Zed", Names: "terminal"},
	{Clients: "Kiro, Amazon Q", Names: "execute_bash execute_cmd shell", Single: `"toolsSettings": {"%s": {"allowedCommands": ["npm test"]}}`},
}

const (
	// EveryTool is the detail of every approval of all tools, up to what to write instead.
	EveryTool = "lets every tool of every server run without confirmation; "
	// EveryCommand is that of every approval of all commands.
	EveryCommand = "lets every shell command run without confirmation; "
	allOfIts     = "lets all of its tools run without confirmation"
	allNow       = allOfIts + ", including tools added later"
	anything     = "lets the agent do anything without confirmation; "
	ask          = "set it to false and approve single tools as they come up"
	agent        = "starts an agent that never asks before it acts; remove the option, or run it in a container without network and secrets"
	noSandbox    = `lets commands run outside the sandbox without confirmation; write approval_policy = "on-request" and sandbox_mode = ` +
		`"workspace-write"`
)
