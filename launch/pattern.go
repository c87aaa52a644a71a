package launch

import (
	"regexp"
	"sync"
)

// compiled returns a regular expression that is compiled when it is first asked for: most scans meet no launch that needs it.
func compiled(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
