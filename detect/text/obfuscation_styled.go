package text

import "unicode"

// styled returns d itself as its plain reading when at least three of its words are plain only once letters of other
// alphabets, dressed-up letters, strokes or invisible characters are folded away.
func styled(d *Doc) *Disguise {
	const fewest = 3
	if d.offsets.start == nil && !lettersApart(d) {
		return nil
	}
	g := &Disguise{Doc: d, Strong: true, Changed: make([]bool, len(d.Words)), rawLen: len(d.Raw)}
	n := 0
	for i, w := range d.Words {
		if w.Kind == KindWord && len(w.Fold) > 1 && ascii(w.Fold) && (wide(&d.Words[i]) || dressed(d.Raw[w.Start:w.End])) {
			g.Changed[i] = true
			n++
		}
	}
	if n < fewest {
		return nil
	}
	return g
}

// lettersApart reports whether words of d were written with their letters apart.
func lettersApart(d *Doc) bool {
	for i := range d.Words {
		if wide(&d.Words[i]) {
			return true
		}
	}
	return false
}

// wide reports whether a word takes the room of a sign after each of its letters.
func wide(w *Word) bool { return len(w.Fold) > 2 && w.End-w.Start >= 2*len(w.Fold)-1 }

// dressed reports whether a word that folds to ASCII holds letters that no language spells it with.
func dressed(raw string) bool {
	for _, r := range raw {
		switch {
		case r < 0x250:
		case r == 0x2019 || r == 0x02BC || r >= 0x0300 && r <= 0x0333 || r >= 0x0339 && r <= 0x036F || r >= 0x1E00 && r <= 0x1EFF:
			// Apostrophes and accents are spelling.
		case r >= 0x0334 && r <= 0x0338, smallCaps[r] != 0, Invisible(r), !unicode.Is(unicode.Latin, r), r >= 0xFF21 && r <= 0xFF5A:
			return true
		}
	}
	return false
}
