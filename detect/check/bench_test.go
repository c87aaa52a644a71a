package check

import (
	"bufio"
	"cmp"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// BenchmarkDefinitions runs all checks on the definitions of a file in corpus form, registry by registry. REAL names one of real tools.
func BenchmarkDefinitions(b *testing.B) {
	f, err := os.Open(cmp.Or(os.Getenv("REAL"), "../../corpus/data/benign.jsonl"))
	require.NoError(b, err)
	defer f.Close()
	registries := map[string][]detect.ToolView{}
	var order []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	n := 0
	for lines.Scan() {
		var e struct {
			ID, Registry, Server string
			Tool                 json.RawMessage
		}
		require.NoError(b, json.Unmarshal(lines.Bytes(), &e))
		v, err := detect.ViewJSON(detect.KindTool, e.Server, e.Tool)
		require.NoError(b, err)
		name := cmp.Or(e.Registry, e.ID)
		if registries[name] == nil {
			order = append(order, name)
		}
		registries[name], n = append(registries[name], v), n+1
	}
	require.NoError(b, lines.Err())
	engine := detect.NewEngine(All())
	for b.Loop() {
		for _, name := range order {
			engine.Scan(registries[name])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "us/tool")
}
