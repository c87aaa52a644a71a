package lex

import "testing"

func TestRust(t *testing.T) {
	outlines(
		t, Rust,
		`"a\n\t\\\"\'\0\x41\u{200b}\u{1_F600}\q"`, "\"a\n\t\\\"'\x00A\u200b\U0001f600\\q\"",
		"\"one \\\n\t  two \\\r\n\r\n   three\"", `"one two three"`,
		"\"a\r\nb\n c\"", "\"a\nb\n c\"",
		`r"a\n" r#"b "c" "# r##"d"#e"##`, `"a\n" "b "c" " "d"#e"`,
		`b"a\xe2\x80\x8b\xff\n" br#"b\n"# c"d\xc3\xa9" b'\'' b'x'`, "\"a\u200b\ufffd\n\" \"b\\n\" \"d\u00e9\" \"'\" \"x\"",
		`'a' '\'' '\u{e9}' '"' 'é' ' '`, `"a" "'" "é" """ "é" " "`,
		"fn f<'a, 'static>(x: &'a str) { 'outer: loop { break 'outer } }", "fn f < 'a , 'static > ( x : & 'a str ) { 'outer : loop { break 'outer } }",
		`r#type r#"a"# br#x`, `type "a" br # x`,
		"a // \"b\nc /* \" /* \" */ ' */ d", "a c d",
		"/// One\n  ///  two\n///\r\n///three\nfn f", "#One\n two\n\nthree# fn f",
		"//! In\n//! side\n/// out\n//// not\n/***/ /** a\n * b */", "#In\nside# #out# #a\nb#",
		`#[tool(name = "a")] #![allow(x)]`, `# [ tool ( name = "a" ) ] # ! [ allow ( x ) ]`,
		`concat!("a", "b")`, `concat ! ( "a" , "b" )`,
		"f()?.g()??; &&x", "f ( ) . g ( ) ; && x",
		"$x:expr $(,)* **y *z", "$x : expr $ ( , ) * * * y * z",
		"1..2 1_000.5e-3 0xFF_u8 t.0", "1 .. 2 1_000.5e-3 0xFF_u8 t . 0",
		"#!/usr/bin/env run\n#![x]", "# ! [ x ]",
		`a "b`, `a "b"`,
		`r#"a" b`, `"a" b"`,
		"r####a ####", "r #### a # # # #",
	)
}
