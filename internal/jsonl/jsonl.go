// Package jsonl reads files of one value a line, of any length, in bounded memory.
package jsonl

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
)

// ErrTooLong is what Next returns for a line that is longer than the bound. The next call goes on behind that line.
var ErrTooLong = errors.New("the line is too long")

// Reader reads lines. It is for one goroutine at a time.
type Reader struct {
	r      *bufio.Reader
	most   int
	number int
	part   []byte
	// offset and size are the place of the line that was read last.
	offset, size int64
}

// NewReader returns a reader of lines of at most most bytes, blanks around them included.
func NewReader(r io.Reader, most int) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, 256<<10), most: most}
}

// Number returns the number of the line that was read last, from 1.
func (l *Reader) Number() int { return l.number }

// Place returns where the line that was read last begins, and how long it is, in bytes with what is blank around it and its end.
func (l *Reader) Place() (offset, size int64) { return l.offset, l.size }

// Next returns the next line without what is blank around it and without a byte order mark; it may be empty, and is the caller's. It
// returns io.EOF behind the last one.
func (l *Reader) Next() ([]byte, error) {
	l.part = l.part[:0]
	l.offset, l.size = l.offset+l.size, 0
	long := false
	for {
		piece, err := l.r.ReadSlice('\n')
		l.size += int64(len(piece))
		if !long {
			l.part = append(l.part, piece...)
			// A longer line is read to its end, and not kept.
			long = len(bytes.TrimSuffix(l.part, []byte{'\n'})) > l.most
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (l.size == 0 || !errors.Is(err, io.EOF)):
			return nil, err
		}
		break
	}
	l.number++
	if long {
		l.part = nil
		return nil, ErrTooLong
	}
	line := l.part
	if l.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF"))
	}
	line = bytes.Clone(bytes.TrimSpace(line))
	if cap(l.part) > 1<<20 {
		l.part = nil
	}
	return line, nil
}

// Parallel calls do with each number below n, on all cores, and returns when all calls have.
func Parallel(n int, do func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}
