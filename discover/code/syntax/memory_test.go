package syntax

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// told is all that a Unit says, in short.
func told(u *Unit) string {
	var b strings.Builder
	for _, list := range [][]*Expr{u.Calls, u.Objects, u.Lists, u.Literals} {
		for _, e := range list {
			fmt.Fprintf(&b, "%d %v %q %q %d %d %v %v\n", e.Kind, e.Span, e.Name, e.Text.Value, len(e.Args), len(e.Items), e.New, e.Parent != nil)
		}
	}
	for _, d := range u.Binds {
		fmt.Fprintf(&b, "%s %v %q\n", d.Name, d.Span, d.Type)
	}
	for _, f := range u.Funcs {
		fmt.Fprintf(&b, "%s %v %d %d\n", f.Name, f.Span, len(f.Params), len(f.Returns))
	}
	return b.String()
}

// TestMemoryIsUsedAgain reads files after others and beside them, which says the same as reading each alone.
func TestMemoryIsUsedAgain(t *testing.T) {
	files := map[string]lex.Language{
		"def f(a, b=1):\n    '''Doc.'''\n    x = [a, 'b' 'c', f'd{a}e']\n    return x or g(a)(b)\n":                  lex.Python,
		"const a = {b: 'c', d() { return `e${f}g` }}; class H { i = j.k(1, ...l) ?? 'm'; }":                          lex.JavaScript,
		"fn a() -> String { tool!(\"b\", c.d(|e| e + 1)) }":                                                          lex.Rust,
		"a = <<~B\n  c\nB\nd e: 'f', g: h { |i| i.j }\n":                                                             lex.Ruby,
		"package a\nvar b = map[string]string{\"c\": \"d\" + e}\nfunc (f G) H(i int) string { return i.J(\"k\") }\n": lex.Go,
		strings.Repeat("f(a, {b: [1, 'c', d.e(g)], h: `i${j}`}) || k\n", 3_000):                                      lex.JavaScript,
		strings.Repeat("[", 100_000):                      lex.Python,
		strings.Repeat("x = {'a': ['b', c(d)]}\n", 2_000): lex.Python,
	}
	read := func(text string, lang lex.Language) string {
		u := Read(source.NewFile("a", "a", []byte(text)), lang)
		defer u.Release()
		return told(u)
	}
	want := map[string]string{}
	for text, lang := range files {
		u := Read(source.NewFile("a", "a", []byte(text)), lang) // kept: its memory is its own
		want[text] = told(u)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 4 {
				for text, lang := range files {
					assert.Equal(t, want[text], read(text, lang))
				}
			}
		})
	}
	wg.Wait()
}

// TestOrder compares with sorting by comparing.
func TestOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var s sorter
	for _, size := range []int{1, 100, 3_000, 5_000_000} {
		for _, n := range []int{0, 1, 10, fewExprs + 1, 5_000} {
			var all []*Expr
			for range n {
				from := random.IntN(size + 1)
				all = append(all, &Expr{Span: source.Span{Start: from, End: from + random.IntN(size-from+1)}})
			}
			want := slices.Clone(all)
			slices.SortStableFunc(want, compareSpans)
			s.sort(all)
			assert.True(t, slices.Equal(want, all), "%d of %d", n, size)
		}
	}
}
