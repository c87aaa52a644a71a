package lex

// directive reads the directive whose # stands at i. Those other than #define end where their line does.
func (l *cppLexer) directive(i int) int {
	at := l.gap(i + 1)
	end := l.wordEnd(at, false)
	switch name := string(l.src[at:min(end, at+16)]); name {
	case "define":
		l.add(Word, at, end)
		l.define, l.fresh = true, false
		l.over, l.floor = l.floor, len(l.open)
		return end
	case "if", "ifdef", "ifndef":
		l.branches = append(l.branches, cppBranch{len(l.open), l.floor})
	case "else", "elif", "elifdef", "elifndef", "endif":
		if len(l.branches) == 0 {
			break
		}
		l.branch(i, name == "endif")
	}
	return l.logicalEndAfterComments(end)
}

// branch ends a branch of #if at i, and with it the groups that are open in it only; the last branch leaves them open, for it is
// the one that goes on.
func (l *cppLexer) branch(i int, last bool) {
	k := len(l.branches) - 1
	b := l.branches[k]
	if last {
		l.branches = l.branches[:k]
		l.floor = min(b.floor, len(l.open))
		return
	}
	for len(l.open) > max(b.open, l.floor) {
		l.shut(i, i)
	}
	if len(l.open) < b.open {
		// What the first branch closed is closed: the others may not go further.
		l.floor = len(l.open)
	}
}

// endDefine ends the line of a #define: with a Line that is [start, end), when there is one.
func (l *cppLexer) endDefine(start, end int) {
	if !l.define {
		return
	}
	for len(l.open) > l.floor {
		l.shut(start, start)
	}
	l.define, l.floor = false, l.over
	l.add(Line, start, min(end, len(l.src)))
}

// gap returns the offset of what follows the blanks and splices at i.
func (l *cppLexer) gap(i int) int {
	for {
		k := l.blanks(i)
		if l.at(k) == '\\' {
			k = l.splice(k)
		}
		if k == i {
			return i
		}
		i = k
	}
}

// logicalEndAfterComments returns where the line at i ends. A block comment that begins in it belongs to it.
func (l *cppLexer) logicalEndAfterComments(i int) int {
	for i < len(l.src) {
		switch c := l.src[i]; {
		case isBreak(c):
			return i
		case c == '\\':
			i = max(i+1, l.splice(i))
		case l.has(i, "//"):
			return l.logicalEnd(i)
		case l.has(i, "/*"):
			i = l.blockEnd(i, false)
		case c == '"':
			i = max(i+1, l.quoteEnd(i+1, '"'))
			if l.at(i) == '"' {
				i++
			}
		default:
			i++
		}
	}
	return len(l.src)
}
