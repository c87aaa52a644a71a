package launch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/internal/lazy"
)

// autoApprove is the check launch.auto-approve: what runs without confirmation.
type autoApprove struct{}

func (autoApprove) ID() string { return "launch.auto-approve" }

func (autoApprove) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	if Off(t) {
		return nil
	}
	a := approval{t: t}
	a.lists = a.under()
	if t.Kind == detect.KindSettings {
		a.settings()
	} else {
		a.server()
		a.flags()
	}
	return a.signals
}

type approval struct {
	t       detect.ToolView
	lists   map[string][]approved // the strings directly below each place of the view, in order.
	signals []detect.Signal
}

func (a *approval) add(s detect.Signal, note bool, detail string) {
	if len(a.signals) < maxApprovals {
		a.signals = append(a.signals, graded(s, note, detail))
	}
}

type approved struct {
	field int
	text  string
}

func (a *approval) signal(it approved) detect.Signal { return a.field(it.field) }
func (a *approval) field(i int) detect.Signal        { return a.t.Signal(i, 0, len(a.t.Fields[i].Text)) }
func (a *approval) own() bool                        { return ownSettings(a.t) }

// ownSettings reports whether the settings are one's own, which are not meant to be committed.
func ownSettings(t detect.ToolView) bool {
	return strings.HasSuffix(t.Context.StringAt("file"), "settings.local.json")
}

func (a *approval) under() map[string][]approved {
	out := map[string][]approved{}
	for i, f := range a.t.Fields {
		at := strings.LastIndexByte(f.Pointer, '/')
		if at >= 0 && f.Role != detect.RoleKey && f.Role != detect.RoleEnv && f.Role != detect.RoleArgument {
			out[f.Pointer[:at]] = append(out[f.Pointer[:at]], approved{i, f.Text})
		}
	}
	return out
}

// switched are the names of those members of an object that are true, as some write a list.
func (a *approval) switched(under string, n *detect.Node) []approved {
	on := map[string]bool{}
	for _, m := range n.Members {
		if m.Name != nil && m.Value != nil && m.Value.Kind == detect.NodeScalar && isTrue(m.Value) {
			on[m.Name.Text] = true
		}
	}
	var out []approved
	for i, f := range a.t.Fields {
		if f.Role == detect.RoleKey && on[f.Text] && strings.HasPrefix(f.Pointer, under) {
			out = append(out, approved{i, f.Text})
		}
	}
	return out
}

// toolLists and agentFlags are the rows of the table that are found by a name: the members of a server that list tools, and options.
var toolLists, agentFlags = rowsByName(clients.Tools), rowsByName(clients.Flag)

func rowsByName(of clients.Shape) map[string]clients.Approval {
	by := map[string]clients.Approval{}
	for _, v := range approvals[of] {
		for name := range strings.FieldsSeq(v.At) {
			by[name] = v
		}
	}
	return by
}

func (a *approval) server() {
	a.values(clients.Member)
	done := map[string]bool{}
	for _, m := range a.t.Definition.Members {
		if m.Name == nil || m.Value == nil {
			continue
		}
		at := "/" + m.Name.Text
		v, ok := toolLists[at]
		switch {
		case !ok:
		case m.Value.Kind == detect.NodeScalar && isTrue(m.Value):
			a.add(a.value("", m), false, v.Detail)
		case !done[at]:
			done[at] = true
			a.tools(a.lists[at], v.Detail)
			a.tools(a.switched(at+"/", m.Value), v.Detail)
			if i := a.t.FieldAt(at); i >= 0 {
				a.tools([]approved{{i, a.t.Fields[i].Text}}, v.Detail)
			}
		}
	}
}

func isTrue(n *detect.Node) bool { return strings.EqualFold(strings.TrimSpace(n.Text), "true") }

func (a *approval) value(under string, m detect.Member) detect.Signal {
	s := onValue(a.t, under+"/", m)
	if i := a.t.FieldAt(s.Field); i >= 0 && m.Value.Kind == detect.NodeString {
		return a.field(i)
	}
	return s
}

// tools grades the tools of a list. All is what it allows when they are all tools.
func (a *approval) tools(list []approved, all string) {
	var changing, other []approved
	readsOnly := a.startedReadOnly()
	for _, it := range list {
		text := strings.TrimSpace(it.text)
		effect := effectOf(text)
		switch {
		case text == "true" && len(list) == 1 || isEverything(text):
			a.add(a.signal(it), false, all)
		case effect == unclearEffect:
			other = append(other, it)
		default:
			a.tool(it, effect, readsOnly, &changing)
		}
	}
	if !a.changing(changing) && len(list) >= manyTools && len(other) > 0 {
		a.add(a.signal(other[0]), true, fmt.Sprintf("lets %d tools run without confirmation, some of which may do more than read (%s)", len(list),
			toolNames(other)))
	}
}

