package approve

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/lint"
)

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
	return fmt.Sprintf("%s:%d:%d", safe.Path(secret.Redact(p.Path)), p.Start.Line, p.Start.Rune)
}

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
