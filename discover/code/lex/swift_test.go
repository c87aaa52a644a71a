package lex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSwift(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"escapes", `"a\n\t\\\"\'\0\u{200b}\q"`, `"a\n\t\\\"'\x00\u200b\\q"`},
		{"holes", `"a \(b + "c\(d)") e"`, `" chunk:"a " \( b + " chunk:"c" \( d ) " ) chunk:" e" "`},
		{"parentheses in a hole", `"\(f(1, (2))) x"`, `" \( f ( 1 , ( 2 ) ) ) chunk:" x" "`},
		{"escaped hole", `"\\(a)"`, `"\\(a)"`},
		{"lines", "\"\"\"\n    one\n      two \\\n    three\n\n    four\\\\\n    \"\"\"", `"one\n  two three\n\nfour\\"`},
		{"lines of Windows", "\"\"\"\r\n\ta\r\n\tb\r\n\t\"\"\"", `"a\nb"`},
		{"lines with holes", "\"\"\"\n  a \\(b) c\n   d \\(e)\n  \"\"\"", `""" chunk:"a " \( b ) chunk:" c\n d " \( e ) chunk:"" """`},
		{"hole first", "\"\"\"\n  \\(b)\n  c\n  \"\"\"", `""" chunk:"" \( b ) chunk:"\nc" """`},
		{"quotes in lines", "\"\"\"\n\"a\" \"\"b\\\"\"\"\n\"\"\"", `"\"a\" \"\"b\"\"\""`},
		{"raw", `#"a\n "b" \#n\#(c) \(d)"# ##"e"#\##u{41}"##`, `#" chunk:"a\\n \"b\" \n" \#( c ) chunk:" \\(d)" "# "e\"#A"`},
		{"raw lines", "#\"\"\"\n  a\\\n  b\\#\n  c \"\"\"\n  \"\"\"#", `"a\\\nbc \"\"\""`},
		{"empty", `"" x #""# """` + "\n" + `"""`, `"" x "" ""`},
		{"comments", "a /* \" /* b */ c */ // \"d\ne", "a \u00b6 e"},
		{"doc", "/// Adds\n///  two.\n/** a\n * b */ func f", `doc:"Adds\n two." doc:"a\nb" func f`},
		{"regular expressions", `let a = /b"\/c/; x / y / z; f(/d/, #/e/f"/#)`, `let a = regex:/b"\/c/ ; x / y / z ; f ( regex:/d/ , regex:#/e/f"/# )`},
		{"regular expression of lines", "#/\n a /# \"b\"", "regex:#/\n a /# \"b\""},
		{"directives", "#if os(macOS)\nlet a = #file\n#else\nb\n#endif\n#warning(\"x\")", "let a = #file \u00b6 b \u00b6 #warning ( \"x\" )"},
		{"names", "`default` $0 @Tool _a `it's odd` `", "default $0 @ Tool _a it's odd `"},
		{"lines end", "let a = 1\nlet b: [String] = [\n 1,\n 2\n]\nlet c: Int?\nreturn\n}", "let a = 1 \u00b6 let b : [ String ] = [ 1 , 2 ] \u00b6 let c : Int ? \u00b6 return \u00b6 }"},
		{"lines go on", "a\n  .b()\n  // c\n  .d { e in\n f }\n + g\n  ?? h\nif x\n{ }\nelse { }", "a . b ( ) . d { e in f } + g ?? h \u00b6 if x { } else { }"},
		{"marks", `try? a as! B; \.c`, "try a as B ; . c"},
		{"closures", "f(1) { a in\n g()\n h()\n}\nk", "f ( 1 ) { a in g ( ) \u00b6 h ( ) \u00b6 } \u00b6 k"},
		{"unterminated", "a \"b\nc", "a \"b\" \u00b6 c"},
		{"unterminated hole", `"a \(b`, `" chunk:"a " \( b empty empty`},
		{"unterminated in a hole", "\"a \\(b \"c\nd", `" chunk:"a " \( b "c" d empty empty`},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, listed(t, Swift, c.code)) })
	}
}

// TestSwiftHostile reads what makes a careless reader take quadratic time.
func TestSwiftHostile(t *testing.T) {
	hashes := strings.Repeat("#", 100_000)
	for name, code := range map[string]string{
		"holes":               strings.Repeat(`"\(`, 10_000) + strings.Repeat(`)"`, 10_000),
		"holes of lines":      strings.Repeat("\"\"\"\n\\(", 10_000) + strings.Repeat(")\n\"\"\"", 10_000),
		"holes with brackets": strings.Repeat(`"\(([`, 10_000) + strings.Repeat(`)"`, 10_000),
		"hashes":              hashes + "\"" + hashes,
		"hashes and quotes":   strings.Repeat(`#"`, 100_000),
		"hashes and slashes":  strings.Repeat("#/", 100_000),
		"multi-line regex":    strings.Repeat("#/\n", 100_000),
		"regex and classes":   strings.Repeat(`(/\/`, 100_000),
		"comments":            "a" + strings.Repeat("\n// x", 100_000) + "\n.b",
		"comments after":      "a" + strings.Repeat("\n// x", 100_000) + "\nb",
		"brackets":            strings.Repeat("[", 100_000) + strings.Repeat(")", 100_000),
	} {
		t.Run(name, func(t *testing.T) { readChecked(t, Swift, code) })
	}
}

func TestSwiftPlaces(t *testing.T) {
	f := readChecked(t, Swift, "x = \"\"\"\n    a \\(y) \\u{200b}\n    b\n    \"\"\"")
	var last int
	for i := range f.Tokens {
		if f.Kind(i) == Chunk {
			last = i
		}
	}
	text := f.Text(last)
	assert.Equal(t, " \u200b\nb", text.Value)
	for s, want := range map[string]string{"b": "b", "\u200b": `\u{200b}`} {
		at := strings.Index(text.Value, s)
		loc := text.Locate(at, at+len(s))
		if assert.Len(t, loc, 1) {
			assert.Equal(t, want, string(f.Source.Data[loc[0].Span.Start:loc[0].Span.End]))
		}
	}
}
