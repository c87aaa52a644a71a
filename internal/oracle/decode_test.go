package oracle

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/runenames"
)

// unescape replaces what matches by what f makes of it. The pieces are put together as bytes, in which a half of a surrogate
// pair stands as three; pairs are joined and what is not a character becomes U+FFFD in the end.
func unescape(pattern *regexp.Regexp, s string, f func(escape string) string) string {
	return wellFormed(pattern.ReplaceAllStringFunc(s, f))
}

// code returns the code point written in a base, or the half of a surrogate pair.
func code(digits string, base int) string {
	v, err := strconv.ParseUint(strings.ReplaceAll(digits, "_", ""), base, 32)
	switch {
	case err != nil || v > utf8.MaxRune:
		return string(utf8.RuneError)
	case utf16.IsSurrogate(rune(v)):
		return string([]byte{0xED, 0x80 | byte(v>>6)&0x3F, 0x80 | byte(v)&0x3F})
	}
	return string(rune(v))
}

// octet returns the byte written in a base.
func octet(digits string, base int) string {
	v, _ := strconv.ParseUint(digits, base, 32)
	return string([]byte{byte(v)})
}

func wellFormed(s string) string {
	half := func(at int) rune {
		if at+3 <= len(s) && s[at] == 0xED && s[at+1] >= 0xA0 {
			return 0xD000 | rune(s[at+1]&0x3F)<<6 | rune(s[at+2]&0x3F)
		}
		return 0
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if h := half(i); h != 0 {
			if r := utf16.DecodeRune(h, half(i+3)); r != utf8.RuneError {
				b.WriteRune(r)
				i += 6
				continue
			}
			b.WriteRune(utf8.RuneError)
			i += 3
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		b.WriteRune(r)
		i += size
	}
	return b.String()
}

// simple returns what a letter stands for in pairs of letters and meanings.
func simple(pairs string, letter byte) (string, bool) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == letter {
			return pairs[i+1 : i+2], true
		}
	}
	return "", false
}

func verbatim(s string) string { return s }

// characterNames are all characters by name.
var characterNames = sync.OnceValue(func() map[string]rune {
	out := map[string]rune{}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if name := runenames.Name(r); name != "" && name[0] != '<' {
			out[name] = r
		}
	}
	return out
})

// escapes are the escapes of one kind of literal.
type escapes struct {
	// pattern is what may follow the backslash; any one character may.
	pattern *regexp.Regexp
	// pairs are letters and what they mean.
	pairs string
	// octal is set where digits are an escape; octets where they are bytes, and those of \x.
	octal, octets bool
	// joins drops line breaks; drop the backslash of any other escape.
	joins, drop bool
}

func escapesOf(pattern, pairs string) *escapes {
	return &escapes{pattern: regexp.MustCompile(`\\(?:` + pattern + `[\s\S])`), pairs: pairs}
}

const (
	u4     = `u[0-9a-fA-F]{4}|`
	u8     = `U[0-9a-fA-F]{8}|`
	x2     = `x[0-9a-fA-F]{2}|`
	x12    = `x[0-9a-fA-F]{1,2}|`
	braced = `u\{[0-9a-fA-F_]+\}|`
	octal  = `[0-3][0-7]{0,2}|[4-7][0-7]?|`
	octal3 = `[0-7]{1,3}|`
	crlf   = `\r\n|`
)

var (
	pythonText    = escapesOf(crlf+`N\{[^}]+\}|`+u4+u8+x2+octal3, "\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v").with("octal joins")
	pythonBytes   = escapesOf(crlf+x2+octal3, pythonText.pairs).with("octal octets joins")
	scriptEscapes = escapesOf(braced+u4+x2+octal+crlf, "b\bf\fn\nr\rt\tv\v").with("octal joins drop")
	csharpEscapes = escapesOf(`x[0-9a-fA-F]{1,4}|`+u4+u8, "''\"\"\\\\0\x00a\ab\bf\fn\nr\rt\tv\ve\x1b")
	javaEscapes   = escapesOf(`u+[0-9a-fA-F]{4}|`+octal+crlf, "''\"\"\\\\b\bf\fn\nr\rs t\t").with("octal joins")
	kotlinEscapes = escapesOf(u4, "''\"\"\\\\b\bn\nr\rt\t$$")
	rustEscapes   = escapesOf(x2+braced+`\r?\n[ \t\r\n]*|`, "''\"\"\\\\0\x00n\nr\rt\t").with("joins")
	rustBytes     = escapesOf(x2+braced+`\r?\n[ \t\r\n]*|`, rustEscapes.pairs).with("octets joins")
	rubyEscapes   = escapesOf(crlf+`u\{[^}]*\}|`+u4+x12+octal3, "a\ab\be\x1bf\fn\nr\rs t\tv\v").with("octal octets joins drop")
	cppEscapes    = escapesOf(crlf+`x[0-9a-fA-F]+|`+u4+u8+octal3, "''\"\"\\\\??a\ab\bf\fn\nr\rt\tv\ve\x1b").with("octal octets joins")
	elixirEscapes = escapesOf(crlf+braced+u4+`x\{[0-9a-fA-F]+\}|`+x12, "0\x00a\ab\bd\x7fe\x1bf\fn\nr\rs t\tv\v").with("octets joins drop")
)

// phpDecode decodes the content of a string in these quotes, or of a heredoc.
func phpDecode(quote string) func(string) string {
	return escapesOf(octal3+`[xX][0-9a-fA-F]{1,2}|u\{[0-9a-fA-F]+\}|`, quote+quote+"n\nr\rt\tv\ve\x1bf\f\\\\$$").with("octal octets").decode
}

