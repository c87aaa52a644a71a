package conform

import (
	"regexp/syntax"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// suspectPattern says what in a pattern is none of ECMA 262 (brackets, backslashes, nothing to repeat, names of Python), or "".
func suspectPattern(s string) string {
	if len(s) > maxPattern {
		return ""
	}
	depth, class := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			if i++; i == len(s) {
				return `ends in a backslash; write \\ for one`
			}
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
			if strings.HasPrefix(s[i:], "(?P<") {
				return "names a group as Python does, which ECMA 262 does not know; write (?<name>…)"
			}
			if i+1 < len(s) && (s[i+1] == '*' || s[i+1] == '+') {
				return `repeats nothing behind a parenthesis; write \( or \* for the characters themselves`
			}
		case c == ')':
			if depth--; depth < 0 {
				return `closes a parenthesis that is not open; write \) for the character itself`
			}
		case i == 0 && (c == '*' || c == '+' || c == '?'):
			return "begins with " + string(c) + ", which repeats nothing; write .* for anything"
		}
	}
	switch {
	case class:
		return `does not close the bracket [; write \[ for the character itself`
	case depth > 0:
		return `does not close a parenthesis; write \( for the character itself`
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
	w.report(note, pointer, n, "no regular expression, so clients that compile it refuse the tool: it %s", why)
}
