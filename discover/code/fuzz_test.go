package code

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/source"
)

// FuzzScan reads anything as any language: it never panics, and every text stands where it says.
func FuzzScan(f *testing.F) {
	require.NoError(f, filepath.WalkDir("testdata", func(path string, d fs.DirEntry, err error) error {
		lang := languageOf(path)
		if err != nil || d.IsDir() || lang == 0 {
			return err
		}
		data, err := os.ReadFile(path)
		f.Add(uint8(lang), data)
		return err
	}))
	for lang := range uint8(13) {
		f.Add(lang, []byte(`server.tool("a", loc["Adds two numbers."], {x: Loc["."], y: Loc[""]})`))
		f.Add(lang, []byte(`[Description(Loc["Adds two numbers."])] @Tool(description = Loc["a."]) void a() { super(loc["."]); }`))
	}
	f.Fuzz(func(t *testing.T, lang uint8, data []byte) {
		file := source.NewFile("x", "x", data)
		l := lex.Language(lang%13 + 1)
		listing(t, linkAll([]*link.Module{scan(file, l), scan(file, lex.Python)}), false)
	})
}
