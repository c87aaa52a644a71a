// Package ignore matches paths against patterns as in .gitignore, and reads the list of the files that git tracks.
package ignore

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/org/mcp-lint/internal/wordset"
)

const (
	// MaxBytes bounds one file of ignore patterns, which people write by hand. Where a file passes this or one of the
	// next two bounds, nothing is ignored in its folder, which is reported: more is scanned then, not less.
	MaxBytes = 1 << 20
	// maxRules bounds the patterns in effect in one folder.
	maxRules = 20_000
	// MaxPattern bounds one pattern: no path component is longer than 255 bytes and few paths than 1000.
	MaxPattern = 1024
	// MaxSteps bounds all matching of one run, counted in bytes compared, so that hostile patterns on many paths end
	// after some seconds. From there on nothing is ignored. A tree of 20,000 files takes less than a hundredth of it.
	MaxSteps = 1_000_000_000
)

// Rule is one pattern of gitignore(5).
type Rule struct {
	negate  bool
	dirOnly bool
	// byName is set for patterns without a slash, which are matched against the last component at any depth.
	byName bool
	// literal is the leading part without wildcards, all of the pattern when rest is empty.
	literal string
	// suffix is set for a star and then a literal, the most frequent wildcard.
	suffix string
	rest   *glob
}

// Rules are the patterns of one file, together with those of the folders above it.
type Rules struct {
	// base is the folder that the patterns are relative to: "" or a path without a final slash.
	base string
	list []Rule
	up   *Rules
	// total counts the patterns of the chain.
	total int
}

// Parse reads a file of patterns. It reports false when a pattern is too long to be followed.
func Parse(data []byte) ([]Rule, bool) {
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	var list []Rule
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		line, _, _ = bytes.Cut(bytes.TrimSuffix(line, []byte("\r")), []byte{0}) // git reads lines as C strings
		switch {
		case len(line) == 0 || line[0] == '#':
		case len(line) > MaxPattern:
			return nil, false
		default:
			if r, ok := parseRule(trimTrailingSpaces(string(line))); ok {
				list = append(list, r)
			}
		}
	}
	return list, true
}

