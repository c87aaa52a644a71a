package secret

import "strings"

const (
	minCard, maxCard = 13, 19
	// cardContext is how many bytes around a number may say that it is a card.
	cardContext = 80
)

// cardWords say that a number near them is a payment card.
var cardWords = []string{"card", "visa", "mastercard", "amex", "american express", "cvv", "cvc", "expir", "payment", "credit", "debit", "pan:", "pan="}

// testCards are numbers that payment services document for tests.
var testCards = map[string]bool{
	"4242424242424242": true, "4000056655665556": true, "5555555555554444": true, "2223003122003222": true, "5200828282828210": true,
	"5105105105105100": true, "378282246310005": true, "371449635398431": true, "6011111111111117": true, "6011000990139424": true,
	"6011981111111113": true, "3056930009020004": true, "36227206271667": true, "6555900000604105": true, "3566002020360505": true,
	"6200000000000005": true, "4111111111111111": true, "4012888888881881": true, "4222222222222": true, "4000000000000002": true,
	"4000000000009995": true, "4000000000000069": true, "4000000000000127": true, "4000000000003220": true, "30569309025904": true,
	"38520000023237": true, "3530111333300000": true, "378734493671000": true, "5610591081018250": true, "4917610000000000": true,
	"4263982640269299": true, "5425233430109903": true, "374245455400126": true, "4007702835532454": true, "4532015112830366": true,
	"4539578763621486": true, "4716258050958645": true, "5500000000000004": true, "340000000000009": true, "30000000000004": true, "6011000000000004": true, "4012000033330026": true,
}

// findCards looks for payment card numbers: an issuer's prefix and length (ISO/IEC 7812, issuers' published ranges), the
// Luhn digit, and either the usual grouping or a word near by that says so.
func findCards(all []Match, s string) []Match {
	for i := 0; i < len(s); {
		if s[i] < '1' || s[i] > '9' || i > 0 && (charset[s[i-1]]&dottedChars != 0 || s[i-1] == '$' || s[i-1] == '/') {
			i = max(i+1, skipDigits(s, i))
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

func skipDigits(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// readCard reads digits with single blanks or hyphens between groups.
func readCard(s string, i int) (digits []byte, groups []int, end int) {
	n := 0
	for end = i; end < len(s) && len(digits) <= maxCard; end++ {
		c := s[end]
		switch {
		case c >= '0' && c <= '9':
			digits = append(digits, c)
			n++
			continue
		case (c == ' ' || c == '-') && n > 0 && end+1 < len(s) && s[end+1] >= '0' && s[end+1] <= '9':
			groups = append(groups, n)
			n = 0
			continue
		}
		break
	}
	return digits, append(groups, n), end
}

func judgeCard(s string, digits []byte, groups []int, start, end int) float64 {
	if len(digits) < minCard || len(digits) > maxCard || !issued(string(digits)) || !luhnHolds(digits) || testCards[string(digits)] {
		return 0
	}
	if end < len(s) && (charset[s[end]]&alnum != 0 || s[end] == '.' && end+1 < len(s) && charset[s[end+1]]&alnum != 0) {
		return 0
	}
	if low := string(digits); entropy(low) < 2.2 || sequence(low, 1) >= maxSequence {
		return 0
	}
	near := strings.ToLower(s[max(0, start-cardContext):start] + " " + s[end:min(len(s), end+cardContext/2)])
	switch named := containsAny(near, cardWords); {
	case named && grouped(groups):
		return 0.95
	case named:
		return Distinctive
	case grouped(groups):
		return Likely
	}
	return Faint
}

// grouped reports whether the digits are written as on a card: 4-4-4-4 or 4-6-5.
func grouped(groups []int) bool {
	if len(groups) == 4 {
		return groups[0] == 4 && groups[1] == 4 && groups[2] == 4 && groups[3] == 4
	}
	return len(groups) == 3 && groups[0] == 4 && groups[1] == 6 && (groups[2] == 5 || groups[2] == 4)
}

// issued reports whether an issuer gives numbers of that prefix and length.
func issued(d string) bool {
	head := func(n int) int {
		v := 0
		for i := 0; i < n; i++ {
			v = v*10 + int(d[i]-'0')
		}
		return v
	}
	in := func(v, from, to int) bool { return v >= from && v <= to }
	switch n := len(d); {
	case d[0] == '4':
		return n == 13 || n == 16 || n == 19
	case in(head(2), 51, 55), in(head(4), 2221, 2720):
		return n == 16
	case head(2) == 34, head(2) == 37:
		return n == 15
	case head(4) == 6011, head(2) == 65, in(head(3), 644, 649):
		return n == 16 || n == 19
	case in(head(3), 300, 305), head(2) == 36, head(2) == 38:
		return n == 14 || n == 16
	case in(head(4), 3528, 3589):
		return n == 16
	case head(2) == 62:
		return n >= 16
	case in(head(2), 56, 58), head(4) == 6304, head(4) == 6759:
		return n == 16 || n == 19
	}
	return false
}
