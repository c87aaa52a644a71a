// Package pypi knows the names of Python packages.
package pypi

import (
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
)

var (
	separators = lazy.Regexp(`[-_.]+`)
	form       = lazy.Regexp(`^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$`)
)

// Valid reports whether a package can have that name (PEP 508).
func Valid(name string) bool { return form().MatchString(name) }

// Normal is the form in which names are compared (PEP 503): lower case, and one hyphen for each run of what separates.
func Normal(name string) string { return separators().ReplaceAllString(strings.ToLower(name), "-") }
