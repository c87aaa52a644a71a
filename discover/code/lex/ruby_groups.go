package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// groups is a writer for Ruby, Elixir and PHP: their brackets may close past a block that was left open, but never past an
// interpolation.
type groups struct {
	writer
	// i is where the reading stands.
	i int
	// indent is, by offset of a token of a heredoc, the indentation of its lines.
	indent map[int32]int32
}

// pieces is a string that is being read, in pieces where it is interpolated.
type pieces struct {
	style Style
	// start is where the literal begins, body where the piece of it does that is being read.
	start, body int
	// opened is set when a Quote group is open.
	opened bool
	// begins are where the pieces of a heredoc begin.
	begins []int32
}

func newGroups(f *source.File) groups {
	g := groups{writer: newWriter(f)}
	g.openBlocks = true
	return g
}

// endHole closes the innermost interpolation and what was left open in it.
func (g *groups) endHole(start, end int) {
	for g.top() != Hole {
		g.shut(start, start)
	}
	g.shut(start, end)
}

// skipComments returns the offset of the first byte from i on that is no white space and in no comment of # to the end of the
// line.
func (g *groups) skipComments(i int) int {
	for i < len(g.src) {
		switch g.src[i] {
		case ' ', '\t', '\r', '\n':
			i++
		case '#':
			i = g.lineEnd(i)
		default:
			return i
		}
	}
	return i
}

// chunk adds the piece of q before the interpolation at i, and opens the Quote if it is the first. It reports false when
// fewer than room groups may be opened; the interpolation is text then.
func (g *groups) chunk(q *pieces, i, room int) bool {
	if !q.opened {
		if len(g.open)+room > MaxDepth {
			return false
		}
		g.push(Quote, q.start, max(q.body, q.start))
		q.opened = true
	}
	if i > q.body {
		g.literal(Chunk, q.style, q.body, q.body, i, i)
	}
	return true
}

// finish adds what is left of q, which ends at body, as a token of that kind when there are no interpolations, and its end. Its lines
// are indented so far.
func (g *groups) finish(q *pieces, k Kind, indent, body, end int) {
	if indent > 0 {
		if g.indent == nil {
			g.indent = map[int32]int32{}
		}
		for _, p := range append(q.begins, int32(q.start)) {
			g.indent[p] = int32(indent)
		}
	}
	g.i = end
	if !q.opened {
		g.literal(k, q.style, q.start, q.body, body, end)
		return
	}
	if body > q.body {
		g.literal(Chunk, q.style, q.body, q.body, body, body)
	}
	g.shut(max(body, q.body), end)
}

// words reads the list of words that starts at start, from body up to its delimiter, and modifiers behind it where a sigil has them.
// Where nest is set, pairs of it and the delimiter may stand inside.
func (g *groups) words(style Style, start, body int, shut, nest byte, sigil bool) {
	opened := g.push(Square, start, body)
	g.out[len(g.out)-1].Style = WordList
	i := body
	for word, depth := -1, 0; ; i++ {
		c := g.at(i)
		over := i >= len(g.src) || c == shut && depth == 0
		if over || c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			if word >= 0 && !g.full() {
				g.literal(String, style, word, word, i, i)
			}
			word = -1
			if over {
				break
			}
			continue
		}
		if word < 0 {
			word = i
		}
		switch {
		case c == '\\' && i+1 < len(g.src):
			i++
		case c == nest && nest != 0:
			depth++
		case c == shut:
			depth--
		}
	}
	g.i = min(i+1, len(g.src))
	for sigil && g.i < len(g.src) && isWordByte(g.src[g.i], false) {
		g.i++
	}
	if opened {
		g.pop(Square, min(i, len(g.src)), g.i)
	}
}

// Heredoc returns the token at which the body of the heredoc with marker i begins: a String, or the Open of a Quote.
func (f *File) Heredoc(i int) (body int, ok bool) {
	b, ok := f.heredocs[int32(i)]
	return int(b), ok
}

// Inlined returns the file with each heredoc's body in place of its marker, so that a reader meets every string where the
// code uses it. Tokens are not in rising order of offset then. A file without heredocs is returned as it is.
func (f *File) Inlined() *File {
	if len(f.heredocs) == 0 {
		return f
	}
	in := inliner{f: f, out: make([]Token, 0, len(f.Tokens)), at: make([]int32, len(f.Tokens)), body: map[int32]bool{}}
	for _, b := range f.heredocs {
		in.body[b] = true
	}
	in.copy()
	for i := range in.out {
		if t := &in.out[i]; t.Kind == Open || t.Kind == Close {
			t.Pair = in.at[t.Pair]
		}
	}
	return &File{Source: f.Source, Tokens: in.out, Cut: f.Cut, decode: f.decode}
}

