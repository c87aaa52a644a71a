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
// pair stands as three; pairs are joined and what is no character becomes U+FFFD in the end.
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

var (
	pythonText   = regexp.MustCompile(`\\(?:\r\n|N\{[^}]+\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[0-7]{1,3}|[\s\S])`)
	pythonBytes  = regexp.MustCompile(`\\(?:\r\n|x[0-9a-fA-F]{2}|[0-7]{1,3}|[\s\S])`)
	pythonFormat = regexp.MustCompile(`\{\{|\}\}|\\(?:\r\n|N\{[^}]+\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[0-7]{1,3}|[^{}])`)
	pythonRawFmt = regexp.MustCompile(`\{\{|\}\}`)
)

// pythonDecode decodes the content of a string with that prefix, in small letters.
func pythonDecode(prefix string) func(string) string {
	has := func(letters string) bool { return strings.ContainsAny(prefix, letters) }
	pattern := pythonText
	switch {
	case has("ft") && has("r"):
		pattern = pythonRawFmt
	case has("ft"):
		pattern = pythonFormat
	case has("r"):
		return verbatim
	case has("b"):
		pattern = pythonBytes
	}
	return func(s string) string {
		return unescape(pattern, s, func(e string) string {
			if e[0] != '\\' {
				return e[:1]
			}
			switch c := e[1]; {
			case c == '\n' || c == '\r':
				return ""
			case c == 'N' && len(e) > 2:
				if r, ok := characterNames()[strings.ToUpper(e[3:len(e)-1])]; ok {
					return string(r)
				}
				return string(utf8.RuneError)
			case (c == 'u' || c == 'U') && len(e) > 2:
				return code(e[2:], 16)
			case c == 'x' && len(e) > 2 && has("b"):
				return octet(e[2:], 16)
			case c == 'x' && len(e) > 2:
				return code(e[2:], 16)
			case c >= '0' && c <= '7' && has("b"):
				return octet(e[1:], 8)
			case c >= '0' && c <= '7':
				return code(e[1:], 8)
			}
			if t, ok := simple("\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v", e[1]); ok {
				return t
			}
			return e
		})
	}
}

var scriptEscape = regexp.MustCompile(`\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[0-3][0-7]{0,2}|[4-7][0-7]?|\r\n|[\s\S])`)

func scriptDecode(s string) string {
	return unescape(scriptEscape, s, func(e string) string {
		switch c := e[1]; {
		case c == '\n' || c == '\r' || e[1:] == "\u2028" || e[1:] == "\u2029":
			return ""
		case c == 'u' && len(e) > 2:
			return code(strings.Trim(e[2:], "{}"), 16)
		case c == 'x' && len(e) > 2:
			return code(e[2:], 16)
		case c == 'u' || c == 'x':
			return e
		case c >= '0' && c <= '7':
			return code(e[1:], 8)
		}
		if t, ok := simple("b\bf\fn\nr\rt\tv\v", e[1]); ok {
			return t
		}
		return e[1:]
	})
}

var csharpEscape = regexp.MustCompile(`\\(?:x[0-9a-fA-F]{1,4}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S])`)

func csharpDecode(s string) string {
	return unescape(csharpEscape, s, func(e string) string {
		if strings.ContainsRune("xuU", rune(e[1])) && len(e) > 2 {
			return code(e[2:], 16)
		}
		if t, ok := simple("''\"\"\\\\0\x00a\ab\bf\fn\nr\rt\tv\ve\x1b", e[1]); ok {
			return t
		}
		return e
	})
}

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

var javaEscape = regexp.MustCompile(`\\(?:u+[0-9a-fA-F]{4}|[0-3][0-7]{0,2}|[4-7][0-7]?|\r\n|[\s\S])`)

func javaDecode(s string) string {
	return unescape(javaEscape, s, func(e string) string {
		switch c := e[1]; {
		case c == '\n' || c == '\r':
			return ""
		case c == 'u' && len(e) > 2:
			return code(strings.TrimLeft(e[1:], "u"), 16)
		case c >= '0' && c <= '7':
			return code(e[1:], 8)
		}
		if t, ok := simple("''\"\"\\\\b\bf\fn\nr\rs t\t", e[1]); ok {
			return t
		}
		return e
	})
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
	return javaDecode(strings.Join(lines, "\n"))
}

var kotlinEscape = regexp.MustCompile(`\\(?:u[0-9a-fA-F]{4}|[\s\S])`)

func kotlinDecode(s string) string {
	return unescape(kotlinEscape, s, func(e string) string {
		if len(e) == 6 && e[1] == 'u' {
			return code(e[2:], 16)
		}
		if t, ok := simple("''\"\"\\\\b\bn\nr\rt\t$$", e[1]); ok {
			return t
		}
		return e
	})
}

