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
	// Blocks are empty groups.
	blocks := func(code string) string {
		f := readChecked(t, Python, code)
		var out []string
		for i, tok := range f.Tokens {
			switch {
			case tok.Kind == Line:
				out = append(out, "|")
			case tok.Shape == Block && tok.Kind == Open:
				out = append(out, ">")
			case tok.Shape == Block:
				out = append(out, "<")
			default:
				out = append(out, string(f.Raw(i)))
			}
		}
		return strings.Join(out, " ")
	}
	for _, c := range [][2]string{
		{"if a:\n  b\n\n  # c\n# d\n  e\nf", "if a : | > b | e | < f |"},
		{"if a:\n\tif b:\n        \tc\n\td", "if a : | > if b : | > c | < d | <"},
		{"if a:\n\tb\n        c", "if a : | > b | c | <"},
		{"a = (1,\n  2,\n b)\nc", "a = ( 1 , 2 , b ) | c |"},
		{"a = 1 + \\\n    2\nb", "a = 1 + 2 | b |"},
		{"a = 1 + \\\r\n    2\r\nb", "a = 1 + 2 | b |"},
		{"if a: b; c", "if a : b ; c |"},
		{"  a\nb", "> a | < b |"},
		{"class A:\n        x\n    y\nz", "class A : | > x | y | < z |"},
		{"if a:\n    if b:\n        c\n      d\n    e\nf", "if a : | > if b : | > c | d | < e | < f |"},
		{"if a:\n  \f  b\n", "if a : | > b | <"},
		{"x = [1,\ndef f():\n  a", "x = [ 1 ,  | def f ( ) : | > a | <"},
		{"x = f'''{a\nclass B:\n  c", "x = f''' { a   | class B : | > c | <"},
		{"a[defs,\ndefer]", "a [ defs , defer ] |"},
		{"1.5e-3j 0xFF 1_0. .5 1if 1..a 3L", "1.5e-3j 0xFF 1_0. .5 1 if 1. . a 3L |"},
		{"a**=b//c->d:=e...!=f@g<<=h", "a **= b // c -> d := e ... != f @ g <<= h |"},
		{") ] }", ") ] } |"},
		{"(]}", "( ] }  |"},
	} {
		assert.Equal(t, c[1], blocks(c[0]), "%q", c[0])
	}
}

// TestPythonDepth reads more nesting than is kept.
func TestPythonDepth(t *testing.T) {
	const n = 100_000
	for name, code := range map[string]string{
		"brackets":  strings.Repeat("(", n) + "'x'" + strings.Repeat(")", n) + "\ny = 'z'",
		"holes":     strings.Repeat("f'{", n) + "'x'" + strings.Repeat("}'", n) + "\ny = 'z'",
		"triple":    strings.Repeat(`f"""{f'''{`, n) + "x",
		"staircase": staircase(2_000) + "y = 'z'",
		"specs":     "f'" + strings.Repeat("{x:", n) + "'\ny = 'z'",
	} {
		f := readChecked(t, Python, code)
		if strings.HasSuffix(code, "'z'") {
			last := len(f.Tokens) - 1
			for f.Kind(last) != String {
				last--
			}
			assert.Equal(t, "z", f.Text(last).Value, name)
		}
	}
}

// staircase returns n blocks in one another.
func staircase(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "if x:\n")
	}
	return b.String() + strings.Repeat(" ", n) + "pass\n"
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

// TestPythonPlaces locates characters behind escapes and dropped line breaks.
func TestPythonPlaces(t *testing.T) {
	f := readChecked(t, Python, "x = 'ab\\\ncd\\u200b' f'e{{f{g}\\x41h'")
	find := func(tok int, s string) string {
		text := f.Text(tok)
		k := strings.Index(text.Value, s)
		require.GreaterOrEqual(t, k, 0, "%s in %q", s, text.Value)
		locs := text.Locate(k, k+len(s))
		require.Len(t, locs, 1)
		return string(f.Source.Data[locs[0].Span.Start:locs[0].Span.End])
	}
	assert.Equal(t, `\u200b`, find(2, "\u200b"))
	assert.Equal(t, "b\\\nc", find(2, "bc"))
	assert.Equal(t, "{{f", find(4, "{f"))
	assert.Equal(t, `\x41h`, find(8, "Ah"))
}