// tool grades a tool that runs anything, and collects those that change something.
func (a *approval) tool(it approved, does effect, note bool, changing *[]approved) {
	switch does {
	case runs:
		a.add(a.signal(it), note, fmt.Sprintf("lets “%s” run any command or code without confirmation; remove it from the list",
			toolNames([]approved{it})))
	case changes:
		*changing = append(*changing, it)
	}
}

// changing grades the tools that change something, if there are any.
func (a *approval) changing(list []approved) bool {
	if len(list) > 0 {
		a.add(a.signal(list[0]), true, fmt.Sprintf("lets tools that change, delete or send something run without confirmation (%s)", toolNames(list)))
	}
	return len(list) > 0
}

// readOnly is how a server is started that only reads, by an option or in its address.
var readOnly = lazy.Regexp(`(?i)^--read-?only(?:=true)?$|\?.*(?:read_only|readonly)=true`)

func (a *approval) startedReadOnly() bool {
	return slices.ContainsFunc(a.t.Fields, func(f detect.Field) bool {
		return (f.Role == detect.RoleArgument || f.Role == detect.RoleURI) && readOnly().MatchString(f.Text)
	})
}

// manyTools is the number of approved tools that nobody reviews one by one.
const manyTools = 10

func toolNames(list []approved) string {
	var names []string
	for _, it := range list[:min(len(list), 3)] {
		names = append(names, clipTo(it.text, maxToolShown))
	}
	shown := strings.Join(names, ", ")
	if len(list) > 3 {
		shown += fmt.Sprintf(" and %d more", len(list)-3)
	}
	return shown
}

// flags looks for the options of agents, which are run as servers too.
func (a *approval) flags() {
	eachWord(a.t, func(w word, before string, _ *command) {
		name, value, given := strings.Cut(strings.ToLower(w.text), "=")
		v, ok := agentFlags[w.text]
		if !ok {
			v, ok = agentFlags[before+"="+w.text]
		}
		if !ok && (!given || value == "true" || value == "1") {
			v, ok = agentFlags[name]
		}
		if ok {
			a.add(w.signal(a.t), false, v.Detail)
		}
	})
}

func (autoApprove) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "launch.auto-approve", Title: "Tools that run without confirmation",
		Tier: detect.TierSoft, Severity: detect.SeverityMedium,
		Severities: "Medium when everything, every command or a tool that runs commands is approved; informational for tools that change " +
			"something.",
		ThreatType: detect.ThreatMaliciousCode, CWE: "862", Scope: detect.ScopeFull,
		Only: []detect.Kind{detect.KindLaunch, detect.KindSettings},
		Catches: "Configurations that approve too much in advance: everything (`permissions.allow` with `mcp__*` or `Bash`, " +
			"`bypassPermissions`, `chat.tools.autoApprove`, Codex without sandbox, `\"permission\": \"allow\"` in opencode, `yolo` in Gemini), an " +
			"interpreter or wrapper with any arguments (`Bash(python:*)`, `Bash(sudo:*)`), hooks that always print `allow`, every server of a " +
			"project (`enableAllProjectMcpServers`), a whole server (`trust`, `alwaysAllow: [\"*\"]`), tools that run commands or code, and " +
			"agents started with options such as `--dangerously-skip-permissions`.\n\n" +
			"Informational: lists of tools that write, delete or send, long lists, `mcp__server` rules, `Bash(npx:*)`, `GOOSE_MODE: auto`, and " +
			"interpreters in `settings.local.json`. Not reported: short lists of tools that read, commands with a script or verb (`Bash(npm " +
			"run:*)`), named servers, and disabled servers.",
		Why: "Confirming a call is the user's chance to stop what a poisoned tool or planted text made the model do. What a repository " +
			"approves is approved for everyone who opens it, including tools that a server adds in its next update.",
		Fix: "Approve only tools that read, by name: `\"alwaysAllow\": [\"search_docs\"]`, `\"allow\": [\"mcp__docs__search\", \"Bash(npm " +
			"test:*)\"]`. Keep personal approvals in your own settings.",
		Bad: []detect.Example{
			in("Every tool of a server, now and later.", ".roo/mcp.json",
				`{"mcpServers":{"files":{"command":"node","args":["./servers/files.js"],"alwaysAllow":["*"]}}}`),
			in("Every server of the project, and every command.", ".claude/settings.json",
				`{"enableAllProjectMcpServers":true,"permissions":{"allow":["Bash(*)"]}}`),
			in("One tool that runs any command.", ".kiro/settings/mcp.json",
				`{"mcpServers":{"desktop":{"command":"node","args":["./servers/desktop.js"],"autoApprove":["list_sessions","execute_command"]}}}`),
		},
		Good: []detect.Example{
			in("Tools that only read.", ".roo/mcp.json",
				`{"mcpServers":{"files":{"command":"node","args":["./servers/files.js"],"alwaysAllow":["read_file","list_directory"]}}}`),
			in("Servers and commands by name.", ".claude/settings.json",
				`{"enabledMcpjsonServers":["docs"],"permissions":{"allow":["Bash(npm test:*)","mcp__docs__search_pages"]}}`),
		},
	}
}
