package launch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// openSwitches are the settings of clients that are true or false and approve everything. They may have dots in their names.
var openSwitches = map[string]string{
	"enableAllProjectMcpServers": "every server that this project's .mcp.json names, now or after the next pull, is started without a question; list the ones you mean: " +
		`"enabledMcpjsonServers": ["docs"]`,
	"skipDangerousModePermissionPrompt": "nobody is told that the mode that asks nothing begins; leave it out",
	"chat.tools.autoApprove":            "every tool of every server runs without a question; set it to false and approve single tools when they ask",
	"chat.tools.global.autoApprove":     "every tool of every server runs without a question; set it to false and approve single tools when they ask",
	"yolo":                              "nothing that the agent does is confirmed; set it to false and approve single tools when they ask",
	"always_allow_tool_actions":         "no action of any tool is confirmed; set it to false and approve single tools when they ask",
}

// settings looks at what a client's settings approve.
func (a *approval) settings() {
	if a.t.Definition == nil {
		return
	}
	lists := a.under()
	done := map[string]bool{}
	for _, m := range a.t.Definition.Members {
		if m.Name == nil || m.Value == nil || a.full() {
			continue
		}
		name := m.Name.Text
		if detail, ok := openSwitches[name]; ok && isTrue(m.Value) {
			a.add(a.value("", m), false, detail)
			continue
		}
		if done[name] {
			continue
		}
		done[name] = true
		switch name {
		case "permissions":
			a.permissions(lists)
		case "permission":
			a.opencode(lists)
		case "chat.tools.terminal.autoApprove":
			a.terminal(m)
		case "sandbox_mode":
			a.codex(lists)
		case "allowedTools":
			a.rules(lists["/allowedTools"], nil)
		case "hooks":
			a.hooks(m.Value)
		default:
			a.client(m, lists)
		}
	}
}

// at returns the strings directly at a place.
func (a *approval) at(pointer string, lists map[string][]approved) []approved {
	all := lists[pointer[:strings.LastIndexByte(pointer, '/')]]
	var out []approved
	for _, it := range all {
		if a.t.Fields[it.field].Pointer == pointer {
			out = append(out, it)
		}
	}
	return out
}

// permissions are those of Claude Code and Cursor. What is refused or asked for is so whatever is allowed.
func (a *approval) permissions(lists map[string][]approved) {
	held := map[string]bool{}
	for _, list := range [...]string{"/permissions/deny", "/permissions/ask"} {
		for _, it := range lists[list] {
			held[it.text] = true
		}
	}
	a.rules(lists["/permissions/allow"], held)
	for _, it := range a.at("/permissions/defaultMode", lists) {
		if it.text == "bypassPermissions" {
			a.add(a.signal(it), false, `whoever opens this project is asked for nothing, whatever command or tool runs; write "default" or "acceptEdits", and allow single commands: `+
				`"Bash(npm test:*)"`)
		}
	}
}

// rules grades the rules that allow something, but those held back.
func (a *approval) rules(list []approved, held map[string]bool) {
	var tools, commands []approved
	for _, it := range list {
		text := strings.TrimSpace(it.text)
		name, arg, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
		low := strings.ToLower(name)
		server, isTool := strings.CutPrefix(text, "mcp__")
		server, tool, single := strings.Cut(server, "__")
		switch {
		case held[it.text]:
		case isEverything(text):
			a.add(a.signal(it), false, `every tool of every server runs without a question; allow single tools that only read: `+a.singleTool())
		case shellTools[low] && anything(arg):
			a.add(a.signal(it), false, "every command that the model comes up with runs without a question; allow single commands: "+singleCommand(name))
		case isTool && (!single || anything(tool)):
			a.add(a.signal(it), true, wholeServer(server))
		case isTool && deedOf(tool) == runs:
			a.add(a.signal(it), false, "this tool runs whatever command or code the model comes up with, and nobody is asked; take it out of the list")
		case low == "mcp" && strings.HasSuffix(arg, ":*"):
			a.add(a.signal(it), true, fmt.Sprintf("every tool of this server runs without a question, those that it offers tomorrow too; allow single ones: \"Mcp(%s:list_things)\"",
				strings.ToValidUTF8(arg[:min(len(arg)-2, 40)], "")))
		case strings.HasPrefix(text, "@") && !strings.Contains(text, "/"), strings.HasPrefix(text, "@") && strings.HasSuffix(text, "/*"):
			a.add(a.signal(it), true, "every tool of this server runs without a question, those that it offers tomorrow too; allow single ones")
		case isTool:
			tools = append(tools, approved{it.field, text})
		case shellTools[low]:
			commands = append(commands, it)
		}
	}
	a.commands(commands)
	changing := slices.DeleteFunc(tools, func(it approved) bool {
		_, tool, _ := strings.Cut(strings.TrimPrefix(it.text, "mcp__"), "__")
		return deedOf(tool) != changes
	})
	if len(changing) > 0 {
		a.add(a.t.Signal(changing[0].field, 0, len(a.t.Fields[changing[0].field].Text)), true,
			fmt.Sprintf("tools that change, delete, send or script something run without a question (%s); allow those that only read", toolNames(changing)))
	}
}

// wholeServer says what a rule of Claude Code for a server lets through.
func wholeServer(server string) string {
	named := server[:min(len(server), 40)]
	if at := strings.IndexByte(named, '*'); at >= 0 {
		return fmt.Sprintf("every tool of all servers whose names begin with %s runs without a question, also of servers that are added tomorrow; name one server and one tool in each rule: "+
			"\"mcp__docs__list_things\"", strings.ToValidUTF8(named[:at], ""))
	}
	return fmt.Sprintf("every tool of this server runs without a question, those that it offers tomorrow too; allow single ones: \"mcp__%s__list_things\"", strings.ToValidUTF8(named, ""))
}

