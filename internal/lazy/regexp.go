// Package lazy compiles regular expressions on first use, because most runs need few of them.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles an expression once. The function panics if the expression is invalid.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
