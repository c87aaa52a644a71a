// Package config reads .mcp-lint.yaml, the settings of a repository. The author of the scanned code may have written such a file, so it is
// bounded and parsed strictly, and reports list what it sets.
//
// The tags of Config and its nested types have the keys, the form of values and their documentation. Both the loader and the JSON Schema use
// them, so that editors accept what scans accept.
package config

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
)

// Name is the configuration file that is read from the working directory.
const Name = ".mcp-lint.yaml"

// MaxBytes bounds a configuration file.
const MaxBytes = 64 << 10

// MaxItems bounds each list and mapping of a configuration.
const MaxItems = 500

// Config is a configuration file. A nil or empty field was not set.
//
// The tags: key is the key in the file, form the form of words (see forms), keys the form of the keys of a mapping, min the minimum number
// of items, doc what editors show.
type Config struct {
	FailOn        string   `key:"fail-on" form:"severity" doc:"Lowest severity that fails the run (default medium); never only reports."`
	Only          []string `key:"only" form:"check" min:"1" doc:"Run only these checks."`
	Skip          []string `key:"skip" form:"check" doc:"Do not run these checks."`
	MinConfidence *float64 `key:"min-confidence" doc:"Drop signals with a lower confidence, from 0 to 1."`
	Strict        *bool    `key:"strict" doc:"Exit 3 when something could not be read, or is only known by running code, and 4 when there is nothing to judge."`
	RequireLock   *bool    `key:"require-lock" doc:"Exit 2 when there is no lock file."`
	// AgentsFiles also scans files of instructions for agents.
	AgentsFiles *bool `key:"agents-files" doc:"Also scan instruction files for agents, such as AGENTS.md, SKILL.md and editor rules."`
	// Rules are files of the user's own rules, relative to the configuration. They count only in a configuration that the user named: authors
	// of scanned code must not add rules.
	Rules []string `key:"rules" form:"path" min:"1" doc:"Files of rules of your own, from the folder of this file on. They count only when this file is named, with --config."`
	// Checks are the settings of single checks by ID.
	Checks map[string]Check `key:"checks" keys:"check" doc:"Level and minimum confidence of single checks, by ID."`
	// Include and Exclude are .gitignore patterns, relative to the root of the scan.
	Include []string `key:"include" form:"pattern" min:"1" doc:"Scan only these files: .gitignore patterns, relative to the root of the scan."`
	Exclude []string `key:"exclude" form:"pattern" doc:"Do not scan these files: .gitignore patterns, relative to the root of the scan."`
	// Classes are patterns of files by class; see Served.
	Classes map[string][]string `key:"classes" keys:"class" form:"pattern" doc:"What files are for, by .gitignore patterns. Findings in files of a class are demoted to low, not dropped; served means that a file is of no class, whatever its folder is called."`
	// Placeholders are values that look like credentials but are not; a star matches any characters.
	Placeholders []string `key:"placeholders" form:"placeholder" doc:"Values that look like credentials but are not. A star matches any characters."`
	// TrustedServers are pairs of servers that may mention and resemble each other.
	TrustedServers [][2]string `key:"trusted-servers" form:"server" doc:"Pairs of servers that may mention and resemble each other."`
	Ignore         []Ignore    `key:"ignore" doc:"Findings that somebody has reviewed and accepted."`
}

// Check has the settings of a check. At least one of its fields is set.
type Check struct {
	// Level is a detect.Level; "" means the check's own.
	Level         string   `key:"level" form:"level" some:"true" doc:"off: do not run the check; note: list its findings as informational; a severity: give all its findings that severity; soft: ask for review; hard: make the tool dangerous."`
	MinConfidence *float64 `key:"min-confidence" some:"true" doc:"Drop signals of this check with a lower confidence, from 0 to 1."`
}

