package lock

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/detect"
)

// Definition is a definition as it is now.
type Definition struct {
	View detect.ToolView
	// File is where it is defined, as in Entry.File.
	File string
	// Quiet is set for a definition that needs no approval, as one in a test; it is compared with what was approved under its name
	// when nothing that is served has that name.
	Quiet bool
	// Secrets are texts in it that are credentials. A definition with any is kept as a digest only.
	Secrets []string
}

// Verdict is where a definition stands.
type Verdict struct {
	// State is "" for a quiet definition that the lock does not know or that is served elsewhere, and for files and sources, which no
	// lock holds.
	State State
	// Digest is that of the definition; "" for files and sources.
	Digest Digest
	// Entry is the index in File.Entries of what it was compared with: the entry that it fits or has changed from; -1 when there is none.
	Entry int
}

// Rename is a server that has another name now. What it has under that name is compared with what was approved under the old one.
type Rename struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Comparison says how definitions differ from a lock file.
type Comparison struct {
	File *File
	// Definitions and Verdicts are parallel.
	Definitions []Definition
	Verdicts    []Verdict
	// Removed are the indexes in File.Entries, rising, of what is no longer there.
	Removed []int
	// Unseen are the indexes of approved entries of which nothing is there while their files were not looked at.
	Unseen []int
	// Stale are the indexes, rising, of approvals that are there no longer while everything under their name fits other ones: an older
	// version that a merge of two branches brought back, or the place of one that was deleted. Their files were looked at. As long as
	// they are in the file what they say would be accepted; a refresh drops them.
	Stale   []int
	Renamed []Rename

	// covered is parallel to File.Entries.
	covered []bool
	// groups are what stands under one key, in the lock file, now or both, in the order of entries and definitions.
	groups []*group
}

// Compare compares definitions with a lock file. covered reports whether the files that a path stands for were looked at: what is
// missing from others is not said to be removed. Nil means that all were. A nil file is one without entries.
//
// A definition that says to the letter what was approved under its name is approved. Any other one under a name with an approval has
// changed, also when what was approved still stands beside it. The rest is pending.
func Compare(f *File, now []Definition, covered func(path string) bool) *Comparison {
	if f == nil {
		f = &File{}
	}
	f = f.translated(now)
	c := &Comparison{File: f, Definitions: now, Verdicts: make([]Verdict, len(now))}
	approved, full := map[Key]map[Digest]bool{}, map[Key]bool{}
	looked := map[string]bool{}
	for _, e := range f.Entries {
		if _, asked := looked[e.File]; !asked {
			looked[e.File] = covered == nil || covered(e.File)
		}
		c.covered = append(c.covered, looked[e.File])
		if e.State == Pending {
			continue
		}
		if approved[e.Key] == nil {
			approved[e.Key] = map[Digest]bool{}
		}
		approved[e.Key][e.Digest] = true
	}
	for _, d := range now {
		if d.View.Kind == detect.KindServer && !isBare(d.View) {
			full[KeyOf(d.View)] = true
		}
	}
	for i, d := range now {
		c.Verdicts[i].Entry = -1
		if !Locks(d.View.Kind) {
			continue
		}
		digest, has := DigestOf(d.View), approved[KeyOf(d.View)]
		// What was approved and says nothing any more has changed, unless another file says it.
		if !isBare(d.View) || len(has) > 0 && !has[digest] && !full[KeyOf(d.View)] {
			c.Verdicts[i].Digest = digest
		}
	}
	c.Renamed = c.renames()
	c.gather(approved)
	for _, g := range c.groups {
		g.judge(c)
		for _, e := range g.entries {
			approved := f.Entries[e].State != Pending
			// What is pending is no longer so in a test.
			there := g.served || len(g.now) > 0 && approved
			if !there && c.covered[e] {
				c.Removed = append(c.Removed, e)
			}
			if len(g.now) == 0 && !c.covered[e] && approved {
				c.Unseen = append(c.Unseen, e)
			}
		}
	}
	slices.Sort(c.Removed)
	slices.Sort(c.Unseen)
	slices.Sort(c.Stale)
	return c
}

// translated returns the file with the digests that mcp-lint 1.0 gave to what is there now, which counted every order, in place of
// them those of the canonical form: an entry of which only the digest was kept stays valid as well.
func (f *File) translated(now []Definition) *File {
	as := map[Digest]Digest{}
	for _, d := range now {
		if d.View.Definition == nil || !Locks(d.View.Kind) {
			continue
		}
		if written, digest := digestIn(d.View, asWritten), DigestOf(d.View); written != digest {
			as[written] = digest
		}
	}
	stale := func(e Entry) bool { return as[e.Digest] != "" || as[e.Now] != "" }
	if !slices.ContainsFunc(f.Entries, stale) {
		return f
	}
	out := &File{Entries: slices.Clone(f.Entries)}
	for i := range out.Entries {
		e := &out.Entries[i]
		e.Digest, e.Now = cmp.Or(as[e.Digest], e.Digest), cmp.Or(as[e.Now], e.Now)
	}
	return out
}

// locked reports whether a definition can be in the file, and says something that could be held there.
func (c *Comparison) locked(i int) bool { return c.Verdicts[i].Digest != "" }

