package marked

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"

	"github.com/org/mcp-lint/internal/golden"
)

const marker = "mcp-lint:ignore"

// yes and no stand for words that are a comment and words that are none.
const (
	yes = marker + " yes -- why"
	no  = marker + " no -- why"
)

// commented returns the texts of the comments of a file; YES and NO stand for words with the marker.
func commented(t testing.TB, name, data string) []string {
	t.Helper()
	data = strings.NewReplacer("YES", yes, "NO", no).Replace(data)
	f := source.NewFile(name, name, []byte(data))
	out := []string{}
	last := -1
	for _, c := range Comments(f, marker) {
		assert.Equal(t, c.Text, data[c.Span.Start:c.Span.End])
		assert.Greater(t, c.Span.Start, last)
		last = c.Span.Start
		out = append(out, c.Text)
	}
	return out
}

// TestComments holds for each language every comment beside every string that looks like one.
func TestComments(t *testing.T) {
	golden.Lines(t, "testdata/comments.txt", func(line string) []string {
		name, data, _ := strings.Cut(line, " ")
		data = golden.Text(data)
		for how, data := range map[string]string{
			"as it is": data, "CRLF": strings.ReplaceAll(data, "\n", "\r\n"), "mark": "\uFEFF" + data,
		} {
			if how == "mark" && strings.HasPrefix(data, "\uFEFF#!") {
				continue // no script any more
			}
			got := commented(t, name, data)
			for _, text := range got {
				assert.True(t, strings.HasPrefix(text, marker+" yes"), "%s, %s: %q", name, how, text)
			}
			assert.Len(t, got, strings.Count(data, "YES"), "%s, %s", name, how)
		}
		return nil
	})
}

func TestCommentsEnd(t *testing.T) {
	assert.Equal(t, []string{marker + " a -- b", marker + " c", marker + " d", marker}, commented(t, "a.ts",
		"x() // mcp-lint:ignore a -- b  \t\r\n/* mcp-lint:ignore c */ /*\nmcp-lint:ignore d\n*/ // mcp-lint:ignore"))
	assert.Equal(t, []string{marker + " a " + marker + " b"}, commented(t, "a.py", "# mcp-lint:ignore a mcp-lint:ignore b"))
	assert.Empty(t, commented(t, "a.py", "# mcp-lint: ignore"))
	assert.Nil(t, Comments(source.NewFile("a.py", "a.py", []byte("# x")), ""))
	// In an agent, only the front matter has comments.
	assert.Equal(t, []string{marker + " a"}, commented(t, ".kiro/agents/a.md",
		"---\nname: a\nmcpServers: {} # mcp-lint:ignore a\n---\n# mcp-lint:ignore b\n{\"jsonrpc\": \"2.0\", \"id\": 1} // mcp-lint:ignore c\n"))
	// Standard input has no name.
	assert.Equal(t, []string{yes}, commented(t, "stdin", "{\"a\": 1} // YES"))
}

// TestManyComments reads as many comments as there is room for, in values and beside them.
func TestManyComments(t *testing.T) {
	if testing.Short() {
		t.Skip("too slow under the race detector")
	}
	const n = 20_000
	for name, line := range map[string]string{
		"a.py": "x = '# NO' # YES\n", "a.ts": "x('// NO') // YES\n", "a.go": "", "a.yaml": "- '# NO' # YES\n", "a.json": "\"// NO\" // YES\n", "a.rb": "x('# NO') # YES\n",
		"a.cpp": "x(\"// NO\"); // YES\n",
	} {
		if line != "" {
			assert.Len(t, commented(t, name, strings.Repeat(line, n)), n, name)
		}
	}
	assert.Len(t, commented(t, "a.go", "package a\nfunc f() {\n"+strings.Repeat("\tf(\"// NO\") // YES\n", n)+"}\n"), n)
	assert.Len(t, commented(t, "a.ts", strings.Repeat("YES ", n)+"// YES"), 1)
	assert.Len(t, commented(t, "a.ts", "/*"+strings.Repeat("YES\n", n)+"*/"), n)
	assert.Len(t, commented(t, "a.ts", strings.Repeat("/*", n)+"YES"), 0)
	assert.Len(t, commented(t, "a.json", strings.Repeat("/*/*/", n)+"{}"), 0)
	assert.Len(t, commented(t, "a.rs", strings.Repeat("/*", n)+"YES "+strings.Repeat("*/", n)), 1)
}

// said lists what a file says to the readers, comments left out.
func said(f *source.File) (out []string) {
	name := f.Path
	if lang, ok := lex.OfFile(name); ok {
		for tokens, i := lex.Read(f, lang), 0; i < len(tokens.Tokens); i++ {
			out = append(out, fmt.Sprint(tokens.Tokens[i].Kind, tokens.Text(i).Value))
		}
		return out
	}
	docs, _ := manifest.ParseAs(f, manifest.Sniff(f))
	var look func(n *source.Node)
	left := 10_000
	look = func(n *source.Node) {
		if left--; n == nil || left < 0 {
			return
		}
		out = append(out, fmt.Sprint(n.Kind, n.Text.Value))
		for name, value := range n.Children() {
			look(name)
			look(value)
		}
	}
	for _, d := range docs {
		look(d)
	}
	return out
}

// FuzzComments looks for comments in anything, and checks that a file says the same when they say something else.
func FuzzComments(f *testing.F) {
	names := []string{
		"a.py", "a.ts", "a.tsx", "a.cs", "a.java", "a.kt", "a.rs", "a.php", "a.rb", "a.swift", "a.cpp", "a.dart", "a.ex", "a.json", "a.yaml", "a.toml", "a.html", "a", "a.go",
	}
	for i := range names {
		f.Add(uint8(i), []byte("# @@@\nx = '# @@@' // @@@\n/* @@@ */ | \"\"\"\n# @@@"))
	}
	f.Add(uint8(14), []byte("a: |\n  # @@@\n # @@@\nb: &a [1, 'x # @@@', # @@@\n  2]\nc: *a # @@@\nd: >2-\n    # @@@\n"))
	f.Add(uint8(14), []byte("? |\n # @@@\n: a\n #@@@\n  # @@@\n<<: {b: \"# @@@\"}\n"))
	f.Add(uint8(15), []byte("a = \"# @@@\" # @@@\n[b] # @@@\nc = \"\"\"\n# @@@\n\"\"\" # @@@\n"))
	f.Add(uint8(7), []byte("# @@@\n<?php # @@@\n$a = <<<E\n# @@@\nE;\n// @@@ ?> // @@@"))
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		const mark = "@@@"
		name := names[int(which)%len(names)]
		file := source.NewFile(name, name, data)
		comments := Comments(file, mark)
		if len(comments) == 0 {
			return
		}
		last, other := -1, slices.Clone(data)
		for _, c := range comments {
			require.Greater(t, c.Span.Start, last)
			require.LessOrEqual(t, c.Span.End, len(data))
			require.Equal(t, string(data[c.Span.Start:c.Span.End]), c.Text)
			require.True(t, strings.HasPrefix(c.Text, mark), c.Text)
			last = c.Span.Start
			copy(other[c.Span.Start:], "xyz")
		}
		if name == "a.go" {
			return
		}
		require.Equal(t, said(file), said(source.NewFile(name, name, other)), "%q", data)
	})
}
