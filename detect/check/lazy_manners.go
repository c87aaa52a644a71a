package check

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// manner is one way for a match to begin: the bytes in their places, and the instructions of the compiled expression that read the next.
type manner struct {
	bytes       []byteSet
	next        []uint32
	edge, begin bool
}

// mannersOf returns the ways in which a match of the expression may begin, at most startWays; nil when it may match nothing at all or
// cannot be parsed.
func mannersOf(expr string) []manner {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil
	}
	re, _ = shorten(re)
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil
	}
	p := &beginner{prog: prog, read: make([]*reading, len(prog.Inst)), seen: make([]syntax.EmptyOp, len(prog.Inst))}
	open, ok := p.first()
	if !ok {
		return nil
	}
	var done []manner
	for range startBytes {
		var longer []manner
		for k, m := range open {
			kids, ends := p.step(m)
			if len(done)+len(longer)+len(kids)+len(ends)+len(open)-k-1 > startWays {
				kids, ends = merge(kids, ends)
			}
			longer, done = append(longer, kids...), append(done, ends...)
		}
		open = longer
	}
	return append(done, open...)
}

// shorten leaves off what cannot be read by the first startBytes characters, and returns how many characters are read at least. What is
// left matches the beginning of all that re matches.
func shorten(re *syntax.Regexp) (*syntax.Regexp, int) {
	short := *re
	switch re.Op {
	case syntax.OpLiteral:
		short.Rune = re.Rune[:min(len(re.Rune), startBytes)]
		return &short, len(short.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return re, 1
	case syntax.OpCapture, syntax.OpPlus:
		sub, least := shorten(re.Sub[0])
		short.Sub = []*syntax.Regexp{sub}
		return &short, least
	case syntax.OpStar, syntax.OpQuest:
		sub, _ := shorten(re.Sub[0])
		short.Sub = []*syntax.Regexp{sub}
		return &short, 0
	case syntax.OpRepeat:
		sub, least := shorten(re.Sub[0])
		short.Sub, short.Min, short.Max = []*syntax.Regexp{sub}, min(re.Min, startBytes), re.Max
		if re.Max > startBytes {
			short.Max = -1
		}
		return &short, least * short.Min
	case syntax.OpAlternate:
		least := startBytes
		short.Sub = make([]*syntax.Regexp, len(re.Sub))
		for k := range re.Sub {
			n := 0
			short.Sub[k], n = shorten(re.Sub[k])
			least = min(least, n)
		}
		return &short, least
	case syntax.OpConcat:
		least := 0
		short.Sub = nil
		for _, kid := range re.Sub {
			if least >= startBytes {
				break
			}
			sub, n := shorten(kid)
			short.Sub, least = append(short.Sub, sub), least+n
		}
		return &short, least
	}
	return re, 0
}

// beginner reads the manners from a compiled expression.
type beginner struct {
	prog *syntax.Prog
	// read is what each instruction that reads a character leads to, once it is known.
	read []*reading
	// seen are the conditions under which each instruction has been met in one walk, one more than they are.
	seen []syntax.EmptyOp
}

// reading is what one instruction reads and which read the next character.
type reading struct {
	ascii byteSet
	// wide are the bytes of characters beyond ASCII.
	wide    [][]byteSet
	next    []uint32
	matched bool
}

// first returns the manners of which no byte is known yet, unless a match may have none.
func (p *beginner) first() (open []manner, ok bool) {
	const asked = syntax.EmptyWordBoundary | syntax.EmptyBeginText
	ok = true
	byFlags := map[syntax.EmptyOp]int{}
	seen := map[[2]uint32]bool{}
	p.walk(uint32(p.prog.Start), 0, func(pc uint32, flags syntax.EmptyOp) bool {
		at := [2]uint32{pc, uint32(flags)}
		met := seen[at]
		seen[at] = true
		return met
	}, func(pc uint32, flags syntax.EmptyOp) {
		flags &= asked
		k, known := byFlags[flags]
		if !known {
			k = len(open)
			byFlags[flags] = k
			open = append(open, manner{edge: flags&syntax.EmptyWordBoundary != 0, begin: flags&syntax.EmptyBeginText != 0})
		}
		open[k].next = append(open[k].next, pc)
	}, func() { ok = false })
	return open, ok
}

// walk calls reads for each instruction that reads a character from pc on without reading one before, and matches for the end of one.
func (p *beginner) walk(pc uint32, flags syntax.EmptyOp, met func(uint32, syntax.EmptyOp) bool, reads func(uint32, syntax.EmptyOp), matches func()) {
	if met(pc, flags) {
		return
	}
	switch in := &p.prog.Inst[pc]; in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		p.walk(in.Out, flags, met, reads, matches)
		p.walk(in.Arg, flags, met, reads, matches)
	case syntax.InstCapture, syntax.InstNop:
		p.walk(in.Out, flags, met, reads, matches)
	case syntax.InstEmptyWidth:
		p.walk(in.Out, flags|syntax.EmptyOp(in.Arg), met, reads, matches)
	case syntax.InstMatch:
		matches()
	case syntax.InstFail:
	default:
		reads(pc, flags)
	}
}

