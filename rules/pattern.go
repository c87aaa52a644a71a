package rules

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"

	"github.com/org/mcp-lint/detect"
)

// pattern is a regular expression with what a text must hold for it to match, which is quicker to look for.
type pattern struct {
	*regexp.Regexp
	// needs are strings of ASCII, folded, of which a text must hold one; nil says that nothing is known.
	needs []string
}

func newPattern(source string) (*pattern, error) {
	compiled, err := regexp.Compile(source)
	if err != nil {
		return nil, err
	}
	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, err
	}
	return &pattern{compiled, needed(parsed.Simplify())}, nil
}

// words is a text and the same folded, for all patterns that look at it.
type words struct{ text, folded string }

func newWords(s string) words { return words{s, fold(s)} }

// wordsOf returns the text of a field, folded once for all rules.
func wordsOf(t detect.ToolView, i int) words {
	w, _ := t.Memo("rules.words", i, func() any { return newWords(t.Fields[i].Text) }).(words)
	return w
}

// may reports whether a text may match.
func (p *pattern) may(w words) bool {
	for _, n := range p.needs {
		if strings.Contains(w.folded, n) {
			return true
		}
	}
	return p.needs == nil
}

func (p *pattern) matches(w words) bool { return p.may(w) && p.MatchString(w.text) }

// fold lower-cases ASCII, and the long s and the kelvin sign, which case-insensitive expressions match as well.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r == '\u017f':
			return 's'
		case r == '\u212a':
			return 'k'
		}
		return r
	}, s)
}

const (
	// shortest is the length from which a string is worth looking for, and mostNeeded how many are.
	shortest, mostNeeded = 3, 16
)

// needed returns strings of which what matches an expression holds one, or nil.
func needed(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		longest := ""
		for _, run := range strings.FieldsFunc(string(re.Rune), func(r rune) bool { return r > unicode.MaxASCII }) {
			if len(run) > len(longest) {
				longest = run
			}
		}
		if len(longest) >= shortest {
			return []string{fold(longest)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needed(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if n := needed(sub); n != nil && (best == nil || least(n) > least(best)) {
				best = n
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			n := needed(sub)
			if all = append(all, n...); n == nil || len(all) > mostNeeded {
				return nil
			}
		}
		return all
	}
	return nil
}

func least(list []string) int {
	n := len(list[0])
	for _, s := range list {
		n = min(n, len(s))
	}
	return n
}
