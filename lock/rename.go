package lock

import (
	"cmp"
	"maps"
	"slices"

	"github.com/org/mcp-lint/detect"
)

// maxNamesakes bounds the new servers with one definition that a lost server is compared with, so that a definition which
// thousands of servers share does not make pairs of them all.
const maxNamesakes = 64

// renames returns the servers that have another name now: of a server of the lock file nothing is left, although all its files were
// looked at, and at least half of what it had stands in a server that the lock file does not know: to the letter, or under its name.
// Without the latter a server that is given other words and another name at once would be a new one, and nothing would have
// changed. Where the file of an entry still has that name, only what it says there counts: a copy elsewhere is no heir. The pairs with
// the most in common come first; every server is in one pair at most.
func (c *Comparison) renames() []Rename {
	lost, total := c.lostServers()
	if len(lost) == 0 {
		return nil
	}
	fresh := c.newServers()
	if len(fresh) == 0 {
		return nil
	}
	atHome := c.atHome()
	type meeting struct {
		Key
		to string
	}
	same, common := map[Rename]int{}, map[Rename]int{}
	met, alike := map[meeting]bool{}, map[meeting]bool{}
	// A name counts once, however many approvals it has.
	count := func(e *Entry, to string, seen map[meeting]bool, in map[Rename]int) {
		if m := (meeting{e.Key, to}); !seen[m] {
			seen[m] = true
			in[Rename{e.Server, to}]++
		}
	}
	for _, i := range lost {
		e := &c.File.Entries[i]
		home := trace{kind: e.Kind, name: e.Name, file: e.File}
		heirs := fresh[home]
		for _, to := range slices.Concat(fresh[trace{digest: e.Digest}], fresh[trace{digest: e.Now}]) {
			if !atHome[home] || slices.Contains(heirs, to) {
				count(e, to, alike, same)
				count(e, to, met, common)
			}
		}
		if !atHome[home] {
			heirs = fresh[trace{kind: e.Kind, name: e.Name}]
		}
		for _, to := range heirs {
			count(e, to, met, common)
		}
	}
	pairs := slices.DeleteFunc(slices.Collect(maps.Keys(common)), func(r Rename) bool { return 2*common[r] < total[r.From] })
	slices.SortFunc(pairs, func(a, b Rename) int {
		return cmp.Or(
			cmp.Compare(same[b], same[a]), cmp.Compare(common[b], common[a]), cmp.Compare(total[a.From], total[b.From]),
			cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To),
		)
	})
	var out []Rename
	from, to := map[string]bool{}, map[string]bool{}
	for _, r := range pairs {
		if !from[r.From] && !to[r.To] {
			from[r.From], to[r.To] = true, true
			out = append(out, r)
		}
	}
	return out
}

// atHome are the kinds, names and files of what is served.
func (c *Comparison) atHome() map[trace]bool {
	out := map[trace]bool{}
	for i := range c.Definitions {
		if d := &c.Definitions[i]; !d.Quiet && d.File != "" && locks(d.View.Kind) {
			out[trace{kind: d.View.Kind, name: d.View.Name, file: d.File}] = true
		}
	}
	return out
}

// trace is what a definition is known by under another server: its digest alone, or its kind and name, with its file or without.
type trace struct {
	digest     Digest
	kind       detect.Kind
	name, file string
}

// lostServers returns the entries of servers of which nothing is left, and how many names each of these had.
func (c *Comparison) lostServers() (entries []int, total map[string]int) {
	here := map[string]bool{}
	for _, d := range c.Definitions {
		if locks(d.View.Kind) {
			here[d.View.Server] = true
		}
	}
	for i, e := range c.File.Entries {
		if !c.covered[i] {
			here[e.Server] = true
		}
	}
	total = map[string]int{}
	names := map[Key]bool{}
	for i, e := range c.File.Entries {
		if here[e.Server] {
			continue
		}
		entries = append(entries, i)
		if !names[e.Key] {
			names[e.Key] = true
			total[e.Server]++
		}
	}
	return entries, total
}

// newServers returns the servers that the lock file does not know by the traces of what they serve.
func (c *Comparison) newServers() map[trace][]string {
	known := map[string]bool{}
	for _, e := range c.File.Entries {
		known[e.Server] = true
	}
	at := map[trace][]string{}
	for i, d := range c.Definitions {
		digest, server := c.Verdicts[i].Digest, d.View.Server
		if digest == "" || d.Quiet || known[server] {
			continue
		}
		traces := []trace{{digest: digest}, {kind: d.View.Kind, name: d.View.Name}}
		if d.File != "" {
			traces = append(traces, trace{kind: d.View.Kind, name: d.View.Name, file: d.File})
		}
		for _, k := range traces {
			if l := at[k]; len(l) < maxNamesakes && !slices.Contains(l, server) {
				at[k] = append(l, server)
			}
		}
	}
	return at
}
