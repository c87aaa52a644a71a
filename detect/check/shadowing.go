package check

import (
	"fmt"

	"github.com/org/mcp-lint/detect"
)

// shadowing finds tools that stand in for a tool of another server, or that tell the model how to use one.
type shadowing struct{}

// ID implements detect.Check.
func (shadowing) ID() string { return "shadowing.cross_server" }

// Inspect implements detect.Check.
func (c shadowing) Inspect(tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	if reg.Servers() < 2 {
		return nil
	}
	var signals []detect.Signal
	if i := reg.IndexOf(tool); i >= 0 && tool.Kind == detect.KindTool {
		signals = inspectName(i, tool, reg)
	}
	for i, f := range tool.Fields {
		switch f.Role {
		case detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI:
			continue
		}
		signals = append(signals, inspectReferences(i, tool, reg)...)
	}
	return signals
}

// nameSignal is a signal at the name of the tool that is like the other one.
func nameSignal(tool detect.ToolView, reg detect.RegistryView, other int, tier detect.Tier, confidence float64, detail string) detect.Signal {
	at := max(nameField(tool), 0)
	s := detect.Signal{FieldIndex: at, Confidence: confidence}
	if len(tool.Fields) > 0 {
		s = tool.Signal(at, 0, len(tool.Fields[at].Text))
	}
	s.Tier, s.ThreatType, s.Confidence, s.Detail = tier, detect.ThreatToolPoisoning, confidence, detail
	s.Evidence = fmt.Sprintf("%s on server %s is like %s on server %s", tool.Name, tool.Server, reg.Tool(other).Name, reg.Tool(other).Server)
	return s
}

// relatedName points at the name of tool i.
func relatedName(reg detect.RegistryView, i int, note string) detect.Related {
	t := reg.Tool(i)
	r := detect.Related{ToolIndex: i, Server: t.Server, Tool: t.Name, Note: note}
	if f := nameField(t); f >= 0 {
		r.FieldIndex, r.Field, r.End = f, t.Fields[f].Pointer, len(t.Fields[f].Text)
	}
	return r
}

func nameField(t detect.ToolView) int {
	for i := range t.Fields {
		if t.Fields[i].Role == detect.RoleName {
			return i
		}
	}
	return -1
}

// Documentation implements detect.DocumentedCheck.
func (shadowing) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "shadowing.cross_server", Title: "A tool stands in for another server's tool or steers its use",
		Tier: detect.TierHard, ThreatType: detect.ThreatToolPoisoning, Scope: detect.ScopeFull,
		Catches: "Tools of different servers that are scanned side by side and get in each other's way: a distinctive name that two servers use; a look-alike of another server's name (letters that look the same, other case or separators, one letter off, or words such as `_v2`, `official` or `enhanced` added) on a description that is nearly the same; and text that names a tool of another server and steers it, by redirecting its calls, forbidding it, ordering it to be called, or changing what it is called with. Everyday names, servers configured twice, and plain mentions such as \"unlike read_file\" are innocent.",
		Why:     "A client shows the tools of all servers to one model. A server that takes the name of a trusted tool, or that tells the model what to do with it, decides what the trusted tool does, without ever being called itself.",
		Fix:     "Keep the server that you trust and remove or disable the other. If both are meant to be there, rename one of the tools, or give the servers prefixes in the client, and take the text about the other server's tool out of the description.",
		Bad:     shadowingBad,
		Good:    shadowingGood,
	}
}
