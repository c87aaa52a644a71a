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

// tidalProse is a long description that is prepared already.
func tidalProse(b *testing.B) *prose {
	text := strings.Repeat("Returns the tide table of a harbour for a day. Call find_harbour first to get the harbour_id, and ask the user when several match. ", 40)
	v, err := detect.ViewJSON(detect.KindTool, "tides", []byte(exampleTool("tide_table", text)))
	if err != nil {
		b.Fatal(err)
	}
	p := newProse(v, detect.NewRegistry([]detect.ToolView{v}), v.FieldAt("/description"))
	learned()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	return p
}

// perWord reports what a run costs for each word.
func perWord(b *testing.B, p *prose) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.doc.Words)), "ns/word")
}

// BenchmarkJudgements is the cost of the exact scores of all sentences.
func BenchmarkJudgements(b *testing.B) {
	p := tidalProse(b)
	for b.Loop() {
		p.judged, p.read = nil, false
		p.judgements()
	}
	perWord(b, p)
}

// BenchmarkWeigh is the cost of a field that nothing speaks against, as most are.
func BenchmarkWeigh(b *testing.B) {
	p := tidalProse(b)
	for b.Loop() {
		p.judged, p.read = nil, false
		p.weigh()
	}
	if p.judged != nil {
		b.Fatal("the text is not innocent")
	}
	perWord(b, p)
}
