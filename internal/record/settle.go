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
	// settleRounds is how often lists are requested again; settleTimes bounds the total time as a multiple of the wait for a change.
	settleRounds = 3
	settleTimes  = 10
)

// settle requests lists again that the server reports as changed: some servers add tools once they know the client. Over HTTP,
// notifications would need an open connection, so the lists are requested once more in any case.
func (r *recorder) settle(ctx context.Context) {
	if len(r.changes) == 0 || r.limits.Settle < 0 {
		return
	}
	wait := r.limits.Settle
	long, cancel := context.WithTimeout(ctx, settleTimes*wait)
	defer cancel()
	differ := map[string]bool{}
	for round := range settleRounds {
		said := waitForChanges(long, wait, r.capture.changes)
		changed := r.capture.changedLists()
		if round == 0 && r.noNotifications {
			maps.Copy(changed, r.changes)
		} else if !said {
			break
		}
		if ctx.Err() != nil || r.capture.failure() != nil {
			break
		}
		for i, l := range r.out.Lists {
			if changed[l.capability] && r.relist(ctx, i) {
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

// waitForChanges waits for a change, and then until there is none for a while or ctx ends. It reports whether there was one.
func waitForChanges(ctx context.Context, wait time.Duration, changes <-chan struct{}) bool {
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

// relist requests one list again and reports whether it differs. An error counts as a failed recording.
func (r *recorder) relist(ctx context.Context, i int) bool {
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

// notef adds a note with sorted names.
func (r *recorder) notef(format string, names map[string]bool) {
	r.out.Notes = append(r.out.Notes, strings.ReplaceAll(format, "%s", strings.Join(slices.Sorted(maps.Keys(names)), ", ")))
}
