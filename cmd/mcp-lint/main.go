// Command mcp-lint finds poisoned tool text in MCP manifests, captures and client configurations.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/org/mcp-lint/detect/text"
)

// Exit codes are a contract with scripts; they never depend on the output format.
const (
	exitOK         = 0 // nothing at or above --fail-on
	exitFindings   = 1 // findings at or above --fail-on
	exitUsage      = 2 // could not run: usage, configuration, unreadable path, unwritable output
	exitIncomplete = 3 // --strict, and something could not be looked at
	exitGate       = 6 // the corpus gate was breached
	// exitSignal and the number of the signal that ended the program: 130 for ctrl-C.
	exitSignal = 128
)

// streams are the program's ways in and out.
type streams struct {
	in       io.Reader
	out, err io.Writer
	// env looks up an environment variable.
	env func(string) string
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

func main() {
	signals := endOnSignal(os.Stderr, os.Exit)
	tuneMemory(os.Getenv)
	os.Exit(run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.Getenv, now: time.Now, signals: signals}))
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

// messageRunes bounds an error message, which may quote what the user typed or a path.
const messageRunes = 2000

// run is the whole program: it parses args, runs one command and returns the exit code.
func run(args []string, s streams) int {
	out := &sticky{w: s.out}
	if _, ok := terminalOf(s.out); !ok {
		// A terminal is asked for its size, so it is handed on as it is.
		s.out = out
	}
	root := newRoot(s)
	root.SetArgs(args)
	err := refuseFileNames(args, fileExists)
	if err == nil {
		err = root.Execute()
	}
	if err == nil && out.err != nil {
		err = fmt.Errorf("could not write to standard output: %w", out.err)
	}
	if err == nil {
		return exitOK
	}
	code := exitUsage
	var exit *exitError
	if errors.As(err, &exit) {
		code = exit.code
		if exit.cause == nil {
			return code
		}
	}
	// The message is ours, but may hold a path or an argument with anything in it.
	fmt.Fprintf(s.err, "mcp-lint: %s\n", text.BreakCommands(text.Safe(err.Error(), messageRunes)))
	var hint *hintError
	if errors.As(err, &hint) && hint.hint != "" {
		fmt.Fprintf(s.err, "          %s\n", text.BreakCommands(text.Safe(hint.hint, messageRunes)))
	}
	return code
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

// hintError is an error with a second line that says what to do.
type hintError struct {
	error
	hint string
}

func (e *hintError) Unwrap() error { return e.error }
