package corpus

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

// MaxLines bounds the entries of a corpus of JSON Lines that is not kept in memory; some hundred bytes are kept for each.
const MaxLines = 5_000_000

// Lines is a corpus of JSON Lines that is not kept in memory: it is read once to see that all of it can be evaluated, and once more to
// evaluate it.
type Lines struct {
	r       io.ReadSeeker
	entries int
	// left counts the entries of each registry, so that it is known when all of one were read.
	left map[key]int
	// twins are those that an attack names.
	twins map[key]bool
	// stopped is set when nobody takes verdicts any more.
	stopped atomic.Bool

	// live tells of entries that are held and of those that are not any more; nil outside of tests.
	live func(change int)
}

// key stands for an ID or the name of a registry: of a million of them the names would take too much.
type key [16]byte

func keyOf(s string) key {
	sum := sha256.Sum256([]byte(s))
	return key(sum[:16])
}

// OpenLines reads a corpus of JSON Lines. It reports false for one of another form, which is then to be given to Load from its beginning
// on, as r is left. Errors are those of Load.
func OpenLines(r io.ReadSeeker) (*Lines, bool, error) {
	first, err := firstLine(r)
	if err != nil || first == nil {
		return nil, false, errors.Join(err, rewind(r))
	}
	l := &Lines{r: r, left: map[key]int{}, twins: map[key]bool{}}
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
	first := map[key]int{}
	var same error
	err := l.each(readEntry, func(e Entry) error {
		if l.entries >= MaxLines {
			return fmt.Errorf("more than %d entries; split the corpus", MaxLines)
		}
		id := keyOf(e.ID)
		if at, ok := first[id]; ok && same == nil {
			same = sameID(at, l.entries, e.ID)
		}
		first[id] = l.entries
		l.entries++
		if e.Registry != "" {
			l.left[keyOf(e.Registry)]++
		}
		if e.Label == Malicious && e.Twin != "" {
			l.twins[keyOf(e.Twin)] = true
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case l.entries == 0:
		return ErrEmpty
	}
	return same
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
