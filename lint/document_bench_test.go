package lint

import (
	"strings"
	"testing"
)

// BenchmarkOneDocument is a scan of one small document, as servers of scans do it.
func BenchmarkOneDocument(b *testing.B) {
	const doc = `{"tools":[{"name":"get_forecast","description":"Returns the forecast for a city.","inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."}}}}]}`
	cwd := b.TempDir()
	b.ReportAllocs()
	for b.Loop() {
		r, err := Run(Options{Paths: []string{"-"}, Stdin: strings.NewReader(doc), Cwd: cwd})
		if err != nil || r.Summary.Tools != 1 {
			b.Fatal(err)
		}
	}
}
