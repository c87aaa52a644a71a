package code

import (
	"bytes"
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
)

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
var assertWords = set(`
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
		default:
		}
	}
	return false
}
