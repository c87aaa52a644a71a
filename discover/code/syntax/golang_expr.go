package syntax

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// expr reads an expression. It returns nil for what is none, such as a type.
func (g *goReader) expr(x ast.Expr) *Expr { return g.elided(x, nil) }

// elided reads an expression that is of type t if it does not say its type itself: an element of a slice or map.
func (g *goReader) elided(x, t ast.Expr) *Expr {
	if x == nil || !g.enter() {
		return nil
	}
	defer g.leave()
	switch x := x.(type) {
	case *ast.ParenExpr:
		return g.elided(x.X, t)
	case *ast.StarExpr:
		return g.expr(x.X)
	case *ast.TypeAssertExpr:
		return g.expr(x.X)
	case *ast.IndexListExpr:
		return g.expr(x.X)
	case *ast.BasicLit:
		span := g.span(x)
		if x.Kind == token.STRING {
			return g.literal(span, g.text(span))
		}
		return g.scalar(span)
	case *ast.Ident:
		switch x.Name {
		case "true", "false", "nil", "iota":
			return g.scalar(g.span(x))
		}
		return g.typed(x)
	case *ast.SelectorExpr:
		if e := g.typed(x); e != nil {
			return e
		}
		e := g.expression(Index, g.span(x))
		e.Name, e.NameSpan = x.Sel.Name, g.span(x.Sel)
		e.Recv = g.expr(x.X)
		return e
	case *ast.CallExpr:
		return g.call(x)
	case *ast.CompositeLit:
		return g.composite(x, t)
	case *ast.BinaryExpr:
		return g.binary(x)
	case *ast.IndexExpr:
		e := g.expression(Index, g.span(x))
		e.Recv = g.expr(x.X)
		e.Items = g.list(x.Index)
		return e
	case *ast.FuncLit:
		e := g.expression(Lambda, g.span(x))
		e.Fn = g.function("", source.Span{})
		e.Fn.Span = e.Span
		g.body(e.Fn, x.Type, x.Body)
		return e
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return g.elided(x.X, t)
		}
		return g.parts(Other, x, x.X)
	case *ast.SliceExpr:
		return g.parts(Other, x, x.X, x.Low, x.High, x.Max)
	}
	return nil
}

func (g *goReader) parts(k Kind, x ast.Expr, parts ...ast.Expr) *Expr {
	e := g.expression(k, g.span(x))
	e.Items = g.list(parts...)
	return e
}

func (g *goReader) list(parts ...ast.Expr) []*Expr {
	var out []*Expr
	for _, p := range parts {
		if e := g.expr(p); e != nil {
			out = append(out, e)
		}
	}
	return out
}

func (g *goReader) literal(span source.Span, text source.Text) *Expr {
	e := g.expression(Literal, span)
	e.Text = text
	return e
}

func (g *goReader) scalar(span source.Span) *Expr {
	e := g.expression(Scalar, span)
	e.Text = source.VerbatimText(g.f, span)
	return e
}

// path returns the names of a path or of the type that x writes, with dots between them, or "". Type arguments and pointers are
// left out.
func (g *goReader) path(x ast.Expr) string {
	var names []string
	for x = goInner(x); len(names) < maxDepth; {
		switch t := x.(type) {
		case *ast.Ident:
			names = append(names, t.Name)
			slices.Reverse(names)
			return strings.Join(names, ".")
		case *ast.SelectorExpr:
			names = append(names, t.Sel.Name)
			x = t.X
		default:
			return ""
		}
	}
	return ""
}

// goInner returns the type that x is a pointer to, a list of, or has type arguments for, else x.
func goInner(x ast.Expr) ast.Expr {
	for {
		switch t := x.(type) {
		case *ast.StarExpr:
			x = t.X
		case *ast.ArrayType:
			x = t.Elt
		case *ast.ParenExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		default:
			return x
		}
	}
}

// last returns where the last name of a path stands.
func (g *goReader) last(x ast.Expr) source.Span {
	x = goInner(x)
	if t, ok := x.(*ast.SelectorExpr); ok {
		x = t.Sel
	}
	return g.span(x)
}

// call reads a call. What is a type, as in make([]string, 0), is not an argument.
func (g *goReader) call(x *ast.CallExpr) *Expr {
	e := g.expression(Call, g.span(x))
	g.callee(e, x.Fun)
	for i, a := range x.Args {
		if v := g.expr(a); v != nil {
			e.Args = append(e.Args, Arg{Value: v, Spread: i == len(x.Args)-1 && x.Ellipsis.IsValid()})
		}
	}
	return e
}

// callee reads what is called. Type arguments are left out.
func (g *goReader) callee(e *Expr, fun ast.Expr) {
	for range maxDepth {
		switch t := fun.(type) {
		case *ast.ParenExpr:
			fun = t.X
			continue
		case *ast.IndexListExpr:
			fun = t.X
			continue
		case *ast.IndexExpr:
			if _, scalar := t.Index.(*ast.BasicLit); !scalar && g.path(t.X) != "" {
				fun = t.X
				continue
			}
		case *ast.Ident:
			e.Name, e.NameSpan = t.Name, g.span(t)
			return
		case *ast.SelectorExpr:
			e.Name, e.NameSpan = t.Sel.Name, g.span(t.Sel)
			e.Recv = g.expr(t.X)
			return
		}
		break
	}
	e.Recv = g.expr(fun)
}

