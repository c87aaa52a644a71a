package lex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

func TestPythonStrings(t *testing.T) {
	outlines(t, Python,
		`'a' "b" u'c' U"d"`, `"a" "b" "c" "d" |`,
		`r'\d\'' R"\n" b'\d' Rb"\x41" bR'\x41'`, `"\d\'" "\n" "\d" "\x41" "\x41" |`,
		`br"a" rr"b" x"c" bytes"d"`, `"a" "b" x "c" bytes "d" |`,
		`"\a\b\f\n\r\t\v\\\'\"\q"`, "\"\a\b\f\n\r\t\v\\'\"\\q\" |",
		`"\x41\101\0\u200b\U0001F600\xg\u12"`, "\"AA\x00\u200b\U0001F600\\xg\\u12\" |",
		`"\ud83d\ude00 \ud83d"`, "\"\U0001F600 \uFFFD\" |",
		`"\N{ZERO WIDTH SPACE}\N{zwj}\N{TAG LATIN SMALL LETTER A}\N{VARIATION SELECTOR-17}\N{LATIN CAPITAL LETTER A}"`, "\"\u200b\u200d\U000E0061\U000E0100A\" |",
		`"\N{CUNEIFORM SIGN A}" "\N{}" "\N{a"`, "\"\uFFFD\" \"\\N{}\" \"\\N{a\" |",
		`b"\xe2\x80\x8b\u0041\N{BULLET}\xff\303\251"`, "\"\u200b\\u0041\\N{BULLET}\uFFFD\u00e9\" |",
		"'a\\\nb'", `"ab" |`,
		"'''a\n'b' \"\"\" \\\nc\\''''", "\"a\n'b' \"\"\" c'\" |",
		"r'''a\\\nb'''", "\"a\\\nb\" |",
		`"" '' """""" ''''''`, `"" "" "" "" |`,
		"'open\nx", `"open" | x |`,
	)
	assert.Equal(t, "\"a\nb\" |", outline(t, Python, "'''a\rb'''"))
	assert.Equal(t, "a | b |", outline(t, Python, "a # c\rb"), "a lone CR ends a comment, and what follows is run")
	assert.Equal(t, "a |", outline(t, Python, "\uFEFFa"))
}

func TestPythonInterpolated(t *testing.T) {
	outlines(t, Python,
		`f'a {b} c'`, `< "a " ${ b } " c" > |`,
		`rf"\{x}" Fr'\N{y}' t'{z}' TR"\'"`, `< "\" ${ x } > < "\N" ${ y } > < ${ z } > < "\'" > |`,
		`f"{{a}} {b!r} {c = } {d=!s:x} \N{BULLET}\x41"`, `< "{a} " ${ b } " " ${ c } " " ${ d } " `+"\u2022"+`A" > |`,
		`f"{a:>{width}.{p!r}} b"`, `< ${ a } ${ width } ${ p } " b" > |`,
		`f"{a['x']}{b["y"]}{c != d}{e == f}{(lambda: 1)()}{x[1:2]}{ {'a': 1}['a'] }"`,
		`< ${ a [ "x" ] } ${ b [ "y" ] } ${ c != d } ${ e == f } ${ ( lambda : 1 ) ( ) } ${ x [ 1 : 2 ] } ${ { "a" : 1 } [ "a" ] } > |`,
		`f'{f"{f'''{x}'''}"}'`, `< ${ < ${ < ${ x } > } > } > |`,
		"f'''a {\n  b # c }\n} d'''", "< \"a \" ${ b } \" d\" > |",
		`f"{now:%H:%M}" f"{now:any text is written out}"`, `< ${ now } > < ${ now } "any text is written out" > |`,
		`f"{x:{y:{z}}} {'a'!r:^8}"`, `< ${ x } ${ y } ${ z } " " ${ "a" } > |`,
		// What Python refuses is read to the end of the line.
		"f\"{a\"\nb", `< ${ a } > | b |`,
		"f\"{(a\" c\n\"d\"", `< ${ ( a  } > c | "d" |`,
		"f'} {' 'a'\nb", `< "} " ${ " " a } > | b |`,
		"f'open\nx", `< "open" > | x |`,
	)
}