// reading returns what the instruction at pc reads.
func (p *beginner) reading(pc uint32) *reading {
	if r := p.read[pc]; r != nil {
		return r
	}
	in := &p.prog.Inst[pc]
	r := &reading{}
	r.ascii, r.wide = admits(in)
	clear(p.seen)
	p.walk(in.Out, 0, func(pc uint32, _ syntax.EmptyOp) bool {
		met := p.seen[pc] != 0
		p.seen[pc] = 1
		return met
	}, func(pc uint32, _ syntax.EmptyOp) { r.next = append(r.next, pc) }, func() { r.matched = true })
	p.read[pc] = r
	return r
}

// step reads one more byte: kids go on, ends are those of which no more is known.
func (p *beginner) step(m manner) (kids, ends []manner) {
	grown := func(b ...byteSet) manner {
		bytes := slices.Concat(m.bytes, b)
		return manner{bytes: bytes[:min(len(bytes), startBytes)], edge: m.edge, begin: m.begin}
	}
	slices.Sort(m.next)
	for _, pc := range slices.Compact(m.next) {
		r := p.reading(pc)
		for _, w := range r.wide {
			ends = append(ends, grown(w...))
		}
		switch {
		case r.ascii == byteSet{}:
		case r.matched:
			ends = append(ends, grown(r.ascii))
		default:
			k := slices.IndexFunc(kids, func(kid manner) bool { return kid.bytes[len(kid.bytes)-1] == r.ascii })
			if k < 0 {
				k = len(kids)
				kids = append(kids, grown(r.ascii))
			}
			kids[k].next = append(kids[k].next, r.next...)
		}
	}
	return kids, ends
}

// admits returns the ASCII characters that an instruction reads, and the bytes of the others.
func admits(in *syntax.Inst) (b byteSet, wide [][]byteSet) {
	// few is how many wide characters are spelled out.
	const few = 4
	beyond := [][]byteSet{{{0, 0, allBytes[2], allBytes[3]}}}
	switch in.Op {
	case syntax.InstRuneAny:
		return byteSet{allBytes[0], allBytes[1]}, beyond
	case syntax.InstRuneAnyNotNL:
		return byteSet{allBytes[0] &^ (1 << '\n'), allBytes[1]}, beyond
	}
	n := 0
	for lo, hi := range ranges(in) {
		for r := lo; r <= min(hi, utf8.MaxRune); r++ {
			if r < utf8.RuneSelf {
				b.add(byte(r))
				continue
			}
			if n++; n > few {
				return asciiOf(in), beyond
			}
			var spelled []byteSet
			for _, c := range []byte(string(r)) {
				var one byteSet
				one.add(c)
				spelled = append(spelled, one)
			}
			wide = append(wide, spelled)
		}
	}
	return b, wide
}

// asciiOf returns the ASCII characters alone.
func asciiOf(in *syntax.Inst) (b byteSet) {
	for lo, hi := range ranges(in) {
		for r := lo; r <= min(hi, utf8.RuneSelf-1); r++ {
			b.add(byte(r))
		}
	}
	return b
}

// ranges yields the ranges of characters that an instruction reads.
func ranges(in *syntax.Inst) func(yield func(lo, hi rune) bool) {
	return func(yield func(lo, hi rune) bool) {
		if len(in.Rune) == 1 {
			r := in.Rune[0]
			if !yield(r, r) || syntax.Flags(in.Arg)&syntax.FoldCase == 0 {
				return
			}
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				if !yield(f, f) {
					return
				}
			}
			return
		}
		for k := 0; k+1 < len(in.Rune); k += 2 {
			if !yield(in.Rune[k], in.Rune[k+1]) {
				return
			}
		}
	}
}

// merge makes one of the manners that begin alike. One that ends early ends them all.
func merge(kids, ends []manner) (_, _ []manner) {
	all := slices.Concat(kids, ends)
	if len(all) == 0 {
		return nil, nil
	}
	one := manner{bytes: slices.Clone(all[0].bytes), edge: all[0].edge, begin: all[0].begin}
	for _, m := range all {
		one.bytes = one.bytes[:min(len(one.bytes), len(m.bytes))]
		for k := range one.bytes {
			one.bytes[k] = one.bytes[k].union(m.bytes[k])
		}
		one.next = append(one.next, m.next...)
	}
	if len(ends) > 0 {
		one.next = nil
		return nil, []manner{one}
	}
	return []manner{one}, nil
}
