package code

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// testSpans returns the parts of the file that are tests, in order and without overlap.
func (r *reader) testSpans() []source.Span {
	spans := slices.Clone(r.u.Tests)
	runner := slices.ContainsFunc(r.u.Imports, func(i syntax.Import) bool { return testRunners[head(i.From)] })
	for _, f := range r.u.Funcs {
		if (runner || r.u.Lang != lex.Python) && r.isTest(f) {
			spans = append(spans, f.Span)
		}
	}
	if r.u.Lang == lex.Python && runner {
		for _, c := range r.u.Classes {
			if strings.HasPrefix(c.Name, "Test") && slices.ContainsFunc(c.Methods, func(f *syntax.Func) bool { return strings.HasPrefix(f.Name, "test_") }) {
				spans = append(spans, c.Span)
			}
		}
	}
	if r.u.Lang == lex.JavaScript && runner {
		for _, e := range r.u.Calls {
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

func (r *reader) isTest(f *syntax.Func) bool {
	switch r.u.Lang {
	case lex.Python:
		return strings.HasPrefix(f.Name, "test_") && !slices.ContainsFunc(f.Attrs, func(a *syntax.Expr) bool { return r.attributeKind(a) != "" })
	case lex.Go:
		return strings.HasPrefix(f.Name, "Test") && len(f.Params) == 1 && strings.HasSuffix(f.Params[0].TypeText, "testing.T")
	}
	return slices.ContainsFunc(f.Attrs, func(a *syntax.Expr) bool { return testAttrs[last(a.Name)] })
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
	p := positional(e)
	return len(p) >= 2 && (p[0].Kind == syntax.Literal || p[0].Kind == syntax.Concat) &&
		slices.ContainsFunc(p[1:], func(x *syntax.Expr) bool { return x.Kind == syntax.Lambda })
}

func (r *reader) inTest(at int) bool {
	i := sort.Search(len(r.tests), func(i int) bool { return r.tests[i].End > at })
	return i < len(r.tests) && r.tests[i].Start <= at
}

// asserted reports whether an expression is what an assertion is about, with nothing but objects, lists and matchers between them:
// what another function is called with in an assertion is used by that function.
func asserted(e *syntax.Expr) bool {
	for p, n := e.Parent, 0; p != nil && n < 30; p, n = p.Parent, n+1 {
		switch {
		case p.Kind == syntax.Lambda:
			return false
		case p.Kind != syntax.Call:
		case assertion(p):
			return true
		case !transparent[p.Name]:
			return false
		}
	}
	return false
}

// assertWords are what the names of assertions say beside assert: assertEquals, assert_not_in, XCTAssertTrue.
var assertWords = wordset.Of(`
	equal equals eq ne that true false in not is none null nil contains contain raises throws throw regex regexp match matches same greater less almost
	string instance of count dict list empty exists error strict deep refute arrays array all snapshot starts ends with includes include debug`)

// assertion reports whether a call compares or asserts: by the exact name of a function of a test library, or as a member of one.
func assertion(e *syntax.Expr) bool {
	name := strings.TrimSuffix(e.Name, "!")
	if assertNames[name] || assertMembers[name] && e.Recv != nil {
		return true
	}
	if root := e.Recv; root != nil {
		for n := 0; root.Recv != nil && n < 20; n++ {
			root = root.Recv
		}
		if root.Kind == syntax.Ref && assertRoots[head(root.Name)] || root.Kind == syntax.Call && (root.Name == "expect" || root.Name == "assertThat" || root.Name == "should") {
			return true
		}
	}
	if !contains(name, "assert") {
		return false
	}
	ws := words(name)
	if len(ws) > 1 && (ws[0] == "xct" || ws[0] == "debug") {
		ws = ws[1:] // XCTAssertEqual, debug_assert_eq
	}
	return len(ws) > 1 && (ws[0] == "assert" || ws[0] == "xctassert") && !slices.ContainsFunc(ws[1:], func(w string) bool { return !assertWords[w] })
}

var (
	assertNames   = wordset.Of("expect assert should refute XCTAssert")
	assertRoots   = wordset.Of("assert require Assert chai expect EXPECT")
	assertMembers = wordset.Of(`mockReturnValue mockReturnValueOnce mockResolvedValue mockResolvedValueOnce mockRejectedValue isEqualTo contains_string
		objectContaining arrayContaining stringContaining stringMatching`)
)

// compared reports whether a literal is asserted about or compared with. What a call in an assertion registers is not.
func (r *reader) compared(e *syntax.Expr) bool {
	for x, n := e, 0; x.Parent != nil && n < 12; x, n = x.Parent, n+1 {
		p := x.Parent
		switch {
		case p.Kind == syntax.Call && e.Kind != syntax.Object && assertion(p):
			return true
		case p.Kind == syntax.Lambda || p.Kind == syntax.Call && r.callKind(p) != "":
			return false
		case p.Kind == syntax.Other:
			for i := 1; i < min(len(p.Items), 9); i++ {
				from, to := p.Items[i-1].Span.End, p.Items[i].Span.Start
				between := bytes.TrimSpace(r.f.Data[from:max(from, to)])
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