// trimTrailingSpaces removes spaces at the end unless a backslash stands before them.
func trimTrailingSpaces(s string) string {
	for {
		rest, ok := strings.CutSuffix(s, " ")
		if escapes := len(rest) - len(strings.TrimRight(rest, `\`)); !ok || escapes%2 == 1 {
			return s
		}
		s = rest
	}
}

func parseRule(s string) (Rule, bool) {
	var r Rule
	s, r.negate = strings.CutPrefix(s, "!")
	s, r.dirOnly = strings.CutSuffix(s, "/")
	if s == "" {
		return r, false
	}
	r.byName = !strings.Contains(s, "/")
	s = strings.TrimPrefix(s, "/")
	wild := strings.IndexAny(s, `*?[\`)
	switch {
	case wild < 0:
		r.literal = s
	case r.byName && s[0] == '*' && !strings.ContainsAny(s[1:], `*?[\`):
		r.suffix = s[1:]
		if r.suffix == "" {
			r.rest = &glob{pattern: s}
		}
	case r.byName:
		// Only here may two stars be compiled apart from the text before them: there is no slash that they could reach.
		r.rest = &glob{pattern: s}
	default:
		r.literal, r.rest = s[:wild], &glob{pattern: s[wild:]}
	}
	return r, true
}

// match reports whether the rule matches a path relative to its folder; name is the last component. It adds the bytes compared to steps.
func (r *Rule) match(rel, name string, steps *int) bool {
	s := rel
	if r.byName {
		s = name
	}
	*steps += 1 + min(len(r.literal), len(s))
	switch {
	case r.suffix != "":
		return strings.HasSuffix(s, r.suffix)
	case r.rest == nil:
		return s == r.literal
	}
	rest, ok := strings.CutPrefix(s, r.literal)
	return ok && r.rest.fits(rest, steps)
}

// Push returns the chain with the patterns of one more file, which weigh more. It reports false when there are too many.
func (c *Rules) Push(base string, list []Rule) (*Rules, bool) {
	n := &Rules{base: base, list: list, up: c, total: len(list)}
	if c != nil {
		n.total += c.total
	}
	return n, n.total <= maxRules
}

// Ignored reports whether the patterns ignore the path by itself: the last one that matches decides, the innermost file first.
func (c *Rules) Ignored(rel string, isDir bool, steps *int) bool {
	name := path.Base(rel)
	for ; c != nil; c = c.up {
		sub := rel
		if c.base != "" {
			sub = rel[len(c.base)+1:]
		}
		for i := len(c.list) - 1; i >= 0; i-- {
			if r := &c.list[i]; (isDir || !r.dirOnly) && r.match(sub, name, steps) {
				return !r.negate
			}
		}
	}
	return false
}

// glob is a pattern of gitignore(5) as a regular expression, where backtracking could take exponentially many steps.
type glob struct {
	pattern string
	once    sync.Once
	re      *regexp.Regexp
}

const (
	// globStep is what one byte of a text costs with one of a pattern, and globCompile what one of a pattern costs at first, in comparisons of
	// bytes.
	globStep, globCompile = 8, 1000
	// nothing is an expression that matches nothing.
	nothing = `[^\x00-\x{10FFFF}]`
)

// fits reports whether the whole of s is matched. It adds what that costs to steps.
func (g *glob) fits(s string, steps *int) bool {
	g.once.Do(func() {
		*steps += globCompile * len(g.pattern)
		expr, _ := globExpression(g.pattern)
		g.re = regexp.MustCompile(`(?s)\A(?:` + expr + `)\z`)
	})
	*steps += globStep * len(g.pattern) * (len(s) + 1)
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return g.re.MatchString(s)
	}
	// Git compares bytes: each is a character here.
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return g.re.MatchString(string(runes))
}

// globExpression reads a pattern as git's wildmatch does with WM_PATHNAME; ok is false for malformed ones, which match nothing.
func globExpression(p string) (expr string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(p); {
		switch p[i] {
		case '\\':
			if i+1 == len(p) {
				return nothing, false
			}
			fmt.Fprintf(&b, `\x{%x}`, p[i+1])
			i += 2
		case '?':
			b.WriteString("[^/]")
			i++
		case '*':
			j := i
			for j < len(p) && p[j] == '*' {
				j++
			}
			// Two or more stars mean "any depth" only when they are a whole component.
			deep := j-i > 1 && (i == 0 || p[i-1] == '/') && (j == len(p) || p[j] == '/' || strings.HasPrefix(p[j:], `\/`))
			switch {
			case deep && j < len(p) && p[j] == '/':
				b.WriteString("(?:.*/)?")
				j++
			case deep:
				b.WriteString(".*")
			default:
				b.WriteString("[^/]*")
			}
			i = j
		case '[':
			set, end := setExpression(p, i+1)
			if end < 0 {
				return nothing, false
			}
			b.WriteString(set)
			i = end
		default:
			fmt.Fprintf(&b, `\x{%x}`, p[i])
			i++
		}
	}
	return b.String(), true
}

// setExpression reads the bracket expression whose inside begins at p[i] and returns the offset behind it, or -1 when it is malformed, in
// which case git lets the pattern match nothing.
func setExpression(p string, i int) (expr string, end int) {
	var set [256]bool
	at := func(i int) byte {
		if i < len(p) {
			return p[i]
		}
		return 0
	}
	negate := at(i) == '!' || at(i) == '^'
	if negate {
		i++
	}
	previous := -1
	for first := true; first || i < len(p) && p[i] != ']'; first = false {
		from := previous
		previous = -1
		switch c := at(i); {
		case c == '-' && from >= 0 && i+1 < len(p) && p[i+1] != ']':
			if i++; p[i] == '\\' {
				i++
			}
			for b := from; b <= int(at(i)); b++ {
				set[b] = true
			}
		case c == '[' && at(i+1) == ':':
			name, _, closed := strings.Cut(p[i+2:], "]")
			class, named := strings.CutSuffix(name, ":")
			if !closed || named && !posixClasses[class] {
				return "", -1
			}
			if !named {
				set['['], previous = true, '['
				break
			}
			in := regexp.MustCompile("[[:" + class + ":]]")
			for b := range 128 {
				set[b] = set[b] || in.MatchString(string(rune(b)))
			}
			i += 2 + len(name)
		default:
			if c == '\\' {
				i++
			}
			set[at(i)], previous = true, int(at(i))
		}
		i++
	}
	if i >= len(p) {
		return "", -1
	}
	var b strings.Builder
	for c, in := range set {
		if in != negate && c != '/' {
			fmt.Fprintf(&b, `\x{%x}`, c)
		}
	}
	if b.Len() == 0 {
		return nothing, i + 1
	}
	return "[" + b.String() + "]", i + 1
}

// posixClasses are the named classes of POSIX that git knows.
var posixClasses = wordset.Of("alnum alpha blank cntrl digit graph lower print punct space upper xdigit")
