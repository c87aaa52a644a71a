package code

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

// squeezed leaves out of code the white space and what else is a matter of layout, but not within quotes and regular expressions, and is
// cut.
func squeezed(s string, lang lex.Language) string {
	if len(s) > maxSpelling {
		sum := sha256.Sum256([]byte(s))
		s = s[:maxSpelling] + "#" + hex.EncodeToString(sum[:])
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case c == '"' || c == '`' || c == '\'' && lang != lex.Rust:
			end := closing(s, i)
			if c != '`' {
				c = '"'
			}
			out = append(out, c)
			out = append(out, s[i+1:end]...)
			if i = end; i < len(s) {
				out = append(out, c)
				i++
			}
			continue
		case c == '/' && lang == lex.JavaScript && beforeRegex(out):
			end := regexEnd(s, i)
			out = append(out, s[i:end]...)
			i = end
			continue
		case c == ')' || c == ']' || c == '}' || c == '>':
			if n := len(out); n > 0 && out[n-1] == ',' {
				out = out[:n-1]
			}
		}
		out = append(out, c)
		i++
	}
	return string(out)
}

// closing is where the quote at i of s is closed, or the end of s.
func closing(s string, i int) int {
	for k := i + 1; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case s[i]:
			return k
		}
	}
	return len(s)
}

// beforeRegex reports whether a slash after that code begins a regular expression rather than divides.
func beforeRegex(out []byte) bool {
	return len(out) == 0 || strings.IndexByte("(,=:[!&|?{};+-*%<>~^", out[len(out)-1]) >= 0
}

// regexEnd is the end of the regular expression that begins at i of s.
func regexEnd(s string, i int) int {
	class := false
	for k := i + 1; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return k + 1
			}
		case '\n':
			return k
		}
	}
	return len(s)
}

// number10 writes a number without what says nothing: 7 of 7.0 and of 7.00, 1000 of 1_000, 0.5 of .5, 0xff of 0xFF. Anything else is
// as it is.
func number10(s string) string {
	plain := strings.TrimPrefix(s, "-")
	if plain == "" || !isDigit(plain[0]) && plain[0] != '.' {
		return s
	}
	s = strings.ToLower(s)
	if plain[0] == '.' {
		s = strings.Replace(s, ".", "0.", 1)
	}
	digits, dot := false, -1
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '-' && i == 0:
		case isDigit(c):
			digits = true
		case c == '_' && digits && dot < 0:
		case c == '.' && digits && dot < 0:
			dot = i
		default:
			return s
		}
	}
	if !digits {
		return s
	}
	if dot >= 0 {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return strings.ReplaceAll(s, "_", "")
}
