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
//     top level, where what stands before the break can end a statement and what follows cannot go on with it.
//   - A template literal without ${} is a String, any other a Quote.
//   - A JSX element is a call: its name, then a Paren group from the end of the name to the end of the element. In the group
//     stand the attributes (a Word, and for a value Op "=" with a String or a Paren group for {…}), then the children: Markup,
//     Paren groups for {…}, calls for elements. An empty Line stands between each two of them, and nothing for the "<" and ">".
//   - A decorator is Op "@" and what follows; a private name is a Word with its "#".

// jsMode says how the lexer reads inside a group.
type jsMode uint8

const (
	jsTop      jsMode = iota // no group
	jsParen                  // ( )
	jsSquare                 // [ ]
	jsBrace                  // { }
	jsHole                   // ${ } in a template
	jsBraces                 // { } in JSX
	jsTemplate               // in a template literal
	jsTag                    // between the name of a JSX element and the ">" of its start tag
	jsKids                   // between the tags of a JSX element
	jsForm                   // an element of a markup file
)

// jsHead says what stands before a parenthesis.
type jsHead uint8

const (
	jsPlain    jsHead = iota
	jsIf              // if, while, with: a statement follows
	jsFor             // for
	jsFunction        // a function that is an expression: so is its body
)

// jsLevel is what the lexer knows about an open group.
type jsLevel struct {
	mode jsMode
	head jsHead
	// value is set for braces that are an expression: an object, the body of a function that is one.
	value bool
	// round, square and curly are the indexes of the innermost levels that ), ] and } may close from here, or -1.
	round, square, curly int16
}

type jsLexer struct {
	writer
	levels []jsLevel
	// jsx is set where elements may stand in code. lastTag is the offset of the last "</" or "/>".
	jsx     bool
	lastTag int
	// ahead is how many bytes may still be spent on looking ahead, which bounds it for the file.
	ahead int
	// value is set when the last token ends an expression, begin when a statement may begin after it, dot when it is a dot.
	value, begin, dot bool
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
	l := jsLexer{writer: newWriter(f, BreakSeparators), ahead: 1 << 20, begin: true, fn: -1, fnEnd: -1}
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".vue", ".svelte", ".html", ".htm":
		l.page()
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
		case jsTemplate:
			i = l.template(i)
		case jsTag:
			i = l.tag(i)
		case jsKids:
			i = l.kids(i)
		default:
			i = l.code(i)
		}
	}
	l.flush(end)
	for len(l.open) > base {
		l.leave(end, end)
	}
	l.src = whole
}

func (l *jsLexer) mode() jsMode {
	if len(l.levels) == 0 {
		return jsTop
	}
	return l.levels[len(l.levels)-1].mode
}

// enter opens a group. It reports false when it is too deep, as push does.
func (l *jsLexer) enter(mode jsMode, s Shape, start, end int) bool {
	ok := l.push(s, start, end)
	l.value, l.begin, l.dot, l.end = false, false, false, end
	if !ok {
		return false
	}
	v := jsLevel{mode: mode, round: -1, square: -1, curly: -1}
	n := int16(len(l.levels))
	if n > 0 && (mode == jsParen || mode == jsSquare || mode == jsBrace) {
		up := &l.levels[n-1]
		v.round, v.square, v.curly = up.round, up.square, up.curly
	}
	switch mode {
	case jsParen:
		v.round = n
	case jsSquare:
		v.square = n
	case jsBrace:
		v.curly, v.round, v.square = n, -1, -1
	case jsHole, jsBraces:
		v.curly = n
	}
	l.levels = append(l.levels, v)
	return true
}

// leave closes the innermost group.
func (l *jsLexer) leave(start, end int) {
	k := len(l.levels) - 1
	v := l.levels[k]
	l.levels = l.levels[:k]
	l.shut(start, end)
	l.value, l.begin, l.dot, l.end = true, false, false, end
	switch {
	case v.mode == jsBrace && !v.value, v.head == jsIf, v.head == jsFor:
		l.value, l.begin = false, true
	case v.head == jsFunction:
		l.fnEnd = len(l.out) - 1
	}
}

