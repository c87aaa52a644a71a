package launch

import (
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// approvingEvents are the events of Claude Code whose hooks can answer the question for the user.
var approvingEvents = []string{"PreToolUse", "PermissionRequest"}

// hooks grades the hooks that answer every question with yes: {"matcher":"mcp__.*","hooks":[{"command":"echo '…\"allow\"…'"}]}. Those that
// look at the call first are silent.
func (a *approval) hooks(n *detect.Node) {
	for _, event := range approvingEvents {
		list := n.Get(event)
		if list == nil {
			continue
		}
		for i, group := range list.Items {
			if i >= maxApprovals {
				break
			}
			whole, server := widthOf(group)
			hooks := group.Get("hooks")
			if hooks == nil || !whole && !server {
				continue
			}
			for j, h := range hooks.Items {
				if j >= maxApprovals || a.full() {
					break
				}
				if !alwaysAllows(h.StringAt("command")) {
					continue
				}
				if at := a.t.FieldAt("/hooks/" + event + "/" + strconv.Itoa(i) + "/hooks/" + strconv.Itoa(j) + "/command"); at >= 0 {
					a.add(a.t.Signal(at, 0, len(a.t.Fields[at].Text)), !whole || a.own(),
						`this hook answers every question with "allow", whatever the call; leave it out, and allow single tools that only read: "mcp__docs__search"`)
				}
			}
		}
	}
}

// widthOf tells whether the matcher of a group of hooks fits every tool, every tool of every server or every command, and whether it fits
// every tool of one server.
func widthOf(group *detect.Node) (whole, server bool) {
	m := group.Get("matcher")
	if m == nil {
		return true, false
	}
	if m.Kind != detect.NodeString || len(m.Text) > maxRule {
		return false, false
	}
	if strings.TrimSpace(m.Text) == "" {
		return true, false
	}
	for part := range strings.SplitSeq(m.Text, "|") {
		part = strings.Trim(strings.TrimSpace(part), "^$()")
		switch name, _ := strings.CutSuffix(strings.TrimRight(part, "*+"), "."); {
		case name == "" || name == "mcp__" || name == "mcp" || name == "Bash" || name == "mcp__.*__":
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
	switch name := programName(printer); {
	case name != "echo" && name != "printf" && name != "jq" && (name != "cat" || !strings.Contains(command, "<<")):
		return false
	case slices.ContainsFunc(conditions, func(s string) bool { return strings.Contains(command, s) }):
		return false
	}
	bare := unquoter.Replace(command)
	return strings.Contains(bare, "permissionDecision:allow") || strings.Contains(bare, "behavior:allow") || strings.Contains(bare, "decision:approve")
}

// conditions are what a command decides by.
var conditions = []string{"if ", "select(", "test(", "grep", "[[", "case "}

// unquoter takes away how JSON is quoted for a shell.
var unquoter = strings.NewReplacer(`\`, "", `"`, "", "'", "", " ", "", "\t", "", "\n", "")
