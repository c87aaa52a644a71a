package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/org/mcp-lint/internal/atomicfile"
)

// endOnSignal ends the program at once when it is told to, with 128 and the number of the signal as shells do, and leaves no half of a
// file behind. A signal that was ignored when the program started (nohup) stays ignored.
func endOnSignal(stderr io.Writer, exit func(code int)) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sig) {
			continue
		}
		c := make(chan os.Signal, 1)
		signal.Notify(c, sig)
		go func() {
			<-c
			// The disk may hang: whoever sends the signal again does not wait for it.
			signal.Reset(sig)
			atomicfile.Abandon()
			_, _ = fmt.Fprintln(stderr, "\nmcp-lint: interrupted")
			exit(exitSignal + int(sig))
		}()
	}
}
