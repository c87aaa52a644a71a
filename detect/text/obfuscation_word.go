package text

import "strings"

// longName is the length from which letters may be words that run together.
const longName = 12

// letterCore writes a chunk of nothing but letters, without the signs around it: of alternating case, stretched, misspelt or words that run
// together.
func (u *unmasker) letterCore(a, b int) {
	w := u.d.Folded[a:b]
	if u.v.known(w) {
		if u.alternating(a, b) {
			u.whole(w, a, b)
			u.strong++
			return
		}
		u.copy(a, b)
		return
	}
	if len(w) > 1 && (u.unstretched(w, a, b) || u.typos && u.corrected(w, a, b) || len(w) >= longName && u.asSentence(w, a, b, 1, 0)) {
		return
	}
	u.copy(a, b)
}

func (u *unmasker) unstretched(w string, a, b int) bool {
	if !tripled(w) {
		return false
	}
	for most := 1; most <= 2; most++ {
		if s := squeeze(w, most); s != w && u.v.known(s) {
			u.whole(s, a, b)
			u.strong++
			return true
		}
	}
	return false
}

func (u *unmasker) corrected(w string, a, b int) bool {
	c := u.v.correct(w)
	if c == "" {
		return false
	}
	u.whole(c, a, b)
	return true
}

// core writes a chunk that holds digits or signs, without the signs around it.
func (u *unmasker) core(a, b int) {
	s := u.d.Folded
	letters := u.plainRoom[:0]
	pieces, signs, digits, inTag := 1, 0, 0, false
	for k := a; k < b; k++ {
		c := s[k]
		switch kind := chunkKinds[c]; {
		case c == '<':
			inTag = true
			signs++
		case inTag:
			inTag = c != '>'
		case kind == kindLetter:
			letters = append(letters, c)
		case kind == kindHigh:
			u.copy(a, b)
			return
		case kind == kindLeet:
			letters = append(letters, leet[c])
			digits++
		default:
			if signs == 0 || k > a && wordByte(s[k-1]) {
				pieces++
			}
			signs++
		}
	}
	if len(letters) < 2 || digits == len(letters) {
		u.copy(a, b)
		return
	}
	plain := string(letters)
	if u.asWord(plain, digits, signs, a, b) || (signs > 0 || b-a >= longName) && u.asSentence(plain, a, b, pieces, signs) {
		return
	}
	u.copy(a, b)
}

// asWord writes the chunk as one word: leet or cut up.
func (u *unmasker) asWord(plain string, digits, signs, a, b int) bool {
	if u.spells(plain, a, b) || strings.IndexByte(plain, 'i') >= 0 && u.spells(strings.ReplaceAll(plain, "i", "l"), a, b) {
		return true
	}
	if digits == 0 {
		return false
	}
	// Only the digits may be "l".
	if strings.IndexByte(u.d.Folded[a:b], '1') >= 0 {
		alt := []byte(plain)
		for k, l := range u.lettersAt(a, b) {
			if u.d.Folded[l.from()] == '1' {
				alt[k] = 'l'
			}
		}
		if u.spells(string(alt), a, b) {
			return true
		}
	}
	if signs > 0 {
		return false
	}
	if len(plain) > 4 && u.corrected(plain, a, b) {
		u.strong++
		return true
	}
	if len(plain) > digits {
		u.whole(plain, a, b)
		return true
	}
	return false
}

// spells writes the chunk as the word w if it is known.
func (u *unmasker) spells(w string, a, b int) bool {
	if !u.v.known(w) {
		return false
	}
	u.whole(w, a, b)
	u.strong++
	return true
}

// lettersAt returns the letters of a chunk with where they stand.
func (u *unmasker) lettersAt(a, b int) []letterAt {
	// usual is how long most names are at most.
	const usual = 24
	if cap(u.letters) < b-a {
		u.letters = make([]letterAt, 0, max(b-a, usual))
	}
	ls, inTag := u.letters[:0], false
	for k := a; k < b; k++ {
		c := u.d.Folded[k]
		switch kind := chunkKinds[c]; {
		case c == '<':
			inTag = true
		case inTag:
			inTag = c != '>'
		case kind == kindLetter:
			ls = append(ls, letterAt{int32(k), c, 1})
		case kind == kindLeet:
			ls = append(ls, letterAt{int32(k), leet[c], 1})
		}
	}
	u.letters = ls
	return ls
}

