package main

import (
	"runtime"
	"runtime/debug"
)

const (
	// roomy is how much the heap may grow between two collections, in percent of what is in use, as long as it stays below smallHeap:
	// a scan makes much that lives until its end, and looking through it again and again is up to a fifth of its time.
	roomy = 400
	// usual is what Go does by itself.
	usual = 100
	// smallHeap is what a scan of many repositories comes to in any case.
	smallHeap = 1 << 30
)

// tuneMemory has the collector of garbage run more seldom while the heap is small. Whoever has set its variables is obeyed.
func tuneMemory(env func(string) string) {
	if env("GOGC") != "" || env("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(roomy)
	afterCollection(roomy)
}

// afterCollection sets anew, after the next collection, how much the heap may grow: a finalizer tells when that was.
func afterCollection(now int) {
	runtime.SetFinalizer(&struct{ _ *int }{}, func(any) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		next := growth(m.HeapAlloc)
		if next != now {
			debug.SetGCPercent(next)
		}
		afterCollection(next)
	})
}

// growth is how much a heap with so many bytes in use may grow, in percent: up to smallHeap, and what is usual beyond.
func growth(live uint64) int {
	if live*(100+roomy)/100 <= smallHeap {
		return roomy
	}
	if left := smallHeap*100/live - 100; live < smallHeap && left > usual {
		// Steps, since each change stops the program for a moment.
		return int(left) / 50 * 50
	}
	return usual
}
