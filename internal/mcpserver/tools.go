package mcpserver

import (
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const instructions = "Scans the definitions of MCP servers and reports hidden characters, encoded text, look-alike names and orders to models. " +
	"Answers name places and checks, and quote no scanned text unless quotes is set."

// addTools adds the tools. Their texts are our own example of what a definition should say: the tests scan them.
func (s *Server) addTools(base context.Context, server *mcp.Server) {
	for _, t := range []struct {
		name, title, description, input string
		output                          *jsonschema.Schema
		call                            func(context.Context, json.RawMessage) (answer, error)
	}{
		{
			"scan_tools", "Scan definitions",
			"Checks definitions of MCP tools, prompts and servers passed in tools or document, and returns findings with severity and place.",
			scanToolsInput, outputSchema[Report](), s.scanTools,
		},
		{
			"scan_path", "Scan a path",
			"Checks the MCP definitions and client configurations in a file or folder, including source code, and returns findings with severity and place.",
			scanPathInput, outputSchema[Report](), s.scanPath,
		},
		{
			"explain_check", "Explain a check",
			"Returns what a check catches, why it matters and how to fix it, or the list of checks.",
			explainCheckInput, outputSchema[Explanation](), s.explainCheck,
		},
	} {
		server.AddTool(&mcp.Tool{
			Name: t.name, Title: t.title, Description: t.description, InputSchema: json.RawMessage(t.input), OutputSchema: t.output,
			Annotations: &mcp.ToolAnnotations{Title: t.title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: new(false), OpenWorldHint: new(false)},
		}, s.handler(base, t.call))
	}
}
