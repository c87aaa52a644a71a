package decode

import "strings"

// hints are the families of encodings of which a text may hold a run.
type hints uint8

const (
	mayBase64 hints = 1 << iota
	mayTokens
	mayEscape
	mayRotate
)

// trait tells of a byte what hintsOf asks: in the low bits its letter, then its classes, in the highest its letterGain. One look at the
// table takes the place of several.
type trait uint64

const (
	// traitLetters are the bits of the 26 letters.
	traitLetters trait = 1<<26 - 1
	// The classes of all bytes but the last two are "and"ed and "or"ed over a token.
	traitLower trait = 1 << (25 + iota)
	traitUpper
	traitDigit
	traitHex
	traitBase32
	traitBinary
	// traitSign is what base64 has besides letters and digits.
	traitSign
	// traitMark begins an escape.
	traitMark
	traitAlnum = traitLower | traitUpper | traitDigit
	// gainShift is where the gain begins, gainBias keeps it positive.
	gainShift = 48
	gainBias  = 1 << 10
)

var traits = buildTraits()

func buildTraits() (t [256]trait) {
	for c := range t {
		class, gain := classes[c], 0
		add := func(on bool, b trait) {
			if on {
				t[c] |= b
			}
		}
		if class&letter != 0 {
			i := (c | 0x20) - 'a'
			t[c], gain = 1<<i, letterGain[i]
		}
		add(class&letter != 0 && c >= 'a', traitLower)
		add(class&letter != 0 && c < 'a', traitUpper)
		add(class&digit != 0, traitDigit)
		add(class&hexDigit != 0, traitHex)
		add(class&base32Digit != 0, traitBase32)
		add(c == '0' || c == '1', traitBinary)
		add(class&base64Digit != 0 && class&(letter|digit) == 0, traitSign)
		add(c == '%' || c == '&' || c == '\\', traitMark)
		t[c] |= trait(gain+gainBias) << gainShift
	}
	return t
}

// surveyor counts what the runs of each family need at least, over the tokens of a text.
type surveyor struct {
	found hints
	// hex, binary, decimal and base32 are the units of the tokens in a row that the family may accept.
	hex, binary, decimal, base32 int
	// likelier is no less than what scanRot13 has summed up.
	likelier int
}

// hintsOf reads a text once and returns the families of which it may hold a run: scan finds no run of another one. Nothing before from
// begins a group of pieces of base64.
func hintsOf(s string) (found hints, from int) {
	var v surveyor
	// piece is the start of the piece of base64 that is read, known are the traits of its tokens.
	piece, known, from := -1, trait(0), len(s)
	for i := 0; i < len(s); {
		t := traits[s[i]]
		if t&(traitAlnum|traitSign) == 0 {
			if t&traitMark != 0 {
				v.found |= mayEscape
				if s[i] == '\\' {
					// The letter behind it may be none.
					from = min(from, i)
				}
			}
			piece, known = -1, 0
			i++
			continue
		}
		if piece < 0 {
			piece = i
		}
		if t&traitSign != 0 {
			// Only the hyphen of a compound leaves a word what it is.
			if s[i] != '-' || i == piece || i+1 == len(s) || traits[s[i-1]]&traits[s[i+1]]&traitLower == 0 {
				from = min(from, piece)
			}
			i++
			continue
		}
		start := i
		some, every, sum := t, t, t>>gainShift
		for i++; i < len(s); i++ {
			if t = traits[s[i]]; t&traitAlnum == 0 {
				break
			}
			some, every, sum = some|t, every&t, sum+t>>gainShift
		}
		known |= some
		if from == len(s) && (i-piece >= minBase64 || quoteBefore(s, piece) || known&(traitUpper|traitDigit) != 0 && !wordlike(s[piece:i])) {
			from = piece
		}
		v.token(s[start:i], some, every)
		v.rotate(s[start:i], some, int(sum)-(i-start)*gainBias)
	}
	if from < len(s) {
		v.found |= mayBase64
	}
	return v.found, from
}

// token counts a token for the families that are written as tokens.
func (v *surveyor) token(word string, some, every trait) {
	n := len(word)
	if every&(traitHex|traitBase32|traitDigit) == 0 && some&traitDigit == 0 {
		// A word in small letters, as most are.
		v.hex, v.binary, v.base32 = 0, 0, 0
		if word[0]|0x20 != 'c' || !charWord(word, token{0, n}) {
			v.decimal = 0
		}
		if n >= minBase32 && word[0] >= 'a' {
			v.found |= mayTokens
		}
		return
	}
	count := func(units *int, accepted bool, n, least int) {
		if !accepted {
			*units = 0
		} else if *units += n; *units >= least {
			v.found |= mayTokens
		}
	}
	count(&v.hex, every&traitHex != 0 || n > 2 && word[0] == '0' && word[1]|0x20 == 'x', n, minHex)
	count(&v.binary, every&traitBinary != 0, n, minCodes*8)
	count(&v.base32, every&traitBase32 != 0 || n >= minBase32 && word[0] >= 'a', n, minBase32)
	if !charWord(word, token{0, n}) {
		count(&v.decimal, every&traitDigit != 0, 1, minCodes)
	}
}

// rotate counts a word for rot13; gain is the sum of its letterGain.
func (v *surveyor) rotate(word string, some trait, gain int) {
	// scanRot13 passes over words with digits, and over some of mixed case.
	if some&traitDigit == 0 && (gain > 0 || some&traitUpper == 0 || some&traitLower == 0) {
		if v.likelier = max(0, v.likelier+gain); v.likelier >= minRot13 {
			v.found |= mayRotate
		}
	}
	if last := word[len(word)-1] & 31; rotatedOnes.lasts>>last&1 != 0 {
		for _, end := range rotatedOnes.ends[last] {
			if strings.HasSuffix(word, end) {
				v.found |= mayRotate
			}
		}
	}
	if some&rotatedOnes.common == rotatedOnes.common {
		for _, w := range rotatedOnes.held {
			if strings.Contains(word, w) {
				v.found |= mayRotate
			}
		}
	}
}

// rotatedOnes tells of words of a text that are part of one of rot13Words.
var rotatedOnes = buildRotated()

type rotatedParts struct {
	// ends are how such words end, by their last letter; lasts has the bits of the letters that there are.
	ends  [32][]string
	lasts uint32
	// held are what the other ones hold, common the letters that all of those have.
	held   []string
	common trait
}

func buildRotated() rotatedParts {
	p := rotatedParts{common: traitLetters}
	for _, w := range rot13Words {
		i := 0
		for classes[w[i]]&letter == 0 {
			i++
		}
		k := i
		for k < len(w) && classes[w[k]]&letter != 0 {
			k++
		}
		if k < len(w) {
			last := w[k-1] & 31
			p.ends[last], p.lasts = append(p.ends[last], w[i:k]), p.lasts|1<<last
			continue
		}
		var letters trait
		for j := i; j < k; j++ {
			letters |= traits[w[j]] & traitLetters
		}
		p.held, p.common = append(p.held, w[i:k]), p.common&letters
	}
	return p
}
