// Package config reads .mcp-lint.yaml, the file that says how a repository is to be linted. Such a file may come from whoever wrote
// what is scanned: it is bounded and read strictly, and can say of itself what it sets.
//
// The fields of Config and of the types below it carry the keys of the file, what their values must look like and what they are for.
// Both the loader and the JSON Schema are made of these, so that an editor accepts what a scan accepts.
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

// MaxBytes bounds a configuration file: it may come from the repository that is scanned.
const MaxBytes = 64 << 10

// MaxItems bounds each list and mapping of a configuration.
const MaxItems = 500

// Config is what a configuration file may set. A nil or empty field was not set.
//
// The tags: key is the key in the file, form what words look like (see forms), keys the form of the keys of a mapping, min the least
// number of items, doc what editors show.
type Config struct {
	FailOn        string   `key:"fail-on" form:"severity" doc:"Lowest severity that fails the run (default medium); never only reports."`
	Only          []string `key:"only" form:"check" min:"1" doc:"Run only these checks."`
	Skip          []string `key:"skip" form:"check" doc:"Do not run these checks."`
	MinConfidence *float64 `key:"min-confidence" doc:"Drop signals with a lower confidence, from 0 to 1."`
	Strict        *bool    `key:"strict" doc:"Exit 3 when something could not be read, or is only known by running code."`
	RequireLock   *bool    `key:"require-lock" doc:"Exit 2 when there is no lock file."`
	// AgentsFiles has files of instructions for agents looked at as well. It only adds to what a scan sees.
	AgentsFiles *bool `key:"agents-files" doc:"Also scan instruction files for agents, such as AGENTS.md, SKILL.md and editor rules."`
	// Rules are files of rules of one's own, from the folder of the configuration on. They count only where the user has named the
	// configuration: whoever wrote what is scanned must not decide what is looked for in it.
	Rules []string `key:"rules" form:"path" min:"1" doc:"Files of rules of your own, from the folder of this file on. They count only when this file is named, with --config."`
	// Checks sets how much single checks weigh, by their IDs.
	Checks map[string]Check `key:"checks" keys:"check" doc:"Level and minimum confidence of single checks, by ID."`
	// Include and Exclude are patterns of files, as in .gitignore, relative to the root of the scan.
	Include []string `key:"include" form:"pattern" min:"1" doc:"Scan only these files: .gitignore patterns, relative to the root of the scan."`
	Exclude []string `key:"exclude" form:"pattern" doc:"Do not scan these files: .gitignore patterns, relative to the root of the scan."`
	// Classes are patterns of files by class: test, fixture, example, documentation, generated, or served for none of these.
	Classes map[string][]string `key:"classes" keys:"class" form:"pattern" doc:"What files are for, by .gitignore patterns. Findings in files of a class are demoted to low, not dropped; served means that a file is of no class, whatever its folder is called."`
	// Placeholders are values that look like credentials and are none; a star stands for any characters.
	Placeholders []string `key:"placeholders" form:"placeholder" doc:"Values that look like credentials but are not. A star matches any characters."`
	// TrustedServers are pairs of servers that may speak of and resemble each other.
	TrustedServers [][2]string `key:"trusted-servers" form:"server" doc:"Pairs of servers that may mention and resemble each other."`
	Ignore         []Ignore    `key:"ignore" doc:"Findings that somebody has reviewed and accepted."`
}

// Check is how much a check weighs. One of its fields at least is set.
type Check struct {
	// Level is a detect.Level; "" leaves it to the check.
	Level         string   `key:"level" form:"level" some:"true" doc:"off: do not run the check; note: list its findings as informational; a severity: give all its findings that severity; soft: ask for review; hard: make the tool dangerous."`
	MinConfidence *float64 `key:"min-confidence" some:"true" doc:"Drop signals of this check with a lower confidence, from 0 to 1."`
}

// Ignore is a reviewed exception. All parts that are set must match; one of Check, Server, Tool, Path and Digest is set.
type Ignore struct {
	// Check lists IDs of checks; none means all.
	Check []string `key:"check" form:"check" min:"1" some:"true" doc:"Checks to ignore (default all)."`
	// Server and Tool are names, in which a star stands for any characters.
	Server string `key:"server" form:"name" some:"true" doc:"Name of the server. A star matches any characters."`
	Tool   string `key:"tool" form:"name" some:"true" doc:"Name of the tool. A star matches any characters."`
	// Path is a pattern as in .gitignore, relative to the root of the scan.
	Path string `key:"path" form:"pattern" some:"true" doc:"Files: a .gitignore pattern, relative to the root of the scan."`
	// Digest is that of the definition (lock.DigestOf): when the definition changes the entry stops counting.
	Digest string `key:"digest" form:"digest" some:"true" doc:"Digest of the definition, as reports and the lock file show it. The entry has no effect once the definition changes."`
	// Reason says why; it is required.
	Reason string `key:"reason" form:"reason" required:"true" doc:"Why this is acceptable. Reports show it."`
	// Expires is the last day on which the entry counts, as 2026-12-31, or "".
	Expires string `key:"expires" form:"date" doc:"Last day on which the entry counts (YYYY-MM-DD)."`
	// Line is where the entry stands in the file, from 1.
	Line int
}

// MaxProblems bounds how many mistakes in one file are reported.
const MaxProblems = 20

// Error says what is wrong in a configuration file, and where.
type Error struct {
	// Line counts from 1; it is 0 when the file as a whole is wrong.
	Line   int
	Reason string
	// Key is set for an unknown key, check or word; Known are those there are.
	Key   string
	Known []string
}

func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return e.Reason
}

// Problems are all mistakes in a configuration file, in the order of lines, up to MaxProblems. There is at least one.
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

// Remark is something in a configuration that is allowed and probably not meant.
type Remark struct {
	// Line counts from 1; 0 means the file as a whole.
	Line int
	Text string
}

// Remarks looks for what is allowed and probably not meant: entries that have expired by today (as 2026-11-22, "" if that is not
// known), entries that leave out more than one would think, and settings that undo each other. They are in the order of lines, and fit
// to be printed.
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
		key := e.selection()
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

// Expired reports whether the entry counts no longer on a day, written as 2026-11-22; "" is a day on which nothing has expired.
func (e Ignore) Expired(today string) bool { return e.Expires != "" && today > e.Expires }

// Broad reports whether the entry selects nothing: all that it says of names and files fits every one.
func (e Ignore) Broad() bool {
	every := func(s string) bool { return strings.Trim(s, "*/") == "" }
	return len(e.Check) == 0 && e.Digest == "" && every(e.Server) && every(e.Tool) && every(e.Path)
}

// selection is the same for entries that select the same until the same day.
func (e Ignore) selection() string {
	checks := slices.Sorted(slices.Values(e.Check))
	return fmt.Sprintf("%q %q %q %q %q %q", slices.Compact(checks), e.Server, e.Tool, e.Path, e.Digest, e.Expires)
}

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
			add(f.key, c.weights()...)
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
	return append(out, c.ignored()...)
}

func (c Config) weights() []string {
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
