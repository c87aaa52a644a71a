package syntax

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// goStringEnd returns the end of the string literal at start. go/ast does not say it: it leaves out carriage returns.
func goStringEnd(data []byte, start int) int {
	if start >= len(data) {
		return start
	}
	if data[start] == '`' {
		return min(start+2+goUntil(data[start+1:], "`"), len(data))
	}
	for i := start + 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '\n':
			return i
		case data[start]:
			return i + 1
		}
	}
	return len(data)
}

// text decodes the string literal at span.
func (g *goReader) text(span source.Span) source.Text {
	data := g.f.Data[span.Start:span.End]
	if len(data) == 0 {
		return source.Text{}
	}
	body := source.Span{Start: span.Start + 1, End: span.End}
	if len(data) > 1 && data[len(data)-1] == data[0] {
		body.End--
	}
	var b source.Builder
	if data[0] == '`' {
		goRaw(g.f, body, &b)
	} else {
		goEscapes(g.f, body, &b)
	}
	return b.Text()
}

// goRaw appends the content of a raw string, in which carriage returns do not count.
func goRaw(f *source.File, body source.Span, b *source.Builder) {
	for i := body.Start; i < body.End; {
		k := bytes.IndexByte(f.Data[i:body.End], '\r')
		if k < 0 {
			k = body.End - i
		}
		b.Verbatim(f, source.Span{Start: i, End: i + k})
		for i += k; i < body.End && f.Data[i] == '\r'; i++ {
		}
	}
}

// goEscapes appends the content of an interpreted string.
func goEscapes(f *source.File, body source.Span, b *source.Builder) {
	for i := body.Start; i < body.End; {
		k := bytes.IndexByte(f.Data[i:body.End], '\\')
		if k < 0 {
			k = body.End - i
		}
		b.Verbatim(f, source.Span{Start: i, End: i + k})
		if i += k; i >= body.End {
			return
		}
		decoded, n := goEscape(f.Data[i:body.End])
		if n == 0 {
			b.Verbatim(f, source.Span{Start: i, End: i + 1})
			i++
			continue
		}
		b.Escape(f, source.Span{Start: i, End: i + n}, decoded)
		i += n
	}
}

// goEscape decodes the escape at the start of s, n bytes long; n is 0 when it is none. Escapes of bytes that together are one
// character are decoded together.
func goEscape(s []byte) (decoded string, n int) {
	const most = len(`\U0010ffff`)
	var raw []byte
	for len(raw) < utf8.UTFMax {
		next := s[n:min(n+most, len(s))]
		if len(next) == 0 || next[0] != '\\' {
			break
		}
		v, multibyte, tail, err := strconv.UnquoteChar(string(next), '"')
		if err != nil || multibyte && n > 0 {
			break
		}
		if n == 0 && (multibyte || v < utf8.RuneSelf) {
			return string(v), len(next) - len(tail)
		}
		raw = append(raw, byte(v))
		n += len(next) - len(tail)
		if utf8.FullRune(raw) {
			if r, size := utf8.DecodeRune(raw); r != utf8.RuneError && size == len(raw) {
				return string(raw), n
			}
			break
		}
	}
	if n == 0 {
		return "", 0
	}
	// No character: only the first byte is taken.
	_, _, tail, _ := strconv.UnquoteChar(string(s[:min(most, len(s))]), '"')
	return string(utf8.RuneError), min(most, len(s)) - len(tail)
}

// comment makes a Literal of a documentation comment, or returns nil: without the marks of comments, one blank after them, and
// directives such as //go:embed.
func (g *goReader) comment(c *ast.CommentGroup) *Expr {
	if c == nil || len(c.List) == 0 {
		return nil
	}
	var b source.Builder
	last, end := -1, 0
	start := g.offset(c.Pos())
	for _, one := range c.List {
		at := g.offset(one.Pos())
		body := source.Span{Start: at + 2, End: at + goUntil(g.f.Data[at:], "\n")}
		end = body.End
		if bytes.HasPrefix(g.f.Data[at:], []byte("/*")) {
			body.End = at + 2 + goUntil(g.f.Data[at+2:], "*/")
			end = min(body.End+2, len(g.f.Data))
		} else {
			if goDirective(g.f.Data[body.Start:body.End]) {
				continue
			}
			for body.End > body.Start && g.f.Data[body.End-1] == '\r' {
				body.End--
			}
		}
		if body.Start < body.End && g.f.Data[body.Start] == ' ' {
			body.Start++
		}
		if last >= 0 {
			b.Fold(g.f, source.Span{Start: last, End: body.Start}, "\n")
		}
		goRaw(g.f, body, &b)
		last = body.End
	}
	if b.Len() == 0 {
		return nil
	}
	e := g.expression(Literal, source.Span{Start: start, End: end})
	e.Text = b.Text()
	return e
}