// inliner copies tokens in another order.
type inliner struct {
	f    *File
	out  []Token
	at   []int32 // where each token went
	body map[int32]bool
}

// copy appends all tokens. A body may hold markers, whose bodies may stand behind it.
func (in *inliner) copy() {
	type rest struct{ i, to int }
	stack := []rest{{0, len(in.f.Tokens)}}
	for len(stack) > 0 {
		r := &stack[len(stack)-1]
		switch b, marker := in.f.Heredoc(r.i); {
		case r.i >= r.to:
			stack = stack[:len(stack)-1]
		case in.body[int32(r.i)]:
			r.i = in.f.Next(r.i)
		case marker:
			r.i++
			in.put(b)
			stack = append(stack, rest{b + 1, in.f.Next(b)})
		default:
			in.put(r.i)
			r.i++
		}
	}
}

// put appends token i.
func (in *inliner) put(i int) {
	in.at[i] = int32(len(in.out))
	in.out = append(in.out, in.f.Tokens[i])
}

// decodeRuby decodes a String, Chunk or Doc of Ruby. The lines of a heredoc lose indent columns.
func decodeRuby(f *source.File, t Token, indent int, b *source.Builder) {
	if t.Style == rubyDoc {
		decodeHashDoc(f, int(t.Body), int(t.BodyEnd), b)
		return
	}
	escape := rubyEscape
	switch t.Style {
	case rubySingle:
		var opening, closing byte
		if t.Body > t.Start {
			opening, closing = f.Data[t.Body-1], f.Data[t.Body-1]
		}
		if t.BodyEnd < t.End {
			closing = f.Data[t.BodyEnd]
		}
		escape = quotedEscape(opening, closing)
	case rubyRaw:
		escape = noEscape
	case rubyWord:
		escape = guarded
	}
	indented{indent, true}.decode(f, source.Span{Start: int(t.Body), End: int(t.BodyEnd)}, b, escape)
}

var rubyEscapes = escapes{simple: "n\nt\ts r\re\x1ba\ab\bv\vf\f", u: true, join: true}

// rubyEscape is the escape of "..." and of heredocs.
func rubyEscape(s []byte) (string, int) {
	if bytes.HasPrefix(s, []byte(`\u{`)) {
		return rubyRunes(s)
	}
	if text, n := byteRun(s, rubyByte); n > 0 {
		return text, n
	}
	if text, n := rubyEscapes.at(s); n > 0 {
		return text, n
	}
	return guarded(s)
}

// rubyByte reads one escape that gives a byte: digits, control (\cx, \C-x) and meta characters (\M-x).
func rubyByte(s []byte) (v uint32, n int) {
	switch {
	case len(s) > 2 && s[0] == '\\' && s[1] == 'c':
		return uint32(s[2] & 0x9f), 3
	case len(s) > 3 && bytes.HasPrefix(s, []byte(`\C-?`)):
		return 0x7f, 4
	case len(s) > 3 && bytes.HasPrefix(s, []byte(`\C-`)):
		return uint32(s[3] & 0x9f), 4
	case len(s) > 3 && bytes.HasPrefix(s, []byte(`\M-`)):
		return uint32(s[3] | 0x80), 4
	}
	return byteEscape(s, 2, true)
}

// rubyRunes reads \u{61 200b} at the start of s.
func rubyRunes(s []byte) (string, int) {
	text := ""
	for at := len(`\u{`); at < len(s); {
		switch s[at] {
		case ' ', '\t':
			at++
			continue
		case '}':
			return text, at + 1
		}
		v, n := hex(s[at:], 6)
		if n == 0 {
			break
		}
		text += runeText(v)
		at += n
	}
	return "u", 2
}

// decodeHashDoc decodes the run of comment lines of [from, to): each without white space, # and one space at its start.
func decodeHashDoc(f *source.File, from, to int, b *source.Builder) {
	for from < to {
		end := from + bytes.IndexByte(f.Data[from:to], '\n')
		next := end + 1
		if end < from {
			end, next = to, to
		}
		body := bytes.TrimLeft(f.Data[from:end], " \t")
		body = bytes.TrimLeft(body, "#")
		if len(body) > 0 && body[0] == ' ' {
			body = body[1:]
		}
		start := end - len(body)
		body = bytes.TrimRight(body, " \t\r")
		stop := start + len(body)
		b.Verbatim(f, source.Span{Start: start, End: stop})
		if next > end {
			b.Fold(f, source.Span{Start: stop, End: next}, "\n")
		}
		from = next
	}
}
