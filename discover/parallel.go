package discover

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// readWorkers bounds the files read at once, parseWorkers those of largeParse bytes among them, whose values take many times their bytes.
const readWorkers, parseWorkers, largeParse = 16, 4, 1 << 20

// eachOf calls do for the numbers below n, in several goroutines. It panics if do does.
func eachOf(n int, do func(i int)) {
	var next atomic.Int64
	var waits []func()
	for range min(readWorkers, max(2, runtime.GOMAXPROCS(0)), n) {
		waits = append(waits, background(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		}))
	}
	for _, wait := range waits {
		wait()
	}
}

// background calls do in a goroutine. The function it returns waits for its end, and panics if do did: a caller that recovers, such as a
// server, must not end because of one file.
func background(do func()) (wait func()) {
	var cause any
	var running sync.WaitGroup
	running.Go(func() {
		defer func() { cause = recover() }()
		do()
	})
	return func() {
		if running.Wait(); cause != nil {
			panic(cause) //nolint:forbidigo // It is not a new one: whoever recovers from it here could not recover from it in the goroutine.
		}
	}
}
