package lex

import (
	"bytes"
	"html"

	"github.com/org/mcp-lint/discover/source"
)

// Of a markup file (HTML, Vue, Svelte) only the scripts are read, and the elements that WebMCP makes tools of: those with an
// attribute whose name begins with "tool". Such an element is a call, as elements are in JSX: its name, and in a Paren group
// its attributes. A form lasts until its end tag, so that its inputs are calls in its group; what has no tool attribute
// is nothing.

// tagAttribute is one attribute of a tag: bytes of the file. Quoted is set when quotes stand around the value.
type tagAttribute struct {
	name, value source.Span
	equals      int
	quoted      bool
}

// pageLexer reads a markup file with the lexer of its scripts.
type pageLexer struct{ *jsLexer }

func (l pageLexer) page() {
	var attrs []tagAttribute
	var gone [256]bool // quotes of which there are no more
	for i := l.until(0, "<"); i < len(l.src) && !l.full(); i = l.until(i, "<") {
		switch c := l.at(i + 1); {
		case l.has(i, "<!--"):
			i = l.until(i+4, "-->")
			continue
		case c == '/':
			if l.isTag(i+2, "form") && len(l.open) > 0 {
				l.leave(i, i+6)
			}
			i += 2
			continue
		case !isWordStart(c, false):
			i++
			continue
		}
		name := source.Span{Start: i + 1, End: l.tagNameEnd(i + 1)}
		i, attrs = l.attributes(name.End, attrs[:0], &gone)
		switch {
		case l.isTag(name.Start, "script"):
			end := l.rawEnd(i, "script")
			l.section(i, end, attrs)
			i = end
		case l.isTag(name.Start, "style"):
			i = l.rawEnd(i, "style")
		default:
			l.toolElement(name, attrs, i)
		}
	}
	for len(l.open) > 0 {
		l.leave(len(l.src), len(l.src))
	}
}

func (l pageLexer) isTag(i int, name string) bool {
	end := l.tagNameEnd(i)
	return end-i == len(name) && bytes.EqualFold(l.src[i:end], []byte(name))
}

// rawEnd returns the offset of the end tag of an element in which no other elements stand.
func (l pageLexer) rawEnd(i int, name string) int {
	for i < len(l.src) {
		i = l.until(i, "</")
		if i < len(l.src) && l.isTag(i+2, name) {
			return i
		}
		i += 2
	}
	return len(l.src)
}

// attributes reads the attributes from i on and returns the end of the tag.
func (l pageLexer) attributes(i int, out []tagAttribute, gone *[256]bool) (int, []tagAttribute) {
	for {
		i = l.skipSpace(i)
		switch c := l.at(i); {
		case i >= len(l.src) || c == '<':
			return i, out
		case c == '>':
			return i + 1, out
		case c == '/' || c == '=' || c == '\f':
			i++
			continue
		}
		a := tagAttribute{name: source.Span{Start: i, End: l.untilAny(i, " \t\n\r\f>=/")}, equals: -1}
		i = a.name.End
		if k := l.skipSpace(i); l.at(k) == '=' {
			a.equals = k
			i = l.skipSpace(k + 1)
			if c := l.at(i); (c == '"' || c == '\'') && !gone[c] {
				end := bytes.IndexByte(l.src[i+1:], c)
				a.quoted, gone[c] = end >= 0, end < 0
				a.value = source.Span{Start: i + 1, End: i + 1 + end}
			}
			if !a.quoted {
				a.value = source.Span{Start: i, End: l.untilAny(i, " \t\n\r\f>")}
			}
			if i = a.value.End; a.quoted {
				i++
			}
		}
		out = append(out, a)
	}
}

// untilAny returns the offset of the first of those bytes from i on, or the end.
func (l pageLexer) untilAny(i int, set string) int {
	if k := bytes.IndexAny(l.src[i:], set); k >= 0 {
		return i + k
	}
	return len(l.src)
}

// section reads a script, unless its type says that it is something else.
func (l pageLexer) section(i, end int, attrs []tagAttribute) {
	jsx := false
	for _, a := range attrs {
		value := bytes.ToLower(l.src[a.value.Start:a.value.End])
		switch string(bytes.ToLower(l.src[a.name.Start:a.name.End])) {
		case "type", "lang":
			known := len(value) == 0
			for _, s := range []string{"script", "module", "babel", "json", "jsx", "tsx", "ts", "js"} {
				known = known || bytes.Contains(value, []byte(s))
			}
			if !known {
				return
			}
			jsx = jsx || bytes.Contains(value, []byte("sx")) || bytes.Contains(value, []byte("babel"))
		}
	}
	// In an element the script is a block.
	inside := len(l.open) > 0
	if inside && (len(l.open) >= MaxDepth || !l.enter(jsForm, Block, i, i)) {
		return
	}
	if len(l.out) > 0 {
		l.end = i
		l.line()
	}
	l.value, l.starts, l.broken = false, true, false
	l.script(i, end, jsx)
	if inside {
		l.leave(end, end)
	}
}

// toolElement adds the element of that name when it has a tool attribute. Its start tag ends at end.
func (l pageLexer) toolElement(name source.Span, attrs []tagAttribute, end int) {
	tool := false
	for _, a := range attrs {
		n := l.src[a.name.Start:a.name.End]
		tool = tool || len(n) > 4 && bytes.EqualFold(n[:4], []byte("tool"))
	}
	if !tool {
		return
	}
	// Only forms stay open, and only one: this never is too deep.
	form := l.isTag(name.Start, "form")
	for form && len(l.open) > 0 {
		// Forms do not nest: the one before was never closed.
		l.leave(name.Start-1, name.Start-1)
	}
	if len(l.out) > 0 {
		l.part()
	}
	l.add(Word, name.Start, name.End)
	l.enter(jsForm, Paren, name.End, name.End)
	for _, a := range attrs {
		l.part()
		l.add(Word, a.name.Start, a.name.End)
		l.end = a.name.End
		if a.equals < 0 || !a.quoted && a.value.Start == a.value.End {
			continue
		}
		l.mark(a.equals, a.equals+1)
		from, to := a.value.Start, a.value.End
		if a.quoted {
			from, to = from-1, to+1
		}
		l.operand(String, jsMarkup, from, a.value.Start, a.value.End, to)
	}
	if !form {
		l.leave(end, end)
	}
}

// decodeEntities decodes the character references of an attribute. Without a semicolon only those are references that no
// letter, digit or "=" follows, so that "?a=1&copy=2" stands as it is.
func decodeEntities(f *source.File, span source.Span, b *source.Builder) {
	d := f.Data[:span.End]
	for i := span.Start; i < len(d); {
		k := bytes.IndexByte(d[i:], '&')
		if k < 0 {
			k = len(d) - i
		}
		b.Verbatim(f, source.Span{Start: i, End: i + k})
		if i += k; i == len(d) {
			return
		}
		j := i + 1
		for j < min(len(d), i+64) && (isWordByte(d[j], false) && d[j] < 0x80 || d[j] == '#' && j == i+1) {
			j++
		}
		rest := string(d[j:min(j+1, len(d))])
		if rest == ";" {
			j++
		}
		at, raw := source.Span{Start: i, End: j}, string(d[i:j])
		decoded := html.UnescapeString(raw)
		if decoded != raw && (rest == ";" || rest != "=" && decoded == html.UnescapeString(raw+";")) {
			b.Escape(f, at, decoded)
		} else {
			b.Verbatim(f, at)
		}
		i = j
	}
}
