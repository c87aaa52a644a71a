package discover

import "strings"

// A glob is a pattern of gitignore(5), compiled to tokens. It is matched by following all ways through the tokens at
// once, which takes at most tokens times bytes steps whatever the pattern, where backtracking can take exponentially many.
type glob []token

type tokenKind uint8

const (
	// tokByte is one byte.
	tokByte tokenKind = iota
	// tokAny is '?': one byte but not a slash.
	tokAny
	// tokClass is '[...]': one byte of a set but not a slash.
	tokClass
	// tokStar is '*': any bytes but slashes.
	tokStar
	// tokDeep is '**': any bytes.
	tokDeep
	// tokOptional reads nothing and lets the two tokens behind it, '**' and a slash, be left out.
	tokOptional
	// tokNever matches nothing; it stands for what git calls malformed.
	tokNever
)

type token struct {
	kind tokenKind
	b    byte
	set  *[256]bool
}

// compileGlob reads the pattern as git's wildmatch does with WM_PATHNAME.
func compileGlob(p string) glob {
	var g glob
	for i := 0; i < len(p); {
		switch p[i] {
		case '\\':
			if i+1 == len(p) {
				return append(g, token{kind: tokNever})
			}
			g = append(g, token{b: p[i+1]})
			i += 2
		case '?':
			g = append(g, token{kind: tokAny})
			i++
		case '*':
			j := i
			for j < len(p) && p[j] == '*' {
				j++
			}
			kind := tokStar
			// Two or more stars mean "any depth" only when they are a whole component.
			if j-i > 1 && (i == 0 || p[i-1] == '/') && (j == len(p) || p[j] == '/' || strings.HasPrefix(p[j:], `\/`)) {
				kind = tokDeep
				if j < len(p) && p[j] == '/' {
					g = append(g, token{kind: tokOptional})
				}
			}
			g = append(g, token{kind: kind})
			i = j
		case '[':
			set, end := compileClass(p, i)
			if set == nil {
				return append(g, token{kind: tokNever})
			}
			g = append(g, token{kind: tokClass, set: set})
			i = end
		default:
			g = append(g, token{b: p[i]})
			i++
		}
	}
	return g
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
			in, known := classes[name]
			if !known {
				return nil, 0
			}
			for b := range 128 {
				set[b] = set[b] || in(byte(b))
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

// classes are the named classes of POSIX for ASCII, as git knows them.
var classes = map[string]func(byte) bool{
	"alnum":  func(b byte) bool { return isLetter(b) || isDigit(b) },
	"alpha":  isLetter,
	"blank":  func(b byte) bool { return b == ' ' || b == '\t' },
	"cntrl":  func(b byte) bool { return b < 0x20 || b == 0x7F },
	"digit":  isDigit,
	"graph":  func(b byte) bool { return b > 0x20 && b < 0x7F },
	"lower":  func(b byte) bool { return b >= 'a' && b <= 'z' },
	"print":  func(b byte) bool { return b >= 0x20 && b < 0x7F },
	"punct":  func(b byte) bool { return b > 0x20 && b < 0x7F && !isLetter(b) && !isDigit(b) },
	"space":  func(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' },
	"upper":  func(b byte) bool { return b >= 'A' && b <= 'Z' },
	"xdigit": func(b byte) bool { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'f' },
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
func isDigit(b byte) bool  { return b >= '0' && b <= '9' }

// match reports whether the whole of s is matched.
func (g glob) match(s string) bool { return g.follow(s, false, true) }

// matchStart reports whether the folders that s begins with are matched, and, when whole is set, all of s.
func (g glob) matchStart(s string, whole bool) bool { return g.follow(s, true, whole) }

func (g glob) follow(s string, start, whole bool) bool {
	// now[i] means that tokens before i have matched what was read; one more place than tokens is the end.
	now, next := make([]bool, len(g)+1), make([]bool, len(g)+1)
	g.reach(now, 0)
	for i := range len(s) {
		if start && s[i] == '/' && now[len(g)] {
			return true
		}
		clear(next)
		alive := false
		for k, on := range now[:len(g)] {
			if !on {
				continue
			}
			t, c := g[k], s[i]
			switch {
			case t.kind == tokDeep, t.kind == tokStar && c != '/':
				g.reach(next, k)
			case t.kind == tokByte && t.b == c, t.kind == tokAny && c != '/', t.kind == tokClass && t.set[c]:
				g.reach(next, k+1)
			default:
				continue
			}
			alive = true
		}
		if !alive {
			return false
		}
		now, next = next, now
	}
	return whole && now[len(g)]
}

// reach marks place k and those that are reached from it without reading.
func (g glob) reach(places []bool, k int) {
	for !places[k] {
		places[k] = true
		if k == len(g) {
			return
		}
		switch g[k].kind {
		case tokOptional:
			g.reach(places, k+3)
		case tokStar, tokDeep:
		default:
			return
		}
		k++
	}
}
