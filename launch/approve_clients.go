package launch

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// client grades the settings that single clients have.
func (a *approval) client(m detect.Member, lists map[string][]approved) {
	switch m.Name.Text {
	case "agent":
		a.zed(m.Value, lists)
	case "GOOSE_MODE":
		for _, it := range a.at("/GOOSE_MODE", lists) {
			if it.text == "auto" {
				a.add(a.signal(it), true, "whatever the agent does runs without a question, which is what Goose does unless it is told otherwise; write GOOSE_MODE: smart_approve, or approve")
			}
		}
	case "general":
		for _, it := range a.at("/general/defaultApprovalMode", lists) {
			if it.text == "yolo" {
				a.add(a.signal(it), false, `nothing that the agent does is confirmed; write "default", and approve single tools when they ask`)
			}
		}
	case "tools":
		// With autoAccept, tools of the client that only read are not asked for.
		a.rules(lists["/tools/allowed"], nil)
	case "profiles":
		a.profiles(m.Value, lists)
	}
}

// zed grades the settings of Zed's agent.
func (a *approval) zed(n *detect.Node, lists map[string][]approved) {
	for _, m := range n.Members {
		if m.Name != nil && m.Value != nil && m.Name.Text == "always_allow_tool_actions" && isTrue(m.Value) {
			a.add(a.value("/agent", m), false, openSwitches["always_allow_tool_actions"])
		}
	}
	for _, it := range a.at("/agent/tool_permissions/default", lists) {
		if it.text == "allow" {
			held := a.at("/agent/tool_permissions/tools/terminal/default", lists)
			a.add(a.signal(it), len(held) > 0 && held[0].text != "allow",
				`no action of any tool is confirmed; write "confirm", and "allow" for tools that only read: "tools": {"read_file": {"default": "allow"}}`)
			return
		}
	}
	for _, it := range a.at("/agent/tool_permissions/tools/terminal/default", lists) {
		if it.text == "allow" {
			a.add(a.signal(it), true, `commands that the model comes up with run without a question; write "confirm", and single commands into "always_allow"`)
		}
	}
}

// maxProfiles bounds the profiles of Codex that are looked at.
const maxProfiles = 64

// profiles grades the profiles of Codex, one of which may be the one that is used.
func (a *approval) profiles(n *detect.Node, lists map[string][]approved) {
	chosen := a.t.Definition.StringAt("profile")
	for i, p := range n.Members {
		if i >= maxProfiles || p.Name == nil || p.Value == nil {
			return
		}
		if p.Value.StringAt("approval_policy") != "never" || p.Value.StringAt("sandbox_mode") != "danger-full-access" {
			continue
		}
		for _, it := range a.at("/profiles/"+detect.PointerToken(p.Name.Text)+"/approval_policy", lists) {
			a.add(a.signal(it), p.Name.Text != chosen || strings.TrimSpace(chosen) == "",
				`with this profile commands run outside of the sandbox and nobody is asked; write approval_policy = "on-request" and sandbox_mode = "workspace-write"`)
		}
	}
}
