package text

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// referenceUnmasker reads disguises as unmasker does, plainly: without shortcuts and memory.
type referenceUnmasker struct{ *unmasker }

// referenceKnown is what Vocabulary.known says, looked up.
func referenceKnown(v *Vocabulary, w string) bool {
	return v.words[w] || len(w) > 3 && v.stems()[stem(w)]
}

// referenceUnmask returns the disguised readings of d: none for ordinary text. It is linear in the length of the text.
func referenceUnmask(d *Doc, v *Vocabulary) []*Disguise {
	var all []*Disguise
	if g := referenceStyled(d); g != nil {
		all = append(all, g)
	}
	if referenceSuspicious(d, v) {
		u := &referenceUnmasker{unmasker: &unmasker{d: d, v: v, typos: referenceMisspelt(v, d) >= 2}}
		u.run()
		if g := u.result(); g != nil {
			all = append(all, g)
		}
	}
	if !referenceTurnedRound(d, v) {
		return all
	}
	for _, wordwise := range [...]bool{false, true} {
		if g := reversed(d, v, wordwise); g != nil {
			all = append(all, g)
		}
	}
	return all
}

func (u *referenceUnmasker) run() {
	s := u.d.Folded
	for i := 0; i < len(s); {
		if s[i] <= ' ' {
			u.copy(i, i+1)
			i++
			continue
		}
		if j, ok := u.apart(i); ok {
			i = j
			continue
		}
		j := i
		for j < len(s) && s[j] > ' ' {
			j++
		}
		u.cut(i, j)
		i = j
	}
}

// cut writes a chunk of any kind.
func (u *referenceUnmasker) cut(i, j int) {
	c := u.d.Folded[i:j]
	a, b := i, j
	for a < b && !wordByte(u.d.Folded[a]) && u.d.Folded[a] != '@' && u.d.Folded[a] != '$' {
		a++
	}
	for b > a && !wordByte(u.d.Folded[b-1]) {
		b--
	}
	if a >= b || strings.Contains(c, "://") || strings.ContainsAny(c[:a-i], "/~\\") || strings.ContainsAny(u.d.Folded[a:b], "/\\=") && !strings.Contains(c, "</") {
		u.copy(i, j)
		return
	}
	u.copy(i, a)
	u.core(a, b)
	u.copy(b, j)
}

// core writes a chunk without the signs around it.
func (u *referenceUnmasker) core(a, b int) {
	w := u.d.Folded[a:b]
	if referenceKnown(u.v, w) {
		if u.alternating(a, b) {
			u.whole(w, a, b)
			u.strong++
			return
		}
		u.copy(a, b)
		return
	}
	var ls []letterAt
	var letters []byte
	pieces, signs, digits, inTag := 1, 0, 0, false
	for k := a; k < b; k++ {
		c := u.d.Folded[k]
		switch {
		case c == '<':
			inTag = true
			signs++
		case inTag:
			inTag = c != '>'
		case c >= 'a' && c <= 'z':
			ls, letters = append(ls, letterAt{int32(k), c, 1}), append(letters, c)
		case c >= utf8.RuneSelf:
			u.copy(a, b)
			return
		case leet[c] != 0 && c != '!' && c != '|':
			ls, letters = append(ls, letterAt{int32(k), leet[c], 1}), append(letters, leet[c])
			digits++
		default:
			if signs == 0 || k > a && wordByte(u.d.Folded[k-1]) {
				pieces++
			}
			signs++
		}
	}
	plain := w
	if string(letters) != w {
		plain = string(letters)
	}
	switch {
	case len(ls) < 2 || digits == len(ls):
	case u.asWord(plain, w, ls, digits, signs, a, b):
		return
	case signs > 0 || len(w) >= longName:
		if u.asSentence(plain, ls, pieces, signs, a, b) {
			return
		}
	}
	u.copy(a, b)
}

// asWord writes the chunk as one word: leet, cut up, stretched or misspelt.
func (u *referenceUnmasker) asWord(plain, w string, ls []letterAt, digits, signs, a, b int) bool {
	if digits+signs > 0 {
		for _, try := range []string{plain, strings.ReplaceAll(plain, "i", "l")} {
			if referenceKnown(u.v, try) && len(try) > 1 {
				u.whole(try, a, b)
				u.strong++
				return true
			}
		}
		if digits > 0 {
			// Only the digits may be "l".
			alt := []byte(plain)
			for k, l := range ls {
				if u.d.Folded[l.from()] == '1' {
					alt[k] = 'l'
				}
			}
			if referenceKnown(u.v, string(alt)) {
				u.whole(string(alt), a, b)
				u.strong++
				return true
			}
			if c := u.v.correct(plain); c != "" && len(plain) > 4 && signs == 0 {
				u.whole(c, a, b)
				u.strong++
				return true
			}
			if signs == 0 && len(ls) > digits {
				u.whole(plain, a, b)
				return true
			}
		}
		return false
	}
	for _, most := range []int{1, 2} {
		if s := squeeze(w, most); s != w && referenceKnown(u.v, s) {
			u.whole(s, a, b)
			u.strong++
			return true
		}
	}
	if u.typos {
		if c := u.v.correct(w); c != "" {
			u.whole(c, a, b)
			return true
		}
	}
	return false
}

