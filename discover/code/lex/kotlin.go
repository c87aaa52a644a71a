package lex

var kotlin = syntax{
	nested: true, shebang: true, token: kotlinToken,
	forms: []form{
		{open: `"""`, size: 3, hole: names, mark: "$", raw: true, lines: true, longest: true},
		{open: `"`, hole: names, mark: "$", escape: kotlinEscapes.at},
		oneLine("'", &kotlinEscapes),
	},
	lines: &lineRules{
		within: []Shape{Paren, Square, Hole},
		// These also end a type, or an import.
		endOps:    []string{"++", "--", "!!", ">", "?", "*"},
		openWords: []string{"else", "in", "is", "as", "by"},
		goesOn:    kotlinGoesOn,
	},
}

var kotlinEscapes = escapes{simple: "n\nt\tr\r\"\"''\\\\b\b$$", u: true}

// kotlinToken reads a token of Kotlin. Labels are in no token.
func kotlinToken(l *lexer, i int) int {
	switch c := l.src[i]; {
	case c == '$':
		at := i + l.runOf(i, '$')
		if l.at(at) != '"' {
			return l.add(Op, i, at)
		}
		form, size := 1, 1
		if l.has(at, `"""`) {
			form, size = 0, 3
		}
		q := l.text(form, i, at+size)
		q.mark = string(l.src[i:at])
		return l.begin(q)
	case c == '`':
		if end := l.quoteEnd(i+1, '`'); l.at(end) == '`' {
			return l.add(Word, i, end+1)
		}
	case isWordStart(c, false):
		return kotlinWord(l, i)
	}
	return l.common(i)
}

// kotlinWord adds the word at i. A label at its end is dropped: return@label, this@Class; and so is a word that is one: label@ {.
func kotlinWord(l *lexer, i int) int {
	end := l.wordEnd(i, false)
	if l.at(end) != '@' {
		return l.add(Word, i, end)
	}
	switch string(l.src[i:end]) {
	case "return", "break", "continue", "this", "super":
		l.add(Word, i, end)
		return l.wordEnd(end+1, false)
	}
	if isWordStart(l.at(end+1), false) { // no label
		return l.add(Word, i, end)
	}
	return end + 1
}

func kotlinGoesOn(l *lexer, i int) bool {
	end := l.wordEnd(i, false)
	switch string(l.src[i:end]) {
	case "else", "catch", "finally", "where":
		return true
	case "by", "as":
		return isBlank(l.at(end)) || l.at(end) == '?'
	}
	return l.hasAny(i, ".", ",", ")", "]", ">", "{", "=", ":", "?.", "?:", "&&", "||")
}