// Ignore is a reviewed exception. All fields that are set must match; at least one of Check, Server, Tool, Path and Digest is set.
type Ignore struct {
	// Check has IDs of checks; none means all.
	Check []string `key:"check" form:"check" min:"1" some:"true" doc:"Checks to ignore (default all)."`
	// Server and Tool are names, in which a star matches any characters.
	Server string `key:"server" form:"name" some:"true" doc:"Name of the server. A star matches any characters."`
	Tool   string `key:"tool" form:"name" some:"true" doc:"Name of the tool. A star matches any characters."`
	// Path is a .gitignore pattern, relative to the root of the scan.
	Path string `key:"path" form:"pattern" some:"true" doc:"Files: a .gitignore pattern, relative to the root of the scan."`
	// Digest is that of the definition (lock.DigestOf): the entry has no effect once the definition changes.
	Digest string `key:"digest" form:"digest" some:"true" doc:"Digest of the definition, as reports and the lock file show it. The entry has no effect once the definition changes."`
	// Reason says why; it is required.
	Reason string `key:"reason" form:"reason" required:"true" doc:"Why this is acceptable. Reports show it."`
	// Expires is the last day on which the entry counts, such as 2026-12-31, or "".
	Expires string `key:"expires" form:"date" doc:"Last day on which the entry counts (YYYY-MM-DD)."`
	// Line is the line of the entry, from 1.
	Line int
}

// MaxProblems bounds the reported mistakes of a file.
const MaxProblems = 20

// Error is a mistake in a configuration file.
type Error struct {
	// Line counts from 1; 0 means the file as a whole.
	Line   int
	Reason string
	// Key is set for an unknown key, check or word; Known are the valid ones.
	Key   string
	Known []string
}

func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return e.Reason
}

// Problems are the mistakes in a configuration file by line, at least one and at most MaxProblems.
type Problems []*Error

func (p Problems) Error() string {
	switch len(p) {
	case 0:
		return "no problems"
	case 1:
		return p[0].Error()
	}
	return fmt.Sprintf("%v (and %d more)", p[0], len(p)-1)
}

// Unwrap returns the mistakes, so that errors.As finds the first *Error.
func (p Problems) Unwrap() []error {
	out := make([]error, len(p))
	for i, e := range p {
		out[i] = e
	}
	return out
}

// Remark is a setting that is valid but probably unintended.
type Remark struct {
	// Line counts from 1; 0 means the file as a whole.
	Line int
	Text string
}

// Remarks returns settings that are valid but probably unintended: expired entries, entries that ignore everything, repeated entries, and
// settings that contradict each other. today is a date such as 2026-11-22, or "" if unknown. Remarks are printable and sorted by line.
func (c Config) Remarks(today string) []Remark {
	var out []Remark
	add := func(line int, format string, args ...any) {
		out = append(out, Remark{line, fmt.Sprintf(format, args...)})
	}
	seen := map[string]int{}
	for _, e := range c.Ignore {
		if e.Expired(today) {
			add(e.Line, "the entry expired on %s and has no effect", e.Expires)
		}
		if e.Broad() {
			add(e.Line, "the entry ignores everything that any check finds")
		}
		key := fmt.Sprintf("%q %q %q %q %q %q", slices.Compact(slices.Sorted(slices.Values(e.Check))), e.Server, e.Tool, e.Path, e.Digest, e.Expires)
		if first, twice := seen[key]; twice {
			add(e.Line, "the entry repeats the one on line %d", first)
			continue
		}
		seen[key] = e.Line
	}
	for _, id := range c.Skip {
		if slices.Contains(c.Only, id) {
			add(0, "%s is in both only and skip, so it does not run", printable(id))
		}
		if _, set := c.Checks[id]; set {
			add(0, "%s is in skip, so its settings in checks have no effect", printable(id))
		}
	}
	for _, id := range c.Only {
		if c.Checks[id].Level == "off" {
			add(0, "%s is in only but off in checks, so it does not run", printable(id))
		}
	}
	slices.SortStableFunc(out, func(a, b Remark) int { return cmp.Compare(a.Line, b.Line) })
	return out
}

