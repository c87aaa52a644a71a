package odd

import "github.com/mark3labs/mcp-go/mcp"

var spaced = mcp.NewTool("two words", mcp.WithDescription("Reads a note."), mcp.WithString("id", mcp.Description("The note.")))

var long = mcp.NewTool("long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_", mcp.WithDescription("Finds a note."))
