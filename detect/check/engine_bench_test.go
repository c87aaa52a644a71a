package check_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
)

// ordinaryTools returns the first n ordinary definitions of the corpus, repeated under other server names when there are fewer.
func ordinaryTools(tb testing.TB, n int) []detect.ToolView {
	tb.Helper()
	data, err := os.ReadFile("../../corpus/data/benign.jsonl")
	require.NoError(tb, err)
	var tools []detect.ToolView
	for round := 0; len(tools) < n; round++ {
		for line := range bytes.Lines(data) {
			var entry struct {
				Server string
				Kind   detect.Kind
				Tool   json.RawMessage
			}
			if json.Unmarshal(line, &entry) != nil || entry.Kind != "" && entry.Kind != detect.KindTool || len(tools) == n {
				continue
			}
			server := entry.Server
			if round > 0 {
				server = fmt.Sprintf("%s-%d", server, round)
			}
			v, err := detect.ViewJSON(detect.KindTool, server, entry.Tool)
			require.NoError(tb, err)
			tools = append(tools, v)
		}
	}
	return tools
}

// BenchmarkEngine runs all checks over ordinary tools, in one scan of many and in one scan each.
func BenchmarkEngine(b *testing.B) {
	engine := detect.NewEngine(check.All())
	tools := ordinaryTools(b, 200)
	bytes := 0
	for _, t := range tools {
		for _, f := range t.Fields {
			bytes += len(f.Text)
		}
	}
	b.Run("together", func(b *testing.B) {
		b.SetBytes(int64(bytes))
		b.ReportAllocs()
		for b.Loop() {
			engine.Scan(tools)
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(tools)), "µs/tool")
	})
	b.Run("alone", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for i := range tools {
				engine.Scan(tools[i : i+1])
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(tools)), "µs/tool")
	})
}

// BenchmarkEngineShort runs all checks over tools of a name and three sentences, in which there is nothing to find.
func BenchmarkEngineShort(b *testing.B) {
	engine := detect.NewEngine(check.All())
	nouns := []string{"issue", "order", "calendar", "invoice", "repository", "message", "account", "project"}
	tools := make([]detect.ToolView, 1_000)
	bytes := 0
	for i := range tools {
		noun, other := nouns[i%len(nouns)], nouns[i/len(nouns)%len(nouns)]
		description := fmt.Sprintf("List each %s of the %s by date, with number and status. Sort by value or name, and limit the page to "+
			"the given number of items. Return the %s with its id, type and date, or an empty list when there is none.", noun, other, noun)
		definition, err := json.Marshal(map[string]string{"name": fmt.Sprintf("%s_of_%s_%d", noun, other, i), "description": description})
		require.NoError(b, err)
		tools[i], err = detect.ViewJSON(detect.KindTool, "s", definition)
		require.NoError(b, err)
		bytes += len(description)
	}
	b.SetBytes(int64(bytes))
	b.ReportAllocs()
	for b.Loop() {
		engine.Scan(tools)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(tools)), "µs/tool")
}

// BenchmarkEngineGrowth runs all checks over more and more tools; what one of them takes stays the same.
func BenchmarkEngineGrowth(b *testing.B) {
	engine := detect.NewEngine(check.All())
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			tools := ordinaryTools(b, n)
			b.ReportAllocs()
			for b.Loop() {
				engine.Scan(tools)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/tool")
		})
	}
}

// BenchmarkEngineLongText scans descriptions far longer than the engine reads.
func BenchmarkEngineLongText(b *testing.B) {
	engine := detect.NewEngine(check.All())
	sentence := []byte("Returns the issues of a project, newest first; see list_projects for its id. ")
	for _, n := range []int{100 << 10, 1 << 20, 10 << 20} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			definition, err := json.Marshal(map[string]any{"name": "list_issues", "description": string(bytes.Repeat(sentence, n/len(sentence)))})
			require.NoError(b, err)
			b.SetBytes(int64(n))
			b.ReportAllocs()
			for b.Loop() {
				v, err := detect.ViewJSON(detect.KindTool, "s", definition)
				require.NoError(b, err)
				engine.Scan([]detect.ToolView{v})
			}
		})
	}
}
