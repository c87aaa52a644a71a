package lint

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/entry"
	"github.com/org/mcp-lint/internal/jsonl"
)

// lineQueue holds lines that were read and not yet taken.
type lineQueue struct {
	changed sync.Cond
	lines   []rawLine
	weight  int
	err     error
	stopped bool
}

// rawLine is a line as it was read, with the number of its values.
type rawLine struct {
	number, values int
	data           []byte
	long           bool
}

// weight is about the memory that the values of the line take.
func (l *rawLine) weight() int { return len(l.data) + valueWeight*l.values }

// streamEntry is a line of a stream: a definition, or why there is none.
type streamEntry struct {
	entry.Entry
	line, weight int
	err          error
}

// errorRunes bounds what is said of a line that cannot be read.
const errorRunes = 300

// readEntry reads a line.
func readEntry(l rawLine) streamEntry {
	e := streamEntry{line: l.number, weight: l.weight()}
	if e.Entry, e.err = entry.Read(l.data, l.values); l.long {
		e.err = fmt.Errorf("the line is longer than %d MB", StreamLineBytes>>20)
	}
	if e.err != nil {
		// Nothing of the line is held but what is said of it.
		return streamEntry{line: l.number, weight: valueWeight, err: errors.New(text.Safe(e.err.Error(), errorRunes))}
	}
	e.ID = secret.Redact(e.ID)
	return e
}

// newLineQueue begins to read.
func newLineQueue(r io.Reader) *lineQueue {
	q := &lineQueue{changed: sync.Cond{L: &sync.Mutex{}}}
	go func() {
		lines := jsonl.NewReader(r, StreamLineBytes)
		for {
			data, err := lines.Next()
			line := rawLine{number: lines.Number(), values: entry.Values(data), data: data, long: errors.Is(err, jsonl.ErrTooLong)}
			if line.long {
				err = nil
			}
			if !q.add(line, err) || err != nil {
				return
			}
		}
	}()
	return q
}

// add adds a line when there is room for it, or the error that ended the reading. It reports false when nobody wants more.
func (q *lineQueue) add(line rawLine, err error) bool {
	q.changed.L.Lock()
	defer q.changed.L.Unlock()
	for !q.stopped && len(q.lines) > 0 && (len(q.lines) >= batchLines || q.weight+line.weight() > batchWeight) {
		q.changed.Wait()
	}
	if q.err = err; err == nil && (line.long || len(line.data) > 0) {
		q.lines, q.weight = append(q.lines, line), q.weight+line.weight()
	}
	q.changed.Broadcast()
	return !q.stopped
}

// take returns what was read, as soon as there is something, and nothing when the reading was stopped. The error, io.EOF at the end, comes
// with the last lines.
func (q *lineQueue) take() ([]rawLine, error) {
	q.changed.L.Lock()
	defer q.changed.L.Unlock()
	for len(q.lines) == 0 && q.err == nil && !q.stopped {
		q.changed.Wait()
	}
	lines := q.lines
	q.lines, q.weight = nil, 0
	q.changed.Broadcast()
	return lines, q.err
}

// stop ends the reading with the line that is being read.
func (q *lineQueue) stop() {
	q.changed.L.Lock()
	defer q.changed.L.Unlock()
	q.stopped = true
	q.changed.Broadcast()
}
