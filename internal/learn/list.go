package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/org/mcp-lint/detect/model"
)

// list prints the different sentences of real tools that exceed the threshold of likely, the highest first, for people who look for what
// the model does not know.
func (st *study) list(w io.Writer, out []verdict, t thresholds) {
	count, first := map[string]int{}, map[string]int{}
	for i, e := range st.entries {
		if e.from != fromReal || out[i].score < t[likely]+float64(model.Allowance(len(e.rows))) {
			continue
		}
		if count[out[i].key]++; count[out[i].key] == 1 || out[i].score > out[first[out[i].key]].score {
			first[out[i].key] = i
		}
	}
	var keys []string
	for k := range count {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(out[first[b]].score, out[first[a]].score), cmp.Compare(a, b))
	})
	for _, k := range keys {
		e := st.entries[first[k]]
		fmt.Fprintf(w, "%6.2f %4d %s %s/%s: %s\n", out[first[k]].score, count[k], e.Set, e.Server, e.ID, k)
	}
}
