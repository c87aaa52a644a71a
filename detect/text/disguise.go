package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Disguise is the plain reading of a disguised text.
type Disguise struct {
	// Doc is the plain text. RawSpan maps its bytes to those of the original.
	Doc *Doc
	// Changed says for each word of Doc whether it was disguised.
	Changed []bool
	// Strong is set if letters were disguised (other alphabets, leet, spacing, reversal), and not if an identifier was read as a sentence
	// or a misspelling corrected.
	Strong bool

	// offsets are the bytes of the original for each byte of the plain text; nil if both texts are the same.
	offsets
	rawLen int
}

// RawSpan maps bytes [start, end) of the plain text to bytes of the original, half open.
func (g *Disguise) RawSpan(start, end int) (rawStart, rawEnd int) {
	if g.start == nil {
		return start, end
	}
	start, end = max(start, 0), min(end, len(g.start))
	if start >= end {
		return g.rawLen, g.rawLen
	}
	rawStart, rawEnd = int(g.start[start]), int(g.end[start])
	for k := start; k < end; k++ {
		rawStart, rawEnd = min(rawStart, int(g.start[k])), max(rawEnd, int(g.end[k]))
	}
	return rawStart, rawEnd
}

// Unmask returns the plain readings of d if it is disguised. It takes linear time.
func (v *Vocabulary) Unmask(d *Doc) []*Disguise {
	// turnedRound is how many reversed words reverse a text: a few occur by chance.
	const turnedRound = 3
	var all []*Disguise
	add := func(g *Disguise) {
		if g != nil {
			all = append(all, g)
		}
	}
	signs := v.signsOf(d)
	if d.offsets.start != nil || signs.suspicious {
		add(styled(d))
	}
	if signs.suspicious {
		u := unmasker{rewriting: rewriting{d: d}, v: v, typos: signs.misspelt >= 2}
		u.run()
		add(u.reading())
	}
	add(broken(d))
	if signs.backwards >= turnedRound {
		add(reversed(d, false))
		add(reversed(d, true))
	}
	return all
}

// disguiseSigns are signs of a disguise in the words of a text.
type disguiseSigns struct {
	// suspicious is set for signs that ordinary text does not have: leet, single letters, letters apart, words joined or split, alternating case,
	// misspelt keys. misspelt is how many distinct keys are.
	suspicious bool
	misspelt   int
	// backwards counts the reversed words.
	backwards int
}

// signsOf finds the signs of a disguise in d.
func (v *Vocabulary) signsOf(d *Doc) disguiseSigns {
	const (
		runTogether = 16
		few         = 2
		alone       = 4
	)
	var g disguiseSigns
	var misspelt []string
	leets, cuts, humped, stretched, run := 0, 0, 0, 0, 0
	for i := range d.Words {
		w := &d.Words[i]
		n := len(w.Fold)
		if i > 0 && cutBetween(d.Raw, d.Words[i-1].End(), w.Start()) {
			cuts++
		}
		if v.backwards(w.Fold) {
			g.backwards++
		}
		stretched += stretches(w.Fold)
		switch w.Kind {
		case KindURL, KindEmail, KindPath, KindNumber:
			run = 0
			continue
		case KindIdent:
			if strings.IndexByte(w.Fold, '.') >= 0 || spaced(w.Fold) {
				cuts++
			}
			if humps(d.Raw[w.Start():w.End()]) >= 2 {
				humped++
			}
		case KindWord:
			if n > 1 && isLeet(w.Fold) {
				leets++
			}
			if wide(w) {
				g.suspicious = true
			}
			if key := v.misspells(w.Fold); key != "" && !slices.Contains(misspelt, key) {
				misspelt = append(misspelt, key)
			}
		}
		if n == 1 {
			run++
		} else {
			run = 0
		}
		if n >= runTogether || run >= alone {
			g.suspicious = true
		}
	}
	for i := range d.Tags {
		if d.tagInWord(i) {
			cuts++
		}
	}
	g.misspelt = len(misspelt)
	g.suspicious = g.suspicious || leets >= few || cuts >= few || humped >= few || stretched >= few || g.misspelt >= few ||
		d.offsets.start != nil && strings.Count(d.Folded, regional) >= alone
	return g
}

// spaced reports whether all letters of a name are separated by signs: r_e_a_d.
func spaced(name string) bool {
	const shortest = 5
	for i := 1; i < len(name); i += 2 {
		if alnum(name, i) {
			return false
		}
	}
	return len(name) >= shortest
}

