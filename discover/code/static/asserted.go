package static

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

// Asserted reports whether an assertion is about an expression, with only objects, lists and matchers between them:
// what another function is called with in an assertion is used by that function.
func Asserted(e *syntax.Expr) bool {
	for p, n := e.Parent, 0; p != nil && n < 30; p, n = p.Parent, n+1 {
		switch {
		case p.Kind == syntax.Lambda:
			return false
		case p.Kind != syntax.Call:
		case Assertion(p):
			return true
		case !Transparent[p.Name]:
			return false
		}
	}
	return false
}

// assertWords are the other words in names of assertions: assertEquals, assert_not_in, XCTAssertTrue.
var assertWords = wordset.Of(`
	equal equals eq ne that true false in not is none null nil contains contain raises throws throw regex regexp match matches same greater less almost
	string instance of count dict list empty exists error strict deep refute arrays array all snapshot starts ends with includes include debug`)

// Assertion reports whether a call compares or asserts: by the exact name of a function of a test library, or as a member of one.
func Assertion(e *syntax.Expr) bool {
	name := strings.TrimSuffix(e.Name, "!")
	if assertNames[name] || assertMembers[name] && e.Recv != nil {
		return true
	}
	if root := e.Recv; root != nil {
		for n := 0; root.Recv != nil && n < 20; n++ {
			root = root.Recv
		}
		if root.Kind == syntax.Ref && assertRoots[ident.Head(root.Name)] || root.Kind == syntax.Call && (root.Name == "expect" || root.Name == "assertThat" || root.Name == "should") {
			return true
		}
	}
	if !ident.Contains(name, "assert") {
		return false
	}
	ws := ident.Words(name)
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
