package lock

import (
	"slices"
	"strconv"

	"github.com/org/mcp-lint/detect"
)

// trim leaves out what two lists have in common at their beginnings and ends, and returns how many there are at the beginning.
func (d *differ) trim(a, b []*detect.Node) (before, after []*detect.Node, skipped int) {
	for len(a) > 0 && len(b) > 0 && d.same(a[0], b[0], 0) {
		a, b = a[1:], b[1:]
		skipped++
	}
	for len(a) > 0 && len(b) > 0 && d.same(a[len(a)-1], b[len(b)-1], 0) {
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
		d.note(a, b)
		return
	}
	if !plain {
		gone, here = indexes(len(before)), indexes(len(after))
	}
	for k, i := range here {
		var was *detect.Node
		if k < len(gone) {
			was = there(before[gone[k]])
		}
		d.at(strconv.Itoa(skipped+i), was, there(after[i]))
	}
	for _, i := range gone[min(len(here), len(gone)):] {
		d.at(strconv.Itoa(skipped+i), there(before[i]), nil)
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
// there are other values in the lists than words and numbers.
func unmatched(before, after []*detect.Node) (gone, here []int, plain bool) {
	type word struct {
		kind detect.NodeKind
		text string
	}
	of := func(n *detect.Node) word {
		n = there(n)
		if n.Kind == detect.NodeString {
			return word{n.Kind, n.Text}
		}
		return word{n.Kind, scalarText(n)}
	}
	for _, n := range slices.Concat(before, after) {
		if n != nil && n.Kind != detect.NodeString && n.Kind != detect.NodeScalar {
			return nil, nil, false
		}
	}
	more := map[word]int{}
	for _, n := range after {
		more[of(n)]++
	}
	for i, n := range before {
		if w := of(n); more[w] > 0 {
			more[w]--
		} else {
			gone = append(gone, i)
		}
	}
	// Of equal words the last ones are those that were added.
	for i, n := range slices.Backward(after) {
		if w := of(n); more[w] > 0 {
			more[w]--
			here = append(here, i)
		}
	}
	slices.Reverse(here)
	return gone, here, true
}

// same reports whether two values say the same. It looks at no more than is in the smaller one; what is too deep or too much is taken
// for different.
func (d *differ) same(a, b *detect.Node, depth int) bool {
	a, b = there(a), there(b)
	if d.left--; d.left < 0 || depth > maxLevels {
		d.full = true
		return false
	}
	if a == b {
		return true
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case detect.NodeArray:
		if len(a.Items) != len(b.Items) {
			return false
		}
		for i := range a.Items {
			if !d.same(a.Items[i], b.Items[i], depth+1) {
				return false
			}
		}
		return true
	case detect.NodeObject:
		return len(a.Members) == len(b.Members) && d.sameMembers(a, b, depth)
	case detect.NodeString:
		return a.Text == b.Text
	}
	return sameScalar(a, b)
}

func (d *differ) sameMembers(a, b *detect.Node, depth int) bool {
	before, _ := membersOf(a)
	after, _ := membersOf(b)
	d.left -= len(a.Members)
	// In the order of a, so that what a bound cuts off is the same each time.
	for _, m := range a.Members {
		name := nameKey(m)
		was, is := before[name], after[name]
		if len(was) != len(is) {
			return false
		}
		for i := range was {
			if !d.same(was[i], is[i], depth+1) {
				return false
			}
		}
		// The values of a repeated name are compared once.
		before[name], after[name] = nil, nil
	}
	return true
}

// sameScalar reports whether two scalars are the same, as 1 and 1.0 are.
func sameScalar(a, b *detect.Node) bool {
	return a.Text == b.Text || a.Kind == detect.NodeScalar && scalarText(a) == scalarText(b)
}

// scalarText returns what is equal for equal scalars.
func scalarText(n *detect.Node) string {
	if !isNumber(n.Text) {
		return n.Text
	}
	spelling, plain := canonicalNumber(n.Text)
	if plain {
		return spelling
	}
	return "=" + spelling
}
