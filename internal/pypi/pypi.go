// Package pypi validates and normalises the names of Python packages.
package pypi

import (
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
)

var (
	separators = lazy.Regexp(`[-_.]+`)
	form       = lazy.Regexp(`^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$`)
)

// Valid reports whether a package name is valid (PEP 508).
func Valid(name string) bool { return form().MatchString(name) }

// Normal normalises a package name (PEP 503): lower case, with one hyphen for each run of separators.
func Normal(name string) string { return separators().ReplaceAllString(strings.ToLower(name), "-") }
