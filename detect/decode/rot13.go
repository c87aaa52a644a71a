package decode

import (
	"strings"
	"unicode/utf8"
)

const (
	// minRot13 is how much likelier, in hundredths of a natural logarithm, the letters of a stretch must be as rotated English than as
	// English: a dozen letters reach it, a word does not.
	minRot13 = 600
	// maxRot13Drop ends a stretch if what follows is that much likelier unrotated.
	maxRot13Drop = 300
)

// rot13Words are rotated words of commands, which are too short for letter frequencies.
var rot13Words = []string{"phey ", "jtrg ", "uggcf://", "uggc://", "/ova/fu", "/ova/onfu", "onfu -", "puzbq ", "ez -es", "cbjrefuryy", "clguba", "/qri/gpc"}

// letterGain is, per letter, the logarithm of the English frequency of the rotated letter less that of the letter, in hundredths
// (frequencies per myriad after Lewand, 2000).
var letterGain = func() (gain [26]int) {
	logs := [26]int{671, 500, 563, 605, 715, 541, 531, 641, 655, 271, 435, 600, 549, 651, 662, 526, 225, 640, 645, 681, 563, 459, 547, 271, 529, 200}
	for i := range gain {
		gain[i] = logs[(i+13)%26] - logs[i]
	}
	return gain
}()

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
		from, gain, capitals := i, 0, 0
		for i < len(s) && classes[s[i]]&letter != 0 {
			gain += letterGain[s[i]|0x20-'a']
			if s[i] < 'a' && i > from {
				capitals++
			}
			i++
		}
		// Skip pieces of digests, base64 and identifiers.
		if from > 0 && classes[s[from-1]]&digit != 0 || i < len(s) && classes[s[i]]&digit != 0 || capitals > 0 && capitals < i-from-1 {
			continue
		}
		if start < 0 {
			if gain <= 0 {
				continue
			}
			start, sum, peak = from, 0, 0
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
	for start > 0 && strings.IndexByte("/~.$<-", s[start-1]) >= 0 {
		start--
	}
	for end < len(s) && strings.IndexByte("/\"')", s[end]) >= 0 {
		end++
	}
	data := []byte(s[start:end])
	for i, c := range data {
		switch {
		case c >= 'a' && c <= 'z':
			data[i] = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			data[i] = 'A' + (c-'A'+13)%26
		}
	}
	return run{start: start, end: end, encoding: Rot13, data: data}
}
