package decode

import (
	"encoding/base32"
	"encoding/hex"
	"strconv"
	"strings"
)

const (
	// minHex is the minimum of hexadecimal digits: eight bytes.
	minHex = 16
	// minCodes is the minimum of character codes.
	minCodes = 8
	// minBase32 is the minimum of base32 characters: eight bytes.
	minBase32 = 13
)

// family is one way of writing bytes as tokens.
type family struct {
	encoding Encoding
	// units returns how many units a token has, 0 if it cannot belong to a run.
	units    func(word string) int
	minUnits int
	// read appends the decoded token, or its digits if decode handles all tokens together.
	read   func(dst []byte, word string) []byte
	decode func(digits []byte) []byte
}

var families = [...]family{
	{Hex, hexUnits, minHex, readHex, nil},
	{Binary, binaryUnits, minCodes * 8, readBinary, nil},
	{Decimal, decimalUnits, minCodes, readDecimal, nil},
	{Base32, base32Units, minBase32, func(dst []byte, word string) []byte { return append(dst, strings.ToUpper(word)...) }, decode32},
}

// isCharFunc reports whether a word is a function from codes to characters, which may be between two codes.
func isCharFunc(word string) bool {
	return strings.EqualFold(word, "chr") || strings.EqualFold(word, "char") || strings.EqualFold(word, "chrw")
}

// scanTokens finds runs of hexadecimal, binary, decimal or base32 tokens, whole or in pieces.
func scanTokens(s string) []run {
	var runs []run
	var groups [len(families)][]piece
	var units [len(families)]int
	flush := func(k int) {
		if units[k] >= families[k].minUnits {
			runs = families[k].appendRuns(runs, s, groups[k])
		}
		groups[k], units[k] = groups[k][:0], 0
	}
	end, open := 0, false
	for i := 0; i < len(s); {
		if classes[s[i]]&(letter|digit) == 0 {
			i++
			continue
		}
		t, common := piece{start: i}, hexDigit|base32Digit
		for i < len(s) && classes[s[i]]&(letter|digit) != 0 {
			common &= classes[s[i]]
			i++
		}
		t.end = i
		if !open && common == 0 && s[t.start] > '9' && (s[t.start] < 'a' || t.end-t.start < minBase32) {
			// No family accepts a word outside of a run.
			end = t.end
			continue
		}
		// scanEscapes handles backslash escapes.
		escaped := t.start > 0 && s[t.start-1] == '\\'
		joins := mayJoin(s[end:t.start])
		open = false
		for k := range families {
			n := 0
			if !escaped {
				n = families[k].units(s[t.start:t.end])
			}
			if !joins || n == 0 && (families[k].encoding != Decimal || !isCharFunc(s[t.start:t.end])) {
				flush(k)
			}
			if n > 0 {
				groups[k], units[k] = append(groups[k], t), units[k]+n
			}
			open = open || len(groups[k]) > 0
		}
		end = t.end
	}
	for k := range families {
		flush(k)
	}
	return runs
}

// mayJoin reports whether tokens with that gap may belong to one run.
func mayJoin(gap string) bool {
	if len(gap) > maxSeparator {
		return false
	}
	for i := 0; i < len(gap); i++ {
		if classes[gap[i]]&separator == 0 && gap[i] != '=' {
			return false
		}
	}
	return true
}

// appendRuns decodes the tokens as one run or, if that fails, one by one.
func (f family) appendRuns(runs []run, s string, group []piece) []run {
	if r, ok := f.run(s, group); ok {
		return append(runs, r)
	}
	for i := range group {
		if len(group) > 1 && f.units(s[group[i].start:group[i].end]) >= f.minUnits {
			if r, ok := f.run(s, group[i:i+1]); ok {
				runs = append(runs, r)
			}
		}
	}
	return runs
}

func (f family) run(s string, group []piece) (run, bool) {
	r := run{start: group[0].start, end: group[len(group)-1].end, encoding: f.encoding}
	for _, t := range group {
		r.data = f.read(r.data, s[t.start:t.end])
	}
	if f.decode != nil {
		r.data = f.decode(r.data)
	}
	for f.encoding == Base32 && r.end < len(s) && s[r.end] == '=' {
		r.end++
	}
	return r, worthDecoding(r.data)
}

// hexDigits removes 0x.
func hexDigits(word string) string {
	if len(word) > 2 && word[0] == '0' && word[1]|0x20 == 'x' {
		return word[2:]
	}
	return word
}

func hexUnits(word string) int {
	if d := hexDigits(word); len(d)%2 == 0 && allHex(d) {
		return len(d)
	}
	return 0
}

func readHex(dst []byte, word string) []byte {
	dst, _ = hex.AppendDecode(dst, []byte(hexDigits(word)))
	return dst
}

func binaryUnits(word string) int {
	if len(word)%8 == 0 && strings.Trim(word, "01") == "" {
		return len(word)
	}
	return 0
}

func readBinary(dst []byte, word string) []byte {
	for ; word != ""; word = word[8:] {
		b, _ := strconv.ParseUint(word[:8], 2, 8)
		dst = append(dst, byte(b))
	}
	return dst
}

// decimalUnits accepts the code of one ASCII character.
func decimalUnits(word string) int {
	if len(word) > 3 || word[0] == '0' || strings.Trim(word, "0123456789") != "" {
		return 0
	}
	if v, _ := strconv.Atoi(word); v >= ' ' && v < 127 || v == '\n' || v == '\t' || v == '\r' {
		return 1
	}
	return 0
}

func readDecimal(dst []byte, word string) []byte {
	v, _ := strconv.Atoi(word)
	return append(dst, byte(v))
}

// base32Units accepts tokens in one case. Words in capitals match too; they decode to noise.
func base32Units(word string) int {
	lower := word[0] >= 'a'
	if lower && len(word) < minBase32 {
		return 0
	}
	for _, c := range []byte(word) {
		if lower && classes[c]&letter != 0 {
			c ^= 0x20
		}
		if classes[c]&base32Digit == 0 {
			return 0
		}
	}
	return len(word)
}

// decode32 decodes base32, ignoring a last digit that completes no byte.
func decode32(digits []byte) []byte {
	if rest := len(digits) % 8; rest == 1 || rest == 3 || rest == 6 {
		digits = digits[:len(digits)-1]
	}
	n, _ := unpaddedBase32.Decode(digits, digits)
	return digits[:n]
}

var unpaddedBase32 = base32.StdEncoding.WithPadding(base32.NoPadding)
