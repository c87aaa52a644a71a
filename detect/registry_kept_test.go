package detect_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/detect"
)

// TestFactsAreReadOnce counts how often what is kept of a tool or a server is made, however often it is asked for.
func TestFactsAreReadOnce(t *testing.T) {
	var names []string
	for i := range 40 {
		names = append(names, fmt.Sprintf("s%d/send_report", i))
	}
	reg, tools := registry(t, names...)
	made := map[string]int{}
	for range 3 {
		for i := range tools {
			reg.OfTool(i, func() any { made[names[i]]++; return i })
			reg.OfServer(tools[i].Server, func() any { made[tools[i].Server]++; return i })
		}
	}
	assert.Len(t, made, 2*len(names))
	for name, n := range made {
		assert.Equal(t, 1, n, name)
	}
	one, _ := registry(t, "a/x")
	assert.Equal(t, 7, one.OfTool(0, func() any { return 7 }))
	assert.Equal(t, 8, one.OfTool(5, func() any { return 8 }))
	assert.Equal(t, 9, detect.RegistryView{}.OfServer("a", func() any { return 9 }))
	assert.Nil(t, reg.OfTool(0, nil))
}