func TestPythonLines(t *testing.T) {
	outlines(
		t, Python,
		"if a:\n  b\n\n  # c\n# d\n  e\nf", "if a : | { b | e | } f |",
		"if a:\n\tif b:\n        \tc\n\td", "if a : | { if b : | { c | } d | }",
		"if a:\n\tb\n        c", "if a : | { b | c | }",
		"a = (1,\n  2,\n b)\nc", "a = ( 1 , 2 , b ) | c |",
		"a = 1 + \\\n    2\nb", "a = 1 + 2 | b |",
		"a = 1 + \\\r\n    2\r\nb", "a = 1 + 2 | b |",
		"if a: b; c", "if a : b ; c |",
		"  a\nb", "{ a | } b |",
		"class A:\n        x\n    y\nz", "class A : | { x | y | } z |",
		"if a:\n    if b:\n        c\n      d\n    e\nf", "if a : | { if b : | { c | d | } e | } f |",
		"if a:\n  \f  b\n", "if a : | { b | }",
		"x = [1,\ndef f():\n  a", "x = [ 1 ,  | def f ( ) : | { a | }",
		"x = f'''{a\nclass B:\n  c", "x = < ${ a } > | class B : | { c | }",
		"a[defs,\ndefer]", "a [ defs , defer ] |",
		"1.5e-3j 0xFF 1_0. .5 1if 1..a 3L", "1.5e-3j 0xFF 1_0. .5 1 if 1. . a 3L |",
		"a**=b//c->d:=e...!=f@g<<=h", "a **= b // c -> d := e ... != f @ g <<= h |",
		") ] }", ") ] } |",
		"(]}", "( ] }  |",
	)
}

func TestPythonDocText(t *testing.T) {
	doc := func(code string) (*File, source.Text) {
		f := readChecked(t, Python, code)
		var tokens []int
		for i := range f.Tokens {
			if f.Kind(i) == String {
				tokens = append(tokens, i)
			}
		}
		return f, f.DocText(tokens...)
	}
	// The right side is what inspect.cleandoc of Python 3.13 gives.
	for _, c := range [][2]string{
		{`"""One."""`, "One."},
		{"\"\"\"  One.\n\n    Two.\n      Three.\n    \"\"\"", "One.\n\nTwo.\n  Three."},
		{"\"\"\"\n    One.\n\n  Two.\n\"\"\"", "  One.\n\nTwo."},
		{"\"\"\"One.\n    \"\"\"", "One.\n    "},
		{"\"\"\"\n\n\"\"\"", ""},
		{"\"\"\"   \n   a\n\t\"\"\"", "a\n     "},
		{"\"\"\"a\n\tb\tc\n    d\"\"\"", "a\n    b       c\nd"},
		{`"""a\n    b\n      c"""`, "a\nb\n  c"},
		{"\"\"\"a\\\n    b\n    c\"\"\"", "a    b\nc"},
		{`"""\ta\u200b\t b"""`, "a\u200b       b"},
		{"\"One.\\n\" '''\n   Two.\n   Three.'''", "One.\n\nTwo.\nThree."},
		{"r\"\"\"a\\n\r\n    b\r\n    \"\"\"", "a\\n\nb"},
		{"\"\"\"\u00e9\u00e9\tx\n \u3000y\"\"\"", "\u00e9\u00e9      x\n\u3000y"},
		{"''", ""},
	} {
		_, text := doc(c[0])
		assert.Equal(t, c[1], text.Value, "%q", c[0])
	}

	f, text := doc("def f():\n    \"\"\"One\\x21\n\n\t  Two \u00e9.\r\n\t  \tThree.\n    \"\"\"")
	require.Equal(t, "One!\n\nTwo \u00e9.\n      Three.", text.Value)
	at := func(s string) source.Location {
		k := strings.Index(text.Value, s)
		require.GreaterOrEqual(t, k, 0, s)
		locs := text.Locate(k, k+len(s))
		require.Len(t, locs, 1)
		return locs[0]
	}
	raw := func(s string) string { span := at(s).Span; return string(f.Source.Data[span.Start:span.End]) }
	assert.Equal(t, `\x21`, raw("!"))
	assert.True(t, at("!").Escaped)
	assert.Equal(t, "Two \u00e9", raw("Two \u00e9"))
	assert.Equal(t, "\r\n\t  \tThree", raw("\n      Three"))
	assert.False(t, at("\n      Three").Escaped, "stripped indentation and line breaks are no escapes")
}
