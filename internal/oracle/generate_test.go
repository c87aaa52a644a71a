package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// rules are how code is put together: each name in angle quotes is replaced by one of its alternatives. The first alternative
// of a name leads to an end, and is taken when the nesting is deep.
type rules map[string][]string

// generate returns the code that a seed stands for, and how many of its pieces were left out because tree-sitter does not
// understand them: some grammars know less than their language.
//
// The pieces are one file, or one each where the grammar does not understand them together.
func generate(l *language, seed uint64) (files []string, left int) {
	r := rand.New(rand.NewPCG(seed, 7))
	g := generators[l.name]
	ends := func(s string) string {
		if s = g["head"][0] + s + g["tail"][0]; seed%8 == 7 && g["crlf"] != nil {
			return strings.ReplaceAll(s, "\n", "\r\n")
		}
		return s
	}
	var b strings.Builder
	for i := range pieces {
		s := strings.ReplaceAll(g.expand(r, "‹line›", 0), "NNN", fmt.Sprint(i)) + "\n"
		if understood(l, generatedName(l, seed), ends(s)) {
			b.WriteString(s)
			files = append(files, ends(s))
		} else {
			left++
		}
	}
	if l.alone {
		return files, left
	}
	return []string{ends(b.String())}, left
}

// understood reports whether tree-sitter finds no error in code.
func understood(l *language, path, code string) bool {
	tree := parse(l.grammar(path), []byte(code))
	if tree == nil {
		return false
	}
	defer tree.Close()
	return !tree.RootNode().HasError()
}

// pieces is how many pieces a generated file is made of.
const pieces = 60

const deepest = 5

func (g rules) expand(r *rand.Rand, s string, depth int) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "‹")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "›")
		s = after
		n := 1
		if strings.HasSuffix(name, "*") {
			name, n = strings.TrimSuffix(name, "*"), r.IntN(5)
		}
		all := g[name]
		if all == nil {
			panic("no rule for " + name)
		}
		for range n {
			pick := all[0]
			if depth < deepest {
				pick = all[r.IntN(len(all))]
			}
			b.WriteString(g.expand(r, pick, depth+1))
		}
	}
}

func generatedName(l *language, seed uint64) string {
	ext := l.exts[0]
	if l.name == "javascript" {
		ext = []string{".js", ".ts", ".tsx"}[seed%3]
	}
	return fmt.Sprintf("generated-%d%s", seed, ext)
}

