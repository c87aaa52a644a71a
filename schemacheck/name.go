package schemacheck

import (
	"cmp"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/lazy"
)

// toolName looks at the name of a tool. Names with slashes are passed over: the proposal that brought the rule allowed them.
func (v *inspection) toolName(n *detect.Node) {
	const use = "; use 1 to 128 of the characters A-Z a-z 0-9 . _ -"
	switch {
	case n == nil, n.Kind == detect.NodeScalar && n.Text != "null":
		// Captures of parts of a tool leave it out, and YAML takes some for something else than the text it is.
		return
	case n.Kind != detect.NodeString:
		v.report(note, "/name", n, "has a name that is not a string"+use)
		return
	}
	bad := foreign().FindStringIndex(n.Text)
	switch {
	case bad == nil && n.Text != "" && len(n.Text) <= maxToolName, isTemplate(n.Text), v.fromCode():
	case n.Text == "":
		v.report(note, "/name", n, "has an empty name, so no client can call it"+use)
	case bad == nil:
		v.report(note, "/name", n, "has a name of %d characters, but the specification allows only %d; shorten it", len(n.Text), maxToolName)
	default:
		if field, exact := v.field("/name"); exact {
			v.reportAt(note, field, bad[0], bad[1], "has %q in its name, which model APIs reject; write %s", n.Text[bad[0]:bad[1]], proposed(n.Text))
		}
	}
}

// foreign is a character that must not stand in a tool's name, and gap what is between those that are proposed.
var (
	foreign = lazy.Regexp(`[^a-zA-Z0-9_./-]`)
	gap     = lazy.Regexp(`_?[^a-zA-Z0-9_.-]+_?`)
)

// isTemplate reports whether a text has the marks of one that is filled in later: ${X}, {x}, <x>, %s, $X, x…
func isTemplate(s string) bool { return strings.ContainsAny(s, "${}<>%…*[]") }

// proposed is a name made of the characters that are allowed.
func proposed(s string) string {
	const most = 40
	s = strings.TrimFunc(s, func(r rune) bool { return r == '/' || foreign().MatchString(string(r)) })
	s = gap().ReplaceAllString(s, "_")
	return cmp.Or(s[:min(len(s), most)], "a name of letters and digits")
}
