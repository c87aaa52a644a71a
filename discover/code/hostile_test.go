package code

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/source"
)

type hostileFile struct {
	lang lex.Language
	text string
}

// hostile are files that are made to be expensive, by name.
func hostile() map[string]hostileFile {
	type file = hostileFile
	doubling := "a0 = 'x y z'\n"
	for i := 1; i < 200; i++ {
		n, p := "a"+strconv.Itoa(i), "a"+strconv.Itoa(i-1)
		doubling += n + " = " + p + " + " + p + "\n"
	}
	choices := "let d = 'one text';\n"
	for i := 0; i < 3000; i++ {
		choices += "d += ' and more ' + d; d = 'text " + strconv.Itoa(i) + " of it';\n"
	}
	calls := ""
	for i := 0; i < 1000; i++ {
		calls += "function f" + strconv.Itoa(i) + "() { return g" + strconv.Itoa(i+1) + "() + f" + strconv.Itoa((i*7)%1000) + "(); }\nconst g" + strconv.Itoa(i) + " = () => [f" + strconv.Itoa(i) + "(), f" + strconv.Itoa((i*13)%1000) + "()].join(f1());\n"
	}
	spreads := "const o0 = {name: 'n', description: 'Some text of it', inputSchema: {}};\n"
	for i := 1; i < 300; i++ {
		p := "...o" + strconv.Itoa(i-1)
		spreads += "const o" + strconv.Itoa(i) + " = {" + p + ", " + p + "};\n"
	}
	bases := ""
	for i := range 60 {
		others := ""
		for k := range 60 {
			if k != i {
				others += "A" + strconv.Itoa(k) + "Tool, "
			}
		}
		bases += "class A" + strconv.Itoa(i) + "Tool(" + others + "):\n  description = 'Reads the text.'\n  def execute(self, a: str): pass\n"
	}
	params := "/** " + strings.Repeat("@param int $x text\n", 5000) + "*/\n#[McpTool]\nfunction f(" + strings.Repeat("$y, ", 1500) + "$z) {}\n"
	return map[string]file{
		"doubling":  {lex.Python, doubling + "Tool(name='t', description=a199, inputSchema={})\n"},
		"choices":   {lex.JavaScript, choices + "server.tool('t', d, {}, cb);"},
		"cycle":     {lex.Python, "a = b\nb = a\nclass C(D):\n  x = C.x\nclass D(C):\n  pass\nTool(name=a, description=C.x.y.z, inputSchema=a)\n"},
		"functions": {lex.JavaScript, calls + "server.tool('t', f0(), {}, cb); server.tool('u', g0(), {}, cb);"},
		"spreads":   {lex.JavaScript, spreads + "server.registerTool('t', o299, cb);"},
		"patterns":  {lex.PHP, "<?php\nforeach ($a as " + strings.Repeat("[", 400) + strings.Repeat("$b, ", 15_000) + strings.Repeat("]", 400) + ") {}\n"},
		"takes":     {lex.JavaScript, "for (const " + strings.Repeat("[", 400) + strings.Repeat("b, ", 15_000) + strings.Repeat("]", 400) + " of c) {}\n"},
		"bases":     {lex.Python, bases},
		"subclass":  {lex.Ruby, strings.ReplaceAll(strings.ReplaceAll(bases, "(", " < "), "):", "")},
		"params":    {lex.PHP, "<?php\n" + params},
		"chain":     {lex.JavaScript, "z" + strings.Repeat(".object({a: z.string().describe('some text')})", 2000)},
		"nested":    {lex.JavaScript, "server.tool('t', 'Some text here', " + strings.Repeat("{a: z.object(", 400) + strings.Repeat(")}", 400) + ", cb)"},
		"formats":   {lex.Go, "package p\nvar d = fmt.Sprintf(\"" + strings.Repeat("%s ", 5000) + "\", " + strings.Repeat("d, ", 3000) + "d)\nvar t = mcp.NewTool(\"t\", mcp.WithDescription(d))\n"},
		"self":      {lex.Python, "class C(BaseTool):\n  def __init__(self):\n" + strings.Repeat("    self.description = self.description + self.name + ' more text'\n    self.name = self.description\n", 500)},
		"joins":     {lex.Python, "lines = ['one line']\n" + strings.Repeat("lines.append('\\n'.join(lines))\n", 3000) + "Tool(name='t', description='\\n'.join(lines), inputSchema={})\n"},
		"rewrites":  {lex.Python, "@tool\ndef f():\n  'Some text'\n" + strings.Repeat("f.__doc__ = f.__doc__ + 'more text'\n", 3000)},
	}
}

