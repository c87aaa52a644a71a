package discover

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// glob is a pattern of gitignore(5). It is matched by a regular expression, whose time is at most that of each of its bytes with each of
// the text, where backtracking could take exponentially many steps.
type glob struct {
	pattern string
	// whole fits all of a text and folder the folders it begins with, once somebody has asked.
	once          sync.Once
	whole, folder *regexp.Regexp
}

const (
	// globStep is what one byte of a text costs with one of a pattern, and globCompile what one of a pattern costs at first, in comparisons of bytes.
	globStep, globCompile = 8, 1000
	// nothing is an expression that matches nothing.
	nothing = `[^\x00-\x{10FFFF}]`
)

// fits reports whether the whole of s is matched, or, when folder is set, a folder that s begins with. It adds what that costs to steps.
func (g *glob) fits(s string, folder bool, steps *int) bool {
	g.once.Do(func() {
		*steps += globCompile * len(g.pattern)
		expr, _ := globExpression(g.pattern)
		g.whole, g.folder = regexp.MustCompile(`(?s)\A(?:`+expr+`)\z`), regexp.MustCompile(`(?s)\A(?:`+expr+`)/`)
	})
	*steps += globStep * len(g.pattern) * (len(s) + 1)
	if s = bytesAsRunes(s); folder {
		return g.folder.MatchString(s)
	}
	return g.whole.MatchString(s)
}

// bytesAsRunes makes a character of each byte, for git compares bytes.
func bytesAsRunes(s string) string {
	if isASCII(s) {
		return s
	}
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// globExpression reads the pattern as git's wildmatch does with WM_PATHNAME; ok is false for what git calls malformed, which matches
// nothing.
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
			set, end := compileClass(p, i)
			if set == nil {
				return nothing, false
			}
			b.WriteString(classExpression(set))
			i = end
		default:
			fmt.Fprintf(&b, `\x{%x}`, p[i])
			i++
		}
	}
	return b.String(), true
}

func classExpression(set *[256]bool) string {
	var b strings.Builder
	for c, in := range set {
		if in {
			fmt.Fprintf(&b, `\x{%x}`, c)
		}
	}
	if b.Len() == 0 {
		return nothing
	}
	return "[" + b.String() + "]"
}

// compileClass reads the bracket expression at p[i] and returns its set and the offset behind it, or nil when it is
// malformed, in which case git lets the pattern match nothing.
func compileClass(p string, i int) (*[256]bool, int) {
	var set [256]bool
	i++
	negate := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negate {
		i++
	}
	previous := -1
	for first := true; first || i < len(p) && p[i] != ']'; first = false {
		if i >= len(p) {
			return nil, 0
		}
		c := p[i]
		switch {
		case c == '-' && previous >= 0 && i+1 < len(p) && p[i+1] != ']':
			i++
			if p[i] == '\\' {
				if i++; i >= len(p) {
					return nil, 0
				}
			}
			for b := previous; b <= int(p[i]); b++ {
				set[b] = true
			}
			previous = -1
		case c == '[' && i+1 < len(p) && p[i+1] == ':':
			end := strings.IndexByte(p[i+2:], ']')
			if end < 0 {
				return nil, 0
			}
			name, named := strings.CutSuffix(p[i+2:i+2+end], ":")
			if !named {
				set['['] = true
				previous = '['
				break
			}
			if !posixClasses[name] {
				return nil, 0
			}
			in := regexp.MustCompile("[[:" + name + ":]]")
			for b := range 128 {
				set[b] = set[b] || in.MatchString(string(rune(b)))
			}
			i += 2 + end
			previous = -1
		case c == '\\':
			if i++; i >= len(p) {
				return nil, 0
			}
			set[p[i]] = true
			previous = int(p[i])
		default:
			set[c] = true
			previous = int(c)
		}
		i++
	}
	if i >= len(p) {
		return nil, 0
	}
	if negate {
		for b := range set {
			set[b] = !set[b]
		}
	}
	set['/'] = false
	return &set, i + 1
}

// posixClasses are the named classes of POSIX that git knows.
var posixClasses = wordSet("alnum alpha blank cntrl digit graph lower print punct space upper xdigit")

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
func isDigit(b byte) bool  { return b >= '0' && b <= '9' }
