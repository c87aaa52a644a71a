package lex

import "testing"

func TestSwift(t *testing.T) {
	outlines(
		t, Swift,
		`"a\n\t\\\"\'\0\u{200b}\q"`, "\"a\n\t\\\"'\x00\u200b\\q\"",
		`"a \(b + "c\(d)") e"`, `< "a " ${ b + < "c" ${ d } > } " e" >`,
		`"\(f(1, (2))) x"`, `< ${ f ( 1 , ( 2 ) ) } " x" >`,
		`"\\(a)"`, `"\(a)"`,
		"\"\"\"\n    one\n      two \\\n    three\n\n    four\\\\\n    \"\"\"", "\"one\n  two three\n\nfour\\\"",
		"\"\"\"\r\n\ta\r\n\tb\r\n\t\"\"\"", "\"a\nb\"",
		"\"\"\"\n  a \\(b) c\n   d \\(e)\n  \"\"\"", "< \"a \" ${ b } \" c\n d \" ${ e } \"\" >",
		"\"\"\"\n  \\(b)\n  c\n  \"\"\"", "< \"\" ${ b } \"\nc\" >",
		"\"\"\"\n\"a\" \"\"b\\\"\"\"\n\"\"\"", `""a" ""b""""`,
		`#"a\n "b" \#n\#(c) \(d)"# ##"e"#\##u{41}"##`, "< \"a\\n \"b\" \n\" ${ c } \" \\(d)\" > \"e\"#A\"",
		"#\"\"\"\n  a\\\n  b\\#\n  c \"\"\"\n  \"\"\"#", "\"a\\\nbc \"\"\"\"",
		"\"\" x #\"\"# \"\"\"\n\"\"\"", `"" x "" ""`,
		"a /* \" /* b */ c */ // \"d\ne", "a | e",
		"/// Adds\n///  two.\n/** a\n * b */ func f", "#Adds\n two.# #a\nb# func f",
		`let a = /b"\/c/; x / y / z; f(/d/, #/e/f"/#)`, `let a = regex/b"\/c/ ; x / y / z ; f ( regex/d/ , regex#/e/f"/# )`,
		"#/\n a /# \"b\"", "regex#/\n a /# \"b\"",
		"#if os(macOS)\nlet a = #file\n#else\nb\n#endif\n#warning(\"x\")", `let a = #file | b | #warning ( "x" )`,
		"`default` $0 @Tool _a `it's odd` `", "default $0 @ Tool _a it's odd `",
		"let a = 1\nlet b: [String] = [\n 1,\n 2\n]\nlet c: Int?\nreturn\n}", "let a = 1 | let b : [ String ] = [ 1 , 2 ] | let c : Int ? | return | }",
		"a\n  .b()\n  // c\n  .d { e in\n f }\n + g\n  ?? h\nif x\n{ }\nelse { }", "a . b ( ) . d { e in f } + g ?? h | if x { } else { }",
		`try? a as! B; \.c`, "try a as B ; . c",
		"f(1) { a in\n g()\n h()\n}\nk", "f ( 1 ) { a in g ( ) | h ( ) | } | k",
		"a \"b\nc", `a "b" | c`,
		`"a \(b`, `< "a " ${ b } >`,
		"\"a \\(b \"c\nd", `< "a " ${ b "c" d } >`,
	)
}
