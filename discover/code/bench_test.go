package code

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
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
		scanning(b, path, data)
	}
}

// BenchmarkScanOrdinary reads files that define nothing, as most do: code, comments and a few strings.
func BenchmarkScanOrdinary(b *testing.B) {
	own, err := filepath.Glob("*.go")
	require.NoError(b, err)
	var all []byte
	for _, path := range own[:min(20, len(own))] {
		data, err := os.ReadFile(path)
		require.NoError(b, err)
		all = append(all, strings.ReplaceAll(string(data), "package code\n", "\n")...)
	}
	scanning(b, "own.go", append([]byte("package code\n"), all...))
	for name, text := range map[string]string{
		"orders.py": "class Order(Base):\n    \"\"\"One order of a customer.\"\"\"\n\n    total: int = 0\n\n    def add(self, item, count=1):\n        if count < 1:\n            raise ValueError(f\"no {item}\")\n" +
			"        for line in self.lines:\n            if line.item == item:\n                line.count += count\n                return line\n        self.lines.append(Line(item, count, price=self.shop.prices[item] * count))\n        return self.lines[-1]\n\n",
		"orders.ts": "/** One order of a customer. */\nexport class Order extends Base {\n  total = 0;\n  async add(item: Item, count = 1): Promise<Line> {\n    if (count < 1) throw new Error(`no ${item.name}`);\n" +
			"    const line = this.lines.find((l) => l.item.id === item.id) ?? { item, count: 0, price: await this.shop.prices.get(item.id) };\n    line.count += count;\n    this.lines.push({ ...line, at: Date.now() });\n    return line;\n  }\n}\n",
		"orders.rs": "/// One order of a customer.\nimpl Order {\n    pub fn add(&mut self, item: &Item, count: u32) -> Result<&Line, Error> {\n        if count < 1 { return Err(Error::new(format!(\"no {}\", item.name))); }\n" +
			"        let line = self.lines.iter_mut().find(|l| l.item.id == item.id).unwrap_or_else(|| Line::of(item));\n        line.count += count;\n        Ok(line)\n    }\n}\n",
	} {
		scanning(b, name, []byte(strings.Repeat(text, 50)))
	}
}

// scanning reads one file again and again.
func scanning(b *testing.B, path string, data []byte) {
	f := source.NewFile(path, path, data)
	b.Run(path, func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			scan(f, languageOf(path))
		}
	})
}

// BenchmarkLink links many files that hardly ask each other for anything.
func BenchmarkLink(b *testing.B) {
	data, err := os.ReadFile(filepath.Join("testdata", "javascript", "server.ts"))
	require.NoError(b, err)
	plain := strings.Repeat("export const limit = 10;\nexport function total(lines) {\n  return 'of all the lines';\n}\n", 20)
	modules := []*link.Module{scan(source.NewFile("server.ts", "server.ts", data), lex.JavaScript)}
	for i := range 500 {
		rel := "src/" + strings.Repeat("a", i%20) + "/file.ts"
		modules = append(modules, scan(source.NewFile(rel, rel, []byte(plain)), lex.JavaScript))
	}
	b.ReportAllocs()
	for b.Loop() {
		linkAll(modules)
	}
}
