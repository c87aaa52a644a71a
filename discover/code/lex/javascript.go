package lex

import (
	"bytes"
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// The JavaScript lexer reads JavaScript, TypeScript, JSX, and the <script> elements of HTML, Vue and Svelte files (see
// markup.go).
//
// What is particular to its tokens:
//
//   - A Line, always empty, stands where a line break ends a statement: between tokens of a block, class, object type or the
//     top level, where the text before the break can end a statement and what follows cannot go on with it.
//   - A template literal without ${} is a String, any other a Quote.
//   - A JSX element is a call: its name, then a Paren group from the end of the name to the end of the element. In the group
//     stand the attributes (a Word, and for a value Op "=" with a String or a Paren group for {…}), then the children: Markup,
//     Paren groups for {…}, calls for elements. An empty Line stands between each two of them, and nothing for the "<" and ">".
//   - A decorator is Op "@" and what follows; a private name is a Word with its "#".

// jsMode is how the lexer reads inside a group; it is the Style of its Open.
type jsMode = Style

const (
	jsTop      jsMode = iota // no group
	jsParen                  // ( )
	jsIf                     // the parentheses of if, while and with: a statement follows
	jsFor                    // those of for
	jsParams                 // those of a function that is an expression: so is its body
	jsSquare                 // [ ]
	jsBrace                  // { } of statements
	jsValue                  // { } of an object, or of the body of a function that is an expression
	jsHole                   // ${ } in a template
	jsBraces                 // { } in JSX
	jsTag                    // between the name of a JSX element and the ">" of its start tag
	jsChildren               // between the tags of a JSX element
	jsForm                   // an element of a markup file
)

type jsLexer struct {
	lexer
	// jsx is set where elements may stand in code. lastTag is the offset of the last "</" or "/>".
	jsx     bool
	lastTag int
	// lookahead is how many bytes may still be spent on looking ahead, which bounds it for the file.
	lookahead int
	// value is set when the last token ends an expression, starts when a statement may start after it, dot when it is a dot.
	value, starts, dot bool
	// broken is set when a line break came after the last token, which ended at end.
	broken bool
	end    int
	// fn is the index of a word "function" that begins an expression, fnEnd that of the end of its parameters.
	fn, fnEnd int
	// docs are documentation comments that wait for the next token. noRegex is the end of a line on which a regular
	// expression does not end.
	docs    []source.Span
	noRegex int
}

func lexJavaScript(f *source.File) *File {
	l := jsLexer{lexer: javascript.lexer(f), lookahead: 1 << 22, starts: true, fn: -1, fnEnd: -1}
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".vue", ".svelte", ".html", ".htm":
		pageLexer{&l}.page()
	case ".ts", ".mts", ".cts":
		l.script(f.BOM(), len(f.Data), false)
	default:
		l.script(f.BOM(), len(f.Data), true)
	}
	return l.file(f, decodeJavaScript)
}

// script reads bytes [i, end) as code and closes what it leaves open.
func (l *jsLexer) script(i, end int, jsx bool) {
	whole, base := l.src, len(l.open)
	l.src, l.jsx, l.lastTag = l.src[:end], jsx, -1
	if jsx {
		l.lastTag = max(bytes.LastIndex(l.src, []byte("</")), bytes.LastIndex(l.src, []byte("/>")))
	}
	if l.has(i, "#!") {
		i = l.lineEnd(i)
	}
	for i < end && !l.full() {
		switch l.mode() {
		case jsTag:
			i = l.tag(i)
		case jsChildren:
			i = l.children(i)
		default:
			i = l.code(i)
		}
	}
	l.flush(end)
	for len(l.open) > base {
		l.leave(end, end)
	}
	l.src, l.texts = whole, nil
}

func (l *jsLexer) mode() jsMode { return l.modeAt(len(l.open) - 1) }

// modeAt returns the mode of the open group k, the outermost of which is 0.
func (l *jsLexer) modeAt(k int) jsMode {
	switch {
	case k < 0:
		return jsTop
	case l.out[l.open[k]].Shape == Hole:
		return jsHole
	}
	return l.out[l.open[k]].Style
}

// enter opens a group. It reports false when it is too deep, as push does.
func (l *jsLexer) enter(mode jsMode, s Shape, start, end int) bool {
	ok := l.push(s, start, end)
	l.value, l.starts, l.dot, l.end = false, false, false, end
	if ok {
		l.out[len(l.out)-1].Style = mode
	}
	return ok
}

func (l *jsLexer) leave(start, end int) int {
	mode := l.mode()
	l.closeTop(start, end)
	l.value, l.starts, l.dot, l.end = true, false, false, end
	switch mode {
	case jsBrace, jsIf, jsFor:
		l.value, l.starts = false, true
	case jsParams:
		l.fnEnd = len(l.out) - 1
	}
	return end
}

// closing closes the group that the bracket c at i ends, and what is open in it, or adds an Op when there is none, and returns where
// reading goes on.
func (l *jsLexer) closing(c byte, i int) int {
	for k := len(l.open) - 1; k >= 0; k-- {
		mode := l.modeAt(k)
		own := false
		switch {
		case mode >= jsParen && mode <= jsParams:
			own = c == ')'
		case mode == jsSquare:
			own = c == ']'
		case mode <= jsBraces:
			own = c == '}'
		}
		switch {
		case own && mode == jsHole:
			return l.literal(l.lexer.leave(i))
		case own:
			for len(l.open) > k+1 {
				l.leave(i, i)
			}
			return l.leave(i, i+1)
		case mode > jsSquare:
			return l.mark(i, i+1)
		}
	}
	return l.mark(i, i+1)
}

