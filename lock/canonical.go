package lock

import (
	"slices"

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

// writer writes canonical JSON.
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

// readable reports whether what was written so far can be read back.
func (w *writer) readable() bool { return !w.lossy && w.deepest <= maxKeptDepth }

// member is what an object has under one name: more than one value where the name is repeated.
type member struct {
	name   string
	values []*detect.Node
}

// value writes n and all that is in it.
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