// binary reads a chain of operators of one kind, which nests to the left, without recursion.
func (g *goReader) binary(x *ast.BinaryExpr) *Expr {
	kind := Other
	if x.Op == token.ADD {
		kind = Concat
	}
	var parts []ast.Expr
	var left ast.Expr = x
	for {
		b, ok := left.(*ast.BinaryExpr)
		if !ok || (b.Op == token.ADD) != (kind == Concat) {
			break
		}
		parts = append(parts, b.Y)
		left = b.X
	}
	parts = append(parts, left)
	slices.Reverse(parts)
	return g.parts(kind, x, parts...)
}

// composite reads T{...}: a List for a slice or array, an Object for anything else.
func (g *goReader) composite(x *ast.CompositeLit, t ast.Expr) *Expr {
	written := x.Type
	if written == nil {
		written = t
		if star, ok := written.(*ast.StarExpr); ok {
			written = star.X
		}
	}
	shape := written
	if id, ok := shape.(*ast.Ident); ok && g.types[id.Name] != nil {
		shape = g.types[id.Name]
	}
	e := g.expression(Object, g.span(x))
	var keys, values ast.Expr
	var fields []string
	switch s := shape.(type) {
	case *ast.ArrayType:
		e.Kind = List
		for _, v := range x.Elts {
			if kv, ok := v.(*ast.KeyValueExpr); ok {
				v = kv.Value
			}
			if item := g.elided(v, s.Elt); item != nil {
				e.Items = append(e.Items, item)
			}
		}
		return e
	case *ast.MapType:
		keys, values = s.Key, s.Value
	case *ast.StructType:
		fields = goFields(s)
	}
	if keys == nil && written != nil {
		if e.Name = g.path(written); e.Name != "" {
			e.NameSpan = g.last(written)
		}
	}
	for i, v := range x.Elts {
		var a Arg
		if kv, ok := v.(*ast.KeyValueExpr); ok {
			v = kv.Value
			g.key(&a, kv.Key, keys)
		} else if i < len(fields) {
			a.Name = fields[i]
		}
		a.Value = g.elided(v, values)
		if a.Value != nil || a.Key != nil {
			e.Args = append(e.Args, a)
		}
	}
	return e
}

// goFields lists the names of the fields of a struct, in order, which values without a key are those of.
func goFields(s *ast.StructType) (names []string) {
	for _, f := range s.Fields.List {
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
		if len(f.Names) == 0 {
			names = append(names, "")
		}
	}
	return names
}

// key reads the key of a member. A name is evaluated in a map, whose keys are of type t, and a field's in a struct.
func (g *goReader) key(a *Arg, x, t ast.Expr) {
	a.Key = g.elided(x, t)
	switch k := a.Key; {
	case k == nil:
	case k.Kind == Literal || k.Kind == Scalar:
		a.Name = k.Text.Value
	case k.Kind == Ref && t == nil:
		a.Name = k.Name
	default:
		a.Computed = true
	}
}

// walk reads the statements and expressions in a node. Blocks are not scopes of their own: what an if assigns is seen after it.
func (g *goReader) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			g.assign(n)
		case *ast.GenDecl:
			g.declare(n)
		case *ast.ReturnStmt:
			// The first of several results is the one that counts: a text, a tool; errors and handlers come after it.
			for i, x := range n.Results {
				if e := g.expr(x); i == 0 {
					g.returns(e)
				}
			}
		case *ast.RangeStmt:
			if values := g.expr(n.X); values != nil {
				taken := g.each(g.memberOf(values, EachPair))
				for k, x := range []ast.Expr{n.Key, n.Value} {
					if name, ok := x.(*ast.Ident); ok && name.Name != "_" {
						g.bind(name.Name, g.span(name), g.part(taken, k))
					}
				}
			}
			g.walk(n.Body)
		case ast.Expr:
			g.expr(n)
		default:
			return true
		}
		return false
	})
}

// assign binds names and paths to values. Of several results of one call the first name takes the value.
func (g *goReader) assign(s *ast.AssignStmt) {
	for i, left := range s.Lhs {
		var value *Expr
		if i < len(s.Rhs) {
			value = g.expr(s.Rhs[i])
		}
		var name string
		var at source.Span
		switch x := left.(type) {
		case *ast.Ident:
			name, at = x.Name, g.span(x)
		case *ast.SelectorExpr:
			name, at = g.path(x), g.span(x.Sel)
		}
		if name == "" {
			g.expr(left)
			continue
		}
		if name == "_" || value == nil && len(s.Rhs) == 1 {
			continue
		}
		b := g.bind(name, at, value)
		b.Adds = s.Tok == token.ADD_ASSIGN
		b.Span.Start = g.offset(left.Pos())
	}
}