var generators = map[string]rules{
	"python": {
		"head": {""}, "tail": {""}, "crlf": {""},
		"line": {
			"vNNN = ‹str›", "vNNN = [‹expr›,\n  ‹expr›] # it's ‹text›", "def fNNN(a=‹expr›):\n    ‹doc›\n    return ‹expr›",
			"class CNNN:\n  ‹doc›\n\n  x: str = ‹expr›", "vNNN = (‹str›\n    ‹str› # \"\n    ‹str›)", "if ‹expr› != ‹expr›: pass", "@d(‹expr›, k=‹expr›)\nasync def gNNN(): ‹str›",
		},
		"expr":  {"1", "‹str›", "x + ‹expr›", "f(‹expr›, ‹expr›)", "{‹expr›: ‹expr›}", "x[‹expr›]", "(lambda y: ‹expr›)"},
		"doc":   {"'x'", `"""‹long›"""`, "'''‹long›'''", `r"""‹raw›"""`, "‹str›"},
		"str":   {`"a"`, `"‹dq*›"`, "'‹sq*›'", `"""‹long›"""`, "'''‹long›'''", `r"‹raw›"`, `b"‹byte*›"`, `Rb'‹raw›'`, `f"‹fmt*›"`, `F'''‹fmt*›'''`, `rf"‹rfmt*›"`, `u"‹dq*›"`},
		"text":  {"word ", "naïve ", "\u200b", "# no ", "日本 ", "/* ", "$x ", "<b> "},
		"esc":   {`\n`, `\\`, `\"`, `\'`, `\x41`, `\u00e9`, `\U0001F600`, `\101`, `\0`, `\q`, `\N{BULLET}`, "\\\n", `\ud83d\ude00`},
		"dq":    {"a", "‹text›", "‹esc›", "'", "{x}"},
		"sq":    {"a", "‹text›", "‹esc›", `"`, "{{"},
		"long":  {"a", "‹text›‹esc›", "‹text›\n  ‹text›", "‹text›\"x\" ‹text›", "it's ‹esc›‹text›"},
		"raw":   {"a", `\d‹text›`, `\\‹text›\.`, `‹text›`},
		"byte":  {"a", `\xe2\x82\xac`, `\xff`, `\u0041`, `\101`, `\n`, "{"},
		"fmt":   {"a", "‹text›", `\n`, `\u00e9`, "{{", "}}", "{x}", "{‹fexpr›}", "{x!r}", "{x:>{w}}", "{x:.2f}", "{x = }", "{(‹fexpr›)!s:^8}"},
		"rfmt":  {"a", "‹text›", `\d`, "{{2}}", "{x}", "{‹fexpr›}"},
		"fexpr": {"x", "f(x, 1)", "x[0]", "{1: 2}[1]", "x if y else z", "(lambda: 1)()", "y != z"},
	},
	"javascript": {
		"head": {""}, "tail": {""}, "crlf": {""},
		"line": {
			"const vNNN = ‹expr›; // it's ‹text›", "/** it's ‹text›\n * ‹text›\n */\nfunction fNNN(a = ‹expr›) { return ‹expr›; }", "if (‹expr›) ‹re›.test(‹expr›); else ‹re›.exec('x');",
			"const cNNN = { a: ‹expr›, 'b c': ‹expr›, [‹expr›]: ‹expr›, m() { return ‹re›; } };", "/* \" ' ` */ gNNN(‹expr›, (x) => ‹expr›, [‹expr›]);", "let wNNN = x / ‹expr› / y;",
		},
		"expr": {"x", "‹str›", "x + ‹expr›", "f(‹expr›, ‹expr›)", "(‹expr›) / 2", "x ? ‹expr› : ‹expr›", "a[‹expr›] / b", "‹re›", "y.replace(‹re›, ‹expr›)", "function () { return ‹expr›; }", "tag‹tmpl›", "{}.x / ‹str›"},
		"str":  {`"a"`, `"‹dq*›"`, "'‹sq*›'", "‹tmpl›", "``"},
		"tmpl": {"`a`", "`‹t*›`", "`‹t*›${‹expr›}‹t*›`"},
		"t":    {"a", "‹text›", "‹esc›", "\"", "'", "\n  ", "${‹expr›}", "$", "{", "}", "\\`", "\\${x}", "${{ a: ‹expr› }.a}"},
		"re":   {"/a/", `/["'` + "`" + `]/g`, `/[/\]"]\/'/u`, `/\\"/`, `/(?:a|b')+?/i`},
		"text": {"word ", "naïve ", "\u200b", "# no ", "日本 ", "$x ", "<b> "},
		"esc":  {`\n`, `\\`, `\"`, `\'`, `\x41`, `\u00e9`, `\u{1F600}`, `\0`, `\q`, "\\\n", `\ud83d\ude00`},
		"dq":   {"a", "‹text›", "‹esc›", "'", "`", "${x}", "//", "/*"},
		"sq":   {"a", "‹text›", "‹esc›", `"`, "`", "</script>"},
	},
	"csharp": {
		"head": {"class C {\n"}, "tail": {"}\n"}, "crlf": {""},
		"line": {
			"object vNNN = ‹expr›; // it's ‹text›", "/// <summary>‹text›\"</summary>\n/// it's\n[A(‹cstr›, N = ‹cstr›)]\nstring fNNN(string a = ‹cstr›) => ‹expr›;", "/* \" ' */ char cNNN = ‹chr›;",
			"string tNNN = \"\"\"\n    ‹text›\"x\" \\n\n      ‹text›\n    \"\"\";", "string uNNN = $$\"\"\"\n  {a} {{‹expr›}}\n    ‹text›\n  \"\"\";",
		},
		"expr": {"x", "‹str›", "x + ‹expr›", "f(‹expr›, ‹expr›)", "(x ? ‹expr› : ‹expr›)", "‹chr›", "a[‹expr›]"},
		"cstr": {`"a"`, `"‹dq*›"`, `@"‹vb*›"`, `"""‹text›"""`},
		"str":  {`"a"`, "‹cstr›", `$"‹i*›x"`, `$@"‹vi*›x"`, `@$"‹vi*›x"`, `$"""‹text›{‹expr›}"""`},
		"chr":  {`'a'`, `'\''`, `'"'`, `'\u0041'`, `'\\'`, `'\0'`},
		"text": {"word ", "naïve ", "\u200b", "# no ", "日本 ", "$x "},
		"esc":  {`\n`, `\\`, `\"`, `\'`, `\x41 `, `\u00e9`, `\U0001F600`, `\0`, `\a\b\f\r\t\v`, `\ud83d\ude00`},
		"dq":   {"a", "‹text›", "‹esc›", "'", "{x}", "//", "/*", "@"},
		"vb":   {"a", "‹text›", `""`, `\`, "\n  ", "{x}", "'"},
		"i":    {"a", "‹text›", "‹esc›", "{{ ", "}} ", "{‹expr›}", "{x:N2}", "{x,-5}", "{(‹expr›)}", "'"},
		"vi":   {"a", "‹text›", `x""`, `\`, "\n ", "{{ ", "}} ", "{‹expr›}", "{x:D}"},
	},
	"java": {
		"head": {"class C {\n"}, "tail": {"}\n"}, "crlf": {""},
		"line": {
			"Object vNNN = ‹expr›; // it's ‹text›", "/** it's ‹text›\"\n * ‹text›\n */\n@A(n = ‹str›, d = ‹str› + ‹str›)\nString fNNN(String a) { return ‹expr›; }", "/* \" ' */ char cNNN = ‹chr›;",
			"String tNNN = \"\"\"\n    ‹b*›\n      ‹b*›  \n\t‹text›\n  \"\"\";", "String uNNN = \"\"\"\n  ‹b*›x\"\"\";",
		},
		"expr": {"x", "‹str›", "x + ‹expr›", "f(‹expr›, ‹expr›)", "(x ? ‹expr› : ‹expr›)", "‹chr›", "a[‹expr›]"},
		"str":  {`"a"`, `"‹dq*›"`},
		"chr":  {`'a'`, `'\''`, `'"'`, `'\u0041'`, `'\\'`, `'\0'`, `'\177'`},
		"text": {"word ", "naïve ", "\u200b", "# no ", "日本 ", "$x "},
		"esc":  {`\n`, `\\`, `\"`, `\'`, `\101`, `\477`, `\u00e9`, `\0`, `\b\f\r\t\s`, `\ud83d\ude00`},
		"dq":   {"a", "‹text›", "‹esc›", "'", "{x}", "//", "/*"},
		"b":    {"a", "‹text›", "‹esc›", `"x"`, "\\\n    ", "'", `\"""`},
	},
	"kotlin": {
		"head": {""}, "tail": {""},
		"line": {
			"val vNNN = ‹expr› // it's ‹text›", "/** it's ‹text›\"\n * ‹text›\n */\n@A(n = ‹str›)\nfun fNNN(a: String = ‹expr›) = ‹expr›", "/* \" /* nested ' */ */ val cNNN = ‹chr›",
			"val rNNN = \"\"\"‹r*›\n  ‹r*›x\"\"\"",
		},
		"expr": {"x", "‹str›", "x + ‹expr›", "f(‹expr›, ‹expr›)", "(if (x) ‹expr› else ‹expr›)", "‹chr›", "a[‹expr›]"},
		"str":  {`"a"`, `"‹dq*›"`},
		"chr":  {`'a'`, `'\''`, `'"'`, `'\u0041'`, `'\\'`},
		"text": {"word ", "naïve ", "\u200b", "# no ", "日本 "},
		"esc":  {`\n`, `\\`, `\"`, `\'`, `\u00e9`, `\$`, `\b\r\t`, `\ud83d\ude00`},
		"dq":   {"a", "‹text›", "‹esc›", "'", "{x}", "//", "/*", "$x ", "${‹expr›}", "$ ", "$5"},
		"r":    {"a", "‹text›", `\n`, `"x" `, "$x ", "${‹expr›}", "${'$'}", "'"},
	},
	"rust": {
		"head": {""}, "tail": {""}, "crlf": {""},
		"line": {
			"fn aNNN() { let v = ‹expr›; } // it's ‹text›", "/// it's ‹text›\"\n/// ‹text›\n#[a(n = ‹lit›, d = ‹lit›)]\nfn fNNN<'a>(x: &'a str) -> char { g(‹expr›, ‹expr›); ‹chr› }", "/* \" /* nested ' */ */ const CNNN: char = ‹chr›;",
			"/** it's ‹text› */\nconst DNNN: &'static str = ‹lit›;", "fn bNNN() { m!(‹lit›, k = ‹lit›, 'b', {‹chr›}); 'l: loop { break 'l; } }",
		},
		"expr": {"x", "‹lit›", "x + ‹expr›", "f(‹expr›, ‹expr›)", "‹chr›", "a[‹expr›]", "&‹expr›"},
		"lit":  {`"a"`, `"‹dq*›"`, `r"‹raw*›"`, `r#"‹raw*›"x‹raw*›"#`, `b"‹by*›"`, `br##"x"# "##`},
		"chr":  {`'a'`, `'\''`, `'"'`, `'\u{41}'`, `'\\'`, `'\0'`, `b'x'`, `'é'`},
		"text": {"word ", "naïve ", "\u200b", "# no ", "日本 ", "$x "},
		"esc":  {`\n`, `\\`, `\"`, `\'`, `\x41`, `\u{e9}`, `\u{1F600}`, `\0`, "\\\n     "},
		"dq":   {"a", "‹text›", "‹esc›", "'", "{x}", "//", "/*", "\n"},
		"raw":  {"a", "‹text›", `\n`, `\`, "'", "\n  "},
		"by":   {"a", `\xe2\x82\xac`, `\xff`, `\n`, "'"},
	},
	"php": {
		"head": {"<?php\n"}, "tail": {""},
		"line": {
			"$vNNN = ‹expr›; // it's ‹text›", "/** it's ‹text›\"\n * ‹text›\n */\n#[A(n: ‹sq›, d: ‹sq›)]\nfunction fNNN($a = ‹sq›) { return ‹expr›; } # don't", "/* \" ' */ $cNNN = [‹expr› => ‹expr›];", "?><p title=\"x\">it's</p><?php",
			"$hNNN = <<<T\n    ‹h*›.\n      ‹h*›.\n    T;", "$nNNN = <<<'T'\n  ‹text›\\n $x \"\n  T;",
		},
		"expr": {"$x", "‹str›", "$x . ‹expr›", "f(‹expr›, ‹expr›)", "($x ? ‹expr› : ‹expr›)", "$a[‹expr›]", "‹sq›"},
		"sq":   {"'a'", "'‹s*›'"},
		"str":  {`"a"`, `"‹dq*›"`, "‹sq›"},
		"text": {"word ", "naïve ", "\u200b", "# no ", "日本 "},
		"esc":  {`\n`, `\\`, `\"`, `\x41`, `\u{e9}`, `\u{1F600}`, `\101`, `\0`, `\$`, `\q`, `\xe2\x82\xac`},
		"s":    {"a", "‹text›", `\'`, `\\`, `\n`, `"`, "$x", "{$x}", "//"},
		"dq":   {"a", "‹text›", "‹esc›", "'", "{x}", "//", "$x ", "{$x}", "$x[0] ", "$x->y ", "{$x['k']}", "{$x->f(‹expr›)}", "$ ", "$5"},
		"h":    {"a", "naïve ", `\n`, `\u{e9}`, "'", "$x ", "{$x}", "{$x['k']}"},
	},
	"ruby": {
		"head": {""}, "tail": {""},
		"line": {
			"vNNN = ‹expr› # it's ‹text›", "def fNNN(a = ‹expr›)\n  ‹expr›\nend", "g(‹expr›, k: ‹expr›, \"a b\": ‹expr›) { |x| ‹expr› }", "hNNN = <<~T\n    ‹h*›.\n      ‹h*›.\n  T", "iNNN = f(<<~A, <<-'B')\n  ‹h*›.\nA\n  ‹text›\\n #{x}\n  B",
			"wNNN = %w[a b c] + %i[d e]",
		},
		"expr": {"x", "‹str›", "(x + ‹expr›)", "f(‹expr›, ‹expr›)", "(x ? ‹expr› : ‹expr›)", "a[‹expr›]", "{ ‹str› => ‹expr› }", "y.sub(/[\"']/, ‹expr›)", ":sym", ":\"‹dq*›x\""},
		"str":  {`"a"`, `"‹dq*›"`, `'‹sq*›'`, "%q(‹q*›)", "%Q{‹q*›#{‹expr›}}", "%(‹q*›)", "`ls ‹q*›`"},
		"text": {"word ", "naïve ", "\u200b", "; no ", "日本 "},
		"esc":  {`\n`, `\\`, `\"`, `\x41`, `\u00e9`, `\u{1F600}`, `\101`, `\0`, `\s`, `\q`, "\\\n"},
		"dq":   {"a", "‹text›", "‹esc›", "'", "{x}", "//", "#{‹expr›}", "# ", `\#{x}`},
		"sq":   {"a", "‹text›", `\'`, `\\`, `\n`, `"`, "#{x}"},
		"q":    {"a", "‹text›", `"x"`, "'"},
		"h":    {"a", "‹text›", `\n`, `\u00e9`, "'", "\"", "#{‹expr›}"},
	},
	"cpp": {
		"head": {""}, "tail": {""}, "crlf": {""},
		"line": {
			"auto vNNN = ‹expr›; // it's ‹text›", "/** it's ‹text›\" */\nvoid fNNN(const char* a = ‹lit›) { g(‹expr›, ‹expr›); }", "/* \" ' */ char cNNN = ‹chr›;", "const char* sNNN = ‹lit› \"x\"\n  ‹lit›;", "int nNNN = 1'000'000 + 0xF'F;",
		},
		"expr": {"x", "‹lit›", "x + ‹expr›", "f(‹expr›, ‹expr›)", "(x ? ‹expr› : ‹expr›)", "‹chr›", "a[‹expr›]"},
		"lit":  {`"a"`, `"‹dq*›"`, `R"(‹raw*›)"`, `u8R"x(‹raw*›)" )x"`, `L"‹dq*›"`},
		"chr":  {`'a'`, `'\''`, `'"'`, `'\x41'`, `'\\'`, `'\0'`, `L'x'`},
		"text": {"word ", "naïve ", "\u200b", "# no ", "日本 ", "$x "},
		"esc":  {`\n`, `\\`, `\"`, `\'`, `\x41 `, `\u00e9`, `\U0001F600`, `\101`, `\0 `, `\a\b\f\r\t\v\?`, "\\\n"},
		"dq":   {"a ", "‹text›", "‹esc›", "'", "{x}", "//", "/*"},
		"raw":  {"a", "‹text›", `\n`, `"`, "'", "\n  "},
	},
	"elixir": {
		"head": {""}, "tail": {""},
		"line": {
			"vNNN = ‹expr› # it's ‹text›", "f(‹expr›, k: ‹expr›, \"a b\": ‹expr›)", "@doc \"\"\"\n  ‹h*›.\n    ‹h*›.\n  \"\"\"", "hNNN = ~S\"\"\"\n  ‹text›\\n #{x} \"\n  \"\"\"", "wNNN = ~w[a b c]a", "def fNNN(a), do: ‹expr›",
		},
		"expr": {"x", "‹str›", "(x <> ‹expr›)", "f(‹expr›, ‹expr›)", "[‹expr›, ‹expr›]", "%{‹str› => ‹expr›}", "fn y -> ‹expr› end", "?a", ":\"‹dq*›x\"", "String.replace(x, ~r/[\"']/, ‹expr›)"},
		"str":  {`"a"`, `"‹dq*›"`, `'‹sq*›'`, "~s(‹q*›#{‹expr›})", "~S|‹q*›|", "~s{‹q*›}"},
		"text": {"word ", "naïve ", "\u200b", "; no ", "日本 "},
		"esc":  {`\n`, `\\`, `\"`, `\x41`, `\u00e9`, `\u{1F600}`, `\0`, `\s`, `\q`, "\\\n"},
		"dq":   {"a", "‹text›", "‹esc›", "'", "{x}", "//", "#{‹expr›}", "# ", `\#{x}`},
		"sq":   {"a", "‹text›", `\'`, `\\`, `\n`, `"`, "#{‹expr›}"},
		"q":    {"a", "‹text›", `"x"`, "'"},
		"h":    {"a", "‹text›", `\n`, `\u00e9`, "'", "\"", "#{‹expr›}"},
	},
}
