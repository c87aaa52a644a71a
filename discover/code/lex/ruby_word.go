package lex

// rubyLongestID bounds the name of a heredoc.
const rubyLongestID = 100

const (
	// beforeValue marks the keywords after which a value is expected.
	beforeValue = 1 << iota
	// beforeBlock marks those after which if, unless, while and until begin a block and modify nothing.
	beforeBlock
	// beforeLine marks those after which a line goes on.
	beforeLine
)

var rubyBefore = map[string]uint8{
	"and": beforeValue | beforeBlock | beforeLine, "or": beforeValue | beforeBlock | beforeLine,
	"not": beforeValue | beforeBlock | beforeLine, "then": beforeValue | beforeBlock, "else": beforeValue | beforeBlock,
	"elsif": beforeValue | beforeBlock, "do": beforeValue | beforeBlock, "if": beforeValue | beforeBlock,
	"unless": beforeValue | beforeBlock, "while": beforeValue | beforeBlock, "until": beforeValue | beforeBlock,
	"when": beforeValue | beforeBlock, "in": beforeValue | beforeBlock, "ensure": beforeValue | beforeBlock,
	"return": beforeValue, "rescue": beforeValue, "break": beforeValue, "next": beforeValue,
}

// rubyOpeners are the keywords that begin a block in any place, and rubyModifiers those that do where a value is expected.
var (
	rubyOpeners   = map[string]bool{"begin": true, "case": true, "class": true, "module": true, "for": true}
	rubyModifiers = map[string]bool{"if": true, "unless": true, "while": true, "until": true}
	// rubyDocumented begin the line under a documentation comment.
	rubyDocumented = map[string]bool{
		"def": true, "class": true, "module": true, "private": true, "protected": true, "public": true, "sig": true,
		"private_class_method": true, "module_function": true,
	}
)

// word reads the name or keyword at i.
func (l *rubyLexer) word(i int) {
	end := l.wordEnd(i, false)
	if c, next := l.at(end), l.at(end+1); (c == '?' || c == '!') && (next != '=' || l.at(end+2) == '=' || l.at(end+2) == '~' || l.at(end+2) == '>') &&
		(next != ':' || l.at(end+2) == ':' || c == '!' || l.at(end+2) == ' ') {
		end++
	}
	name := string(l.src[i:min(end, i+24)])
	plain := l.prev >= 0 && (l.isRaw(l.prev, ".") || l.isRaw(l.prev, "&.") || l.isRaw(l.prev, "::"))
	if plain || l.at(end) == ':' && l.at(end+1) != ':' && (l.prev < 0 || !l.isRaw(l.prev, "?")) {
		l.put(Word, i, end)
		return
	}
	switch {
	case name == "def":
		l.define(i, end)
	case rubyOpeners[name] || rubyModifiers[name] && l.statement():
		l.keyword(i, end)
		if name == "while" || name == "until" || name == "for" {
			l.out[l.prev].Style = rubyLoop
		}
	case name == "do":
		if k := len(l.groups.open) - 1; k >= 0 && l.out[l.groups.open[k]].Style == rubyLoop {
			l.out[l.groups.open[k]].Style = 0
			l.put(Word, i, end)
			return
		}
		l.keyword(i, end)
	case name == "end" && l.within[Block] > 0:
		l.pop(Block, i, end)
		l.prev, l.i, l.pipes = len(l.out)-1, end, 0
	default:
		l.put(Word, i, end)
	}
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
func (l *rubyLexer) keyword(i, end int) {
	l.prev, l.i, l.pipes = len(l.out), end, 0
	l.push(Block, i, end)
}

// define opens a method and reads its name, which may be an operator or end in "=".
func (l *rubyLexer) define(i, end int) {
	l.keyword(i, end)
	l.header = l.prev
	for {
		at := l.blank(l.i)
		switch c := l.at(at); {
		case isWordStart(c, false) || c == '@' || c == '$':
			to := l.wordEnd(at+1, false)
			if c, next := l.at(to), l.at(to+1); c == '?' || c == '!' || c == '=' && next != '=' && next != '~' && next != '>' {
				to++
			}
			l.put(Word, at, to)
			if l.at(to) == '.' {
				l.put(Op, to, to+1)
				continue
			}
		case c != '(' && rubyOperator(l.src, at) > at:
			l.put(Word, at, rubyOperator(l.src, at))
		}
		l.name = l.prev
		return
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

// sigil reads @x, @@x, $x or $! at i.
func (l *rubyLexer) sigil(i int) {
	at := i + 1
	if l.src[i] == '@' && l.at(at) == '@' {
		at++
	}
	end := l.wordEnd(at, false)
	if end == at && l.src[i] == '$' && l.at(at) > ' ' && l.at(at) < 0x7f {
		end++
	}
	l.put(Word, i, end)
}

// symbol reads the symbol at i, if one begins there.
func (l *rubyLexer) symbol(i int) bool {
	next := l.at(i + 1)
	if next == ':' {
		return false
	}
	if c := l.at(i - 1); i > 0 && (isWordByte(c, false) || c == '"' || c == '\'') {
		return false // the colon of a label
	}
	switch {
	case isWordStart(next, false) || next == '@' || next == '$':
		end := l.wordEnd(i+2, false)
		if next == '@' && l.at(end) == '@' {
			end = l.wordEnd(end+1, false)
		}
		if c := l.at(end); (c == '?' || c == '!' || c == '=') && l.at(end+1) != '=' && l.at(end+1) != '>' && l.at(end+1) != '~' {
			end++
		}
		if next == '$' && end == i+2 && l.at(end) > ' ' {
			end++
		}
		l.put(Word, i, end)
	case next == '"' || next == '\'':
		l.open(rubyQuote{pieces: pieces{start: i, body: i + 2}, shut: next, code: next == '"'})
	case l.expects(true) && rubyOperator(l.src, i+1) > i+1 && (next != '[' || l.at(i+2) == ']'):
		l.put(Word, i, rubyOperator(l.src, i+1))
	default:
		return false
	}
	return true
}

// character reads the literal ?c at i, if one stands there.
func (l *rubyLexer) character(i int) bool {
	if c := l.at(i + 1); c <= ' ' || !l.expects(false) {
		return false
	}
	end := i + 2
	switch {
	case l.src[i+1] == '\\':
		_, n := rubyEscape(l.src[i+1:])
		end = max(i+1+n, i+2)
	case l.src[i+1] >= 0x80:
		for end < len(l.src) && l.src[end]&0xC0 == 0x80 {
			end++
		}
	}
	if isWordByte(l.at(end), false) {
		return false
	}
	l.prev, l.i = len(l.out), end
	l.literal(String, rubyChar, i, i+1, end, end)
	return true
}
