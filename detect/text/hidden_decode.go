package text

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// minMessage is the shortest message in runes; shorter ones occur by chance.
	minMessage = 2
	// minSpread is the shortest message of harmless characters alone.
	minSpread = 8
	// maxMessage bounds a decoded message in bytes: enough for findings and other checks.
	maxMessage = 16 << 10
	// spread is how many visible runes may be between the parts of a message of variation selectors or bits: each letter of a sentence
	// may carry one.
	spread = 32
)

// messages decodes the hidden messages in order of start. Their runes become suspicious.
func (t *hiddenText) messages() []hiddenMessage {
	// Tags of flags are harmless and not decoded; selectors and joiners in their place may be.
	all := t.collect(isTagText, true, decodeTags, "tag letters")
	all = append(all, t.collect(isSelector, false, decodeSelectors, "variation selectors")...)
	all = append(all, t.collect(isBitCarrier, false, decodeBits, "zero-width bits")...)
	slices.SortStableFunc(all, func(a, b hiddenMessage) int { return a.start - b.start })
	return all
}

func isTagText(r rune) bool  { return r >= 0xE0020 && r < cancelTag }
func isSelector(r rune) bool { return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF }
func isBitCarrier(r rune) bool {
	c := hiddenClass(r)
	return c == HiddenZeroWidth || c == HiddenBidi || c == HiddenFiller || c == HiddenFormat
}

// collect groups the wanted characters, with at most spread runes between two of them, and decodes each group.
func (t *hiddenText) collect(want func(rune) bool, guilty bool, decode func([]rune) string, coding string) []hiddenMessage {
	var out []hiddenMessage
	var group []int
	flush := func() {
		if m, ok := t.message(group, decode); ok {
			m.coding = coding
			out = append(out, m)
		}
		group = group[:0]
	}
	for i := range t.runes {
		if t.runes[i].class == "" || guilty && !t.runes[i].suspicious || !want(t.runes[i].r) {
			continue
		}
		if n := len(group); n > 0 && i-group[n-1] > spread {
			flush()
		}
		group = append(group, i)
	}
	flush()
	return out
}

// message decodes one group of rune indexes: first the suspicious ones alone, since a message may be beside characters that belong to the
// text, then all.
func (t *hiddenText) message(group []int, decode func([]rune) string) (hiddenMessage, bool) {
	var guilty []int
	for _, i := range group {
		if t.runes[i].suspicious {
			guilty = append(guilty, i)
		}
	}
	for _, part := range [][]int{guilty, group} {
		if len(part) == 0 {
			continue
		}
		runes := make([]rune, len(part))
		for k, i := range part {
			runes[k] = t.runes[i].r
		}
		text := decode(runes)
		if n := utf8.RuneCountInString(text); n < minMessage || len(guilty) == 0 && n < minSpread {
			continue
		}
		for _, i := range part {
			t.runes[i].suspicious = true
		}
		return hiddenMessage{start: t.runes[part[0]].at, text: text}, true
	}
	return hiddenMessage{}, false
}

func decodeTags(runes []rune) string {
	b := make([]byte, 0, len(runes))
	for _, r := range runes[:min(len(runes), maxMessage)] {
		b = append(b, byte(r-0xE0000))
	}
	return string(b)
}

// decodeSelectors decodes one byte per selector (VS1 to VS16 for 0 to 15, VS17 to VS256 for the rest), with the supplementary selectors
// alone, or one nibble per selector.
func decodeSelectors(runes []rune) string {
	runes = runes[:min(len(runes), 2*maxMessage)]
	var straight, supplementary, nibbles []byte
	for i, r := range runes {
		v := r - 0xFE00
		if r >= 0xE0100 {
			v = r - 0xE0100 + 16
			supplementary = append(supplementary, byte(r-0xE0100))
		}
		straight = append(straight, byte(v))
		if v < 16 && i%2 == 1 && runes[i-1] <= 0xFE0F {
			nibbles = append(nibbles, byte(runes[i-1]-0xFE00)<<4|byte(v))
		}
	}
	if len(nibbles) != len(runes)/2 {
		nibbles = nil
	}
	return firstReadable(straight, supplementary, nibbles)
}

