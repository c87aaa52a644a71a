package lex

import "testing"

func TestCpp(t *testing.T) {
	outlines(
		t, Cpp,
		`"a\n\t\\\"\'\?\0\x41\101\u200b\U0001F600\u{e9}\e\q"`, "\"a\n\t\\\"'?\x00AA\u200b\U0001f600\u00e9\x1b\\q\"",
		`"a\xe2\x80\x8bb\342\200\213\xff"`, "\"a\u200bb\u200b\uFFFD\"",
		`L"\x200b" u8"a" u"b" U"c" u8'd' L'e' X"f"`, "\"\u200b\" \"a\" \"b\" \"c\" \"d\" \"e\" X \"f\"",
		`R"(a\n "b")" u8R"x(c)" )x" LR"(d)"`, `"a\n "b"" "c)" " "d"`,
		"\"a\\n\"\n  \"b\" PRIu64 \"c\"", "\"a\n\" \"b\" PRIu64 \"c\"",
		"\"a\\\nb\\\r\nc\" d \\\n e // f \\\n g\nh", `"abc" d e h`,
		`"a"s "b"sv "c"_json "d"PRIu64 R"({})"_j`, `"a" "b" "c" "d" PRIu64 "{}"`,
		`'a' '\'' '"' 'ab' '\x41'`, `"a" "'" """ "ab" "A"`,
		"1'000'000 0xFF'FF 1.5f .5 1. 1e-5", "1'000'000 0xFF'FF 1.5f .5 1. 1e-5",
		"a /* \" */ b // ' \nc", "a b c",
		"/// Adds\n/// two\n//! three\n/** a\n * b\n */ /*! c */ ///< d\n/**< e */", "#Adds\ntwo# #three# #a\nb# #c#",
		"#include \"a.h\" // b\n # pragma once \"c\"\n#error don't \\\n d \"\ne # f", "e # f",
		"#define NAME \"a\" \\\n  \"b\" // c\n# define F(x) g(x, \"y\")\nh", `define NAME "a" "b" | define F ( x ) g ( x , "y" ) | h`,
		"#define A 1", "define A 1 |",
		"f(\n#define BEGIN {\n#define END } )\n)", "f ( define BEGIN {  | define END } ) | )",
		"f() {\n#ifdef A\n if (a) {\n#elif B\n if (b) {\n#else\n if (c) {\n#endif\n }\n}", "f ( ) { if ( a ) {  if ( b ) {  if ( c ) { } }",
		"f() { g(\n#if A\n 1); }\n#else\n 2); }\n#endif\nx", "f ( ) { g ( 1 ) ; } 2 ) ; } x",
		"#endif /* a\n b */ \"c\nd", "d",
		"[this](const P& p) -> R { return true; }", "[ this ] ( const P & p ) -> R { return true ; }",
		"don't x\n'", "don ' t x '",
		"\"a\nb R\"x", `"a" b "x"`,
	)
}
