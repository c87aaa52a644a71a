package mcpserver

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/door"
)

// named is a definition that is nothing but a name.
type named struct {
	Name        string         `json:"name"`
	InputSchema map[string]any `json:"inputSchema"`
}

// partedAsWords has the checks read the words of a name as a model does, whatever of what a name may hold parts them: they see none that
// are parted by these.
var partedAsWords = strings.NewReplacer("$", "_", "@", "_", ":", "_")

// objected returns those of some names that our own checks find fault with when a tool is called so. An answer does not tell them: a file
// or a parameter may be called what no tool should be.
func (s *Server) objected(ctx context.Context, names map[string]bool) (map[string]bool, error) {
	if len(names) == 0 {
		return nil, nil
	}
	var list struct {
		Tools []named `json:"tools"`
	}
	meant := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		meant[name] = append(meant[name], name)
		if read := partedAsWords.Replace(name); read != name {
			meant[read] = append(meant[read], name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(meant)) {
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
		for _, found := range append([]string{r.Findings[i].Tool}, r.Findings[i].SharedBy...) {
			for _, name := range meant[found] {
				refused[name] = true
			}
		}
	}
	return refused, nil
}