// squeeze takes letters that are repeated three times or more down to so many.
func squeeze(w string, most int) string {
	if !tripled(w) {
		return w
	}
	var b strings.Builder
	for i := 0; i < len(w); {
		j := i
		for j < len(w) && w[j] == w[i] {
			j++
		}
		n := j - i
		if n >= 3 {
			n = most
		}
		b.WriteString(w[i : i+n])
		i = j
	}
	return b.String()
}

// asSentence writes the chunk as the words it runs together. Names of programs have few words; so have honest compounds.
func (u *unmasker) asSentence(plain string, a, b, pieces, signs int) bool {
	// fewest is how many words make a sentence.
	const fewest = 3
	many := u.manyPieces(a, b, signs)
	if !many && len(plain) < fewest*shortestPiece {
		return false
	}
	ends := u.v.segment(plain)
	switch {
	case ends == nil && many:
		if ends = u.knownPieces(plain, a, b); ends == nil {
			return false
		}
	case len(ends) < fewest:
		return false
	}
	ls := u.lettersAt(a, b)
	raw0, raw1 := u.d.RawSpan(a, b)
	// prose is how many words without any mark between them are no name.
	const prose = 4
	bare := signs == 0 && humps(u.d.Raw[raw0:raw1]) == 0
	if bare && len(ends) >= prose || signs > 0 && pieces > len(ends) {
		u.strong++
		u.words(ls, ends)
		return true
	}
	u.idents++
	u.begin()
	// A name is a sentence of its own: what two names say together nobody said.
	u.put('.', a, a+1)
	u.put(' ', a, a+1)
	u.words(ls, ends)
	u.put('.', b-1, b)
	u.put(' ', b-1, b)
	return true
}

// fewestPieces is how many pieces a name has that is read piece by piece.
const fewestPieces = 4

// manyPieces reports whether a chunk may have so many pieces: each cut has a sign or a hump, between two bytes where no byte of the text is
// left out.
func (u *unmasker) manyPieces(a, b, signs int) bool {
	return u.d.offsets.start != nil || 1+signs+humps(u.d.Raw[a:b]) >= fewestPieces
}

// knownPieces returns where the pieces of a chunk end when they are many and most of them are known, or nil.
func (u *unmasker) knownPieces(plain string, a, b int) []int {
	ends := u.pieces(u.lettersAt(a, b))
	known, from := 0, 0
	for _, e := range ends {
		if u.v.known(plain[from:e]) {
			known++
		}
		from = e
	}
	if len(ends) < fewestPieces || known*10 < len(ends)*7 {
		return nil
	}
	return ends
}

// pieces cuts the letters at signs and at humps of camel case.
func (u *unmasker) pieces(ls []letterAt) []int {
	ends := u.ends[:0]
	for k := 1; k < len(ls); k++ {
		raw, _ := u.d.RawSpan(ls[k].from(), ls[k].to())
		before, _ := u.d.RawSpan(ls[k-1].from(), ls[k-1].to())
		hump := u.d.Raw[raw] >= 'A' && u.d.Raw[raw] <= 'Z' && u.d.Raw[before] >= 'a' && u.d.Raw[before] <= 'z'
		if ls[k].from() > ls[k-1].to() || hump {
			ends = append(ends, k)
		}
	}
	ends = append(ends, len(ls))
	u.ends = ends
	return ends
}

// alternating reports whether the case of the letters changes to and fro.
func (u *unmasker) alternating(a, b int) bool {
	raw0, raw1 := u.d.RawSpan(a, b)
	raw := u.d.Raw[raw0:raw1]
	return len(raw) >= 4 && humps(raw)*3 >= len(raw)-1
}
