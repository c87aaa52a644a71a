// Package lazy compiles regular expressions when they are used first: most runs use few of them.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles an expression once. It panics there when the expression is none.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
