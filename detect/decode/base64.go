package decode

import (
	"encoding/base64"
	"slices"
	"strings"
)

const (
	// minBase64 is the minimum length of a run: eight bytes, such as "rm -rf /".
	minBase64 = 11
	// maxSeparator bounds the text between two pieces of a run: `" +`, a line break and an indent.
	maxSeparator = 40
	// shortPiece is the longest piece inside a run that may look like a word.
	shortPiece = 4
)

// piece is a maximal stretch of base64 characters.
type piece struct {
	start, end int
	// word is set if the piece looks like a word or a number.
	word bool
}

// scanBase64 finds base64 runs, whole or in pieces.
func scanBase64(s string) []run {
	var runs []run
	var group []piece
	flush := func() {
		if len(group) > 0 {
			runs = appendGroup(runs, s, group)
			group = group[:0]
		}
	}
	end := 0
	for i := 0; i < len(s); {
		if classes[s[i]]&base64Digit == 0 {
			i++
			continue
		}
		if i > 0 && s[i-1] == '\\' && (s[i] == 'n' || s[i] == 'r' || s[i] == 't') {
			// The letter of an escaped line break.
			i++
			continue
		}
		p := piece{start: i}
		for i < len(s) && classes[s[i]]&base64Digit != 0 {
			i++
		}
		p.end = i
		p.word = looksLikeWord(s[p.start:p.end])
		padded := i < len(s) && s[i] == '='
		i = paddingEnd(s, i)
		if s[p.start:p.end] == "+" {
			// The plus sign of a concatenation.
			continue
		}
		if len(group) > 0 {
			joins, quoted := separated(s[end:p.start])
			if !joins || p.word && !quoted && p.end-p.start > shortPiece && !sameWidth(group, p) {
				flush()
			}
		}
		end = i
		if len(group) > 0 || !p.word || p.end-p.start >= minBase64 || p.start > 0 && classes[s[p.start-1]]&quote != 0 {
			group = append(group, p)
		}
		if padded {
			flush()
		}
	}
	flush()
	return runs
}

// sameWidth reports whether the piece is as long as the first of the group, as in text wrapped at a fixed width.
func sameWidth(group []piece, p piece) bool { return group[0].end-group[0].start == p.end-p.start }

// separated reports whether a gap may be skipped between two pieces, and whether it has quotes. Punctuation joins only between quotes:
// "a.b" is two names, "a" . "b" is one string.
func separated(gap string) (joins, quoted bool) {
	if len(gap) > maxSeparator {
		return false, false
	}
	blank := true
	for i := 0; i < len(gap); i++ {
		c := classes[gap[i]]
		if c&separator == 0 {
			// The letter of an escaped line break.
			if i > 0 && gap[i-1] == '\\' {
				continue
			}
			return false, false
		}
		quoted = quoted || c&quote != 0
		blank = blank && (c&space != 0 || gap[i] == '\\')
	}
	return quoted || blank, quoted
}

// looksLikeWord reports whether s could be a word or a number: lower case, upper case, capitalised, or digits.
func looksLikeWord(s string) bool {
	lower, upper, digits := 0, 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z':
			lower++
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= '0' && c <= '9':
			digits++
		case c == '-' && i+1 < len(s):
			// A hyphenated word or a command option.
		default:
			return false
		}
	}
	return digits == 0 && (upper == 0 || lower == 0 || upper == 1 && s[0] < 'a') || lower+upper == 0
}