// tagInWord reports whether tag i, with the tags that directly follow, is inside a word.
func (d *Doc) tagInWord(i int) bool {
	t := &d.Tags[i]
	if t.Open != '<' || t.foldStart == 0 || !wordByte(d.Folded[t.foldStart-1]) {
		return false
	}
	for i+1 < len(d.Tags) && d.Tags[i+1].foldStart == d.Tags[i].foldEnd {
		i++
	}
	end := d.Tags[i].foldEnd
	return end < len(d.Folded) && wordByte(d.Folded[end])
}

// broken returns the text with the line breaks removed from stretches of very short lines, or nil: they split sentences, but readers read
// on.
func broken(d *Doc) *Disguise {
	// fewest is the minimum number of such lines, narrow their maximum width in bytes, words their maximum number of words.
	const fewest, narrow, words = 5, 24, 3
	var joined []Range
	start, lines, at := 0, 0, 0
	finish := func(end int) {
		if lines >= fewest {
			joined = append(joined, Range{start, end})
		}
		lines = 0
	}
	for line := range strings.Lines(d.Raw) {
		switch text := strings.TrimSpace(line); {
		case text == "":
		case len(text) <= narrow && strings.IndexByte("-*#+>=|<`", text[0]) < 0 && !Drawn(text) && text[len(text)-1] != ':' && len(strings.Fields(text)) <= words:
			if lines == 0 {
				start = at
			}
			lines++
		default:
			finish(at)
		}
		at += len(line)
	}
	finish(len(d.Raw))
	if joined == nil {
		return nil
	}
	out := []byte(d.Raw)
	for _, r := range joined {
		for i := r.Start; i < r.End; i++ {
			if out[i] == '\n' || out[i] == '\r' {
				out[i] = ' '
			}
		}
	}
	g := &Disguise{Doc: NewDoc(string(out)), rawLen: len(d.Raw)}
	g.Changed = g.Doc.wordsIn(joined)
	return g
}

// Drawn reports whether a text begins with an arrow, or with a line, a block or a shape of a drawing.
func Drawn(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= 0x2190 && r <= 0x21FF || r >= 0x2500 && r <= 0x25FF
}

// cutBetween reports whether the gap [from, to) between two words consists of signs without a space.
func cutBetween(s string, from, to int) bool {
	// longest is the maximum length of a gap inside a word.
	const longest = 8
	if to > from && afterTags(s, from) == to {
		return true
	}
	if to < from || to-from > longest {
		return false
	}
	for _, c := range []byte(s[from:to]) {
		switch c {
		case ' ', '\n', '\t', ',', ';', ':', '/', '(', ')':
			return false
		}
	}
	return true
}

// humps counts the capitals after small letters.
func humps(raw string) int {
	n := 0
	for i := 1; i < len(raw); i++ {
		if raw[i] >= 'A' && raw[i] <= 'Z' && raw[i-1] >= 'a' && raw[i-1] <= 'z' {
			n++
		}
	}
	return n
}

// stretches counts letters that are repeated three times or more.
func stretches(s string) int {
	n, run := 0, 1
	for i := 1; i < len(s); i++ {
		if s[i] != s[i-1] || s[i] < 'a' || s[i] > 'z' {
			run = 1
		} else if run++; run == 3 {
			n++
		}
	}
	return n
}

// styled returns d itself as the plain reading if at least three of its words are plain only after folding letters of other alphabets,
// stylised letters, strokes or invisible characters.
func styled(d *Doc) *Disguise {
	const fewest = 3
	g := &Disguise{Doc: d, Strong: true, Changed: make([]bool, len(d.Words)), rawLen: len(d.Raw)}
	n := 0
	for i := range d.Words {
		if w := &d.Words[i]; w.Kind == KindWord && len(w.Fold) > 1 && isASCII(w.Fold) && (wide(w) || dressed(d.Raw[w.Start():w.End()])) {
			g.Changed[i] = true
			n++
		}
	}
	if n < fewest {
		return nil
	}
	return g
}

// wide reports whether a word is long enough for a sign after each of its letters.
func wide(w *Word) bool { return len(w.Fold) > 2 && w.End()-w.Start() >= 2*len(w.Fold)-1 }

// dressed reports whether a word that folds to ASCII has letters that no language spells it with.
func dressed(raw string) bool {
	for _, r := range raw {
		switch {
		case r < 0x250:
		case r == 0x2019 || r == 0x02BC || r >= 0x0300 && r <= 0x0333 || r >= 0x0339 && r <= 0x036F || r >= 0x1E00 && r <= 0x1EFF:
			// Apostrophes and accents are normal spelling.
		case r >= 0x0334 && r <= 0x0338, smallCaps[r] != 0, Invisible(r), !unicode.Is(unicode.Latin, r), r >= 0xFF21 && r <= 0xFF5A:
			return true
		}
	}
	return false
}
