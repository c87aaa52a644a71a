package lex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRubyStrings(t *testing.T) {
	outlines(
		t, Ruby,
		`'a\'b\\c\n' "d\"\n\t\e\u200b\u{41 42}\x43\103\s\C-a\q"`, "\"a'b\\c\\n\" \"d\"\n\t\x1b\u200bABCC \x01q\"",
		`"\cA\C-?\M-a"; x :[]; y %w(b)`, "\"\x01\x7f\uFFFD\" ; x :[] ; y %w( \"b\" )",
		`"\xE2\x80\x8B\é"`, "\"\u200bé\"",
		`"a#{b "c#{d}"}e#@f#$g#$1#h"`, `< "a" ${ b < "c" ${ d } > } "e" ${ @f } ${ $g } ${ $1 } "#h" >`,
		`%q(a(b)c\)) + %[d#{e}] + %Q|f|`, `"a(b)c)" + < "d" ${ e } > + "f"`,
		`%w[a b\ c] + %i(x y) + %W(t\n)`, "%w[ \"a\" \"b c\" ] + %i( \"x\" \"y\" ) + %W( \"t\n\" )",
		`x = ?a + ?\n; y ? 1 : 2`, "x = \"a\" + \"\n\" ; y ? 1 : 2",
		`{ if: 1, "k": 2, :s => :"t u", a?: 3 }`, `{ if : 1 , "k" : 2 , :s => "t u" , a? : 3 }`,
		`a / b; x =~ /c"#{"/"}'/i; puts /d/, 1 / 2`, `a / b ; x =~ regex/c"#{"/"}'/i ; puts regex/d/ , 1 / 2`,
		`a % b; puts %(c)`, `a % b ; puts "c"`,
		"x = \"a\" \\\n  'b'\ny", `x = "a" "b" | y`,
		"=begin\nx '\n=end\na\n__END__\n'", "a |",
	)
}

func TestRubyHeredocs(t *testing.T) {
	outlines(
		t, Ruby,
		"d <<~A.strip\n    one #{x}\n\n      two\\n\n    A\ne", "d <<~A . strip < \"one \" ${ x } \"\n\n  two\n\n\" > | e",
		"f(<<-'A', <<B)\n  a\\n#{\n  A\nb\nB\ng", "f ( <<-'A' , <<B ) \"  a\\n#{\n\" \"b\n\" | g",
		"x = <<~A\n\ta\n    b\nA\n", "x = <<~A \"\ta\nb\n\" |",
		"x = <<~A\n  a\nA\n  .strip\ny", "x = <<~A \"a\n\" . strip | y",
		"x = <<~A\n  #{f <<~B\n    in\n  B\n  }\n  out\nA\n", "x = <<~A < \"\" ${ f <<~B \"in\n\" | } \"\nout\n\" > |",
		"a <<B\nc", "a << B | c",
		"class << self; end", "class{ << self ; }",
	)
	f := readChecked(t, Ruby, "f(<<~A, 1, <<~B)\n  a\nA\n  b#{c}\nB\n").Inlined()
	var out []string
	for i := 0; i < len(f.Tokens); i = f.Next(i) {
		out = append(out, string(f.Raw(i)))
		if f.Tokens[i].Kind == Open {
			require.Equal(t, i, f.Pair(f.Pair(i)))
		}
	}
	assert.Equal(t, []string{"f", "(", "\n"}, out)
	assert.Equal(t, "a\n", f.Text(2).Value)
	assert.Equal(t, Quote, f.Tokens[6].Shape)
}

func TestRubyBlocks(t *testing.T) {
	outlines(
		t, Ruby,
		"def self.a=(b); end", "def{ self . a= ( b ) ; }",
		"def ==(o); end; def [](i); end", "def{ == ( o ) ; } ; def{ [] ( i ) ; }",
		"x if y; return unless z", "x if y ; return unless z",
		"until a; b do c end; end", "until{ a ; b do{ c } ; }",
		"case x when 1 then 2 else 3 end", "case{ x when 1 then 2 else 3 }",
		"a(1,\n  2)\nb", "a ( 1 , 2 ) | b",
		"end end x", "end end x",
		"def a(b) c end", "def{ a ( b ) c }",
		"if a\n b while c\nend", "if{ a | b while c | }",
		"a.class; b.end; {if: 1, end: 2}; :if", "a . class ; b . end ; { if : 1 , end : 2 } ; :if",
		"begin a rescue b ensure c end while d", "begin{ a rescue b ensure c } while d",
		"a\n  .b\n  # c\n  &.d\ne", "a . b &. d | e",
		"def a = c\nd", "def a = c | d",
		"a.each do |x| x end", "a . each do{ | x | x }",
		"class A < B\n def c; end\nend\nd", "class{ A < B | def{ c ; } | } | d",
		"(do)", "( do{ } )",
		"def a(b) = c; d", "def a ( b ) = c ; d",
		"def a= b\nend", "def{ a= b | }",
		"x = if y then z else w end", "x = if{ y then z else w }",
		"while a do b end; c", "while{ a do b } ; c",
		"if a\n b while c\nend", "if{ a | b while c | }",
		"until a; b do c end; end", "until{ a ; b do{ c } ; }",
		"a.each do |x| x end", "a . each do{ | x | x }",
		"a.class; b.end; {if: 1, end: 2}; :if", "a . class ; b . end ; { if : 1 , end : 2 } ; :if",
		"case x when 1 then 2 else 3 end", "case{ x when 1 then 2 else 3 }",
		"def self.a=(b); end", "def{ self . a= ( b ) ; }",
		"x if y; return unless z", "x if y ; return unless z",
		"a(1,\n  2)\nb", "a ( 1 , 2 ) | b",
		"(do)", "( do{ } )",
		"def a(b) c end", "def{ a ( b ) c }",
		"def a(b) = c; d", "def a ( b ) = c ; d",
		"while a do b end; c", "while{ a do b } ; c",
		"class A < B\n def c; end\nend\nd", "class{ A < B | def{ c ; } | } | d",
		"begin a rescue b ensure c end while d", "begin{ a rescue b ensure c } while d",
		"end end x", "end end x",
		"def a = c\nd", "def a = c | d",
		"def ==(o); end; def [](i); end", "def{ == ( o ) ; } ; def{ [] ( i ) ; }",
		"a\n  .b\n  # c\n  &.d\ne", "a . b &. d | e",
		"def a= b\nend", "def{ a= b | }",
		"x = if y then z else w end", "x = if{ y then z else w }",
	)
}

func TestRubyDocs(t *testing.T) {
	outlines(
		t, Ruby,
		"# frozen\n\n# One.\n#   two\n#\n# three\nclass A # no\nend", "#One.\n  two\n\nthree# class{ A | }",
		"# plain\nx = 1\n# last", "x = 1 |",
		"  # One\n  private def a; end", "#One# private def{ a ; }",
	)
}

// TestRubyHeredocStorm reads ten thousand heredocs on one line, and in one another.
func TestRubyHeredocStorm(t *testing.T) {
	many := strings.Repeat("<<A,", 10_000)
	f := readChecked(t, Ruby, many+"\n"+strings.Repeat("x\nA\n", 10_000))
	assert.Len(t, f.heredocs, 10_000)
	assert.Len(t, f.Inlined().Tokens, len(f.Tokens)-10_000)
	assert.Empty(t, readChecked(t, Ruby, many+"\nx\n").heredocs)
	readChecked(t, Ruby, "<<A\n"+strings.Repeat("#{<<A}\nA\n", 10_000)).Inlined()
}
