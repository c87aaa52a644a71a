package text

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// judge decides for every hidden character whether its context needs it.
func (t *hiddenText) judge() {
	t.judgeDirections()
	other := 0
	for i := 0; i < len(t.runes); {
		if t.runes[i].class == "" {
			i++
			continue
		}
		if t.runes[i].class == HiddenEscape {
			n := t.escapeSequence(i)
			for j := i; j < i+n; j++ {
				t.runes[j].suspicious = true
			}
			i += n
			continue
		}
		end := i
		for end < len(t.runes) && t.runes[end].class != "" && t.runes[end].class != HiddenEscape {
			end++
		}
		from := i
		if t.at(i-1) == blackFlag && t.runes[i].class == HiddenTag {
			n := 0
			for from+n < end && t.runes[from+n].class == HiddenTag {
				n++
			}
			if ok, known := flagTags(t.runes[from : from+n]); ok {
				if !known {
					other++
				}
				if known || other <= maxOtherFlags {
					from += n
				}
			}
		}
		for j := from; j < end; j++ {
			if end-from > maxHarmlessRun || !t.harmless(j, i, end) {
				t.runes[j].suspicious = true
			}
		}
		i = end
	}
	// One unattached mark at the edge of a word happens by accident; more do not.
	if len(t.borderline) > maxBorderline || slices.ContainsFunc(t.runes, func(h hiddenRune) bool { return h.suspicious }) {
		for _, i := range t.borderline {
			t.runes[i].suspicious = true
		}
	}
}

// maxBorderline bounds unattached marks at word edges in one text: pasting leaves pairs.
const maxBorderline = 2

// harmless reports whether the context needs hidden character i of the run [start, end).
func (t *hiddenText) harmless(i, start, end int) bool {
	r, left, right := t.runes[i].r, t.at(start-1), t.at(end)
	switch t.runes[i].class {
	case HiddenZeroWidth:
		return t.harmlessZeroWidth(i, start, end)
	case HiddenBidi:
		return t.mode != HiddenIdentifier && t.runes[i].directs
	case HiddenVariation:
		// A base takes one selector; a second one has another purpose.
		if i > start || left < 0 || i+1 < end && t.runes[i+1].class == HiddenVariation {
			return false
		}
		return hasVariants(left, r)
	case HiddenFiller:
		return t.harmlessFiller(i, start, end)
	case HiddenPrivate:
		// Word processors keep the bullets of symbol fonts, and Apple its logo.
		if t.mode == HiddenIdentifier || end-start > 1 {
			return false
		}
		symbol := r >= 0xF020 && r <= 0xF0FF && (left < 0 || isLineEnd(left) || unicode.IsSpace(left)) && unicode.IsSpace(right)
		return symbol || r == 0xF8FF
	case HiddenControl:
		return t.mojibake(i)
	case HiddenFormat:
		switch {
		case r >= 0x13430 && r <= 0x1343F:
			return unicode.Is(unicode.Egyptian_Hieroglyphs, left) || unicode.Is(unicode.Egyptian_Hieroglyphs, right)
		case r >= 0x1BCA0 && r <= 0x1BCA3:
			return unicode.Is(unicode.Duployan, left) || unicode.Is(unicode.Duployan, right)
		case r >= 0x1D173 && r <= 0x1D17A:
			return left >= 0x1D100 && left <= 0x1D1FF || right >= 0x1D100 && right <= 0x1D1FF
		}
	}
	return false
}