var rustEscape = regexp.MustCompile(`\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F_]+\}|\r?\n[ \t\r\n]*|[\s\S])`)

func rustDecode(bytes bool) func(string) string {
	return func(s string) string {
		return unescape(rustEscape, s, func(e string) string {
			switch c := e[1]; {
			case c == '\n' || c == '\r':
				return ""
			case c == 'x' && len(e) > 2 && bytes:
				return octet(e[2:], 16)
			case c == 'x' && len(e) > 2:
				return code(e[2:], 16)
			case c == 'u' && len(e) > 2:
				return code(strings.Trim(e[2:], "{}"), 16)
			}
			if t, ok := simple("''\"\"\\\\0\x00n\nr\rt\t", e[1]); ok {
				return t
			}
			return e
		})
	}
}

var (
	phpSingle = regexp.MustCompile(`\\[\\']`)
	phpDouble = regexp.MustCompile("\\\\(?:[0-7]{1,3}|[xX][0-9a-fA-F]{1,2}|u\\{[0-9a-fA-F]+\\}|[\\s\\S])")
)

func phpSingleDecode(s string) string {
	return unescape(phpSingle, s, func(e string) string { return e[1:] })
}

// phpDecode decodes the content of a string in these quotes, or of a heredoc.
func phpDecode(quote string) func(string) string {
	return func(s string) string {
		return unescape(phpDouble, s, func(e string) string {
			switch c := e[1]; {
			case e[1:] == quote:
				return quote
			case c >= '0' && c <= '7':
				return octet(e[1:], 8)
			case (c == 'x' || c == 'X') && len(e) > 2:
				return octet(e[2:], 16)
			case c == 'u' && len(e) > 2:
				return code(strings.Trim(e[2:], "{}"), 16)
			}
			if t, ok := simple("n\nr\rt\tv\ve\x1bf\f\\\\$$", e[1]); ok {
				return t
			}
			return e
		})
	}
}

var (
	rubySingleEscape = regexp.MustCompile(`\\[\s\S]`)
	rubyDoubleEscape = regexp.MustCompile(`\\(?:\r\n|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{1,2}|[0-7]{1,3}|[\s\S])`)
)

// rubySingleDecode decodes a string in which only its delimiters and the backslash are escaped.
func rubySingleDecode(delimiters string) func(string) string {
	return func(s string) string {
		return unescape(rubySingleEscape, s, func(e string) string {
			if e[1] == '\\' || strings.Contains(delimiters, e[1:]) {
				return e[1:]
			}
			return e
		})
	}
}

func rubyDecode(s string) string {
	return unescape(rubyDoubleEscape, s, func(e string) string {
		switch c := e[1]; {
		case c == '\n' || c == '\r' && len(e) > 2:
			return ""
		case c == 'u' && strings.HasPrefix(e, `\u{`):
			out := ""
			for _, digits := range strings.Fields(e[3 : len(e)-1]) {
				out += code(digits, 16)
			}
			return out
		case c == 'u' && len(e) > 2:
			return code(e[2:], 16)
		case c == 'x' && len(e) > 2:
			return octet(e[2:], 16)
		case c >= '0' && c <= '7':
			return octet(e[1:], 8)
		}
		if t, ok := simple("a\ab\be\x1bf\fn\nr\rs t\tv\v", e[1]); ok {
			return t
		}
		return e[1:]
	})
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

var cppEscape = regexp.MustCompile(`\\(?:\r\n|x[0-9a-fA-F]+|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[\s\S])`)

func cppDecode(s string) string {
	return unescape(cppEscape, s, func(e string) string {
		switch c := e[1]; {
		case c == '\n' || c == '\r':
			return ""
		case c == 'x' && len(e) > 2:
			return octet(e[2:], 16)
		case (c == 'u' || c == 'U') && len(e) > 2:
			return code(e[2:], 16)
		case c >= '0' && c <= '7':
			return octet(e[1:], 8)
		}
		if t, ok := simple("''\"\"\\\\??a\ab\bf\fn\nr\rt\tv\ve\x1b", e[1]); ok {
			return t
		}
		return e
	})
}

var elixirEscape = regexp.MustCompile(`\\(?:\r\n|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x\{[0-9a-fA-F]+\}|x[0-9a-fA-F]{1,2}|[\s\S])`)

func elixirDecode(s string) string {
	return unescape(elixirEscape, s, func(e string) string {
		switch c := e[1]; {
		case c == '\n' || c == '\r':
			return ""
		case c == 'x' && len(e) > 2 && e[2] != '{':
			return octet(e[2:], 16)
		case (c == 'u' || c == 'x') && len(e) > 2:
			return code(strings.Trim(e[2:], "{}"), 16)
		}
		if t, ok := simple("0\x00a\ab\bd\x7fe\x1bf\fn\nr\rs t\tv\v", e[1]); ok {
			return t
		}
		return e[1:]
	})
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
