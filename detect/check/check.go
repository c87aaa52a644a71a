// Package check holds the checks, one to a file.
package check

import (
	"encoding/json"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
)

// All returns every check in the order in which they run and are listed. It is the one place that knows them all.
func All() []detect.Check {
	return []detect.Check{
		hiddenUnicode{},
		shadowing{},
		payload{},
		directive,
		wording,
		mismatch,
		preference,
		embeddedSecret{},
	}
}

// Load loads what the checks judge wording by, which the first scan waits for otherwise.
func Load() { model.Default() }

// softSignal makes a soft signal at bytes [start, end) of a field.
func softSignal(t detect.ToolView, field, start, end int, threat detect.ThreatType, confidence float64, detail string) detect.Signal {
	s := t.Signal(field, start, end)
	s.Tier, s.ThreatType, s.Confidence, s.Detail = detect.TierSoft, threat, confidence, detail
	return s
}

// example shows what a check does with a tool of a server.
func example(note, server, tool string, peers ...detect.Peer) detect.Example {
	return detect.Example{Note: note, Server: server, Tool: tool, Peers: peers}
}

// exampleTool writes a tool, with one string parameter when its name, a keyword of its schema and the value of that are given.
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
