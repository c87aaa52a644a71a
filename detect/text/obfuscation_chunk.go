package text

import (
	"strings"
	"unicode/utf8"
)

func (u *unmasker) run() {
	s := u.d.Folded
	for i := 0; i < len(s); {
		if s[i] <= ' ' {
			u.copy(i, i+1)
			i++
			continue
		}
		// A letter that another follows stands not alone.
		if i+1 == len(s) || !wordByte(s[i+1]) || s[i] == regional[0] {
			if j, ok := u.apart(i); ok {
				i = j
				continue
			}
		}
		j, plain := i, false
		if !u.typos {
			j, plain = u.plain(i)
		}
		if !plain {
			for j < len(s) && s[j] > ' ' {
				j++
			}
			u.cut(i, j)
		} else {
			u.copy(i, j)
		}
		i = j
	}
}

// plain reports whether nothing stands in the chunk at folded byte i but one short word of small letters, as it is written, with signs around
// it: no two words are run together in it, and only misspellings are looked up. It returns the end of the chunk then, else how far it came.
func (u *unmasker) plain(i int) (int, bool) {
	s := u.d.Folded
	k := i
	for k < len(s) && s[k] > ' ' && !opensCore(s[k]) {
		k++
	}
	a := k
	for k < len(s) && chunkKinds[s[k]] == kindLetter {
		if k >= a+2 && s[k] == s[k-1] && s[k] == s[k-2] {
			return k, false
		}
		k++
	}
	b := k
	if b-a >= longName {
		return k, false
	}
	for k < len(s) && s[k] > ' ' {
		if wordByte(s[k]) {
			return k, false
		}
		k++
	}
	if f := &u.d.Flags; f.Chars&(CharsUpper|CharsForeign) == 0 || f.Traits&TraitInner == 0 && f.Chars&hiding == 0 {
		return k, true
	}
	raw0, raw1 := u.d.RawSpan(a, b)
	return k, humps(u.d.Raw[raw0:raw1]) == 0
}

// opensCore reports whether the core of a chunk may begin with c: signs before it are left as they are.
func opensCore(c byte) bool { return wordByte(c) || c == '@' || c == '$' }

// What the bytes of a chunk are; nearly all signs are of no kind.
const (
	kindLetter = 1 << iota
	// kindLeet is a digit or a sign that stands for a letter.
	kindLeet
	kindHigh
	// kindSlash and kindJoin are in addresses, paths and assignments, which are no words; kindRoot opens a path.
	kindSlash
	kindJoin
	kindRoot
	kindTag
	kindSign
)

// chunkKinds has the kinds of each byte.
var chunkKinds = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = kindLetter
		case c >= utf8.RuneSelf:
			t[c] = kindHigh
		case leet[c] != 0 && c != '!' && c != '|':
			t[c] = kindLeet
		default:
			t[c] = kindSign
		}
	}
	t['/'] |= kindSlash | kindJoin | kindRoot
	t['\\'] |= kindJoin | kindRoot
	t['='] |= kindJoin
	t['~'] |= kindRoot
	t['<'] |= kindTag
	return t
}()

func kindsOf(s string) uint8 {
	kinds := uint8(0)
	for i := range len(s) {
		kinds |= chunkKinds[s[i]]
	}
	return kinds
}

// cut writes a chunk of any kind.
func (u *unmasker) cut(i, j int) {
	s := u.d.Folded
	a, b := i, j
	for a < b && !opensCore(s[a]) {
		a++
	}
	for b > a && !wordByte(s[b-1]) {
		b--
	}
	before, in, after := kindsOf(s[i:a]), kindsOf(s[a:b]), kindsOf(s[b:j])
	if a >= b || before&kindRoot != 0 || (before|in|after)&kindSlash != 0 && strings.Contains(s[i:j], "://") ||
		in&kindJoin != 0 && !strings.Contains(s[i:j], "</") {
		u.copy(i, j)
		return
	}
	u.copy(i, a)
	switch {
	case in == kindLetter:
		u.letterCore(a, b)
	case in&kindHigh == 0 || in&kindTag != 0:
		u.core(a, b)
	default:
		u.copy(a, b)
	}
	u.copy(b, j)
}
