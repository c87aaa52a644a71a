package lex

import "github.com/org/mcp-lint/internal/wordset"

const (
	// beforeValue marks the keywords after which a value is expected.
	beforeValue = 1 << iota
	// beforeBlock marks those after which if, unless, while and until begin a block and modify nothing.
	beforeBlock
	// beforeLine marks those after which a line goes on.
	beforeLine
)

var rubyBefore = wordset.By(map[uint8]string{
	beforeValue | beforeBlock | beforeLine: "and or not",
	beforeValue | beforeBlock:              "then else elsif do if unless while until when in ensure",
	beforeValue:                            "return rescue break next",
})

// rubyOpeners are the keywords that begin a block in any place, and rubyModifiers those that do where a value is expected.
var (
	rubyOpeners   = wordset.Of("begin case class module for")
	rubyModifiers = wordset.Of("if unless while until")
	// rubyDocumented begin the line under a documentation comment.
	rubyDocumented = wordset.Of("def class module private protected public sig private_class_method module_function")
)

func (l *rubyLexer) word(i int) int {
	end := l.wordEnd(i, false)
	if c, next := l.at(end), l.at(end+1); (c == '?' || c == '!') && (next != '=' || l.at(end+2) == '=' || l.at(end+2) == '~' || l.at(end+2) == '>') &&
		(next != ':' || l.at(end+2) == ':' || c == '!' || l.at(end+2) == ' ') {
		end++
	}
	name := string(l.src[i:min(end, i+24)])
	plain := l.prev >= 0 && (l.isRaw(l.prev, ".") || l.isRaw(l.prev, "&.") || l.isRaw(l.prev, "::"))
	if plain || l.at(end) == ':' && l.at(end+1) != ':' && (l.prev < 0 || !l.isRaw(l.prev, "?")) {
		return l.add(Word, i, end)
	}
	switch {
	case name == "def":
		return l.define(i, end)
	case rubyOpeners[name] || rubyModifiers[name] && l.statement() || name == "do" && !l.inLoop():
		if l.keyword(i, end) && (name == "while" || name == "until" || name == "for") {
			l.out[len(l.out)-1].Style = rubyLoop
		}
	case name == "end" && l.within[Block] > 0:
		l.pipes = 0
		l.pop(Block, i, end)
	default:
		l.add(Word, i, end)
	}
	return end
}

// statement reports whether a statement or value may begin after the last token, so that "if" modifies nothing.
func (l *rubyLexer) statement() bool {
	if l.prev < 0 {
		return true
	}
	if t := &l.out[l.prev]; t.Kind == Word {
		return rubyBefore[string(l.src[t.Start:t.End])]&beforeBlock != 0 && l.expects(false)
	}
	return l.expects(false)
}

// keyword opens a block with the keyword [i, end).
func (l *rubyLexer) keyword(i, end int) bool {
	l.pipes = 0
	return l.push(Block, i, end)
}

// define opens a method and reads its name, which may be an operator or end in "=".
func (l *rubyLexer) define(i, end int) int {
	l.header = len(l.out)
	l.keyword(i, end)
	for {
		at := l.blank(end)
		switch c := l.at(at); {
		case isWordStart(c, false) || c == '@' || c == '$':
			end = l.wordEnd(at+1, false)
			if c, next := l.at(end), l.at(end+1); c == '?' || c == '!' || c == '=' && next != '=' && next != '~' && next != '>' {
				end++
			}
			l.add(Word, at, end)
			if l.at(end) == '.' {
				end = l.add(Op, end, end+1)
				continue
			}
		case c != '(' && rubyOperator(l.src, at) > at:
			end = l.add(Word, at, rubyOperator(l.src, at))
		}
		l.name = len(l.out) - 1
		return end
	}
}

// rubyOperator returns the end of the operator at i that can be the name of a method, or i.
func rubyOperator(src []byte, i int) int {
	for _, s := range rubyOperators {
		if len(src)-i >= len(s) && string(src[i:i+len(s)]) == s {
			return i + len(s)
		}
	}
	return i
}

var rubyOperators = []string{
	"[]=", "[]", "<=>", "===", "==", "=~", "!=", "!~", "!", "**", "+@", "-@", "~@", "<<", ">>", "<=", ">=", "+", "-", "*", "/", "%", "<",
	">", "&", "|", "^", "~", "`",
}

func (l *rubyLexer) sigil(i int) int {
	at := i + 1
	if l.src[i] == '@' && l.at(at) == '@' {
		at++
	}
	end := l.wordEnd(at, false)
	if end == at && l.src[i] == '$' && l.at(at) > ' ' && l.at(at) < 0x7f {
		end++
	}
	return l.add(Word, i, end)
}

func (l *rubyLexer) symbol(i int) int {
	next := l.at(i + 1)
	if c := l.at(i - 1); next == ':' || i > 0 && (isWordByte(c, false) || c == '"' || c == '\'') {
		return i // "::", or the colon of a label
	}
	switch {
	case isWordStart(next, false) || next == '@' || next == '$':
		end := l.wordEnd(i+2, false)
		if next == '@' && l.at(end) == '@' {
			end = l.wordEnd(end+1, false)
		}
		if c, after := l.at(end), l.at(end+1); (c == '?' || c == '!' || c == '=') && after != '=' && after != '>' && after != '~' {
			end++
		}
		if next == '$' && end == i+2 && l.at(end) > ' ' {
			end++
		}
		return l.add(Word, i, end)
	case next == '"' || next == '\'':
		return l.begin(l.quoted(i, i+2, next, next == '"'))
	case l.expects(true) && (next != '[' || l.at(i+2) == ']'):
		if end := rubyOperator(l.src, i+1); end > i+1 {
			return l.add(Word, i, end)
		}
	}
	return i
}

// character reads the literal ?c at i and returns its end, or i when none stands there.
func (l *rubyLexer) character(i int) int {
	if c := l.at(i + 1); c <= ' ' || !l.expects(false) {
		return i
	}
	end := l.charEnd(i+1, &rubyEscapes)
	if isWordByte(l.at(end), false) {
		return i
	}
	return l.literal(String, rubyDouble, i, i+1, end, end)
}
