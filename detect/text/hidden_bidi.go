package text

// hiddenLine is one paragraph of the bidirectional algorithm.
type hiddenLine struct {
	// start and end are rune indexes, half open.
	start, end int
	// rightToLeft is set if the line or the text is right-to-left.
	rightToLeft bool
	// bad are the indexes of controls that change what a reader sees.
	bad map[int]bool
}

// findLines splits text with directional characters into lines and judges their controls.
func (t *hiddenText) findLines() {
	letters, right := 0, 0
	start, lineRight, controls := 0, 0, 0
	finish := func(end int) {
		line := hiddenLine{start: start, end: end, rightToLeft: lineRight > 0}
		if controls > 0 {
			line.bad = t.badControls(start, end)
		}
		t.lines = append(t.lines, line)
		start, lineRight, controls = end, 0, 0
	}
	for i, h := range t.runes {
		switch direction(h.r) {
		case 'R':
			letters++
			right++
			lineRight++
		case 'L':
			letters++
		}
		if t.class[i] == HiddenBidi {
			controls++
		}
		if isLineEnd(h.r) {
			finish(i + 1)
		}
	}
	finish(len(t.runes))
	t.rightToLeft = right > 0 && right*4 >= letters
	for i := range t.lines {
		t.lines[i].rightToLeft = t.lines[i].rightToLeft || t.rightToLeft
	}
}

// bidiDepth bounds nested embeddings, as the algorithm does (UAX #9, BD2: 125 levels).
const bidiDepth = 125

// badControls returns the harmful explicit controls of a line: overrides that reverse letters or numbers, and nesting beyond the limit of
// the algorithm.
func (t *hiddenText) badControls(start, end int) map[int]bool {
	bad := map[int]bool{}
	type open struct {
		at      int
		r       rune
		isolate bool
	}
	var stack []open
	for i := start; i < end; i++ {
		r := t.runes[i].r
		switch {
		case r == 0x202C:
			if n := len(stack); n > 0 && !stack[n-1].isolate {
				stack = stack[:n-1]
			}
		case r == 0x2069:
			for n := len(stack) - 1; n >= 0; n-- {
				if stack[n].isolate {
					stack = stack[:n]
					break
				}
			}
		case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2068:
			if len(stack) >= bidiDepth {
				bad[i] = true
				continue
			}
			stack = append(stack, open{i, r, r >= 0x2066})
		case len(stack) > 0:
			top := stack[len(stack)-1]
			d := direction(r)
			if top.r == 0x202E && (d == 'L' || d == 'N') || top.r == 0x202D && d == 'R' {
				bad[top.at] = true
			}
		}
	}
	return bad
}
