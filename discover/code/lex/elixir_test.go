package lex

import "testing"

func TestElixirStrings(t *testing.T) {
	outlines(
		t, Elixir,
		`"a\"\n\u200b\u{41}\x42\d" 'c#{d}'`, "\"a\"\n\u200bAB\x7f\" < \"c\" ${ d } >",
		`"a#{b <> "c#{d}"}e"`, `< "a" ${ b <> < "c" ${ d } > } "e" >`,
		"x = \"\"\"\n    One #{y}\n      two \\\n    three\n    \"\"\"\nz", "x = < \"One \" ${ y } \"\n  two three\n\" > | z",
		"@doc ~S\"\"\"\n  a \\n #{b}\n  \"\"\"", "@ doc \"a \\n #{b}\n\"",
		`~s(a "b" #{c}) ~S|d\n\|| ~w(e f)a ~r/g"h/i ~D[2020-01-01]`, `< "a "b" " ${ c } > "d\n|" ~w( "e" "f" )a regex~r/g"h/i "2020-01-01"`,
		`~W[f\n]`, `~W[ "f\n" ]`,
		`[:a, :"b c", key: ?", "k": :+, f: &x/1]`, `[ :a , "b c" , key : ?" , "k" : :+ , f : & x / 1 ]`,
		`f?(:a?, end!: :b@c) != ?é`, "f? ( :a? , end! : :b@c ) != ?é",
		"a ~> b # 'x\nc", "a ~> b | c",
	)
}

func TestElixirBlocks(t *testing.T) {
	outlines(
		t, Elixir,
		"case a do\n 1 -> 2\n _ -> 3\nend\nb", "case a do{ 1 -> 2 | _ -> 3 | } | b",
		"a\n|> b()\n# c\n|> d\ne", "a |> b ( ) |> d | e",
		"def a(b), do: c", "def a ( b ) , do : c",
		"if a, do: b, else: c\nd", "if a , do : b , else : c | d",
		"x.do; :end; [do: 1]", "x . do ; :end ; [ do : 1 ]",
		"f(fn x -> x end)", "f ( fn{ x -> x } )",
		"a <>\n b\n <> c\n[d]", "a <> b <> c | [ d ]",
		"%{a: 1,\n  b: 2}\n%X{}", "% { a : 1 , b : 2 } | % X { }",
		"a when b\nwhen c\nwhenever", "a when b when c | whenever",
		"def a(b) do c end", "def a ( b ) do{ c }",
		"f(fn x -> x end)", "f ( fn{ x -> x } )",
		"a\n|> b()\n# c\n|> d\ne", "a |> b ( ) |> d | e",
		"a <>\n b\n <> c\n[d]", "a <> b <> c | [ d ]",
		"def a(b) do c end", "def a ( b ) do{ c }",
		"if a, do: b, else: c\nd", "if a , do : b , else : c | d",
		"case a do\n 1 -> 2\n _ -> 3\nend\nb", "case a do{ 1 -> 2 | _ -> 3 | } | b",
		"%{a: 1,\n  b: 2}\n%X{}", "% { a : 1 , b : 2 } | % X { }",
		"a when b\nwhen c\nwhenever", "a when b when c | whenever",
		"def a(b), do: c", "def a ( b ) , do : c",
		"x.do; :end; [do: 1]", "x . do ; :end ; [ do : 1 ]",
	)
}
