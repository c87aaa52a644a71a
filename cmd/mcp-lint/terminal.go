package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// terminalOf returns the terminal behind w, if there is one.
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

// progressEvery is how many files pass between two updates of the progress line.
const progressEvery = 200

// progress returns a callback that keeps one line on a watching terminal up to date, and a function that wipes it.
// On anything but a terminal, and in CI, both do nothing.
func progress(s streams, quiet bool) (callback func(files int), wipe func()) {
	_, ok := terminalOf(s.err)
	if !ok || quiet || s.env("CI") != "" || s.env("TERM") == "dumb" {
		return nil, func() {}
	}
	shown := false
	callback = func(files int) {
		if files%progressEvery == 0 {
			shown = true
			fmt.Fprintf(s.err, "\rscanning: %d files", files)
		}
	}
	return callback, func() {
		if shown {
			fmt.Fprint(s.err, "\r\x1b[K")
		}
	}
}
