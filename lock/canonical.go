package lock

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/detect"
)

const (
	// maxCanonical bounds the work on one value, in bytes, with valueCost for each value besides: a tree made by hand may share its
	// parts or run in circles. It is far above what a file that is read can hold; of a tree that is larger the rest is marked.
	maxCanonical = 320 << 20
	valueCost    = 64
	// maxStack bounds arrays and objects in one another: what is read ends long before, only what runs in circles gets there.
	maxStack = 1_000_000
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

// writer writes canonical JSON. It keeps its own stack, so that no nesting is too deep for it.
type writer struct {
	out   []byte
	stack []frame
	// members are those of the objects on the stack, each sorted.
	members []member
	// left is what may still be written, see maxCanonical.
	left int
	// depth is the present nesting of the JSON that is written and deepest the deepest so far.
	depth, deepest int
	// names is how many names this writer stands in.
	names int
	// lossy is set when something was written that cannot be read back.
	lossy bool
}

func newWriter() *writer {
	return &writer{out: make([]byte, 0, 2048), stack: make([]frame, 0, 16), members: make([]member, 0, 64), left: maxCanonical}
}

// readable reports whether what was written so far can be read back.
func (w *writer) readable() bool { return !w.lossy && w.deepest <= maxKeptDepth }

// member is a member of an object under the name that is written.
type member struct {
	name  string
	value *detect.Node
	// place is its place among the members of the object.
	place int
}

// frame is an array or object that is being written.
type frame struct {
	// items are those of an array; of others lo to hi are the members, and next is the one to write.
	items        []*detect.Node
	lo, hi, next int
	kind         frameKind
}

type frameKind uint8

const (
	frameArray frameKind = iota
	frameObject
	// frameRepeated is the list of the values that one name has in an object.
	frameRepeated
)

// value writes n and all that is in it.
func (w *writer) value(n *detect.Node) {
	w.begin(n)
	w.drain()
}

// drain writes what is on the stack.
func (w *writer) drain() {
	for len(w.stack) > 0 {
		f := &w.stack[len(w.stack)-1]
		if f.next == f.hi {
			w.end(f)
			continue
		}
		if f.next > f.lo {
			w.out = append(w.out, ',')
		}
		i := f.next
		f.next++
		switch f.kind {
		case frameArray:
			w.begin(f.items[i])
		case frameRepeated:
			w.begin(w.members[i].value)
		case frameObject:
			f.next = i + w.sameName(i, f.hi)
			w.out = append(appendString(w.out, w.members[i].name), ':')
			w.run(i, f.next)
		}
	}
}

// sameName counts the members from i that have its name.
func (w *writer) sameName(i, hi int) int {
	n := 1
	for i+n < hi && w.members[i+n].name == w.members[i].name {
		n++
	}
	return n
}

// run begins the value of the members from i to end, which have one name.
func (w *writer) run(i, end int) {
	if end-i == 1 {
		w.begin(w.members[i].value)
		return
	}
	w.out = append(w.out, `{"`+markRepeated+`":[`...)
	w.push(frame{kind: frameRepeated, lo: i, hi: end, next: i}, 2)
}

func (w *writer) push(f frame, levels int) {
	w.depth += levels
	w.deepest = max(w.deepest, w.depth)
	w.stack = append(w.stack, f)
}

// end closes the frame on top.
func (w *writer) end(f *frame) {
	switch f.kind {
	case frameArray:
		w.out = append(w.out, ']')
		w.depth--
	case frameObject:
		w.out = append(w.out, '}')
		w.depth--
		w.members = w.members[:f.lo]
	case frameRepeated:
		w.out = append(w.out, "]}"...)
		w.depth -= 2
	}
	w.stack = w.stack[:len(w.stack)-1]
}

// begin writes a value that has no parts, and puts others on the stack.
func (w *writer) begin(n *detect.Node) {
	if n == nil {
		w.mark(markMissing, "true")
		return
	}
	if w.left -= valueCost + len(n.Text); w.left < 0 || len(w.stack) > maxStack {
		w.lossy = true
		w.mark(markBeyond, "true")
		return
	}
	switch n.Kind {
	case detect.NodeArray:
		w.out = append(w.out, '[')
		w.push(frame{kind: frameArray, items: n.Items, hi: len(n.Items)}, 1)
	case detect.NodeObject:
		w.out = append(w.out, '{')
		lo := len(w.members)
		w.sorted(n)
		w.push(frame{kind: frameObject, lo: lo, hi: len(w.members), next: lo}, 1)
	case detect.NodeString:
		w.text(n.Text)
	case detect.NodeScalar:
		w.scalar(n.Text)
	default:
		w.unknown(n)
	}
}

// sorted adds the members of an object to those on the stack: by name and, where that is the same, in their order.
func (w *writer) sorted(n *detect.Node) {
	lo := len(w.members)
	for i, m := range n.Members {
		if m.Name != nil {
			w.left -= len(m.Name.Text)
		}
		w.members = append(w.members, member{name: w.name(m.Name), value: m.Value, place: i})
	}
	slices.SortFunc(w.members[lo:], func(a, b member) int {
		if c := compareNames(a.name, b.name); c != 0 {
			return c
		}
		return cmp.Compare(a.place, b.place)
	})
}
