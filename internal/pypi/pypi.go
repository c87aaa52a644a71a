// Package pypi validates and normalises the names and versions of Python packages.
package pypi

import (
	"cmp"
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
)

var (
	separators = lazy.Regexp(`[-_.]+`)
	form       = lazy.Regexp(`^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$`)
	version    = lazy.Regexp(`^v?(?:0*(\d+)!)?(\d+(?:\.\d+)*)((?:[._-]?(?:` + stages + `)[._-]?\d*|-\d+)*)(?:\+([a-z0-9]+(?:[._-][a-z0-9]+)*))?$`)
	stage      = lazy.Regexp(`[._-]?(` + stages + `)[._-]?0*(\d*)|-0*(\d+)`)
)

// stages are the words in a version, the longer ones first.
const stages = `alpha|a|beta|b|rc|preview|pre|c|post|rev|r|dev`

// Valid reports whether a package name is valid (PEP 508).
func Valid(name string) bool { return form().MatchString(name) }

// Normal normalises a package name (PEP 503): lower case, with one hyphen for each run of separators.
func Normal(name string) string { return separators().ReplaceAllString(strings.ToLower(name), "-") }

// Version normalises a version (PEP 440), so that 1.0, v1.0.0 and 01.0 are the same, or returns "" for what is none. Behind a "+" stands what
// is local.
func Version(v string) string {
	m := version().FindStringSubmatch(strings.ToLower(v))
	if m == nil {
		return ""
	}
	numbers := strings.Split(m[2], ".")
	for i, n := range numbers {
		numbers[i] = cmp.Or(strings.TrimLeft(n, "0"), "0")
	}
	for len(numbers) > 1 && numbers[len(numbers)-1] == "0" {
		numbers = numbers[:len(numbers)-1]
	}
	out := strings.Join(numbers, ".")
	if m[1] != "" && m[1] != "0" {
		out = m[1] + "!" + out
	}
	for _, part := range stage().FindAllStringSubmatch(m[3], -1) {
		other := map[string]string{"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc", "": "post", "rev": "post", "r": "post"}
		out += cmp.Or(other[part[1]], part[1]) + cmp.Or(part[2], part[3], "0")
	}
	if m[4] != "" {
		out += "+" + separators().ReplaceAllString(m[4], ".")
	}
	return out
}
