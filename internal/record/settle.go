package record

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

const (
	// settlings is how many times lists are asked for again, and settleTimes how many times as long as the wait for a change all of it takes.
	settlings   = 3
	settleTimes = 10
)

// settle asks again for lists that the server says have changed: some add tools once they know the client, and a model sees those. It
// waits for that where the server declares that lists change. Over HTTP what a server says of itself would need a connection that is kept open, so
// it is asked for them once more in any case.
func (r *recorder) settle(ctx context.Context) {
	if len(r.changes) == 0 || r.limits.Settle < 0 {
		return
	}
	wait := r.limits.Settle
	long, cancel := context.WithTimeout(ctx, settleTimes*wait)
	defer cancel()
	differ := map[string]bool{}
	for round := range settlings {
		said := quiet(long, wait, r.capture.changes)
		changed := r.capture.changedLists()
		if round == 0 && r.deaf {
			maps.Copy(changed, r.changes)
		} else if !said {
			break
		}
		if ctx.Err() != nil || r.capture.failure() != nil {
			break
		}
		for i, l := range r.out.Lists {
			if changed[l.capability] && r.again(ctx, i) {
				differ[l.Method] = true
			}
		}
	}
	if len(differ) > 0 {
		r.notef("lists that changed during the recording (the last version was written): %s", differ)
	}
	if left := r.capture.changedLists(); len(left) > 0 {
		r.notef("lists that the server keeps reporting as changed: %s", left)
	}
}

// quiet waits for a change, and then until there is no more for a while or it has taken too long. It reports whether there was one.
func quiet(ctx context.Context, wait time.Duration, changes <-chan struct{}) bool {
	changed := false
	for {
		select {
		case <-changes:
			changed = true
		case <-time.After(wait):
			return changed
		case <-ctx.Done():
			return changed
		}
	}
}

// again asks again for one list, and reports whether it differs. When it cannot be had any more that is a failure as any.
func (r *recorder) again(ctx context.Context, i int) bool {
	old := r.out.Lists[i]
	for _, item := range old.Items {
		r.items--
		r.kept -= len(item)
	}
	r.out.others = slices.DeleteFunc(r.out.others, func(f field) bool { return f.name == old.Method })
	fresh := lists()[i]
	r.list(ctx, fresh)
	r.out.Lists[i] = fresh
	return !slices.EqualFunc(old.Items, fresh.Items, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
}

// notef adds a note about names, in their order.
func (r *recorder) notef(format string, names map[string]bool) {
	r.out.Notes = append(r.out.Notes, strings.ReplaceAll(format, "%s", strings.Join(slices.Sorted(maps.Keys(names)), ", ")))
}
