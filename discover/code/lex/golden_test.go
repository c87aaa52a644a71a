package lex

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"

	"github.com/org/mcp-lint/internal/golden"
)

// TestGolden lists the strings and documentation of files as people write them, with their places, and all tokens of JavaScript.
func TestGolden(t *testing.T) {
	for path, lang := range map[string]Language{
		"testdata/rust/notes.rs": Rust, "testdata/swift/notes.swift": Swift, "testdata/cpp/notes.cc": Cpp,
		"testdata/javascript/server.tsx": JavaScript, "testdata/javascript/page.html": JavaScript,
	} {
		t.Run(path, func(t *testing.T) {
			code, err := os.ReadFile(path)
			require.NoError(t, err)
			f := Read(source.NewFile(path, path, code), lang)
			checkTokens(t, f)
			var out strings.Builder
			for i, tok := range f.Tokens {
				name := map[Kind]string{String: "string", Chunk: "chunk", Doc: "doc", Regex: "regex", Markup: "markup"}[tok.Kind]
				if name == "" {
					continue
				}
				from, to := f.Source.Position(int(tok.Start), source.Runes), f.Source.Position(int(tok.End), source.Runes)
				fmt.Fprintf(&out, "%d:%d-%d:%d %s %+q\n", from.Line, from.Column, to.Line, to.Column, name, f.Text(i).Value)
			}
			if lang == JavaScript {
				out.WriteString(strings.NewReplacer(" ⏎ ", " ⏎\n", " ; ", " ;\n").Replace(showJS(f)) + "\n")
			}
			golden.Equal(t, path+".golden", out.String())
		})
	}
}

// TestOutlines writes the outlines of code, which line ends of Windows do not change. A file of testdata/outlines has the extension of the
// language in its name.
func TestOutlines(t *testing.T) {
	golden.Each(t, "testdata/outlines/*.txt", func(t *testing.T, file string) {
		lang, ok := OfExtension("." + strings.TrimSuffix(filepath.Base(file), ".txt"))
		require.True(t, ok, file)
		golden.Lines(t, file, func(line string) []string {
			code, ok := golden.Snippet(line)
			require.True(t, ok, line)
			got := outline(t, lang, code)
			if crlf := strings.ReplaceAll(strings.ReplaceAll(code, "\r\n", "\n"), "\n", "\r\n"); !strings.Contains(strings.ReplaceAll(code, "\r\n", ""), "\r") {
				assert.Equal(t, got, outline(t, lang, crlf), "CRLF: %s", code)
			}
			return []string{got}
		})
	})
}

// TestTokens writes all tokens of JavaScript. A file of testdata/tokens has the extension of the notation in its name.
func TestTokens(t *testing.T) {
	golden.Each(t, "testdata/tokens/*.txt", func(t *testing.T, file string) {
		golden.Lines(t, file, func(line string) []string {
			code, ok := golden.Snippet(line)
			require.True(t, ok, line)
			f := lexJSText("x."+strings.TrimSuffix(filepath.Base(file), ".txt"), code)
			checkTokens(t, f)
			return []string{strings.TrimRight(showJS(f), " ")}
		})
	})
}
