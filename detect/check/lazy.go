package check

import (
	"regexp"
	"sync"
)

// lazyRegexp is a regular expression that is compiled when it is first needed, so that commands which check nothing start
// without it. It is safe for concurrent use; its expression is a constant of this package and is compiled by a test.
type lazyRegexp struct {
	get  func() *regexp.Regexp
	gate func() *gate
	// starts are nil for an expression that says nothing of how it begins.
	starts func() *starts
	// anchored is the expression behind one character at the beginning of the text.
	anchored func() *regexp.Regexp
}

func regexpOf(expr string) lazyRegexp {
	return lazyRegexp{
		sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) }),
		sync.OnceValue(func() *gate { return gateOf(expr) }),
		sync.OnceValue(func() *starts { return startsOf(expr) }),
		sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\A(?s:.)(?:` + expr + `)`) }),
	}
}

// MatchString is that of regexp.Regexp.
func (l lazyRegexp) MatchString(s string) bool { return l.maybe(s) && l.get().MatchString(s) }

// FindStringIndex is that of regexp.Regexp.
func (l lazyRegexp) FindStringIndex(s string) []int {
	if !l.maybe(s) {
		return nil
	}
	return l.get().FindStringIndex(s)
}

// FindAllStringIndex is that of regexp.Regexp.
func (l lazyRegexp) FindAllStringIndex(s string, n int) [][]int {
	if !l.maybe(s) {
		return nil
	}
	return l.get().FindAllStringIndex(s, n)
}
