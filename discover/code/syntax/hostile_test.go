package syntax

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/org/mcp-lint/discover/code/lex"
)

// TestHostile reads what nests or repeats without end: nothing fails, and every Unit holds what it promises.
func TestHostile(t *testing.T) {
	closed := []string{strings.Repeat("}", 100) + strings.Repeat(")", 100)}
	plain, often := []string{""}, []int{200, 20_000}
	for _, c := range []struct {
		langs []lex.Language
		heads []string
		tails []string
		times []int
		parts []string
	}{
		{[]lex.Language{lex.Cpp}, plain, closed, often, []string{
			"if (x) {", "[](", "[]{", "class A : ", "class A : B {", "a ", "a::", "a<", "a* ", "define A ", "#define A(",
			"A(x) : a(", "{{\"a\", ", "x ? ", "a = ", "/// a\n", "A \"b\" ", "void f(", "struct ", "namespace a::", "template <",
			"a b(", "a b{",
		}},
		{[]lex.Language{lex.Rust}, plain, closed, often, []string{
			"if x {", "match x { a => ", "|", "|a| ", "#[", "#[a(", "fn f(", "impl A for ", "use a::{", "struct A { b: ",
			"json!({ \"a\": ", "a <", "a.b(", "x!{", "else if x {}", "/// a\n#[b]\n", "a = ", "fn f<", "impl <",
			"macro_rules! a { () => {", "a::<B", "mod ", "pub ",
		}},
		{[]lex.Language{lex.Swift}, plain, closed, often, []string{
			"if x {", "switch x { case a: ", "{ a in ", "@A(", "@A ", "func f(", "func f<", "var a: ", "var a: B { ", "class A: B {",
			"extension A<", "[\"a\": ", "x ? ", "\"\\(", "else if x {}", "/// a\n@B\n", "a = ", "case ", "a.b(", "private(", "init",
			".init(a: ",
		}},
		{[]lex.Language{lex.Ruby, lex.Elixir}, plain, plain, []int{3_000}, []string{
			"a ", "a do ", "a b do |c| ", "if x ", "->(", "{ a: ", "a b, ", "def a ", "class A < ", "x = ", "@a ", "%{ ", "fn a -> ",
			"case a do ", "def a, do: ", "a |> ", "<<~A\n",
		}},
		{[]lex.Language{lex.PHP}, []string{"<?php "}, plain, []int{3_000}, []string{
			"#[A(", "function f(", "fn() => ", "class A { ", "match(x) { a => ", "const A = ", "use A\\{", "public $a, ", "\"{$a",
			"new class ", "$a->b(", "$a ? ", ". 'x' ",
		}},
		{[]lex.Language{lex.Python}, plain, []string{"", "\nx = 1"}, []int{20_000}, []string{
			"class A: ", "def f(): ", "lambda: ", "lambda x=", "x if ", "x if y else ", "x = ", "(x := ", "for x in ",
			"[x for x in ", "not ", "@", "yield ", "f(", "{a: ", "a.b ", "f'{", "'a' ", "def f():\n", "x: ", "from ", "import ",
			"global x, ", "if x:\n ", "a + ", "a, ", "a or ", "\"\"\"a\"\"\"\n", "async for ", "(\"a\"", "x[",
		}},
		{[]lex.Language{lex.CSharp, lex.Java, lex.Kotlin, lex.Dart}, []string{"", "class A {\n", "void f() {\n"}, plain, []int{6_000}, []string{
			"(", "[", "{", "a<", "a.", "@A(", "[A(", "\"a\"+", "a?b:", "(a)=>", "a->", "new A{", "class A{", "class A:B,",
			"enum A{a,", "if(a)", "switch(a){", "a switch{", "fun a(", "val a:", "object:A{", "{a->", "a{", "public ", "data ",
			"A a{get=>", "(a){", "f(a b){", "/**a*/", "\"${", "$\"{", "when(a){",
		}},
		{slices.Sorted(maps.Keys(dialects)), plain, plain, []int{3_000}, []string{
			"(", "[", "{", "a<", "a.", "a(", "a b(", "@A(", "'a'+", "\"a\"+", "a?b:", "a=", "a=>", "a->", "a:", "class A{", "if(a){", "//a\n", "/**a*/",
			"\"${", "'${", "\"#{",
		}},
	} {
		for _, lang := range c.langs {
			for _, part := range c.parts {
				for _, head := range c.heads {
					for _, tail := range c.tails {
						for _, n := range c.times {
							readCode(t, lang, head+strings.Repeat(part, n)+tail)
						}
					}
				}
			}
		}
	}
	var stairs strings.Builder
	for i := range 1_000 {
		stairs.WriteString(strings.Repeat(" ", i) + "class A:\n" + strings.Repeat(" ", i) + " def f(self): 'd'\n")
	}
	readCode(t, lex.Python, stairs.String())
}
