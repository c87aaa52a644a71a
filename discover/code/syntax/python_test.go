package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
)

func TestPythonClasses(t *testing.T) {
	u := unitFrom(lex.Python, "class A:\n    x: Annotated[str, Field(description='d')] = 1\n")
	require.Len(t, u.Binds, 1)
	assert.Equal(t, `Annotated[str, Field(description: "d")]`, sketch(u.Binds[0].TypeExpr))
}

func TestPythonBinds(t *testing.T) {
	u := unitFrom(lex.Python, "D = 'a'\ndef f():\n    global D, E\n    D = 'b'\n    x = 'c'\n    def g():\n        nonlocal x\n        x = 'd'\n        E = 'own'\nD = 'e'\n")
	values := func(s *Scope, name string) string {
		var out []string
		for _, b := range s.Binds(name) {
			out = append(out, b.Value.Text.Value)
		}
		return strings.Join(out, " ")
	}
	assert.Equal(t, "a b e", values(u.Root, "D"))
	require.Len(t, u.Funcs, 2)
	assert.Equal(t, "c d", values(u.Funcs[0].Scope, "x"))
	assert.Empty(t, u.Funcs[1].Scope.Binds("x"))
	assert.Equal(t, "own", values(u.Funcs[1].Scope, "E"))
	assert.True(t, unitFrom(lex.Python, "d |= {'a': 'b'}").Binds[0].Adds)
}

// TestPythonScopes looks names up from where they are used.
func TestPythonScopes(t *testing.T) {
	u := unitFrom(lex.Python, "D = 'module'\nclass A:\n    D = 'class'\n    @tool(D)\n    def f(self, p=D):\n        D = 'function'\n        return [g(D) for x in y]\nadd(D)\n")
	got := map[string]string{}
	for _, c := range u.Calls {
		arg := c.Args[0].Value
		got[c.Name] = lookup(arg.Scope, arg.Name)[0].Value.Text.Value
	}
	assert.Equal(t, map[string]string{"tool": "class", "g": "function", "add": "module"}, got)
	f := u.Classes[0].Methods[0]
	assert.Equal(t, "A", f.Class.Name)
	assert.Equal(t, "class", lookup(f.Params[1].Default.Scope, "D")[0].Value.Text.Value)
	assert.Equal(t, "def f", string(u.File.Data[f.Span.Start:f.Span.Start+5]))
	assert.Equal(t, "in y]", string(u.File.Data[f.Span.End-5:f.Span.End]))
	assert.Equal(t, "f", string(u.File.Data[f.NameSpan.Start:f.NameSpan.End]))
}

// TestPythonBroken reads code that Python refuses.
func TestPythonBroken(t *testing.T) {
	for _, code := range []string{
		"def", "def f", "def f(", "class", "class A(", "@", "from", "from x", "from x import", "import", "for", "for x", "for x in", "lambda", "lambda:", "x:", "x: =", "x if", "x if y else",
		"global", "f(x for", "{**", "{a:", "[x for x in", "async", "async def", "yield", "(yield)", "a = ", "a, = ", "x :=", "(x :=)", "def f(a=, b", "class A: class B: def f():",
	} {
		for _, after := range []string{"", "\n", "\nq = 'w'\n"} {
			u := unitFrom(lex.Python, code+after)
			if strings.ContainsAny(code, "([{") || after != "\nq = 'w'\n" {
				continue
			}
			assert.NotEmpty(t, u.Root.Binds("q"), "%s", code)
		}
	}
}

// TestPythonLiterals shows that every string is read, once, wherever it stands.
func TestPythonLiterals(t *testing.T) {
	code := `
"""module"""
from a import (b)
@d("1")
@e
def f[T: "2"](x: "3" = "4", *, y=g("5", k=f"6{h('7')}8")) -> Annotated["9", "10"]:
    "11" "12"
    assert x == "13", f"14"
    raise E("15") from e["16"]
    del x["17"], y
    with open("18") as f, g("19"): pass
    while x["20"] != "21": x["22"] -= "23"
    return [i for i in ("24", "25") if i > "26" if "27"] or {"28" for _ in "29"}, "30"
class A("31", m="32"):
    """33"""
    "34"
    x: T["35"] = "36"
    y: "37"
    def g(self): return lambda a="38": "39" if "40" else "41"
{"42": "43", K: "44", "45" "46": "47", ("48", 1): "49", **{"50": 1}}
x["51"]["52"] = y = "53" % "54" // "55" @ "56" >> "57"
print("58" if a else "59", *["60"], **{"61": "62"}, end=("63"))
match x:
    case "64" | {"65": "66"} if "67": pass
try: "68"
except ("69",): pass
async def h():
    async for x in y("70"): yield "71"
    z = await w("72") if not (q := "73") else yield "74"
    return f"{x:{'75'}} {y!r:>{f'76'}}" b"77" rb"78"
`
	u := readCode(t, lex.Python, code)
	at, seen := map[int]int{}, map[*Expr]bool{}
	var see func(e *Expr)
	see = func(e *Expr) {
		if seen[e] {
			return
		}
		seen[e] = true
		if e.Kind == Literal {
			at[e.Span.Start]++
		}
		for _, x := range e.Items {
			see(x)
		}
	}
	for _, e := range u.Literals {
		see(e)
	}
	tokens := lex.Read(u.File, lex.Python)
	for i, tok := range tokens.Tokens {
		if tok.Kind != lex.String && tok.Kind != lex.Chunk || tokens.Is(i, `"12"`) { // a part of a docstring
			continue
		}
		assert.Equal(t, 1, at[int(tok.Start)], "%s", tokens.Raw(i))
	}
	assert.Len(t, at, 79)
}

func FuzzPython(f *testing.F) {
	f.Add("@mcp.tool(name='a')\nasync def f(x: Annotated[str, Field(description='d')] = 'y', *, z) -> A[B]:\n    '''doc'''\n    return x if y else f'{z}'\n")
	f.Add("class A(B, c='d'):\n    e: F = g\n    h, i = j = {K: 'l', **m}\nfrom .n import (o as p)\nglobal q\nfor r, s in [(1, 2)]: t.__doc__ = lambda u: (v := w)\n")
	f.Fuzz(func(t *testing.T, code string) { readCode(t, lex.Python, code) })
}

// lookup returns the assignments of a name that an expression in scope s may see: those of the innermost scope that has any.
func lookup(s *Scope, name string) []*Bind {
	for ; s != nil && len(s.Binds(name)) == 0; s = s.Parent {
	}
	if s == nil {
		return nil
	}
	return s.Binds(name)
}
