package syntax

import (
	"cmp"
	"slices"
)

// sorter puts expressions in order of source, outer before inner, and those of the same span in the order in which they were made.
type sorter struct {
	to     []*Expr
	counts [1 << radixBits]int32
}

const (
	// radixBits is how many bits of an offset are looked at in one pass.
	radixBits = 11
	// fewExprs is up to how many expressions it is quicker to compare them.
	fewExprs = 256
)

func compareSpans(x, y *Expr) int {
	return cmp.Or(cmp.Compare(x.Span.Start, y.Span.Start), cmp.Compare(y.Span.End, x.Span.End))
}

// sort puts all in order.
func (s *sorter) sort(all []*Expr) {
	if len(all) <= fewExprs {
		slices.SortStableFunc(all, compareSpans)
		return
	}
	if cap(s.to) < len(all) {
		s.to = make([]*Expr, len(all), len(all)+len(all)/4)
	}
	from, to := all, s.to[:len(all)]
	last := 0
	for _, e := range all {
		last = max(last, e.Span.Start)
	}
	for shift := 0; last>>shift > 0; shift += radixBits {
		clear(s.counts[:])
		for _, e := range from {
			s.counts[e.Span.Start>>shift&(1<<radixBits-1)]++
		}
		sum := int32(0)
		for i, n := range s.counts {
			s.counts[i] = sum
			sum += n
		}
		for _, e := range from {
			d := e.Span.Start >> shift & (1<<radixBits - 1)
			to[s.counts[d]] = e
			s.counts[d]++
		}
		from, to = to, from
	}
	if len(from) > 0 && &from[0] != &all[0] {
		copy(all, from)
	}
	clear(s.to[:len(all)])
	// What begins at the same place is rarely much.
	for i := 0; i < len(all); {
		k := i + 1
		for k < len(all) && all[k].Span.Start == all[i].Span.Start {
			k++
		}
		if k-i > 1 {
			slices.SortStableFunc(all[i:k], compareSpans)
		}
		i = k
	}
}

// drop frees what an unusually large file needed.
func (s *sorter) drop() {
	if cap(s.to) > keptExprs {
		s.to = nil
	}
}
