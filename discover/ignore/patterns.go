package ignore

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
)

const (
	// maxPatterns and maxPatternBytes bound the patterns of one list, which people write by hand in a configuration.
	maxPatterns     = 1_000
	maxPatternBytes = 32 << 10
)

// Patterns are patterns of files as in .gitignore, relative to the root of a scan (source.File.Rel). A pattern without a slash, but for
// one at its end, fits a name at any depth; one that fits a folder fits everything in it. All matching with one Patterns ends after
// some seconds, however hostile patterns and paths are: from there on nothing fits. The nil Patterns fits nothing. See Share.
type Patterns struct {
	rules Rules
	left  *atomic.Int64
}

// NewPatterns reads patterns. Its errors are for people. Patterns that begin with '!' are refused: there is nothing that they could take
// back, and who expects them to would get less than was asked for.
func NewPatterns(patterns []string) (*Patterns, error) {
	p := &Patterns{left: new(atomic.Int64)}
	p.left.Store(MaxSteps)
	if len(patterns) > maxPatterns {
		return nil, fmt.Errorf("there are more than %d patterns", maxPatterns)
	}
	size := 0
	for _, s := range patterns {
		r, err := parsePattern(s)
		if err != nil {
			return nil, fmt.Errorf("the pattern %q %w", shortened(s), err)
		}
		if size += len(s); size > maxPatternBytes {
			return nil, fmt.Errorf("the patterns have more than %d bytes in total", maxPatternBytes)
		}
		p.rules.list = append(p.rules.list, r)
	}
	return p, nil
}

func shortened(s string) string {
	const shown = 60
	if len(s) > shown {
		return strings.ToValidUTF8(s[:shown], "") + "..."
	}
	return s
}

func parsePattern(s string) (Rule, error) {
	switch {
	case strings.TrimSpace(s) == "":
		return Rule{}, errors.New("is empty")
	case len(s) > MaxPattern:
		return Rule{}, fmt.Errorf("has more than %d bytes", MaxPattern)
	case strings.ContainsAny(s, "\x00\r\n"):
		return Rule{}, errors.New("has a line break or a NUL byte")
	case s[0] == '!':
		return Rule{}, errors.New("begins with '!', which is not supported: list what you want instead")
	case s[0] == '#':
		return Rule{}, errors.New(`begins with '#', which starts a comment: write \# for such a name`)
	case strings.HasPrefix(s, "./"), strings.HasPrefix(s, "../"), s == ".", s == "..", strings.Contains(s, "/../"), strings.Contains(s, "/./"):
		return Rule{}, errors.New(`has "." or "..": patterns are relative to the root of the scan, as in src/*.py`)
	}
	r, ok := parseRule(trimTrailingSpaces(s))
	if !ok {
		return Rule{}, errors.New("matches nothing")
	}
	if r.rest != nil {
		if _, ok := globExpression(r.rest.pattern); !ok {
			return Rule{}, errors.New("is malformed: a bracket is not closed, or a backslash ends it")
		}
	}
	return r, nil
}

// Match reports whether a file is meant, by its path relative to the root.
func (p *Patterns) Match(rel string) bool { return p.match(rel, false) }

// Share has all matching with these patterns and with other ones take the time of one together. It is called before any matching.
func (p *Patterns) Share(other *Patterns) { p.left = other.left }

// None reports whether there is no pattern.
func (p *Patterns) None() bool { return p == nil || len(p.rules.list) == 0 }

// Spent reports whether matching has taken too long, so that nothing fits any more.
func (p *Patterns) Spent() bool { return p != nil && p.left.Load() <= 0 }

// MatchFolder is Match for a folder.
func (p *Patterns) MatchFolder(rel string) bool { return p.match(rel, true) }

// match is Match for a file or a folder: what lies in a folder that is meant is meant too.
func (p *Patterns) match(rel string, isDir bool) bool {
	steps, found := 0, false
	for ; rel != "" && !found && !p.None() && p.left.Load() > int64(steps); rel, isDir = rel[:max(strings.LastIndexByte(rel, '/'), 0)], true {
		found = p.rules.Ignored(rel, isDir, &steps)
	}
	if steps > 0 {
		p.left.Add(-int64(steps))
	}
	return found
}
