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
	// MaxLines bounds the entries of a corpus of JSON Lines that is not kept in memory; some hundred bytes are kept for each.
	MaxLines = 5_000_000
	// batchEntries and batchBytes are how much is read and scanned side by side.
	batchEntries, batchBytes = 256, 64 << 20
)

// errChanged is returned when the file is another one the second time that it is read.
var errChanged = errors.New("the corpus changed while it was read")

// Lines is a corpus of JSON Lines that is not kept in memory: it is read once to see that all of it can be evaluated, and once more to
// evaluate it.
type Lines struct {
	r       io.ReadSeeker
	entries int
	// last has the number of the last entry of each registry whose entries do not all follow each other.
	last map[string]int
	// twins are the grades of the entries that attacks name.
	twins map[string]*Grade
	// maxHeld and maxApart bound what is kept while a registry is incomplete: as much as Load would keep of a whole corpus.
	maxHeld, maxApart int
	// most is how many entries were held at most.
	most int
}

// Open reads a corpus and returns what evaluates it, once. JSON Lines are read line by line, however many there are, other documents and
// what can be read only once as a whole.
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

// OpenLines reads a corpus of JSON Lines. It reports false for one of another form, which is then to be given to Load from its beginning
// on, as r is left. Errors are those of Load.
func OpenLines(r io.ReadSeeker) (*Lines, bool, error) {
	first, err := firstLine(r)
	if err != nil || first == nil {
		return nil, false, errors.Join(err, rewind(r))
	}
	l := &Lines{r: r, last: map[string]int{}, twins: map[string]*Grade{}, maxHeld: MaxBytes, maxApart: MaxEntries}
	if err := l.look(); err != nil {
		return nil, true, err
	}
	return l, true, nil
}

// firstLine returns the first line that is not blank, or nil when it is no object of its own or the document with all entries.
func firstLine(r io.ReadSeeker) ([]byte, error) {
	if err := rewind(r); err != nil {
		return nil, err
	}
	lines := jsonl.NewReader(r, MaxBytes)
	line, err := nextLine(lines)
	for err == nil && len(line) == 0 {
		line, err = nextLine(lines)
	}
	var doc struct {
		Entries json.RawMessage `json:"entries"`
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case err != nil, line[0] != '{', json.Unmarshal(line, &doc) != nil, doc.Entries != nil:
		return nil, nil
	}
	return line, nil
}

func rewind(r io.Seeker) error {
	_, err := r.Seek(0, io.SeekStart)
	return err
}

