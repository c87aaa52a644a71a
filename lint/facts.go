package lint

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lock"
)

// fact says which signals about a definition are one finding: those of a check in one place, so that no fact hides another. The zero fact is
// all that checks of wording find, since checks and sentences that agree raise the severity.
type fact struct {
	check             string
	field, start, end int
	value             *detect.Node
}

func (s *suppressor) factOf(signal *detect.Signal) fact {
	id := signal.CheckID
	switch {
	case s.joined || s.wording[id] || signal.Tier == detect.TierSoft && signal.Severity == detect.SeverityNone && !signal.Note:
		return fact{}
	case id == hiddenCheck: // Kinds of hidden characters in one text are one attempt to hide something.
		return fact{check: id, field: signal.FieldIndex, value: signal.Value}
	case lock.Compares(id): // A definition has changed or not, in however many places.
		return fact{check: id}
	}
	return fact{id, signal.FieldIndex, signal.Start, signal.End, signal.Value}
}

const hiddenCheck = "unicode.hidden"
