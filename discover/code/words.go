package code

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/wordset"
)

// maxWord bounds the identifiers that are cut into words.
const maxWord = 200

// words cuts an identifier into its words in lower case: registerTool, register_tool and MCPTool give register, mcp and tool.
func words(name string) []string {
	if len(name) > maxWord {
		return nil
	}
	var out []string
	begin := -1
	for i := 0; i <= len(name); i++ {
		inside := i < len(name) && (isLetter(name[i]) || name[i] >= 0x80)
		if begin >= 0 && (!inside || isUpper(name[i]) && (!isUpper(name[i-1]) || i+1 < len(name) && isLower(name[i+1]))) {
			out = append(out, strings.ToLower(name[begin:i]))
			begin = -1
		}
		if inside && begin < 0 {
			begin = i
		}
	}
	return out
}

// lastWord returns the last of the words of an identifier, or "".
func lastWord(name string) string {
	if ws := words(name); len(ws) > 0 {
		return ws[len(ws)-1]
	}
	return ""
}

func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// identifier reports whether s can be the name of a constant or member.
func identifier(s string) bool { return s != "" && !isDigit(s[0]) && lettersAnd(s, "_$") }

// lettersAnd reports whether s is made of letters, digits, what is not ASCII, and those other characters.
func lettersAnd(s, others string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c < 0x80 && strings.IndexByte(others, c) < 0 {
			return false
		}
	}
	return true
}

func isUpper(c byte) bool  { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool  { return c >= 'a' && c <= 'z' }
func isLetter(c byte) bool { return isUpper(c) || isLower(c) }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

func split(path string) (head, rest string) {
	head, rest, _ = strings.Cut(path, ".")
	return head, rest
}

// contains reports whether s holds one of the words, which are in lower case, in any case of letters.
func contains(s string, words ...string) bool {
	for _, word := range words {
		for i := 0; i+len(word) <= len(s); i++ {
			if s[i]|0x20 == word[0] && strings.EqualFold(s[i:i+len(word)], word) {
				return true
			}
		}
	}
	return false
}

// The kinds of definition, as detect.Kind spells them.
const (
	kindTool         = "tool"
	kindPrompt       = "prompt"
	kindResource     = "resource"
	kindTemplate     = "resource_template"
	kindInstructions = "instructions"
)

// noRegistration holds words with which a name that speaks of tools does something else than define one.
var noRegistration = wordset.Of(`
	call calls called calling list get find has remove delete unregister is handle handler handlers invoke run execute exec test mock expect assert log
	logger logging format parse render enable disable convert count filter validate error errors exception result results message response output use uses
	using event warn fail failed failure success tip bar usage choice annotation annotations param params parameter arg args argument requires require
	required needs guard check before after on hook router wrap track trace timeout limit retry update load fetch read write save record metrics cache
	allow deny not no request requests id ids name names type set content text input complete render_ send start stop emit notify display show print
	status history path dir field fields version install assertion hint hints finalize extract catch to from by select search callback registry manager
	changed`)

// kindOf returns the kind of definition that the name of a function, type or decorator speaks of, or "". verbs are words that are
// no obstacle although they are in noRegistration.
func kindOf(name string, verbs ...string) string {
	if !contains(name, "tool", "prompt", "resource") {
		return ""
	}
	kind := ""
	for _, w := range words(name) {
		k := kindWords[w]
		switch {
		case k != "":
		case noRegistration[w] && !slices.Contains(verbs, w) || strings.HasPrefix(w, "err") || w == "should":
			return ""
		case strings.HasSuffix(w, "tool") && w != "pytool":
			k = kindTool
		}
		kind = cmp.Or(kind, k)
	}
	return kind
}

var kindWords = map[string]string{
	"tool": kindTool, "tools": kindTool, "prompt": kindPrompt, "prompts": kindPrompt, "resource": kindResource, "resources": kindResource,
}

func nameLike(s string) bool { return s != "" && len(s) <= maxToolName && lettersAnd(s, nameSigns) }

// nameSigns are what names have beside letters and digits. maxToolName is how long names are at most, in bytes, where nothing else shows that
// they are some.
const nameSigns, maxToolName = "_-./:{}", 128

// sentence reports whether s is written for people: it has words with space between them, or is of a script without spaces.
func sentence(s string) bool {
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

// key normalises the name of a member: inputSchema, input_schema and InputSchema are one.
func key(name string) string {
	if len(name) > maxWord {
		return name
	}
	out := make([]byte, 0, maxWord)
	for i := 0; i < len(name); i++ {
		switch c := name[i]; c {
		case '_', '-', '$', '@', ':':
		default:
			out = append(out, lower(c))
		}
	}
	if string(out) == name {
		return name
	}
	return string(out)
}

func lower(c byte) byte {
	if isUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}

func hasSuffix(s string, ends ...string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(s, end) })
}
