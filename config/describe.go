package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
)

const (
	// described bounds how many values of one key are listed, and how many entries of Ignore.
	described = 20
	// describedRunes bounds each value, and listedBytes is what a list is ended behind.
	describedRunes = 120
	listedBytes    = 240
)

// Describe lists what the configuration sets, for the report: a configuration may come from the scanned repository,
// and what it silences must be seen. Each line is fit to be printed, without credentials, and of bounded length; of long lists the
// first are listed and the rest counted.
func (c Config) Describe() []string {
	var out []string
	add := func(key string, values ...string) {
		if len(values) > 0 {
			out = append(out, key+": "+listed(values))
		}
	}
	if c.FailOn != "" {
		add("fail-on", c.FailOn)
	}
	add("only", c.Only...)
	add("skip", c.Skip...)
	if c.MinConfidence != nil {
		add("min-confidence", decimal(*c.MinConfidence))
	}
	if c.Strict != nil {
		add("strict", strconv.FormatBool(*c.Strict))
	}
	if c.RequireLock != nil {
		add("require-lock", strconv.FormatBool(*c.RequireLock))
	}
	if c.AgentsFiles != nil {
		add("agents-files", strconv.FormatBool(*c.AgentsFiles))
	}
	add("checks", c.weights()...)
	add("include", c.Include...)
	add("exclude", c.Exclude...)
	for _, class := range slices.Sorted(maps.Keys(c.Classes)) {
		add("classes: "+class, c.Classes[class]...)
	}
	add("placeholders", c.Placeholders...)
	add("trusted-servers", pairs(c.TrustedServers)...)
	return append(out, c.ignored()...)
}

// weights says for each check what is set.
func (c Config) weights() []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(c.Checks)) {
		words := []string{id}
		if level := c.Checks[id].Level; level != "" {
			words = append(words, level)
		}
		if floor := c.Checks[id].MinConfidence; floor != nil {
			words = append(words, "from confidence "+decimal(*floor))
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

func pairs(servers [][2]string) []string {
	var out []string
	for _, p := range servers {
		out = append(out, p[0]+" and "+p[1])
	}
	return out
}

// ignored counts the entries of Ignore and lists the first.
func (c Config) ignored() []string {
	if len(c.Ignore) == 0 {
		return nil
	}
	count := fmt.Sprintf("ignore: %d entries", len(c.Ignore))
	if len(c.Ignore) == 1 {
		count = "ignore: 1 entry"
	}
	out := []string{count}
	for i, entry := range c.Ignore {
		if i == described {
			return append(out, fmt.Sprintf("ignore: and %d more", len(c.Ignore)-i))
		}
		out = append(out, "ignore "+entry.String())
	}
	return out
}

// String says where the entry stands, what it leaves out and why, fit to be printed.
func (e Ignore) String() string {
	var parts []string
	part := func(what, value string) {
		if value != "" {
			parts = append(parts, strings.TrimSpace(what+" "+printable(value)))
		}
	}
	if len(e.Check) > 0 {
		parts = append(parts, listed(e.Check))
	} else {
		parts = append(parts, "all checks")
	}
	part("server", e.Server)
	part("tool", e.Tool)
	part("path", e.Path)
	part("definition", e.Digest)
	part("until", e.Expires)
	words := strings.Join(parts, ", ") + `: "` + printable(e.Reason) + `"`
	if e.Line > 0 {
		words = fmt.Sprintf("at line %d: %s", e.Line, words)
	}
	return words
}

// listed joins values, each fit to be printed, and counts those that are too many.
func listed(values []string) string {
	var b strings.Builder
	for i, v := range values {
		if i == described || b.Len() > listedBytes {
			fmt.Fprintf(&b, " and %d more", len(values)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(printable(v))
	}
	return b.String()
}

func printable(s string) string { return text.Safe(secret.Redact(s), describedRunes) }

func decimal(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
