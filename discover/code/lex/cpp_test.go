package lex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCpp(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"escapes", `"a\n\t\\\"\'\?\0\x41\101\u200b\U0001F600\u{e9}\e\q"`, `"a\n\t\\\"'?\x00AA\u200b\U0001f600\u00e9\x1b\\q"`},
		{"bytes", `"a\xe2\x80\x8bb\342\200\213\xff"`, `"a\u200bb\u200b\ufffd"`},
		{"prefixes", `L"\x200b" u8"a" u"b" U"c" u8'd' L'e' X"f"`, `"\u200b" "a" "b" "c" "d" "e" X "f"`},
		{"raw", `R"(a\n "b")" u8R"x(c)" )x" LR"(d)"`, `"a\\n \"b\"" "c)\" " "d"`},
		{"adjacent", "\"a\\n\"\n  \"b\" PRIu64 \"c\"", `"a\n" "b" PRIu64 "c"`},
		{"splices", "\"a\\\nb\\\r\nc\" d \\\n e // f \\\n g\nh", `"abc" d e h`},
		{"suffixes", `"a"s "b"sv "c"_json "d"PRIu64 R"({})"_j`, `"a" "b" "c" "d" PRIu64 "{}"`},
		{"characters", `'a' '\'' '"' 'ab' '\x41'`, `"a" "'" "\"" "ab" "A"`},
		{"numbers", `1'000'000 0xFF'FF 1.5f .5 1. 1e-5`, `1'000'000 0xFF'FF 1.5f .5 1. 1e-5`},
		{"comments", "a /* \" */ b // ' \nc", "a b c"},
		{"doc", "/// Adds\n/// two\n//! three\n/** a\n * b\n */ /*! c */ ///< d\n/**< e */", `doc:"Adds\ntwo" doc:"three" doc:"a\nb" doc:"c"`},
		{"directives", "#include \"a.h\" // b\n # pragma once \"c\"\n#error don't \\\n d \"\ne # f", "e # f"},
		{"define", "#define NAME \"a\" \\\n  \"b\" // c\n# define F(x) g(x, \"y\")\nh", "define NAME \"a\" \"b\" \u00b6 define F ( x ) g ( x , \"y\" ) \u00b6 h"},
		{"define at the end", "#define A 1", "define A 1 \u00b6"},
		{"brackets in define", "f(\n#define BEGIN {\n#define END } )\n)", "f ( define BEGIN { empty \u00b6 define END } ) \u00b6 )"},
		{"branches", "f() {\n#ifdef A\n if (a) {\n#elif B\n if (b) {\n#else\n if (c) {\n#endif\n }\n}", "f ( ) { if ( a ) { empty if ( b ) { empty if ( c ) { } }"},
		{"branches that close", "f() { g(\n#if A\n 1); }\n#else\n 2); }\n#endif\nx", "f ( ) { g ( 1 ) ; } 2 ) ; } x"},
		{"directive with a comment", "#endif /* a\n b */ \"c\nd", "d"},
		{"lambda", "[this](const P& p) -> R { return true; }", "[ this ] ( const P & p ) -> R { return true ; }"},
		{"apostrophe", "don't x\n'", "don ' t x '"},
		{"unterminated", "\"a\nb R\"x", `"a" b "x"`},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, listed(t, Cpp, c.code)) })
	}
}

// TestCppHostile reads what makes a careless reader take quadratic time.
func TestCppHostile(t *testing.T) {
	for name, code := range map[string]string{
		"raw strings":     strings.Repeat(`R"x(`, 100_000),
		"raw delimiters":  strings.Repeat(`R"aaaaaaaaaaaaaaaa`, 100_000),
		"splices":         strings.Repeat("\\\n", 100_000),
		"comment splices": strings.Repeat("//\\\n", 100_000),
		"branches":        strings.Repeat("#if A\n{(\n#else\n", 50_000),
		"defines":         strings.Repeat("#define {(\n", 50_000),
		"brackets":        strings.Repeat("{", 100_000) + strings.Repeat("]", 100_000),
		"quotes":          strings.Repeat("'\\", 100_000),
		"bytes":           "\"" + strings.Repeat(`\xe2`, 100_000) + "\"",
	} {
		t.Run(name, func(t *testing.T) { readChecked(t, Cpp, code) })
	}
}
