package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"github.com/org/mcp-lint/internal/atomicfile"
)

// interrupts decides what a signal that ends the program does.
type interrupts struct {
	stderr io.Writer
	exit   func(code int)
	// abandon gives up what is being written, for good.
	abandon func()
	// ending, when set, ends what a command waits for.
	ending atomic.Pointer[context.CancelFunc]
}

// endOnSignal ends the program at once when it is told to, with 128 and the number of the signal as shells do, and leaves no half of a
// file behind. A signal that was ignored when the program started (nohup) stays ignored.
func endOnSignal(stderr io.Writer, exit func(code int)) *interrupts {
	i := &interrupts{stderr: stderr, exit: exit, abandon: atomicfile.Abandon}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sig) {
			continue
		}
		c := make(chan os.Signal, 1)
		signal.Notify(c, sig)
		go i.await(sig, c)
	}
	return i
}

func (i *interrupts) await(sig syscall.Signal, c <-chan os.Signal) {
	for range c {
		if end := i.ending.Swap(nil); end != nil {
			(*end)()
			continue
		}
		// The disk may hang: whoever sends the signal again does not wait for it.
		signal.Reset(sig)
		i.abandon()
		_, _ = fmt.Fprintln(i.stderr, "\nmcp-lint: interrupted")
		i.exit(exitSignal + int(sig))
	}
}

// context is for commands that run until they are told to end: the first signal ends the context and no more, the next one the program.
// What it returns has to be called when the command is done.
func (i *interrupts) context(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	if i == nil {
		return ctx, cancel
	}
	i.ending.Store(&cancel)
	return ctx, func() {
		i.ending.Store(nil)
		cancel()
	}
}
