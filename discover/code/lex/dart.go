package lex

import "github.com/org/mcp-lint/discover/source"

// The styles of Dart.
const (
	dartString    Style = 1 + iota // escapes
	dartRaw                        // r'': as it stands
	dartLines                      // '''
	dartRawLines                   // r'''
	dartRestLines                  // a piece of ''' that is not the first
)

var dartEscapes = escapes{simple: "n\nr\rf\fb\bt\tv\v", x: 2, xMin: 2, u: true, braces: true, drop: true}

// dartLexer reads Dart.
type dartLexer struct {
	w writer
	quotes
	like clike
}

// lexDart turns Dart into tokens.
func lexDart(f *source.File) *File {
	l := dartLexer{w: newWriter(f), like: clike{nested: true, dollar: true, line: "///", slashes: true}}
	l.quotes.w, l.ended = &l.w, l.mark
	w := &l.w
	i := f.BOM()
	if w.has(i, "#!") {
		i = w.lineEnd(i)
	}
	for i < len(w.src) && !w.full() {
		switch c := w.src[i]; {
		case c <= ' ':
			i++
			continue
		case c == '/':
			if end := w.comment(i, &l.like); end > i {
				i = end
				continue
			}
		case c == 'r' && (w.at(i+1) == '\'' || w.at(i+1) == '"'):
			i = l.text(i, i+1)
			continue
		case c == '\'' || c == '"':
			i = l.text(i, i)
			continue
		case c == '}':
			if end, ok := l.leave(i); ok {
				i = end
				continue
			}
		}
		i = w.plain(i, &l.like)
	}
	return w.file(f, decodeDart)
}

// text adds the string that begins at i, whose quotes begin at q: after an r when that is another place.
func (l *dartLexer) text(i, q int) int {
	w := &l.w
	str := quote{q: w.src[q], n: 1, marks: 1, style: dartString}
	if w.at(q+1) == str.q && w.at(q+2) == str.q {
		str.n, str.lines, str.style = 3, true, dartLines
	}
	if q > i {
		str.raw, str.marks = true, 0
		str.style++ // the raw kind
	}
	return l.begin(str, i, q+str.n, q+str.n)
}

// mark marks the pieces of a string over several lines that are not its beginning.
func (l *dartLexer) mark(q *quote, open, shut int) {
	for k := open + 1; k < shut; k++ {
		switch t := &l.w.out[k]; {
		case t.Kind == Open:
			k = int(t.Pair)
		case t.Kind == Chunk && t.Style == dartLines && t.Start != l.w.out[open].End:
			t.Style = dartRestLines
		}
	}
}

// decodeDart appends the text of a literal or documentation comment. The first line of a string over several lines is dropped
// when it is blank.
func decodeDart(f *source.File, t Token, b *source.Builder) {
	span := source.Span{Start: int(t.Body), End: int(t.BodyEnd)}
	if t.Style == dartLines || t.Style == dartRawLines {
		first := span.Start
		for first < span.End && isBlank(f.Data[first]) {
			first++
		}
		if first < span.End && isBreak(f.Data[first]) {
			_, span.Start = lineAt(f.Data, first, span.End)
		}
	}
	switch t.Style {
	case docLines, docBlock:
		decodeDoc(f, t, b)
	case dartString, dartLines, dartRestLines:
		dartEscapes.decode(f, span, b)
	case dartRaw, dartRawLines:
		b.Lines(f, span)
	}
}
