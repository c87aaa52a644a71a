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
	// maxMeetings bounds how often an entry is looked for in a new server, in all. Those that come after that are not found.
	maxMeetings = 100_000
)

// renames returns the servers that have another name now: of a server of the lock file nothing is left, although all its files were
// looked at, and at least half of what it had stands in a server that the lock file does not know: to the letter, or under its name.
// Without the latter a server that is given other words and another name at once would be a new one, and nothing would have
// changed. Where the file of an entry still has that name, only what it says there counts: a copy elsewhere does not take its place. The pairs with
// the most in common come first; every server is in one pair at most.
func (c *Comparison) renames() []Rename {
	m := c.meet()
	if m == nil {
		return nil
	}
	pairs := slices.DeleteFunc(slices.Collect(maps.Keys(m.common)), func(r Rename) bool { return 2*m.common[r] < m.total[r.From] })
	slices.SortFunc(pairs, func(a, b Rename) int {
		return cmp.Or(
			cmp.Compare(m.same[b], m.same[a]), cmp.Compare(m.common[b], m.common[a]), cmp.Compare(m.total[a.From], m.total[b.From]),
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

type meetings struct {
	// total is how many names a lost server had; same and common are how many of these a new one has, to the letter or at all.
	total        map[string]int
	same, common map[Rename]int
	met, alike   map[meeting]bool
	// left is how many more may be looked at.
	left int
	// shared are the lost servers by their traces.
	shared map[trace][]string
}

// meeting is a name that a lost server had and a new one has. It counts once, however many approvals it has.
type meeting struct {
	Key
	to string
}

func (m *meetings) count(e *Entry, to string, seen map[meeting]bool, in map[Rename]int) {
	if k := (meeting{e.Key, to}); !seen[k] {
		seen[k] = true
		in[Rename{e.Server, to}]++
	}
}

// candidates returns the new servers that have a trace of an entry: none when too many were lost with it, or too much was looked at.
func (m *meetings) candidates(fresh map[trace][]string, e *Entry, t trace) []string {
	to := fresh[t]
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

// meet returns what lost and new servers have in common, or nil when there are none of either.
func (c *Comparison) meet() *meetings {
	lost, total := c.lostServers()
	if len(lost) == 0 {
		return nil
	}
	fresh := c.newServers()
	if len(fresh) == 0 {
		return nil
	}
	atHome := c.atHome()
	m := &meetings{
		total: total, same: map[Rename]int{}, common: map[Rename]int{}, met: map[meeting]bool{}, alike: map[meeting]bool{},
		left: maxMeetings, shared: map[trace][]string{},
	}
	for _, i := range lost {
		e := &c.File.Entries[i]
		home := trace{kind: e.Kind, name: e.Name, file: e.File}
		named := home
		if !atHome[home] {
			named.file = ""
		}
		for _, digest := range []Digest{e.Digest, e.Now} {
			for _, to := range m.candidates(fresh, e, trace{digest: digest}) {
				if !atHome[home] || slices.Contains(fresh[home], to) {
					m.count(e, to, m.alike, m.same)
					m.count(e, to, m.met, m.common)
				}
			}
		}
		for _, to := range m.candidates(fresh, e, named) {
			m.count(e, to, m.met, m.common)
		}
	}
	return m
}

func (c *Comparison) atHome() map[trace]bool {
	out := map[trace]bool{}
	for i := range c.Definitions {
		if d := &c.Definitions[i]; !d.Quiet && d.File != "" && c.locked(i) {
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
	for i := range c.Definitions {
		if c.locked(i) {
			here[c.Definitions[i].View.Server] = true
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
	h := successors{Comparison: c, approved: approved, keys: keys, folded: map[string]string{}}
	h.atHome(unapproved, here)
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
	// folded are names as people read them.
	folded map[string]string
}

// atHome gives unapproved the places of approvals in their own files. Whose they are may have changed with them, or because of a file
// elsewhere.
func (h *successors) atHome(unapproved []int, here map[Key]bool) {
	abandoned := map[trace]Key{}
	for i := range h.File.Entries {
		e := &h.File.Entries[i]
		if e.State == Pending || here[e.Key] || e.File == "" {
			continue
		}
		if t := (trace{kind: e.Kind, name: e.Name, file: e.File}); abandoned[t] == (Key{}) {
			abandoned[t] = e.Key
		}
	}
	for _, i := range unapproved {
		d := &h.Definitions[i]
		if k, ok := abandoned[trace{kind: d.View.Kind, name: d.View.Name, file: d.File}]; ok {
			h.keys[i] = k
		}
	}
}

// moved gives unapproved the places of approvals elsewhere, the nearest ones first.
func (h *successors) moved(unapproved []int) {
	abandoned := h.abandoned()
	if len(abandoned) == 0 {
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
		func(k Key, file string) trace { return trace{kind: k.Kind, name: h.fold(k.Name), file: file} },
		func(k Key, _ string) trace { return trace{kind: k.Kind, name: k.Name} },
		func(k Key, _ string) trace { return trace{kind: k.Kind, name: h.fold(k.Name)} },
	} {
		abandoned, free = h.pair(abandoned, free, near)
	}
}

// abandoned are the indexes of one approval for each key of which nothing is left, although all its files were looked at.
func (h *successors) abandoned() []int {
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
func (h *successors) pair(abandoned, free []int, near func(k Key, file string) trace) (restAbandoned, restFree []int) {
	lost, found := map[trace][]int{}, map[trace][]int{}
	for _, e := range abandoned {
		t := near(h.File.Entries[e].Key, h.File.Entries[e].File)
		lost[t] = append(lost[t], e)
	}
	for _, i := range free {
		t := near(KeyOf(h.Definitions[i].View), h.Definitions[i].File)
		found[t] = append(found[t], i)
	}
	for _, e := range abandoned {
		k := h.File.Entries[e].Key
		if t := near(k, h.File.Entries[e].File); len(lost[t]) != 1 || len(found[t]) != 1 {
			restAbandoned = append(restAbandoned, e)
		}
	}
	for _, i := range free {
		t := near(KeyOf(h.Definitions[i].View), h.Definitions[i].File)
		if len(lost[t]) != 1 || len(found[t]) != 1 {
			restFree = append(restFree, i)
		} else if k := h.File.Entries[lost[t][0]].Key; !h.approved[k][h.Verdicts[i].Digest] {
			h.keys[i] = k
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
func (h *successors) fold(name string) string {
	if len(name) > maxFolded {
		return name
	}
	if folded, known := h.folded[name]; known {
		return folded
	}
	folded := detect.NameSkeleton(norm.NFKC.String(name))
	if folded == "" {
		folded = name
	}
	h.folded[name] = folded
	return folded
}
