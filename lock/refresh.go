package lock

import (
	"cmp"
	"slices"
)

// Stamp says when and by what version of mcp-lint something is seen.
type Stamp struct{ Day, Version string }

// Changes counts what a refresh or an approval did.
type Changes struct {
	// New are entries that were added, or pending ones that say something else now; Approved those that became approved, Changed those that
	// are marked as changed, Restored those that say again what was approved, Removed those that were dropped and Renamed the servers that
	// have another name.
	New, Approved, Changed, Restored, Removed, Renamed int
}

// Refreshed returns the lock file with what was compared noted in it: new definitions are pending, those that have changed are
// marked, those that are gone or stale are dropped, approvals that lost their definition have it again where it is there, and servers
// have their new names. It approves nothing. Entries of files that were not looked
// at stay as they are. The file that was compared is not modified.
func (c *Comparison) Refreshed(s Stamp) (*File, Changes) {
	r := c.revise(s)
	for _, e := range slices.Concat(c.Removed, c.Stale) {
		r.drop(e)
	}
	for _, g := range c.groups {
		for _, e := range g.again {
			r.dropped[e] = true
		}
		if len(g.approvals) == 0 {
			r.recordPending(g)
			continue
		}
		r.mark(g, nil, true)
		for _, e := range g.pendings {
			// Whatever is under that name was compared with what was approved.
			r.drop(e)
		}
	}
	return r.file()
}

type revision struct {
	c     *Comparison
	stamp Stamp
	// entries begin with those of the file, index by index; dropped are indexes of them.
	entries []Entry
	dropped map[int]bool
	changes Changes
}

func (c *Comparison) revise(s Stamp) *revision {
	r := &revision{c: c, stamp: s, entries: slices.Clone(c.File.Entries), dropped: map[int]bool{}}
	names := map[string]string{}
	for _, n := range c.Renamed {
		names[n.From] = n.To
	}
	for _, g := range c.groups {
		// As long as several pass for what was approved the entry keeps its name: under that of one the others would be new.
		server := func(i int) string { return c.Definitions[i].View.Server }
		if len(g.entries) > 0 && slices.ContainsFunc(g.now, func(i int) bool { return server(i) != server(g.now[0]) }) {
			delete(names, c.File.Entries[g.entries[0]].Server)
		}
	}
	for i := range r.entries {
		if to, renamed := names[r.entries[i].Server]; renamed {
			r.entries[i].Server = to
		}
	}
	r.changes.Renamed = len(names)
	return r
}

func (r *revision) drop(e int) {
	if r.c.covered[e] && !r.dropped[e] {
		r.dropped[e] = true
		r.changes.Removed++
	}
}

func (r *revision) add(i int) *Entry {
	r.entries = append(r.entries, Entry{Key: KeyOf(r.c.Definitions[i].View), Seen: r.stamp.Day, Version: r.stamp.Version})
	r.changes.New++
	return &r.entries[len(r.entries)-1]
}

func (r *revision) take(e *Entry, i int, state State) {
	d := &r.c.Definitions[i]
	e.Key = KeyOf(d.View)
	e.State, e.Digest, e.Now, e.File = state, r.c.Verdicts[i].Digest, "", d.File
	r.keep(e, i)
	if e.Forced, e.Reason = nil, ""; e.Seen == "" {
		e.Seen, e.Version = r.stamp.Day, r.stamp.Version
	}
}

