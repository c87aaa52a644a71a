package lex

import "testing"

func TestDartStrings(t *testing.T) {
	outlines(t, Dart,
		`'a\t\u00e9\u{1F600}\x41\$b\'\q' "c'd"`, "\"a\t\u00e9\U0001F600A$b'q\" \"c'd\"",
		`'a $b.c ${d['e']} $f$g' r'$x\n' r"y"`, `< "a " ${ b } ".c " ${ d [ "e" ] } " " ${ f } ${ g } > "$x\n" "y"`,
		"'''\n  a 'b'\n  c'''", "\"  a 'b'\n  c\"",
		"'''  \na $b\n\nc''' r\"\"\"\nd\\\"\"\"", "< \"a \" ${ b } \"\n\nc\" > \"d\\\"",
		"\"\"\"${a}\n b\"\"\"", "< ${ a } \"\n b\" >",
		"'open\nnext", "\"open\" next",
		"@Tool('x') var r = for_r'';", "@ Tool ( \"x\" ) var r = for_r \"\" ;",
		"'${a.map((b) => '<${b}>').join({'c': 1})}'", "< ${ a . map ( ( b ) => < \"<\" ${ b } \">\" > ) . join ( { \"c\" : 1 } ) } >",
	)
}
