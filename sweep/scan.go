package sweep

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// mostTools is the most that an engine scans side by side.
const mostTools = detect.MaxTools

// found is a finding with the item that it was found in.
type found struct {
	lint.Finding
	item, registry string
}

// result is what the scan of a unit came to: of a registry or a part of one, of a definition that is in none, of an archive, of a package.
type result struct {
	definitions int
	findings    []found
	apart       []Apart
	// sum is the digest of an archive.
	sum string
	// err is what ends the scan of the shard.
	err error
}

// scanner scans units; it is for many goroutines.
type scanner struct {
	Config
	engine *detect.Engine
	// most is how long a unit may take that does not keep the limit of time by itself.
	most time.Duration
}

func newScanner(c *Config) *scanner {
	return &scanner{Config: *c, engine: detect.NewEngine(lint.Checks()), most: 2*c.Time + 5*time.Second}
}

// deadline is when a scan that begins now must have ended.
func (s *scanner) deadline() time.Time {
	return time.Now().Add(s.Time) //nolint:forbidigo // What is cut off by it is set apart, and scanned again.
}

// unit scans by itself. Its items are set apart when the scan fails as a whole.
type unit struct {
	items []Item
	scan  func(ctx context.Context) result
}

func (u *unit) apart(reason, why string) (all []Apart) {
	for i := range u.items {
		all = append(all, u.items[i].apart(reason, why))
	}
	return all
}

// allPlaces is how many units the process scans at once. A suspect takes all of them, so that nothing else may end the process. Beam makes
// several scanners, which know nothing of each other, so it is global.
var (
	allPlaces = int64(runtime.GOMAXPROCS(0))
	places    = semaphore.NewWeighted(allPlaces)
)

// scanAll scans units on all cores. Results are in the order of the units.
func (s *scanner) scanAll(ctx context.Context, units []unit) []result {
	results := make([]result, len(units))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(units)) {
		wg.Go(func() {
			// Every unit is taken by one goroutine, which alone writes its slot.
			for i := int(next.Add(1)) - 1; i < len(units) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				results[i] = s.guarded(ctx, &units[i], 1)
			}
		})
	}
	wg.Wait()
	return results
}

// guarded scans a unit in so many places. When that panics, or does not come to an end long after the limit of time that it keeps itself, it is
// set apart. What does not end is left behind.
func (s *scanner) guarded(ctx context.Context, u *unit, width int64) result {
	if err := places.Acquire(ctx, width); err != nil {
		return result{err: err}
	}
	defer places.Release(width)
	done := make(chan result, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				what := text.Safe(fmt.Sprint(r), messageRunes) + " " + text.Safe(callers(), stackRunes)
				done <- result{apart: u.apart(Panicked, "the scan panicked: "+what)}
			}
		}()
		done <- u.scan(ctx)
	}()
	late := time.NewTimer(s.most)
	defer late.Stop()
	select {
	case r := <-done:
		return r
	case <-late.C:
		return result{apart: u.apart(TooLong, fmt.Sprintf("the scan did not end within %s", s.most))}
	}
}

// callers names the lines that a panic came through, and nothing that differs from run to run.
func callers() string {
	var lines []string
	pcs := make([]uintptr, 20)
	for frames, more := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs)]), true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		lines = append(lines, fmt.Sprintf("%s:%d", f.Function, f.Line))
	}
	return strings.Join(lines, " ")
}

// messageRunes and stackRunes bound what is said of a panic.
const messageRunes, stackRunes = 300, 1_000

// gaps says what of an item was not scanned, as reasons to set it apart.
func gaps(it *Item, failures []detect.CheckFailure, caps []detect.CapHit) []Apart {
	var out []Apart
	add := func(reason, format string, args ...any) {
		one := it.apart(reason, text.Safe(fmt.Sprintf(format, args...), messageRunes))
		one.Scanned = true
		out = append(out, one)
	}
	for i := range failures[:min(len(failures), mostGaps)] {
		f := &failures[i]
		add(Panicked, "check %s failed on %q of server %q: %s", f.Check, f.Tool, f.Server, f.Reason)
	}
	for i := range caps[:min(len(caps), mostGaps)] {
		switch h := &caps[i]; h.Cap {
		case detect.CapTime:
			add(TooLong, "of %d definitions %d were scanned before the time was over", h.Seen, h.Limit)
		default:
			add(Incomplete, "the limit %s was reached on %q of server %q: %d of at least %d were scanned", h.Cap, h.Tool, h.Server, h.Limit, h.Seen)
		}
	}
	return out
}

// mostGaps bounds the lines of each sort that are written of one item.
const mostGaps = 20