// mark adds an Op after which an expression may begin, and returns its end.
func (l *jsLexer) mark(start, end int) int {
	l.value, l.starts, l.dot, l.end = false, false, false, end
	return l.add(Op, start, end)
}

// operand adds a token that ends an expression, and returns its end.
func (l *jsLexer) operand(k Kind, style Style, start, body, bodyEnd, end int) int {
	l.writer.literal(k, style, start, body, bodyEnd, end)
	l.value, l.starts, l.dot, l.end = true, false, false, end
	return end
}

// literal notes that a literal was read up to end, or up to a hole, and returns end.
func (l *jsLexer) literal(end int) int {
	l.value, l.starts, l.dot, l.end = l.last().Kind != Open, false, false, end
	return end
}

// code reads one token of code, or space, and returns its end.
func (l *jsLexer) code(i int) int {
	c := l.src[i]
	if j := l.space(i); j > i {
		return j
	}
	if c == '/' && (l.at(i+1) == '/' || l.at(i+1) == '*') {
		return l.comment(i)
	}
	l.flush(i)
	switch {
	case isWordStart(c, true), c == '#' && isWordStart(l.at(i+1), true), c == '\\' && l.at(i+1) == 'u':
		return l.word(i)
	case isDigit(c), c == '.' && isDigit(l.at(i+1)):
		end := l.numberEnd(i)
		return l.operand(Number, 0, i, i, end, end)
	}
	switch c {
	case '"', '\'', '`':
		return l.quote(i)
	case '/':
		if !l.value {
			if end := l.regexEnd(i); end > i {
				return l.operand(Regex, 0, i, i, end, end)
			}
		}
	case '<':
		if l.jsx && !l.value && !l.starts && l.isElement(i) {
			return l.element(i)
		}
	case '(', '[', '{':
		l.opening(c, i)
		return i + 1
	case ')', ']', '}':
		return l.closing(c, i)
	}
	return l.operator(i)
}

// opening adds a bracket, in the mode that the text before it asks for.
func (l *jsLexer) opening(c byte, i int) {
	last := len(l.out) - 1
	switch c {
	case '[':
		l.enter(jsSquare, Square, i, i+1)
	case '(':
		mode := jsParen
		switch {
		case l.fn >= 0 && last-l.fn <= 2 && last >= l.fn:
			mode = jsParams
		case !l.dot && last >= 0 && l.out[last].Kind == Word:
			mode = l.headWord(last)
		}
		l.enter(mode, Paren, i, i+1)
	case '{':
		mode := jsBrace
		if l.fnEnd >= 0 && l.fnEnd == last || !l.value && !l.starts && !(l.isLast("=>") || l.isLast(";")) {
			mode = jsValue
		}
		if l.enter(mode, Brace, i, i+1) {
			l.starts = mode == jsBrace
		}
	}
}

// headWord returns the mode of parentheses after the word at token k.
func (l *jsLexer) headWord(k int) jsMode {
	if k > 0 && l.out[k-1].Kind == Op && (l.isRaw(k-1, ".") || l.isRaw(k-1, "?.")) {
		return jsParen
	}
	switch string(l.raw(k)) {
	case "if", "while", "with":
		return jsIf
	case "for":
		return jsFor
	case "await":
		if k > 0 && l.isWord(k-1, "for") {
			return jsFor
		}
	}
	return jsParen
}

func (l *jsLexer) isLast(s string) bool {
	return l.last().Kind == Op && l.isRaw(len(l.out)-1, s)
}

func (l *jsLexer) word(i int) int {
	end := jsWordEnd(l.src, i+1)
	text := l.src[i:end]
	value, begin, dot := true, false, l.dot
	if !dot && len(text) <= 10 {
		switch string(text) {
		case "return", "case", "in", "instanceof", "typeof", "delete", "throw", "new", "default", "extends":
			value = false
		case "void":
			// As a type it ends one.
			value = l.isLast(":") || l.isLast("=>") || l.isLast("|") || l.isLast("<") || l.isLast(",")
		case "else", "do":
			value, begin = false, true
		case "of":
			value = l.mode() != jsFor
		case "function":
			if l.fn = -1; !l.value && !l.starts {
				l.fn = len(l.out)
			}
		}
	}
	l.add(Word, i, end)
	l.value, l.starts, l.dot, l.end = value, begin, false, end
	return end
}

// operator adds the operator at i. ">" always stands alone before another ">", so that type arguments close.
func (l *jsLexer) operator(i int) int {
	n := l.opLen(i, &jsOperators)
	if d := l.at(i + 2); l.has(i, "?.") && d >= '0' && d <= '9' {
		n = 1 // a ?.5 : b
	}
	switch {
	case n == 2 && (l.src[i] == '+' || l.src[i] == '-') && l.src[i+1] == l.src[i]:
		value := l.value
		l.mark(i, i+2)
		l.value = value
	case n == 1 && l.src[i] == '!' && l.value:
		// The assertion that something is not null.
		l.mark(i, i+1)
		l.value = true
	case n == 1 && l.src[i] == ';':
		l.mark(i, i+1)
		l.starts = true
	case n == 1 && l.src[i] == '.', n == 2 && l.src[i] == '?' && l.src[i+1] == '.':
		l.mark(i, i+n)
		l.dot = true
	default:
		l.mark(i, i+n)
	}
	return i + n
}

// jsOperators are the operators of several characters. In ">>" each stands alone.
var jsOperators = byFirst(
	"...", "===", "!==", "??=", "&&=", "||=", "**=", "<<=", "==", "!=", "=>", "??", "?.", "&&", "||", "**", "<<", "++", "--",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<=", ">=",
)
