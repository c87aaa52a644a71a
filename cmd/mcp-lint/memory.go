package main

import (
	"runtime"
	"runtime/debug"
)

const (
	// roomy is how much the heap may grow between two collections, in percent of what is in use, as long as it stays below smallHeap:
	// a scan makes much that lives until its end, and looking through it again and again is up to a fifth of its time.
	roomy = 400
	// usual is what Go does by itself, and tight what it may grow while it is small but beyond fewFiles.
	usual, tight = 100, 50
	// fewFiles is what the heap may grow to while no more than largeScan is in use: one file never needs that room.
	fewFiles = 72 << 20
	// largeScan is what only a scan of many files comes to, or one of a file of small values; smallHeap is what its heap may grow to.
	largeScan, smallHeap = 100 << 20, 1 << 30
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

// growth is how much a heap with so many bytes in use may grow, in percent: up to fewFiles, or for a large scan to smallHeap, and little or what
// is usual beyond.
func growth(live uint64) int {
	limit, least := uint64(fewFiles), tight
	if live > largeScan {
		limit, least = smallHeap, usual
	}
	// Steps, since each change stops the program for a moment.
	left := int(min(limit*100/max(live, 1), 100+roomy)) - 100
	return max(left/50*50, least)
}
