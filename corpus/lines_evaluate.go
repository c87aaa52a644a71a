package corpus

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/org/mcp-lint/detect"
)

// errChanged is returned when the file is another one the second time that it is read.
var errChanged = errors.New("the corpus changed while it was read")

// scored is what is told of an entry without its definition, and its verdict.
type scored struct {
	entry   outline
	verdict Verdict
}

type outline struct {
	id, category, resembles, twin, field, wording string
	label                                         Label
}

func outlineOf(e *Entry) outline {
	return outline{e.ID, e.Category, e.Resembles, e.Twin, e.Field, e.Wording, e.Label}
}

func (o *outline) asEntry() Entry {
	return Entry{ID: o.id, Label: o.label, Category: o.category, Resembles: o.resembles, Twin: o.twin, Field: o.field, Wording: o.wording}
}

// Evaluate does what the function Evaluate does, and gives each verdict to put as soon as all before it are known. Of the entries it holds
// those of the registries that are not yet complete and those that are being scanned: few, where the entries of a registry stand together.
// It fails where they stand so far apart that more would have to be kept than Load keeps of a corpus. It can be called once.
func (l *Lines) Evaluate(checks []detect.Check, put func(Verdict) error) (Scorecard, error) {
	engine := detect.NewEngine(checks)
	ready, results := make(chan *registry), make(chan []placed, 1)
	var scanning sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		scanning.Add(1)
		go func() {
			defer scanning.Done()
			for r := range ready {
				n := len(r.entries)
				results <- r.scan(engine)
				l.tell(-n)
			}
		}()
	}
	var failed error
	go func() {
		failed = l.gather(func(r *registry) { ready <- r })
		close(ready)
		scanning.Wait()
		close(results)
	}()
	in := sequence{lines: l, put: put, scorer: newScorer(), waiting: map[int]scored{}, grades: make([]grade, len(l.twins))}
	for list := range results {
		in.take(list)
		l.ahead.reached(in.next, in.err != nil)
	}
	switch {
	case in.err != nil:
		return Scorecard{}, in.err
	case failed != nil:
		return Scorecard{}, failed
	case in.next != l.entries:
		return Scorecard{}, errChanged
	}
	return in.card(), nil
}

func (l *Lines) tell(change int) {
	if l.live != nil {
		l.live(change)
	}
}

type placed struct {
	number int
	scored
}

func (r *registry) scan(engine *detect.Engine) []placed {
	c := Corpus{Entries: r.entries}
	slots := make([]Verdict, len(c.Entries))
	for _, g := range c.groups() {
		c.scan(engine, g, slots)
	}
	out := make([]placed, len(slots))
	for i, e := range c.Entries {
		out[i] = placed{r.numbers[i], scored{outlineOf(&e), slots[i]}}
	}
	r.entries = nil
	return out
}

type sequence struct {
	lines *Lines
	put   func(Verdict) error
	*scorer
	next    int
	waiting map[int]scored
	// grades are the verdicts on twins, and attacks those whose twins are asked for at the end.
	grades  []grade
	attacks []pair
	err     error
}

// pair is the verdict on an attack and the index of its twin.
type pair struct {
	twin  uint32
	grade grade
}

func (s *sequence) take(list []placed) {
	for _, p := range list {
		s.waiting[p.number] = p.scored
	}
	for {
		one, ok := s.waiting[s.next]
		if !ok {
			return
		}
		delete(s.waiting, s.next)
		s.next++
		if one.entry.label != Context {
			s.score(one)
		}
	}
}

func (s *sequence) score(one scored) {
	e, v := one.entry.asEntry(), one.verdict
	if s.err == nil {
		s.err = s.put(v)
	}
	s.add(e, v)
	twins := s.lines.twins
	if len(twins) == 0 {
		return
	}
	if i, ok := slices.BinarySearchFunc(twins, keyOf(e.ID), key.compare); ok {
		s.grades[i] = gradeOf(v)
	}
	if i, ok := slices.BinarySearchFunc(twins, keyOf(e.Twin), key.compare); ok && e.Label == Malicious && e.Twin != "" {
		s.attacks = append(s.attacks, pair{uint32(i), gradeOf(v)}) //nolint:gosec // Not more than MaxLines.
	}
}

func (s *sequence) card() Scorecard {
	for _, a := range s.attacks {
		if twin := s.grades[a.twin]; twin&graded != 0 {
			s.pair(a.grade, twin)
		}
	}
	return s.done()
}

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
