package syntax

import (
	"bytes"
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

func goUntil(data []byte, s string) int {
	if k := bytes.Index(data, []byte(s)); k >= 0 {
		return k
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
	lex.DecodeGo(g.f, body, data[0] == '`', &b)
	return b.Text()
}

// comment makes a Literal of a documentation comment, or returns nil: without the marks of comments, one blank after them, and
// directives such as //go:embed.
func (g *goReader) comment(c *ast.CommentGroup) *Expr {
	if c == nil || len(c.List) == 0 {
		return nil
	}
	var b source.Builder
	last, end := -1, 0
	for _, one := range c.List {
		span := goComment(g.f.Data, g.offset(one.Pos()))
		end = span.End
		body := source.Span{Start: span.Start + 2, End: span.End}
		if g.f.Data[span.Start+1] == '*' {
			body.End = max(body.Start, body.End-len("*/"))
		} else if goDirective.Match(g.f.Data[body.Start:body.End]) {
			continue
		}
		if body.Start < body.End && g.f.Data[body.Start] == ' ' {
			body.Start++
		}
		if last >= 0 {
			b.Fold(g.f, source.Span{Start: last, End: body.Start}, "\n")
		}
		lex.DecodeGo(g.f, body, true, &b)
		last = body.End
	}
	if b.Len() == 0 {
		return nil
	}
	return g.literal(source.Span{Start: g.offset(c.Pos()), End: end}, b.Text())
}

// goComment returns where the comment at start stands. The parser drops carriage returns from the text, not from the source.
func goComment(data []byte, start int) source.Span {
	if data[start+1] == '*' {
		return source.Span{Start: start, End: min(start+2+goUntil(data[start+2:], "*/")+2, len(data))}
	}
	return source.Span{Start: start, End: start + len(bytes.TrimRight(data[start:start+goUntil(data[start:], "\n")], "\r"))}
}

var (
	// goDirective is a comment for tools: go:build, line, export, nolint:x.
	goDirective = regexp.MustCompile(`^[a-z]+:[^\x00- ]`)
	goTag       = regexp.MustCompile(`([^ :"\x00-\x1f\x7f]+):("(?:[^"\\]|\\.)*")`)
)

// tags makes a Call of each key of a struct tag, with its value as the argument.
func (g *goReader) tags(lit *ast.BasicLit) []*Expr {
	if lit == nil {
		return nil
	}
	tag := g.text(g.span(lit))
	var out []*Expr
	for _, m := range goTag.FindAllStringSubmatchIndex(tag.Value, -1) {
		e := g.expression(Call, goSpan(tag, m[0], m[1]))
		e.Name, e.NameSpan = strings.Clone(tag.Value[m[2]:m[3]]), goSpan(tag, m[2], m[3])
		e.Args = []Arg{{Value: g.literal(goSpan(tag, m[4], m[5]), g.unquoted(tag, m[4]+1, m[5]-1))}}
		out = append(out, e)
	}
	return out
}

// unquoted decodes the escapes in bytes [from, to) of the text of a literal.
func (g *goReader) unquoted(t source.Text, from, to int) source.Text {
	var b source.Builder
	for i := from; i < to; {
		rest := t.Value[i:to]
		n := goUntil([]byte(rest), `\`)
		if n > 0 {
			b.Append(t.Slice(i, i+n))
		} else if r, _, tail, err := strconv.UnquoteChar(rest, '"'); err != nil {
			n = 1
			b.Append(t.Slice(i, i+1))
		} else {
			n = len(rest) - len(tail)
			b.Escape(g.f, goSpan(t, i, i+n), string(r))
		}
		i += n
	}
	return b.Text()
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
	g := &goReader{f: f}
	tree, err := g.parse()
	if tree == nil || err != nil {
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
			out = append(out, goComment(f.Data, g.offset(c.Slash)))
		}
	}
	return out
}
