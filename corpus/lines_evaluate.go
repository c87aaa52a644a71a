package corpus

import (
	"errors"
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

// outline is what the scorecard needs of an entry.
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
		out[i] = placed{r.numbers[i], scored{outlineOf(&e), slots[i]}}
	}
	r.entries = nil
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

// card is the scorecard of all.
func (s *sequence) card() Scorecard {
	for _, a := range s.attacks {
		if twin := s.grades[a.twin]; twin&graded != 0 {
			s.pair(a.grade, twin)
		}
	}
	return s.done()
}
