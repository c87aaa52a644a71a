package lock

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
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

// The names of members that stand for what RFC 8785 cannot carry, see canonicalForm.
const (
	mark         = "!"
	markRepeated = "!repeated"
	markNumber   = "!number"
	markScalar   = "!scalar"
	markBytes    = "!bytes"
	markMissing  = "!missing"
	markUnknown  = "!unknown"
	markBeyond   = "!beyond"
	// The beginnings of names that are not valid strings; nameless is the whole name.
	nameless   = "!nameless"
	nameBytes  = "!bytes:"
	nameScalar = "!scalar:"
	nameValue  = "!value:"
)

// canonicalForm returns a value as canonical JSON: that of RFC 8785, with no white space, members sorted by name and every number and
// string in its one spelling. Two values have the same canonical form exactly if a model is shown the same, whatever the order of
// the members, and of the lists in schemas that are sets (see place).
//
// What that RFC cannot carry is written as an object of one member whose name begins with an exclamation mark; the names of
// other members that begin with one have it doubled, so that nothing else is written like it:
//
//	{"!repeated":[1,2]}   the values of a name that an object has more than once, in their order, as the value of that name
//	{"!number":"1e400"}   a number that is not the decimal value of the double that stands for it in JavaScript
//	{"!scalar":".inf"}    a word that is neither a string nor JSON: of YAML or of source code
//	{"!bytes":"ff"}       a string that is not valid UTF-8, as hexadecimal digits
//	{"!missing":true}     a member or item without a value
//	{"!unknown":["9",""]} a value of a kind that is not known: the number of the kind and its text
//	{"!beyond":true}      everything that is left when the value is larger than can be read
//
// Names that are not valid strings are written as names that begin with "!bytes:", "!scalar:", "!nameless" or "!value:"; the last
// is followed by the SHA-256 of its canonical form.
//
// It reports false when the value cannot be read back from its canonical form: when it is nested too deep for that, is cut by
// "!beyond" or has a name that is not a scalar. It never fails otherwise, for nil is a missing value.
func canonicalForm(n *detect.Node) ([]byte, bool) {
	w := newWriter()
	w.value(n)
	return w.out, w.readable() != nil
}

type writer struct {
	out []byte
	// left is what may still be written, see maxCanonical.
	left int
	// level is how many values the writer stands in, and names how many names.
	level, names int
	// lossy is set when something was written that cannot be read back.
	lossy bool
	// at is the place of the next value, and order says which lists are sorted.
	at    place
	order order
}

func newWriter() *writer { return &writer{left: maxCanonical} }

// readable returns what was written when it can be read back, else nil.
func (w *writer) readable() []byte {
	if w.lossy || depthOf(w.out) >= maxKeptDepth {
		return nil
	}
	return w.out
}

// depthOf returns how deep the values in JSON are nested, without reading what they are. Of what is not JSON it returns anything.
func depthOf(json []byte) (deepest int) {
	quoted, depth := false, 0
	for i := 0; i < len(json); i++ {
		switch c := json[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			i++
		case quoted:
		case c == '[' || c == '{':
			depth++
			deepest = max(deepest, depth)
		case c == ']' || c == '}':
			depth--
		}
	}
	return deepest
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
	w.level++
	at := w.at
	switch n.Kind {
	case detect.NodeArray:
		items := n.Items
		if w.order.sorts(at) {
			items = sortedWords(items)
		}
		w.at = at.item()
		w.list(items)
	case detect.NodeObject:
		w.object(n, func(string, []byte) {})
	case detect.NodeString:
		w.out = appendText(w.out, n.Text)
	case detect.NodeScalar:
		w.scalar(n.Text)
	default:
		w.mark(markUnknown, `["`+strconv.Itoa(int(n.Kind))+`",`+string(appendText(nil, n.Text))+"]")
	}
	w.at = at
	w.level--
}

func (w *writer) mark(name, json string) { w.out = append(w.out, `{"`+name+`":`+json+"}"...) }

func (w *writer) list(items []*detect.Node) {
	w.out = append(w.out, '[')
	for i, item := range items {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.value(item)
	}
	w.out = append(w.out, ']')
}

// object writes an object and calls each for its members, with the JSON of their values.
func (w *writer) object(n *detect.Node, each func(name string, value []byte)) {
	w.out = append(w.out, '{')
	at := w.at
	for i, m := range w.members(n) {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(appendString(w.out, m.name), ':')
		start := len(w.out)
		if len(m.values) == 1 {
			w.at = at.member(m.name)
			w.value(m.values[0])
		} else {
			w.at = inData
			w.out = append(w.out, `{"`+markRepeated+`":`...)
			w.list(m.values)
			w.out = append(w.out, '}')
		}
		each(m.name, w.out[start:])
	}
	w.out = append(w.out, '}')
}

