package check

import (
	"strings"
	"testing"

	"github.com/org/mcp-lint/detect"
)

// BenchmarkOpenWeights is what the first inspection pays for the table.
func BenchmarkOpenWeights(b *testing.B) {
	b.SetBytes(int64(len(wordingTable)))
	for b.Loop() {
		openWeights(wordingTable)
	}
}

// BenchmarkJudgements is the cost of weighing the sentences of a long description that is prepared already.
func BenchmarkJudgements(b *testing.B) {
	text := strings.Repeat("Returns the tide table of a harbour for a day. Call find_harbour first to get the harbour_id, and ask the user when several match. ", 40)
	v, err := detect.ViewJSON(detect.KindTool, "tides", []byte(exampleTool("tide_table", text)))
	if err != nil {
		b.Fatal(err)
	}
	reg := detect.NewRegistry([]detect.ToolView{v})
	p := newProse(v, reg, v.FieldAt("/description"))
	learned()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		p.judged, p.read = nil, false
		p.judgements()
	}
}
