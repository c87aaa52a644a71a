package mcpserver

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/org/mcp-lint/internal/door"
)

// named is a definition that is nothing but a name.
type named struct {
	Name        string         `json:"name"`
	InputSchema map[string]any `json:"inputSchema"`
}

// objected returns those of some names that our own checks find fault with when a tool is called so. An answer does not tell them: a file
// or a parameter may be called what no tool should be.
func (s *Server) objected(ctx context.Context, names map[string]bool) (map[string]bool, error) {
	if len(names) == 0 {
		return nil, nil
	}
	var list struct {
		Tools []named `json:"tools"`
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		list.Tools = append(list.Tools, named{name, map[string]any{"type": "object"}})
	}
	data, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	r, _, err := s.scanner.Scan(ctx, door.Request{Document: data, Skip: []string{"manifest.invalid", "shadowing.cross_server"}})
	if err != nil {
		return nil, err
	}
	refused := map[string]bool{}
	for i := range r.Findings {
		refused[r.Findings[i].Tool] = true
		for _, name := range r.Findings[i].SharedBy {
			refused[name] = true
		}
	}
	return refused, nil
}