// Expired reports whether the entry has expired on a date such as 2026-11-22; on "", nothing has.
func (e Ignore) Expired(today string) bool { return e.Expires != "" && today > e.Expires }

// Broad reports whether the entry matches every finding.
func (e Ignore) Broad() bool {
	every := func(s string) bool { return strings.Trim(s, "*/") == "" }
	return len(e.Check) == 0 && e.Digest == "" && every(e.Server) && every(e.Tool) && every(e.Path)
}

const (
	// maxDescribed bounds the listed values of a key, and the listed entries of Ignore.
	maxDescribed = 20
	// maxDescribedRunes bounds each value; a list ends after listedBytes.
	maxDescribedRunes = 120
	maxListedBytes    = 240
)

// Describe lists what the configuration sets, since a configuration from the scanned repository must not silence findings unseen. Lines are
// printable, bounded and without credentials; long lists are cut and the rest counted.
func (c Config) Describe() []string {
	var out []string
	add := func(key string, values ...string) {
		if len(values) > 0 {
			out = append(out, key+": "+listed(values))
		}
	}
	v := reflect.ValueOf(c)
	for _, f := range fieldsOf(v.Type()) {
		switch set := v.Field(f.index).Interface().(type) {
		case string:
			if set != "" {
				add(f.key, set)
			}
		case []string:
			add(f.key, set...)
		case *float64:
			if set != nil {
				add(f.key, decimal(*set))
			}
		case *bool:
			if set != nil {
				add(f.key, strconv.FormatBool(*set))
			}
		case map[string]Check:
			add(f.key, c.describeChecks()...)
		case map[string][]string:
			for _, word := range slices.Sorted(maps.Keys(set)) {
				add(f.key+": "+word, set[word]...)
			}
		case [][2]string:
			var pairs []string
			for _, p := range set {
				pairs = append(pairs, p[0]+" and "+p[1])
			}
			add(f.key, pairs...)
		}
	}
	return append(out, c.describeIgnores()...)
}

func (c Config) describeChecks() []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(c.Checks)) {
		words := []string{id}
		if level := c.Checks[id].Level; level != "" {
			words = append(words, level)
		}
		if floor := c.Checks[id].MinConfidence; floor != nil {
			words = append(words, "at confidence "+decimal(*floor)+" or more")
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

// describeIgnores counts the entries of Ignore and lists the first.
func (c Config) describeIgnores() []string {
	if len(c.Ignore) == 0 {
		return nil
	}
	count := fmt.Sprintf("ignore: %d entries", len(c.Ignore))
	if len(c.Ignore) == 1 {
		count = "ignore: 1 entry"
	}
	out := []string{count}
	for i, entry := range c.Ignore {
		if i == maxDescribed {
			return append(out, fmt.Sprintf("ignore: and %d more", len(c.Ignore)-i))
		}
		out = append(out, "ignore "+entry.String())
	}
	return out
}

// String describes the entry as printable text.
func (e Ignore) String() string {
	parts := []string{cmp.Or(listed(e.Check), "all checks")}
	for _, p := range [][2]string{{"server", e.Server}, {"tool", e.Tool}, {"path", e.Path}, {"definition", e.Digest}, {"until", e.Expires}} {
		if p[1] != "" {
			parts = append(parts, strings.TrimSpace(p[0]+" "+printable(p[1])))
		}
	}
	words := strings.Join(parts, ", ") + `: "` + printable(e.Reason) + `"`
	if e.Line > 0 {
		words = fmt.Sprintf("at line %d: %s", e.Line, words)
	}
	return words
}

// listed joins printable values, and counts those that are too many.
func listed(values []string) string {
	var b strings.Builder
	for i, v := range values {
		if i == maxDescribed || b.Len() > maxListedBytes {
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

func printable(s string) string { return text.Safe(secret.Redact(s), maxDescribedRunes) }

func decimal(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
