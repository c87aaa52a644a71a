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

// testSpans returns the parts of the file that are tests, in order and without overlap: what the language says is built for tests
// only, functions and classes that a test runner runs, and in JavaScript what is passed to describe, it and test.
func (r *reader) testSpans() []source.Span {
	spans := slices.Clone(r.u.Tests)
	runner := r.importsRunner()
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

// importsRunner reports whether the file imports a test runner, without which the name of a function makes no test of it.
func (r *reader) importsRunner() bool {
	for _, i := range r.u.Imports {
		switch from, _ := split(i.From); from {
		case "pytest", "unittest", "vitest", "@jest/globals", "node:test", "bun:test", "mocha", "chai", "@playwright/test", "ava":
			return true
		}
	}
	return false
}

// isTest reports whether a function is run by a test runner.
func (r *reader) isTest(f *syntax.Func) bool {
	switch r.u.Lang {
	case lex.Python:
		return strings.HasPrefix(f.Name, "test_") && !slices.ContainsFunc(f.Attrs, func(a *syntax.Expr) bool { return r.attributeKind(a) != "" })
	case lex.Go:
		return strings.HasPrefix(f.Name, "Test") && len(f.Params) == 1 && strings.HasSuffix(f.Params[0].TypeText, "testing.T")
	default:
		for _, a := range f.Attrs {
			switch last(a.Name) {
			case "test", "Test", "rstest", "Fact", "Theory", "ParameterizedTest", "TestMethod":
				return true
			}
		}
		return false
	}
}

// runsTests reports whether a call gives a name and a function to a test runner: describe("...", () => {...}).
func runsTests(e *syntax.Expr) bool {
	name := e.Name
	if e.Recv != nil && e.Recv.Kind == syntax.Ref {
		name = e.Recv.Name // describe.only("...")
	}
	switch name {
	case "describe", "it", "test":
	default:
		return false
	}
	p := positional(e)
	return len(p) >= 2 && (p[0].Kind == syntax.Literal || p[0].Kind == syntax.Concat) && slices.ContainsFunc(p[1:], func(x *syntax.Expr) bool { return x.Kind == syntax.Lambda })
}

// within reports whether at is in one of spans, which are in order and do not overlap.
func within(spans []source.Span, at int) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	return i < len(spans) && spans[i].Start <= at
}

// asserted reports whether an expression is what an assertion is about, with nothing but objects, lists and matchers between them:
// what another function is called with in an assertion is used by that function.
func asserted(e *syntax.Expr) bool {
	for p, n := e.Parent, 0; p != nil && n < 30; p, n = p.Parent, n+1 {
		if p.Kind == syntax.Lambda {
			return false
		}
		if p.Kind == syntax.Call {
			if assertion(p) {
				return true
			}
			if !transparent[p.Name] {
				return false
			}
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
	switch name {
	case "expect", "assert", "should", "refute", "XCTAssert":
		return true
	case "mockReturnValue", "mockReturnValueOnce", "mockResolvedValue", "mockResolvedValueOnce", "mockRejectedValue", "isEqualTo", "contains_string", "objectContaining",
		"arrayContaining", "stringContaining", "stringMatching":
		return e.Recv != nil
	}
	if e.Recv != nil {
		root := e.Recv
		for n := 0; root.Recv != nil && n < 20; n++ {
			root = root.Recv
		}
		switch h := head(root.Name); {
		case root.Kind == syntax.Ref && (h == "assert" || h == "require" || h == "Assert" || h == "chai" || h == "expect" || h == "EXPECT"):
			return true
		case root.Kind == syntax.Call && (root.Name == "expect" || root.Name == "assertThat" || root.Name == "should"):
			return true
		}
	}
	if !contains(name, "assert") {
		return false
	}
	ws := words(name)
	if len(ws) < 2 {
		return false
	}
	if ws[0] == "xct" || ws[0] == "debug" {
		ws = ws[1:] // XCTAssertEqual, debug_assert_eq
	}
	if ws[0] != "assert" && ws[0] != "xctassert" || len(ws) < 2 {
		return false
	}
	for _, w := range ws[1:] {
		if !assertWords[w] {
			return false
		}
	}
	return true
}

// compared reports whether a literal is asserted about or compared with. What a call in an assertion registers is not.
func (r *reader) compared(e *syntax.Expr) bool {
	literal := e.Kind != syntax.Object
	for x, n := e, 0; x.Parent != nil && n < 12; x, n = x.Parent, n+1 {
		p := x.Parent
		switch p.Kind {
		case syntax.Call:
			if literal && assertion(p) {
				return true
			}
			if r.callKind(p) != "" {
				return false
			}
		case syntax.Lambda:
			return false
		case syntax.Other:
			for i, item := range p.Items {
				if i == 0 || i > 8 || item.Span.Start < p.Items[i-1].Span.End {
					continue
				}
				between := bytes.TrimSpace(r.f.Data[p.Items[i-1].Span.End:item.Span.Start])
				if bytes.HasPrefix(between, []byte("==")) || bytes.HasPrefix(between, []byte("!=")) || bytes.Equal(between, []byte("in")) ||
					bytes.HasPrefix(between, []byte("=~")) || bytes.Equal(between, []byte("not in")) {
					return true
				}
			}
		}
	}
	return false
}
