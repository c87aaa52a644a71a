package launch

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
)

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