// decodeBits decodes two to four different characters: two as bits in groups of seven, eight or sixteen, in either polarity; three with
// one of them as the separator of letters; four as base 4 digits.
func decodeBits(runes []rune) string {
	runes = runes[:min(len(runes), 16*maxMessage)]
	var symbols []rune
	for _, r := range runes {
		if !slices.Contains(symbols, r) {
			symbols = append(symbols, r)
		}
		if len(symbols) > 4 {
			return ""
		}
	}
	slices.Sort(symbols)
	switch n := len(symbols); n {
	case 2, 4:
		text := fixedGroups(digitsOf(runes, symbols), n)
		slices.Reverse(symbols)
		return cmp.Or(text, fixedGroups(digitsOf(runes, symbols), n))
	case 3:
		return separated(runes, symbols)
	}
	return ""
}

// digitsOf returns the positions of runes in order; others are left out.
func digitsOf(runes, order []rune) []byte {
	d := make([]byte, 0, len(runes))
	for _, r := range runes {
		if k := slices.Index(order, r); k >= 0 {
			d = append(d, byte(k))
		}
	}
	return d
}

// fixedGroups decodes digits of base 2 or 4 in groups of one character each.
func fixedGroups(digits []byte, base int) string {
	widths := []int{8, 7, 16}
	if base == 4 {
		widths = []int{4, 8}
	}
	for _, w := range widths {
		// Skip a leading marker or a trailing rest of a few digits.
		if len(digits) < w*minMessage {
			continue
		}
		var units []rune
		for i := 0; i+w <= len(digits); i += w {
			v := 0
			for _, d := range digits[i : i+w] {
				v = v*base + int(d)
			}
			units = append(units, rune(v))
		}
		if text := readUnits(units); text != "" {
			return text
		}
	}
	return ""
}

// longestUnit is the maximum number of bits per character.
const longestUnit = 21

// separated tries each of three symbols as the separator of letters and the others as bits.
func separated(runes, symbols []rune) string {
	best := ""
	keep := func(text string) {
		if best == "" || !isASCII(best) && isASCII(text) {
			best = cmp.Or(text, best)
		}
	}
	for k, sep := range symbols {
		bits := slices.Delete(slices.Clone(symbols), k, k+1)
		for range 2 {
			var units []rune
			for letter := range strings.FieldsFuncSeq(string(runes), func(r rune) bool { return r == sep }) {
				v, digits := rune(0), digitsOf([]rune(letter), bits)
				for _, d := range digits[:min(len(digits), longestUnit)] {
					v = v*2 + rune(d)
				}
				units = append(units, v)
			}
			keep(readUnits(units))
			// The third character may also mark the ends of fixed groups.
			keep(fixedGroups(digitsOf(runes, bits), 2))
			bits[0], bits[1] = bits[1], bits[0]
		}
	}
	return best
}

// readUnits decodes numbers as UTF-8 bytes if they all are bytes, else as code points.
func readUnits(units []rune) string {
	b := make([]byte, 0, len(units))
	for _, u := range units {
		if u > 0xFF {
			return firstReadable([]byte(string(units)))
		}
		b = append(b, byte(u))
	}
	return firstReadable(b)
}

// firstReadable returns the first readable candidate, truncated to maxMessage, or "".
func firstReadable(candidates ...[]byte) string {
	for _, c := range candidates {
		if c = bytes.TrimRight(c[:min(len(c), maxMessage)], "\x00"); readable(c) {
			return string(c)
		}
	}
	return ""
}

// minForeign is the shortest message outside of ASCII, in runes: random 16 bits are often an ideograph.
const minForeign = 6

// isASCII reports whether s is not empty and has no byte above 0x7F.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return s != ""
}

// readable reports whether b is UTF-8 of graphic characters and line ends, mostly letters, digits and spaces.
func readable(b []byte) bool {
	if len(b) == 0 || !utf8.Valid(b) {
		return false
	}
	wordy, n := 0, 0
	for _, r := range string(b) {
		if !unicode.IsGraphic(r) && !(r >= '\t' && r <= '\r') || r == unicode.ReplacementChar {
			return false
		}
		if unicode.IsLetter(r) || unicode.IsNumber(r) || r == ' ' || r == '\n' {
			wordy++
		}
		n++
	}
	return wordy*10 >= n*6 && (n >= minForeign || isASCII(string(b)))
}