// goDirective reports whether a comment is one for tools: go:build, line, export, nolint:x.
func goDirective(s []byte) bool {
	k := bytes.IndexByte(s, ':')
	if k <= 0 {
		return false
	}
	for _, c := range s[:k] {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return k+1 < len(s) && s[k+1] > ' '
}

// tags makes a Call of each key of a struct tag, with its value as the argument.
func (g *goReader) tags(lit *ast.BasicLit) []*Expr {
	if lit == nil {
		return nil
	}
	tag := g.text(g.span(lit))
	var out []*Expr
	s := tag.Value
	for at := 0; at < len(s); {
		for at < len(s) && s[at] == ' ' {
			at++
		}
		colon := at
		for colon < len(s) && s[colon] > ' ' && s[colon] != ':' && s[colon] != '"' && s[colon] != 0x7f {
			colon++
		}
		if colon == at || colon+1 >= len(s) || s[colon] != ':' || s[colon+1] != '"' {
			break
		}
		end := colon + 2
		for end < len(s) && s[end] != '"' {
			if s[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(s) {
			break
		}
		out = append(out, g.tag(tag, at, colon, end))
		at = end + 1
	}
	return out
}

// tag makes the Call of key [at, colon) and the value that ends at end, a quote.
func (g *goReader) tag(t source.Text, at, colon, end int) *Expr {
	e := g.expression(Call, goSpan(t, at, end+1))
	e.Name, e.NameSpan = strings.Clone(t.Value[at:colon]), goSpan(t, at, colon)
	v := g.expression(Literal, goSpan(t, colon+1, end+1))
	var b source.Builder
	value := t.Value[colon+2 : end]
	for i := 0; i < len(value); {
		r, _, tail, err := strconv.UnquoteChar(value[i:], '"')
		n, decoded := len(value)-i-len(tail), string(r)
		if err != nil {
			_, n = utf8.DecodeRuneInString(value[i:])
			decoded = value[i : i+n]
		}
		from := colon + 2 + i
		span := goSpan(t, from, from+n)
		if string(g.f.Data[span.Start:span.End]) == decoded {
			b.Verbatim(g.f, span)
		} else {
			b.Escape(g.f, span, decoded)
		}
		i += n
	}
	v.Text = b.Text()
	e.Args = []Arg{{Value: v}}
	return e
}

// goSpan returns where bytes [from, to) of a text of one literal stand.
func goSpan(t source.Text, from, to int) source.Span {
	locs := t.Locate(from, to)
	if len(locs) == 0 {
		return source.Span{}
	}
	return locs[0].Span
}

// GoComments returns where the comments of a Go file stand that no model reads, with their marks: all but those that document a package,
// a type or a field, of which schemas are made. There are none in a file with syntax errors: nobody knows what is a comment there.
func GoComments(f *source.File) (out []source.Span) {
	if goNesting(f.Data) > goMaxNesting {
		return nil
	}
	defer func() {
		if recover() != nil {
			out = nil
		}
	}()
	set := token.NewFileSet()
	base := set.Base()
	tree, err := parser.ParseFile(set, "", f.Data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	docs := map[*ast.CommentGroup]bool{tree.Doc: true}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			docs[n.Doc] = docs[n.Doc] || n.Tok == token.TYPE
		case *ast.TypeSpec:
			docs[n.Doc] = true
		case *ast.Field:
			docs[n.Doc] = true
		}
		return true
	})
	for _, group := range tree.Comments {
		if docs[group] {
			continue
		}
		for _, c := range group.List {
			// The parser drops carriage returns from the text, not from the source.
			start := int(c.Slash) - base
			if start < 0 || start+2 > len(f.Data) {
				continue
			}
			end := start + goUntil(f.Data[start:], "\n")
			if f.Data[start+1] == '*' {
				end = min(start+4+goUntil(f.Data[start+2:], "*/"), len(f.Data))
			}
			out = append(out, source.Span{Start: start, End: end})
		}
	}
	return out
}
