package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// builder collects what a file says. Every expression is made by it, so that it can give each its parent in the end.
type builder struct {
	u   *Unit
	all []*Expr
	// scope is where the reading stands.
	scope *Scope
}

func newBuilder(f *source.File, lang lex.Language) builder {
	root := &Scope{}
	m := memories.Get().(*memory)
	return builder{u: &Unit{File: f, Lang: lang, Root: root, Binds: m.made, memory: m}, all: m.all, scope: root}
}

// expression makes an expression in the scope at hand.
func (b *builder) expression(k Kind, span source.Span) *Expr {
	e := &b.u.memory.exprs.take(1, chunkExprs)[0]
	b.all = append(b.all, e)
	e.Kind, e.Span, e.Scope, e.number = k, span, b.scope, int32(len(b.all))
	return e
}

// function declares a function in the scope at hand and returns it with its own scope, which is not entered yet. A function
// without a name is a lambda.
func (b *builder) function(name string, nameSpan source.Span) *Func {
	f := &b.u.memory.funcs.take(1, chunkBinds)[0]
	f.Name, f.NameSpan, f.Class = name, nameSpan, b.scope.Class
	f.Scope = &b.u.memory.scopes.take(1, chunkBinds)[0]
	f.Scope.Parent, f.Scope.Func = b.scope, f
	if name != "" {
		b.scope.funcs.add(f, &funcRow)
		if c := b.scope.Class; c != nil {
			c.Methods = append(c.Methods, f)
		}
	}
	b.u.Funcs = append(b.u.Funcs, f)
	return f
}

// class declares a class in the scope at hand and returns it with its own scope, which is not entered yet.
func (b *builder) class(name string, nameSpan source.Span) *Class {
	c := &Class{Name: name, NameSpan: nameSpan}
	c.Scope = &Scope{Parent: b.scope, Class: c}
	if name != "" {
		b.scope.classes.add(c, &classRow)
	}
	b.u.Classes = append(b.u.Classes, c)
	return c
}

// within runs read with the reading in scope s.
func (b *builder) within(s *Scope, read func()) {
	old := b.scope
	b.scope = s
	read()
	b.scope = old
}

// bind records an assignment in the scope at hand; in the body of a class it is a member too.
func (b *builder) bind(name string, nameSpan source.Span, value *Expr) *Bind {
	d := &b.u.memory.binds.take(1, chunkBinds)[0]
	d.Name, d.NameSpan, d.Value, d.Scope, d.Span = name, nameSpan, value, b.scope, nameSpan
	if value != nil {
		d.Span.End = max(d.Span.End, value.Span.End)
	}
	b.scope.binds.add(d, &bindRow)
	b.u.Binds = append(b.u.Binds, d)
	if c := b.scope.Class; c != nil {
		c.Members = append(c.Members, d)
	}
	return d
}

// returns records a value that the function around the place at hand returns.
func (b *builder) returns(e *Expr) {
	if e == nil {
		return
	}
	for s := b.scope; s != nil; s = s.Parent {
		if s.Func != nil {
			s.Func.Returns = append(s.Func.Returns, e)
			return
		}
		if s.Class != nil {
			return
		}
	}
}

// finish lists the expressions by kind in order of source, and tells each its parent.
func (b *builder) finish() *Unit {
	u := b.u
	var count [Index + 1]int
	for _, e := range b.all {
		if e.Span.End < e.Span.Start { // a heredoc stands behind what follows it in the expression
			e.Span.Start, e.Span.End = e.Span.End, e.Span.Start
		}
		count[e.Kind]++
	}
	u.memory.all = b.all
	u.memory.order.sort(b.all)
	take := func(n int) []*Expr { return u.memory.items.take(n, chunkItems)[:0] }
	u.Calls, u.Objects, u.Lists, u.Literals = take(count[Call]), take(count[Object]), take(count[List]), take(count[Literal]+count[Concat])
	for _, e := range b.all {
		for i := range e.Items {
			adopt(e, e.Items[i])
		}
		for i := range e.Args {
			if v := e.Args[i].Value; v != nil && v.Parent == nil && v != e {
				v.Parent, v.arg = e, int32(i+1)
			}
			adopt(e, e.Args[i].Key)
		}
		adopt(e, e.Recv)
		switch e.Kind {
		case Call:
			u.Calls = append(u.Calls, e)
		case Object:
			u.Objects = append(u.Objects, e)
		case List:
			u.Lists = append(u.Lists, e)
		case Concat:
			e.joined = texts(e) // asked for once, not for every part
			u.Literals = append(u.Literals, e)
		case Literal:
			u.Literals = append(u.Literals, e)
		default:
		}
	}
	n := 0
	for _, e := range u.Literals {
		if e.joined || e.Kind == Literal && (e.Parent == nil || !e.Parent.joined) {
			u.Literals[n] = e
			n++
		}
	}
	u.Literals = u.Literals[:n]
	return u
}

func adopt(parent, child *Expr) {
	if child != nil && child.Parent == nil && child != parent {
		child.Parent = parent
	}
}

// texts reports whether e is one literal in several pieces: interpolated or adjacent, not put together by operators.
func texts(e *Expr) bool {
	if e.Kind != Concat {
		return false
	}
	for _, item := range e.Items {
		if !item.Hole && item.Kind != Literal {
			return false
		}
	}
	return len(e.Items) > 0
}
