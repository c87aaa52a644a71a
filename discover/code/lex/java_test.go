package lex

import "testing"

func TestJavaStrings(t *testing.T) {
	outlines(t, Java,
		`"a\tb\u00e9\uuu200b\101\0\s\\\"" + '"' + '\''`, "\"a\tb\u00e9\u200bA\x00 \\\"\" + \"\"\" + \"'\"",
		`"\\u0041 \ud83d\ude00 \ud83dx"`, "\"\\u0041 \U0001F600 \ufffdx\"",
		`@Tool(name = "a", description = "b" + "c") List<Map<A, B>> x$1;`,
		`@ Tool ( name = "a" , description = "b" + "c" ) List < Map < A , B > > x$1 ;`,
		"\"open\nnext 'x", "\"open\" next \"x\"",
	)
}

func TestJavaTextBlocks(t *testing.T) {
	outlines(t, Java,
		"\"\"\"\n    a\n      b  \n\n    c\"\"\"", "\"a\n  b\n\nc\"",
		"\"\"\"  \n    a\n  b\n  \"\"\";", "\"  a\nb\n\" ;",
		"\"\"\"\n  a\\\n  b \\\\\n  c\\s \n  \\\"\"\"\n  \"\"\"", "\"ab \\\nc \n\"\"\"\n\"",
		"\"\"\"\n\t\\u200ba\\n\n\t\"b\" \"\"\"", "\"\u200ba\n\n\"b\"\"",
		"\"\"\"\n\"\"\"", "\"\"",
		"\"\" \"\"\"x\"", "\"\" \"\" \"x\"",
	)
}
