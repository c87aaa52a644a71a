package lock

import (
	"cmp"
	"maps"
	"slices"

	"golang.org/x/text/unicode/norm"

	"github.com/org/mcp-lint/detect"
)

const (
	// maxNamesakes bounds the new servers with one definition that lost servers are compared with, and those lost ones, so that a
	// definition which thousands of servers share does not make pairs of them all.
	maxNamesakes = 64
	// maxMatches bounds how often an entry is looked for in a new server, in all. Those that come after that are not found.
	maxMatches = 100_000
)

// renames returns the servers that have another name now: of a server of the lock file nothing is left, although all its files were
// looked at, and at least half of what it had stands in a server that the lock file does not know: to the letter, or under its name.
// Without the latter a server that is given other words and another name at once would be a new one, and nothing would have
// changed. Where the file of an entry still has that name, only what it says there counts: a copy elsewhere does not take its place. The pairs with
// the most in common come first; every server is in one pair at most.
func (c *Comparison) renames() []Rename {
	m := c.match()
	pairs := slices.DeleteFunc(slices.Collect(maps.Keys(m.common)), func(r Rename) bool { return 2*len(m.common[r]) < len(m.lost[r.From]) })
	slices.SortFunc(pairs, func(a, b Rename) int {
		return cmp.Or(
			cmp.Compare(len(m.same[b]), len(m.same[a])), cmp.Compare(len(m.common[b]), len(m.common[a])),
			cmp.Compare(len(m.lost[a.From]), len(m.lost[b.From])), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To),
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

// trace is what a definition is known by under another server: its digest alone, or its kind and name, with its file or without.
type trace struct {
	digest     Digest
	kind       detect.Kind
	name, file string
}

// keysBy are sets of keys.
type keysBy[T comparable] map[T]map[Key]bool

func (m keysBy[T]) add(at T, k Key) {
	if m[at] == nil {
		m[at] = map[Key]bool{}
	}
	m[at][k] = true
}

// matches are the names that each server had of which nothing is left, and those of them that a new one has: to the letter, or at all.
type matches struct {
	lost         keysBy[string]
	same, common keysBy[Rename]
	// fresh are the new servers, and shared the lost ones, by the traces of what they serve.
	fresh, shared map[trace][]string
	// left is how many more may be looked at.
	left int
}

func (c *Comparison) match() *matches {
	m := &matches{keysBy[string]{}, keysBy[Rename]{}, keysBy[Rename]{}, map[trace][]string{}, map[trace][]string{}, maxMatches}
	here, known := map[string]bool{}, map[string]bool{}
	for i, d := range c.Definitions {
		if c.locked(i) {
			here[d.View.Server] = true
		}
	}
	for i, e := range c.File.Entries {
		known[e.Server] = true
		here[e.Server] = here[e.Server] || !c.covered[i]
	}
	inOwnFile := map[trace]bool{}
	for i, d := range c.Definitions {
		if !c.locked(i) || d.Quiet {
			continue
		}
		traces := []trace{{digest: c.Verdicts[i].Digest}, {kind: d.View.Kind, name: d.View.Name}}
		if d.File != "" {
			home := trace{kind: d.View.Kind, name: d.View.Name, file: d.File}
			inOwnFile[home] = true
			traces = append(traces, home)
		}
		for _, t := range traces {
			if l := m.fresh[t]; !known[d.View.Server] && len(l) < maxNamesakes && !slices.Contains(l, d.View.Server) {
				m.fresh[t] = append(l, d.View.Server)
			}
		}
	}
	for i := range c.File.Entries {
		e := &c.File.Entries[i]
		if here[e.Server] {
			continue
		}
		m.lost.add(e.Server, e.Key)
		home := trace{kind: e.Kind, name: e.Name, file: e.File}
		named := home
		if !inOwnFile[home] {
			named.file = ""
		}
		for _, digest := range []Digest{e.Digest, e.Now} {
			for _, to := range m.candidates(e, trace{digest: digest}) {
				if !inOwnFile[home] || slices.Contains(m.fresh[home], to) {
					m.same.add(Rename{e.Server, to}, e.Key)
					m.common.add(Rename{e.Server, to}, e.Key)
				}
			}
		}
		for _, to := range m.candidates(e, named) {
			m.common.add(Rename{e.Server, to}, e.Key)
		}
	}
	return m
}

// candidates returns the new servers that have a trace of an entry: none when too many were lost with it, or too much was looked at.
func (m *matches) candidates(e *Entry, t trace) []string {
	to := m.fresh[t]
	if len(to) == 0 {
		return nil
	}
	if lost := m.shared[t]; !slices.Contains(lost, e.Server) {
		if len(lost) == maxNamesakes {
			return nil
		}
		m.shared[t] = append(lost, e.Server)
	}
	to = to[:min(len(to), m.left)]
	m.left -= len(to)
	return to
}

// keys returns the key under which each definition is compared. That is its own, with the name that its server has in the lock file,
// unless nothing was approved under that and something that was stood in its place:
//   - a definition with several names is compared with what was approved under any of them;
//   - what has the kind, the name and the file of an approval of which nothing is left takes the place of that;
//   - so does the only one that has its kind and, as people read it, its name, in its file or else anywhere, when it says anything
//     else. What says the same to the letter elsewhere has changed in nothing, and waits for an approval like all that is new.
func (c *Comparison) keys(approved map[Key]map[Digest]bool) []Key {
	was := map[string]string{}
	for _, r := range c.Renamed {
		was[r.To] = r.From
	}
	keys := make([]Key, len(c.Definitions))
	// unapproved have no approval of their own; here are the keys that definitions have.
	var unapproved []int
	here := map[Key]bool{}
	for i := range c.Definitions {
		if !c.locked(i) {
			continue
		}
		k := KeyOf(c.Definitions[i].View)
		here[k] = true
		if old, renamed := was[k.Server]; renamed {
			k.Server = old
		}
		if keys[i] = aliasOf(k, c.Definitions[i].View, approved); approved[keys[i]] == nil {
			unapproved = append(unapproved, i)
		}
	}
	if len(unapproved) == 0 {
		return keys
	}
	h := successors{Comparison: c, approved: approved, keys: keys}
	h.inOwnFile(unapproved, here)
	h.moved(unapproved)
	return keys
}

// aliasOf returns the key of a definition, or, when nothing was approved under that, the first one with another of its names under
// which something was.
func aliasOf(k Key, v detect.ToolView, approved map[Key]map[Digest]bool) Key {
	if v.Definition == nil || approved[k] != nil {
		return k
	}
	for _, m := range v.Definition.Members {
		if m.Name == nil || m.Name.Text != "name" || m.Value == nil || m.Value.Kind != detect.NodeString {
			continue
		}
		if alias := (Key{k.Kind, k.Server, m.Value.Text}); approved[alias] != nil {
			return alias
		}
	}
	return k
}

// successors finds what stands in the place of approvals of which nothing is left.
type successors struct {
	*Comparison
	approved map[Key]map[Digest]bool
	// keys are those under which definitions are compared.
	keys []Key
}

// inOwnFile gives unapproved the places of approvals in their own files. Whose they are may have changed with them, or because of a file
// elsewhere.
func (h *successors) inOwnFile(unapproved []int, here map[Key]bool) {
	orphaned := map[trace]Key{}
	for i := range h.File.Entries {
		e := &h.File.Entries[i]
		if e.State == Pending || here[e.Key] || e.File == "" {
			continue
		}
		if t := (trace{kind: e.Kind, name: e.Name, file: e.File}); orphaned[t] == (Key{}) {
			orphaned[t] = e.Key
		}
	}
	for _, i := range unapproved {
		d := &h.Definitions[i]
		if k, ok := orphaned[trace{kind: d.View.Kind, name: d.View.Name, file: d.File}]; ok {
			h.keys[i] = k
		}
	}
}

// moved gives unapproved the places of approvals elsewhere, the nearest ones first.
func (h *successors) moved(unapproved []int) {
	orphaned := h.orphaned()
	if len(orphaned) == 0 {
		return
	}
	known := map[Key]bool{}
	for i := range h.File.Entries {
		known[h.File.Entries[i].Key] = true
	}
	var free []int
	for _, i := range unapproved {
		// What the lock file knows stood there before, beside what was approved.
		if d := &h.Definitions[i]; !d.Quiet && movable(KeyOf(d.View)) && !known[h.keys[i]] {
			free = append(free, i)
		}
	}
	for _, near := range []func(k Key, file string) trace{
		func(k Key, file string) trace { return trace{kind: k.Kind, name: fold(k.Name), file: file} },
		func(k Key, _ string) trace { return trace{kind: k.Kind, name: k.Name} },
		func(k Key, _ string) trace { return trace{kind: k.Kind, name: fold(k.Name)} },
	} {
		orphaned, free = h.pair(orphaned, free, near)
	}
}

// orphaned are the indexes of one approval for each key of which nothing is left, although all its files were looked at.
func (h *successors) orphaned() []int {
	there := map[Key]bool{}
	for i := range h.keys {
		if h.locked(i) {
			there[h.keys[i]] = true
		}
	}
	for i := range h.File.Entries {
		if e := &h.File.Entries[i]; e.State != Pending && !h.covered[i] {
			there[e.Key] = true
		}
	}
	var out []int
	for i := range h.File.Entries {
		if e := &h.File.Entries[i]; e.State != Pending && movable(e.Key) && !there[e.Key] {
			there[e.Key] = true
			out = append(out, i)
		}
	}
	return out
}

// pair gives free definitions the places of abandoned with the same trace, where there is one of each, and returns what is left.
func (h *successors) pair(orphaned, free []int, near func(k Key, file string) trace) (restAbandoned, restFree []int) {
	lost, found := map[trace][]int{}, map[trace][]int{}
	for _, e := range orphaned {
		t := near(h.File.Entries[e].Key, h.File.Entries[e].File)
		lost[t] = append(lost[t], e)
	}
	for _, i := range free {
		t := near(KeyOf(h.Definitions[i].View), h.Definitions[i].File)
		found[t] = append(found[t], i)
	}
	for t, list := range lost {
		if len(list) != 1 || len(found[t]) != 1 {
			restAbandoned = append(restAbandoned, list...)
		}
	}
	for t, list := range found {
		if len(list) != 1 || len(lost[t]) != 1 {
			restFree = append(restFree, list...)
		} else if k := h.File.Entries[lost[t][0]].Key; !h.approved[k][h.Verdicts[list[0]].Digest] {
			h.keys[list[0]] = k
		}
	}
	return restAbandoned, restFree
}

// movable reports whether a definition is known by its name wherever it stands: what a server says of itself has the name of that, or none.
func movable(k Key) bool {
	return k.Name != "" && k.Kind != detect.KindInstructions && !k.Kind.OfServer()
}

// maxFolded bounds the names that are read as people do, in bytes. Longer ones are themselves.
const maxFolded = 512

// fold returns a name as people read it: capitals, blanks, separators and letters that look alike make no difference.
func fold(name string) string {
	if len(name) > maxFolded {
		return name
	}
	return cmp.Or(detect.NameSkeleton(norm.NFKC.String(name)), name)
}
