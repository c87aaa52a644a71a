package lex

import "testing"

func TestKotlinStrings(t *testing.T) {
	outlines(t, Kotlin,
		`"a\t\u00e9\$b\"" + 'c' + '\''`, "\"a\t\u00e9$b\"\" + \"c\" + \"'\"",
		`"a $b.c ${d.e("f")} $ 5$ $1 $this"`, `< "a " ${ b } ".c " ${ d . e ( "f" ) } " $ 5$ $1 " ${ this } >`,
		"\"$`odd name`!\" `x y`", "< ${ `odd name` } \"!\" > `x y`",
		"\"\"\"a \"b\" \\n $c\n  d\"\"\"\"", "< \"a \"b\" \\n \" ${ c } \"\n  d\"\" >",
		"\"\"\"a\n  b\"\"\".trimIndent()", "\"a\n  b\" . trimIndent ( )",
		`$$"""{"$schema": $$x $$${y}}"""`, `< "{"$schema": " ${ x } " $" ${ y } "}" >`,
		`"${if (a) { "b" } else "${c}"}"`, `< ${ if ( a ) { "b" } else < ${ c } > } >`,
		"\"open\nnext", "\"open\" | next",
	)
}

func TestKotlinLines(t *testing.T) {
	outlines(t, Kotlin,
		"val a = 1\nval b =\n  2 +\n  3\n  + 4", "val a = 1 | val b = 2 + 3 | + 4",
		"a\n  .b()\n  // note\n  ?.c { d\n e }\n  ?: f\ng", "a . b ( ) ?. c { d | e } ?: f | g",
		"f(\n a,\n b\n)\n{ c }", "f ( a , b ) { c }",
		"class A\n  : B()\n{\n  val x: String\n    get() = \"y\"\n\n\n  /** d */\n  fun z(): Q\n    = 1\n}", "class A : B ( ) { val x : String | get ( ) = \"y\" | #d# fun z ( ) : Q = 1 | }",
		"if (a) b\nelse c; d\ntry { }\ncatch (e: E) { }", "if ( a ) b else c ; d | try { } catch ( e : E ) { }",
		"import a.b.*\nimport c", "import a . b . * | import c",
		"a /* x\n */ b\n/* y */ .c", "a b . c",
		"x.map l@{ return@l this@A.y }\n@Tool(\"b\")\nfun c() {}", "x . map { return this . y } | @ Tool ( \"b\" ) | fun c ( ) { }",
	)
}
