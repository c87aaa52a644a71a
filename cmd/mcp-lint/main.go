// Command mcp-lint finds poisoned tool text in MCP manifests, captures and client configurations.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/internal/approve"
	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/record"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/userfile"
)

// Exit codes are a contract with scripts; they never depend on the output format.
const (
	exitOK       = 0 // nothing at or above --fail-on
	exitFindings = 1 // findings at or above --fail-on
	exitUsage    = 2 // could not run: usage, configuration, unreadable path, unwritable output
	// With --strict, which packages and archives have by default:
	exitIncomplete = 3 // not everything could be read
	exitNotJudged  = 4 // nothing that reaches a model was found
	exitGate       = 6 // the corpus gate was breached
	// exitSignal and the number of the signal that ended the program: 130 for Ctrl-C.
	exitSignal = 128
)

type streams struct {
	in       io.Reader
	out, err io.Writer
	// env looks up an environment variable.
	env func(string) string
	// environ are all variables, as NAME=VALUE.
	environ []string
	// now is the clock, for what is decided by the day; it may be nil.
	now func() time.Time
	// signals are those that end the program; nil leaves them alone.
	signals *interrupts
}

// day is today, in UTC so that it is the same one everywhere, as 2026-11-22; "" without a clock.
func (s streams) day() string {
	if s.now == nil {
		return ""
	}
	return s.now().UTC().Format(time.DateOnly)
}

// setCollector has the garbage collector first run at 64 MB, which most scans never need, then as usual, and more often near 250 MB: while less than
// 200 MB are in use that costs little. The environment may set another limit.
func setCollector(env func(string) string) {
	const most, tooMany = 250 << 20, 200 << 20
	limit := func(bytes int64) {
		if env("GOMEMLIMIT") == "" {
			debug.SetMemoryLimit(bytes)
		}
	}
	debug.SetGCPercent(1500) // of the 4 MB that the runtime starts with
	limit(most)
	afterCollection(func() (again bool) {
		debug.SetGCPercent(100)
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		if metrics.Read(live); live[0].Value.Kind() != metrics.KindUint64 || live[0].Value.Uint64() < tooMany {
			return true
		}
		limit(math.MaxInt64)
		return false
	})
}

// afterCollection calls do after the next run of the garbage collector, and again after each one until it returns false.
func afterCollection(do func() bool) {
	runtime.AddCleanup(new([16]byte), func(int) {
		if do() {
			afterCollection(do)
		}
	}, 0)
}

func main() { os.Exit(runProcess()) }

// runProcess runs with the arguments and streams of the process, and returns the exit code.
func runProcess() int {
	signals := endOnSignal(os.Stderr, os.Exit)
	setCollector(os.Getenv)
	return run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.Getenv, environ: os.Environ(), now: time.Now, signals: signals})
}

// exitError ends the program with a code; a nil cause means that everything was said already.
type exitError struct {
	code  int
	cause error
}

func (e *exitError) Error() string {
	if e.cause == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.cause.Error()
}

func (e *exitError) Unwrap() error { return e.cause }

// run is the whole program: it parses args, runs one command and returns the exit code.
func run(args []string, s streams) int {
	out := &sticky{w: s.out}
	if _, ok := terminalOf(s.out); !ok {
		// A terminal is asked for its size, so it is handed on as it is.
		s.out = out
	}
	root := newRoot(s)
	root.SetArgs(args)
	err := refuseFileNames(args, userfile.Exists)
	if err == nil {
		var cmd *cobra.Command
		if cmd, err = root.ExecuteC(); err != nil {
			if _, said := codeOf(err); !said {
				err = blameVariable(cmd, err)
			}
		}
	}
	if err == nil && out.err != nil {
		err = fmt.Errorf("cannot write to standard output: %w", out.err)
	}
	code, said := codeOf(err)
	if said {
		return code
	}
	fmt.Fprintf(s.err, "mcp-lint: %s\n", safe.Line(err.Error()))
	if advice := hint.Of(err); advice != "" {
		fmt.Fprintf(s.err, "          %s\n", safe.Line(advice))
	}
	return code
}

// codeOf is the exit code of an error, and whether everything was said already.
func codeOf(err error) (code int, said bool) {
	var exit *exitError
	var failed *approve.FailError
	switch {
	case err == nil:
		return exitOK, true
	case errors.As(err, &exit):
		return exit.code, exit.cause == nil
	case errors.As(err, &failed):
		return exitFindings, failed.Unwrap() == nil
	}
	return exitUsage, false
}

// sticky is a writer that remembers that it failed, for help and other text whose writers do not look.
type sticky struct {
	w   io.Writer
	err error
}

func (s *sticky) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}

type interrupts struct {
	stderr io.Writer
	exit   func(code int)
	// abandon gives up what is being written, and the programs that were started, for good.
	abandon func()
	// ending, when set, ends what a command waits for.
	ending atomic.Pointer[context.CancelCauseFunc]
}

// endOnSignal ends the program at once on a signal, with 128 and the number of the signal as shells do, and leaves no half of a
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

// context is for commands that run until they are interrupted: the first signal ends the context, with a
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

type signalled syscall.Signal

func (s signalled) Error() string { return syscall.Signal(s).String() }

// exitOf is the exit code of a program that a signal has ended, as shells have it: that of Ctrl-C where it is not known which one it was.
func exitOf(ctx context.Context) int {
	var sig signalled
	if errors.As(context.Cause(ctx), &sig) {
		return exitSignal + int(sig)
	}
	return exitSignal + int(syscall.SIGINT)
}
