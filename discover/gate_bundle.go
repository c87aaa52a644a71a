package discover

import (
	"bytes"
	"sync"
	"unicode/utf8"

	"github.com/org/mcp-lint/internal/needle"
)

// describes is the index in registering of the word that stands in an object rather than in a call.
const describes = 0

// registering are the words of a bundle by which it may define a tool: the members of an object, and the calls.
var registering = sync.OnceValue(func() *needle.Set { return needle.New(registeringWords[:]...) })

var registeringWords = [...]string{
	describes: "description:", 1: ".tool(", 2: ".prompt(", 3: ".resource(", 4: ".registerTool(", 5: ".registerPrompt(", 6: ".registerResource(", 7: ".addTool(",
}

// registersVisibly reports whether a bundle defines a tool with words that are written there, in a call or in an object that begins with its
// name and its description. Such a bundle is looked at.
func registersVisibly(data []byte) (is bool) {
	needle.Each(registering(), data, func(w, end int) bool {
		begin := end - len(registeringWords[w])
		if string(data[begin:end]) != registeringWords[w] {
			return true
		}
		next := skipBlanks(data[end:])
		switch {
		case len(next) == 0:
		case w == describes:
			is = isQuote(next[0]) && endsWithName(data[:begin])
		default:
			is = isQuote(next[0]) || next[0] == '{'
		}
		return !is
	})
	return is
}

// endsWithName reports whether data ends with a name in quotes and a comma: name: "x",
func endsWithName(data []byte) bool {
	const longest = 80 // characters
	data, ok := bytes.CutSuffix(trimBlanks(data), []byte{','})
	if !ok || len(data) == 0 || !isQuote(data[len(data)-1]) {
		return false
	}
	data = data[:len(data)-1]
	begin := bytes.LastIndexAny(data, "\"'`\n")
	if begin < 0 || data[begin] == '\n' {
		return false
	}
	if n := utf8.RuneCount(data[begin+1:]); n == 0 || n > longest {
		return false
	}
	data, ok = bytes.CutSuffix(trimBlanks(data[:begin]), []byte("name:"))
	return ok && (len(data) == 0 || !isWordByte(data[len(data)-1]))
}

const blanks = "\t\n\f\r "

func skipBlanks(data []byte) []byte { return bytes.TrimLeft(data, blanks) }
func trimBlanks(data []byte) []byte { return bytes.TrimRight(data, blanks) }

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
