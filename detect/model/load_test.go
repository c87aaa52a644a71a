package model

import (
	"testing"

	"github.com/org/mcp-lint/detect/reading"
)

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := Parse(weightsText, reading.Default()); err != nil {
			b.Fatal(err)
		}
	}
}
