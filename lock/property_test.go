package lock_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/lock"
)

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
