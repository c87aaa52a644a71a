package lex

import "testing"

func TestCSharpStrings(t *testing.T) {
	outlines(t, CSharp,
		`"a\t\u00e9\U0001F600\x41g\x1Fz\e[\0\\\""`, "\"a\t\u00e9\U0001F600Ag\x1fz\x1b[\x00\\\"\"",
		`"\ud83d\ude00 \q \u12"`, "\"\U0001F600 \\q \\u12\"",
		`@"C:\a ""b"" c" + ""`, `"C:\a "b" c" + ""`,
		"@\"a\n  b\"", "\"a\n  b\"",
		`'"' '\'' "u"u8, @class`, `""" "'" "u" , @class`,
		"\"open\nnext", "\"open\" next",
	)
}

func TestCSharpRaw(t *testing.T) {
	outlines(t, CSharp,
		`"""a "b" \n c"""`, `"a "b" \n c"`,
		"\"\"\"\n    a\n      \"b\"\n\n    c\n    \"\"\";", "\"a\n  \"b\"\n\nc\" ;",
		"\"\"\"\"\n  \"\"\"a\"\"\"\n  \"\"\"\"u8", "\"\"\"\"a\"\"\"\"",
		"\"\"\"\n\ta\n\n  b\n\t\"\"\"", "\"a\n\n b\"",
		"\"\"\"\n  \"\"\"", "\"\"",
		"$\"\"\"\n    a {x}\n      {y} b\n    c\n    \"\"\"", "< \"a \" ${ x } \"\n  \" ${ y } \" b\nc\" >",
		"$$\"\"\"{a} {{b}} {{{c}}}\"\"\"", "< \"{a} \" ${ b } \" {\" ${ c } \"}\" >",
		"$\"\"\"\n  a\n  \"\"\"", "\"a\"",
		"$\"\"\"\n  {a}\n  \"\"\" + \"b\"", "< \"\" ${ a } \"\" > + \"b\"",
	)
}

func TestCSharpInterpolated(t *testing.T) {
	outlines(t, CSharp,
		`$"a {b} {{c}} \t{d["e"]}"`, "< \"a \" ${ b } \" {c} \t\" ${ d [ \"e\" ] } >",
		`$"{a:N2} {b,-10} {c,5:x} {(d ? "e" : "f")} {global::G.H} {I(j, k)}"`,
		`< ${ a } " " ${ b } " " ${ c } " " ${ ( d ? "e" : "f" ) } " " ${ global :: G . H } " " ${ I ( j , k ) } >`,
		`$@"a ""{b}"" \ {{" + @$"c"`, `< "a "" ${ b } "" \ {" > + "c"`,
		`$"a {$"b {c + $"{d}"}"} e"`, `< "a " ${ < "b " ${ c + < ${ d } > } > } " e" >`,
		`$"{{{x}}}" + $"{new { A = 1 }}"`, `< "{" ${ x } "}" > + < ${ new { A = 1 } } >`,
		"$\"a {b\n+ c} d\"", `< "a " ${ b + c } " d" >`,
		"$\"a {b} c\nd", `< "a " ${ b } " c" > d`,
	)
}

func TestCSharpPreprocessor(t *testing.T) {
	outlines(t, CSharp, "#if A // it's\n  # region \"x\na\n#else\nb\n#endif", "a b")
}
