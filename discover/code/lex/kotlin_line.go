package lex

// endLine adds a Line for a line break since the last token when it ends a statement: what begins at i is next.
func (l *kotlinLexer) endLine(i int) {
	at := l.line
	w := &l.w
	if at < 0 {
		return
	}
	l.line = -1
	switch w.top() {
	case Paren, Square, Hole:
		return
	}
	if kotlinOpens(w) || kotlinGoesOn(w, i) {
		return
	}
	if k := w.last().Kind; k == Line || k == Doc || k == 0 {
		return
	}
	end := at + 1
	if w.src[at] == '\r' && w.at(end) == '\n' {
		end++
	}
	w.add(Line, at, end)
}

// kotlinOpens reports whether something must follow the last token.
func kotlinOpens(w *writer) bool {
	t := w.last()
	switch t.Kind {
	case Open:
		return true
	case Op:
		switch string(w.src[t.Start:t.End]) {
		case "++", "--", "!!", ">", "?", "*":
			return false // also the end of a type, or of an import
		}
		return true
	case Word:
		switch string(w.src[t.Start:t.End]) {
		case "else", "in", "is", "as", "by":
			return true
		}
	}
	return false
}

// kotlinGoesOn reports whether what begins at i continues the line before it.
func kotlinGoesOn(w *writer, i int) bool {
	switch w.at(i) {
	case '.', ',', ')', ']', '>', '{', '=', ':':
		return true
	case '?':
		return w.at(i+1) == '.' || w.at(i+1) == ':'
	case '&':
		return w.at(i+1) == '&'
	case '|':
		return w.at(i+1) == '|'
	}
	if !isWordStart(w.at(i), false) {
		return false
	}
	end := w.wordEnd(i, false)
	switch string(w.src[i:end]) {
	case "else", "catch", "finally", "where":
		return true
	case "by", "as":
		return isBlank(w.at(end)) || w.at(end) == '?'
	}
	return false
}
