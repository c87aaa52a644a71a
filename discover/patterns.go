package discover

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
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
	rules
	left *atomic.Int64
}

// NewPatterns reads patterns. Its errors are for people. Patterns that begin with '!' are refused: there is nothing that they could take
// back, and who expects them to would get less than was asked for.
func NewPatterns(patterns []string) (*Patterns, error) {
	p := &Patterns{left: new(atomic.Int64)}
	p.left.Store(maxIgnoreSteps)
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
		p.list = append(p.list, r)
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

func parsePattern(s string) (rule, error) {
	switch {
	case strings.TrimSpace(s) == "":
		return rule{}, errors.New("is empty")
	case len(s) > maxIgnorePattern:
		return rule{}, fmt.Errorf("has more than %d bytes", maxIgnorePattern)
	case strings.ContainsAny(s, "\x00\r\n"):
		return rule{}, errors.New("has a line break or a NUL byte")
	case s[0] == '!':
		return rule{}, errors.New("begins with '!', which is not supported: list what you want instead")
	case s[0] == '#':
		return rule{}, errors.New(`begins with '#', which starts a comment: write \# for such a name`)
	case strings.HasPrefix(s, "./"), strings.HasPrefix(s, "../"), s == ".", s == "..", strings.Contains(s, "/../"), strings.Contains(s, "/./"):
		return rule{}, errors.New(`has "." or "..": patterns are relative to the root of the scan, as in src/*.py`)
	}
	r, ok := parseRule(trimTrailingSpaces(s))
	if !ok {
		return rule{}, errors.New("matches nothing")
	}
	if r.rest != nil {
		if _, ok := globExpression(r.rest.pattern); !ok {
			return rule{}, errors.New("is malformed: a bracket is not closed, or a backslash ends it")
		}
	}
	return r, nil
}

// Match reports whether a file is meant, by its path relative to the root.
func (p *Patterns) Match(rel string) bool { return p.match(rel, false) }

// Share has all matching with these patterns and with other ones take the time of one together. It is called before any matching.
func (p *Patterns) Share(other *Patterns) { p.left = other.left }

func (p *Patterns) none() bool { return p == nil || len(p.list) == 0 }

// Spent reports whether matching has taken too long, so that nothing fits any more.
func (p *Patterns) Spent() bool { return p != nil && p.left.Load() <= 0 }

// match is Match for a file or a folder: what lies in a folder that is meant is meant too.
func (p *Patterns) match(rel string, isDir bool) bool {
	steps, found := 0, false
	for ; rel != "" && !found && !p.none() && p.left.Load() > int64(steps); rel, isDir = parent(rel), true {
		found = p.ignored(rel, isDir, &steps)
	}
	if steps > 0 {
		p.left.Add(-int64(steps))
	}
	return found
}

// chooser is what people have set about which files are looked at, and what they are for.
type chooser struct {
	include, exclude *Patterns
	// classes are in the order in which they are asked.
	classes []chosenClass
	// set is false when there are no patterns at all.
	set bool
}

type chosenClass struct {
	class    Class
	patterns *Patterns
}

func newChooser(opts Options) (c chooser, err error) {
	if c.include, err = NewPatterns(opts.Include); err != nil {
		return c, fmt.Errorf("include: %w", err)
	}
	if c.exclude, err = NewPatterns(opts.Exclude); err != nil {
		return c, fmt.Errorf("exclude: %w", err)
	}
	for class, list := range opts.Classes {
		p, err := NewPatterns(list)
		if err != nil {
			return c, fmt.Errorf("classes: %w", err)
		}
		if !p.none() {
			c.classes = append(c.classes, chosenClass{class, p})
		}
	}
	// What is served is judged, whatever else holds.
	slices.SortFunc(c.classes, func(a, b chosenClass) int {
		return cmp.Or(cmp.Compare(rankOf(a.class), rankOf(b.class)), cmp.Compare(a.class, b.class))
	})
	c.set = !c.include.none() || !c.exclude.none() || len(c.classes) > 0
	return c, nil
}

func rankOf(class Class) int {
	if class == ClassNone {
		return -1
	}
	if i := slices.Index(classRank, class); i >= 0 {
		return i
	}
	return len(classRank)
}

func (c *chooser) leavesOut(rel string) bool {
	return c.exclude.Match(rel) || !c.include.none() && !c.include.Match(rel) && !c.include.Spent()
}

func (c *chooser) leavesOutFolder(rel string) bool { return c.exclude.match(rel, true) }

// classOf returns the class that people have given a file, or returns nil.
func (c *chooser) classOf(rel string) *Class {
	for i := range c.classes {
		if c.classes[i].patterns.Match(rel) {
			return &c.classes[i].class
		}
	}
	return nil
}

func (c *chooser) spent() bool {
	return c.include.Spent() || c.exclude.Spent() || slices.ContainsFunc(c.classes, func(k chosenClass) bool { return k.patterns.Spent() })
}