// singleTool is how the client is told to allow one tool.
func (a *approval) singleTool() string {
	switch file := a.t.Context.StringAt("file"); {
	case strings.Contains(file, ".cursor/"):
		return `"Mcp(docs:search)"`
	case strings.Contains(file, ".kiro/"), strings.Contains(file, ".amazonq/"):
		return `"@docs/search"`
	case strings.Contains(file, ".gemini/"):
		return `"read_file"`
	}
	return `"mcp__docs__search"`
}

// shellTools are the tools of clients that run commands.
var shellTools = map[string]bool{
	"bash": true, "shell": true, "powershell": true, "run_shell_command": true, "execute_bash": true, "execute_cmd": true, "shelltool": true, "terminal": true,
}

// singleCommand is how a client is told to allow one command.
func singleCommand(tool string) string {
	switch tool {
	case "execute_bash", "execute_cmd", "shell":
		return `"toolsSettings": {"` + tool + `": {"allowedCommands": ["npm test"]}}`
	case "Bash", "PowerShell":
		return `"` + tool + `(npm test:*)"`
	case "Shell":
		return `"Shell(npm:test)"`
	}
	return fmt.Sprintf("%q", tool[:min(len(tool), 40)]+"(npm test)")
}

// anything reports whether what stands behind a tool's name leaves everything open.
func anything(arg string) bool { return strings.Trim(arg, "*: ") == "" }

// opencode grades its permissions: a word for all, or one for each tool, or one for each pattern of a tool's arguments.
func (a *approval) opencode(lists map[string][]approved) {
	detail := `tools of all servers and commands run without a question; write "ask", and "allow" for tools that only read: "permission": {"*": "ask", "read": "allow"}`
	for _, pointer := range [...]string{"/permission", "/permission/*"} {
		for _, it := range a.at(pointer, lists) {
			if it.text == "allow" {
				a.add(a.signal(it), a.restrained(lists["/permission"]), detail)
			}
		}
	}
	for _, pointer := range [...]string{"/permission/bash", "/permission/bash/*"} {
		for _, it := range a.at(pointer, lists) {
			if it.text == "allow" && !a.restrained(lists["/permission/bash"]) {
				a.add(a.signal(it), true, `every command that the model comes up with runs without a question; write "bash": {"*": "ask", "git status": "allow"}`)
			}
		}
	}
}

// restrained reports whether commands, changes or whole families of tools ask or are refused.
func (a *approval) restrained(list []approved) bool {
	return slices.ContainsFunc(list, func(it approved) bool {
		if it.text != "ask" && it.text != "deny" {
			return false
		}
		pointer := a.t.Fields[it.field].Pointer
		switch tool := pointer[strings.LastIndexByte(pointer, '/')+1:]; tool {
		case "bash", "edit", "write", "patch":
			return true
		default:
			return strings.Contains(tool, "*") || strings.HasPrefix(pointer, "/permission/bash/")
		}
	})
}

// terminal grades the commands that VS Code runs without a question: names of commands and patterns.
func (a *approval) terminal(m detect.Member) {
	for _, rule := range m.Value.Members {
		if rule.Name == nil || rule.Value == nil || !(isTrue(rule.Value) || approves(rule.Value)) {
			continue
		}
		if !anyCommand(strings.TrimSpace(rule.Name.Text)) {
			continue
		}
		if at := a.t.FieldAt("/" + detect.PointerToken(m.Name.Text) + "/" + detect.PointerToken(rule.Name.Text) + "#"); at >= 0 {
			a.add(a.t.Signal(at, 0, len(a.t.Fields[at].Text)), false, `every command that the model comes up with runs without a question; name single commands: "npm test": true`)
		}
		return
	}
}

// anyCommand reports whether a rule of VS Code's terminal fits every command: a pattern between slashes that leaves everything open.
func anyCommand(rule string) bool {
	end := strings.LastIndexByte(rule, '/')
	if rule == "*" || len(rule) < 2 || rule[0] != '/' || end == 0 {
		return rule == "*"
	}
	switch strings.TrimPrefix(strings.Trim(rule[1:end], "^$()"), "?:") {
	case "", ".", ".*", ".+", ".*?", ".+?", `[\s\S]*`, `[\s\S]+`, "[^]*", "[^]+", `\S*`, `\S+`:
		return true
	}
	return false
}

func approves(n *detect.Node) bool {
	v := n.Get("approve")
	return v != nil && isTrue(v)
}

// codex grades the sandbox together with the policy of approval: either of them alone still holds something back.
func (a *approval) codex(lists map[string][]approved) {
	never := a.at("/approval_policy", lists)
	at := slices.IndexFunc(never, func(it approved) bool { return it.text == "never" })
	for _, sandbox := range a.at("/sandbox_mode", lists) {
		if sandbox.text != "danger-full-access" {
			continue
		}
		if at < 0 {
			a.add(a.signal(sandbox), true, `commands run outside of the sandbox, with everything that the user may do; write sandbox_mode = "workspace-write"`)
			continue
		}
		a.add(a.signal(never[at]), false, `commands run outside of the sandbox and nobody is asked; write approval_policy = "on-request" and sandbox_mode = "workspace-write"`)
	}
}
