package lex

import (
	"strings"
	"testing"
	"time"

	"github.com/org/mcp-lint/discover/source"
)

// hostile are bytes that lexers have choked on: each is repeated to fill a file.
var hostile = []string{
	"(", "[", "{", ")", "}", "([{", "<", ">", "a<", "<a>", "</", "\"", "'", "`", "\"\"\"", "'''", "$", "${", "`${", "\"${", "\"#{", "\"\\(", "\"$a", "f'{", "f\"{'",
	"f'{f\"{", "{{", "}}", "$\"{", "$$\"\"\"{{", "$@\"{", "@\"", "r#\"", "r#", "#", "##", "#\"", "\\", "\\\n", "\"\\", "/", "//", "/*", "/**", "*/", "/*/", "///", "///\n", "/// a\n//\n",
	"# a\n", "%", "%w(", "%q{", "<<~A\n", "<<~A", "<<A,<<B\n", "<<<A\n", "<<<'A'\n", "<<<", "<?php ", "?>", "<?=", "=begin\n", "__END__\n", "~s(", "~S\"\"\"", "?\"", "R\"(", "R\"a",
	"u8R\"x(", "#define a \\\n", "\n", "\r", "\r\n", " ", "\t", "\n ", "\n\t \t", "if x:\n ", "a:\n", "do\n", "end\n", "\x00", "\xff", "\xed\xa0\x80", "é", "a", "0", "0.", ".", "..", "=", "=>", ",", ";", "@", ":", "?", "-",
	"a b ", "a.b(", "a\"b\"", "\"a\" ", "'a' ", "'\\", "/a", "=/", "(/[", "/[/", "x=/a/", "&amp;", "<a b={", "<a>{", "\\u", "\"\\u{", "\"\\N{", "'\\x", "\"\"", "''", "``",
}

// TestHostile reads files of one thing repeated, and the same after code that opens things. A lexer that is not linear shows in the time the test logs.
func TestHostile(t *testing.T) {
	const size = 16 << 10
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			head := ""
			if l.lang == PHP {
				head = "<?php "
			}
			for _, h := range hostile {
				code := head + strings.Repeat(h, size/len(h))
				start := time.Now()
				readChecked(t, l.lang, code)
				readChecked(t, l.lang, head+strings.Repeat(h, 50)+strings.Repeat("x \"y\" (z) ", 50)+strings.Repeat(h, 50))
				if d := time.Since(start); d > 500*time.Millisecond {
					t.Logf("%q repeated: %v", h, d)
				}
			}
		})
	}
}

// TestTruncated reads every prefix of code that has one of everything.
func TestTruncated(t *testing.T) {
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			code := strings.Join(seeds[l.lang], "\n")
			for i := range code {
				readChecked(t, l.lang, code[:i])
			}
		})
	}
}

// TestTokenLimit shows that a file of too many tokens ends early.
func TestTokenLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("reads eight megabytes in every language")
	}
	code := strings.Repeat("(a)", MaxTokens/3+1000)
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			head := ""
			if l.lang == PHP {
				head = "<?php "
			}
			f := Read(source.NewFile("f", "f", []byte(head+code)), l.lang)
			if n := len(f.Tokens); !f.Cut || n > MaxTokens+2*MaxDepth {
				t.Fatalf("%d tokens, cut: %v", n, f.Cut)
			}
		})
	}
}
