package syntax

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// builder collects what a file says. Every expression is made by it, so that it can give each its parent in the end.
type builder struct {
	u *Unit
	// all are the expressions in the order in which they were made.
	all   []*Expr
	depth int
	// deep is set when the reading went no deeper.
	deep bool
	// scope is where the reading stands.
	scope *Scope
}

func newBuilder(f *source.File, lang lex.Language) builder {
	root := &Scope{}
	return builder{u: &Unit{File: f, Lang: lang, Root: root, memory: newMemory()}, scope: root}
}

// enter counts the recursion; when it reports false the caller reads nothing.
func (b *builder) enter() bool {
	if b.depth >= maxDepth {
		b.deep = true
		return false
	}
	b.depth++
	return true
}

func (b *builder) leave() { b.depth-- }

func (b *builder) expression(k Kind, span source.Span) *Expr {
	e := b.u.exprs.one()
	b.all = append(b.all, e)
	e.Kind, e.Span, e.Scope = k, span, b.scope
	return e
}

// function declares a function in the scope at hand and returns it with its own scope, which is not entered yet. A function
// without a name is a lambda.
func (b *builder) function(name string, nameSpan source.Span) *Func {
	f := &Func{Name: name, NameSpan: nameSpan, Class: b.scope.Class}
	f.Scope = &Scope{Parent: b.scope, Func: f}
	if name != "" {
		b.scope.funcs = listed(b.scope.funcs, name, f)
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
		b.scope.classes = listed(b.scope.classes, name, c)
	}
	b.u.Classes = append(b.u.Classes, c)
	return c
}

func (b *builder) inScope(s *Scope, read func()) {
	old := b.scope
	b.scope = s
	read()
	b.scope = old
}

// bind records an assignment in the scope at hand; in the body of a class it is a member too.
func (b *builder) bind(name string, nameSpan source.Span, value *Expr) *Bind {
	d := &Bind{Name: name, NameSpan: nameSpan, Scope: b.scope, Span: nameSpan}
	d.assign(value)
	b.scope.binds = listed(b.scope.binds, name, d)
	b.u.Binds = append(b.u.Binds, d)
	if c := b.scope.Class; c != nil {
		c.Members = append(c.Members, d)
	}
	return d
}

// EachPair is the name of the member that stands for the keys and values of a list or map, each a list of two.
const EachPair = "()"

// each is any one of several values, as a loop takes them: an Index without a key.
func (b *builder) each(values *Expr) *Expr {
	e := b.expression(Index, values.Span)
	e.Recv = values
	return e
}

// IsEach reports whether e is any one of the values of e.Recv.
func (e *Expr) IsEach() bool {
	return e != nil && e.Kind == Index && e.Name == "" && len(e.Items) == 0 && e.Recv != nil
}

// memberOf is what a value has under a name, or at a place that is counted from 0.
func (b *builder) memberOf(e *Expr, name string) *Expr {
	m := b.expression(Index, e.Span)
	m.Recv, m.Name = e, name
	return m
}

func (b *builder) part(e *Expr, k int) *Expr { return b.memberOf(e, strconv.Itoa(k)) }

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

// finish lists the expressions by kind in order of source, and gives each its parent.
func (b *builder) finish() *Unit {
	u := b.u
	for _, e := range b.all {
		if e.Span.End < e.Span.Start { // a heredoc stands behind what follows it in the expression
			e.Span.Start, e.Span.End = e.Span.End, e.Span.Start
		}
	}
	// Outer before inner, and those of the same span in the order in which they were made.
	slices.SortStableFunc(b.all, func(x, y *Expr) int { return compareSpans(x.Span, y.Span) })
	for _, e := range b.all {
		for i := range e.Items {
			setParent(e, e.Items[i])
		}
		for i := range e.Args {
			if v := e.Args[i].Value; v != nil && v.Parent == nil && v != e {
				v.Parent, v.arg = e, int32(i+1)
			}
			setParent(e, e.Args[i].Key)
		}
		setParent(e, e.Recv)
		switch e.Kind {
		case Call:
			u.Calls = append(u.Calls, e)
		case Object:
			u.Objects = append(u.Objects, e)
		case List:
			u.Lists = append(u.Lists, e)
		case Concat:
			e.joined = isOneLiteral(e) // asked for once, not for every part
			u.Literals = append(u.Literals, e)
		case Literal:
			u.Literals = append(u.Literals, e)
		default:
		}
	}
	u.Literals = slices.DeleteFunc(u.Literals, func(e *Expr) bool {
		return !e.joined && (e.Kind != Literal || e.Parent != nil && e.Parent.joined)
	})
	return u
}

// compareSpans orders by source, outer before inner.
func compareSpans(x, y source.Span) int {
	return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End))
}

func setParent(parent, child *Expr) {
	if child != nil && child.Parent == nil && child != parent {
		child.Parent = parent
	}
}

// isOneLiteral reports whether e is one literal in several pieces: interpolated or adjacent, not put together by operators.
func isOneLiteral(e *Expr) bool {
	for _, item := range e.Items {
		if !item.Hole && item.Kind != Literal {
			return false
		}
	}
	return len(e.Items) > 0
}

// Values returns the arguments or members that have a value, whatever they are called.
func Values(args []Arg) []*Expr {
	var out []*Expr
	for i := range args {
		if args[i].Value != nil {
			out = append(out, args[i].Value)
		}
	}
	return out
}

// Scope is a file, class, function or block with the names that are bound in it.
type Scope struct {
	Parent *Scope
	// Func and Class are what the scope is the body of, or nil.
	Func  *Func
	Class *Class

	binds   map[string][]*Bind
	funcs   map[string][]*Func
	classes map[string][]*Class
}

// Binds returns the values assigned to a name in this scope, in order of source.
func (s *Scope) Binds(name string) []*Bind { return s.binds[name] }

// Funcs returns the functions declared in this scope by that name, which may be declared again.
func (s *Scope) Funcs(name string) []*Func { return s.funcs[name] }

// Classes returns the classes declared in this scope by that name.
func (s *Scope) Classes(name string) []*Class { return s.classes[name] }

func listed[T any](all map[string][]*T, name string, x *T) map[string][]*T {
	if all == nil {
		all = map[string][]*T{}
	}
	all[name] = append(all[name], x)
	return all
}
