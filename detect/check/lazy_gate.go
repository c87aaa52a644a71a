package check

import (
	"regexp/syntax"
	"strings"
)

// gate is what a text must contain for a regular expression to match it: a tree of "and" and "or" over literals. It is many
// times cheaper than the expression, and most texts fail it.
type gate struct {
	// literal is in lower case; it has at least one byte in a leaf and none elsewhere.
	literal string
	// starts and ends tell that the literal stands at the edge of a word.
	starts, ends bool
	any          bool
	kids         []*gate
}

// gateOf reads the gate from an expression; nil lets every text through.
func gateOf(expr string) *gate {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil
	}
	return gateFrom(re, false, false)
}

func gateFrom(re *syntax.Regexp, starts, ends bool) *gate {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if r > 127 {
				return nil
			}
		}
		lit := strings.ToLower(string(re.Rune))
		return &gate{literal: lit, starts: starts && wordByte(lit[0]), ends: ends && wordByte(lit[len(lit)-1])}
	case syntax.OpCapture, syntax.OpPlus:
		return gateFrom(re.Sub[0], starts && re.Op == syntax.OpCapture, ends && re.Op == syntax.OpCapture)
	case syntax.OpRepeat:
		if re.Min > 0 {
			return gateFrom(re.Sub[0], false, false)
		}
	case syntax.OpConcat:
		g := &gate{}
		for i, sub := range re.Sub {
			first := i == 0 && starts || i > 0 && re.Sub[i-1].Op == syntax.OpWordBoundary
			last := i == len(re.Sub)-1 && ends || i < len(re.Sub)-1 && re.Sub[i+1].Op == syntax.OpWordBoundary
			if kid := gateFrom(sub, first, last); kid != nil {
				g.kids = append(g.kids, kid)
			}
		}
		if len(g.kids) > 0 {
			return g
		}
	case syntax.OpAlternate:
		g := &gate{any: true}
		for _, sub := range re.Sub {
			kid := gateFrom(sub, starts, ends)
			if kid == nil {
				return nil
			}
			g.kids = append(g.kids, kid)
		}
		return g
	}
	return nil
}

// open reports whether a text in lower case may match.
func (g *gate) open(lower string) bool {
	if g == nil {
		return true
	}
	if g.literal != "" {
		return g.contains(lower)
	}
	for _, kid := range g.kids {
		if kid.open(lower) == g.any {
			return g.any
		}
	}
	return !g.any
}

func (g *gate) contains(s string) bool {
	for from := 0; ; {
		k := strings.Index(s[from:], g.literal)
		if k < 0 {
			return false
		}
		k += from
		end := k + len(g.literal)
		if (!g.starts || k == 0 || !wordByte(s[k-1])) && (!g.ends || end == len(s) || !wordByte(s[end])) {
			return true
		}
		from = k + 1
	}
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// maybe reports whether s may match, read from its letters alone: most texts have no place where a match could begin.
func (l lazyRegexp) maybe(s string) bool {
	if t := l.starts(); t != nil && !t.in(s) {
		return false
	}
	return l.literally(s)
}

// literally reports whether s has the literals of the expression.
func (l lazyRegexp) literally(s string) bool {
	// The long s and the Kelvin sign are letters of case-insensitive matches that lower case does not show.
	if strings.Contains(s, "\u017F") || strings.Contains(s, "\u212A") {
		return true
	}
	return l.gate().open(strings.ToLower(s))
}
