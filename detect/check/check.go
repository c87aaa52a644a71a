// Package check holds the checks, one to a file.
package check

import (
	"encoding/json"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
)

// All returns every check, in the order in which they run and are listed.
func All() []detect.Check {
	return []detect.Check{
		hiddenUnicode{},
		shadowing{},
		payload{},
		directive,
		wording,
		capability{},
		preference,
		embeddedSecret{},
	}
}

// Load loads the model, for which the first scan waits otherwise.
func Load() { model.Default() }

// softSignal returns a soft signal at bytes [start, end) of a field.
func softSignal(t detect.ToolView, field, start, end int, threat detect.ThreatType, confidence float64, detail string) detect.Signal {
	s := t.Signal(field, start, end)
	s.Tier, s.ThreatType, s.Confidence, s.Detail = detect.TierSoft, threat, confidence, detail
	return s
}

// example is a documentation example.
func example(note, server, tool string, peers ...detect.Peer) detect.Example {
	return detect.Example{Note: note, Server: server, Tool: tool, Peers: peers}
}

// exampleTool returns a tool as JSON, optionally with one string parameter: its name, a schema keyword and the value of that.
func exampleTool(name, description string, parameter ...string) string {
	schema := map[string]any{"type": "object"}
	if len(parameter) == 3 {
		schema["properties"] = map[string]any{parameter[0]: map[string]any{"type": "string", parameter[1]: parameter[2]}}
	}
	b, err := json.Marshal(map[string]any{"name": name, "description": description, "inputSchema": schema})
	if err != nil {
		return "" // Maps of strings are always encoded.
	}
	return string(b)
}
