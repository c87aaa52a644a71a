package lock

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
)

const (
	// maxSteps bounds the values that Fields looks at, each as often as it is reached: a tree made by hand may share its parts.
	maxSteps = 2 << 20
	// maxChanges bounds what Fields returns.
	maxChanges = 10_000
	// maxLevels bounds the nesting that Fields follows.
	maxLevels = 1024
)

// FieldChange is how one value of a definition differs.
type FieldChange struct {
	// Pointer is the JSON pointer of the value (RFC 6901): of what is gone in the approved definition, else in the present one. Very
	// long names in it, and what is beyond detect.MaxPointer bytes, are cut and end in an ellipsis.
	Pointer string
	// Before and After are the texts when Text is set, else JSON, bounded and in the order in which it is written. Had and Has say
	// whether there is a value at all. None is fit to be printed as it is.
	Before, After string
	Had, Has      bool
	// Text is set when both sides that exist are strings.
	Text bool
	// BeforeStart to BeforeEnd and AfterStart to AfterEnd are the bytes that differ, at boundaries of words. Where words were only
	// added, or only taken away, one of them is empty.
	BeforeStart, BeforeEnd, AfterStart, AfterEnd int
	// Now is the value as it is now, or nil.
	Now *detect.Node
	// Repeated is set when the name stands more than once in its object, before or now: readers may take any of the values.
	Repeated bool
	// Rest is set in a last change that stands for all further ones, because there are too many or the definitions are too large.
	Rest bool
}

// Fields compares two definitions value by value, in the order of now and then of what is gone. The order of members and of
// sets in schemas and how numbers are spelled make no difference; a name that an object has twice does. An object or list that is only on one side is one
// change, and so is an item that a list has more or less, wherever it stands. Either may be nil.
func Fields(approved, now *detect.Node) []FieldChange {
	d := differ{left: maxSteps, where: inDefinition}
	d.value(approved, now)
	out := slices.Concat(d.here, d.gone)
	if d.full {
		out = append(out, FieldChange{Had: approved != nil, Has: now != nil, Now: now, Rest: true})
	}
	return out
}

type differ struct {
	here, gone []FieldChange
	// path are the names and indexes that lead to the values at hand, where is their place, and repeated is how many of the names stand
	// there more than once.
	path     []string
	where    place
	repeated int
	// left is how many more values may be looked at; full is set when something was not.
	left int
	full bool
}

// absent stands for a member or item without a value, as trees made by hand may have.
var absent = &detect.Node{Text: "\x00missing"}

func (d *differ) at(token string, to place, a, b *detect.Node) {
	from := d.where
	d.path, d.where = append(d.path, token), to
	d.value(a, b)
	d.path, d.where = d.path[:len(d.path)-1], from
}

// value compares two values, of which one may be nil when there is none.
func (d *differ) value(a, b *detect.Node) {
	if d.left--; d.left < 0 || len(d.path) > maxLevels || len(d.here)+len(d.gone) >= maxChanges {
		d.full = true
		return
	}
	switch {
	case a == nil && b == nil:
	case a == nil || b == nil || a.Kind != b.Kind:
		d.note(a, b)
	case a.Kind == detect.NodeArray:
		d.arrays(a, b)
	case a.Kind == detect.NodeObject:
		d.objects(a, b)
	case a.Text != b.Text && !d.same(a, b):
		d.note(a, b)
	}
}

func (d *differ) note(a, b *detect.Node) {
	c := FieldChange{Pointer: pointer(d.path), Had: a != nil, Has: b != nil, Now: b, Repeated: d.repeated > 0}
	c.Text = (a == nil || a.Kind == detect.NodeString) && (b == nil || b.Kind == detect.NodeString)
	show := summary
	if c.Text {
		show = func(n *detect.Node) string { return n.Text }
	}
	if a != nil {
		c.Before = show(a)
		c.BeforeEnd = len(c.Before)
	}
	if b == nil {
		d.gone = append(d.gone, c)
		return
	}
	c.After = show(b)
	c.AfterEnd = len(c.After)
	if c.Text && a != nil {
		c.BeforeStart, c.BeforeEnd, c.AfterStart, c.AfterEnd = changedWords(c.Before, c.After)
	}
	d.here = append(d.here, c)
}

func (d *differ) objects(a, b *detect.Node) {
	before, names := membersOf(a)
	after, order := membersOf(b)
	d.left -= len(a.Members) + len(b.Members)
	for _, name := range order {
		d.members(name, before[name], after[name])
	}
	for _, name := range names {
		if after[name] == nil {
			d.members(name, before[name], nil)
		}
	}
}

func (d *differ) members(name string, before, after []*detect.Node) {
	token := strings.TrimPrefix(name, mark)
	if len(before) <= 1 && len(after) <= 1 {
		d.at(token, d.where.member(name), first(before), first(after))
		return
	}
	from := d.where
	d.repeated, d.where = d.repeated+1, inData
	before, after, _ = d.trim(before, after)
	for i := range max(len(before), len(after)) {
		d.at(token, inData, first(before[min(i, len(before)):]), first(after[min(i, len(after)):]))
	}
	d.repeated, d.where = d.repeated-1, from
}

func first(nodes []*detect.Node) *detect.Node {
	if len(nodes) == 0 {
		return nil
	}
	return nodes[0]
}

// membersOf returns the values of an object by name, and the names in their order.
func membersOf(n *detect.Node) (values map[string][]*detect.Node, names []string) {
	values = make(map[string][]*detect.Node, len(n.Members))
	for _, m := range n.Members {
		name := nameKey(m)
		if values[name] == nil {
			names = append(names, name)
		}
		values[name] = append(values[name], orAbsent(m.Value))
	}
	return values, names
}

