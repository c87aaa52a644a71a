package orchard

import (
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

const pickText = "Pick apples " +
	"from a tree."

type PruneArgs struct {
	Tree string `json:"tree" jsonschema:"the tree to prune"`
	Hard bool   `json:"hard,omitempty" jsonschema:"whether to cut back hard"`
}

func tools(s *server.MCPServer, o options) {
	s.AddTool(mcp.NewTool("pick_apples",
		mcp.WithDescription(pickText),
		mcp.WithString("tree", mcp.Required(), mcp.Description("Which tree"), mcp.Enum("old", "young")),
		mcp.WithNumber("count", mcp.Description("How many"), mcp.DefaultNumber(3)),
	), pick)

	mcpsdk.AddTool(srv, &mcpsdk.Tool{Name: "prune", Description: "Prune a tree", Annotations: &mcpsdk.ToolAnnotations{Title: "Prune"}}, Prune)

	MustTool("graft", "Graft one tree on another", graft)

	toolset.Add(NewTool(mcp.Tool{
		Name:        "water",
		Description: t("TOOL_WATER_DESCRIPTION", "Water the trees in the evening."),
		Annotations: mcp.ToolAnnotation{Title: t("TOOL_WATER_TITLE", "Water trees")},
		InputSchema: &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{
			"litres": {Type: "number", Description: "Litres for each tree"},
		}},
	}, water))

	opts := []mcp.ToolOption{mcp.WithDescription(fmt.Sprintf("Count the %s of %s.", "pears", o.Name()))}
	opts = append(opts, mcp.WithString("row", mcp.Description("Row of trees")))
	s.AddTool(mcp.NewTool(o.ToolsetName()+"_count", opts...), count)

	lines := strings.Join([]string{"Sell fruit.", "Not on Sundays."}, "\n")
	s.AddTool(mcp.NewToolWithRawSchema("sell", lines, schema), sell)
	return fmt.Errorf("no tool of the name %q is known here", o.Name())
}

func Prune(ctx context.Context, req *mcpsdk.CallToolRequest, args PruneArgs) (*mcpsdk.CallToolResult, any, error) {
	return nil, nil, nil
}

var server = NewMCPServer("orchard", "1.0", WithInstructions("Ask before cutting."))

func prompts(s *server.MCPServer) {
	s.AddPrompt(mcp.NewPrompt("harvest_plan", mcp.WithPromptDescription("Plan the harvest"), mcp.WithArgument("month", mcp.ArgumentDescription("Month of the harvest"))), plan)
}
