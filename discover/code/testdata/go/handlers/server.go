package tide

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type harbourArgs struct {
	Harbour string `json:"harbour" jsonschema:"Harbour whose tides are asked for"`
}

func tideHandler(days int) mcp.ToolHandlerFor[harbourArgs, any] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in harbourArgs) (*mcp.CallToolResult, any, error) {
		return nil, nil, nil
	}
}

func withRecovery[T any](name string, next func(context.Context, *mcp.CallToolRequest, T) (*mcp.CallToolResult, any, error)) func(context.Context, *mcp.CallToolRequest, T) (*mcp.CallToolResult, any, error) {
	return func(ctx context.Context, req *mcp.CallToolRequest, in T) (*mcp.CallToolResult, any, error) {
		return next(ctx, req, in)
	}
}

func register(s *mcp.Server, w *watch) {
	mcp.AddTool(s, &mcp.Tool{Name: "tide_inline", Description: "Tides of today"},
		func(ctx context.Context, req *mcp.CallToolRequest, in harbourArgs) (*mcp.CallToolResult, any, error) {
			return nil, nil, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "tide_factory", Description: "Tides of a week"}, tideHandler(7))
	mcp.AddTool(s, &mcp.Tool{Name: "tide_wrapped", Description: "Tides of a month"},
		withRecovery("tide_wrapped", func(ctx context.Context, req *mcp.CallToolRequest, in shipArgs) (*mcp.CallToolResult, any, error) {
			return nil, nil, nil
		}))
	mcp.AddTool(s, &mcp.Tool{Name: "tide_status", Description: "Whether the gauge works"},
		withRecovery("tide_status", func(ctx context.Context, req *mcp.CallToolRequest, _ any) (*mcp.CallToolResult, any, error) {
			return nil, nil, nil
		}))
	mcp.AddTool(s, &mcp.Tool{Name: "tide_method", Description: "Tides a ship can sail on"}, w.sail)
	boatUpdateTool(w, "rename_boat", "Give a boat another name.", "Rename Boat", nil)
}
