package mcpserver

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const instructions = "Scans the definitions of MCP servers and reports hidden characters, encoded text, look-alike names and wording meant for models. " +
	"An answer tells places and checks, and no scanned words unless quotes is set."

// addTools adds the tools. Their texts are our own example of what a definition should say: the tests scan them.
func (s *Server) addTools(base context.Context, server *mcp.Server) {
	reads := func(title string) *mcp.ToolAnnotations {
		return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: new(false), OpenWorldHint: new(false)}
	}
	server.AddTool(&mcp.Tool{
		Name:         "scan_tools",
		Title:        "Scan definitions",
		Description:  "Checks definitions of MCP tools, prompts and servers that are passed in as tools or document, and returns findings with their severity and place.",
		InputSchema:  json.RawMessage(scanToolsInput),
		OutputSchema: outputSchema[Report](),
		Annotations:  reads("Scan definitions"),
	}, s.handler(base, s.scanTools))
	server.AddTool(&mcp.Tool{
		Name:         "scan_path",
		Title:        "Scan a path",
		Description:  "Checks the MCP definitions and client configurations in a file or folder of the project, source code included, and returns findings with their severity and place.",
		InputSchema:  json.RawMessage(scanPathInput),
		OutputSchema: outputSchema[Report](),
		Annotations:  reads("Scan a path"),
	}, s.handler(base, s.scanPath))
	server.AddTool(&mcp.Tool{
		Name:         "explain_check",
		Title:        "Explain a check",
		Description:  "Returns what a check of mcp-lint catches, why it matters and how to fix it, or the list of checks.",
		InputSchema:  json.RawMessage(explainCheckInput),
		OutputSchema: outputSchema[Explanation](),
		Annotations:  reads("Explain a check"),
	}, s.handler(base, s.explainCheck))
}
