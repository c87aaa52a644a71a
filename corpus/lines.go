package corpus

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
)

// MaxLines bounds the entries of a corpus of JSON Lines that is not kept in memory; some hundred bytes are kept for each.
const MaxLines = 5_000_000

// Lines is a corpus of JSON Lines that is not kept in memory: it is read once to see that all of it can be evaluated, and once more to
// evaluate it.
type Lines struct {
	r       io.ReadSeeker
	entries int
	// hash stands for a name where it does not matter that others may have the same.
	hash func(name string) uint64
	// last has, by the hash of its name, the number of the last entry of each registry whose entries do not all follow each other. Where
	// two have one hash, it is that of the one that ends later.
	last map[uint64]int
	// twins are the IDs that attacks name, in order.
	twins []key
	// maxHeld and maxApart bound what is kept while a registry is incomplete: as much as Load would keep of a whole corpus.
	maxHeld, maxApart int
	ahead             *ahead

	// live tells of entries that are held and of those that are not any more; nil outside of tests.
	live func(change int)
}

// key stands for an ID where two that have one would make a result wrong: of a million of them the names would take too much.
type key [16]byte

func keyOf(s string) key {
	sum := sha256.Sum256([]byte(s))
	return key(sum[:16])
}

// OpenLines reads a corpus of JSON Lines. It reports false for one of another form, which is then to be given to Load from its beginning
// on, as r is left. Errors are those of Load.
func OpenLines(r io.ReadSeeker) (*Lines, bool, error) {
	// A seed of its own each time: nobody can make names that have one hash.
	seed := maphash.MakeSeed()
	return openLines(r, func(name string) uint64 { return maphash.String(seed, name) })
}

func openLines(r io.ReadSeeker, hash func(string) uint64) (*Lines, bool, error) {
	first, err := firstLine(r)
	if err != nil || first == nil {
		return nil, false, errors.Join(err, rewind(r))
	}
	l := &Lines{r: r, hash: hash, last: map[uint64]int{}, maxHeld: MaxBytes, maxApart: MaxEntries, ahead: newAhead()}
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
	lines := newLineReader(r)
	for {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if len(line) == 0 {
			continue
		}
		var doc struct {
			Entries json.RawMessage `json:"entries"`
		}
		if line[0] != '{' || json.Unmarshal(line, &doc) != nil || doc.Entries != nil {
			return nil, nil
		}
		return line, nil
	}
}

func rewind(r io.Seeker) error {
	_, err := r.Seek(0, io.SeekStart)
	return err
}

// look reads all entries, and keeps of each what is to be known before the first is evaluated.
func (l *Lines) look() error {
	var ids, registries hashes
	// again are hashes of IDs that were there before, and run is the registry of the last entry, with its hash.
	again := map[uint64]bool{}
	run, runHash, returned := "", uint64(0), false
	err := l.each(readEntry, func(e Entry) error {
		if l.entries >= MaxLines {
			return fmt.Errorf("more than %d entries; split the corpus", MaxLines)
		}
		if h := l.hash(e.ID); !ids.add(h) {
			again[h] = true
		}
		if e.Registry != run {
			if run = e.Registry; run != "" {
				runHash = l.hash(run)
			}
			returned = run != "" && !registries.add(runHash)
		}
		if returned {
			l.last[runHash] = l.entries
		}
		if e.Label == Malicious && e.Twin != "" {
			l.twins = append(l.twins, keyOf(e.Twin))
		}
		l.entries++
		return nil
	})
	switch {
	case err != nil:
		return err
	case l.entries == 0:
		return ErrEmpty
	case len(again) > 0:
		if err := l.lookForSame(again); err != nil {
			return err
		}
	}
	slices.SortFunc(l.twins, key.compare)
	l.twins = slices.Clip(slices.Compact(l.twins))
	return nil
}

func (k key) compare(other key) int { return bytes.Compare(k[:], other[:]) }

// lookForSame reads the entries once more to tell the first ID that is there twice, if any: some may only have one hash.
func (l *Lines) lookForSame(again map[uint64]bool) error {
	first, n := map[string]int{}, 0
	return l.each(decodeEntry, func(e Entry) error {
		n++
		if !again[l.hash(e.ID)] {
			return nil
		}
		if at, ok := first[e.ID]; ok {
			return sameID(at, n-1, e.ID)
		}
		first[e.ID] = n - 1
		return nil
	})
}

// lineReader reads lines without what is blank around them.
type lineReader struct {
	r *bufio.Reader
	// number is that of the line that was read last, from 1.
	number int
}

func newLineReader(r io.Reader) *lineReader { return &lineReader{r: bufio.NewReaderSize(r, 256<<10)} }

// next returns the next line, which may be empty; it is the caller's.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > MaxBytes:
			return nil, fmt.Errorf("line %d: larger than %d MB; split it", l.number+1, MaxBytes>>20)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return nil, fmt.Errorf("read the corpus: %w", err)
		case err != nil && len(line) == 0:
			return nil, io.EOF
		}
		if l.number++; l.number == 1 {
			line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF"))
		}
		return bytes.TrimSpace(line), nil
	}
}

// hashes is a set of 64-bit hashes, 11 to 22 bytes each: of a million names a map would take several times as much.
type hashes struct {
	// slots are tried from the place that a hash gives on; 0 is a free one.
	slots []uint64
	n     int
}

// leastSlots is how many slots a set has at first; their number is a power of two.
const leastSlots = 1 << 10

// add reports whether the hash is new. The hash 0 counts as 1: whoever uses hashes must bear two names with one of them.
func (h *hashes) add(hash uint64) bool {
	hash = max(hash, 1)
	if 4*(h.n+1) > 3*len(h.slots) {
		h.grow()
	}
	i := h.find(hash)
	if h.slots[i] == hash {
		return false
	}
	h.slots[i] = hash
	h.n++
	return true
}

func (h *hashes) find(hash uint64) int {
	mask := uint64(len(h.slots) - 1)
	i := hash & mask
	for h.slots[i] != 0 && h.slots[i] != hash {
		i = (i + 1) & mask
	}
	return int(i) //nolint:gosec // An index.
}

func (h *hashes) grow() {
	old := h.slots
	h.slots = make([]uint64, max(2*len(old), leastSlots))
	for _, hash := range old {
		if hash != 0 {
			h.slots[h.find(hash)] = hash
		}
	}
}
