package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

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
			add(e.Line, "the entry has expired on %s and counts no longer", e.Expires)
		}
		if e.Broad() {
			add(e.Line, "the entry leaves out everything that any check finds")
		}
		key := e.selection()
		if first, twice := seen[key]; twice {
			add(e.Line, "the entry says the same as that of line %d", first)
			continue
		}
		seen[key] = e.Line
	}
	for _, id := range c.Skip {
		if slices.Contains(c.Only, id) {
			add(0, "%s is under only and under skip: it does not run", printable(id))
		}
		if _, set := c.Checks[id]; set {
			add(0, "%s is under skip: what checks says of it has no effect", printable(id))
		}
	}
	for _, id := range c.Only {
		if c.Checks[id].Level == "off" {
			add(0, "%s is under only, and off under checks: it does not run", printable(id))
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
