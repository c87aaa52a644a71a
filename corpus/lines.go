package corpus

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/jsonl"
)

const (
	// maxLines bounds the entries of a JSON Lines corpus that is not kept in memory; each still takes about a hundred bytes.
	maxLines = 5_000_000
	// batchEntries and batchBytes bound what is read and scanned in parallel.
	batchEntries, batchBytes = 256, 64 << 20
)

// errChanged is returned if the file changes between the two passes.
var errChanged = errors.New("the corpus changed while it was read")

// Lines is a JSON Lines corpus that is not kept in memory. It is read twice: once to check that all of it can be evaluated, and once to
// evaluate it.
type Lines struct {
	r       io.ReadSeeker
	entries int
	// last is the number of the last entry of each registry.
	last map[string]int
	// twins are the grades of entries that attacks name as twins.
	twins map[string]*Grade
	// maxHeld and maxApart bound the bytes and entries kept while a registry is incomplete, as much as Load would keep of a corpus.
	maxHeld, maxApart int
	// peak is the maximum number of entries held.
	peak int
}

// Open reads a corpus and returns a function that evaluates it, once. JSON Lines files are streamed; other documents, and input that can be
// read only once, are loaded completely.
func Open(f *os.File) (func(checks []detect.Check, put func(Verdict) error) (Scorecard, error), error) {
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if lines, is, err := OpenLines(f); is && err != nil {
			return nil, err
		} else if is {
			return lines.Evaluate, nil
		}
	}
	c, err := Load(f)
	if err != nil {
		return nil, err
	}
	return func(checks []detect.Check, put func(Verdict) error) (Scorecard, error) {
		verdicts := Evaluate(c, checks)
		for _, v := range verdicts {
			if err := put(v); err != nil {
				return Scorecard{}, err
			}
		}
		return NewScorecard(c, verdicts)
	}, nil
}

// OpenLines reads a JSON Lines corpus. For another format it returns false and rewinds r, which can then be passed to Load. Errors are
// those of Load.
func OpenLines(r io.ReadSeeker) (*Lines, bool, error) {
	if is, err := holdsLines(r); err != nil || !is {
		return nil, false, errors.Join(err, rewind(r))
	}
	l := &Lines{r: r, last: map[string]int{}, twins: map[string]*Grade{}, maxHeld: maxBytes, maxApart: maxEntries}
	if err := l.index(); err != nil {
		return nil, true, err
	}
	return l, true, nil
}

// holdsLines reports whether the first non-blank line is an object by itself, and not a document with all entries.
func holdsLines(r io.ReadSeeker) (bool, error) {
	if err := rewind(r); err != nil {
		return false, err
	}
	lines := jsonl.NewReader(r, maxBytes)
	line, err := nextLine(lines)
	for err == nil && len(line) == 0 {
		line, err = nextLine(lines)
	}
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	var doc struct {
		Entries json.RawMessage `json:"entries"`
	}
	return err == nil && line[0] == '{' && json.Unmarshal(line, &doc) == nil && doc.Entries == nil, err
}

func rewind(r io.Seeker) error {
	_, err := r.Seek(0, io.SeekStart)
	return err
}

// index reads all entries and keeps what the evaluation needs to know beforehand.
func (l *Lines) index() error {
	ids := map[string]int{}
	var twice error
	err := l.each(readEntry, func(e Entry) error {
		if l.entries >= maxLines {
			return fmt.Errorf("more than %d entries; split the corpus", maxLines)
		}
		if first, known := ids[e.ID]; !known {
			ids[e.ID] = l.entries
		} else if twice == nil {
			twice = sameID(first, l.entries, e.ID)
		}
		if e.Registry != "" {
			l.last[e.Registry] = l.entries
		}
		if e.Label == Malicious && e.Twin != "" {
			l.twins[e.Twin] = nil
		}
		l.entries++
		return nil
	})
	if err == nil && l.entries == 0 {
		return ErrEmpty
	}
	return cmp.Or(err, twice)
}

// each reads all entries, in parallel, and passes them to use in order. It stops at the first error.
func (l *Lines) each(read func([]byte) (Entry, error), use func(Entry) error) error {
	if err := rewind(l.r); err != nil {
		return err
	}
	lines := jsonl.NewReader(l.r, maxBytes)
	for {
		var batch [][]byte
		var numbers []int
		var end error
		for size := 0; end == nil && len(batch) < batchEntries && size < batchBytes; {
			var line []byte
			if line, end = nextLine(lines); len(line) > 0 {
				batch, numbers, size = append(batch, line), append(numbers, lines.Number()), size+len(line)
			}
		}
		entries, errs := make([]Entry, len(batch)), make([]error, len(batch))
		jsonl.Parallel(len(batch), func(i int) { entries[i], errs[i] = read(batch[i]) })
		for i, e := range entries {
			if errs[i] != nil {
				return fmt.Errorf("line %d: %w", numbers[i], errs[i])
			}
			if err := use(e); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(end, io.EOF):
			return nil
		case end != nil:
			return end
		}
	}
}

// nextLine returns the next line of a corpus.
func nextLine(lines *jsonl.Reader) ([]byte, error) {
	line, err := lines.Next()
	switch {
	case errors.Is(err, jsonl.ErrTooLong):
		err = fmt.Errorf("line %d: larger than %d MB; split it", lines.Number(), maxBytes>>20)
	case err != nil && !errors.Is(err, io.EOF):
		err = fmt.Errorf("read the corpus: %w", err)
	}
	return line, err
}