// member is what an object has under one name: more than one value where the name is repeated.
type member struct {
	name   string
	values []*detect.Node
}

// members returns those of an object sorted by name, the values of each name in their order.
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
		if last := len(out) - 1; last >= 0 && out[last].name == m.name {
			out[last].values = append(out[last].values, m.values...)
		} else {
			out = append(out, m)
		}
	}
	return out
}

// compareNames orders names that are valid UTF-8 by their UTF-16 code units, as RFC 8785 does.
func compareNames(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

// name returns the name that a member is written under. No two names have the same, and none is that of a mark.
func (w *writer) name(n *detect.Node) string {
	switch {
	case n == nil:
		return nameless
	case n.Kind == detect.NodeString && !utf8.ValidString(n.Text):
		return nameBytes + hex.EncodeToString([]byte(n.Text))
	case n.Kind == detect.NodeString && strings.HasPrefix(n.Text, mark):
		return mark + n.Text
	case n.Kind == detect.NodeString:
		return n.Text
	case n.Kind == detect.NodeScalar && utf8.ValidString(n.Text):
		return nameScalar + n.Text
	}
	w.lossy = true
	if w.names >= maxNames {
		return nameValue
	}
	w.left -= nameCost
	inner := &writer{left: w.left, names: w.names + 1}
	inner.value(n)
	w.left = inner.left
	sum := sha256.Sum256(inner.out)
	return nameValue + hex.EncodeToString(sum[:])
}

func (w *writer) scalar(s string) {
	switch spelling, plain := canonicalNumber(s); {
	case s == "true" || s == "false" || s == "null":
		w.out = append(w.out, s...)
	case spelling == "":
		w.mark(markScalar, string(appendText(nil, s)))
	case plain:
		w.out = append(w.out, spelling...)
	default:
		w.mark(markNumber, `"`+spelling+`"`)
	}
}

// number is a number of JSON (RFC 8259, section 6): its sign, digits before and after the point, sign and digits of the power of ten.
var number = regexp.MustCompile(`^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE](?:\+|(-))?([0-9]+))?$`)

const (
	// doubleDigits is how many digits the shortest decimal of a double can have, without zeros at its end.
	doubleDigits = 17
	// exponentDigits bounds the digits of exponents that are reckoned with: a machine word holds them.
	exponentDigits = 18
)

// canonicalNumber returns the one spelling of a number of JSON, "" of anything else. It reports false when it is not what RFC 8785 writes,
// because that is the number only as nearly as a double comes to it; the spelling is then that of its decimal value.
func canonicalNumber(s string) (spelling string, plain bool) {
	exact := decimalOf(s)
	if digits, _, _ := strings.Cut(strings.TrimPrefix(exact, "-"), "e"); exact == "" || len(digits) > doubleDigits {
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

// decimalOf returns the decimal value of a number of JSON in one spelling, "" of anything else: digits that neither begin nor end with a
// zero, and after an "e" the power of ten when it is not 0. Zero is "0". A power of ten with more digits than can be reckoned with is left
// as it is written: no double is such a number, and that one of them may have two spellings errs on the safe side.
func decimalOf(s string) string {
	m := number.FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	sign, whole, fraction, powerSign, power := m[1], m[2], m[3], m[4], strings.TrimLeft(m[5], "0")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return "0"
	}
	if len(power) > exponentDigits {
		if fraction != "" {
			fraction = "." + fraction
		}
		return sign + whole + fraction + "e" + powerSign + power
	}
	// It fits: there are at most exponentDigits digits.
	exponent, _ := strconv.ParseInt(powerSign+"0"+power, 10, 64)
	short := strings.TrimRight(digits, "0")
	if exponent += int64(len(digits) - len(short) - len(fraction)); exponent != 0 {
		short += "e" + strconv.FormatInt(exponent, 10)
	}
	return sign + short
}

// appendString appends a string that is valid UTF-8 as RFC 8785 has it: only quotes, backslashes and controls are escaped.
func appendString(out []byte, s string) []byte {
	const special, letters = "\"\\\b\t\n\f\r", `"\btnfr`
	out = append(out, '"')
	start := 0
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' {
			out = append(out, s[start:i]...)
			start = i + 1
			if k := strings.IndexByte(special, c); k >= 0 {
				out = append(out, '\\', letters[k])
			} else {
				out = fmt.Appendf(out, `\u%04x`, c)
			}
		}
	}
	return append(append(out, s[start:]...), '"')
}

// appendText appends any string: one that is not UTF-8 as what stands for it.
func appendText(out []byte, s string) []byte {
	if utf8.ValidString(s) {
		return appendString(out, s)
	}
	return append(hex.AppendEncode(append(out, `{"`+markBytes+`":"`...), []byte(s)), `"}`...)
}
