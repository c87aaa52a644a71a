package code

import (
	"bytes"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

var patternWords = wordset.Of(`
	pattern patterns rule rules signature signatures keyword keywords phrase phrases blocklist blacklist denylist blocked banned payloads attack attacks
	malicious injection injections suspicious poisoned poisoning threat threats dangerous jailbreak jailbreaks forbidden indicators regex regexes regexp
	regexps`)

// patternLists returns the lists of phrases to look for: of at least five short literals and named so, and of which no definition
// takes a text.
func (r *sweeper) patternLists(reached map[string]bool) map[*syntax.Expr]bool {
	out := map[*syntax.Expr]bool{}
	for _, l := range r.Unit.Lists {
		if len(l.Items) < 5 {
			continue
		}
		named := false
		for x, n := l, 0; x != nil && n < 4 && !named; x, n = x.Parent, n+1 {
			named = slices.ContainsFunc(ident.Words(r.ownName(x)), func(w string) bool { return patternWords[w] })
		}
		if !named || r.reaches(l, reached) {
			continue
		}
		short := 0
		for _, item := range l.Items {
			if item.Span.End-item.Span.Start < 400 {
				short++
			}
		}
		out[l] = 2*short > len(l.Items)
	}
	return out
}

// isPattern reports whether a literal is a regular expression, or a member named as what to look for.
func (r *sweeper) isPattern(e *syntax.Expr) bool {
	a := e.ArgOf()
	return e.Parent != nil && (e.Parent.Kind == syntax.Call && r.isRegex(e.Parent, e) || e.Parent.Kind == syntax.Object && a != nil && patternKeys[ident.Key(a.Name)])
}

var (
	patternKeys = wordset.Of("pattern regex attack malicious regexp patterns poisoned evil")
	// regexFuncs take a regular expression, regexMethods do when they belong to one of regexOwners.
	regexFuncs   = wordset.Of("regexp mustcompile regex matchstring findall fullmatch finditer preg_match preg_replace ismatch nsregularexpression")
	regexMethods = wordset.Of("compile search match sub split")
	regexOwners  = wordset.Of("re regex Regex regexp Pattern RegExp Regexp")
)

// isRegex reports whether e is the regular expression that a call takes: its first argument. What it puts in its place is text.
func (r *sweeper) isRegex(call, e *syntax.Expr) bool {
	of := ""
	if call.Recv != nil {
		of = ident.Last(call.Recv.Name)
	}
	name := strings.ToLower(strings.TrimSuffix(call.Name, "!"))
	if name == "ismatch" && of == "Regex" && call.Positional(1) == e {
		return true // Regex.IsMatch(input, pattern)
	}
	return call.Positional(0) == e && (regexFuncs[name] || regexMethods[name] && regexOwners[of])
}

// reached are the names of the file from which a text of a definition may come that is not known in full.
func (r *sweeper) reached() map[string]bool {
	spans := map[source.Span]bool{}
	for _, p := range r.Result.Definitions {
		if p.Opaque {
			spans[p.Span] = true
		}
		p.Def.Each(func(d *schema.Draft) {
			if d.Kind == source.String && slices.ContainsFunc(d.Value.Alts, func(a static.Alt) bool { return !a.Whole() }) {
				spans[d.Span] = true
			}
		})
	}
	if len(spans) == 0 {
		return nil
	}
	funcs, binds := map[string][]*syntax.Func{}, map[string][]*syntax.Bind{}
	for _, f := range r.Unit.Funcs {
		if f.Name != "" {
			funcs[f.Name] = append(funcs[f.Name], f)
		}
	}
	for _, b := range r.Unit.Binds {
		if b.Value != nil {
			binds[ident.Last(b.Name)] = append(binds[ident.Last(b.Name)], b)
		}
	}
	out := map[string]bool{}
	var todo []string
	left := 8*len(r.File.Data) + 64<<10
	read := func(span source.Span) {
		if left -= span.End - span.Start; left < 0 {
			return
		}
		for w := range bytes.FieldsFuncSeq(r.File.Data[span.Start:span.End], func(c rune) bool { return c < 0x80 && !ident.LettersAnd(string(c), "_") }) {
			if len(w) <= ident.MaxWord && !out[string(w)] {
				out[string(w)] = true
				todo = append(todo, string(w))
			}
		}
	}
	for span := range spans {
		read(span)
	}
	for len(todo) > 0 && left > 0 {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, f := range funcs[w] {
			read(f.Span)
		}
		for _, b := range binds[w] {
			read(b.Value.Span)
		}
	}
	return out
}

// reaches reports whether an expression is part of the value of one of the names.
func (r *sweeper) reaches(e *syntax.Expr, names map[string]bool) bool {
	for x, n := e, 0; x != nil && n < 16 && len(names) > 0; x, n = x.Parent, n+1 {
		if b := r.BindOf[x]; b != nil && names[ident.Last(b.Name)] {
			return true
		}
	}
	return false
}

type attackCount struct {
	patterns, attacks int
	// named is set for a list of them that is called so: PROMPT_INJECTION_PATTERNS.
	named bool
}

const (
	// manyPatterns is how many patterns make a file one of rules when someAttacks of them are about attacks.
	manyPatterns, someAttacks = 8, 3
	// manyAttacks is how many attacks do alone.
	manyAttacks = 6
	// namedPatterns is how many elements a list takes whose name speaks of patterns.
	namedPatterns = 5
)

func (c *attackCount) isScanner() bool {
	return c.named || c.attacks >= manyAttacks || c.patterns >= manyPatterns && c.attacks >= someAttacks
}

func (c *attackCount) count(s string) {
	c.patterns++
	if attackPhrase(s) {
		c.attacks++
	}
}

func (r *sweeper) countList(l *syntax.Expr, c *attackCount) {
	for _, item := range l.Items {
		if size := item.Span.End - item.Span.Start; size < 2000 && r.Spend(1+size/64) {
			c.count(string(r.File.Data[item.Span.Start:item.Span.End]))
		}
	}
	if len(l.Items) >= namedPatterns && ident.Contains(ident.Key(r.listName(l)), attackNames...) {
		c.named = true
	}
}

var attackNames = strings.Fields(`promptinjection jailbreak toolpoison injectionphrase injectioninstruction poisonedtool poisoneddescription rugpull`)

// attackPhrases are phrases of attacks on models, in lower case with one space between words. Those with two parts need both, in order.
var attackPhrases = strings.Split(`ignore..instruction|ignore..previous|ignore..prior|disregard..instruction|disregard..previous|forget..instruction|`+
	`forget..previous|override..instruction|bypass..instruction|new..instructions|system prompt|exfiltrat|jailbreak|do not tell|don t tell|do not mention|`+
	`do not inform|without telling|without..the user knowing|important..instruction|poison|developer mode|prompt injection|you are now|pretend you|`+
	`pretend to be|hidden instruction|before using this tool|reveal..prompt|do anything now|act as the`, "|")

func attackPhrase(s string) bool {
	if strings.Contains(s, "<IMPORTANT>") || strings.Contains(s, "<important>") {
		return true
	}
	s = phraseText(s)
	return slices.ContainsFunc(attackPhrases, func(phrase string) bool {
		begin, end, _ := strings.Cut(phrase, "..")
		_, rest, ok := strings.Cut(s, begin)
		return ok && strings.Contains(rest, end)
	})
}

// phraseText returns the words of a pattern in lower case, with one space between them for anything else, \s and \b included.
func phraseText(s string) string {
	var b strings.Builder
	space := true
	for i := 0; i < len(s); i++ {
		c := s[i]
		word := ident.IsLetter(c) || ident.IsDigit(c) || c >= 0x80
		if c == '\\' && i+1 < len(s) {
			i++ // the class that follows: \s, \b, \w
		}
		if word {
			b.WriteByte(ident.Lower(c))
		} else if !space {
			b.WriteByte(' ')
		}
		space = !word
	}
	return b.String()
}

// listName returns the name or key of a list, or of the list or object around it, or "".
func (r *sweeper) listName(l *syntax.Expr) string {
	for x, n := l, 0; x != nil && n < 4; x, n = x.Parent, n+1 {
		if name := r.ownName(x); name != "" {
			return name
		}
	}
	return ""
}

// ownName returns the name that an expression is assigned to, or its key, or "".
func (r *sweeper) ownName(x *syntax.Expr) string {
	if b := r.BindOf[x]; b != nil {
		return ident.Last(b.Name)
	}
	if a := x.ArgOf(); a != nil {
		return a.Name
	}
	return ""
}
