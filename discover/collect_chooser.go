package discover

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/org/mcp-lint/discover/ignore"
)

// chooser is what people have set about which files are looked at, and what they are for.
type chooser struct {
	include, exclude *ignore.Patterns
	// classes are in the order in which they are asked.
	classes []chosenClass
	// set is false when there are no patterns at all.
	set bool
}

type chosenClass struct {
	class    Class
	patterns *ignore.Patterns
}

func newChooser(opts Options) (c chooser, err error) {
	if c.include, err = ignore.NewPatterns(opts.Include); err != nil {
		return c, fmt.Errorf("include: %w", err)
	}
	if c.exclude, err = ignore.NewPatterns(opts.Exclude); err != nil {
		return c, fmt.Errorf("exclude: %w", err)
	}
	for class, list := range opts.Classes {
		p, err := ignore.NewPatterns(list)
		if err != nil {
			return c, fmt.Errorf("classes: %w", err)
		}
		if !p.None() {
			c.classes = append(c.classes, chosenClass{class, p})
		}
	}
	// What is served is judged, whatever else holds.
	slices.SortFunc(c.classes, func(a, b chosenClass) int {
		return cmp.Or(cmp.Compare(rankOf(a.class), rankOf(b.class)), cmp.Compare(a.class, b.class))
	})
	c.set = !c.include.None() || !c.exclude.None() || len(c.classes) > 0
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
	return c.exclude.Match(rel) || !c.include.None() && !c.include.Match(rel) && !c.include.Spent()
}

func (c *chooser) leavesOutFolder(rel string) bool { return c.exclude.MatchFolder(rel) }

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
