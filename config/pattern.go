package config

import "strings"

// PathPattern returns a pattern for Ignore.Path, as in .gitignore, that matches the file of a slash-separated path alone. The path is relative to
// the root of the scan.
func PathPattern(rel string) string { return "/" + patternEscaper.Replace(rel) }

var patternEscaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, " ", `\ `)
