package decode

import (
	"strings"
	"unicode/utf8"
)

const (
	// minRot13 is how much likelier the letters of a stretch must be as rotated English than as English, in natural logarithms: a few short
	// words reach it.
	minRot13 = 12
	// maxRot13Drop ends a stretch if what follows is that much likelier unrotated.
	maxRot13Drop = 12
	// likelyRot13 is the same for a text that LikelyRotated is asked about.
	likelyRot13 = 18
)

// rot13Words are rotated words of commands, which are too short for letter frequencies.
var rot13Words = []string{"phey ", "jtrg ", "uggcf://", "uggc://", "/ova/fu", "/ova/onfu", "onfu -", "puzbq ", "ez -es", "cbjrefuryy", "clguba", "/qri/gpc"}

// pairLikelihood has, by the first letter and then the second, where the last of 27 is the end of a word, the natural logarithm of the
// frequency of the pair in English technical prose, rounded; 0 is four in a million and less.
const pairLikelihood = "" +
	"266634636257682517785643527523262315516216206436103515724271175367228315476210416" +
	"632682337215236214545321408757767545336684658873656529502265007004137206466001407" +
	"513262466104355206545210327711180117026336206374010307667666632247687526773615256" +
	"401150003101014101603010004520262235113134212423010216742584428627226403666331617" +
	"753371206314526611525111307736775736255357412775421528456747535346785708667663327" +
	"712472345026326507766011606000010000000000000005000003735684527155667406665530618" +
	"515283267145447724786230529735583288125337707676153628555565515126673606771213225" +
	"602070206002314001202000006611151166013146105402020006404140014000311501451001106" +
	"323141213014345506552140027410050023003202000101000123878778688567778847897674540"

// wordEnd is the index of the end of a word in pairLikelihood.
const wordEnd = 26

// pairGain is pairLikelihood of the rotated pair less that of the pair.
var pairGain = func() (gain [27][27]int) {
	rotated := func(i int) int {
		if i == wordEnd {
			return i
		}
		return (i + 13) % 26
	}
	for i := range gain {
		for j := range gain {
			gain[i][j] = int(pairLikelihood[rotated(i)*27+rotated(j)]) - int(pairLikelihood[i*27+j])
		}
	}
	return gain
}()

// wordGain returns how much likelier the letters of a word are as rotated English than as English.
func wordGain(word string) int {
	gain, last := 0, wordEnd
	for _, c := range []byte(word) {
		next := int(c | 0x20 - 'a')
		gain += pairGain[last][next]
		last = next
	}
	return gain + pairGain[last][wordEnd]
}

// LikelyRotated reports whether the words of a text are likelier rotated English than English.
func LikelyRotated(s string) bool {
	gain := 0
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || classes[r]&letter == 0 }) {
		gain += wordGain(w)
	}
	return gain >= likelyRot13
}

// scanRot13 finds stretches that are English when rotated, and lines with rotated commands.
func scanRot13(s string) []run {
	var runs []run
	start, end, sum, peak := -1, 0, 0, 0
	flush := func() {
		if start >= 0 && peak >= minRot13 {
			runs = append(runs, rotated(s, sentenceStart(s, start), end))
		}
		start, sum, peak = -1, 0, 0
	}
	for i := 0; i < len(s); {
		if classes[s[i]]&letter == 0 {
			i++
			continue
		}
		from, capitals := i, 0
		for i < len(s) && classes[s[i]]&letter != 0 {
			if s[i] < 'a' && i > from {
				capitals++
			}
			i++
		}
		// Skip pieces of digests, base64 and identifiers.
		if from > 0 && classes[s[from-1]]&digit != 0 || i < len(s) && classes[s[i]]&digit != 0 || capitals > 0 && capitals < i-from-1 {
			continue
		}
		gain := wordGain(s[from:i])
		if start < 0 {
			if gain <= 0 {
				continue
			}
			start = from
		}
		if sum += gain; sum > peak {
			peak, end = sum, i
		} else if sum < 0 || peak-sum > maxRot13Drop {
			flush()
		}
	}
	flush()
	for _, word := range rot13Words {
		for at := 0; ; {
			i := strings.Index(s[at:], word)
			if i < 0 {
				break
			}
			i += at
			at = max(extend(s, i, 1, false), i+len(word))
			runs = append(runs, rotated(s, extend(s, i, -1, false), min(at, len(s))))
		}
	}
	return runs
}

// sentenceStart returns the start of the sentence around byte i.
func sentenceStart(s string, i int) int {
	from := i
	for i > 0 && from-i < maxExtension && classes[s[i-1]]&quote == 0 && strings.IndexByte(".:;!?\n(", s[i-1]) < 0 {
		i--
	}
	for i < from && (classes[s[i]]&space != 0 || !utf8.RuneStart(s[i])) {
		i++
	}
	return i
}

func rotated(s string, start, end int) run {
	// Include punctuation at the ends: "/ova/fu -p ..." starts with a slash.
	start = len(strings.TrimRight(s[:start], "/~.$<-"))
	end = len(s) - len(strings.TrimLeft(s[end:], "/\"')"))
	return run{start: start, end: end, encoding: Rot13, data: rotate(s[start:end])}
}

// Rotate applies rot13, which undoes itself and keeps the place of each byte.
func Rotate(s string) string { return string(rotate(s)) }

func rotate(s string) []byte {
	data := []byte(s)
	for i, c := range data {
		switch {
		case c >= 'a' && c <= 'z':
			data[i] = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			data[i] = 'A' + (c-'A'+13)%26
		}
	}
	return data
}
