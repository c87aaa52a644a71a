package launch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/wordset"
)

const (
	everyTool  = "every tool of every server runs without a question; set it to false and approve single tools when they ask"
	wholeAsked = "every tool of this server runs without a question, those that it offers tomorrow too; "
	oneCommand = "every command that the model comes up with runs without a question; "
	noSandbox  = `write approval_policy = "on-request" and sandbox_mode = "workspace-write"`
)

// openSwitches are the settings of clients that are true or false and approve everything. They may have dots in their names.
var openSwitches = map[string]string{
	"enableAllProjectMcpServers": "every server that this project's .mcp.json names, now or after the next pull, is started without a question; list the ones you mean: " +
		`"enabledMcpjsonServers": ["docs"]`,
	"skipDangerousModePermissionPrompt": "nobody is told that the mode that asks nothing begins; leave it out",
	"chat.tools.autoApprove":            everyTool,
	"chat.tools.global.autoApprove":     everyTool,
	"yolo":                              "nothing that the agent does is confirmed; set it to false and approve single tools when they ask",
	alwaysAllowActions:                  "no action of any tool is confirmed; set it to false and approve single tools when they ask",
}

const alwaysAllowActions = "always_allow_tool_actions"

var openValues = []struct {
	pointer, value string
	note           bool
	detail         string
}{
	{"/permissions/defaultMode", "bypassPermissions", false, `whoever opens this project is asked for nothing, whatever command or tool runs; write "default" or "acceptEdits", and allow single commands: ` +
		`"Bash(npm test:*)"`},
	{"/GOOSE_MODE", "auto", true, "whatever the agent does runs without a question, which is what Goose does unless it is told otherwise; write GOOSE_MODE: smart_approve, or approve"},
	{"/general/defaultApprovalMode", "yolo", false, `nothing that the agent does is confirmed; write "default", and approve single tools when they ask`},
}

func (a *approval) settings() {
	d := a.t.Definition
	if d == nil {
		return
	}
	for _, m := range d.Members {
		if m.Name != nil && m.Value != nil && openSwitches[m.Name.Text] != "" && isTrue(m.Value) {
			a.add(a.value("", m), false, openSwitches[m.Name.Text])
		}
	}
	for _, v := range openValues {
		for _, it := range a.at(v.pointer) {
			if it.text == v.value {
				a.add(a.signal(it), v.note, v.detail)
			}
		}
	}
	held := map[string]bool{}
	for _, it := range slices.Concat(a.lists["/permissions/deny"], a.lists["/permissions/ask"]) {
		held[it.text] = true
	}
	a.rules(a.lists["/permissions/allow"], held)
	a.rules(a.lists["/allowedTools"], nil)
	// With autoAccept, tools of the client that only read are not asked for.
	a.rules(a.lists["/tools/allowed"], nil)
	a.opencode()
	a.codex(d)
	if n := d.Get("agent"); n != nil {
		a.zed(n)
	}
	if n := d.Get("chat.tools.terminal.autoApprove"); n != nil {
		a.terminal(n)
	}
	if n := d.Get("hooks"); n != nil {
		a.hooks(n)
	}
}

// at returns the strings directly at a place.
func (a *approval) at(pointer string) []approved {
	var out []approved
	for _, it := range a.lists[pointer[:strings.LastIndexByte(pointer, '/')]] {
		if a.t.Fields[it.field].Pointer == pointer {
			out = append(out, it)
		}
	}
	return out
}

// valued are those at a place that have a value.
func (a *approval) valued(pointer, value string) []approved {
	return slices.DeleteFunc(a.at(pointer), func(it approved) bool { return it.text != value })
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
			a.add(a.signal(it), false, oneCommand+"allow single commands: "+singleCommand(name))
		case isTool && (!single || anything(tool)):
			a.add(a.signal(it), true, wholeServer(server))
		case isTool && effectOf(tool) == runs:
			a.add(a.signal(it), false, "this tool runs whatever command or code the model comes up with, and nobody is asked; take it out of the list")
		case low == "mcp" && strings.HasSuffix(arg, ":*"):
			a.add(a.signal(it), true, wholeAsked+fmt.Sprintf("allow single ones: \"Mcp(%s:list_things)\"", strings.ToValidUTF8(arg[:min(len(arg)-2, 40)], "")))
		case strings.HasPrefix(text, "@") && (!strings.Contains(text, "/") || strings.HasSuffix(text, "/*")):
			a.add(a.signal(it), true, wholeAsked+"allow single ones")
		case isTool:
			tools = append(tools, approved{it.field, text})
		case shellTools[low]:
			commands = append(commands, it)
		}
	}
	a.commands(commands)
	changing := slices.DeleteFunc(tools, func(it approved) bool {
		_, tool, _ := strings.Cut(strings.TrimPrefix(it.text, "mcp__"), "__")
		return effectOf(tool) != changes
	})
	if len(changing) > 0 {
		a.add(a.field(changing[0].field), true, fmt.Sprintf(changingTools+"allow those that only read", toolNames(changing)))
	}
}