// wide are files of one long thing, which are cheap only when nothing is looked through once for each of its parts.
func wide(n int) map[string]hostileFile {
	type file = hostileFile
	// each repeats a text with the number put in for @.
	each := func(text string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(text, "@", strconv.Itoa(i)))
		}
		return b.String()
	}
	useJS := "server.tool('t', x, {}, cb);\n"
	return map[string]file{
		"members":        {lex.JavaScript, "const x = {\n" + each("'a@': 'text @',\n") + "};\nmodule.exports = x;\n" + each("server.tool('t@', x['a@'], {}, cb);\n")},
		"puts":           {lex.Python, "t = {" + each("'a@': 'text @', ") + "}\n" + each("t['a@'] = 'other @'\n") + "t.update(t)\n"},
		"inserts":        {lex.JavaScript, "const t = [" + each("'text @', ") + "];\n" + each("t.unshift('other @');\n") + "server.tool('t', t[0], {}, cb);\n"},
		"aliases of one": {lex.JavaScript, "const f0 = server.tool;\n" + each("const f@1 = f@;\n") + "f9('t', 'Text of it', {}, cb);\n"},
		"spread lists":   {lex.Python, "L = [" + each("'a@', ") + "]\n" + strings.Repeat("mcp.add_tool(*L)\n", n/3)},
		"same member":    {lex.JavaScript, "const x = {\n" + each("description: 'text @',\n") + "};\nserver.tool('t', x.description, {}, cb);\n"},
		"assignments":    {lex.JavaScript, each("x = 'text @';\n") + useJS},
		"empty values":   {lex.JavaScript, strings.Repeat("=x\n", n)},
		"additions":      {lex.Python, "x = ''\n" + each("x += 'text @'\n") + "Tool(name='t', description=x)\n"},
		"aliases":        {lex.Swift, each("x = x + y\n") + "server.tool(t, x, cb)\n"},
		"tools":          {lex.JavaScript, each("server.tool('t@', 'Text of it @', {}, cb);\n")},
		"descriptions":   {lex.Rust, strings.Repeat("Tool(name=\"a\",description=", n)},
		"calls of calls": {lex.Python, "f" + strings.Repeat("(a)", n) + "\n"},
		"open calls":     {lex.Rust, strings.Repeat("f(a)(", n)},
		"closures":       {lex.Rust, strings.Repeat("a(function(){", n)},
		"lambdas":        {lex.JavaScript, "const f = " + strings.Repeat("a=>", n) + "a;\n"},
		"choices":        {lex.JavaScript, "const x = " + strings.Repeat("b ? 'a' : ", n) + "'c';\n" + useJS},
		"sum":            {lex.JavaScript, "const x = ''" + each(" + 'a@'") + ";\n" + useJS},
		"forwards":       {lex.JavaScript, each("const a@ = b@ + 'text', b@ = a@ + c@;\n") + "server.tool('t', a0, {}, cb);\n"},
		"templates":      {lex.JavaScript, "const x = `" + each("${a@} text ") + "`;\n" + useJS},
		"brackets":       {lex.CSharp, strings.Repeat("[A(", n)},
		"attributes":     {lex.PHP, "<?php\n" + strings.Repeat("#[A(", n)},
		"silenced":       {lex.PHP, "<?php\n$a = " + strings.Repeat("@", 10*n) + "b;"},
		"attributed":     {lex.PHP, "<?php\n$a = " + strings.Repeat("#[A] ", n) + "b;"},
		"conditions":     {lex.Kotlin, strings.Repeat("if (x) { a(b) ", n)},
		"switches":       {lex.Swift, strings.Repeat("switch x {\n", n)},
		"type arguments": {lex.Java, strings.Repeat("<a", n)},
		"quotes":         {lex.Swift, strings.Repeat(`"""`, n)},
		"quotes in Dart": {lex.Dart, strings.Repeat("'", 20*n)},
		"heredocs":       {lex.Ruby, strings.Repeat("<<~A, <<~B, ", n)},
		"interpolations": {lex.Kotlin, strings.Repeat("\"${", n)},
		"formats":        {lex.Python, strings.Repeat("f\"{", n)},
		"classes":        {lex.Ruby, strings.Repeat("class A\n", n)},
		"functions":      {lex.Go, "package p\n" + strings.Repeat("func f() {\n", n)},
		"modules":        {lex.Elixir, strings.Repeat("defmodule A do\n", n)},
		"lambdas in C++": {lex.Cpp, strings.Repeat("auto a = [](", n)},
		"widgets":        {lex.Dart, strings.Repeat("a(() => b{", n)},
	}
}

// TestHostile reads files that are made to be expensive: it takes steps in proportion to the file, and texts stay bounded.
func TestHostile(t *testing.T) {
	for name, c := range hostile() {
		t.Run(name, func(t *testing.T) {
			f := source.NewFile(name, name, []byte(c.text))
			found := linkAll([]*link.Module{scan(f, c.lang)})
			require.Len(t, found, 1)
			for _, e := range found[0].Entries {
				total := 0
				walkNode("", e.Def, func(_ string, n *source.Node) { total += len(n.Text.Value) })
				assert.LessOrEqual(t, total, 40*static.MaxText)
			}
		})
	}
}

// TestWide reads long files, which takes minutes and more where the work on one grows with the square of its size.
func TestWide(t *testing.T) {
	for name, c := range wide(30_000) {
		t.Run(name, func(t *testing.T) {
			f := source.NewFile(name, name, []byte(c.text))
			require.Len(t, linkAll([]*link.Module{scan(f, c.lang)}), 1)
		})
	}
}

// TestSteps compares the work on a file with that on one of twice the size.
func TestSteps(t *testing.T) {
	text := "const A = 'some text';\n" + strings.Repeat("server.tool('name', A + ' and ' + A, { p: z.string().describe(A) }, cb);\nconst o = { name: 'x', description: A, inputSchema: {} };\n", 300)
	work := func(s string) int {
		m := scan(source.NewFile("x.ts", "x.ts", []byte(s)), lex.JavaScript)
		assert.False(t, m.Truncated)
		return len(m.Definitions)
	}
	assert.Equal(t, 600, work(text))
	assert.Equal(t, 1200, work(text+text))
}

// TestLargeTable reads an object with many members that could be tools. What follows it is read as well.
func TestLargeTable(t *testing.T) {
	for _, member := range []string{`a@: {description: "Text.", params: ["x"]},`, `a@: {description: "Text.", parameters: {type: "object", properties: {}}},`} {
		text := "const table = {\n"
		for i := range 3000 {
			text += strings.ReplaceAll(member, "@", strconv.Itoa(i)) + "\n"
		}
		m := scan(source.NewFile("x.js", "x.js", []byte(text+"};\nserver.tool('last', 'Text of it', {}, cb);\n")), lex.JavaScript)
		assert.False(t, m.Truncated, member)
	}
}
