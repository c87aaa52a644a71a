package sweep

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

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

// unit scans by itself. first is an item of it that stands for all when the scan fails as a whole.
type unit struct {
	first *Item
	scan  func(ctx context.Context) result
}

// scanAll scans units on all cores. Results are in the order of the units.
func (s *scanner) scanAll(ctx context.Context, units []unit) []result {
	results := make([]result, len(units))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(units)) {
		wg.Go(func() {
			// Every unit is taken by one goroutine, which alone writes its slot.
			for i := int(next.Add(1)) - 1; i < len(units) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				running.RLock()
				results[i] = s.guarded(ctx, &units[i])
				running.RUnlock()
			}
		})
	}
	wg.Wait()
	return results
}

// guarded scans a unit. When that panics, or does not come to an end long after the limit of time that it keeps itself, it is set apart.
// What does not end is left behind.
func (s *scanner) guarded(ctx context.Context, u *unit) result {
	done := make(chan result, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				what := text.Safe(fmt.Sprint(r), messageRunes) + " " + text.Safe(string(debug.Stack()), stackRunes)
				done <- result{apart: []Apart{u.first.apart(Panicked, "the scan panicked: "+what)}}
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
		return result{apart: []Apart{u.first.apart(TooLong, fmt.Sprintf("the scan did not end within %s", s.most))}}
	}
}

// messageRunes and stackRunes bound what is said of a panic.
const messageRunes, stackRunes = 300, 1_000

// gaps says of a coverage what was not scanned, as reasons to set the item apart.
func gaps(it *Item, c *detect.Coverage) []Apart {
	var out []Apart
	add := func(reason, format string, args ...any) {
		one := it.apart(reason, text.Safe(fmt.Sprintf(format, args...), messageRunes))
		one.Scanned = true
		out = append(out, one)
	}
	for i := range c.Failures[:min(len(c.Failures), mostGaps)] {
		f := &c.Failures[i]
		add(Panicked, "check %s failed on %q of server %q: %s", f.Check, f.Tool, f.Server, f.Reason)
	}
	for i := range c.Caps[:min(len(c.Caps), mostGaps)] {
		switch h := &c.Caps[i]; h.Cap {
		case detect.CapTime:
			add(TooLong, "of %d definitions %d were scanned before the time was over", h.Seen, h.Limit)
		default:
			add(Incomplete, "the limit %s was reached on %q of server %q: %d of at least %d were scanned", h.Cap, h.Tool, h.Server, h.Limit, h.Seen)
		}
	}
	return out
}

// mostGaps bounds the lines of each sort that are written of one unit.
const mostGaps = 20
