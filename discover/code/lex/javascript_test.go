package lex

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

var jsUpdate = flag.Bool("update-javascript", false, "write the golden listings of JavaScript")

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

// TestJavaScriptGolden compares the tokens of files as people write them.
func TestJavaScriptGolden(t *testing.T) {
	for _, name := range []string{"server.tsx", "page.html"} {
		path := filepath.Join("testdata", "javascript", name)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		f := lexJSText(name, string(data))
		checkTokens(t, f)
		var b strings.Builder
		for i, tok := range f.Tokens {
			switch tok.Kind {
			case String, Chunk, Doc, Regex, Markup:
				p := f.Source.Position(int(tok.Start), source.UTF16)
				fmt.Fprintf(&b, "%d:%d %q\n", p.Line, p.Column, f.Text(i).Value)
			}
		}
		b.WriteString(strings.NewReplacer(" ⏎ ", " ⏎\n", " ; ", " ;\n").Replace(showJS(f)))
		b.WriteString("\n")
		golden := path + ".golden"
		if *jsUpdate {
			require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		assert.Equal(t, string(want), b.String(), name)
	}
}

// TestJavaScriptPlaces locates escaped and folded parts.
func TestJavaScriptPlaces(t *testing.T) {
	in := "y = <p a='b&amp;c'/>\nx = `é\\u{1F600}é\r\nz`"
	f := lexJSText("x.jsx", in)
	var texts []source.Text
	for i, tok := range f.Tokens {
		if tok.Kind == String {
			texts = append(texts, f.Text(i))
		}
	}
	require.Len(t, texts, 2)
	place := func(x source.Text, part string) string {
		i := strings.Index(x.Value, part)
		loc := x.Locate(i, i+len(part))
		require.Len(t, loc, 1)
		require.True(t, loc[0].Exact)
		return string(f.Source.Data[loc[0].Span.Start:loc[0].Span.End])
	}
	assert.Equal(t, "&amp;c", place(texts[0], "&c"))
	assert.Equal(t, "b", place(texts[0], "b"))
	assert.Equal(t, "\\u{1F600}", place(texts[1], "😀"))
	assert.Equal(t, "é\r\nz", place(texts[1], "é\nz"))
}

// TestJavaScriptHostile reads files that nest, never end or look like something else all the way.
func TestJavaScriptHostile(t *testing.T) {
	for _, c := range []string{
		"(", ")", "([{", "]})", "(((]", "`", "`${", "${", "}", "\"", "'\\", "\\", "/", "/[", "/[/", "/ ", "= /\\/", "/[\\/]", "/*", "/**", "<", "<a", "=<a>",
		"=<a ", "=<a<", "=<a b={", "=<a>{", "=<a>(", "</a>", "=<a></", "=<></>", "< ", "\\u{", "a.", "@", "\x00", "\xff", "\xe2\x80\xa8", "a\n", "\r", "`\\u{", "function(", "{}/",
		"<script>", "<form toolname=", "<form toolname='a'>", "<input toolname=\"", "<!--", "&", "<a b='", "<a b=\"'", "<script type=x>", "<style>",
	} {
		for _, name := range []string{"x.tsx", "x.ts", "x.html"} {
			text := strings.Repeat(c, 20_000/len(c))
			if name == "x.html" {
				text = "<form toolname><script type=text/babel>" + text + "</script>" + text
			}
			begin := time.Now()
			f := lexJSText(name, text)
			checkTokens(t, f)
			if d := time.Since(begin); d > 2*time.Second {
				t.Logf("%q as %s took %v", c, name, d)
			}
		}
	}
}

func FuzzLexJavaScriptFiles(f *testing.F) {
	for _, name := range []string{"server.tsx", "page.html"} {
		data, err := os.ReadFile(filepath.Join("testdata", "javascript", name))
		require.NoError(f, err)
		f.Add(data, uint8(0))
		f.Add(data, uint8(1))
		f.Add(data, uint8(2))
	}
	f.Add([]byte("a = <b c={`${/x/}`} d='&lt;'>{<></>}</b> / 2"), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, kind uint8) {
		name := []string{"x.tsx", "x.ts", "x.html"}[kind%3]
		checkTokens(t, lexJavaScript(source.NewFile(name, name, data)))
	})
}
