package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// rustAttributes reads the attributes at i and the documentation between them.
func (r *reader) rustAttributes(i, to int) int {
	var docs []*Expr
	for i < to {
		open := i + 1
		if r.op(open, to) == "!" {
			open++
		}
		switch {
		case r.Kind(i) == lex.Doc:
			docs = append(docs, r.docAt(i))
			i++
		case r.op(i, to) == "#" && r.opens(open, to, lex.Square):
			doc := r.rustAttribute(open)
			if open > i+1 { // of what it stands in
				r.doc, r.attrs, docs = nil, nil, nil
			} else if doc != nil {
				docs = append(docs, doc)
			}
			i = r.Next(open)
		default:
			r.rustDoc(docs)
			return i
		}
	}
	r.rustDoc(docs)
	return i
}

// rustAttribute reads the attribute in the brackets at i. #[doc = "text"] is documentation, which is returned, and the attributes in a
// cfg_attr count as if they stood alone.
func (r *reader) rustAttribute(i int) *Expr {
	end := r.Pair(i)
	if r.op(i+2, end) == "=" && r.Kind(i+1) == lex.Word {
		c := r.expression(Call, r.span(i+1, end))
		c.Name, c.NameSpan = r.str(i+1), r.span(i+1, i+2)
		v, next := r.value(i+3, end)
		r.rustIgnored(max(next, i+3), end)
		r.attrs = append(r.attrs, c)
		if v == nil {
			return nil
		}
		c.Args = []Arg{{Value: v}}
		if c.Name == "doc" {
			return v
		}
		return nil
	}
	e, next := r.expr(i+1, end)
	r.rustIgnored(max(next, i+1), end)
	if e == nil {
		return nil
	}
	r.attrs = append(r.attrs, e)
	switch {
	case e.Kind == Call && e.Name == "cfg_attr":
		for _, a := range e.Args {
			if a.Value != nil && a.Value.Kind == Call {
				r.rustMeta(a.Value)
				r.attrs = append(r.attrs, a.Value)
			}
		}
	case e.Kind == Call:
		r.rustMeta(e)
	}
	return nil
}

// rustMeta gives the arguments of an attribute that are lists their names: annotations(title = "x") is no call there.
func (r *reader) rustMeta(e *Expr) {
	for i := range e.Args {
		a := &e.Args[i]
		v := a.Value
		if a.Name != "" || v == nil || v.Kind != Call || v.Recv != nil || strings.HasSuffix(v.Name, "!") {
			continue
		}
		a.Key = r.expression(Ref, v.NameSpan)
		a.Name, a.Key.Name, a.Key.NameSpan = v.Name, v.Name, v.NameSpan
		if len(v.Args) == 1 && v.Args[0].Name == "" && v.Args[0].Value != nil {
			a.Value = v.Args[0].Value
		}
		v.Kind, v.Name = Object, ""
	}
}

// rustIgnored reads what is no part of a declaration, for the strings in it.
func (r *reader) rustIgnored(from, to int) {
	doc, attrs := r.doc, r.attrs
	r.statements(from, to)
	r.doc, r.attrs = doc, attrs
}

// rustDoc adds documentation to what stands before it, if anything does.
func (r *reader) rustDoc(docs []*Expr) {
	if r.doc != nil {
		docs = append([]*Expr{r.doc}, docs...)
	}
	if len(docs) < 2 {
		if len(docs) == 1 {
			r.doc = docs[0]
		}
		return
	}
	var b source.Builder
	end := -1
	for _, d := range docs {
		if d.Kind != Literal {
			r.doc = d // a file, or put together: it says more than what stands around it
			return
		}
		if end >= 0 {
			b.Fold(r.Source, source.Span{Start: end, End: max(end, d.Span.Start)}, "\n")
		}
		b.Append(d.Text)
		end = d.Span.End
	}
	whole := *docs[0]
	whole.Text, whole.Span.End = b.Text(), end
	r.doc = &whole
}
