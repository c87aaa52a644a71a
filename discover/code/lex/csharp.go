package lex

// The forms of C#'s strings.
const (
	csRegular = iota
	csVerbatim
	csRaw
	csRawLines             // over several lines
	csInterpolated         // $""
	csVerbatimInterpolated // $@""
	csChar
)

var csharp = syntax{
	lineBreaks: BreakUnicode, doc: "///", token: csharpToken,
	forms: []form{
		csRegular:  {suffix: csharpSuffix, escape: csharpEscapes.at},
		csVerbatim: {raw: true, lines: true, double: true, suffix: csharpSuffix, twice: `"`},
		csRaw:      {hole: braces, raw: true, longest: true, suffix: csharpSuffix},
		csRawLines: {
			hole: braces, raw: true, longest: true, lines: true, strip: firstLine | lastLine | endIndent, suffix: csharpSuffix,
		},
		csInterpolated:         {hole: braces, escape: csharpEscapes.at, twice: "{}"},
		csVerbatimInterpolated: {hole: braces, raw: true, lines: true, double: true, twice: `"{}`},
		csChar:                 oneLine("'", &csharpEscapes),
	},
}

var csharpEscapes = escapes{
	simple: "n\nt\tr\r\"\"''\\\\0\x00a\ab\bf\fv\ve\x1b", x: 4, xMin: 1, u: true, wide: true,
}

// csharpToken reads a token of C#. Preprocessor lines are in no token: all branches of a condition are read.
func csharpToken(l *lexer, i int) int {
	switch c := l.src[i]; c {
	case '#':
		if l.fresh {
			return l.lineEnd(i)
		}
	case '"', '@', '$':
		marks, verbatim, k := 0, false, i
		for ; l.at(k) == '@' || l.at(k) == '$'; k++ {
			if l.src[k] == '@' {
				verbatim = true
			} else {
				marks++
			}
		}
		if l.at(k) == '"' {
			return l.csharpString(i, k, marks, verbatim)
		}
		if c == '@' && k == i+1 && isWordStart(l.at(k), false) {
			return l.add(Word, i, l.wordEnd(k, false))
		}
		return l.add(Op, i, k)
	case ':', ',':
		if end := l.csharpFormat(i); end > i {
			return end
		}
	}
	return l.common(i)
}

// csharpString adds the string that begins at i, whose quotes begin at q after marks dollar signs.
func (l *lexer) csharpString(i, q, marks int, verbatim bool) int {
	form, size := csRegular, 1
	switch n := l.runOf(q, '"'); {
	case verbatim && marks > 0:
		form = csVerbatimInterpolated
	case verbatim:
		form = csVerbatim
	case n >= 3:
		if form, size = csRaw, n; l.breaks.At(l.src, l.blanks(q+n)) > 0 {
			form = csRawLines
		}
	case marks > 0:
		form = csInterpolated
	}
	t := l.text(form, i, q+size)
	t.closer, t.size, t.marks = '"', size, marks
	return l.begin(t)
}

func csharpSuffix(l *lexer, i int) int {
	if (l.has(i, "u8") || l.has(i, "U8")) && l.wordEnd(i, false) == i+2 {
		return i + 2
	}
	return i
}

// maxFormat is the greatest length of what follows the colon in a hole.
const maxFormat = 200

// csharpFormat returns the end of the alignment or format of a hole, which begins at i, or i when there is none: the comma or
// colon that stands in no bracket.
func (l *lexer) csharpFormat(i int) int {
	if len(l.texts) == 0 || l.top() != Hole {
		return i
	}
	k := i
	if l.src[k] == ',' {
		from := l.blanks(k + 1)
		for k = from; l.at(k) == '-' && k == from || isDigit(l.at(k)); k++ {
		}
		digit := isDigit(l.at(k - 1))
		switch k = l.blanks(k); {
		case digit && l.at(k) == '}':
			return k
		case !digit || l.at(k) != ':':
			return i
		}
	}
	if l.at(k+1) == ':' || l.at(k-1) == ':' {
		return i
	}
	q := &l.texts[len(l.texts)-1]
	for limit := min(k+maxFormat, len(l.src)); k < limit && l.src[k] != '}' && l.src[k] != '"' && (q.lines || !isBreak(l.src[k])); {
		k++
	}
	if l.at(k) != '}' {
		return i
	}
	return k
}
