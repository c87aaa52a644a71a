package secret

import (
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/internal/wordset"
)

const (
	minCard, maxCard = 13, 19
	// cardContext is how many bytes around a number may mention a card.
	cardContext = 80
)

var cardWords = []string{"card", "visa", "mastercard", "amex", "american express", "cvv", "cvc", "expir", "payment", "credit", "debit", "pan:", "pan="}

// findCards finds payment card numbers: an issuer's prefix and length (ISO/IEC 7812, issuers' published ranges), the Luhn digit, and
// either the usual grouping or a nearby word about cards.
func findCards(all []Match, s string) []Match {
	for i := 0; i < len(s); {
		if s[i] < '1' || s[i] > '9' || i > 0 && (charset[s[i-1]]&dottedChars != 0 || s[i-1] == '$' || s[i-1] == '/') {
			i = max(i+1, spanEnd(s, i, digitChars))
			continue
		}
		digits, groups, end := readCard(s, i)
		if confidence := judgeCard(s, digits, groups, i, end); confidence > 0 {
			all = append(all, Match{Rule: "payment-card", Start: i, End: end, Confidence: confidence})
		}
		i = max(end, i+1)
	}
	return all
}

func readCard(s string, i int) (digits []byte, groups []int, end int) {
	n := 0
loop:
	for end = i; end < len(s) && len(digits) <= maxCard; end++ {
		switch c := s[end]; {
		case c >= '0' && c <= '9':
			digits = append(digits, c)
			n++
		case (c == ' ' || c == '-') && n > 0 && end+1 < len(s) && s[end+1] >= '0' && s[end+1] <= '9':
			groups = append(groups, n)
			n = 0
		default:
			break loop
		}
	}
	return digits, append(groups, n), end
}

func judgeCard(s string, digits []byte, groups []int, start, end int) float64 {
	if len(digits) < minCard || len(digits) > maxCard || !knownIssuer(string(digits)) || !validLuhn(digits) || rules().testCards[string(digits)] {
		return 0
	}
	if end < len(s) && (charset[s[end]]&alnum != 0 || s[end] == '.' && end+1 < len(s) && charset[s[end+1]]&alnum != 0) {
		return 0
	}
	if entropy(string(digits)) < 2.2 || sequence(string(digits), 1) >= maxSequence {
		return 0
	}
	near := strings.ToLower(s[max(0, start-cardContext):start] + " " + s[end:min(len(s), end+cardContext/2)])
	switch named := wordset.HasAny(near, cardWords...); {
	case named && grouped(groups):
		return 0.95
	case named:
		return distinctive
	case grouped(groups):
		return Likely
	}
	return RedactOnly
}

// grouped reports whether the digits are grouped as on a card.
func grouped(groups []int) bool {
	return slices.ContainsFunc([][]int{{4, 4, 4, 4}, {4, 6, 5}, {4, 6, 4}}, func(usual []int) bool { return slices.Equal(groups, usual) })
}

// knownIssuer reports whether an issuer uses that prefix and length.
func knownIssuer(d string) bool {
	head, _ := strconv.Atoi(d[:4])
	in := func(from, to int) bool { return head >= from && head <= to }
	switch n := len(d); {
	case in(4000, 4999):
		return n == 13 || n == 16 || n == 19
	case in(2221, 2720), in(3528, 3589), in(5100, 5599):
		return n == 16
	case in(3400, 3499), in(3700, 3799):
		return n == 15
	case in(3000, 3059), in(3600, 3699), in(3800, 3899):
		return n == 14 || n == 16
	case in(5600, 5899), in(6011, 6011), in(6304, 6304), in(6440, 6599), in(6759, 6759):
		return n == 16 || n == 19
	case in(6200, 6299):
		return n >= 16
	}
	return false
}

const (
	// checksumDigits is the length of the checksum at the end of a token.
	checksumDigits = 6
	// randomDigits is the length of the random part before it.
	randomDigits = 30
)

// validCRC reports whether the last six characters are the CRC-32 of the others in base 62 with leading zeros, as GitHub introduced it in
// 2021 ("Behind GitHub's new authentication token formats") and npm uses it too.
func validCRC(body string) bool {
	if len(body) != randomDigits+checksumDigits {
		return false
	}
	sum := crc32.ChecksumIEEE([]byte(body[:randomDigits]))
	for i := len(body) - 1; i >= randomDigits; i-- {
		if body[i] != alnums[sum%62] {
			return false
		}
		sum /= 62
	}
	return sum == 0
}

// validLuhn checks the digits as in ISO/IEC 7812-1, annex B.
func validLuhn(digits []byte) bool {
	sum := 0
	for i := range digits {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
