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
	// readTogether is how many results are waited for at once: to hand each over by itself takes longer than to read many a file.
	readTogether = 32
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
	// room is told of more to do, ready of the last of the results that are waited for.
	room, ready sync.Cond
	// todo are the candidates, which grow; next is the first that nobody has taken yet, and done the number of those asked for.
	todo       []candidate
	next, done int
	results    [readWindow]*outcome
	// whole is how many results there are without a gap, and awaited how many of these are waited for.
	whole, awaited int
	closed         bool
}

func newReadAhead(w *walker) *readAhead {
	r := &readAhead{w: w, large: make(chan struct{}, parseWorkers), todo: w.candidates}
	r.room.L, r.ready.L = &r.mu, &r.mu
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
			r.room.Wait()
			continue
		}
		i := r.next
		c := r.todo[i]
		r.next++
		r.mu.Unlock()
		out := r.w.read(c, &d)
		r.mu.Lock()
		r.results[i%readWindow] = &out
		for r.whole < r.next && r.whole < r.done+readWindow && r.results[r.whole%readWindow] != nil {
			r.whole++
		}
		if r.whole >= r.awaited {
			r.ready.Signal()
		}
	}
}

// result returns what came of candidate i; each is asked for once, in rising order.
func (r *readAhead) result(i int) outcome {
	c := &r.w.candidates[i]
	r.mu.Lock()
	if r.todo = r.w.candidates; i >= r.whole || i%readTogether == 0 {
		r.room.Broadcast()
	}
	for r.awaited = min(i+readTogether, len(r.todo)); i >= r.whole; {
		r.ready.Wait()
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
	r.room.Broadcast()
	r.mu.Unlock()
	r.wg.Wait()
	r.desk.close()
}
