// Package ident splits and compares the identifiers of source code.
package ident

import (
	"strings"
)

// MaxWord bounds the identifiers that are cut into words.
const MaxWord = 200

// Words cuts an identifier into its words in lower case: registerTool, register_tool and MCPTool give register, mcp and tool.
func Words(name string) []string {
	if len(name) > MaxWord {
		return nil
	}
	var out []string
	begin := -1
	for i := 0; i <= len(name); i++ {
		inside := i < len(name) && (IsLetter(name[i]) || name[i] >= 0x80)
		if begin >= 0 && (!inside || IsUpper(name[i]) && (!IsUpper(name[i-1]) || i+1 < len(name) && isLower(name[i+1]))) {
			out = append(out, strings.ToLower(name[begin:i]))
			begin = -1
		}
		if inside && begin < 0 {
			begin = i
		}
	}
	return out
}

// LastWord returns the last of the words of an identifier, or "".
func LastWord(name string) string {
	if ws := Words(name); len(ws) > 0 {
		return ws[len(ws)-1]
	}
	return ""
}

// FirstByte returns the first byte of s, or 0.
func FirstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// Identifier reports whether s can be the name of a constant or member.
func Identifier(s string) bool { return s != "" && !IsDigit(s[0]) && LettersAnd(s, "_$") }

// LettersAnd reports whether s is made of letters, digits, what is not ASCII, and those other characters.
func LettersAnd(s, others string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !IsLetter(c) && !IsDigit(c) && c < 0x80 && strings.IndexByte(others, c) < 0 {
			return false
		}
	}
	return true
}

// IsUpper reports whether c is an upper-case letter of ASCII.
func IsUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }

// IsLetter reports whether c is a letter of ASCII.
func IsLetter(c byte) bool { return IsUpper(c) || isLower(c) }

// IsDigit reports whether c is a digit of ASCII.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// Last returns what follows the last dot of a path.
func Last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// Parent returns what comes before the last dot of a path, or "".
func Parent(path string) string { return path[:max(0, strings.LastIndexByte(path, '.'))] }

// Split returns what comes before and after the first dot of a path.
func Split(path string) (head, rest string) {
	head, rest, _ = strings.Cut(path, ".")
	return head, rest
}

// Contains reports whether s holds one of the words, which are in lower case, in any case of letters.
func Contains(s string, words ...string) bool {
	for _, word := range words {
		for i := 0; i+len(word) <= len(s); i++ {
			if s[i]|0x20 == word[0] && strings.EqualFold(s[i:i+len(word)], word) {
				return true
			}
		}
	}
	return false
}

// NameLike reports whether s can be the name of a definition.
func NameLike(s string) bool { return s != "" && len(s) <= MaxToolName && LettersAnd(s, NameSigns) }

// NameSigns are what names have beside letters and digits.
const NameSigns = "_-./:{}"

// MaxToolName is how long names are at most, in bytes, where nothing else shows that they are some.
const MaxToolName = 128

// Sentence reports whether s is written for people: it has words with space between them, or is of a script without spaces.
func Sentence(s string) bool {
	wide := 0
	for _, c := range []byte(strings.TrimSpace(s)) {
		if c == ' ' || c == '\n' || c == '\t' {
			return true
		}
		if c >= 0x80 {
			wide++
		}
	}
	return wide >= 6
}

// Key normalises the name of a member: inputSchema, input_schema and InputSchema are one.
func Key(name string) string {
	if len(name) > MaxWord {
		return name
	}
	out := make([]byte, 0, MaxWord)
	for i := 0; i < len(name); i++ {
		switch c := name[i]; c {
		case '_', '-', '$', '@', ':':
		default:
			out = append(out, Lower(c))
		}
	}
	if string(out) == name {
		return name
	}
	return string(out)
}

// Lower returns a letter of ASCII in lower case.
func Lower(c byte) byte {
	if IsUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}

// Head returns what comes before the first dot of a path.
func Head(path string) string { h, _ := Split(path); return h }

// Joined puts a dot between two paths, either of which may be empty.
func Joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "." + b
}

// Descriptive reports whether a name speaks of a text for people or models.
func Descriptive(name string) bool {
	return Contains(name, "desc", "text", "doc", "help", "summary", "prompt", "instruction")
}

// Schematic reports whether a name speaks of a schema.
func Schematic(name string) bool { return Contains(name, "schema", "shape", "param", "args", "input") }
