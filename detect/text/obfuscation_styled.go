package text

import "unicode"

// styled returns d itself as its plain reading when at least three of its words are plain only once letters of other
// alphabets, dressed-up letters, strokes or invisible characters are folded away; apart is set when a word was written with its letters
// apart.
func styled(d *Doc, apart bool) *Disguise {
	const fewest = 3
	if d.offsets.start == nil && !apart {
		return nil
	}
	n := 0
	for i := range d.Words {
		if d.plainOnceFolded(&d.Words[i]) {
			n++
		}
	}
	if n < fewest {
		return nil
	}
	g := &Disguise{Doc: d, Strong: true, Changed: make([]bool, len(d.Words)), rawLen: len(d.Raw)}
	for i := range d.Words {
		g.Changed[i] = d.plainOnceFolded(&d.Words[i])
	}
	return g
}

// plainOnceFolded reports whether a word was written in other letters or with its letters apart.
func (d *Doc) plainOnceFolded(w *Word) bool {
	return w.Kind == KindWord && len(w.Fold) > 1 && ascii(w.Fold) && (wide(w) || dressed(d.Raw[w.Start():w.End()]))
}

// wide reports whether a word takes the room of a sign after each of its letters.
func wide(w *Word) bool { return len(w.Fold) > 2 && w.End()-w.Start() >= 2*len(w.Fold)-1 }

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
