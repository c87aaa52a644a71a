// Package star compares names with patterns in which a star stands for any characters.
package star

import "strings"

// Pattern is such a pattern. The nil one fits every name.
type Pattern struct {
	// parts stand between the stars.
	parts []string
}

// New reads a pattern; an empty one is nil.
func New(pattern string) *Pattern {
	if pattern == "" {
		return nil
	}
	return &Pattern{strings.Split(pattern, "*")}
}

// Exact reports whether the pattern stands for one name.
func (p *Pattern) Exact() bool { return p != nil && len(p.parts) == 1 }

// Fits takes time in proportion to the name, for each part at most.
func (p *Pattern) Fits(name string) bool {
	if p == nil {
		return true
	}
	first, last := p.parts[0], p.parts[len(p.parts)-1]
	if len(p.parts) == 1 {
		return name == first
	}
	if len(name) < len(first)+len(last) || !strings.HasPrefix(name, first) || !strings.HasSuffix(name, last) {
		return false
	}
	name = name[len(first) : len(name)-len(last)]
	for _, part := range p.parts[1 : len(p.parts)-1] {
		at := strings.Index(name, part)
		if at < 0 {
			return false
		}
		name = name[at+len(part):]
	}
	return true
}
