package tide

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type watch struct{}

type shipArgs struct {
	Draught float64 `json:"draught" jsonschema:"Depth of water that the ship needs"`
}

func (w *watch) sail(ctx context.Context, req *mcp.CallToolRequest, in shipArgs) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

func boatUpdateTool(w *watch, name, description, title string, extra map[string]any) *mcp.Tool {
	return &mcp.Tool{Name: name, Description: description, Annotations: &mcp.ToolAnnotations{Title: title}}
}
