package corpus

import (
	"fmt"
	"math"
	"sync"
)

// window is how many entries may be ahead of the first one whose scan did not end, so that one slow scan does not pile up the verdicts
// of all that follow.
const window = 10_000

// registry is the entries of one registry, or one that is in none, with their numbers in the corpus.
type registry struct {
	name    string
	entries []Entry
	numbers []int
	bytes   int
	place   *place
}

// place is where the entries of a registry begin, and whether they were sent.
type place struct {
	first int
	sent  bool
}

// gathering is the registries that are not yet complete.
type gathering struct {
	*Lines
	send func(*registry)
	// run is the registry of the last entry, open those that have further entries behind others, by the hash of their names.
	run  *registry
	open map[uint64][]*registry
	// places are those of run and open in order, with some before them that were sent.
	places []*place
	// n entries were read; so many of them, with so many bytes, are held.
	n, held, bytes int
}

// gather reads the entries once more and sends registries as soon as they are complete.
func (l *Lines) gather(send func(*registry)) error {
	g := &gathering{Lines: l, send: send, open: map[uint64][]*registry{}}
	err := l.each(decodeEntry, g.take)
	if err == nil {
		g.end()
		if len(g.open) > 0 {
			err = errChanged
		}
	}
	return err
}

// take takes the next entry.
func (g *gathering) take(e Entry) error {
	number := g.n
	if g.n++; g.n > g.entries || g.ahead.ended() {
		return errChanged
	}
	g.tell(1)
	if g.run != nil && g.run.name != e.Registry {
		g.end()
	}
	if e.Registry == "" {
		g.submit(&registry{entries: []Entry{e}, numbers: []int{number}, place: &place{first: number}})
		return nil
	}
	r := g.run
	if r == nil {
		r = g.resume(e.Registry, number)
	}
	size := len(e.Tool)
	for _, p := range e.Peers {
		size += len(p.Tool)
	}
	r.entries, r.numbers, r.bytes = append(r.entries, e), append(r.numbers, number), r.bytes+size
	g.held, g.bytes = g.held+1, g.bytes+size
	if first := g.oldest(); g.held > g.maxApart || g.n-first > g.maxApart || g.bytes > g.maxHeld {
		return fmt.Errorf("the entries of registry %s or of others before it are too many or stand too far apart: what is between the first and the last of a registry "+
			"has to be kept, at most %d entries and %d MB; put the entries of each registry next to each other", quote(e.Registry), g.maxApart, g.maxHeld>>20)
	}
	return nil
}

// resume returns the registry of a name, which may be a new one.
func (g *gathering) resume(name string, number int) *registry {
	h := g.hash(name)
	for _, r := range g.open[h] {
		if r.name == name {
			g.run = r
			return r
		}
	}
	r := &registry{name: name, place: &place{first: number}}
	if _, ok := g.last[h]; ok {
		g.open[h] = append(g.open[h], r)
	}
	g.places = append(g.places, r.place)
	g.run = r
	return r
}

// end ends the run of entries of one registry, and sends what is complete.
func (g *gathering) end() {
	r := g.run
	if r == nil {
		return
	}
	g.run = nil
	h := g.hash(r.name)
	last, returns := g.last[h]
	if !returns {
		g.submit(r)
		return
	}
	if last > r.numbers[len(r.numbers)-1] {
		return
	}
	for _, r := range g.open[h] {
		g.submit(r)
	}
	delete(g.open, h)
}

// submit sends a registry that is complete.
func (g *gathering) submit(r *registry) {
	g.ahead.wait(g.n, min(g.oldest(), r.place.first))
	r.place.sent = true
	if r.name != "" {
		g.held, g.bytes = g.held-len(r.entries), g.bytes-r.bytes
	}
	g.send(r)
}

// oldest is the number of the first entry that is held.
func (g *gathering) oldest() int {
	for len(g.places) > 0 && g.places[0].sent {
		g.places = g.places[1:]
	}
	if len(g.places) == 0 {
		return math.MaxInt
	}
	return g.places[0].first
}

// ahead keeps who reads entries from being far ahead of who puts their verdicts.
type ahead struct {
	mu      sync.Mutex
	moved   *sync.Cond
	next    int
	stopped bool
}

func newAhead() *ahead {
	a := &ahead{}
	a.moved = sync.NewCond(&a.mu)
	return a
}

// reached tells the number of the entry whose verdict is put next, and whether none is taken any more.
func (a *ahead) reached(next int, stopped bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next, a.stopped = next, stopped
	a.moved.Broadcast()
}

// wait waits until read is not far ahead. The first entry that is held, which is what the others may be waiting for, is not waited for.
func (a *ahead) wait(read, held int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for !a.stopped && read-a.next > window && a.next < held {
		a.moved.Wait()
	}
}

func (a *ahead) ended() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.stopped
}
