package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/org/mcp-lint/lint"
)

func terminalOf(w io.Writer) (*os.File, bool) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, false
	}
	return f, true
}

// useColor decides on colour: what --color says, else what NO_COLOR and FORCE_COLOR say, else whether w is a terminal.
func useColor(mode string, w io.Writer, env func(string) string) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	}
	if env("NO_COLOR") != "" {
		return false
	}
	if v := env("FORCE_COLOR"); v != "" && v != "0" {
		return true
	}
	_, ok := terminalOf(w)
	return ok && env("TERM") != "dumb"
}

// columns is the width for source lines: that of the terminal, within reason, else 100.
func columns(w io.Writer) int {
	f, ok := terminalOf(w)
	if !ok {
		return 100
	}
	n, _, err := term.GetSize(int(f.Fd()))
	if err != nil || n <= 0 {
		return 100
	}
	return min(max(n, 24), 160)
}

// progress returns a callback that keeps a spinner up to date and a function that wipes it; both do nothing off a terminal and in CI.
func progress(s streams, quiet bool) (callback func(files int), wipe func()) {
	_, ok := terminalOf(s.err)
	if !ok || quiet || s.env("CI") != "" || s.env("TERM") == "dumb" {
		return nil, func() {}
	}
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(s.err), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(progressEvery),
		progressbar.OptionSetRenderBlankState(false), progressbar.OptionSetElapsedTime(false), progressbar.OptionSpinnerType(spinner))
	from := time.Now() //nolint:forbidigo // only the spinner depends on it
	return func(files int) {
		if time.Since(from) > progressAfter {
			bar.Describe(fmt.Sprintf("Scanning: %d files", files))
			_ = bar.Add(1)
		}
	}, func() { _ = bar.Clear() }
}

// withProgress runs a scan that shows its progress.
func withProgress[T any](s streams, quiet bool, opts lint.Options, run func(lint.Options) (*lint.Report, T, error)) (*lint.Report, T, error) {
	callback, wipe := progress(s, quiet)
	defer wipe()
	opts.Progress = callback
	return run(opts)
}

const (
	// progressAfter is how long a scan takes before it shows progress, and progressEvery how long a spinner stays as it is at least.
	progressAfter, progressEvery = time.Second, 200 * time.Millisecond
	// spinner is the number of the form that is a dot of Braille.
	spinner = 14
)

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