// Locks reports whether definitions of a kind are locked: files and sources are not definitions, and neither are settings, registry
// manifests and files for agents.
func Locks(k detect.Kind) bool {
	switch k {
	case detect.KindFile, detect.KindSource, detect.KindSettings, detect.KindManifest, detect.KindAgents:
		return false
	}
	return true
}

// isBare reports whether a view is that of a server of which only the name and a version are known. To approve it would be to
// promise something of what runs under that name.
func isBare(v detect.ToolView) bool {
	if v.Kind != detect.KindServer || v.Definition == nil || v.Definition.Kind != detect.NodeObject {
		return false
	}
	given := map[string]bool{}
	return !slices.ContainsFunc(v.Definition.Members, func(m detect.Member) bool {
		if m.Name == nil || m.Name.Kind != detect.NodeString || m.Value == nil || m.Value.Kind != detect.NodeString {
			return true
		}
		if given[m.Name.Text] {
			return true
		}
		given[m.Name.Text] = true
		return m.Name.Text != "name" && !isRelease(v.Kind, m.Name.Text, []byte(`"`+m.Value.Text+`"`))
	})
}

type group struct {
	// entries and now are indexes in File.Entries and Definitions. served is set when one of the definitions is not quiet.
	entries, now []int
	served       bool
	// approvals and pendings are those of the entries that are so, each digest once; again are entries that repeat one of them.
	approvals, pendings, again []int
}

// gather groups entries and definitions by key. Of a definition that is the one under which what was approved is found.
func (c *Comparison) gather(approved map[Key]map[Digest]bool) {
	byKey := map[Key]*group{}
	at := func(k Key) *group {
		g := byKey[k]
		if g == nil {
			g = &group{}
			byKey[k] = g
			c.groups = append(c.groups, g)
		}
		return g
	}
	for i, e := range c.File.Entries {
		g := at(e.Key)
		g.entries = append(g.entries, i)
	}
	keys := c.keys(approved)
	for i := range c.Definitions {
		if !c.locked(i) {
			continue
		}
		g := at(keys[i])
		g.now = append(g.now, i)
		g.served = g.served || !c.Definitions[i].Quiet
	}
	for _, g := range c.groups {
		g.sort(c.File)
	}
}

func (g *group) sort(f *File) {
	approved, pending := map[Digest]int{}, map[Digest]int{}
	for _, i := range g.entries {
		e := &f.Entries[i]
		known, list := approved, &g.approvals
		if e.State == Pending {
			known, list = pending, &g.pendings
		}
		at, repeated := known[e.Digest]
		switch {
		case !repeated:
			known[e.Digest] = len(*list)
			*list = append(*list, i)
		case e.State == Approved && f.Entries[(*list)[at]].State == Changed:
			// Two branches that were merged; the one that approved has the last word.
			g.again = append(g.again, (*list)[at])
			(*list)[at] = i
		default:
			g.again = append(g.again, i)
		}
	}
}

// judge decides where the definitions of a group stand.
func (g *group) judge(c *Comparison) {
	known, fits, differs := g.approvals, Approved, Changed
	if len(known) == 0 {
		known, fits, differs = g.pendings, Pending, Pending
	}
	at := make(map[Digest]int, len(known))
	for _, e := range known {
		at[c.File.Entries[e].Digest] = e
	}
	used := map[int]bool{}
	var changed []int
	for _, i := range g.now {
		v := &c.Verdicts[i]
		e, same := at[v.Digest]
		switch {
		case c.Definitions[i].Quiet && (g.served || fits == Pending):
			// Quiet ones count only when there are no others, and something was approved.
		case same:
			v.State, v.Entry = fits, e
			used[e] = true
		default:
			v.State = differs
			changed = append(changed, i)
		}
	}
	if fits == Pending {
		for _, i := range changed {
			if len(known) > 0 {
				c.Verdicts[i].Entry = known[0]
			}
		}
		return
	}
	if len(changed) == 0 {
		for _, e := range g.approvals {
			if len(used) > 0 && !used[e] && c.covered[e] {
				c.Stale = append(c.Stale, e)
			}
		}
		return
	}
	// Of several approvals under one name each definition is compared with one that is not there as it was: the one that it was seen
	// to have changed from, else that of its file, else the next.
	digest, file := func(i int) string { return string(c.Verdicts[i].Digest) }, func(i int) string { return c.Definitions[i].File }
	changed = g.pairOff(c, changed, used, true, func(e *Entry) string { return string(e.Now) }, digest)
	changed = g.pairOff(c, changed, used, false, func(e *Entry) string { return e.File }, file)
	last, next := g.approvals[0], 0
	for _, i := range changed {
		for next < len(g.approvals) && used[g.approvals[next]] {
			next++
		}
		if next < len(g.approvals) {
			last = g.approvals[next]
			next++
		}
		c.Verdicts[i].Entry = last
	}
}

// pairOff compares definitions with the first unused approval that has the same in common, which several may share or not, and returns
// those for which there is none.
func (g *group) pairOff(
	c *Comparison, list []int, used map[int]bool, share bool, of func(e *Entry) string, now func(i int) string,
) (rest []int) {
	at := map[string]int{}
	for _, e := range slices.Backward(g.approvals) {
		if !used[e] {
			at[of(&c.File.Entries[e])] = e
		}
	}
	for _, i := range list {
		if e, ok := at[now(i)]; ok && (share || !used[e]) {
			c.Verdicts[i].Entry, used[e] = e, true
		} else {
			rest = append(rest, i)
		}
	}
	return rest
}
