package lock_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/lock"
)

func TestApproveOtherKinds(t *testing.T) {
	var defs []lock.Definition
	for _, kind := range []detect.Kind{detect.KindTool, detect.KindPrompt, detect.KindResource, detect.KindResourceTemplate, detect.KindInstructions, detect.KindServer, detect.KindFile, detect.KindSource} {
		v := must.OK(detect.ViewJSON(kind, "s", []byte(`{"name":"a","description":"d"}`)))(t)
		defs = append(defs, lock.Definition{View: v, File: "s.json"})
	}
	f := approved(t, defs...)
	assert.Len(t, f.Entries, 6, "one each, though they have one name")
	c := lock.Compare(f, defs, nil)
	assert.Equal(t, lock.State(""), c.Verdicts[6].State)
	assert.Equal(t, lock.Approved, c.Verdicts[5].State)
	none := c.Definitions[6:]
	f, changes := approveAll(lock.Compare(f, none, func(string) bool { return false }), dayTwo)
	assert.Zero(t, changes)
	assert.Len(t, f.Entries, 6)
}

// TestNothingIsApprovedByItself goes random ways through changes, refreshes of the whole and of parts, and approvals. Only what was
// approved is ever approved, and what has changed stays so until it is approved, restored or gone.
func TestNothingIsApprovedByItself(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 9))
		f := &lock.File{}
		agreed := map[lock.Key]map[lock.Digest]bool{}
		for step := range 40 {
			var defs []lock.Definition
			for _, server := range []string{"s", "t"} {
				for _, name := range []string{"a", "b"} {
					for range r.IntN(3) {
						d := tool(t, server, fmt.Sprintf(`{"name":%q,"description":"%d"}`, name, r.IntN(4)))
						d.File = fmt.Sprintf("%s%d.json", server, r.IntN(2))
						d.Quiet = r.IntN(5) == 0
						defs = append(defs, d)
					}
				}
			}
			// Something else is always there, so that no server gets lost and none has another name.
			for _, server := range []string{"s", "t"} {
				for _, file := range []string{server + "0.json", server + "1.json"} {
					defs = append(defs, quiet(in(tool(t, server, other), file)))
				}
			}
			covered := func(string) bool { return true }
			if r.IntN(3) == 0 {
				seen := fmt.Sprint(r.IntN(2))
				covered = func(path string) bool { return path[1:2] == seen }
				var part []lock.Definition
				for _, d := range defs {
					if covered(d.File) {
						part = append(part, d)
					}
				}
				defs = part
			}
			c := lock.Compare(f, defs, covered)
			for i, v := range c.Verdicts {
				k := lock.KeyOf(defs[i].View)
				if v.State == lock.Approved {
					// What took the place of what is gone, and was noted as a change of that, can be restored.
					if e := f.Entries[v.Entry]; e.Key != k {
						require.Equal(t, lock.Changed, e.State, "seed %d, step %d", seed, step)
						require.Equal(t, e.File, defs[i].File, "seed %d, step %d", seed, step)
						k = e.Key
					}
					require.True(t, agreed[k][v.Digest], "seed %d, step %d: %v was never approved", seed, step, defs[i].View.Fields)
				}
				for _, e := range f.Entries {
					if e.Key == k && e.State != lock.Pending {
						require.NotEqual(t, lock.Pending, v.State, "seed %d, step %d: what is approved under its name is forgotten", seed, step)
					}
				}
			}
			if len(defs) > 0 && r.IntN(3) == 0 {
				i := r.IntN(len(defs))
				k := lock.KeyOf(defs[i].View)
				if agreed[k] == nil {
					agreed[k] = map[lock.Digest]bool{}
				}
				agreed[k][c.Verdicts[i].Digest] = true
				f, _ = c.Approve(dayTwo, []lock.Approval{{Definition: i}})
				f = written(t, f)
				require.Equal(t, lock.Approved, lock.Compare(f, defs[i:i+1], nil).Verdicts[0].State, "seed %d, step %d", seed, step)
				continue
			}
			f, _ = refreshed(t, f, defs, covered)
		}
	}
}

var (
	dayOne = lock.Stamp{Day: "2026-11-01", Version: "1.0.0"}
	dayTwo = lock.Stamp{Day: "2026-11-22", Version: "1.1.0"}
)

func tool(t testing.TB, server, definition string) lock.Definition {
	t.Helper()
	v := must.OK(detect.ViewJSON(detect.KindTool, server, []byte(definition)))(t)
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
	out := must.OK(lock.Parse(data))(t)
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

// entries writes entries as server/name, state and description.
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

// summary writes the entries of a file and how many things have changed.
func summary(f *lock.File, c lock.Changes) string {
	out := entries(f)
	for i, n := range []int{c.New, c.Changed, c.Restored, c.Removed, c.Renamed, c.Approved} {
		if n > 0 {
			out = append(out, fmt.Sprint([]string{"new ", "changed ", "restored ", "removed ", "renamed ", "approved "}[i], n))
		}
	}
	return strings.Join(out, "; ")
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
