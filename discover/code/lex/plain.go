package lex

import "github.com/org/mcp-lint/discover/source"

// The languages that are nothing but their syntax: Java and Dart.

// oneLine is a string or character literal of one line with that delimiter.
func oneLine(quote string, e *escapes) form { return form{open: quote, escape: e.at} }

var java = syntax{
	dollar: true,
	forms: []form{
		{
			open: `"""`, size: 3, lines: true, strip: firstLine | leastIndent, trim: true, escape: javaEscapes.at,
			when: func(l *lexer, i int) bool { return isBreak(l.at(l.blanks(i + 3))) },
		},
		oneLine(`"`, &javaEscapes), oneLine("'", &javaEscapes),
	},
}

var javaEscapes = escapes{simple: "n\nt\tr\r\"\"''\\\\b\bf\fs ", u: true, uu: true, octal: true, join: joinBlanks}

var dart = syntax{
	nested: true, dollar: true, shebang: true, doc: "///", slashes: true,
	forms: []form{
		{open: `r"""`, size: 3, raw: true, lines: true, strip: firstLine},
		{open: `r'''`, size: 3, raw: true, lines: true, strip: firstLine},
		{open: `r"`, raw: true},
		{open: `r'`, raw: true},
		{open: `"""`, size: 3, hole: names, mark: "$", lines: true, strip: firstLine, escape: dartEscapes.at},
		{open: `'''`, size: 3, hole: names, mark: "$", lines: true, strip: firstLine, escape: dartEscapes.at},
		{open: `"`, hole: names, mark: "$", escape: dartEscapes.at},
		{open: `'`, hole: names, mark: "$", escape: dartEscapes.at},
	},
}

var dartEscapes = escapes{simple: "n\nr\rf\fb\bt\tv\v", x: 2, xMin: 2, u: true, braces: true, drop: true}

var (
	goString = form{escape: goEscapes.at}
	goRaw    = form{returns: returnsDrop}
	// goEscapes read some more than the compiler, which takes no octal number of less than three digits.
	goEscapes = escapes{simple: "a\ab\bf\fn\nr\rt\tv\v\\\\\"\"", bytes: true, x: 2, xMin: 2, octal: true, u: true, wide: true}
)

// DecodeGo appends the content at body of a string of Go, whose tokens are not read here; that of raw strings and of comments has no escapes.
func DecodeGo(f *source.File, body source.Span, raw bool, b *source.Builder) {
	m := &goString
	if raw {
		m = &goRaw
	}
	m.decode(f, Token{Body: int32(body.Start), BodyEnd: int32(body.End)}, 0, b)
}