// closing closes the group at level k, and what is open in it, or adds an Op when k is -1.
func (l *jsLexer) closing(k int16, i int) {
	if k < 0 {
		l.mark(i, i+1)
		return
	}
	for len(l.levels) > int(k)+1 {
		l.leave(i, i)
	}
	l.leave(i, i+1)
}

// mark adds an Op after which an expression may begin.
func (l *jsLexer) mark(start, end int) {
	l.add(Op, start, end)
	l.value, l.begin, l.dot, l.end = false, false, false, end
}

// token adds a token that ends an expression.
func (l *jsLexer) token(k Kind, style Style, start, body, bodyEnd, end int) {
	l.literal(k, style, start, body, bodyEnd, end)
	l.value, l.begin, l.dot, l.end = true, false, false, end
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
	case c >= '0' && c <= '9', c == '.' && l.at(i+1) >= '0' && l.at(i+1) <= '9':
		end := l.numberEnd(i)
		l.token(Number, 0, i, i, end, end)
		return end
	}
	switch c {
	case '"', '\'':
		body, end := jsStringEnd(l.src, i)
		l.token(String, jsCooked, i, i+1, body, end)
		return end
	case '`':
		return l.backtick(i)
	case '/':
		if !l.value {
			if end := l.regexEnd(i); end > i {
				l.token(Regex, 0, i, i, end, end)
				return end
			}
		}
	case '<':
		if l.jsx && !l.value && !l.begin && l.isElement(i) {
			return l.element(i)
		}
	case '(', '[', '{':
		l.opening(c, i)
		return i + 1
	case ')', ']', '}':
		k := int16(-1)
		if n := len(l.levels); n > 0 {
			switch v := &l.levels[n-1]; c {
			case ')':
				k = v.round
			case ']':
				k = v.square
			case '}':
				k = v.curly
			}
		}
		l.closing(k, i)
		return i + 1
	}
	return l.operator(i)
}

// opening adds a bracket and notes what stands before it.
func (l *jsLexer) opening(c byte, i int) {
	last := len(l.out) - 1
	switch c {
	case '[':
		l.enter(jsSquare, Square, i, i+1)
	case '(':
		head := jsPlain
		switch {
		case l.fn >= 0 && last-l.fn <= 2 && last >= l.fn:
			head = jsFunction
		case !l.dot && last >= 0 && l.out[last].Kind == Word:
			head = l.headWord(last)
		}
		if l.enter(jsParen, Paren, i, i+1) {
			l.levels[len(l.levels)-1].head = head
		}
	case '{':
		value := l.fnEnd >= 0 && l.fnEnd == last || !l.value && !l.begin && !(l.isLast("=>") || l.isLast(";"))
		if l.enter(jsBrace, Brace, i, i+1) {
			l.levels[len(l.levels)-1].value = value
			l.begin = !value
		}
	}
}

// headWord says what the word at token k makes of a parenthesis after it.
func (l *jsLexer) headWord(k int) jsHead {
	if k > 0 && l.out[k-1].Kind == Op {
		if t := l.out[k-1]; t.End-t.Start == 1 && l.src[t.Start] == '.' || l.has(int(t.Start), "?.") {
			return jsPlain
		}
	}
	switch string(l.src[l.out[k].Start:l.out[k].End]) {
	case "if", "while", "with":
		return jsIf
	case "for":
		return jsFor
	case "await":
		if k > 0 && l.out[k-1].Kind == Word && string(l.src[l.out[k-1].Start:l.out[k-1].End]) == "for" {
			return jsFor
		}
	}
	return jsPlain
}

// isLast reports whether the last token is the operator s.
func (l *jsLexer) isLast(s string) bool {
	t := l.last()
	return t.Kind == Op && string(l.src[t.Start:t.End]) == s
}

// word reads an identifier or keyword.
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
			value = len(l.levels) == 0 || l.levels[len(l.levels)-1].head != jsFor
		case "function":
			if l.fn = -1; !l.value && !l.begin {
				l.fn = len(l.out)
			}
		}
	}
	l.add(Word, i, end)
	l.value, l.begin, l.dot, l.end = value, begin, false, end
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
		l.begin = true
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
