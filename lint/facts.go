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

// maxFacts bounds the findings of one check about one definition: whoever writes it decides how many facts there are.
const maxFacts = 20

// factCounter counts the facts of each check about one definition.
type factCounter map[string]map[fact]bool

// add returns f, or the fact that the check found more, which all beyond maxFacts are.
func (c factCounter) add(f fact) fact {
	seen := c[f.check]
	if seen == nil {
		seen = map[fact]bool{}
		c[f.check] = seen
	}
	if !seen[f] && len(seen) >= maxFacts {
		return fact{check: f.check, field: -1}
	}
	seen[f] = true
	return f
}

const hiddenCheck = "unicode.hidden"