// mark notes in the approvals of a group which of them fit what is there and which do not. Definitions in accepted are left out: they
// are approved as they are. Only a refresh marks what was not marked before, and notes where things stand now.
func (r *revision) mark(g *group, accepted map[int]bool, refresh bool) {
	fits, differs := map[int][]int{}, map[int][]int{}
	there := map[Digest]bool{}
	for _, i := range g.now {
		switch v := r.c.Verdicts[i]; {
		case v.State == Approved:
			fits[v.Entry] = append(fits[v.Entry], i)
		case v.State == Changed && !accepted[i]:
			differs[v.Entry] = append(differs[v.Entry], i)
			there[v.Digest] = true
		}
	}
	for _, k := range g.approvals {
		e, other := &r.entries[k], differs[k]
		if here := slices.Concat(other, fits[k]); refresh && len(here) > 0 {
			r.moveTo(e, here)
		}
		if refresh && e.Definition == nil && len(fits[k]) > 0 {
			r.keep(e, fits[k][0])
		}
		switch {
		case len(other) == 0 && len(fits[k]) > 0 && e.State == Changed && !there[e.Now]:
			e.State, e.Now = Approved, ""
			r.changes.Restored++
		case len(other) > 0 && (refresh || e.State == Changed):
			if digest := sameOrLeast(e.Now, other, func(i int) Digest { return r.c.Verdicts[i].Digest }); e.State != Changed || e.Now != digest {
				e.State, e.Now = Changed, digest
				r.changes.Changed++
			}
		}
	}
}

// keep has an entry hold what definition i says, which is what was approved, as far as that can be kept.
func (r *revision) keep(e *Entry, i int) {
	d := r.c.Definitions[i]
	if e.Definition = d.View.Definition; len(d.Secrets) > 0 || e.kept() == nil {
		e.Definition = nil
	}
}

// sameOrLeast returns what is noted already when it is among what is there, else the least of that.
func sameOrLeast[T cmp.Ordered](noted T, now []int, of func(i int) T) T {
	all := make([]T, len(now))
	for k, i := range now {
		all[k] = of(i)
	}
	if slices.Contains(all, noted) {
		return noted
	}
	return slices.Min(all)
}

// moveTo notes where an entry is defined, when that is no longer where it was.
func (r *revision) moveTo(e *Entry, now []int) {
	e.File = sameOrLeast(e.File, now, func(i int) string { return r.c.Definitions[i].File })
}

// recordPending notes the definitions of a group in which nothing is approved.
func (r *revision) recordPending(g *group) {
	byDigest := map[Digest][]int{}
	var order []Digest
	for _, i := range g.now {
		if v := r.c.Verdicts[i]; v.State == Pending {
			if byDigest[v.Digest] == nil {
				order = append(order, v.Digest)
			}
			byDigest[v.Digest] = append(byDigest[v.Digest], i)
		}
	}
	// Of entries that say what is no longer there the next definitions take the place, so that it is known since when there is one.
	var stale []int
	for _, e := range g.pendings {
		if now := byDigest[r.entries[e].Digest]; len(now) > 0 {
			r.moveTo(&r.entries[e], now)
			delete(byDigest, r.entries[e].Digest)
		} else if r.c.covered[e] && !r.dropped[e] {
			stale = append(stale, e)
		}
	}
	for _, digest := range order {
		now := byDigest[digest]
		var e *Entry
		switch {
		case now == nil:
			continue
		case len(stale) > 0:
			e, stale = &r.entries[stale[0]], stale[1:]
			r.changes.New++
		default:
			e = r.add(now[0])
		}
		r.take(e, now[0], Pending)
		e.File = ""
		r.moveTo(e, now)
	}
	for _, e := range stale {
		r.drop(e)
	}
}

func (r *revision) file() (*File, Changes) {
	out := &File{Entries: make([]Entry, 0, len(r.entries))}
	for i, e := range r.entries {
		if !r.dropped[i] {
			out.Entries = append(out.Entries, e)
		}
	}
	slices.SortStableFunc(out.Entries, func(a, b Entry) int { return cmp.Or(compareEntries(a, b), cmp.Compare(a.State, b.State)) })
	return out, r.changes
}

// Approval is the approval of one definition.
type Approval struct {
	// Definition is its index in Comparison.Definitions.
	Definition int
	// Forced are the checks against whose advice it is approved, and Reason says why; both are empty for an ordinary one.
	Forced []string
	Reason string
}

