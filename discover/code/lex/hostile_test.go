package lex

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

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

// hostileJavaScript is the same for what only that lexer reads.
var hostileJavaScript = []string{
	"]})", "(((]", "/[", "/ ", "= /\\/", "/[\\/]", "<a", "=<a>", "=<a ", "=<a<", "=<a b={", "=<a>{", "=<a>(", "</a>", "=<a></", "=<></>", "< ", "\\u{", "a.",
	"\xe2\x80\xa8", "a\n", "`\\u{", "function(", "{}/", "<script>", "<form toolname=", "<form toolname='a'>", "<input toolname=\"", "<!--", "&", "<a b='",
	"<a b=\"'", "<script type=x>", "<style>",
}

// storms are files in which a careless reader takes quadratic time, or nests without end.
var storms = map[Language][]string{
	Rust: {
		repeat("r####"), "r" + repeat("#") + "\"" + repeat("#"), "r" + repeat("#") + "\"" + strings.Repeat("\""+repeat("#")[:99], 1000),
		repeat("(") + repeat("]"), repeat(`'\`), repeat("/*"), "\"" + repeat("\\\n"),
	},
	Swift: {
		repeat(`"\(`) + repeat(`)"`), repeat("\"\"\"\n\\(") + repeat(")\n\"\"\""), repeat(`"\(([`) + repeat(`)"`), repeat("#") + "\"" + repeat("#"),
		repeat(`#"`), repeat("#/"), repeat("#/\n"), repeat(`(/\/`), "a" + repeat("\n// x") + "\n.b", "a" + repeat("\n// x") + "\nb", repeat("[") + repeat(")"),
	},
	Cpp: {
		repeat(`R"x(`), repeat(`R"aaaaaaaaaaaaaaaa`), repeat("\\\n"), repeat("//\\\n"), repeat("#if A\n{(\n#else\n"), repeat("#define {(\n"),
		repeat("{") + repeat("]"), repeat("'\\"), "\"" + repeat(`\xe2`) + "\"",
	},
	Ruby:   {repeat("\"#{"), repeat("<<~A\n"), repeat("%w("), repeat("/#{ "), repeat("x /a"), repeat("do "), repeat("def a = "), repeat("("), repeat("if x ")},
	CSharp: {repeat(`$"a{`) + "x" + repeat(`}"`), repeat(`$"a{`)},
	Kotlin: {repeat(`"a${`) + "x" + repeat(`}"`), repeat(`"a${`)},
	Dart:   {repeat(`'a${`) + "x" + repeat(`}'`), repeat(`'a${`)},
}

func repeat(s string) string { return strings.Repeat(s, 100_000) }

// TestHostile reads files of one thing repeated, and the same after code that opens things. A lexer that is not linear shows in the time the test logs.
func TestHostile(t *testing.T) {
	const size = 16 << 10
	for _, l := range withLexers() {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			list, read := hostile, func(what, code string) {
				start := time.Now()
				readChecked(t, l.lang, l.head+code).Inlined()
				if l.lang == JavaScript {
					checkTokens(t, lexJSText("x.ts", code))
					checkTokens(t, lexJSText("x.html", "<form toolname><script type=text/babel>"+code+"</script>"+code))
				}
				if d := time.Since(start); d > 500*time.Millisecond {
					t.Logf("%q repeated: %v", what, d)
				}
			}
			if l.lang == JavaScript {
				list = slices.Concat(hostile, hostileJavaScript)
			}
			for _, h := range list {
				read(h, strings.Repeat(h, size/len(h)))
				read(h, strings.Repeat(h, 50)+strings.Repeat("x \"y\" (z) ", 50)+strings.Repeat(h, 50))
			}
			for _, code := range storms[l.lang] {
				read(code[:20], code)
			}
		})
	}
}

// TestTruncated reads every prefix of code that has one of everything.
func TestTruncated(t *testing.T) {
	for _, l := range withLexers() {
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
	for _, l := range withLexers() {
		t.Run(l.name, func(t *testing.T) {
			f := Read(source.NewFile("f", "f", []byte(l.head+code)), l.lang)
			if n := len(f.Tokens); !f.Cut || n > MaxTokens+2*MaxDepth {
				t.Fatalf("%d tokens, cut: %v", n, f.Cut)
			}
		})
	}
}

// TestPythonDepth reads more nesting than is kept.
func TestPythonDepth(t *testing.T) {
	stairs := ""
	for i := range 2_000 {
		stairs += strings.Repeat(" ", i) + "if x:\n"
	}
	for _, code := range []string{
		repeat("(") + "'x'" + repeat(")"), repeat("f'{") + "'x'" + repeat("}'"), stairs + strings.Repeat(" ", 2_000) + "pass", "f'" + repeat("{x:") + "'",
	} {
		f := readChecked(t, Python, code+"\ny = 'z'")
		last := len(f.Tokens) - 1
		for f.Kind(last) != String {
			last--
		}
		assert.Equal(t, "z", f.Text(last).Value, code[:20])
	}
	readChecked(t, Python, repeat(`f"""{f'''{`)+"x")
}
