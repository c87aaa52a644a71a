// Package conform holds the check of what the specification and clients refuse: names, schemas and addresses of tools, registry
// manifests, and client configurations that are not read. It lives apart from detect/check: it judges the
// form of definitions and none of their words.
package conform

import "github.com/org/mcp-lint/detect"

// All returns the checks of the package.
func All() []detect.Check { return []detect.Check{invalid{}} }