// Approve returns the lock file with definitions approved as they are now; what else differs stays as it is in the file. What was
// approved under the same name and is no longer there is no longer approved, unless its file was not looked at or another
// definition, which is not approved, was compared with it. Servers that have another name get it. Approvals of what is in no lock are passed
// over. The file that was compared is not modified.
func (c *Comparison) Approve(s Stamp, approvals []Approval) (*File, Changes) {
	wanted := map[int]Approval{}
	for _, a := range approvals {
		if a.Definition < 0 || a.Definition >= len(c.Definitions) || !Locks(c.Definitions[a.Definition].View.Kind) {
			continue
		}
		if _, twice := wanted[a.Definition]; !twice {
			wanted[a.Definition] = a
		}
	}
	r := c.revise(s)
	for _, g := range c.groups {
		r.approve(g, wanted)
	}
	return r.file()
}

// ApproveAll returns the file in which all that was compared is approved.
func (c *Comparison) ApproveAll(s Stamp) *File {
	var all []Approval
	for i := range c.Definitions {
		all = append(all, Approval{Definition: i})
	}
	file, _ := c.Approve(s, all)
	return file
}

func (r *revision) approve(g *group, wanted map[int]Approval) {
	accepted := map[int]bool{}
	first := map[Digest]int{}
	var order []int
	for _, i := range g.now {
		if _, is := wanted[i]; !is {
			continue
		}
		if _, known := first[r.c.Verdicts[i].Digest]; !known {
			first[r.c.Verdicts[i].Digest] = i
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return
	}
	for _, i := range g.now {
		// The same definition in another file is approved with it.
		_, same := first[r.c.Verdicts[i].Digest]
		accepted[i] = same
	}
	for _, e := range g.again {
		r.dropped[e] = true
	}
	r.mark(g, accepted, false)
	free := r.replaceable(g, accepted)
	for _, i := range order {
		a, v := wanted[i], r.c.Verdicts[i]
		if v.State == Approved {
			if e := &r.entries[v.Entry]; len(a.Forced) > 0 || a.Reason != "" {
				force(e, a)
			}
			continue
		}
		var e *Entry
		if k := free.take(v); k >= 0 {
			e = &r.entries[k]
		} else {
			e = r.add(i)
		}
		r.take(e, i, Approved)
		force(e, a)
		r.changes.Approved++
	}
	for _, k := range free.order {
		if free.is[k] {
			r.drop(k)
		}
	}
}

// replaceable returns the entries of a group that what is approved takes the place of.
func (r *revision) replaceable(g *group, accepted map[int]bool) *freeEntries {
	needed := map[int]bool{}
	waiting := map[Digest]bool{}
	for _, i := range g.now {
		switch v := r.c.Verdicts[i]; {
		case v.State == Approved, v.State == Changed && !accepted[i]:
			needed[v.Entry] = true
		case v.State == Pending && !accepted[i]:
			waiting[v.Digest] = true
		}
	}
	out := &freeEntries{is: map[int]bool{}}
	for _, k := range slices.Concat(g.approvals, g.pendings) {
		e := &r.entries[k]
		if !needed[k] && !(e.State == Pending && waiting[e.Digest]) && r.c.covered[k] {
			out.order, out.is[k] = append(out.order, k), true
		}
	}
	return out
}

type freeEntries struct {
	order []int
	is    map[int]bool
}

// take returns the entry that a definition takes the place of: what it was compared with, if that is vacant, else the next one;
// -1 when there is none.
func (f *freeEntries) take(v Verdict) int {
	k := v.Entry
	for !f.is[k] {
		if len(f.order) == 0 {
			return -1
		}
		k, f.order = f.order[0], f.order[1:]
	}
	delete(f.is, k)
	return k
}

func force(e *Entry, a Approval) {
	e.Forced, e.Reason = slices.Compact(slices.Sorted(slices.Values(a.Forced))), a.Reason
}