// nameKey returns the name of a member, marked as in the canonical form when it is not a string or begins with such a mark.
func nameKey(m detect.Member) string { return (&writer{names: maxNames}).name(m.Name) }

func orAbsent(n *detect.Node) *detect.Node {
	if n == nil {
		return absent
	}
	return n
}

// pointer writes a path as a JSON pointer.
func pointer(path []string) string {
	var b strings.Builder
	for _, token := range path {
		if len(token) > detect.MaxPointerToken {
			token = strings.ToValidUTF8(cut(token, detect.MaxPointerToken/2), "") + "…"
		}
		token = detect.PointerToken(token)
		if b.Len()+1+len(token) > detect.MaxPointer {
			b.WriteString("/…")
			break
		}
		b.WriteString("/" + token)
	}
	return b.String()
}

// trim leaves out what two lists have in common at their beginnings and ends, and returns how many there are at the beginning.
func (d *differ) trim(a, b []*detect.Node) (before, after []*detect.Node, skipped int) {
	for len(a) > 0 && len(b) > 0 && d.same(a[0], b[0]) {
		a, b = a[1:], b[1:]
		skipped++
	}
	for len(a) > 0 && len(b) > 0 && d.same(a[len(a)-1], b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b, skipped
}

// arrays compares items: in lists of words, such as enum and required, wherever they stand, else in their order.
func (d *differ) arrays(a, b *detect.Node) {
	before, after, skipped := d.trim(a.Items, b.Items)
	if len(before) == 0 && len(after) == 0 {
		return
	}
	gone, here, plain := unmatched(before, after)
	d.left -= len(before) + len(after)
	if plain && len(gone)+len(here) == 0 {
		// The same words in another order.
		if !setsSorted.sorts(d.where) {
			d.note(a, b)
		}
		return
	}
	if !plain {
		gone, here = indexes(len(before)), indexes(len(after))
	}
	for k, i := range here {
		var was *detect.Node
		if k < len(gone) {
			was = orAbsent(before[gone[k]])
		}
		d.at(strconv.Itoa(skipped+i), d.where.item(), was, orAbsent(after[i]))
	}
	for _, i := range gone[min(len(here), len(gone)):] {
		d.at(strconv.Itoa(skipped+i), d.where.item(), orAbsent(before[i]), nil)
	}
}

func indexes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// unmatched returns the indexes of words that only one of two lists has, each as often as it has more of them. It reports false when
// orAbsent are other values in the lists than words and numbers.
func unmatched(before, after []*detect.Node) (gone, here []int, plain bool) {
	words := func(list []*detect.Node) (out []string) {
		for _, n := range list {
			if n != nil && n.Kind != detect.NodeString && n.Kind != detect.NodeScalar {
				return nil
			}
			word, _ := canonicalForm(n)
			out = append(out, string(word))
		}
		return out
	}
	was, is := words(before), words(after)
	if len(was) < len(before) || len(is) < len(after) {
		return nil, nil, false
	}
	more := map[string]int{}
	for _, w := range is {
		more[w]++
	}
	for i, w := range was {
		if more[w]--; more[w] < 0 {
			more[w] = 0
			gone = append(gone, i)
		}
	}
	// Of equal words the last ones are those that were added.
	for i, w := range slices.Backward(is) {
		if more[w] > 0 {
			more[w]--
			here = append(here, i)
		}
	}
	slices.Reverse(here)
	return gone, here, true
}

// same reports whether two values say the same; what is too deep or too much is taken for different.
func (d *differ) same(a, b *detect.Node) bool {
	if a == b {
		return true
	}
	was := d.canonical(a)
	return was != nil && bytes.Equal(was, d.canonical(b))
}

// canonical returns the canonical form of an item of the list at hand, or nil when it is larger than what may still be looked at.
func (d *differ) canonical(n *detect.Node) []byte {
	w := &writer{left: d.left * valueCost, at: d.where.item()}
	w.value(n)
	if d.left = w.left / valueCost; w.left < 0 {
		d.full = true
		return nil
	}
	return w.out
}

// maxSummary bounds the JSON of a value that is shown, in bytes, but for the end of its last string.
const maxSummary = 4 << 10

// summary writes a value as JSON, cut with an ellipsis where it is too long.
func summary(n *detect.Node) string { return string(appendSummary(nil, n, 0)) }

func appendSummary(out []byte, n *detect.Node, depth int) []byte {
	const more = "…"
	text := func(s string) {
		if len(s) > maxSummary {
			s = cut(s, maxSummary) + more
		}
		out = appendString(out, strings.ToValidUTF8(s, "\ufffd"))
	}
	switch {
	case n == nil || len(out) >= maxSummary || depth > maxLevels:
		return append(out, more...)
	case n.Kind == detect.NodeString:
		text(n.Text)
		return out
	case n.Kind != detect.NodeArray && n.Kind != detect.NodeObject:
		if n.Text == "" || n.Text[0] == 0 {
			// What a bound has cut off; see package source of discover.
			return append(out, more...)
		}
		return append(out, cut(n.Text, maxSummary)...)
	}
	brackets := map[detect.NodeKind]string{detect.NodeArray: "[]", detect.NodeObject: "{}"}[n.Kind]
	out = append(out, brackets[0])
	for i := range max(len(n.Items), len(n.Members)) {
		if i > 0 {
			out = append(out, ',')
		}
		if len(out) >= maxSummary {
			out = append(out, more...)
			break
		}
		if n.Kind == detect.NodeArray {
			out = appendSummary(out, n.Items[i], depth+1)
			continue
		}
		name := ""
		if m := n.Members[i].Name; m != nil {
			name = m.Text
		}
		text(name)
		out = appendSummary(append(out, ':'), n.Members[i].Value, depth+1)
	}
	return append(out, brackets[1])
}
