package lock

import "slices"

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

// approve approves the definitions of a group that are wanted.
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
func (r *revision) replaceable(g *group, accepted map[int]bool) *vacant {
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
	out := &vacant{is: map[int]bool{}}
	for _, k := range slices.Concat(g.approvals, g.pendings) {
		e := &r.entries[k]
		if !needed[k] && !(e.State == Pending && waiting[e.Digest]) && r.c.covered[k] {
			out.order, out.is[k] = append(out.order, k), true
		}
	}
	return out
}

// vacant are entries whose place can be taken.
type vacant struct {
	order []int
	is    map[int]bool
}

// take returns the entry that a definition takes the place of: what it was compared with, if that is vacant, else the next one;
// -1 when there is none.
func (f *vacant) take(v Verdict) int {
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

// force notes against whose advice, and why, an entry is approved.
func force(e *Entry, a Approval) {
	e.Forced, e.Reason = nil, a.Reason
	if len(a.Forced) > 0 {
		e.Forced = slices.Clone(a.Forced)
		slices.Sort(e.Forced)
		e.Forced = slices.Compact(e.Forced)
	}
}
