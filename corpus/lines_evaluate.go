package corpus

import (
	"encoding/json"
	"errors"
	"runtime"
	"sync"

	"github.com/org/mcp-lint/detect"
)

// errChanged is returned when the file is another one the second time that it is read.
var errChanged = errors.New("the corpus changed while it was read")

// registry is the entries of one registry, or one that is in none, with their numbers in the corpus.
type registry struct {
	entries []Entry
	numbers []int
}

// scored is an entry without its definition, and its verdict.
type scored struct {
	entry   Entry
	verdict Verdict
}

// Evaluate does what the function Evaluate does, and gives each verdict to put as soon as all before it are known. Of the entries it holds
// those of the registries that are not yet complete and those that are being scanned: few, where the entries of a registry stand together.
func (l *Lines) Evaluate(checks []detect.Check, put func(Verdict) error) (Scorecard, error) {
	engine := detect.NewEngine(checks)
	ready, results := make(chan *registry), make(chan []placed, 1)
	var scanning sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		scanning.Add(1)
		go func() {
			defer scanning.Done()
			for r := range ready {
				results <- r.scan(engine)
				l.tell(-len(r.entries))
			}
		}()
	}
	var failed error
	go func() {
		failed = l.gather(ready)
		close(ready)
		scanning.Wait()
		close(results)
	}()
	in := sequence{lines: l, put: put, scorer: newScorer(), waiting: map[int]scored{}, grades: map[key]Verdict{}}
	for list := range results {
		if in.take(list); in.err != nil {
			l.stopped.Store(true)
		}
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

// gather reads the entries once more and sends registries as soon as they are complete.
func (l *Lines) gather(ready chan<- *registry) error {
	open, left := map[key]*registry{}, l.left
	l.left = nil
	n := 0
	plain := func(raw []byte) (Entry, error) {
		var e Entry
		return e, json.Unmarshal(raw, &e)
	}
	err := l.each(plain, func(e Entry) error {
		number := n
		if n++; n > l.entries || l.stopped.Load() {
			return errChanged
		}
		l.tell(1)
		if e.Registry == "" {
			ready <- &registry{[]Entry{e}, []int{number}}
			return nil
		}
		name := keyOf(e.Registry)
		r := open[name]
		if r == nil {
			r = &registry{}
			open[name] = r
		}
		r.entries, r.numbers = append(r.entries, e), append(r.numbers, number)
		left[name]--
		if left[name] > 0 {
			return nil
		}
		delete(open, name)
		delete(left, name)
		ready <- r
		return nil
	})
	if err == nil && len(open) > 0 {
		return errChanged
	}
	return err
}

// placed is a scored entry with its number in the corpus.
type placed struct {
	number int
	scored
}

// scan returns the verdicts on a registry.
func (r *registry) scan(engine *detect.Engine) []placed {
	c := Corpus{Entries: r.entries}
	slots := make([]Verdict, len(c.Entries))
	for _, g := range c.groups() {
		c.scan(engine, g, slots)
	}
	out := make([]placed, len(slots))
	for i, e := range c.Entries {
		e.Tool, e.Peers, e.Payload, e.Provenance = nil, nil, "", Provenance{}
		out[i] = placed{r.numbers[i], scored{e, slots[i]}}
	}
	return out
}

// sequence puts verdicts in their order and counts them.
type sequence struct {
	lines *Lines
	put   func(Verdict) error
	*scorer
	next    int
	waiting map[int]scored
	// grades are the verdicts on twins, and attacks those whose twins are asked for at the end.
	grades  map[key]Verdict
	attacks []pair
	err     error
}

type pair struct {
	twin    key
	verdict Verdict
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
		if one.entry.Label != Context {
			s.score(one)
		}
	}
}

func (s *sequence) score(one scored) {
	e, v := one.entry, one.verdict
	if s.err == nil {
		s.err = s.put(v)
	}
	s.add(e, v)
	grade := Verdict{Tier: v.Tier, Severity: v.Severity}
	if id := keyOf(e.ID); s.lines.twins[id] {
		s.grades[id] = grade
	}
	if e.Label == Malicious && e.Twin != "" {
		s.attacks = append(s.attacks, pair{keyOf(e.Twin), grade})
	}
}

// card is the scorecard of all.
func (s *sequence) card() Scorecard {
	for _, a := range s.attacks {
		if twin, ok := s.grades[a.twin]; ok {
			s.pair(a.verdict, twin)
		}
	}
	return s.done()
}
