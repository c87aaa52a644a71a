package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// The forms of PHP's strings.
const (
	phpSingle = iota
	phpDouble
	phpShell
	phpHeredoc
	phpNowdoc
)

var php = syntax{
	docText: docForm{trim: true},
	forms: []form{
		phpSingle:  {open: "'", lines: true, guard: guardsDelimiters},
		phpDouble:  {open: `"`, hole: phpHoles, mark: "$", lines: true, escape: phpEscapes(`""`).at},
		phpShell:   {open: "`", hole: phpHoles, mark: "$", lines: true, escape: phpEscapes("``").at},
		phpHeredoc: {hole: phpHoles, mark: "$", lines: true, strip: lastLine | endIndent, escape: phpEscapes("").at},
		phpNowdoc:  {raw: true, lines: true, strip: lastLine | endIndent},
	},
	variable: phpMember,
}

func phpEscapes(quote string) *escapes {
	return &escapes{
		simple: "n\nr\rt\tv\ve\x1bf\f\\\\$$" + quote, bytes: true, x: 2, octal: true, braces: true,
		byte: func(s []byte) (v uint32, n int) {
			if s[1] == 'X' {
				if v, n = hex(s[2:], 2); n > 0 {
					n += 2
				}
			}
			return v, n
		},
	}
}

// phpLexer reads PHP. A name with its namespace (App\Tools\Echo) is one Word, a variable is a Word with its dollar, and the end
// of the code ("?>") is a Line.
type phpLexer struct{ lexer }

func lexPHP(f *source.File) *File {
	l := &phpLexer{php.lexer(f)}
	l.token, l.readComment = l.phpToken, l.phpComment
	return l.readFrom(f, l.html(f.BOM()))
}

// html returns where code begins after i.
func (l *phpLexer) html(i int) int {
	for {
		i = l.until(i, "<?")
		switch rest := l.src[min(i+2, len(l.src)):]; {
		case i >= len(l.src):
			return i
		case len(rest) > 0 && rest[0] == '=':
			return i + 3
		case len(rest) >= 3 && bytes.EqualFold(rest[:3], []byte("php")) && !isWordByte(l.at(i+5), false):
			return i + 5
		}
		i += 2
	}
}

func (l *phpLexer) phpToken(i int) int {
	c, next := l.src[i], l.at(i+1)
	switch {
	case c == '?' && next == '>':
		l.add(Line, i, i+2)
		return l.html(i + 2)
	case c == '<' && l.has(i, "<<<"):
		if end := l.heredoc(i); end > i {
			return end
		}
	case (c == '$' || c == '\\') && isWordStart(next, false):
		return l.name(i, i+1)
	case isWordStart(c, false):
		return l.name(i, i)
	case l.has(i, "?->"):
		return l.add(Op, i, i+3)
	case c == '.' && next == '=':
		return l.add(Op, i, i+2)
	}
	return l.common(i)
}

// phpComment reads the comment at i. A line comment ends at "?>" too, which ends the code in comments as elsewhere.
func (l *phpLexer) phpComment(i int) int {
	if c, next := l.src[i], l.at(i+1); c == '#' && next != '[' || c == '/' && next == '/' {
		end := l.lineEnd(i)
		if k := bytes.Index(l.src[i:end], []byte("?>")); k >= 0 {
			return i + k
		}
		return end
	}
	return l.comment(i)
}

// name adds the name that starts at i and goes on at k, with its namespaces.
func (l *phpLexer) name(i, k int) int {
	for k < len(l.src) && (isWordByte(l.src[k], false) || l.src[k] == '\\' && isWordStart(l.at(k+1), false)) {
		k++
	}
	return l.add(Word, i, k)
}

// heredoc reads the heredoc or nowdoc at i and returns its end, or i when none begins there.
func (l *phpLexer) heredoc(i int) int {
	at := l.blank(i + 3)
	form, quotes := phpHeredoc, 0
	switch quote := l.at(at); quote {
	case '\'':
		form, quotes = phpNowdoc, 1
	case '"':
		quotes = 1
	}
	at += quotes
	end := l.wordEnd(at, false)
	if !isWordStart(l.at(at), false) || quotes > 0 && l.at(end) != l.src[at-1] {
		return i
	}
	id := l.src[at:end]
	end += quotes
	if l.at(end) == '\r' {
		end++
	}
	if l.at(end) != '\n' {
		return i
	}
	q := l.text(form, i, end+1)
	q.id, q.idIndented = id, true
	return l.begin(q)
}

// phpMember adds what may follow the variable of a string that ends at end: $x[0], $x[key], $x[$i] or $x->y.
func phpMember(l *lexer, end int) int {
	if l.at(end) == '[' {
		at := end + 1
		if l.at(at) == '-' || l.at(at) == '$' {
			at++
		}
		to := l.wordEnd(at, false)
		if to == at || l.at(to) != ']' {
			return end
		}
		l.push(Square, end, end+1)
		kind := Word
		if isDigit(l.src[at]) {
			kind = Number
		}
		l.add(kind, end+1, to)
		return l.pop(Square, to, to+1)
	}
	for _, arrow := range []string{"->", "?->"} {
		if at := end + len(arrow); l.has(end, arrow) && isWordStart(l.at(at), false) {
			l.add(Op, end, at)
			return l.add(Word, at, l.wordEnd(at, false))
		}
	}
	return end
}
