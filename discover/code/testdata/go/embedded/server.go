package embedded

import (
	_ "embed"

	"example.org/beehive/embedded/texts"
)

//go:embed texts/smoke.md
var smokeText string

func register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("smoke", mcp.WithDescription(smokeText)), smoke)
	s.AddTool(mcp.NewTool("harvest", mcp.WithDescription(texts.Harvest)), harvest)
	s.AddTool(mcp.NewTool("feed", mcp.WithDescription(texts.Feed)), feed)
	s.AddTool(mcp.NewTool("lost", mcp.WithDescription(texts.Lost)), lost)
}
