package conform

import "github.com/org/mcp-lint/detect"

// invalid is the check manifest.invalid.
type invalid struct{}

var (
	_ detect.DocumentedCheck = invalid{}
	_ detect.CappedCheck     = invalid{}
)

// ID implements detect.Check.
func (invalid) ID() string { return "manifest.invalid" }

// Inspect implements detect.Check.
func (c invalid) Inspect(t detect.ToolView, reg detect.RegistryView) []detect.Signal {
	signals, _ := c.InspectCapped(t, reg)
	return signals
}

// InspectCapped implements detect.CappedCheck.
func (invalid) InspectCapped(t detect.ToolView, _ detect.RegistryView) ([]detect.Signal, []detect.CapHit) {
	if t.Definition == nil || t.Definition.Kind != detect.NodeObject {
		return nil, nil
	}
	v := inspection{t: t}
	switch t.Kind {
	case detect.KindTool:
		v.tool()
	case detect.KindPrompt, detect.KindResource, detect.KindResourceTemplate, detect.KindInstructions, detect.KindServer:
		v.addresses(t.Definition)
	case detect.KindLaunch:
		v.launch()
	case detect.KindSettings:
		v.settings()
	case detect.KindManifest:
		v.addresses(t.Definition)
		v.manifest()
	}
	return v.out, v.caps
}

// tool looks at a tool: what it shows, its schemas and its name.
func (v *inspection) tool() {
	def := v.t.Definition
	var name *detect.Node
	sent := false
	for i := range def.Members {
		m := &def.Members[i]
		if m.Name == nil || m.Value == nil {
			continue
		}
		switch m.Name.Text {
		case "name":
			name = m.Value
		case "inputSchema", "input_schema":
			v.schemaAt(m.Name.Text, m.Value, true)
			sent = sent || isObjectType(m.Value.Get("type"))
		case "outputSchema", "output_schema":
			v.schemaAt(m.Name.Text, m.Value, false)
		default:
			v.address(m)
		}
	}
	if sent {
		// Without a whole schema this may be a part of a definition, whose name is for people.
		v.toolName(name)
	}
}
