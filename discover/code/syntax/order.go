package syntax

import (
	"cmp"
	"slices"
)

// sorter puts expressions in order of source, outer before inner, and those of the same span in the order in which they were made.
type sorter struct {
	// keys tell where the expressions begin, with their places in the list: all the passes look at no more than these.
	keys, keysTo []uint64
	to           []*Expr
	counts       [1 << radixBits]int32
}

const (
	// radixBits is how many bits of an offset are looked at in one pass.
	radixBits = 11
	// fewExprs is up to how many expressions it is quicker to compare them.
	fewExprs = 64
	// placeBits is how many bits of a key are the place in the list.
	placeBits = 32
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
	if n := len(all); cap(s.to) < n {
		room := n + n/4
		s.to, s.keys, s.keysTo = make([]*Expr, n, room), make([]uint64, n, room), make([]uint64, n, room)
	}
	old, from, to := s.to[:len(all)], s.keys[:len(all)], s.keysTo[:len(all)]
	last := 0
	for i, e := range all {
		last = max(last, e.Span.Start)
		from[i] = uint64(e.Span.Start)<<placeBits | uint64(i)
	}
	for shift := 0; last>>shift > 0; shift += radixBits {
		clear(s.counts[:])
		for _, k := range from {
			s.counts[k>>(placeBits+shift)&(1<<radixBits-1)]++
		}
		sum := int32(0)
		for i, n := range s.counts {
			s.counts[i] = sum
			sum += n
		}
		for _, k := range from {
			d := k >> (placeBits + shift) & (1<<radixBits - 1)
			to[s.counts[d]] = k
			s.counts[d]++
		}
		from, to = to, from
	}
	copy(old, all)
	for i, k := range from {
		all[i] = old[uint32(k)]
	}
	clear(old)
	// What begins at the same place is rarely much.
	for i := 0; i < len(from); {
		k := i + 1
		for k < len(from) && from[k]>>placeBits == from[i]>>placeBits {
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
		s.to, s.keys, s.keysTo = nil, nil, nil
	}
}