// harmlessZeroWidth judges rune i, of class HiddenZeroWidth, in the run [start, end).
func (t *hiddenText) harmlessZeroWidth(i, start, end int) bool {
	r := t.runes[i].r
	switch r {
	case bom:
		if i == 0 && t.mode != HiddenIdentifier {
			return true
		}
	case zwj:
		if t.joinsEmoji(i, start, end) {
			return true
		}
	case softHyphen:
		return t.mode != HiddenIdentifier && end-start == 1 && t.hyphenates(i)
	case 0x180E:
		return unicode.Is(unicode.Mongolian, t.letter(start, -1)) && unicode.Is(unicode.Mongolian, t.at(end))
	}
	same := 0
	for j := start; j < end; j++ {
		if t.runes[j].class == HiddenZeroWidth {
			same++
		}
	}
	left, right := t.letter(start, -1), t.letter(end-1, 1)
	if r == zwj || r == zwnj {
		return same <= 2 && (joins(left) || joins(right) || unicode.Is(unicode.Hebrew, left) && unicode.IsMark(t.at(start-1)))
	}
	if t.mode == HiddenIdentifier {
		return false
	}
	near := func(ok func(rune) bool) bool { return ok(t.near(start, -1)) || ok(t.near(end-1, 1)) }
	if same <= 4 && near(lacksSpaces) {
		return true
	}
	// Keyboards and translators use the space, the joiner or a byte order mark in place of the non-joiner, or beside a space, in scripts
	// that join and in right-to-left ones.
	atEdge := edge(t.at(start-1)) || edge(t.at(end))
	if same <= 2 && (joins(left) && joins(right) || atEdge && near(func(r rune) bool { return joins(r) || direction(r) == 'R' })) {
		return true
	}
	if same > 1 {
		return false
	}
	if r == wordJoiner && (unicode.Is(unicode.Pd, t.at(start-1)) || unicode.Is(unicode.Pd, t.at(end))) {
		return true
	}
	beforeWord := r == bom && unicode.IsSpace(t.at(start-1)) && unicode.IsLetter(t.at(end))
	lineBreak := r == zwsp && (isCJK(t.at(start-1)) || isCJK(t.at(end)))
	if beforeWord || lineBreak {
		t.borderline = append(t.borderline, i)
		return true
	}
	return false
}

// joinsEmoji reports whether the joiner at i is between two elements of an emoji ZWJ sequence (UTS #51, ED-16).
func (t *hiddenText) joinsEmoji(i, start, end int) bool {
	if i != end-1 || !isEmojiElement(t.at(end)) {
		return false
	}
	if i > start && (t.at(i-1) != vs16 || i-1 != start) {
		return false
	}
	return isEmojiElement(t.at(start - 1))
}

// hyphenates reports whether the soft hyphen at i is inside a word, and not between single letters.
func (t *hiddenText) hyphenates(i int) bool {
	if t.at(i-2) == softHyphen || t.at(i+2) == softHyphen {
		return false
	}
	return unicode.IsLetter(t.letter(i, -1)) && (unicode.IsLetter(t.at(i+1)) || edge(t.at(i+1))) ||
		unicode.IsLetter(t.at(i+1)) && (edge(t.at(i-1)) || unicode.IsDigit(t.at(i-1)))
}

// harmlessFiller judges rune i, of class HiddenFiller, in the run [start, end).
func (t *hiddenText) harmlessFiller(i, start, end int) bool {
	left, right := t.at(start-1), t.at(end)
	switch r := t.runes[i].r; r {
	case 0x2800:
		// Braille uses an empty cell as the space.
		return left > 0x2800 && left <= 0x28FF || right > 0x2800 && right <= 0x28FF
	case 0x115F:
		return end-start == 1 && right >= 0x1161 && right <= 0x11A7
	case 0x1160:
		return end-start == 1 && left >= 0x1100 && left <= 0x115E
	case 0x034F:
		return end-start == 1 && unicode.IsMark(right)
	case 0x17B4, 0x17B5:
		return unicode.Is(unicode.Khmer, left)
	}
	return false
}

// mojibake reports whether the control at i is part of UTF-8 read as Latin-1: visible garbage.
func (t *hiddenText) mojibake(i int) bool {
	for lead := i - 1; lead >= max(i-utf8.UTFMax+1, 0); lead-- {
		var raw []byte
		for k := lead; k < lead+utf8.UTFMax && t.at(k) >= 0x80 && t.at(k) <= 0xFF; k++ {
			raw = append(raw, byte(t.at(k)))
		}
		if meant, size := utf8.DecodeRune(raw); size > i-lead && size > 1 && hiddenClass(meant) == "" && meant != utf8.RuneError {
			return true
		}
	}
	return false
}

// markSteps bounds the combining marks skipped to find a letter; spelling stacks fewer.
const markSteps = 8