// Evaluate is the function Evaluate, but passes each verdict to put as soon as all earlier ones are known. It holds only the entries of
// incomplete registries and of those being scanned, which are few if the entries of a registry are adjacent. It fails if it would have to
// keep more than Load does. It can be called once.
func (l *Lines) Evaluate(checks []detect.Check, put func(Verdict) error) (Scorecard, error) {
	g := &evaluation{Lines: l, engine: detect.NewEngine(checks), put: put, scorer: newScorer(), open: map[string]*registry{}, waiting: map[int]scored{}}
	err := l.each(decodeEntry, g.take)
	if err == nil {
		err = g.scan()
	}
	switch {
	case err != nil:
		return Scorecard{}, err
	case g.next != l.entries:
		return Scorecard{}, errChanged
	}
	for _, a := range g.attacks {
		if twin := l.twins[a.twin]; twin != nil {
			g.pair(a.grade, *twin)
		}
	}
	return g.done(), nil
}

type registry struct {
	entries  []Entry
	numbers  []int
	bytes    int
	complete bool
}

// scored is an entry without its definition, and its verdict.
type scored struct {
	entry   Entry
	verdict Verdict
}

type attackGrade struct {
	twin  string
	grade Grade
}

type evaluation struct {
	*Lines
	*scorer
	engine *detect.Engine
	put    func(Verdict) error
	// open are the incomplete registries; queue has them in order of appearance, with some complete ones.
	open  map[string]*registry
	queue []*registry
	// n counts the entries read; held and bytes are the number and size of those in incomplete registries.
	n, held, bytes int
	// ready are complete registries, with their number of entries and bytes.
	ready                  []*registry
	readyEntries, readySum int
	// next is the number of the next entry to put, waiting are the verdicts on later ones.
	next    int
	waiting map[int]scored
	attacks []attackGrade
}

func (g *evaluation) take(e Entry) error {
	if g.n++; g.n > g.entries {
		return errChanged
	}
	r := g.open[e.Registry]
	if r == nil {
		r = &registry{}
		if e.Registry != "" {
			g.open[e.Registry], g.queue = r, append(g.queue, r)
		}
	}
	size := len(e.Tool)
	for _, p := range e.Peers {
		size += len(p.Tool)
	}
	r.entries, r.numbers, r.bytes = append(r.entries, e), append(r.numbers, g.n-1), r.bytes+size
	g.held, g.bytes = g.held+1, g.bytes+size
	g.peak = max(g.peak, g.held+g.readyEntries)
	if e.Registry != "" && (g.held > g.maxApart || g.n-g.oldest() > g.maxApart || g.bytes > g.maxHeld) {
		return fmt.Errorf("the entries of registry %s or of others before it are too many or too far apart: everything between the first and the last entry of a registry "+
			"has to be kept, at most %d entries and %d MB; put the entries of each registry next to each other", quote(e.Registry), g.maxApart, g.maxHeld>>20)
	}
	if e.Registry == "" || g.last[e.Registry] == g.n-1 {
		delete(g.open, e.Registry)
		r.complete = true
		g.held, g.bytes = g.held-len(r.entries), g.bytes-r.bytes
		g.ready = append(g.ready, r)
		g.readyEntries, g.readySum = g.readyEntries+len(r.entries), g.readySum+r.bytes
	}
	if g.readyEntries < batchEntries && g.readySum < batchBytes {
		return nil
	}
	return g.scan()
}

func (g *evaluation) oldest() int {
	for len(g.queue) > 0 && g.queue[0].complete {
		g.queue = g.queue[1:]
	}
	if len(g.queue) == 0 {
		return math.MaxInt
	}
	return g.queue[0].numbers[0]
}

// scan scans the ready registries in parallel, and puts and counts the verdicts that are next.
func (g *evaluation) scan() error {
	verdicts := make([][]Verdict, len(g.ready))
	jsonl.Parallel(len(g.ready), func(i int) {
		c := Corpus{Entries: g.ready[i].entries}
		verdicts[i] = make([]Verdict, len(c.Entries))
		for _, group := range c.groups() {
			c.scan(g.engine, group, verdicts[i])
		}
	})
	for i, r := range g.ready {
		for k, e := range r.entries {
			e.Tool, e.Peers = nil, nil
			g.waiting[r.numbers[k]] = scored{e, verdicts[i][k]}
		}
		r.entries = nil
	}
	g.ready, g.readyEntries, g.readySum = nil, 0, 0
	for {
		one, ok := g.waiting[g.next]
		if !ok {
			return nil
		}
		delete(g.waiting, g.next)
		g.next++
		if one.entry.Label == Context {
			continue
		}
		if err := g.put(one.verdict); err != nil {
			return err
		}
		e, grade := one.entry, one.verdict.grade()
		g.add(e, one.verdict)
		if _, named := g.twins[e.ID]; named {
			g.twins[e.ID] = &grade
		}
		if e.Label == Malicious && e.Twin != "" {
			g.attacks = append(g.attacks, attackGrade{e.Twin, grade})
		}
	}
}
