package text

import "strings"

// glance is what a look at the words of a text, one by one, tells.
type glance struct {
	// suspicious is set for what ordinary text does not have: signs of leet, letters on their own, words run together or cut up, alternating
	// case, misspelt keys. misspelt is how many distinct keys are.
	suspicious bool
	misspelt   int
	// apart is set when a word was written with its letters apart.
	apart bool
	// backwards is how many words are written from their end.
	backwards int
}

// glance looks at the words of d.
func (v *Vocabulary) glance(d *Doc) glance {
	const (
		runTogether = 16
		signs       = 2
		alone       = 4
	)
	var g glance
	var keys [4]string
	seen := keys[:0]
	leets, cuts, humped, run := 0, d.Flags.Cuts, 0, 0
	for i := range d.Words {
		w := &d.Words[i]
		n := len(w.Fold)
		if x := w.lexeme; x != nil {
			if t := v.verdictOf(x); t != &v.foreign && t != &v.familiar {
				seen = t.count(&g, seen)
			}
		} else if n > 2 {
			t := verdict{backwards: v.backwards(w.Fold)}
			if w.Kind == KindWord {
				if t.key = v.misspells(w.Fold); t.key != "" && v.known(w.Fold) {
					t.key = ""
				}
			}
			seen = t.count(&g, seen)
		}
		apart := wide(w)
		g.apart = g.apart || apart
		switch w.Kind {
		case KindURL, KindEmail, KindPath, KindNumber:
			run = 0
			continue
		case KindIdent:
			if strings.IndexByte(w.Fold, '.') >= 0 && (i == 0 || !cutBetween(d.Gap(i))) {
				cuts++
			}
			if n > 1 && humps(d.Raw[w.Start():w.End()]) >= 2 {
				humped++
			}
		case KindWord:
			if n > 1 && w.Alt() != "" {
				leets++
			}
			g.suspicious = g.suspicious || apart
		}
		if n == 1 {
			run++
			g.suspicious = g.suspicious || run >= alone
			continue
		}
		run = 0
		g.suspicious = g.suspicious || n >= runTogether
	}
	g.misspelt = len(seen)
	g.suspicious = g.suspicious || leets >= signs || cuts >= signs || humped >= signs || g.misspelt >= 2 || d.stretched(signs) ||
		d.Flags.Chars&CharsForeign != 0 && strings.Count(d.Folded, regional) >= alone
	return g
}

// count adds what is said of one word; seen are the keys that were misspelt so far.
func (t *verdict) count(g *glance, seen []string) []string {
	if t.backwards {
		g.backwards++
	}
	if t.key == "" {
		return seen
	}
	for _, s := range seen {
		if s == t.key {
			return seen
		}
	}
	return append(seen, t.key)
}

// hiding are the signs that may keep letters from being those of a word: apostrophes and tags.
var hiding = CharsOf("'<[") | CharsForeign

// stretched reports whether at least so many letters are repeated three times or more. The letters of a text are those of its words but for
// what stands in tags and in contractions.
func (d *Doc) stretched(least int) bool {
	return (d.Flags.Traits&TraitStretched != 0 || d.Flags.Chars&hiding != 0) && stretches(d.Folded) >= least
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
