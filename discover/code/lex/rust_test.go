package lex

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// listed is code as tokens, one after the other: a word, number or mark as it stands, a string with its text in quotes, a group with
// its delimiters as they stand, a Line as a paragraph mark.
func listed(t *testing.T, lang Language, code string) string {
	t.Helper()
	f := readChecked(t, lang, code)
	var out []string
	for i, tok := range f.Tokens {
		raw := string(f.Raw(i))
		switch tok.Kind {
		case String:
			raw = fmt.Sprintf("%+q", f.Text(i).Value)
		case Chunk:
			raw = fmt.Sprintf("chunk:%+q", f.Text(i).Value)
		case Doc:
			raw = fmt.Sprintf("doc:%+q", f.Text(i).Value)
		case Regex:
			raw = "regex:" + raw
		case Line:
			raw = "\u00b6"
		case Open, Close:
			if raw == "" {
				raw = "empty"
			}
		}
		out = append(out, raw)
	}
	return strings.Join(out, " ")
}

func TestRust(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"escapes", `"a\n\t\\\"\'\0\x41\u{200b}\u{1_F600}\q"`, `"a\n\t\\\"'\x00A\u200b\U0001f600\\q"`},
		{"joined lines", "\"one \\\n\t  two \\\r\n\r\n   three\"", `"one two three"`},
		{"line breaks", "\"a\r\nb\n c\"", `"a\nb\n c"`},
		{"raw", `r"a\n" r#"b "c" "# r##"d"#e"##`, `"a\\n" "b \"c\" " "d\"#e"`},
		{"bytes", `b"a\xe2\x80\x8b\xff\n" br#"b\n"# c"d\xc3\xa9" b'\'' b'x'`, `"a\u200b\ufffd\n" "b\\n" "d\u00e9" "'" "x"`},
		{"characters", `'a' '\'' '\u{e9}' '"' 'é' ' '`, `"a" "'" "\u00e9" "\"" "\u00e9" " "`},
		{"lifetimes", `fn f<'a, 'static>(x: &'a str) { 'outer: loop { break 'outer } }`, `fn f < 'a , 'static > ( x : & 'a str ) { 'outer : loop { break 'outer } }`},
		{"raw names", `r#type r#"a"# br#x`, `type "a" br # x`},
		{"comments", "a // \"b\nc /* \" /* \" */ ' */ d", "a c d"},
		{"doc lines", "/// One\n  ///  two\n///\r\n///three\nfn f", `doc:"One\n two\n\nthree" fn f`},
		{"doc runs", "//! In\n//! side\n/// out\n//// not\n/***/ /** a\n * b */", `doc:"In\nside" doc:"out" doc:"a\nb"`},
		{"attributes", `#[tool(name = "a")] #![allow(x)]`, `# [ tool ( name = "a" ) ] # ! [ allow ( x ) ]`},
		{"macros", `concat!("a", "b")`, `concat ! ( "a" , "b" )`},
		{"question", `f()?.g()??; &&x`, `f ( ) . g ( ) ; && x`},
		{"metavariables", `$x:expr $(,)* **y *z`, `$x : expr $ ( , ) * * * y * z`},
		{"numbers", `1..2 1_000.5e-3 0xFF_u8 t.0`, `1 .. 2 1_000.5e-3 0xFF_u8 t . 0`},
		{"shebang", "#!/usr/bin/env run\n#![x]", `# ! [ x ]`},
		{"unterminated", `a "b`, `a "b"`},
		{"unterminated raw", `r#"a" b`, `"a\" b"`},
		{"storm", "r####a ####", `r #### a # # # #`},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, listed(t, Rust, c.code)) })
	}
}

// TestRustHostile reads what makes a careless reader take quadratic time.
func TestRustHostile(t *testing.T) {
	hashes := strings.Repeat("#", 100_000)
	for name, code := range map[string]string{
		"hashes":          strings.Repeat("r####", 100_000),
		"one raw string":  "r" + hashes + "\"" + hashes,
		"near ends":       "r" + hashes + "\"" + strings.Repeat("\""+hashes[:99], 1000),
		"brackets":        strings.Repeat("(", 100_000) + strings.Repeat("]", 100_000),
		"escapes in char": strings.Repeat(`'\`, 100_000),
		"comments":        strings.Repeat("/*", 100_000),
		"joins":           "\"" + strings.Repeat("\\\n", 100_000),
	} {
		t.Run(name, func(t *testing.T) { readChecked(t, Rust, code) })
	}
}

func TestRustPlaces(t *testing.T) {
	f := readChecked(t, Rust, "x(\"a \\\n   b\\u{200b}c\")")
	text := f.Text(2)
	assert.Equal(t, "a b\u200bc", text.Value)
	for s, want := range map[string]string{"b": "b", "\u200b": `\u{200b}`, "c": "c", "a b": "a \\\n   b"} {
		at := strings.Index(text.Value, s)
		loc := text.Locate(at, at+len(s))
		if assert.Len(t, loc, 1) {
			assert.Equal(t, want, string(f.Source.Data[loc[0].Span.Start:loc[0].Span.End]))
		}
	}
}

var nativeUpdate = flag.Bool("update-native", false, "write the golden listings of Rust, Swift, C and C++")

// TestNativeFiles lists the strings and documentation of files as people write them, with their places.
func TestNativeFiles(t *testing.T) {
	for path, lang := range map[string]Language{"testdata/rust/notes.rs": Rust, "testdata/swift/notes.swift": Swift, "testdata/cpp/notes.cc": Cpp} {
		t.Run(path, func(t *testing.T) {
			code, err := os.ReadFile(path)
			require.NoError(t, err)
			f := readChecked(t, lang, string(code))
			var out strings.Builder
			for i, tok := range f.Tokens {
				name := map[Kind]string{String: "string", Chunk: "chunk", Doc: "doc", Regex: "regex"}[tok.Kind]
				if name == "" {
					continue
				}
				from, to := f.Source.Position(int(tok.Start), source.Runes), f.Source.Position(int(tok.End), source.Runes)
				fmt.Fprintf(&out, "%d:%d-%d:%d %s %+q\n", from.Line, from.Column, to.Line, to.Column, name, f.Text(i).Value)
			}
			golden := path + ".golden"
			if *nativeUpdate {
				require.NoError(t, os.WriteFile(golden, []byte(out.String()), 0o600))
				return
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), out.String())
		})
	}
}
