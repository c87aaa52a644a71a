package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
)

// census counts the patterns and phrases that a file looks for, and those of them that are about attacks on models and their tools.
// Servers look for much else: shell commands, names of files, SQL.
type census struct {
	patterns, attacks int
	// named is set for a list of them that is called so: PROMPT_INJECTION_PATTERNS.
	named bool
}

const (
	// manyPatterns is how many patterns make a file one of rules when someAttacks of them are about attacks.
	manyPatterns, someAttacks = 8, 3
	// manyAttacks is how many attacks do alone.
	manyAttacks = 6
	// namedPatterns is how many elements a list has whose name says what it is about.
	namedPatterns = 5
)

// scanner reports whether the file is one of rules about attacks.
func (c *census) scanner() bool {
	return c.named || c.attacks >= manyAttacks || c.patterns >= manyPatterns && c.attacks >= someAttacks
}

// count takes one pattern or phrase.
func (c *census) count(s string) {
	c.patterns++
	if attackPhrase(s) {
		c.attacks++
	}
}

// countList takes the elements of a list of patterns, as they are written.
func (r *reader) countList(l *syntax.Expr, c *census) {
	for _, item := range l.Items {
		if size := item.Span.End - item.Span.Start; size < 2000 && r.spend(1+size/64) {
			c.count(string(r.f.Data[item.Span.Start:item.Span.End]))
		}
	}
	if len(l.Items) >= namedPatterns && attackName(r.listName(l)) {
		c.named = true
	}
}

// attackName reports whether the name of a list speaks of attacks on models.
func attackName(name string) bool {
	k := key(name)
	for _, w := range []string{"promptinjection", "jailbreak", "toolpoison", "injectionphrase", "injectioninstruction", "poisonedtool", "poisoneddescription", "rugpull"} {
		if contains(k, w) {
			return true
		}
	}
	return false
}

// attackPhrases are what attacks on models say, in lower case with one space between words. Those with two parts need both, in order.
var attackPhrases = [][2]string{
	{"ignore", "instruction"},
	{"ignore", "previous"},
	{"ignore", "prior"},
	{"disregard", "instruction"},
	{"disregard", "previous"},
	{"forget", "instruction"},
	{"forget", "previous"},
	{"override", "instruction"},
	{"bypass", "instruction"},
	{"new", "instructions"},
	{"system prompt", ""},
	{"exfiltrat", ""},
	{"jailbreak", ""},
	{"do not tell", ""},
	{"don t tell", ""},
	{"do not mention", ""},
	{"do not inform", ""},
	{"without telling", ""},
	{"without", "the user knowing"},
	{"important", "instruction"},
	{"poison", ""},
	{"developer mode", ""},
	{"prompt injection", ""},
	{"you are now", ""},
	{"pretend you", ""},
	{"pretend to be", ""},
	{"hidden instruction", ""},
	{"before using this tool", ""},
	{"reveal", "prompt"},
	{"do anything now", ""},
	{"act as the", ""},
}

// attackPhrase reports whether a pattern or phrase is about an attack on a model.
func attackPhrase(s string) bool {
	if strings.Contains(s, "<IMPORTANT>") || strings.Contains(s, "<important>") {
		return true
	}
	s = phraseText(s)
	for _, p := range attackPhrases {
		if k := strings.Index(s, p[0]); k >= 0 && strings.Contains(s[k+len(p[0]):], p[1]) {
			return true
		}
	}
	return false
}

// phraseText is the words of a pattern: in lower case, with one space for all that stands between them, regular expressions for
// space included.
func phraseText(s string) string {
	var b strings.Builder
	space := true
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			i++
			c = ' ' // the class that follows: \s, \b, \w
		}
		switch {
		case isUpper(c):
			b.WriteByte(c + 'a' - 'A')
			space = false
		case isLower(c) || isDigit(c) || c >= 0x80:
			b.WriteByte(c)
			space = false
		case !space:
			b.WriteByte(' ')
			space = true
		}
	}
	return b.String()
}

// listName is the name that a list is assigned to or stands under, or that of what it stands in; or "".
func (r *reader) listName(l *syntax.Expr) string {
	for x, n := l, 0; x != nil && n < 4; x, n = x.Parent, n+1 {
		if name := r.ownName(x); name != "" {
			return name
		}
	}
	return ""
}

// ownName is the name that an expression is assigned to or stands under, or "".
func (r *reader) ownName(x *syntax.Expr) string {
	if b := r.bindOf[x]; b != nil {
		return last(b.Name)
	}
	if p := x.Parent; p != nil && (p.Kind == syntax.Object || p.Kind == syntax.Call) {
		for i := range p.Args {
			if p.Args[i].Value == x {
				return p.Args[i].Name
			}
		}
	}
	return ""
}