// find returns the first rune after i in direction step (-1 or 1) that ok accepts; -1 if there is none within most steps.
func (t *hiddenText) find(i, step, most int, ok func(rune) bool) rune {
	for range most {
		i += step
		if r := t.at(i); r < 0 || ok(r) {
			return r
		}
	}
	return -1
}

// letter finds a rune that is not a combining mark, or the mark itself if its script joins.
func (t *hiddenText) letter(i, step int) rune {
	return t.find(i, step, markSteps, func(r rune) bool { return !unicode.IsMark(r) || joins(r) })
}

// near also skips blanks, punctuation, digits and other hidden characters of the line.
func (t *hiddenText) near(i, step int) rune {
	return t.find(i, step, 2*markSteps, func(r rune) bool { return isLineEnd(r) || unicode.IsLetter(r) || joins(r) })
}

// edge reports whether a word ends at r: the end of the text, white space, or punctuation.
func edge(r rune) bool {
	return r < 0 || unicode.IsSpace(r) || isLineEnd(r) || unicode.IsPunct(r)
}

// bidiDepth bounds nested embeddings, as the bidirectional algorithm does (UAX #9, BD2: 125 levels).
const bidiDepth = 125

// judgeDirections finds the directional controls that are needed: those in a line with right-to-left letters, or in a text in which these
// are at least a quarter of all letters, that do not change what a reader sees.
func (t *hiddenText) judgeDirections() {
	letters, right := 0, 0
	for _, h := range t.runes {
		switch direction(h.r) {
		case 'R':
			letters++
			right++
		case 'L':
			letters++
		}
	}
	mostlyRight := right > 0 && right*4 >= letters
	for start := 0; start < len(t.runes); {
		end, lineRight := start, mostlyRight
		for end < len(t.runes) && (end == start || !isLineEnd(t.runes[end-1].r)) {
			lineRight = lineRight || direction(t.runes[end].r) == 'R'
			end++
		}
		if lineRight {
			t.judgeControls(start, end)
		}
		start = end
	}
}

// judgeControls finds the harmless controls of a line: all but overrides that reverse letters or numbers, and nesting beyond the limit of
// the algorithm.
func (t *hiddenText) judgeControls(start, end int) {
	var stack []int
	isolate := func(i int) bool { return t.runes[i].r >= 0x2066 }
	for i := start; i < end; i++ {
		t.runes[i].directs = t.runes[i].class == HiddenBidi
		n := len(stack)
		switch r := t.runes[i].r; {
		case r == 0x202C:
			if n > 0 && !isolate(stack[n-1]) {
				stack = stack[:n-1]
			}
		case r == 0x2069:
			for k := n - 1; k >= 0; k-- {
				if isolate(stack[k]) {
					stack = stack[:k]
					break
				}
			}
		case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2068:
			if n >= bidiDepth {
				t.runes[i].directs = false
			} else {
				stack = append(stack, i)
			}
		case n > 0:
			top, d := stack[n-1], direction(r)
			if over := t.runes[top].r; over == 0x202E && (d == 'L' || d == 'N') || over == 0x202D && d == 'R' {
				t.runes[top].directs = false
			}
		}
	}
}

// escapeSequence returns the number of runes of the terminal sequence that begins at rune i, an ESC or CSI (ECMA-48
// section 5.4, and the string sequences OSC, DCS, APC, PM and SOS up to their terminator): 1 when nothing follows.
func (t *hiddenText) escapeSequence(i int) int {
	j := i + 1
	kind := t.at(j)
	if t.runes[i].r == 0x9B {
		kind, j = '[', i
	}
	text := kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X'
	if !text && kind != '[' {
		if kind >= 0x30 && kind <= 0x7E {
			return 2
		}
		return 1
	}
	for j++; j < len(t.runes) && j-i < maxEscape; j++ {
		switch r := t.runes[j].r; {
		case !text && r >= 0x40 && r <= 0x7E, text && (r == 0x07 || r == 0x9C):
			return j - i + 1
		case text && r == 0x1B && t.at(j+1) == '\\':
			return j - i + 2
		case !text && (r < 0x20 || r > 0x3F), text && (r == 0x1B || r == '\n'):
			return j - i
		}
	}
	return j - i
}
