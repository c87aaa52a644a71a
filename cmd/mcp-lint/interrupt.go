package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/internal/record"
)

// interrupts decides what a signal that ends the program does.
type interrupts struct {
	stderr io.Writer
	exit   func(code int)
	// abandon gives up what is being written, and the programs that were started, for good.
	abandon func()
	// ending, when set, ends what a command waits for.
	ending atomic.Pointer[context.CancelCauseFunc]
}

// endOnSignal ends the program at once when it is told to, with 128 and the number of the signal as shells do, and leaves no half of a
// file behind. A signal that was ignored when the program started (nohup) stays ignored.
func endOnSignal(stderr io.Writer, exit func(code int)) *interrupts {
	i := &interrupts{stderr: stderr, exit: exit, abandon: func() {
		// These need no disk, which may hang.
		record.Abandon()
		atomicfile.Abandon()
	}}
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
			(*end)(signalled(sig))
			continue
		}
		// The disk may hang: whoever sends the signal again does not wait for it.
		signal.Reset(sig)
		i.abandon()
		_, _ = fmt.Fprintln(i.stderr, "\nmcp-lint: interrupted")
		i.exit(exitSignal + int(sig))
	}
}

// context is for commands that run until they are told to end: the first signal ends the context, with a
// cause for exitOf, and no more, the next one the program.
// What it returns has to be called when the command is done.
func (i *interrupts) context(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	if i != nil {
		i.ending.Store(&cancel)
	}
	return ctx, func() {
		if i != nil {
			i.ending.Store(nil)
		}
		cancel(nil)
	}
}

// signalled is the cause of a context that a signal has ended.
type signalled syscall.Signal

func (s signalled) Error() string { return syscall.Signal(s).String() }

// exitOf is the exit code of a program that a signal has ended, as shells have it: that of ctrl-C where it is not known which one it was.
func exitOf(ctx context.Context) int {
	var sig signalled
	if errors.As(context.Cause(ctx), &sig) {
		return exitSignal + int(sig)
	}
	return exitSignal + int(syscall.SIGINT)
}
