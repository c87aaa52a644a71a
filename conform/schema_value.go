package conform

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// typeName is the word of JSON Schema for the type of a value.
func typeName(v any) string {
	switch v.(type) {
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "null"
}

// twice returns the places of the first value of a list that is there before already, or -1.
func twice(items []any) (first, again int) {
	seen := make(map[string]int, len(items))
	for i, v := range items {
		key := string(appendKey(nil, v))
		if at, ok := seen[key]; ok {
			return at, i
		}
		seen[key] = i
	}
	return -1, -1
}

// appendKey writes a value such that two are written the same just when they are equal.
func appendKey(to []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return strconv.AppendQuote(to, v)
	case json.Number:
		if r := rational(v); r != nil {
			return append(to, r.String()...)
		}
		return append(to, v...)
	case []any:
		to = append(to, '[')
		for _, item := range v {
			to = append(appendKey(to, item), ',')
		}
		return append(to, ']')
	case map[string]any:
		to = append(to, '{')
		for _, name := range slices.Sorted(maps.Keys(v)) {
			to = append(strconv.AppendQuote(to, name), ':')
			to = append(appendKey(to, v[name]), ',')
		}
		return append(to, '}')
	}
	return fmt.Append(to, v)
}

// inQuotes puts a text in single quotation marks.
func inQuotes(s string) string {
	// The quotation marks around it take part: a backslash before the last one is eaten, as the library in the tests does it.
	s = strings.ReplaceAll(strconv.Quote(s), `\"`, `"`)
	s = strings.ReplaceAll(s, `'`, `\'`)
	return "'" + s[1:len(s)-1] + "'"
}

// grouped writes a whole number with its thousands apart.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// written writes a number as people do: thousands apart, and as a power of ten what is very large or small.
func written(r *big.Rat) string {
	f, _ := r.Float64()
	sign := ""
	if f < 0 {
		sign, f = "-", -f
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	if n, err := strconv.Atoi(exponent); err == nil && n >= -4 && n < 6 {
		whole, rest, point := strings.Cut(strconv.FormatFloat(f, 'f', -1, 64), ".")
		if n, err := strconv.Atoi(whole); err == nil {
			whole = grouped(n)
		}
		if point {
			whole += "." + rest
		}
		return sign + whole
	}
	var raised strings.Builder
	for _, c := range exponent {
		switch c {
		case '-':
			raised.WriteRune('⁻')
		case '+':
		default:
			raised.WriteRune([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[c-'0'])
		}
	}
	return sign + mantissa + "×10" + raised.String()
}
