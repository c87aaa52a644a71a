// Package wildcard matches names against patterns with * wildcards.
package wildcard

import "strings"

// Pattern is a pattern. A nil Pattern matches every name.
type Pattern struct {
	// parts are the literals between the stars.
	parts []string
}

// New parses a pattern; an empty one is nil.
func New(pattern string) *Pattern {
	if pattern == "" {
		return nil
	}
	return &Pattern{strings.Split(pattern, "*")}
}

// Exact reports whether the pattern matches only one name.
func (p *Pattern) Exact() bool { return p != nil && len(p.parts) == 1 }

// Fits reports whether the pattern matches name, in time proportional to the name for each part.
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
