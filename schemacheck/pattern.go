package schemacheck

import (
	"regexp/syntax"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// suspectPattern says what in a pattern is not ECMA 262 (brackets, backslashes, nothing to repeat, names of Python), or "".
func suspectPattern(s string) string {
	if len(s) > maxPattern {
		return ""
	}
	depth, class := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			if i++; i == len(s) {
				return `ends in a backslash; write \\ for a literal one`
			}
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
			if strings.HasPrefix(s[i:], "(?P<") {
				return "names a group the way Python does; write (?<name>…)"
			}
			if i+1 < len(s) && (s[i+1] == '*' || s[i+1] == '+') {
				return `repeats nothing after a parenthesis; write \( or \* for a literal one`
			}
		case c == ')':
			if depth--; depth < 0 {
				return `closes a parenthesis that was never opened; write \) for a literal one`
			}
		case i == 0 && (c == '*' || c == '+' || c == '?'):
			return "begins with " + string(c) + ", which repeats nothing; write .* to match anything"
		}
	}
	switch {
	case class:
		return `leaves a bracket open; write \[ for a literal one`
	case depth > 0:
		return `leaves a parenthesis open; write \( for a literal one`
	}
	return ""
}

// pattern reports a pattern that neither ECMA 262 nor Go's engine takes, and names of groups that only others take.
func (w *walk) pattern(pointer string, n *detect.Node) {
	why := suspectPattern(n.Text)
	if n.Kind != detect.NodeString || why == "" {
		return
	}
	if !strings.Contains(why, "(?<name>") {
		_, err := syntax.Parse(n.Text, syntax.Perl)
		if w.broken++; w.broken > maxBroken || err == nil {
			return
		}
	}
	w.report(note, pointer, n, "has a pattern that clients cannot compile, since it %s", why)
}
