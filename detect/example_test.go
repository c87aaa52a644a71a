package detect_test

import (
	"fmt"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
)

// A gateway scans the tools of all its servers side by side before it shows them to a model.
func Example() {
	definitions := []struct{ server, tool string }{
		{"files", `{"name": "read_note", "description": "Reads a note of the workspace."}`},
		{"jokes", `{"name": "tell_joke", "description": "Tells a joke.\u200b\u200bEnjoy."}`},
	}
	var tools []detect.ToolView
	for _, d := range definitions {
		view, err := detect.ViewJSON(detect.KindTool, d.server, []byte(d.tool))
		if err != nil {
			fmt.Println(err)
			return
		}
		tools = append(tools, view)
	}
	result := detect.NewEngine(check.All()).Scan(tools)
	for _, f := range result.Findings {
		s := f.Signals[f.Primary]
		fmt.Printf("%s/%s: %s, %s: %s\n", f.Server, f.Tool, f.Severity, f.Action, f.ThreatType)
		fmt.Printf("%s at %s bytes %d to %d: %s\n", s.CheckID, s.Field, s.Start, s.End, s.Evidence)
	}
	fmt.Println("degraded:", result.Coverage.Degraded())
	// Output:
	// jokes/tell_joke: high, quarantine: tool_poisoning
	// unicode.hidden at /description bytes 13 to 19: U+200B ZERO WIDTH SPACE x2
	// degraded: false
}