// look reads all entries, and keeps of each what is to be known before the first is evaluated.
func (l *Lines) look() error {
	ids, registries, run := map[string]int{}, map[string]bool{}, ""
	var twice error
	err := l.each(readEntry, func(e Entry) error {
		if l.entries >= MaxLines {
			return fmt.Errorf("more than %d entries; split the corpus", MaxLines)
		}
		if first, known := ids[e.ID]; !known {
			ids[e.ID] = l.entries
		} else if twice == nil {
			twice = sameID(first, l.entries, e.ID)
		}
		if _, returned := l.last[e.Registry]; e.Registry != "" && (returned || e.Registry != run && registries[e.Registry]) {
			l.last[e.Registry] = l.entries
		}
		registries[e.Registry], run = true, e.Registry
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

// each reads all entries, some side by side, and gives them to use in their order. It stops at the first error.
func (l *Lines) each(read func([]byte) (Entry, error), use func(Entry) error) error {
	if err := rewind(l.r); err != nil {
		return err
	}
	lines := jsonl.NewReader(l.r, MaxBytes)
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
		err = fmt.Errorf("line %d: larger than %d MB; split it", lines.Number(), MaxBytes>>20)
	case err != nil && !errors.Is(err, io.EOF):
		err = fmt.Errorf("read the corpus: %w", err)
	}
	return line, err
}

// Evaluate does what the function Evaluate does, and gives each verdict to put as soon as all before it are known. Of the entries it holds
// those of the registries that are not yet complete and those that are being scanned: few, where the entries of a registry stand together.
// It fails where they stand so far apart that more would have to be kept than Load keeps of a corpus. It can be called once.
func (l *Lines) Evaluate(checks []detect.Check, put func(Verdict) error) (Scorecard, error) {
	g := &gathering{Lines: l, engine: detect.NewEngine(checks), put: put, scorer: newScorer(), open: map[string]*registry{}, waiting: map[int]scored{}}
	err := l.each(decodeEntry, g.take)
	if err == nil {
		g.end()
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

// registry is the entries of one registry, or one that is in none, with their numbers in the corpus.
type registry struct {
	name     string
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

// attackGrade is the verdict on an attack that names a twin.
type attackGrade struct {
	twin  string
	grade Grade
}

// gathering is an evaluation of Lines.
type gathering struct {
	*Lines
	*scorer
	engine *detect.Engine
	put    func(Verdict) error
	// run is the registry of the last entry, open those that have further entries behind others, and queue both in order, with some
	// before them that are complete.
	run   *registry
	open  map[string]*registry
	queue []*registry
	// n entries were read; so many of them, with so many bytes, are held of registries that are not complete.
	n, held, bytes int
	// ready are complete registries, with so many entries and bytes.
	ready                  []*registry
	readyEntries, readySum int
	// next is the number of the entry whose verdict is put next, waiting are the verdicts on later ones.
	next    int
	waiting map[int]scored
	attacks []attackGrade
}

// take takes the next entry.
func (g *gathering) take(e Entry) error {
	if g.n++; g.n > g.entries {
		return errChanged
	}
	if g.run != nil && g.run.name != e.Registry {
		g.end()
	}
	r := g.run
	switch {
	case e.Registry == "":
		r = &registry{}
	case r == nil && g.open[e.Registry] != nil:
		r = g.open[e.Registry]
	case r == nil:
		r = &registry{name: e.Registry}
		g.queue = append(g.queue, r)
	}
	size := len(e.Tool)
	for _, p := range e.Peers {
		size += len(p.Tool)
	}
	r.entries, r.numbers, r.bytes = append(r.entries, e), append(r.numbers, g.n-1), r.bytes+size
	g.held, g.bytes = g.held+1, g.bytes+size
	g.most = max(g.most, g.held+g.readyEntries)
	if e.Registry == "" {
		g.submit(r)
	} else if g.run = r; g.held > g.maxApart || g.n-g.oldest() > g.maxApart || g.bytes > g.maxHeld {
		return fmt.Errorf("the entries of registry %s or of others before it are too many or stand too far apart: what is between the first and the last of a registry "+
			"has to be kept, at most %d entries and %d MB; put the entries of each registry next to each other", quote(e.Registry), g.maxApart, g.maxHeld>>20)
	}
	if g.readyEntries < batchEntries && g.readySum < batchBytes {
		return nil
	}
	return g.scan()
}

// end ends the run of entries of one registry, which is complete unless further ones come.
func (g *gathering) end() {
	r := g.run
	if g.run = nil; r == nil {
		return
	}
	if g.last[r.name] > r.numbers[len(r.numbers)-1] {
		g.open[r.name] = r
		return
	}
	delete(g.open, r.name)
	g.submit(r)
}

func (g *gathering) submit(r *registry) {
	r.complete = true
	g.held, g.bytes = g.held-len(r.entries), g.bytes-r.bytes
	g.ready = append(g.ready, r)
	g.readyEntries, g.readySum = g.readyEntries+len(r.entries), g.readySum+r.bytes
}

// oldest is the number of the first entry that is held.
func (g *gathering) oldest() int {
	for len(g.queue) > 0 && g.queue[0].complete {
		g.queue = g.queue[1:]
	}
	if len(g.queue) == 0 {
		return math.MaxInt
	}
	return g.queue[0].numbers[0]
}

// scan scans what is ready side by side, and puts and counts the verdicts that are next.
func (g *gathering) scan() error {
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
