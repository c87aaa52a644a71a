package lock

import (
	"golang.org/x/text/unicode/norm"

	"github.com/org/mcp-lint/detect"
)

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
	// strays have no approval of their own; here are the keys that definitions have.
	var strays []int
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
			strays = append(strays, i)
		}
	}
	if len(strays) == 0 {
		return keys
	}
	h := heirs{Comparison: c, approved: approved, keys: keys, folded: map[string]string{}}
	h.atHome(strays, here)
	h.moved(strays)
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

// heirs finds what stands in the place of approvals of which nothing is left.
type heirs struct {
	*Comparison
	approved map[Key]map[Digest]bool
	// keys are those under which definitions are compared.
	keys []Key
	// folded are names as people read them.
	folded map[string]string
}

// atHome gives strays the places of approvals in their own files. Whose they are may have changed with them, or because of a file
// elsewhere.
func (h *heirs) atHome(strays []int, here map[Key]bool) {
	orphans := map[trace]Key{}
	for i := range h.File.Entries {
		e := &h.File.Entries[i]
		if e.State == Pending || here[e.Key] || e.File == "" {
			continue
		}
		if t := (trace{kind: e.Kind, name: e.Name, file: e.File}); orphans[t] == (Key{}) {
			orphans[t] = e.Key
		}
	}
	for _, i := range strays {
		d := &h.Definitions[i]
		if k, ok := orphans[trace{kind: d.View.Kind, name: d.View.Name, file: d.File}]; ok {
			h.keys[i] = k
		}
	}
}

// moved gives strays the places of approvals elsewhere, the nearest ones first.
func (h *heirs) moved(strays []int) {
	orphans := h.orphans()
	if len(orphans) == 0 {
		return
	}
	known := map[Key]bool{}
	for i := range h.File.Entries {
		known[h.File.Entries[i].Key] = true
	}
	var free []int
	for _, i := range strays {
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
		orphans, free = h.pair(orphans, free, near)
	}
}

// orphans are the indexes of one approval for each key of which nothing is left, although all its files were looked at.
func (h *heirs) orphans() []int {
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

// pair gives free definitions the places of orphans with the same trace, where there is one of each, and returns what is left.
func (h *heirs) pair(orphans, free []int, near func(k Key, file string) trace) (restOrphans, restFree []int) {
	lost, found := map[trace][]int{}, map[trace][]int{}
	for _, e := range orphans {
		t := near(h.File.Entries[e].Key, h.File.Entries[e].File)
		lost[t] = append(lost[t], e)
	}
	for _, i := range free {
		t := near(KeyOf(h.Definitions[i].View), h.Definitions[i].File)
		found[t] = append(found[t], i)
	}
	for _, e := range orphans {
		k := h.File.Entries[e].Key
		if t := near(k, h.File.Entries[e].File); len(lost[t]) != 1 || len(found[t]) != 1 {
			restOrphans = append(restOrphans, e)
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
	return restOrphans, restFree
}

// movable reports whether a definition is known by its name wherever it stands: what a server says of itself has the name of that, or none.
func movable(k Key) bool {
	return k.Name != "" && k.Kind != detect.KindInstructions && !k.Kind.OfServer()
}

// maxFolded bounds the names that are read as people do, in bytes. Longer ones are themselves.
const maxFolded = 512

// fold returns a name as people read it: capitals, blanks, separators and letters that look alike make no difference.
func (h *heirs) fold(name string) string {
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
