package lock_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lock"
)

var (
	dayOne = lock.Stamp{Day: "2026-11-01", Version: "1.0.0"}
	dayTwo = lock.Stamp{Day: "2026-11-22", Version: "1.1.0"}
)

func tool(t testing.TB, server, definition string) lock.Definition {
	t.Helper()
	v, err := detect.ViewJSON(detect.KindTool, server, []byte(definition))
	require.NoError(t, err)
	return lock.Definition{View: v, File: server + ".json"}
}

func in(d lock.Definition, file string) lock.Definition { d.File = file; return d }

func quiet(d lock.Definition) lock.Definition { d.Quiet = true; return d }

func approveAll(c *lock.Comparison, s lock.Stamp) (*lock.File, lock.Changes) {
	var all []lock.Approval
	for i := range c.Definitions {
		all = append(all, lock.Approval{Definition: i})
	}
	return c.Approve(s, all)
}

// approved returns a lock file that holds definitions as approved, as it is after it was written and read.
func approved(t testing.TB, defs ...lock.Definition) *lock.File {
	t.Helper()
	f, _ := approveAll(lock.Compare(nil, defs, nil), dayOne)
	return written(t, f)
}

// written returns a file as it is after it was written and read.
func written(t testing.TB, f *lock.File) *lock.File {
	t.Helper()
	data := f.Bytes()
	out, err := lock.Parse(data)
	require.NoError(t, err)
	require.Equal(t, string(data), string(out.Bytes()))
	return out
}

// states returns where definitions stand.
func states(c *lock.Comparison) []lock.State {
	var out []lock.State
	for _, v := range c.Verdicts {
		out = append(out, v.State)
	}
	return out
}

// entries writes entries as server/name state and, when it has changed, a star.
func entries(f *lock.File) []string {
	var out []string
	for _, e := range f.Entries {
		line := e.Server + "/" + e.Name + " " + string(e.State)
		if e.Definition != nil {
			line += " " + e.Definition.StringAt("description")
		}
		out = append(out, line)
	}
	return out
}

func refreshed(t testing.TB, f *lock.File, defs []lock.Definition, covered func(string) bool) (*lock.File, lock.Changes) {
	t.Helper()
	before := string(f.Bytes())
	c := lock.Compare(f, defs, covered)
	out, changes := c.Refreshed(dayTwo)
	assert.Equal(t, before, string(f.Bytes()), "what was compared is not modified")
	out = written(t, out)
	again, nothing := lock.Compare(out, defs, covered).Refreshed(lock.Stamp{Day: "2027-01-01", Version: "9"})
	assert.Equal(t, string(out.Bytes()), string(again.Bytes()), "what was refreshed has nothing to refresh")
	assert.Zero(t, nothing)
	after := lock.Compare(out, defs, covered)
	assert.Equal(t, states(c), states(after), "a refresh changes no verdict")
	return out, changes
}
