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
		`"\xE2\x80\x8B\é"`, "\"\u200bé\"",
		`"a#{b "c#{d}"}e#@f#$g#$1#h"`, `< "a" ${ b < "c" ${ d } > } "e" ${ @f } ${ $g } ${ $1 } "#h" >`,
		`%q(a(b)c\)) + %[d#{e}] + %Q|f|`, `"a(b)c)" + < "d" ${ e } > + "f"`,
		`%w[a b\ c] + %i(x y) + %W(t\n)`, "%w[ \"a\" \"b c\" ] + %i( \"x\" \"y\" ) + %W( \"t\n\" )",
		`x = ?a + ?\n; y ? 1 : 2`, "x = \"a\" + \"\n\" ; y ? 1 : 2",
		`{ if: 1, "k": 2, :s => :"t u", a?: 3 }`, `{ if : 1 , "k" : 2 , :s => "t u" , a? : 3 }`,
		`a / b; x =~ /c"#{"/"}'/i; puts /d/, 1 / 2`, `a / b ; x =~ /c"#{"/"}'/i ; puts /d/ , 1 / 2`,
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
		"class << self; end", "class << self ; end",
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

// TestRubyBlocks writes blocks as { }: from a keyword to its end.
func TestRubyBlocks(t *testing.T) {
	for code, want := range map[string]string{
		"def a(b) c end":                        "def{ a ( b ) c }",
		"def a(b) = c; d":                       "def a ( b ) = c ; d",
		"def a = c\nd":                          "def a = c | d",
		"def self.a=(b); end":                   "def{ self . a= ( b ) ; }",
		"def a= b\nend":                         "def{ a= b | }",
		"def ==(o); end; def [](i); end":        "def{ == ( o ) ; } ; def{ [] ( i ) ; }",
		"x if y; return unless z":               "x if y ; return unless z",
		"x = if y then z else w end":            "x = if{ y then z else w }",
		"if a\n b while c\nend":                 "if{ a | b while c | }",
		"while a do b end; c":                   "while{ a do b } ; c",
		"until a; b do c end; end":              "until{ a ; b do{ c } ; }",
		"a.each do |x| x end":                   "a . each do{ | x | x }",
		"a.class; b.end; {if: 1, end: 2}; :if":  "a . class ; b . end ; { if : 1 , end : 2 } ; :if",
		"class A < B\n def c; end\nend\nd":      "class{ A < B | def{ c ; } | } | d",
		"case x when 1 then 2 else 3 end":       "case{ x when 1 then 2 else 3 }",
		"begin a rescue b ensure c end while d": "begin{ a rescue b ensure c } while d",
		"a\n  .b\n  # c\n  &.d\ne":              "a . b &. d | e",
		"a(1,\n  2)\nb":                         "a ( 1 , 2 ) | b",
		"end end x":                             "end end x",
		"(do)":                                  "( do{ } )",
	} {
		f := readChecked(t, Ruby, code)
		var out []string
		for i, tok := range f.Tokens {
			s := string(f.Raw(i))
			switch {
			case tok.Kind == Line:
				s = "|"
			case tok.Kind == Open && tok.Shape == Block:
				s += "{"
			case tok.Shape == Block:
				s = "}"
			}
			out = append(out, s)
		}
		got := strings.TrimSuffix(strings.Join(out, " "), " |")
		assert.Equal(t, want, got, code)
	}
}

func TestRubyDocs(t *testing.T) {
	outlines(
		t, Ruby,
		"# frozen\n\n# One.\n#   two\n#\n# three\nclass A # no\nend", "#One.\n  two\n\nthree# class A | end",
		"# plain\nx = 1\n# last", "x = 1 |",
		"  # One\n  private def a; end", "#One# private def a ; end",
	)
}

// TestRubyHostile reads heredocs that do not end, and ten thousand of them on one line.
func TestRubyHostile(t *testing.T) {
	many := strings.Repeat("<<A,", 10_000)
	f := readChecked(t, Ruby, many+"\n"+strings.Repeat("x\nA\n", 10_000))
	assert.Len(t, f.heredocs, 10_000)
	assert.Len(t, f.Inlined().Tokens, len(f.Tokens)-10_000)
	assert.Empty(t, readChecked(t, Ruby, many+"\nx\n").heredocs)
	chain := strings.Repeat("#{<<A}\nA\n", 10_000)
	readChecked(t, Ruby, "<<A\n"+chain).Inlined()
	for _, s := range []string{"\"#{", "<<~A\n", "%w(", "/#{ ", "x /a", "do ", "def a = ", "(", "if x "} {
		readChecked(t, Ruby, strings.Repeat(s, 100_000)).Inlined()
	}
}
