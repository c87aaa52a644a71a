package lex

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/source"
)

func lexJSText(name, text string) *File {
	return lexJavaScript(source.NewFile(name, name, []byte(text)))
}

// showJS lists tokens: words, numbers and marks as they stand, literals decoded and quoted, "⏎" for a Line, "‹" and "›" around a
// group whose delimiter does not show what it is.
func showJS(f *File) string {
	var parts []string
	for i, t := range f.Tokens {
		raw := string(f.Raw(i))
		switch t.Kind {
		case Line:
			raw = "⏎"
		case String:
			raw = fmt.Sprintf("%q", f.Text(i).Value)
		case Chunk:
			raw = fmt.Sprintf("chunk%q", f.Text(i).Value)
		case Doc:
			raw = fmt.Sprintf("doc%q", f.Text(i).Value)
		case Markup:
			raw = fmt.Sprintf("markup%q", raw)
		case Regex:
			raw = "regex" + raw
		case Open:
			if t.Shape == Paren && raw != "(" {
				raw = "‹" + raw
			}
		case Close:
			if t.Shape == Paren && raw != ")" {
				raw += "›"
			}
		}
		parts = append(parts, raw)
	}
	return strings.Join(parts, " ")
}

func TestJavaScriptTokens(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"x.js", `a / b / c`, `a / b / c`},
		{"x.js", `a = /[/"]\//g, x(/'/) / 2`, `a = regex/[/"]\//g , x ( regex/'/ ) / 2`},
		{"x.js", "f()\n/a/g.x", `f ( ) / a / g . x`},
		{"x.js", "if (f()) /a'/g.x(); while(x)/'/.y", `if ( f ( ) ) regex/a'/g . x ( ) ; while ( x ) regex/'/ . y`},
		{"x.js", "a.if(b) / 2 /c", `a . if ( b ) / 2 / c`},
		{"x.js", "x = function() { } / 1; t('poison') / 1", `x = function ( ) { } / 1 ; t ( "poison" ) / 1`},
		{"x.js", "function f() { }\n/'/.test(x)", `function f ( ) { } ⏎ regex/'/ . test ( x )`},
		{"x.js", "x = {} / 1; t('poison') / 1", `x = { } / 1 ; t ( "poison" ) / 1`},
		{"x.js", "x++ / 2; t('a') / 1", `x ++ / 2 ; t ( "a" ) / 1`},
		{"x.ts", "x! / 2; t('a') / 1", `x ! / 2 ; t ( "a" ) / 1`},
		{"x.js", "for (const x of /'/.y) {}", `for ( const x of regex/'/ . y ) { }`},
		{"x.js", "a.return / 'b' / c", `a . return / "b" / c`},
		{"x.js", "= / 'b'\n", `= / "b" ⏎`},
		{"x.js", "`a${x / 2 + `b${'}'}`}c` / 'd'", "` chunk\"a\" ${ x / 2 + ` chunk\"b\" ${ \"}\" } ` } chunk\"c\" ` / \"d\""},
		{"x.js", "`${v.replace(/\"/g, '`')}`", "` ${ v . replace ( regex/\"/g , \"`\" ) } `"},
		{"x.js", "`a\\`\r\n\\u{1F600}$x`", "\"a`\\n😀$x\""},
		{"x.js", "String.raw`a\\n\r\n${b}\\x` + String.raw`\\d`", "String . raw ` chunk\"a\\\\n\\n\" ${ b } chunk\"\\\\x\" ` + String . raw \"\\\\d\""},
		{"x.js", `"\x41\u0042\u{43}\uD83D\uDE00\uD83D\0\101\q\'\"\b\f\v\z"`, `"ABC😀�\x00Aq'\"\b\f\vz"`},
		{"x.js", "'a\\\nb\\\r\nc\\\u2028d' 'u\u2028x'", `"abcd" "u\u2028x"`},
		{"x.js", `'\xZZ\u12\u{110000}\u{'`, `"\\xZZ\\u12\\u{110000}\\u{"`},
		{"x.js", "'open\nx = \"open", `"open" ⏎ x = "open"`},
		{"x.js", "`open", `"open"`},
		{"x.js", "a?.b ?.5:1 ??= c?:d >>>= e<-1 !== !!f", `a ?. b ? .5 : 1 ??= c ? : d > > >= e < - 1 !== ! ! f`},
		{"x.js", "#a in b; 0x1F 1_0n 1e-5 .5", `#a in b ; 0x1F 1_0n 1e-5 .5`},
		{"x.js", "\uFEFFa\u00A0=\u3000\\u0061b\u2029c", `a = \u0061b ⏎ c`},
		{"x.js", "/* ' */ a // '\n/** One.\n *\n *  Two */ b /**/", "a ⏎ doc\"One.\\n\\nTwo\" b"},
		{"x.js", "/* open ' a", ``},
		// Lines.
		{"x.ts", "const a = 1\nlet b = a\n+ 2\nf()\n(g)\n.h", "const a = 1 ⏎ let b = a + 2 ⏎ f ( ) ( g ) . h"},
		{"x.ts", "if (a)\n b\nelse\n c\ntry {}\ncatch {}\nfinally {}\nd", "if ( a ) b else c ⏎ try { } catch { } finally { } ⏎ d"},
		{"x.ts", "class A {\n a = 1\n catch() {}\n b: B<C>\n c?: string\n}\n(f)", "class A { a = 1 ⏎ catch ( ) { } ⏎ b : B < C > ⏎ c ? : string } ⏎ ( f )"},
		{"x.ts", "f(a\n b, [c\n d], {e: 1\n f})", "f ( a b , [ c d ] , { e : 1 ⏎ f } )"},
		{"x.ts", "const A = {a} as const\nconst B = [1]\nimport x from 'y'\nexport default\nC", `const A = { a } as const ⏎ const B = [ 1 ] ⏎ import x from "y" ⏎ export default C`},
		{"x.ts", "type A =\n | 'a'\n | 'b'\nfunction f(): void\nfunction f(x) {}\n", `type A = | "a" | "b" ⏎ function f ( ) : void ⏎ function f ( x ) { } ⏎`},
		// Elements, and what is none.
		{"x.ts", `a = <T>b; c = <any>'d'`, `a = < T > b ; c = < any > "d"`},
		{"x.tsx", `f = <T,>(x: T) => 'a'; g = <T extends U>(x: T) => x; h = <const T>(x) => "y"; type I = <T>(x: T) => void`, `f = < T , > ( x : T ) => "a" ; g = < T extends U > ( x : T ) => x ; h = < const T > ( x ) => "y" ; type I = < T > ( x : T ) => void`},
		{"x.jsx", `a = <b>(it's)</b>; c = 1 < d`, `a = b ‹ markup"(it's)" </b>› ; c = 1 < d`},
		{"x.jsx", `return <A.B c="d\n&lt;" e={'f'} {...g} h><i/>'{/* ' */}{"j"}</A.B>`, `return A . B ‹ c = "d\\n<" ⏎ e = ‹{ "f" }› ⏎ ‹{ ... g }› ⏎ h ⏎ i ‹ />› ⏎ markup"'" ⏎ ‹{ }› ⏎ ‹{ "j" }› </A.B>›`},
		{"x.jsx", "a ? <>'</> : <b\n// '\nc='\n'/>", `a ? ‹<> markup"'" </>› : b ‹ c = "\n" />›`},
		{"x.tsx", `a = <S<T> b='c'>d</S>`, `a = S ‹ b = "c" ⏎ markup"d" </S>›`},
		{"x.jsx", `a = <b, c; "d" /></b>`, `a = < b , c ; "d" / > < / b >`},
		{"x.jsx", `a = <b c ; "d" </b>`, `a = b ‹ c › ; "d" < / b >`},
		{"x.jsx", `a = <b>'c'`, `a = < b > "c"`},
		// Brackets without partners.
		{"x.js", "([{)]}'a'", `( [ { ) ] } › "a" ›`},
		{"x.jsx", "a = <b c={d)}>)}</b>", "a = b ‹ c = ‹{ d ) }› ⏎ markup\")}\" </b>›"},
	} {
		f := lexJSText(c.name, c.in)
		got := showJS(f)
		// Groups that never end show nothing at their end.
		assert.Equal(t, strings.ReplaceAll(c.want, " ›", ""), strings.TrimRight(strings.ReplaceAll(got, " ›", ""), " "), c.in)
		checkTokens(t, f)
	}
}
