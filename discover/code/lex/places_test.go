package lex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPlaces locates parts of texts behind escapes, dropped line breaks and indentation.
func TestPlaces(t *testing.T) {
	swift := "x = \"\"\"\n    a \\(y) \\u{200b}\n    b\n    \"\"\""
	python := "x = 'ab\\\ncd\\u200b' f'e{{f{g}\\x41h'"
	rust := "x(\"a \\\n   b\\u{200b}c\")"
	php := "<?php\n$a = <<<'D'\n    one\n    two\n    D;\n"
	script := "y = <p a='b&amp;c'/>\nx = `é\\u{1F600}é\r\nz`"
	for _, c := range []struct {
		lang             Language
		code, part, want string
	}{
		{Swift, swift, " \u200b\nb", " \\u{200b}\n    b"},
		{Swift, swift, "b", "b"},
		{Swift, swift, "\u200b", `\u{200b}`},
		{Python, python, "\u200b", `\u200b`},
		{Python, python, "bc", "b\\\nc"},
		{Python, python, "{f", "{{f"},
		{Python, python, "Ah", `\x41h`},
		{Rust, rust, "b", "b"},
		{Rust, rust, "\u200b", `\u{200b}`},
		{Rust, rust, "c", "c"},
		{Rust, rust, "a b", "a \\\n   b"},
		{PHP, php, "one\ntwo", "one\n    two"},
		{PHP, php, "two", "two"},
		{JavaScript, script, "&c", "&amp;c"},
		{JavaScript, script, "b", "b"},
		{JavaScript, script, "😀", "\\u{1F600}"},
		{JavaScript, script, "é\nz", "é\r\nz"},
	} {
		f := readChecked(t, c.lang, c.code)
		found := false
		for i, tok := range f.Tokens {
			text := f.Text(i)
			at := strings.Index(text.Value, c.part)
			if at < 0 || tok.Kind != String && tok.Kind != Chunk {
				continue
			}
			locs := text.Locate(at, at+len(c.part))
			require.Len(t, locs, 1, c.part)
			assert.True(t, locs[0].Exact, c.part)
			assert.Equal(t, c.want, string(f.Source.Data[locs[0].Span.Start:locs[0].Span.End]))
			found = true
			break
		}
		assert.True(t, found, "%q in %q", c.part, c.code)
	}
}
