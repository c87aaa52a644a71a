package code

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
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
