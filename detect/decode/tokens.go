package decode

import "strings"

const (
	// minHex is the fewest hexadecimal digits of a run: the eight bytes of "rm -rf /".
	minHex = 16
	// minCodes is the fewest numbers of a run of character codes.
	minCodes = 8
	// minBase32 is the fewest base32 characters of a run: eight bytes are thirteen.
	minBase32 = 13
)

// token is a maximal stretch of ASCII letters and digits.
type token struct{ start, end int }

// family is one way of writing bytes as tokens.
type family struct {
	encoding Encoding
	// accepts tells whether a token can belong to a run, and how many of the units that least counts it holds.
	accepts func(s string, t token) (units int, ok bool)
	// skips tells whether a token may stand between two others and mean nothing, such as chr in chr(99)+chr(100).
	skips  func(s string, t token) bool
	least  int
	decode func(dst []byte, word string) []byte
}

var families = [...]family{
	{Hex, hexToken, nil, minHex, decodeHex},
	{Binary, binaryToken, nil, minCodes * 8, decodeBinary},
	{Decimal, decimalToken, charWord, minCodes, decodeDecimal},
	{Base32, base32Token, nil, minBase32, nil},
}

// scanTokens finds runs written as hexadecimal, binary, decimal or base32 tokens, whole or in pieces.
func scanTokens(s string) []run {
	var runs []run
	var groups [len(families)][]token
	var units [len(families)]int
	flush := func(k int) {
		if units[k] >= families[k].least {
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
		t, common := token{start: i}, hexDigit|base32Digit
		for i < len(s) && classes[s[i]]&(letter|digit) != 0 {
			common &= classes[s[i]]
			i++
		}
		t.end = i
		if !open && common == 0 && s[t.start] > '9' && (s[t.start] < 'a' || t.end-t.start < minBase32) {
			// No family accepts a word, which would only end a run.
			end = t.end
			continue
		}
		// A backslash escape is read by scanEscapes, a percent sign by the same.
		escaped := t.start > 0 && s[t.start-1] == '\\'
		joins := joinsTokens(s[end:t.start])
		open = false
		for k := range families {
			n, ok := families[k].accepts(s, t)
			ok = ok && !escaped
			if !joins || !ok && (families[k].skips == nil || !families[k].skips(s, t)) {
				flush(k)
			}
			if ok {
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

// joinsTokens reports whether two tokens with that between them may be pieces of one run.
func joinsTokens(gap string) bool {
	if len(gap) > maxGlue {
		return false
	}
	for i := 0; i < len(gap); i++ {
		if classes[gap[i]]&glue == 0 && gap[i] != '=' {
			return false
		}
	}
	return true
}

// appendRuns decodes the tokens as one run, or, when that gives nothing, each by itself.
func (f family) appendRuns(runs []run, s string, group []token) []run {
	if r, ok := f.run(s, group); ok {
		return append(runs, r)
	}
	if len(group) == 1 {
		return runs
	}
	for i := range group {
		if n, _ := f.accepts(s, group[i]); n >= f.least {
			if r, ok := f.run(s, group[i:i+1]); ok {
				runs = append(runs, r)
			}
		}
	}
	return runs
}

func (f family) run(s string, group []token) (run, bool) {
	r := run{start: group[0].start, end: group[len(group)-1].end, encoding: f.encoding}
	if f.decode == nil {
		r.data = decode32(s, group)
		for r.end < len(s) && s[r.end] == '=' {
			r.end++
		}
	} else {
		for _, t := range group {
			r.data = f.decode(r.data, s[t.start:t.end])
		}
	}
	return r, promising(r.data)
}

// hexDigits returns the digits of a token without its 0x.
func hexDigits(word string) string {
	if len(word) > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X') {
		return word[2:]
	}
	return word
}

func hexToken(s string, t token) (int, bool) {
	d := hexDigits(s[t.start:t.end])
	return len(d), len(d)%2 == 0 && allHex(d)
}

func decodeHex(dst []byte, word string) []byte {
	d := hexDigits(word)
	for i := 0; i+1 < len(d); i += 2 {
		dst = append(dst, hexValue(d[i])<<4|hexValue(d[i+1]))
	}
	return dst
}

func hexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return (c | 0x20 - 'a') + 10
}

func binaryToken(s string, t token) (int, bool) {
	w := s[t.start:t.end]
	return len(w), len(w)%8 == 0 && strings.Trim(w, "01") == ""
}

func decodeBinary(dst []byte, word string) []byte {
	for i := 0; i+8 <= len(word); i += 8 {
		var b byte
		for j := i; j < i+8; j++ {
			b = b<<1 | word[j]&1
		}
		dst = append(dst, b)
	}
	return dst
}

// decimalToken accepts the code of one ASCII character.
func decimalToken(s string, t token) (int, bool) {
	w := s[t.start:t.end]
	if len(w) > 3 || w[0] == '0' || strings.Trim(w, "0123456789") != "" {
		return 0, false
	}
	v := decimal(w)
	return 1, v < 127 && (v >= ' ' || v == '\n' || v == '\t' || v == '\r')
}

func decodeDecimal(dst []byte, word string) []byte { return append(dst, byte(decimal(word))) }

func decimal(digits string) int {
	v := 0
	for i := range len(digits) {
		v = v*10 + int(digits[i]-'0')
	}
	return v
}

// charWord accepts the names of functions that make a character of a number.
func charWord(s string, t token) bool {
	switch s[t.start:t.end] {
	case "chr", "Chr", "CHR", "char", "Char", "CHAR", "ChrW", "chrw":
		return true
	}
	return false
}

// base32Token accepts stretches of the alphabet in one case. Words in capitals are accepted too; they decode to noise.
func base32Token(s string, t token) (int, bool) {
	n := t.end - t.start
	lower := s[t.start] >= 'a'
	if lower && n < minBase32 {
		return 0, false
	}
	for i := t.start; i < t.end; i++ {
		c := s[i]
		if lower && classes[c]&letter != 0 {
			c ^= 0x20
		}
		if classes[c]&base32Digit == 0 {
			return 0, false
		}
	}
	return n, true
}

func decode32(s string, group []token) []byte {
	var out []byte
	var bits uint64
	n := 0
	for _, t := range group {
		for i := t.start; i < t.end; i++ {
			c := s[i]
			v := c - '2' + 26
			if classes[c]&letter != 0 {
				v = c&^0x20 - 'A'
			}
			bits = bits<<5 | uint64(v)
			if n += 5; n >= 8 {
				n -= 8
				out = append(out, byte(bits>>n))
			}
		}
	}
	return out
}