// with sets what the words of flags name.
func (d *escapes) with(flags string) *escapes {
	has := func(flag string) bool { return strings.Contains(" "+flags+" ", " "+flag+" ") }
	d.octal, d.octets, d.joins, d.drop = has("octal"), has("octets"), has("joins"), has("drop")
	return d
}

func (d *escapes) decode(s string) string { return unescape(d.pattern, s, d.escape) }

// escape decodes one escape.
func (d *escapes) escape(e string) string {
	letter := e[1]
	digits := strings.Trim(strings.TrimLeft(e[2:], "u"), "{}")
	switch t, ok := simple(d.pairs, letter); {
	case ok && len(e) == 2:
		return t
	case d.joins && (letter == '\n' || letter == '\r' || e[1:] == "\u2028" || e[1:] == "\u2029"):
		return ""
	case letter == 'N' && len(e) > 2:
		if r, ok := characterNames()[strings.ToUpper(digits)]; ok {
			return string(r)
		}
		return string(utf8.RuneError)
	case (letter == 'x' || letter == 'X') && len(e) > 2 && d.octets && e[2] != '{':
		return octet(digits, 16)
	case strings.IndexByte("xXuU", letter) >= 0 && len(e) > 2:
		out := ""
		for _, one := range strings.Fields(digits) {
			out += code(one, 16)
		}
		return out
	case d.octal && letter >= '0' && letter <= '7' && d.octets:
		return octet(e[1:], 8)
	case d.octal && letter >= '0' && letter <= '7':
		return code(e[1:], 8)
	case d.drop && !(d == scriptEscapes && (letter == 'x' || letter == 'u')):
		return e[1:]
	}
	return e
}

var (
	pythonFormat = regexp.MustCompile(`\{\{|\}\}|` + strings.Replace(pythonText.pattern.String(), `[\s\S])`, `[^{}])`, 1))
	pythonRawFmt = regexp.MustCompile(`\{\{|\}\}`)
)

// pythonDecode decodes the content of a string with that prefix, in small letters.
func pythonDecode(prefix string) func(string) string {
	has := func(letters string) bool { return strings.ContainsAny(prefix, letters) }
	pattern := pythonFormat
	switch {
	case has("ft") && has("r"):
		pattern = pythonRawFmt
	case has("ft"):
	case has("r"):
		return verbatim
	case has("b"):
		return pythonBytes.decode
	default:
		return pythonText.decode
	}
	return func(s string) string {
		return unescape(pattern, s, func(e string) string {
			if e[0] != '\\' {
				return e[:1]
			}
			return pythonText.escape(e)
		})
	}
}

// guarded decodes a string in which only these characters are escaped.
func guarded(characters string) func(string) string {
	return func(s string) string {
		return unescape(escape, s, func(e string) string {
			if strings.Contains(characters, e[1:]) {
				return e[1:]
			}
			return e
		})
	}
}

var escape = regexp.MustCompile(`\\[\s\S]`)

// doubled returns a decoder for which each of the strings stands for its first half, before the rest is decoded.
func doubled(rest func(string) string, twice ...string) func(string) string {
	return func(s string) string {
		var pairs []string
		for i, t := range twice {
			pairs = append(pairs, t, string(rune(0xF1000+i)))
		}
		s = rest(strings.NewReplacer(pairs...).Replace(s))
		for i, t := range twice {
			s = strings.ReplaceAll(s, string(rune(0xF1000+i)), t[:1])
		}
		return s
	}
}

// csharpBlock decodes a raw string over several lines, or one on a line.
func csharpBlock(s string) string {
	lines := strings.Split(normal(s), "\n")
	if len(lines) < 2 {
		return s
	}
	indent := lines[len(lines)-1]
	lines = lines[1 : len(lines)-1]
	for i := range lines {
		if lines[i] = strings.TrimPrefix(lines[i], indent); strings.TrimSpace(lines[i]) == "" && len(lines[i]) <= len(indent) {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// javaBlock decodes a text block.
func javaBlock(s string) string {
	lines := strings.Split(normal(s), "\n")[1:]
	indent := -1
	for i, l := range lines {
		n := len(l) - len(strings.TrimLeft(l, " \t\f"))
		if (n < len(l) || i == len(lines)-1) && (indent < 0 || n < indent) {
			indent = n
		}
	}
	for i, l := range lines {
		lines[i] = strings.TrimRight(l[min(indent, len(l)):], " \t\f")
	}
	return javaEscapes.decode(strings.Join(lines, "\n"))
}

// rubySquiggly drops the indentation that the lines of a <<~ heredoc share.
func rubySquiggly(s string) string {
	lines := strings.SplitAfter(s, "\n")
	indent := -1
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			continue
		}
		if n := width(l); indent < 0 || n < indent {
			indent = n
		}
	}
	for i, l := range lines {
		at := 0
		for at < len(l) && (l[at] == ' ' || l[at] == '\t') && width(l[:at+1]) <= indent {
			at++
		}
		lines[i] = l[at:]
	}
	return strings.Join(lines, "")
}

// width is the number of columns that the blanks at the start of a line take.
func width(line string) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n = n/8*8 + 8
		default:
			return n
		}
	}
	return n
}

// unindent drops up to so many blanks at the start of each line.
func unindent(s string, blanks int) string {
	lines := strings.SplitAfter(s, "\n")
	for i, l := range lines {
		n := 0
		for n < blanks && n < len(l) && (l[n] == ' ' || l[n] == '\t') {
			n++
		}
		lines[i] = l[n:]
	}
	return strings.Join(lines, "")
}
