package secret

import (
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"regexp/syntax"
	"strings"
)

// The tests write no token down: each is put together here, so that scanners of this repository stay quiet.

const (
	lowers  = "abcdefghijklmnopqrstuvwxyz"
	uppers  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	numbers = "0123456789"
	letters = lowers + uppers + numbers
)

// alphabets gives the characters of which tests draw for a class.
var alphabets = map[class]string{
	lowerHex: "0123456789abcdef", anyHex: "0123456789ABCDEF", alnum: letters, wordChars: letters, base64Chars: letters, dottedChars: letters, upperDigits: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
	base64Chars | wordChars: letters, base64Chars | valueChars: letters,
}

// source is a small deterministic generator (Knuth's MMIX constants).
type source uint64

func (r *source) below(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r) >> 33 % uint64(n))
}

// draw returns n characters of an alphabet that are no placeholder.
func (r *source) draw(alphabet string, n int) string {
	for {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[r.below(len(alphabet))]
		}
		if n < 16 || !placeholder(string(b)) {
			return string(b)
		}
	}
}

// like returns a string that a pattern matches.
func (r *source) like(pattern string) string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(err)
	}
	for {
		if s := r.expand(re.Simplify()); !placeholder(s) {
			return s
		}
	}
}

func (r *source) expand(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		var all []rune
		for i := 0; i < len(re.Rune); i += 2 {
			for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
				if c != '_' && c != '-' && c != '.' && c != '~' && c != '%' {
					all = append(all, c)
				}
			}
		}
		return string(all[r.below(len(all))])
	case syntax.OpConcat:
		var b strings.Builder
		for _, s := range re.Sub {
			b.WriteString(r.expand(s))
		}
		return b.String()
	case syntax.OpAlternate:
		return r.expand(re.Sub[r.below(len(re.Sub))])
	case syntax.OpCapture:
		return r.expand(re.Sub[0])
	case syntax.OpPlus:
		return r.expand(re.Sub[0]) + r.expand(re.Sub[0]) + r.expand(re.Sub[0])
	case syntax.OpQuest:
		if r.below(2) == 0 {
			return ""
		}
		return r.expand(re.Sub[0])
	default:
		return ""
	}
}

func withChecksum(random string) string {
	sum := crc32.ChecksumIEEE([]byte(random))
	tail := make([]byte, checksumDigits)
	for i := range tail {
		tail[len(tail)-1-i] = alnums[sum%62]
		sum /= 62
	}
	return random + string(tail)
}

// luhn completes digits with their check digit.
func luhn(digits string) string {
	for d := range 10 {
		if s := fmt.Sprintf("%s%d", digits, d); validLuhn([]byte(s)) {
			return s
		}
	}
	return digits
}

func token(header, claims, signature string) string {
	e := base64.RawURLEncoding.EncodeToString
	return e([]byte(header)) + "." + e([]byte(claims)) + "." + signature
}

func pem(label, body string) string {
	var lines []string
	for ; len(body) > 64; body = body[64:] {
		lines = append(lines, body[:64])
	}
	lines = append(lines, body)
	return "-----BEGIN " + label + "-----\n" + strings.Join(lines, "\n") + "\n-----END " + label + "-----"
}
