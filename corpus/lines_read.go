package corpus

import (
	"errors"
	"fmt"
	"io"
	"runtime"
)

// batchLines is how many lines are read at a time by one goroutine: enough that handing them over costs nothing.
const batchLines = 32

// batch is some lines and what was read from them.
type batch struct {
	lines   [][]byte
	numbers []int
	entries []Entry
	// err is what is wrong with the line behind the last of entries.
	err  error
	done chan struct{}
}

func (b *batch) parse(read func([]byte) (Entry, error)) {
	defer close(b.done)
	for i, line := range b.lines {
		e, err := read(line)
		if err != nil {
			b.err = fmt.Errorf("line %d: %w", b.numbers[i], err)
			return
		}
		b.entries = append(b.entries, e)
	}
}

// each reads all entries side by side and gives them to use in their order. It stops at the first error.
func (l *Lines) each(read func([]byte) (Entry, error), use func(Entry) error) error {
	if err := rewind(l.r); err != nil {
		return err
	}
	workers := runtime.GOMAXPROCS(0)
	work, queue, stop := make(chan *batch), make(chan *batch, 2*workers), make(chan struct{})
	for range workers {
		go func() {
			for b := range work {
				b.parse(read)
			}
		}()
	}
	finished := make(chan struct{})
	var failed error
	go func() {
		defer close(finished)
		defer close(queue)
		defer close(work)
		failed = l.feed(work, queue, stop)
	}()
	err := drain(queue, use)
	close(stop)
	// The reader is the only one who may touch the file, so it is waited for.
	for range queue {
		continue // What is left is thrown away.
	}
	<-finished
	if err == nil {
		err = failed
	}
	return err
}

// feed reads batches of lines and hands them on, in order to queue and to whoever is free in work.
func (l *Lines) feed(work, queue chan<- *batch, stop <-chan struct{}) error {
	lines := newLineReader(l.r)
	for {
		b := &batch{done: make(chan struct{})}
		var end error
		for len(b.lines) < batchLines && end == nil {
			var line []byte
			if line, end = lines.next(); len(line) > 0 {
				b.lines, b.numbers = append(b.lines, line), append(b.numbers, lines.number)
			}
		}
		select {
		case <-stop:
			return nil
		case queue <- b:
		}
		select {
		case <-stop:
			return nil
		case work <- b:
		}
		switch {
		case errors.Is(end, io.EOF):
			return nil
		case end != nil:
			return end
		}
	}
}

func drain(queue <-chan *batch, use func(Entry) error) error {
	for b := range queue {
		<-b.done
		for _, e := range b.entries {
			if err := use(e); err != nil {
				return err
			}
		}
		if b.err != nil {
			return b.err
		}
	}
	return nil
}
