// Package safe makes foreign words fit to be shown to people, each kind within a bound.
package safe

import (
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
)

// messageRunes bounds a message, which may quote what the user typed or a path, pathRunes a path, and labelRunes a label: its names
// are the attacker's.
const messageRunes, pathRunes, labelRunes = 2000, 200, 160

// Message is a message, or a part of one.
func Message(s string) string { return text.Safe(s, messageRunes) }

// Line is a message that stands in a line of its own, which the runner of a job may read.
func Line(s string) string { return text.BreakCommands(Message(s)) }

// Path is the path of a file.
func Path(s string) string { return text.Safe(s, pathRunes) }

// Name is the name of a server or tool.
func Name(s string) string { return text.Safe(s, labelRunes) }

// Label is the label of a definition, without credentials.
func Label(s string) string { return Name(secret.Redact(s)) }
