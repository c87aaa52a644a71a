package code

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// BenchmarkScan reads the test file of each language: full of definitions, as few real files are.
func BenchmarkScan(b *testing.B) {
	for _, path := range []string{
		"python/decorators.py", "python/registered.py", "javascript/server.ts", "go/server.go", "csharp/Tools.cs", "java/Library.java", "kotlin/Farm.kt",
		"rust/mill.rs", "php/Shop.php", "ruby/zoo.rb", "swift/Clock.swift", "cpp/lamp.cc", "dart/pond.dart", "elixir/kite.ex",
	} {
		data, err := os.ReadFile(filepath.Join("testdata", path))
		require.NoError(b, err)
		f := source.NewFile(path, path, data)
		b.Run(path, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				Scan(f, languages[filepath.Ext(path)])
			}
		})
	}
}
