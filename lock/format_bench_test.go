package lock

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// BenchmarkDigest is of a tool as servers have them, of 1.2 kB.
func BenchmarkDigest(b *testing.B) {
	v := detect.NewView(detect.KindTool, "files", parse(b, wholeTool))
	b.SetBytes(int64(len(wholeTool)))
	b.ReportAllocs()
	for b.Loop() {
		DigestOf(v)
	}
}

func manyEntries(tb testing.TB) *File {
	f := &File{}
	for i := range 500 {
		e := entryOf(detect.KindTool, "files", fmt.Sprint("tool", i), parse(tb, wholeTool))
		f.Entries = append(f.Entries, e)
	}
	return f
}

// BenchmarkParse is of 500 tools.
func BenchmarkParse(b *testing.B) {
	data := manyEntries(b).Bytes()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		_, err := Parse(data)
		require.NoError(b, err)
	}
}

// BenchmarkBytes writes 500 tools that were not read from a file: most of the time goes into looking for credentials.
func BenchmarkBytes(b *testing.B) {
	f := manyEntries(b)
	b.ReportAllocs()
	for b.Loop() {
		f.Bytes()
	}
}
