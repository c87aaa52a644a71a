package discover

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkTree walks a generated tree of 20,000 files, of which 400 speak of the protocol.
func BenchmarkTree(b *testing.B) {
	const files, each, speaking = 20_000, 200, 50 // one file of 50 speaks
	root := b.TempDir()
	plain := strings.Repeat("// Orders are kept by day.\nexport function find(day) {\n  return store.get(`orders/${day}`, { limit: 10 });\n}\n", 20)
	for i := range files {
		folder := filepath.Join(root, fmt.Sprintf("part%03d", i/each))
		if i%each == 0 {
			require.NoError(b, os.MkdirAll(folder, 0o755))
		}
		text := plain
		if i%speaking == 0 {
			text = "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n" + plain +
				fmt.Sprintf("server.tool('find_%d', 'Finds the orders of day %d of the year.', { day: z.string().describe('The day.') }, find);\n", i, i)
		}
		require.NoError(b, os.WriteFile(filepath.Join(folder, fmt.Sprintf("file%05d.ts", i)), []byte(text), 0o644))
	}
	for b.Loop() {
		inv, err := Walk(Options{Paths: []string{root}})
		require.NoError(b, err)
		require.Len(b, inv.Tools, files/speaking)
	}
}
