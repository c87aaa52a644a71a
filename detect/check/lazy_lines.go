package check

import (
	"math/bits"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// lineExpressions are expressions that are matched against whole fields; a text is searched once for the beginnings of all.
var lineExpressions = [...]*lazyRegexp{&orderedLine, &actionLine, &hotLine, &orderedSQL, &accountForm, &undoing}

// lineSet is a set of lineExpressions, as bits.
type lineSet uint32

const (
	orderedLines lineSet = 1 << iota
	actionLines
	hotLines
	orderedSQLs
	accountForms
	// linesRead is set once a text has been searched.
	linesRead lineSet = 1 << 31
)

// lineBeginnings finds where one of the expressions may begin by three bytes, each without its two highest bits.
type lineBeginnings struct {
	// third tells for each two bytes which may come third.
	third [1 << 12]uint64
	each  [len(lineExpressions)]*starts
	// first has the expressions of which a match may begin with a byte.
	first [textEnd]lineSet
}

var lineTable = sync.OnceValue(newLineTable)

func newLineTable() *lineBeginnings {
	t := &lineBeginnings{}
	for n, re := range lineExpressions {
		t.each[n] = re.starts()
		for c := range t.first {
			if t.each[n].at[0][c] != 0 {
				t.first[c] |= 1 << n
			}
		}
		for _, m := range t.each[n].manners {
			low := [3]uint64{allBytes[0], allBytes[0], allBytes[0]}
			for k := range min(len(m.bytes), len(low)) {
				b := m.bytes[k]
				low[k] = b[0] | b[1] | b[2] | b[3]
			}
			for a := low[0]; a != 0; a &= a - 1 {
				for b := low[1]; b != 0; b &= b - 1 {
					t.third[bits.TrailingZeros64(a)<<6|bits.TrailingZeros64(b)] |= low[2]
				}
			}
		}
	}
	return t
}

// linesIn returns the expressions of which a match may begin in s.
func linesIn(s string) lineSet {
	t, found := lineTable(), linesRead
	for i := t.next(s, 0); i < len(s); i = t.next(s, i+1) {
		found |= t.at(s, i, found)
	}
	return found
}

// next returns the first byte of s from i on where a match of any of the expressions may begin as far as three bytes tell, or its length.
func (t *lineBeginnings) next(s string, i int) int {
	if len(s)-i > 2 {
		two := int(s[i]&63)<<6 | int(s[i+1]&63)
		for k := i + 2; k < len(s); k++ {
			c := s[k] & 63
			if t.third[two]>>c&1 != 0 {
				return k - 2
			}
			two = (two<<6 | int(c)) & (1<<12 - 1)
		}
		return len(s) - 2
	}
	return i
}

// three reports whether a match may begin at byte i as far as three bytes tell.
func (t *lineBeginnings) three(s string, i int) bool {
	return i+2 >= len(s) || t.third[int(s[i]&63)<<6|int(s[i+1]&63)]>>(s[i+2]&63)&1 != 0
}

// at returns the expressions of which a match may begin at byte i; of those in known it is not asked.
func (t *lineBeginnings) at(s string, i int, known lineSet) (found lineSet) {
	for n, e := range t.each {
		if known>>n&1 == 0 && e.mayBegin(s, i) {
			found |= 1 << n
		}
	}
	return found
}

// lineStarts returns the expressions of which a match may begin in the field, which is searched once.
func (p *prose) lineStarts() lineSet {
	if p.begun == 0 {
		if s := p.signs(); s.bent {
			p.begun = linesIn(p.doc.Raw)
		} else {
			p.begun = s.lines | linesRead
		}
	}
	return p.begun
}

// mayHold reports whether the field may hold a match of the expression.
func (p *prose) mayHold(re *lazyRegexp) bool {
	for n, line := range lineExpressions {
		if line == re {
			return p.lineStarts()>>n&1 != 0
		}
	}
	return re.maybe(p.doc.Raw)
}

// matchesOf returns the first n stretches of the field that the expression matches.
func (p *prose) matchesOf(re *lazyRegexp, n int) [][]int {
	if !p.mayHold(re) || !p.spells(re) {
		return nil
	}
	return re.findAll(p.doc.Raw, n)
}

// spells reports whether the field has the literals of the expression.
func (p *prose) spells(re *lazyRegexp) bool {
	if p.signs().bent {
		return re.literally(p.doc.Raw)
	}
	return re.gate().open(p.doc.Folded)
}

// commandGate reports whether the field may hold a command line or a statement: findCommand finds nothing elsewhere.
func commandGate(p *prose) bool {
	return p.lineStarts()&(orderedLines|actionLines|hotLines|orderedSQLs) != 0
}

// substitutionGate reports whether the field may hold an account, an address or a host: findSubstitution finds nothing elsewhere.
func substitutionGate(p *prose) bool {
	if p.doc.Flags.Traits&text.Kinds(text.KindEmail, text.KindHost) != 0 {
		return true
	}
	// Every account has a digit.
	return p.doc.Flags.Chars&text.CharsDigit != 0 && p.lineStarts()&accountForms != 0
}
