package discover

import (
	"runtime"
	"sync"
)

const (
	// readWorkers bounds the files read at once, parseWorkers the large ones among them, whose values take many times their bytes.
	readWorkers, parseWorkers = 16, 4
	// largeParse is the size in bytes from which a file is a large one.
	largeParse = 1 << 20
	// readWindow is how many files are read before the first of them is asked for, which bounds what is held of files in which nothing is
	// found.
	readWindow = 256
)

// readAhead reads the candidates of a walk in several goroutines, and hands out what came of them one after the other. The files that are
// too large to be read are looked at when they are asked for, in their order.
type readAhead struct {
	w    *walker
	desk desk
	wg   sync.WaitGroup
	// large is held while a large file is parsed.
	large chan struct{}

	mu sync.Mutex
	// changed is told of each result, and of room for more.
	changed sync.Cond
	// todo are the candidates, which grow; next is the first that nobody has taken yet, and done the number of those asked for.
	todo       []candidate
	next, done int
	results    [readWindow]*outcome
	closed     bool
}

func newReadAhead(w *walker) *readAhead {
	r := &readAhead{w: w, large: make(chan struct{}, parseWorkers), todo: w.candidates}
	r.changed.L = &r.mu
	for range min(readWorkers, max(2, runtime.GOMAXPROCS(0)), len(w.candidates)) {
		r.wg.Go(r.work)
	}
	return r
}

// work reads one file after another.
func (r *readAhead) work() {
	d := desk{large: r.large, overlay: r.w.overlay}
	defer d.close()
	r.mu.Lock()
	defer r.mu.Unlock()
	for !r.closed {
		if r.next >= min(len(r.todo), r.done+readWindow) {
			r.changed.Wait()
			continue
		}
		i := r.next
		c := r.todo[i]
		r.next++
		r.mu.Unlock()
		out := r.w.read(c, &d)
		r.mu.Lock()
		r.results[i%readWindow] = &out
		r.changed.Broadcast()
	}
}

// result returns what came of candidate i; each is asked for once, in rising order.
func (r *readAhead) result(i int) outcome {
	c := &r.w.candidates[i]
	r.mu.Lock()
	if r.todo = r.w.candidates; len(r.todo) > r.next {
		r.changed.Broadcast()
	}
	for r.results[i%readWindow] == nil {
		r.changed.Wait()
	}
	out := *r.results[i%readWindow]
	r.results[i%readWindow] = nil
	r.done = i + 1
	r.mu.Unlock()
	if len(out.skips) == 1 && out.skips[0].Reason == SkipTooLarge {
		c.looking = true
		r.desk.large, r.desk.overlay = r.large, r.w.overlay
		out = r.w.read(*c, &r.desk)
	}
	return out
}

// close ends the reading, and waits until no file is read any more.
func (r *readAhead) close() {
	r.mu.Lock()
	r.closed = true
	r.changed.Broadcast()
	r.mu.Unlock()
	r.wg.Wait()
	r.desk.close()
}
