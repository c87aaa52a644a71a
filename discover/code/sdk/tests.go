package sdk

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// testSpans returns the parts of the file that are tests, in order and without overlap.
func (r *Reader) testSpans() []source.Span {
	spans := slices.Clone(r.Unit.Tests)
	runner := slices.ContainsFunc(r.Unit.Imports, func(i syntax.Import) bool { return testRunners[ident.Head(i.From)] })
	for _, f := range r.Unit.Funcs {
		if (runner || r.Unit.Lang != lex.Python) && r.isTest(f) {
			spans = append(spans, f.Span)
		}
	}
	if r.Unit.Lang == lex.Python && runner {
		for _, c := range r.Unit.Classes {
			if strings.HasPrefix(c.Name, "Test") && slices.ContainsFunc(c.Methods, func(f *syntax.Func) bool { return strings.HasPrefix(f.Name, "test_") }) {
				spans = append(spans, c.Span)
			}
		}
	}
	if r.Unit.Lang == lex.JavaScript && runner {
		for _, e := range r.Unit.Calls {
			if runsTests(e) {
				spans = append(spans, e.Span)
			}
		}
	}
	slices.SortFunc(spans, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	var out []source.Span
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
		} else if s.Start < s.End {
			out = append(out, s)
		}
	}
	return out
}

var (
	// testRunners are modules without which the name of a function makes no test of it.
	testRunners = wordset.Of("pytest unittest vitest @jest/globals node:test bun:test mocha chai @playwright/test ava")
	testAttrs   = wordset.Of("test Test rstest Fact Theory ParameterizedTest TestMethod")
)

func (r *Reader) isTest(f *syntax.Func) bool {
	switch r.Unit.Lang {
	case lex.Python:
		return strings.HasPrefix(f.Name, "test_") && !slices.ContainsFunc(f.Attrs, func(a *syntax.Expr) bool { return r.AttributeKind(a) != "" })
	case lex.Go:
		return strings.HasPrefix(f.Name, "Test") && len(f.Params) == 1 && strings.HasSuffix(f.Params[0].TypeText, "testing.T")
	}
	return slices.ContainsFunc(f.Attrs, func(a *syntax.Expr) bool { return testAttrs[ident.Last(a.Name)] })
}

// runsTests reports whether a call gives a name and a function to a test runner: describe("...", () => {...}).
func runsTests(e *syntax.Expr) bool {
	name := e.Name
	if e.Recv != nil && e.Recv.Kind == syntax.Ref {
		name = e.Recv.Name // describe.only("...")
	}
	if name != "describe" && name != "it" && name != "test" {
		return false
	}
	p := static.Positional(e)
	return len(p) >= 2 && (p[0].Kind == syntax.Literal || p[0].Kind == syntax.Concat) &&
		slices.ContainsFunc(p[1:], func(x *syntax.Expr) bool { return x.Kind == syntax.Lambda })
}

// InTest reports whether a byte of the file is in a test.
func (r *Reader) InTest(at int) bool {
	i := sort.Search(len(r.tests), func(i int) bool { return r.tests[i].End > at })
	return i < len(r.tests) && r.tests[i].Start <= at
}

// Compared reports whether a literal is asserted about or compared with. What a call in an assertion registers is not.
func (r *Reader) Compared(e *syntax.Expr) bool {
	for x, n := e, 0; x.Parent != nil && n < 12; x, n = x.Parent, n+1 {
		p := x.Parent
		switch {
		case p.Kind == syntax.Call && e.Kind != syntax.Object && static.Assertion(p):
			return true
		case p.Kind == syntax.Lambda || p.Kind == syntax.Call && r.CallKind(p) != "":
			return false
		case p.Kind == syntax.Other:
			for i := 1; i < min(len(p.Items), 9); i++ {
				from, to := p.Items[i-1].Span.End, p.Items[i].Span.Start
				between := bytes.TrimSpace(r.File.Data[from:max(from, to)])
				if len(between) > 1 && comparing[string(between[:2])] || string(between) == "in" || string(between) == "not in" {
					return true
				}
			}
		}
	}
	return false
}

// comparing begins the text between two values that are compared.
var comparing = wordset.Of("== != =~")
