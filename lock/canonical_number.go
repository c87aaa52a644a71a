package lock

import (
	"strconv"
	"strings"

	"github.com/gowebpki/jcs"
)

const (
	// plainDigits is how many digits an integer can have that a double certainly holds.
	plainDigits = 15
	// doubleDigits is how many digits the shortest decimal of a double can have, without zeros at its end.
	doubleDigits = 17
	// exponentDigits bounds the digits of exponents that are reckoned with: a machine word holds them.
	exponentDigits = 18
)

// canonicalNumber returns the one spelling of a number of JSON. It reports false when it is not what RFC 8785 writes, because that
// is the number only as nearly as a double comes to it; the spelling is then that of its decimal value.
func canonicalNumber(s string) (spelling string, plain bool) {
	if isPlainInteger(s) {
		return s, true
	}
	exact := decimalOf(s)
	if exact == "0" {
		return exact, true
	}
	if digits, _, _ := strings.Cut(strings.TrimPrefix(exact, "-"), "e"); len(digits) > doubleDigits {
		return exact, false
	}
	double, err := strconv.ParseFloat(exact, 64)
	if err != nil {
		return exact, false
	}
	if near, err := jcs.NumberToJSON(double); err == nil && decimalOf(near) == exact {
		return near, true
	}
	return exact, false
}

// isPlainInteger reports whether s is an integer as RFC 8785 writes it, and a short one.
func isPlainInteger(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || len(digits) > plainDigits || digits[0] == '0' && s != "0" {
		return false
	}
	return strings.Trim(digits, "0123456789") == ""
}

// isNumber reports whether s is a number of JSON (RFC 8259, section 6).
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole := leadingDigits(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	s = s[whole:]
	if strings.HasPrefix(s, ".") {
		n := leadingDigits(s[1:])
		if n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s == "" {
		return true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	if s = s[1:]; s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return s != "" && leadingDigits(s) == len(s)
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// decimalOf returns the decimal value of a number of JSON in one spelling: digits that neither begin nor end with a zero, and after
// an "e" the power of ten when it is not 0. Zero is "0". A power of ten with more digits than can be reckoned with is left as it is
// written: no double is such a number, and that one of them may have two spellings errs on the safe side.
func decimalOf(s string) string {
	sign := ""
	rest, negative := strings.CutPrefix(s, "-")
	if negative {
		sign = "-"
	}
	mantissa, power := rest, ""
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa, power = rest[:i], strings.TrimPrefix(rest[i+1:], "+")
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return "0"
	}
	powerSign := ""
	if p, below := strings.CutPrefix(power, "-"); below {
		powerSign, power = "-", p
	}
	power = strings.TrimLeft(power, "0")
	if len(power) > exponentDigits {
		if fraction != "" {
			fraction = "." + fraction
		}
		return sign + whole + fraction + "e" + powerSign + power
	}
	// It fits: there are at most exponentDigits digits.
	exponent, _ := strconv.ParseInt(powerSign+"0"+power, 10, 64)
	exponent -= int64(len(fraction))
	short := strings.TrimRight(digits, "0")
	exponent += int64(len(digits) - len(short))
	if exponent == 0 {
		return sign + short
	}
	return sign + short + "e" + strconv.FormatInt(exponent, 10)
}
