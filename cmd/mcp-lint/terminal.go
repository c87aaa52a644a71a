package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
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

type page struct {
	b     strings.Builder
	color bool
}

// line adds a line, which may stand in the log of a runner.
func (p *page) line(format string, args ...any) {
	p.b.WriteString(text.BreakCommands(fmt.Sprintf(format, args...)) + "\n")
}

// paint colours words with a code of ECMA-48, or leaves them alone.
func (p *page) paint(code, words string) string {
	if !p.color || words == "" {
		return words
	}
	return "\x1b[" + code + "m" + words + "\x1b[0m"
}

func (p *page) bold(words string) string { return p.paint("1", words) }

// first adds a line for each of the first few of a list, and one that counts the others.
func first[T any](p *page, list []T, few int, line func(T), more string) {
	for _, one := range list[:min(len(list), few)] {
		line(one)
	}
	if left := len(list) - few; left > 0 {
		p.line(more, left)
	}
}

func place(p lint.Place) string {
	if !p.Known() {
		return "?"
	}
	return fmt.Sprintf("%s:%d:%d", text.Safe(secret.Redact(p.Path), pathRunes), p.Start.Line, p.Start.Rune)
}

const pathRunes = 200

// labelRunes bounds a label where it is shown: its names are the attacker's.
const labelRunes = 160

func printable(label string) string { return text.Safe(secret.Redact(label), labelRunes) }

type tally struct {
	n    int
	what string
}

func joined(tallies []tally) []string {
	var words []string
	for _, t := range tallies {
		if t.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", t.n, t.what))
		}
	}
	return words
}
