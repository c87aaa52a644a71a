package lex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// seeds are pieces of code that have one of everything.
var seeds = map[Language][]string{
	Python: {
		"@mcp.tool()\nasync def add(a: int) -> int:\n    \"\"\"Adds.\n\n    Args:\n        a: one\n    \"\"\"\n    return f\"{a!r:>{w}} {{x}}\"\n",
		"x = r'\\d' b\"\\x00\" \"\\N{BULLET}\\u200b\\\n\" '''a\"b''' # c\nif x:\n\tpass\n  \nelse:\n        y = [1,\n2]\n",
		"f'{f\"{f'''{x}'''}\"}'\nrf\"\\{x}\"\n",
	},
	JavaScript: {
		"server.tool(\"n\", `a ${b + `c ${d}`} \\u{200b}`, { p: z.string().describe('x\\\ny') }, async () => ({}));\n",
		"const a = v.replace(/[\"/\\]]/g, `${v.replace(/\"/g, '')}`) / 2 /* c */ // d\nclass A { #x = 1; static y = /a/ }\n",
		"return <A b=\"c\" {...d}>it's {e ? <></> : 'f'} &amp; g</A>;\nlet x = a < b, y = <T,>(z: T) => z;\n",
		"#!/usr/bin/env node\n<!-- html\nfoo`\\unicode ${1}`",
	},
	CSharp: {
		"/// <summary>Adds.</summary>\n[McpServerTool(Name = \"a\"), Description(@\"b \"\"c\"\" \\\")]\npublic static string A(int x) => $\"{x:N2} {{y}} {(x > 1 ? \"z\" : 'c')}\";\n",
		"var a = \"\"\"\n    raw \"x\"\n      y\n    \"\"\";\nvar b = $$\"\"\"{ {{x}} }\"\"\"; var c = $@\"a\"\"{b}\"; var d = \"a\"u8;\n#if X\n#region y's\n#endif\n",
		"/** <b> */ char c = '\\''; char d = '\\u0041'; string e = \"\\x41\\U0001F600\\e\";",
	},
	Java: {
		"/** Adds {@code a}. */\n@Tool(name = \"a\", description = \"b\" + \"\\u200b\\101\\s\")\npublic int add(@ToolParam int a) { return 'c' + '\\''; }\n",
		"String s = \"\"\"\n    a \"b\"\n      c \\\n    d\\\"\"\"\n    \"\"\";\n\\u0022 // x\n/* y */ List<Map<String, Integer>> z;\n",
	},
	Kotlin: {
		"/** Adds. */\nserver.addTool(name = \"a\", description = \"b $c ${d.map { \"e${f}\" }} \\u200b\\$\") { r -> 'x' }\n",
		"val s = \"\"\"\n    |a ${'$'} $b \"c\"\n    \"\"\"\".trimMargin() /* /* nested */ */ // x\nval `odd name` = 1..2\n",
	},
	Rust: {
		"/// Adds.\n//! inner\n#[tool(description = \"a \\\n    b \\u{200b}\\x41\")]\nfn add<'a>(x: &'a str) -> char { 'b' }\n",
		"let a = r#\"b \"c\" \"#; let d = br##\"e\"#\"##; let f = b'\\''; let g = c\"h\"; /* /* n */ */ /** doc */ #[doc = \"x\"] let r#type = '\\u{1F600}';\n",
	},
	PHP: {
		"<html><?php\n/** Adds. */\n#[McpTool(name: 'a', description: 'b\\'c')]\npublic function add(int $a): int { return \"{$a['x']} $b[0] $c->d ${e} \\u{200b}\\x41\\101\"; } # c\n?>\n<b>'</b>\n",
		"<?php\n$a = <<<DESC\n    b $c {$d->e()}\n    DESC;\n$f = <<<'X'\n  g $h\n  X . 'i'; // ?> j <?= $k ?>\n",
	},
	Ruby: {
		"# Adds.\nclass A < MCP::Tool\n  tool_name 'a'\n  description <<~DESC, x: <<-'B'\n    c #{d + \"e#{f}\"}\n  DESC\n    g #{h}\n  B\nend\n",
		"a = %w[b c] + %i(d e) + [%q{f{g}}, %Q(h #{i}), ?j, :\"k l\", :m?, \"n\" \\\n  \"o\"]\nx / 2; y =~ /z#{1}[\\/]/i\n=begin\ndoc\n=end\n`ls #{p}`\n__END__\n'\n",
	},
	Swift: {
		"/// Adds.\nlet t = Tool(name: \"a\", description: \"b \\(c + \"d\\(e)\") \\u{200b}\", inputSchema: [:])\n",
		"let s = \"\"\"\n    a \\\n    b \"c\"\n    \"\"\"; let r = #\"d \\#(e) \\n\"#; let x = ##\"\"\"\n f\"#\n \"\"\"##; /* /* n */ */ let re = /a\"b/; #if X\n#endif\n",
	},
	Cpp: {
		"/** Adds. */\nmcp.AddTool(\"self.a\", \"b\\n\" \"c\\x41\\101\\u200b\", PropertyList({}), [](const P& p) -> R { return 'x' + 1'000; });\n",
		"#include <a.h>\n#define S \"it's\" \\\n  \"b\"\n#error don't\nauto r = u8R\"--(a)\"b)--\"; L\"c\" u'd' // e \\\nf\n",
	},
	Dart: {
		"/// Adds.\nserver.tool('a', description: 'b $c ${d + \"e$f\"} \\u{200b}\\x41' \"g\", callback: () => r'h\\i');\n",
		"final s = '''\na \"b\" $c\n''' r\"\"\"d $e\"\"\"; /* /* n */ */ @Tool('x')\n",
	},
	Elixir: {
		"defmodule A do\n  @moduledoc \"\"\"\n  a #{b <> \"c#{d}\"} \\u200b\n  \"\"\"\n  @doc ~S'e'\n  def f(x), do: ~s(g #{x}) <> 'h' # i\nend\n",
		"x = ~w[a b]a ++ [?c, ?\\n, :\"d e\", \"f\": 1, g: ~r/h\"#{i}/u, j: ~D[2020-01-01]]\n~S\"\"\"\n  k\n  \"\"\"\n",
	},
}

// FuzzLex checks the tokens of whatever the fuzzer makes of the seeds, and that reading again gives the same.
func FuzzLex(f *testing.F) {
	for lang, list := range seeds {
		for _, s := range list {
			f.Add(uint8(lang), s)
			f.Add(uint8(lang), strings.ReplaceAll(s, "\n", "\r\n"))
			f.Add(uint8(lang), s[:len(s)/2]+"\x00\xff\xfe"+s[len(s)/2:])
		}
	}
	all := withLexers()
	f.Fuzz(func(t *testing.T, number uint8, code string) {
		lang := all[int(number)%len(all)].lang
		if len(seeds[Language(number)]) > 0 {
			lang = Language(number)
		}
		a := readChecked(t, lang, code)
		require.Equal(t, a.Tokens, Read(a.Source, lang).Tokens)
	})
}
