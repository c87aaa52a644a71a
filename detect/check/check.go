// Package check holds the checks, one to a file.
package check

import "github.com/org/mcp-lint/detect"

// All returns every check in the order in which they run and are listed. It is the one place that knows them all.
func All() []detect.Check {
	return []detect.Check{
		hiddenUnicode{},
		shadowing{},
		payload{},
		directive{},
		phrasing{},
		capability{},
		preference{},
		embeddedSecret{},
	}
}