// asSentence writes the chunk as the words it runs together. Names of programs have few words; so have honest compounds.
func (u *referenceUnmasker) asSentence(plain string, ls []letterAt, pieces, signs, a, b int) bool {
	ends := referenceSegment(u.v, plain)
	if ends == nil {
		ends = u.pieces(ls)
		known, from := 0, 0
		for _, e := range ends {
			if referenceKnown(u.v, plain[from:e]) {
				known++
			}
			from = e
		}
		if len(ends) < 4 || known*10 < len(ends)*7 {
			return false
		}
	}
	if len(ends) < 3 {
		return false
	}
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

// referenceMisspelt counts the distinct keys that the text misspells.
func referenceMisspelt(v *Vocabulary, d *Doc) int {
	seen := make([]string, 0, 4)
	for i := range d.Words {
		w := d.Words[i].Fold
		if d.Words[i].Kind != KindWord || !v.shaped(w) || !v.nearKey(w) || referenceKnown(v, w) {
			continue
		}
		c := v.correct(w)
		if c == "" || !v.keys[c] || len(c) < minKeyLength {
			continue
		}
		old := false
		for _, s := range seen {
			old = old || s == c
		}
		if !old {
			seen = append(seen, c)
		}
	}
	return len(seen)
}

// referenceSuspicious is the cheap look that ordinary text does not pass: signs of leet, letters on their own, words run together
// or cut up, alternating case, misspelt keys.
func referenceSuspicious(d *Doc, v *Vocabulary) bool {
	const (
		runTogether = 16
		signs       = 2
		alone       = 4
	)
	leets, cuts, single, run := 0, 0, 0, 0
	for i := range d.Words {
		w := &d.Words[i]
		if i > 0 && cutBetween(d.Gap(i)) || w.Kind == KindIdent && strings.Contains(w.Fold, ".") {
			cuts++
		}
		switch {
		case w.Kind == KindURL, w.Kind == KindEmail, w.Kind == KindPath, w.Kind == KindNumber:
			run = 0
			continue
		case len(w.Fold) == 1:
			if run++; run >= alone {
				return true
			}
			continue
		}
		run = 0
		if wide(w) && w.Kind == KindWord {
			return true
		}
		if w.Alt() != "" {
			leets++
		}
		if len(w.Fold) >= runTogether {
			return true
		}
		if w.Kind == KindIdent && humps(d.Raw[w.Start():w.End()]) >= 2 {
			single++
		}
	}
	return leets >= signs || strings.Count(d.Folded, regional) >= alone || stretches(d.Folded) >= signs || cuts >= signs || single >= signs || referenceMisspelt(v, d) >= 2
}

// referenceTurnedRound reports whether the text holds at least three words written backwards.
func referenceTurnedRound(d *Doc, v *Vocabulary) bool {
	// fewest keeps words that happen to read as another backwards from turning a text round.
	const fewest = 3
	n := 0
	for i := 0; i < len(d.Words) && n < fewest; i++ {
		if v.backwards(d.Words[i].Fold) {
			n++
		}
	}
	return n >= fewest
}

// referenceStyled returns d itself as its plain reading when at least three of its words are plain only once letters of other
// alphabets, dressed-up letters, strokes or invisible characters are folded away.
func referenceStyled(d *Doc) *Disguise {
	const fewest = 3
	if d.offsets.start == nil && !referenceLettersApart(d) {
		return nil
	}
	g := &Disguise{Doc: d, Strong: true, Changed: make([]bool, len(d.Words)), rawLen: len(d.Raw)}
	n := 0
	for i, w := range d.Words {
		if w.Kind == KindWord && len(w.Fold) > 1 && ascii(w.Fold) && (wide(&d.Words[i]) || dressed(d.Raw[w.Start():w.End()])) {
			g.Changed[i] = true
			n++
		}
	}
	if n < fewest {
		return nil
	}
	return g
}

// referenceLettersApart reports whether words of d were written with their letters apart.
func referenceLettersApart(d *Doc) bool {
	for i := range d.Words {
		if wide(&d.Words[i]) {
			return true
		}
	}
	return false
}

// referenceSegment cuts letters that run together into words of the vocabulary and returns where each ends, or nil.
func referenceSegment(v *Vocabulary, s string) []int {
	// longest bounds the table; longer runs are no sentence.
	const longest = 400
	n := len(s)
	if n < 6 || n > longest {
		return nil
	}
	const none = 1 << 20
	var costs, froms [longest + 1]int32
	cost, from := costs[:n+1], froms[:n+1]
	for j := 1; j <= n; j++ {
		cost[j] = none
	}
	tree := v.tree()
	for i := range n {
		// Every place is reached: a letter may stand alone.
		node := &tree[0]
		for j := i + 1; j <= n; j++ {
			c := s[j-1] - 'a'
			next := uint16(0)
			if c < 26 {
				next = node.next[c]
			}
			node = &tree[next]
			if j > i+1 && next == 0 {
				break
			}
			// Few long words are likelier than many short ones; a letter of an unknown word is the last resort.
			price := cost[i] + 4
			switch {
			case next != 0 && node.word && j-i > 1:
			case next != 0 && node.word:
				price += 4
			case j-i == 1:
				price += 8
			default:
				continue
			}
			if price < cost[j] {
				cost[j], from[j] = price, int32(i)
			}
			if next == 0 {
				break
			}
		}
	}
	if cost[n] == none {
		return nil
	}
	var ends []int
	unknown, stray := 0, false
	for j := n; j > 0; j = int(from[j]) {
		if !v.words[s[from[j]:j]] {
			unknown++
			if !stray {
				ends = append(ends, j)
			}
			stray = true
			continue
		}
		stray = false
		ends = append(ends, j)
	}
	// Where more than a quarter is unknown, or the pieces are mere syllables, the cuts are chance.
	const shortest = 3
	if unknown*4 > n || n < shortest*len(ends) {
		return nil
	}
	slices.Reverse(ends)
	return ends
}