// appendGroup decodes a group of pieces: joined; joined without words at the ends; in stretches of equal width and one by one. Each
// attempt is linear. Results without noise are preferred, since words around a run may look like pieces of it.
func appendGroup(runs []run, s string, group []piece) []run {
	if len(group) == 1 {
		if p := group[0]; p.word && s[p.end-1] >= 'a' {
			// Lower-case words mostly decode to noise.
			return runs
		}
		return appendPiece(runs, s, group[0])
	}
	digits := 0
	for _, p := range group {
		digits += p.end - p.start
	}
	if digits < minBase64 {
		return runs
	}
	whole, wholeOK := join(s, group)
	if wholeOK && noiseFree(whole.data) && !packed(whole.data) {
		return append(runs, whole)
	}
	inner := group
	for len(inner) > 0 && inner[0].word {
		inner = inner[1:]
	}
	for len(inner) > 0 && inner[len(inner)-1].word && !sameWidth(inner, inner[len(inner)-1]) {
		inner = inner[:len(inner)-1]
	}
	trimmed, trimmedOK := whole, wholeOK
	if len(inner) < len(group) {
		trimmed, trimmedOK = join(s, inner)
	}
	if trimmedOK && noiseFree(trimmed.data) {
		return append(runs, trimmed)
	}
	parts := appendStretches(nil, s, group)
	switch {
	case slices.ContainsFunc(parts, func(r run) bool { return noiseFree(r.data) }):
		return append(runs, parts...)
	case trimmedOK:
		return append(runs, trimmed)
	case wholeOK:
		return append(runs, whole)
	}
	return append(runs, parts...)
}

// appendStretches decodes stretches of equally long pieces, of which the last may be shorter, and other pieces one by one.
func appendStretches(runs []run, s string, group []piece) []run {
	for from := 0; from < len(group); {
		to := from + 1
		for to < len(group) && sameWidth(group[from:to], group[to]) {
			to++
		}
		if to == from+1 {
			runs = appendPiece(runs, s, group[from])
			from = to
			continue
		}
		longer, longerOK := run{}, false
		if to < len(group) {
			longer, longerOK = join(s, group[from:to+1])
		}
		equal, equalOK := join(s, group[from:to])
		switch {
		case longerOK && (noiseFree(longer.data) || !equalOK):
			runs = append(runs, longer)
			to++
		case equalOK:
			runs = append(runs, equal)
		default:
			for _, p := range group[from:to] {
				runs = appendPiece(runs, s, p)
			}
		}
		from = to
	}
	return runs
}

// appendPiece decodes one piece, whole or split at its punctuation, which paths and identifiers use too.
func appendPiece(runs []run, s string, p piece) []run {
	if p.end-p.start < minBase64 {
		return runs
	}
	if r, ok := join(s, []piece{p}); ok {
		return append(runs, r)
	}
	for i := p.start; i < p.end; {
		n := 0
		for i+n < p.end && classes[s[i+n]]&(letter|digit) != 0 {
			n++
		}
		if n >= minBase64 && n < p.end-p.start {
			if r, ok := join(s, []piece{{start: i, end: i + n}}); ok {
				runs = append(runs, r)
			}
		}
		i += n + 1
	}
	return runs
}

// join decodes the pieces as one run. It skips up to three leading characters if the rest is text then: a marker in front of a run is a
// cheap disguise.
func join(s string, pieces []piece) (run, bool) {
	var room [2][128]byte
	digits, out, encoding := room[0][:0], room[1][:0], Base64
	for _, p := range pieces {
		digits = append(digits, s[p.start:p.end]...)
	}
	for i, c := range digits {
		switch c {
		case '-':
			encoding, digits[i] = Base64URL, '+'
		case '_':
			encoding, digits[i] = Base64URL, '/'
		}
	}
	for skip := 0; skip < 4 && len(digits)-skip >= minBase64; skip++ {
		used := digits[skip:]
		if len(used)%4 == 1 {
			// A lone last character encodes nothing.
			used = used[:len(used)-1]
		}
		if out, _ = base64.RawStdEncoding.AppendDecode(out[:0], used); worthDecoding(out) {
			end := paddingEnd(s, pieces[len(pieces)-1].end)
			return run{start: pieces[0].start, end: end, encoding: encoding, data: slices.Clone(out)}, true
		}
	}
	return run{}, false
}

// paddingEnd returns the end of up to two padding characters from i on.
func paddingEnd(s string, i int) int {
	end := min(len(s), i+2)
	return end - len(strings.TrimLeft(s[i:end], "="))
}
