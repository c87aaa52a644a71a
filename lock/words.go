package lock

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/word"
)

// maxWord bounds how far a span grows to the ends of the words it begins and ends in, in bytes on each side.
const maxWord = 64

// changedWords returns which bytes of two strings differ: what is left without their common beginning and end, grown to whole words.
// Either span may be empty, when words were only added or only taken away. It takes time in proportion to the strings.
func changedWords(before, after string) (beforeStart, beforeEnd, afterStart, afterEnd int) {
	head := commonPrefix(before, after)
	tail := commonSuffix(before[head:], after[head:])
	for head > 0 && (splits(before, head) || splits(after, head)) {
		head--
	}
	for tail > 0 && (splits(before, len(before)-tail) || splits(after, len(after)-tail)) {
		tail--
	}
	// The words that the change begins and ends in, as they were or are.
	if wordAfter(before[head:]) > 0 || wordAfter(after[head:]) > 0 {
		head -= wordBefore(after[:head])
	}
	if wordBefore(before[:len(before)-tail]) > 0 || wordBefore(after[:len(after)-tail]) > 0 {
		tail -= wordAfter(after[len(after)-tail:])
	}
	beforeStart, beforeEnd = unspaced(before, head, len(before)-tail)
	afterStart, afterEnd = unspaced(after, head, len(after)-tail)
	return beforeStart, beforeEnd, afterStart, afterEnd
}

func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

func splits(s string, i int) bool { return i < len(s) && !utf8.RuneStart(s[i]) }

// unspaced returns a span without the blank at either end, when there is more in it.
func unspaced(s string, start, end int) (int, int) {
	if end-start > 1 && s[start] == ' ' && s[start+1] != ' ' {
		start++
	}
	if end-start > 1 && s[end-1] == ' ' && s[end-2] != ' ' {
		end--
	}
	return start, end
}

// wordBefore returns how many bytes of a word a string ends with, and wordAfter how many it begins with.
func wordBefore(s string) int {
	return wordEnd(s, utf8.DecodeLastRuneInString, func(n int) string { return s[:len(s)-n] })
}

func wordAfter(s string) int {
	return wordEnd(s, utf8.DecodeRuneInString, func(n int) string { return s[n:] })
}

func wordEnd(s string, decode func(string) (rune, int), rest func(n int) string) int {
	n := 0
	for n < min(len(s), maxWord) {
		r, size := decode(rest(n))
		if !word.Part(r) {
			break
		}
		n += size
	}
	return n
}

// wordNear returns the word at byte i, else the next one, else the one before, else all of a short string, so that something can be
// shown where nothing stands any more.
func wordNear(s string, i int) (start, end int) {
	i = min(i, len(s))
	between := func(r rune) bool { return !word.Part(r) }
	if rest := strings.TrimLeftFunc(s[i:], between); rest != "" {
		at := len(s) - len(rest)
		return at - wordBefore(s[:at]), at + wordAfter(rest)
	}
	if before := strings.TrimRightFunc(s[:i], between); before != "" {
		return len(before) - wordBefore(before), len(before)
	}
	if len(s) <= maxWord {
		return 0, len(s)
	}
	return i, i
}

// around returns the text around byte i of a string, some words on either side, with an ellipsis where more follows.
func around(s string, i int) string {
	from, to := max(i-maxWord, 0), min(i+maxWord, len(s))
	for from > 0 && splits(s, from) {
		from--
	}
	for to < len(s) && splits(s, to) {
		to++
	}
	out := s[from:to]
	if from > 0 {
		out = "…" + out
	}
	if to < len(s) {
		out += "…"
	}
	return out
}

// locate returns the last field that is the string at a pointer, or -1.
func (r *reporter) locate(pointer, text string) int {
	for i, f := range slices.Backward(r.view.Fields) {
		// The engine may have cut a long text.
		if f.Pointer == pointer && (f.Text == text || len(f.Text) >= detect.MaxTextBytes-4 && len(f.Text) < len(text)) {
			return i
		}
	}
	return -1
}

// near returns the field that is nearest to a pointer: the one whose own pointer has most in common with it, its parent's name before
// others, and the name of the definition when none has anything.
func (r *reporter) near(pointer string) span {
	best, at := 0, nameOf(r.view)
	for i, f := range r.view.Fields {
		common := commonPath(pointer, f.Pointer)
		if common == 0 {
			continue
		}
		weight := 2 * common
		// A name is nearer than the text beside it.
		if rest := f.Pointer[common:]; rest == "#" || rest == "" {
			weight++
		}
		if weight > best {
			best, at = weight, span{i, 0, len(f.Text)}
		}
	}
	return at
}

func commonPath(a, b string) int {
	n := 0
	for i := 0; ; i++ {
		if pathEnd(a, i) && pathEnd(b, i) {
			n = i
		}
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return n
		}
	}
}

func pathEnd(p string, i int) bool { return i >= len(p) || p[i] == '/' || p[i] == '#' }

// firstValue returns the first number, true, false or null in a value, and its pointer.
func firstValue(pointer string, n *detect.Node, depth int) (string, *detect.Node) {
	if n == nil || depth > maxLevels || len(pointer) > detect.MaxPointer {
		return pointer, nil
	}
	switch n.Kind {
	case detect.NodeScalar:
		return pointer, n
	case detect.NodeArray:
		// One way down is enough: what has no string in it is a list of numbers, or empty.
		if len(n.Items) > 0 {
			return firstValue(pointer+"/0", n.Items[0], depth+1)
		}
	case detect.NodeObject:
		if len(n.Members) > 0 && n.Members[0].Name != nil {
			return firstValue(pointer+"/"+detect.PointerToken(cut(n.Members[0].Name.Text, detect.MaxPointerToken)), n.Members[0].Value, depth+1)
		}
	}
	return pointer, nil
}

// textChanges compares the texts of two views, of which one was made by hand and has no definition.
func textChanges(approved, now detect.ToolView) []FieldChange {
	changes := Fields(textsOf(approved), textsOf(now))
	for i := range changes {
		// The names of the members are pointers.
		changes[i].Pointer = detect.PointerName(strings.TrimPrefix(changes[i].Pointer, "/"))
	}
	return changes
}

// textsOf makes an object of the texts of a view, with a member for each pointer.
func textsOf(v detect.ToolView) *detect.Node {
	out := &detect.Node{Kind: detect.NodeObject}
	known := map[string]bool{}
	add := func(pointer, text string) {
		known[pointer] = true
		out.Members = append(out.Members, detect.Member{
			Name: &detect.Node{Kind: detect.NodeString, Text: pointer}, Value: &detect.Node{Kind: detect.NodeString, Text: text},
		})
	}
	for _, f := range v.Fields {
		add(f.Pointer, f.Text)
	}
	// A view made by hand may have these and no fields for them.
	for _, f := range []struct{ pointer, text string }{{"/name", v.Name}, {"/title", v.Title}, {"/description", v.Description}} {
		if !known[f.pointer] && f.text != "" {
			add(f.pointer, f.text)
		}
	}
	return out
}
