package code

import (
	"slices"
	"strings"
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
	flush := func(end int) {
		if begin >= 0 {
			if out == nil {
				out = make([]string, 0, 4)
			}
			out = append(out, strings.ToLower(name[begin:end]))
			begin = -1
		}
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case !isLetter(c) && c < 0x80:
			flush(i)
			continue
		case begin >= 0 && isUpper(c) && (!isUpper(name[i-1]) || i+1 < len(name) && isLower(name[i+1])):
			flush(i)
		}
		if begin < 0 {
			begin = i
		}
	}
	flush(len(name))
	return out
}

// firstByte is the first byte of s, or 0.
func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// identifier reports whether s can be the name of a constant or member.
func identifier(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isLetter(c) && c != '_' && c != '$' && c < 0x80 && (i == 0 || !isDigit(c)) {
			return false
		}
	}
	return s != ""
}

func isUpper(c byte) bool  { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool  { return c >= 'a' && c <= 'z' }
func isLetter(c byte) bool { return isUpper(c) || isLower(c) }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// last returns what stands after the last dot of a path.
func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// split cuts a path at its first dot.
func split(path string) (head, rest string) {
	head, rest, _ = strings.Cut(path, ".")
	return head, rest
}

// contains reports whether s holds word, which is in lower case, in any case of letters.
func contains(s, word string) bool {
	for i := 0; i+len(word) <= len(s); i++ {
		if s[i]|0x20 == word[0] && strings.EqualFold(s[i:i+len(word)], word) {
			return true
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
var noRegistration = map[string]bool{
	"call": true, "calls": true, "called": true, "calling": true, "list": true, "get": true, "find": true, "has": true, "remove": true, "delete": true,
	"unregister": true, "is": true, "handle": true, "handler": true, "handlers": true, "invoke": true, "run": true, "execute": true, "exec": true,
	"test": true, "mock": true, "expect": true, "assert": true, "log": true, "logger": true, "logging": true, "format": true, "parse": true, "render": true,
	"enable": true, "disable": true, "convert": true, "count": true, "filter": true, "validate": true, "error": true, "errors": true,
	"exception": true, "result": true, "results": true, "message": true, "response": true, "output": true, "use": true, "uses": true, "using": true,
	"event": true, "warn": true, "fail": true, "failed": true, "failure": true, "success": true, "tip": true, "bar": true, "usage": true, "choice": true,
	"annotation": true, "annotations": true, "param": true, "params": true, "parameter": true, "arg": true, "args": true, "argument": true,
	"requires": true, "require": true, "required": true, "needs": true, "guard": true, "check": true, "before": true, "after": true, "on": true, "hook": true,
	"router": true, "wrap": true, "track": true, "trace": true, "timeout": true, "limit": true, "retry": true, "update": true, "load": true, "fetch": true,
	"read": true, "write": true, "save": true, "record": true, "metrics": true, "cache": true, "allow": true, "deny": true, "not": true, "no": true,
	"request": true, "requests": true, "id": true, "ids": true, "name": true, "names": true, "type": true, "set": true, "content": true, "text": true,
	"input": true, "complete": true, "render_": true, "send": true, "start": true, "stop": true, "emit": true, "notify": true, "display": true, "show": true,
	"print": true, "status": true, "history": true, "path": true, "dir": true, "version": true, "install": true, "assertion": true, "extract": true,
	"catch": true, "to": true, "from": true, "by": true, "select": true, "search": true, "callback": true, "registry": true, "manager": true, "changed": true,
}

// kindOf returns the kind of definition that the name of a function, type or decorator speaks of, or "". verbs are words that are
// no obstacle although they are in noRegistration.
func kindOf(name string, verbs ...string) string {
	if !contains(name, "tool") && !contains(name, "prompt") && !contains(name, "resource") {
		return ""
	}
	kind := ""
	for _, w := range words(name) {
		switch {
		case w == "tool" || w == "tools":
			if kind == "" {
				kind = kindTool
			}
		case w == "prompt" || w == "prompts":
			if kind == "" {
				kind = kindPrompt
			}
		case w == "resource" || w == "resources" || w == "template" && kind == kindResource:
			if kind == "" {
				kind = kindResource
			}
		case noRegistration[w]:
			if !slices.Contains(verbs, w) {
				return ""
			}
		case strings.HasPrefix(w, "err") || w == "should":
			return ""
		case strings.HasSuffix(w, "tool") && w != "pytool" && kind == "":
			kind = kindTool
		}
	}
	return kind
}

// nameLike reports whether s can be the name of a tool: 1 to 128 letters, digits, "_", "-", "." and "/".
func nameLike(s string) bool {
	if s == "" || len(s) > 128 {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !isLetter(c) && !isDigit(c) && c != '_' && c != '-' && c != '.' && c != '/' && c != ':' && c != '{' && c != '}' && c < 0x80 {
			return false
		}
	}
	return true
}

// sentence reports whether s is written for people: it has words with space between them, or is of a script without spaces.
func sentence(s string) bool {
	s = strings.TrimSpace(s)
	wide := 0
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' || s[i] == '\n' || s[i] == '\t' {
			return true
		}
		if s[i] >= 0x80 {
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
	return strings.Map(func(r rune) rune {
		switch {
		case r == '_' || r == '-' || r == '$' || r == '@' || r == ':':
			return -1
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, name)
}
