package lock

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gowebpki/jcs"

	"github.com/org/mcp-lint/detect"
)

const (
	// maxCanonical bounds the work on one value, in bytes, with valueCost for each value besides: a tree made by hand may share its
	// parts or run in circles. It is far above what a file that is read can hold; of a tree that is larger the rest is marked.
	maxCanonical = 320 << 20
	valueCost    = 64
	// maxStack bounds arrays and objects in one another: what is read ends long before, only what runs in circles gets there.
	maxStack = 300_000
	// maxNames bounds names that are objects whose names are objects, and so on; nameCost is counted for each such name.
	maxNames, nameCost = 64, 1 << 16
)

// Canonical returns a value as canonical JSON: that of RFC 8785, with no white space, members sorted by name and every number and
// string in its one spelling. Two values have the same canonical form exactly if a model is shown the same, whatever the order of
// the members.
//
// What that RFC cannot carry is written as an object of one member whose name begins with an exclamation mark; the names of
// other members that begin with one have it doubled, so that nothing else is written like it:
//
//	{"!repeated":[1,2]}   the values of a name that an object has more than once, in their order, as the value of that name
//	{"!number":"1e400"}   a number that is not the decimal value of the double that stands for it in JavaScript
//	{"!scalar":".inf"}    a word that is no string and no JSON: of YAML or of source code
//	{"!bytes":"ff"}       a string that is not valid UTF-8, as hexadecimal digits
//	{"!missing":true}     a member or item without a value
//	{"!unknown":["9",""]} a value of a kind that is not known: the number of the kind and its text
//	{"!beyond":true}      everything that is left when the value is larger than can be read
//
// Names that are no valid strings are written as names that begin with "!bytes:", "!scalar:", "!nameless" or "!value:"; the last
// is followed by the SHA-256 of its canonical form.
//
// It reports false when the value cannot be read back from its canonical form: when it is nested too deep for that, is cut by
// "!beyond" or has a name that is no scalar. It never fails otherwise, for nil is a missing value.
func Canonical(n *detect.Node) ([]byte, bool) {
	w := newWriter()
	w.value(n)
	return w.out, w.readable()
}

type writer struct {
	out []byte
	// left is what may still be written, see maxCanonical.
	left int
	// level is how many arrays and objects of the value the writer stands in, depth how many of the JSON that is written, and deepest the
	// most of these so far.
	level, depth, deepest int
	// names is how many names this writer stands in.
	names int
	// lossy is set when something was written that cannot be read back.
	lossy bool
}

func newWriter() *writer { return &writer{left: maxCanonical} }

func (w *writer) readable() bool { return !w.lossy && w.deepest <= maxKeptDepth }

// member is what an object has under one name: more than one value where the name is repeated.
type member struct {
	name   string
	values []*detect.Node
}

func (w *writer) value(n *detect.Node) {
	if n == nil {
		w.mark(markMissing, "true")
		return
	}
	if w.left -= valueCost + len(n.Text); w.left < 0 || w.level > maxStack {
		w.lossy = true
		w.mark(markBeyond, "true")
		return
	}
	switch n.Kind {
	case detect.NodeArray:
		w.list("[", "]", n.Items)
	case detect.NodeObject:
		w.enter(1)
		w.out = append(w.out, '{')
		for i, m := range w.members(n) {
			w.member(i, m)
		}
		w.out = append(w.out, '}')
		w.leave(1)
	case detect.NodeString:
		w.text(n.Text)
	case detect.NodeScalar:
		w.scalar(n.Text)
	default:
		w.unknown(n)
	}
}

// list writes values between brackets, the first of which may be several.
func (w *writer) list(open, end string, items []*detect.Node) {
	w.enter(len(end))
	w.out = append(w.out, open...)
	for i, item := range items {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.value(item)
	}
	w.out = append(w.out, end...)
	w.leave(len(end))
}

// member writes member i of an object and returns the JSON of its value.
func (w *writer) member(i int, m member) []byte {
	if i > 0 {
		w.out = append(w.out, ',')
	}
	w.out = append(appendString(w.out, m.name), ':')
	start := len(w.out)
	if len(m.values) == 1 {
		w.value(m.values[0])
	} else {
		w.list(`{"`+markRepeated+`":[`, "]}", m.values)
	}
	return w.out[start:]
}

func (w *writer) enter(levels int) {
	w.level++
	w.depth += levels
	w.nested(0)
}

func (w *writer) leave(levels int) { w.level, w.depth = w.level-1, w.depth-levels }

// members returns those of an object by name, the values of each name in their order.
func (w *writer) members(n *detect.Node) []member {
	list := make([]member, 0, len(n.Members))
	for _, m := range n.Members {
		if m.Name != nil {
			w.left -= len(m.Name.Text)
		}
		list = append(list, member{w.name(m.Name), []*detect.Node{m.Value}})
	}
	slices.SortStableFunc(list, func(a, b member) int { return compareNames(a.name, b.name) })
	out := list[:0]
	for _, m := range list {
		if k := len(out) - 1; k >= 0 && out[k].name == m.name {
			out[k].values = append(out[k].values, m.values...)
			continue
		}
		out = append(out, m)
	}
	return out
}

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

// longString is how long a string is, in bytes, that room is made for at once.
const longString = 1 << 10

const hexDigits = "0123456789abcdef"

// appendString appends a string that is valid UTF-8 as RFC 8785 has it: only quotes, backslashes and controls are escaped.
func appendString(out []byte, s string) []byte {
	if len(s) > longString {
		out = slices.Grow(out, 2+len(s)+strings.Count(s, "\n")+strings.Count(s, `"`)+strings.Count(s, `\`))
	}
	out = append(out, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		out = append(out, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			out = append(out, '\\', c)
		case '\b':
			out = append(out, `\b`...)
		case '\t':
			out = append(out, `\t`...)
		case '\n':
			out = append(out, `\n`...)
		case '\f':
			out = append(out, `\f`...)
		case '\r':
			out = append(out, `\r`...)
		default:
			out = append(out, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xF])
		}
	}
	return append(append(out, s[start:]...), '"')
}

// compareNames orders names that are valid UTF-8 by their UTF-16 code units, as RFC 8785 does. That is the order of their bytes,
// but for characters above U+FFFF: their surrogates come before U+E000.
func compareNames(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return cmp.Compare(unitOrder(a[i]), unitOrder(b[i]))
		}
	}
	return cmp.Compare(len(a), len(b))
}

// unitOrder is where a byte sorts: the first bytes of U+E000 to U+FFFF come after those of all other characters.
func unitOrder(c byte) byte {
	if c == 0xEE || c == 0xEF {
		return c + 0x10
	}
	return c
}

// appendHex appends the bytes of s as hexadecimal digits.
func appendHex(out []byte, s string) []byte {
	for i := range len(s) {
		out = append(out, hexDigits[s[i]>>4], hexDigits[s[i]&0xF])
	}
	return out
}

// appendText appends any string: one that is no UTF-8 as what stands for it.
func appendText(out []byte, s string) []byte {
	if utf8.ValidString(s) {
		return appendString(out, s)
	}
	return append(appendHex(append(out, `{"`+markBytes+`":"`...), s), `"}`...)
}
