// Package check holds the checks, one to a file.
package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
)

// All returns every check in the order in which they run and are listed. It is the one place that knows them all.
func All() []detect.Check {
	return []detect.Check{
		hiddenUnicode{},
		shadowing{},
		payload{},
		injection{imperativeID, model.RelationView},
		injection{"wording.injection", model.WordView},
		newCapability(),
		injection{"preference.manipulation", model.RelationView},
		embeddedSecret{},
	}
}

// Load loads what the checks judge wording by, which the first scan waits for otherwise.
func Load() { model.Default() }
