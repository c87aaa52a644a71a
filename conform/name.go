package conform

import (
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
)

// maxToolName is the length of a tool's name that the specification allows.
const maxToolName = 128

// toolName looks at the name of a tool. Names with slashes are passed over: the proposal that brought the rule allowed them.
func (v *inspection) toolName(n *detect.Node) {
	switch {
	case n == nil:
		// Captures of parts of a tool leave it out.
		return
	case n.Kind != detect.NodeString:
		if n.Kind == detect.NodeScalar && n.Text != "null" {
			// What YAML takes for something else than the text it is.
			return
		}
		v.report(note, "/name", n, "the name is no text; give 1 to 128 of the characters A-Z a-z 0-9 . _ -")
		return
	case n.Text == "":
		if v.fromCode() {
			return
		}
		v.report(note, "/name", n, "the name is empty, so no client can call the tool; give 1 to 128 of the characters A-Z a-z 0-9 . _ -")
		return
	}
	bad, at := wrongInName(n.Text)
	if at < 0 && len(n.Text) <= maxToolName || isTemplate(n.Text) || v.fromCode() {
		return
	}
	if at < 0 {
		v.report(note, "/name", n, "the name has %d characters, and the specification allows %d; shorten it", len(n.Text), maxToolName)
		return
	}
	if field, exact := v.field("/name"); exact {
		v.reportAt(note, field, at, at+len(bad), "the name holds %q, and model APIs take only A-Z a-z 0-9 . _ - in it; write %s", bad, proposed(n.Text))
	}
}

// wrongInName returns the first character that must not stand in a tool's name with its place, or -1.
func wrongInName(s string) (bad string, at int) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' || c == '/' {
			continue
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		return s[i : i+n], i
	}
	return "", -1
}

// isTemplate reports whether a text has the marks of one that is filled in later: ${X}, {x}, <x>, %s, $X, x…
func isTemplate(s string) bool { return strings.ContainsAny(s, "${}<>%…*[]") }

// proposed is a name made of the characters that are allowed.
func proposed(s string) string {
	const most = 40
	var b strings.Builder
	gap := false
	for _, r := range s {
		if b.Len() >= most {
			break
		}
		if _, at := wrongInName(string(r)); at >= 0 || r == '/' {
			gap = b.Len() > 0
			continue
		}
		if written := b.String(); gap && !strings.HasSuffix(written, "_") && r != '_' {
			b.WriteByte('_')
		}
		gap = false
		b.WriteRune(r)
	}
	if b.Len() == 0 {
		return "a name in letters and digits"
	}
	return b.String()
}
