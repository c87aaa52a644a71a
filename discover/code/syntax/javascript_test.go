package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

func unitJS(name, code string) *Unit {
	return Read(source.NewFile(name, name, []byte(code)), lex.JavaScript)
}

// TestJavaScriptHostile reads what nests, never ends, or looks like something else all the way.
func TestJavaScriptHostile(t *testing.T) {
	for _, c := range []string{
		"(", "[", "{", "({", "`${", "a<", "<a", "a<b,", "=>", "a=>", "(a)=>", "(a):b=>", "function(", "function a(){", "class A{", "class extends ", "class A{a=", "@a", "@a(",
		"a?", "a?b:", "a:", "x as ", "x as (", "type a=", "type a=b|", "type a=<", "interface a<", "const {a:", "const [", "const {", "import {", "export {", "export default ", "case a:",
		"<a>{", "<a b={", "new ", "await ", "!", "a.", "a+", "a\n", "enum a{", "async ", "static ", "get a", "a!", "let a:", "...", "`a`", "a`${", "if(", "for(const a of ", "(a:",
	} {
		code := strings.Repeat(c, 20_000/len(c))
		assert.NotPanics(t, func() {
			u := unitJS("x.tsx", code)
			assert.LessOrEqual(t, len(u.Calls), len(code)+1)
			unitJS("x.ts", "class A { "+code)
		}, c)
	}
}

func FuzzReadJavaScript(f *testing.F) {
	f.Add("export default class A<T> extends B(c) { @d() e: F<G> = (h: I): J => `k${l}`; static async *[m]() {} }", false)
	f.Add("const {a, b: {c = 1}} = d, [e] = f; import g, {h as i} from 'j'; type K = L extends M ? N : O", true)
	f.Add("x = <form toolname='a'>{b}</form>; y?.z<T>`q` as U", true)
	f.Fuzz(func(t *testing.T, code string, jsx bool) {
		name := "x.ts"
		if jsx {
			name = "x.tsx"
		}
		u := unitJS(name, code)
		for _, e := range u.Literals {
			require.LessOrEqual(t, 0, e.Span.Start)
			require.LessOrEqual(t, e.Span.End, len(code))
		}
	})
}