// wholeServer says what a rule of Claude Code for a server lets through.
func wholeServer(server string) string {
	named := server[:min(len(server), 40)]
	if at := strings.IndexByte(named, '*'); at >= 0 {
		return fmt.Sprintf("every tool of all servers whose names begin with %s runs without a question, also of servers that are added tomorrow; name one server and one tool in each rule: "+
			"\"mcp__docs__list_things\"", strings.ToValidUTF8(named[:at], ""))
	}
	return wholeAsked + fmt.Sprintf("allow single ones: \"mcp__%s__list_things\"", strings.ToValidUTF8(named, ""))
}

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

var shellTools = wordset.Of("bash shell powershell run_shell_command execute_bash execute_cmd shelltool terminal")

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
func (a *approval) opencode() {
	for _, it := range slices.Concat(a.valued("/permission", "allow"), a.valued("/permission/*", "allow")) {
		a.add(a.signal(it), a.restrained("/permission"),
			`tools of all servers and commands run without a question; write "ask", and "allow" for tools that only read: "permission": {"*": "ask", "read": "allow"}`)
	}
	if a.restrained("/permission/bash") {
		return
	}
	for _, it := range slices.Concat(a.valued("/permission/bash", "allow"), a.valued("/permission/bash/*", "allow")) {
		a.add(a.signal(it), true, oneCommand+`write "bash": {"*": "ask", "git status": "allow"}`)
	}
}

// restrained reports whether commands, changes or whole families of tools ask or are refused.
func (a *approval) restrained(under string) bool {
	return slices.ContainsFunc(a.lists[under], func(it approved) bool {
		pointer := a.t.Fields[it.field].Pointer
		tool := pointer[strings.LastIndexByte(pointer, '/')+1:]
		return isOneOf(it.text, "ask", "deny") && (isOneOf(tool, "bash", "edit", "write", "patch") || strings.Contains(tool, "*") || strings.HasPrefix(pointer, "/permission/bash/"))
	})
}

