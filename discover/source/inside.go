package source

// Inside gives values that were read from a file whose bytes are the Value of outer the places of outer: they are a document that stands in a
// string of another.
func Inside(docs []*Node, outer Text) {
	i := inside{outer: outer, done: map[*Node]bool{}}
	for _, n := range docs {
		i.node(n)
	}
}

type inside struct {
	outer Text
	// done are the values that have their places: aliases of YAML are one value in several places.
	done map[*Node]bool
}

func (i inside) node(n *Node) {
	if i.done[n] {
		return
	}
	i.done[n] = true
	n.Text = i.text(n.Text)
	at := i.locate(n.Span)
	n.File, n.Span = at.File, at.Span
	for _, m := range n.Members {
		i.node(m.Name)
		i.node(m.Value)
	}
	for _, item := range n.Items {
		i.node(item)
	}
}

// locate returns the location of a span of the inner file, as one.
func (i inside) locate(span Span) (at Location) {
	for k, l := range i.outer.Locate(span.Start, span.End) {
		switch {
		case k == 0:
			at = l
		case l.File == at.File:
			at.Span.Start, at.Span.End, at.Exact = min(at.Span.Start, l.Span.Start), max(at.Span.End, l.Span.End), false
		}
	}
	return at
}

func (i inside) text(t Text) Text {
	var b Builder
	escape := func(raw Span, decoded string, how mapping) {
		at := i.locate(raw)
		if !at.Exact {
			how = inexact
		}
		if at.File != nil {
			b.add(at.File, at.Span, decoded, how)
		}
	}
	for _, s := range t.segments() {
		switch {
		case s.how == verbatim:
			b.Append(i.outer.Slice(s.raw, s.raw+s.rawN))
			continue
		case s.how < looseText:
			escape(Span{s.raw, s.raw + s.rawN}, t.Value[s.dec:s.dec+s.n], s.how)
			continue
		}
		plain, end := s.raw, s.raw+s.rawN
		for at := plain; at < end; {
			r, size, odd := s.how.decode(s.file.Data[at:end])
			if odd {
				b.Append(i.outer.Slice(plain, at))
				escape(Span{at, at + size}, string(r), escaped)
				plain = at + size
			}
			at += size
		}
		b.Append(i.outer.Slice(plain, end))
	}
	if out := b.Text(); out.Value == t.Value {
		return out
	}
	return Text{Value: t.Value}
}
