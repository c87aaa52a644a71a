package text

import "strings"

// misspelt counts the distinct keys that the text misspells.
func (v *Vocabulary) misspelt(d *Doc) int {
	seen := make([]string, 0, 4)
	for i := range d.Words {
		w := d.Words[i].Fold
		if d.Words[i].Kind != KindWord || !v.shaped(w) || !v.nearKey(w) || v.known(w) {
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

// suspicious is the cheap look that ordinary text does not pass: signs of leet, letters on their own, words run together
// or cut up, alternating case, misspelt keys.
func suspicious(d *Doc, v *Vocabulary) bool {
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
		if w.Kind == KindIdent && humps(d.Raw[w.Start:w.End]) >= 2 {
			single++
		}
	}
	return leets >= signs || strings.Count(d.Folded, regional) >= alone || stretches(d.Folded) >= signs || cuts >= signs || single >= signs || v.misspelt(d) >= 2
}

// cutBetween reports whether the gap between two words is made of signs without a space.
func cutBetween(gap string) bool {
	if gap == " " || len(gap) > 8 {
		return false
	}
	for i := range len(gap) {
		switch gap[i] {
		case ' ', '\n', '\t', ',', ';', ':', '/', '(', ')':
			return false
		}
	}
	return true
}

func humps(raw string) int {
	n := 0
	for i := 1; i < len(raw); i++ {
		if raw[i] >= 'A' && raw[i] <= 'Z' && raw[i-1] >= 'a' && raw[i-1] <= 'z' {
			n++
		}
	}
	return n
}

// stretches counts the letters of s that are repeated three times or more.
func stretches(s string) int {
	if !tripled(s) {
		return 0
	}
	n, run := 0, 1
	for i := 1; i < len(s); i++ {
		if s[i] != s[i-1] || s[i] < 'a' || s[i] > 'z' {
			run = 1
			continue
		}
		if run++; run == 3 {
			n++
		}
	}
	return n
}

// tripled reports whether three bytes in a row are alike. Of any such three the second or the third stands in an odd
// place.
func tripled(s string) bool {
	for i := 1; i < len(s); i += 2 {
		if s[i] == s[i-1] && (i > 1 && s[i-2] == s[i] || i+1 < len(s) && s[i+1] == s[i]) {
			return true
		}
	}
	return false
}