// terminal grades the commands that VS Code runs without a question: names of commands and patterns.
func (a *approval) terminal(n *detect.Node) {
	for _, rule := range n.Members {
		if rule.Name == nil || rule.Value == nil || !anyCommand(strings.TrimSpace(rule.Name.Text)) {
			continue
		}
		if v := rule.Value.Get("approve"); !isTrue(rule.Value) && (v == nil || !isTrue(v)) {
			continue
		}
		if at := a.t.FieldAt("/chat.tools.terminal.autoApprove/" + detect.PointerToken(rule.Name.Text) + "#"); at >= 0 {
			a.add(a.field(at), false, oneCommand+`name single commands: "npm test": true`)
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
	return isOneOf(strings.TrimPrefix(strings.Trim(rule[1:end], "^$()"), "?:"), "", ".", ".*", ".+", ".*?", ".+?", `[\s\S]*`, `[\s\S]+`, "[^]*", "[^]+", `\S*`, `\S+`)
}

// maxProfiles bounds the profiles of Codex that are looked at.
const maxProfiles = 64

// codex grades the sandbox together with the policy of approval, either of which still holds something back, also of the profiles, one of
// which may be the one that is used.
func (a *approval) codex(d *detect.Node) {
	never := a.valued("/approval_policy", "never")
	for _, sandbox := range a.valued("/sandbox_mode", "danger-full-access") {
		if len(never) == 0 {
			a.add(a.signal(sandbox), true, `commands run outside of the sandbox, with everything that the user may do; write sandbox_mode = "workspace-write"`)
			continue
		}
		a.add(a.signal(never[0]), false, "commands run outside of the sandbox and nobody is asked; "+noSandbox)
	}
	profiles, chosen := d.Get("profiles"), d.StringAt("profile")
	if profiles == nil {
		return
	}
	for _, p := range profiles.Members[:min(len(profiles.Members), maxProfiles)] {
		if p.Name == nil || p.Value == nil || p.Value.StringAt("approval_policy") != "never" || p.Value.StringAt("sandbox_mode") != "danger-full-access" {
			continue
		}
		for _, it := range a.at("/profiles/" + detect.PointerToken(p.Name.Text) + "/approval_policy") {
			a.add(a.signal(it), p.Name.Text != chosen || strings.TrimSpace(chosen) == "", "with this profile commands run outside of the sandbox and nobody is asked; "+noSandbox)
		}
	}
}

func (a *approval) zed(n *detect.Node) {
	for _, m := range n.Members {
		if m.Name != nil && m.Value != nil && m.Name.Text == alwaysAllowActions && isTrue(m.Value) {
			a.add(a.value("/agent", m), false, openSwitches[alwaysAllowActions])
		}
	}
	terminal := a.at("/agent/tool_permissions/tools/terminal/default")
	if all := a.valued("/agent/tool_permissions/default", "allow"); len(all) > 0 {
		a.add(a.signal(all[0]), len(terminal) > 0 && terminal[0].text != "allow",
			`no action of any tool is confirmed; write "confirm", and "allow" for tools that only read: "tools": {"read_file": {"default": "allow"}}`)
		return
	}
	for _, it := range terminal {
		if it.text == "allow" {
			a.add(a.signal(it), true, `commands that the model comes up with run without a question; write "confirm", and single commands into "always_allow"`)
		}
	}
}

var approvingEvents = []string{"PreToolUse", "PermissionRequest"}

// hooks grades the hooks that answer every question with yes: {"matcher":"mcp__.*","hooks":[{"command":"echo '…\"allow\"…'"}]}. Those that
// look at the call first are silent.
func (a *approval) hooks(n *detect.Node) {
	for _, event := range approvingEvents {
		list := n.Get(event)
		if list == nil {
			continue
		}
		for i, group := range list.Items[:min(len(list.Items), maxApprovals)] {
			whole, server := widthOf(group)
			hooks := group.Get("hooks")
			if hooks == nil || !whole && !server {
				continue
			}
			for j, h := range hooks.Items[:min(len(hooks.Items), maxApprovals)] {
				at := a.t.FieldAt(fmt.Sprintf("/hooks/%s/%d/hooks/%d/command", event, i, j))
				if at >= 0 && alwaysAllows(h.StringAt("command")) {
					a.add(a.field(at), !whole || a.own(), `this hook answers every question with "allow", whatever the call; leave it out, and allow single tools that only read: "mcp__docs__search"`)
				}
			}
		}
	}
}

// widthOf tells whether the matcher of a group of hooks fits every tool, every tool of every server or every command, and whether it fits
// every tool of one server.
func widthOf(group *detect.Node) (whole, server bool) {
	m := group.Get("matcher")
	switch {
	case m == nil:
		return true, false
	case m.Kind != detect.NodeString || len(m.Text) > maxRule:
		return false, false
	case strings.TrimSpace(m.Text) == "":
		return true, false
	}
	for part := range strings.SplitSeq(m.Text, "|") {
		part = strings.Trim(strings.TrimSpace(part), "^$()")
		switch name, _ := strings.CutSuffix(strings.TrimRight(part, "*+"), "."); {
		case isOneOf(name, "", "mcp__", "mcp", "Bash", "mcp__.*__"):
			whole = true
		case strings.HasPrefix(name, "mcp__") && (name != part || !strings.Contains(name[len("mcp__"):], "__")):
			server = true
		}
	}
	return whole, server
}

// alwaysAllows reports whether a command prints the answer that allows a call and does nothing else.
func alwaysAllows(command string) bool {
	command = strings.TrimSpace(command)
	if len(command) > 4*maxRule {
		return false
	}
	printer, _, _ := strings.Cut(command, " ")
	// By those words a command decides something.
	if name := programName(printer); !isOneOf(name, "echo", "printf", "jq") && (name != "cat" || !strings.Contains(command, "<<")) ||
		hasAny(command, "if ", "select(", "test(", "grep", "[[", "case ") {
		return false
	}
	return hasAny(unquoter.Replace(command), "permissionDecision:allow", "behavior:allow", "decision:approve")
}

// unquoter takes away how JSON is quoted for a shell.
var unquoter = strings.NewReplacer(`\`, "", `"`, "", "'", "", " ", "", "\t", "", "\n", "")
